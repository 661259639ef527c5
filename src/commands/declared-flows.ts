import {
  type CallerFacts,
  ConfigError,
  type Dialect,
  type ErrorPlace,
  type SimulationProblem,
  type Statement,
} from '../model/index.ts';
import type { DeclaredFlowEntry } from '../model/schemas/index.ts';
import { readYamlFile } from '../rules/index.ts';
import type { SqlReader } from '../sql/index.ts';
import { readOwnFile } from './config.ts';
import type { memoisedReader } from './rules.ts';
import { inBase } from './side-files.ts';
import { baseProblem, headProblem, type SimulatedSide, type SimulatedSides } from './simulate-sides.ts';

export const FLOWS_FILE = '.querygate/flows.yml';

const MISNAMED = '.querygate/flows.yaml';

/** A query that must always pass, read. */
export interface ReadFlow {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  readonly statements: readonly Pick<Statement, 'operations' | 'facts'>[];
}

export interface DeclaredFlows {
  readonly flows: readonly ReadFlow[];
  readonly problems: readonly SimulationProblem[];
  readonly notices: readonly string[];
  /** The files as they are, for a service that reads them itself. */
  readonly texts: { readonly base: string | undefined; readonly head: string | undefined };
}

/**
 * Reads the declared flows of both sides. Whoever edits the rules may declare more, and take none away: what the base
 * declares is judged as long as it is in force. Mistakes of the head are its own to mend; the base's leave it unknown.
 */
export async function declaredFlows(
  { base, head }: SimulatedSides,
  createReader: ReturnType<typeof memoisedReader>,
): Promise<DeclaredFlows> {
  const problems: SimulationProblem[] = [];
  const inForce = await sideFlows(base, createReader, dialectOf(base), (error) =>
    problems.push(baseProblem(inBase(error))),
  );
  let isHeadReadable = true;
  const declared = await sideFlows(head, createReader, dialectOf(base) ?? dialectOf(head), (error) => {
    isHeadReadable = false;
    problems.push(headProblem(error));
  });
  const texts = { base: inForce.text, head: declared.text };
  const notices: string[] = [];
  const kept: ReadFlow[] = [];
  for (const [name, { entry, flow }] of inForce.flows) {
    const now = declared.flows.get(name);
    if (now && JSON.stringify(now.entry) === JSON.stringify(entry)) continue;
    kept.push(now ? { ...flow, name: `${name} (as in force)` } : flow);
    if (!now && isHeadReadable)
      notices.push(
        `the change takes the declared flow \`${name}\` (${flow.owner}) out of ${FLOWS_FILE}: it is still judged, until that is merged`,
      );
  }
  return { flows: [...[...declared.flows.values()].map(({ flow }) => flow), ...kept], problems, notices, texts };
}

function dialectOf({ config }: SimulatedSide): Dialect | undefined {
  return config?.value.dialect;
}

interface SideFlows {
  readonly flows: ReadonlyMap<string, { readonly entry: DeclaredFlowEntry; readonly flow: ReadFlow }>;
  /** The file; undefined where there is none. */
  readonly text: string | undefined;
}

async function sideFlows(
  { tree }: SimulatedSide,
  createReader: ReturnType<typeof memoisedReader>,
  fallback: Dialect | undefined,
  onProblem: (error: ConfigError) => void,
): Promise<SideFlows> {
  const flows = new Map<string, { entry: DeclaredFlowEntry; flow: ReadFlow }>();
  let text: string | undefined;
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      onProblem(error);
    }
  };
  await attempt(async () => {
    const bytes = tree && (await readOwnFile(tree, FLOWS_FILE, 'file of declared flows'));
    if (!bytes) {
      if (tree && (await tree.read(MISNAMED)).kind !== 'missing')
        throw new ConfigError(`this file is not read; rename it to \`${FLOWS_FILE}\``, { file: MISNAMED });
      return;
    }
    text = new TextDecoder().decode(bytes);
    const { flowsFileSchema } = await import('../model/schemas/index.ts');
    const file = await readYamlFile({ file: FLOWS_FILE, bytes, what: 'file of declared flows' }, flowsFileSchema);
    for (const [index, entry] of file.value.flows.entries()) {
      await attempt(async () => {
        const { name } = entry;
        const placeOf = (key: keyof DeclaredFlowEntry) => file.placeOf(['flows', index, key]);
        if (flows.has(name))
          throw new ConfigError(`the flow \`${name}\` is declared twice; give each a name of its own`, placeOf('name'));
        const dialect = entry.dialect ?? fallback;
        if (!dialect)
          throw new ConfigError(
            `no dialect is given for the flow \`${name}\`; add \`dialect\`, here or in .querygate/config.yml`,
            placeOf('name'),
          );
        const statements = readQuery(await createReader(dialect), entry.sql, name, placeOf('sql'));
        const { user, role, application, database, tags } = entry.caller ?? {};
        const caller = { user, role, application, database, tags };
        flows.set(name, {
          entry,
          flow: { name, owner: entry.owner, place: placeOf('name'), dialect, caller, statements },
        });
      });
    }
  });
  return { flows, text };
}

function readQuery(reader: SqlReader, sql: string, name: string, place: ErrorPlace): ReadFlow['statements'] {
  const script = reader.readTraffic(sql);
  const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
  if (unreadable)
    throw new ConfigError(
      `the query of the flow \`${name}\` could not be understood: ${unreadable.reason}; mend it, or correct its dialect`,
      place,
    );
  if (script.statements.length === 0)
    throw new ConfigError(`the query of the flow \`${name}\` holds no statement; give one`, place);
  // What the session did before is not declared.
  return script.statements.map(({ operations, facts }) => ({
    operations,
    facts: { ...facts, inTransaction: undefined, lockTimeoutSet: undefined },
  }));
}
