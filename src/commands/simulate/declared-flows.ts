import { ConfigError, type Dialect, type SimulationProblem } from '../../model/index.ts';
import type { FlowTable, MissingDialectError, ParsedFlow } from '../../simulation/index.ts';
import { readOwnFile } from '../inputs/config.ts';
import type { memoisedReader } from '../inputs/effective-ruleset.ts';
import { inBase } from '../inputs/side-files.ts';
import { baseProblem, headProblem, type SimulatedSide, type SimulatedSides } from './sides.ts';

export const FLOWS_FILE = '.querygate/flows.yml';

const MISNAMED = '.querygate/flows.yaml';

export interface DeclaredFlows {
  readonly flows: readonly ParsedFlow[];
  readonly problems: readonly SimulationProblem[];
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
  /** The raw files, for a service that reads them itself; undefined if a file is missing or has errors. */
  readonly texts: { readonly base: string | undefined; readonly head: string | undefined };
}

/**
 * Reads the declared flows of both sides. A change can add flows but not remove any: flows that the base declares are
 * judged until the change is merged. An error in the head's file is an error of the change; in the base's, it is
 * unknown. Flows must also be readable under the configuration of the head: otherwise not this change would fail, but
 * the next one. A flow without a dialect that the base already has is a warning, as this change did not add it.
 */
export async function declaredFlows(
  { base, head }: SimulatedSides,
  createReader: ReturnType<typeof memoisedReader>,
): Promise<DeclaredFlows> {
  const problems: SimulationProblem[] = [];
  const inForce = await sideFlows(base, createReader, dialectOf(base));
  problems.push(...inForce.mistakes.map((error) => baseProblem(inBase(error))));
  const declared = await sideFlows(head, createReader, dialectOf(base) ?? dialectOf(head));
  const known = new Set(inForce.withoutDialect.map(entryKey));
  const mistakes = [
    ...declared.mistakes,
    ...declared.withoutDialect.filter((error) => !known.has(entryKey(error))),
    ...(await mistakesOnceMerged(head, createReader, dialectOf(base))),
  ];
  problems.push(...mistakes.map(headProblem));
  const warnings = inForce.withoutDialect.map(
    ({ entry }) =>
      `the declared flow \`${entry.name}\` (${entry.owner}) of the base branch is not judged, since it has no dialect; add one to it in ${FLOWS_FILE}, or set \`dialect\` in .querygate/config.yml`,
  );
  const texts = { base: inForce.text, head: declared.text };
  const nothing = { flows: [], problems, notices: [], warnings, texts };
  if (inForce.flows.size === 0 && declared.flows.size === 0) return nothing;
  const { mergeFlows } = await import('../../simulation/index.ts');
  const { flows, removed } = mergeFlows(inForce.flows, declared.flows);
  const notices = (mistakes.length === 0 ? removed : []).map(
    ({ name, owner }) =>
      `the change removes the declared flow \`${name}\` (${owner}) from ${FLOWS_FILE}: it is still judged until the change is merged`,
  );
  return { ...nothing, flows, notices };
}

function entryKey({ entry }: MissingDialectError): string {
  return JSON.stringify(entry);
}

/** What the head's flows get wrong under the dialect that its own configuration sets, or no longer sets. */
async function mistakesOnceMerged(
  head: SimulatedSide,
  createReader: ReturnType<typeof memoisedReader>,
  inUse: Dialect | undefined,
): Promise<readonly ConfigError[]> {
  if (inUse === undefined || dialectOf(head) === inUse) return [];
  const { mistakes, withoutDialect } = await sideFlows(head, createReader, dialectOf(head));
  const inUseToo = await sideFlows(head, createReader, inUse);
  const known = new Set(inUseToo.mistakes.map((error) => error.toLine()));
  const why = 'the change edits `dialect` in .querygate/config.yml, and then ';
  return [...mistakes.filter((error) => !known.has(error.toLine())), ...withoutDialect].map(
    ({ message, place }) => new ConfigError(`${why}${message}`, place),
  );
}

function dialectOf({ config }: SimulatedSide): Dialect | undefined {
  return config?.value.dialect;
}

interface SideFlows {
  readonly flows: FlowTable;
  /** The raw file; undefined if it is missing or has errors. */
  readonly text: string | undefined;
  readonly mistakes: readonly ConfigError[];
  readonly withoutDialect: readonly MissingDialectError[];
}

const NO_FLOWS: SideFlows = { flows: new Map(), text: undefined, mistakes: [], withoutDialect: [] };

async function sideFlows(
  { tree }: SimulatedSide,
  createReader: ReturnType<typeof memoisedReader>,
  dialect: Dialect | undefined,
): Promise<SideFlows> {
  if (!tree) return NO_FLOWS;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readOwnFile(tree, FLOWS_FILE, 'declared flows file');
    if (!bytes && (await tree.read(MISNAMED)).kind !== 'missing')
      throw new ConfigError(`this file is not read; rename it to \`${FLOWS_FILE}\``, { file: MISNAMED });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...NO_FLOWS, mistakes: [error] };
  }
  if (!bytes) return NO_FLOWS;
  const { MissingDialectError: Missing, readFlows } = await import('../../simulation/index.ts');
  const mistakes: ConfigError[] = [];
  const withoutDialect: MissingDialectError[] = [];
  const onMistake = (error: ConfigError): void => {
    if (error instanceof Missing) withoutDialect.push(error);
    else mistakes.push(error);
  };
  const flows = await readFlows({ path: FLOWS_FILE, bytes, dialect, createReader, onMistake });
  return { flows, text: mistakes.length === 0 ? new TextDecoder().decode(bytes) : undefined, mistakes, withoutDialect };
}
