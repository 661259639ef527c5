import {
  ConfigError,
  grouped,
  type History,
  type HistoryHeader,
  InternalError,
  maskOption,
  type ProposedMasks,
} from '../../model/index.ts';
import type { InputSource } from '../input/open.ts';
import { headerOf } from '../snapshot/header.ts';
import { rowsOf } from '../snapshot/merge.ts';
import { TooManyRows, writeSnapshot } from '../snapshot/write.ts';
import { type Collected, type CollectOptions, collect } from './logs.ts';
import type { CollectTools } from './part.ts';
import type { UnreadPlace } from './source-tally.ts';

/** Patterns that an error names. */
const MAX_NAMED = 3;

/** Result of `collectSnapshot`. */
export interface CollectedSnapshot {
  readonly header: HistoryHeader;
  /** False if there was nothing to write: an empty result never replaces an earlier history. */
  readonly written: boolean;
  /** By source, in the order of the header: the first lines that could not be read. */
  readonly places: readonly (readonly UnreadPlace[])[];
  readonly workers: number;
  readonly proposals: ProposedMasks;
}

/** Reads logs and exports into a history in memory. Raises ConfigError. */
export function collectHistory(
  inputs: readonly InputSource[],
  options: CollectOptions,
  tools: CollectTools,
): Promise<History> {
  return collect(inputs, options, tools, async (collected) => {
    const { rows, statements } = rowsOf(collected.lines);
    return { header: headerOfAll(collected, { rows: rows.length, statements }, options.now), rows };
  });
}

/** Writes logs and exports as a snapshot to `path`, within bounded memory. Raises ConfigError. */
export function collectSnapshot(
  inputs: readonly InputSource[],
  path: string,
  options: CollectOptions,
  tools: CollectTools,
): Promise<CollectedSnapshot> {
  return collect(inputs, options, tools, async (collected) => {
    const { sources, lines, places, workers, proposals } = collected;
    if (sources.every(({ statements }) => statements === 0)) {
      const header = headerOfAll(collected, { rows: 0, statements: 0 }, options.now);
      return { header, written: false, places, workers, proposals };
    }
    const header = await writeSnapshot(path, lines, (written) => headerOfAll(collected, written, options.now)).catch(
      (error: unknown) => {
        throw error instanceof TooManyRows ? withPatterns(error, proposals) : error;
      },
    );
    return { header, written: true, places, workers, proposals };
  });
}

/** Names the patterns that would make the history smaller. */
export function withPatterns(error: TooManyRows, { masks }: ProposedMasks): ConfigError {
  const options = masks
    .slice(0, MAX_NAMED)
    .map((mask) => `\`${maskOption(mask)}\` (${grouped(mask.count)}${mask.isMore ? ' or more' : ''} names)`);
  if (options.length === 0) return error;
  return new ConfigError(
    error.message.replace(': ', `: names that change give each query many rows, so pass ${options.join(', ')}; or `),
  );
}

/** Builds the header, and checks that the rows hold all executions that the readers counted. */
function headerOfAll(
  { sources, folded, maxVariants }: Collected,
  written: { readonly rows: number; readonly statements: number },
  now: Date,
): HistoryHeader {
  const counted = sources.reduce((sum, source) => sum + source.statements, 0);
  if (counted !== written.statements)
    throw new InternalError(`${counted} executions were read, but the rows hold ${written.statements}`);
  return headerOf(sources, { maxVariants, flows: folded.flows, rows: folded.rows }, written, now);
}
