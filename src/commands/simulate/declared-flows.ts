import { ConfigError, type Dialect, type SimulationProblem } from '../../model/index.ts';
import type { FlowTable, ParsedFlow } from '../../simulation/index.ts';
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
  /** The raw files, for a service that reads them itself; undefined if a file is missing or has errors. */
  readonly texts: { readonly base: string | undefined; readonly head: string | undefined };
}

/**
 * Reads the declared flows of both sides. A change can add flows but not remove any: flows that the base declares are
 * judged until the change is merged. An error in the head's file is an error of the change; in the base's, it is
 * unknown.
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
  if (inForce.flows.size === 0 && declared.flows.size === 0) return { flows: [], problems, notices: [], texts };
  const { mergeFlows } = await import('../../simulation/index.ts');
  const { flows, removed } = mergeFlows(inForce.flows, declared.flows);
  const notices = (isHeadReadable ? removed : []).map(
    ({ name, owner }) =>
      `the change removes the declared flow \`${name}\` (${owner}) from ${FLOWS_FILE}: it is still judged until the change is merged`,
  );
  return { flows, problems, notices, texts };
}

function dialectOf({ config }: SimulatedSide): Dialect | undefined {
  return config?.value.dialect;
}

interface SideFlows {
  readonly flows: FlowTable;
  /** The raw file; undefined if it is missing or has errors. */
  readonly text: string | undefined;
}

const NO_FLOWS: SideFlows = { flows: new Map(), text: undefined };

async function sideFlows(
  { tree }: SimulatedSide,
  createReader: ReturnType<typeof memoisedReader>,
  dialect: Dialect | undefined,
  onError: (error: ConfigError) => void,
): Promise<SideFlows> {
  if (!tree) return NO_FLOWS;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readOwnFile(tree, FLOWS_FILE, 'declared flows file');
    if (!bytes && (await tree.read(MISNAMED)).kind !== 'missing')
      throw new ConfigError(`this file is not read; rename it to \`${FLOWS_FILE}\``, { file: MISNAMED });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    onError(error);
  }
  if (!bytes) return NO_FLOWS;
  const { readFlows } = await import('../../simulation/index.ts');
  let isRead = true;
  const onFileError = (error: ConfigError): void => {
    isRead = false;
    onError(error);
  };
  const flows = await readFlows({ path: FLOWS_FILE, bytes, dialect, createReader, onMistake: onFileError });
  return { flows, text: isRead ? new TextDecoder().decode(bytes) : undefined };
}
