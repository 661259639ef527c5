import {
  type CallerFacts,
  ConfigError,
  type Dialect,
  type ErrorPlace,
  type Statement,
  UNKNOWN_SURROUNDINGS,
} from '../model/index.ts';
import type { DeclaredFlowEntry } from '../model/schemas/index.ts';
import { readYamlFile } from '../rules/index.ts';
import type { SqlReader } from '../sql/index.ts';

/** A parsed query that must always pass. */
export interface ParsedFlow {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  readonly statements: readonly Pick<Statement, 'operations' | 'facts'>[];
}

/** The flows of one file by name, each with its entry as written. */
export type FlowTable = ReadonlyMap<string, { readonly entry: DeclaredFlowEntry; readonly flow: ParsedFlow }>;

/** A flow whose dialect is neither declared nor configured, so that it cannot be read. */
export class MissingDialectError extends ConfigError {
  readonly entry: DeclaredFlowEntry;

  constructor(entry: DeclaredFlowEntry, place: ErrorPlace) {
    super(
      `the flow \`${entry.name}\` has no dialect; add a line such as \`dialect: postgresql\` to the flow, or set \`dialect\` in .querygate/config.yml`,
      place,
    );
    this.entry = entry;
  }
}

export interface ReadFlowsOptions {
  /** Name of the file in messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Default dialect. If undefined, every flow must name one. */
  readonly dialect: Dialect | undefined;
  createReader(dialect: Dialect): Promise<SqlReader>;
  /** Called for each invalid flow, also with a MissingDialectError; the other flows are still read. */
  onMistake(error: ConfigError): void;
}

/** Reads a file of declared flows. Never throws ConfigError: mistakes go to `onMistake`. */
export async function readFlows(reading: ReadFlowsOptions): Promise<FlowTable> {
  const flows = new Map<string, { entry: DeclaredFlowEntry; flow: ParsedFlow }>();
  const { path, bytes, onMistake } = reading;
  await attempt(onMistake, async () => {
    const { flowsFileSchema } = await import('../model/schemas/index.ts');
    const file = await readYamlFile({ file: path, bytes, what: 'file of declared flows' }, flowsFileSchema);
    for (const [index, entry] of file.value.flows.entries()) {
      await attempt(onMistake, async () => {
        const placeOf = (key: keyof DeclaredFlowEntry) => file.placeOf(['flows', index, key]);
        if (flows.has(entry.name))
          throw new ConfigError(`the flow \`${entry.name}\` is declared twice; rename one of them`, placeOf('name'));
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
    for (const mistake of error.all) onMistake(mistake);
  }
}

async function readFlow(
  entry: DeclaredFlowEntry,
  placeOf: (key: keyof DeclaredFlowEntry) => ErrorPlace,
  { dialect: fallback, createReader }: ReadFlowsOptions,
): Promise<ParsedFlow> {
  const { name, owner } = entry;
  const dialect = entry.dialect ?? fallback;
  if (!dialect) throw new MissingDialectError(entry, placeOf('name'));
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

function readQuery(reader: SqlReader, sql: string, name: string, place: ErrorPlace): ParsedFlow['statements'] {
  const script = reader.readTraffic(sql);
  const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
  if (unreadable)
    throw new ConfigError(
      `the query of the flow \`${name}\` could not be parsed: ${unreadable.reason}; correct the query or its \`dialect\``,
      place,
    );
  if (script.statements.length === 0)
    throw new ConfigError(`the query of the flow \`${name}\` contains no statement; add one`, place);
  // What the session did earlier is not declared, so these facts are not known.
  return script.statements.map(({ operations, facts }) => ({
    operations,
    facts: { ...facts, ...UNKNOWN_SURROUNDINGS },
  }));
}

export interface MergedFlows {
  /** The flows to judge: those of the head, and those of the base that the head removed or edited. */
  readonly flows: readonly ParsedFlow[];
  /** The base's flows that the head removed. */
  readonly removed: readonly ParsedFlow[];
}

/**
 * Combines the declared flows of both sides. A change can add flows but not remove any: the base's flows are judged
 * until the change is merged.
 */
export function mergeFlows(base: FlowTable, head: FlowTable): MergedFlows {
  const fromBase: ParsedFlow[] = [];
  const removed: ParsedFlow[] = [];
  for (const [name, { entry, flow }] of base) {
    const inHead = head.get(name);
    if (inHead && JSON.stringify(inHead.entry) === JSON.stringify(entry)) continue;
    fromBase.push(inHead ? { ...flow, name: `${name} (as in force)` } : flow);
    if (!inHead) removed.push(flow);
  }
  return { flows: [...[...head.values()].map(({ flow }) => flow), ...fromBase], removed: removed };
}
