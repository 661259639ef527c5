import { type CallerFacts, ConfigError, type Dialect, type ErrorPlace, type Statement } from '../model/index.ts';
import type { DeclaredFlowEntry } from '../model/schemas/index.ts';
import { readYamlFile } from '../rules/index.ts';
import type { SqlReader } from '../sql/index.ts';

/** A query that must always pass, read. */
export interface ReadFlow {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  readonly statements: readonly Pick<Statement, 'operations' | 'facts'>[];
}

/** The flows of one file by their names, each with its entry as written. */
export type FlowTable = ReadonlyMap<string, { readonly entry: DeclaredFlowEntry; readonly flow: ReadFlow }>;

export interface FlowsReading {
  /** What the file is called in messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Dialect of flows that name none; undefined: such a flow is a mistake. */
  readonly dialect: Dialect | undefined;
  createReader(dialect: Dialect): Promise<SqlReader>;
  /** Is told of each mistake; the other flows are read all the same. */
  onMistake(error: ConfigError): void;
}

/** Reads a file of declared flows. Never raises ConfigError: mistakes go to `onMistake`. */
export async function readFlows(reading: FlowsReading): Promise<FlowTable> {
  const flows = new Map<string, { entry: DeclaredFlowEntry; flow: ReadFlow }>();
  const { path, bytes, onMistake } = reading;
  await attempt(onMistake, async () => {
    const { flowsFileSchema } = await import('../model/schemas/index.ts');
    const file = await readYamlFile({ file: path, bytes, what: 'file of declared flows' }, flowsFileSchema);
    for (const [index, entry] of file.value.flows.entries()) {
      await attempt(onMistake, async () => {
        const placeOf = (key: keyof DeclaredFlowEntry) => file.placeOf(['flows', index, key]);
        if (flows.has(entry.name))
          throw new ConfigError(
            `the flow \`${entry.name}\` is declared twice; give each a name of its own`,
            placeOf('name'),
          );
        flows.set(entry.name, { entry, flow: await readFlow(entry, placeOf, reading) });
      });
    }
  });
  return flows;
}

async function attempt(onMistake: (error: ConfigError) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    onMistake(error);
  }
}

async function readFlow(
  entry: DeclaredFlowEntry,
  placeOf: (key: keyof DeclaredFlowEntry) => ErrorPlace,
  { dialect: fallback, createReader }: FlowsReading,
): Promise<ReadFlow> {
  const { name, owner } = entry;
  const dialect = entry.dialect ?? fallback;
  if (!dialect)
    throw new ConfigError(
      `no dialect is given for the flow \`${name}\`; add \`dialect\`, here or in .querygate/config.yml`,
      placeOf('name'),
    );
  const statements = readQuery(await createReader(dialect), entry.sql, name, placeOf('sql'));
  const { user, role, application, database, tags } = entry.caller ?? {};
  return {
    name,
    owner,
    place: placeOf('name'),
    dialect,
    caller: { user, role, application, database, tags },
    statements,
  };
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

export interface MergedFlows {
  /** What is judged: the head's, and of the base's what the head has not as it is. */
  readonly flows: readonly ReadFlow[];
  /** The base's that the head has no more. */
  readonly taken: readonly ReadFlow[];
}

/** Whoever edits the rules may declare more flows, and take none away: what the base declares is judged as long as it is in force. */
export function mergeFlows(base: FlowTable, head: FlowTable): MergedFlows {
  const kept: ReadFlow[] = [];
  const taken: ReadFlow[] = [];
  for (const [name, { entry, flow }] of base) {
    const now = head.get(name);
    if (now && JSON.stringify(now.entry) === JSON.stringify(entry)) continue;
    kept.push(now ? { ...flow, name: `${name} (as in force)` } : flow);
    if (!now) taken.push(flow);
  }
  return { flows: [...[...head.values()].map(({ flow }) => flow), ...kept], taken };
}
