import {
  type CallerFacts,
  ConfigError,
  type History,
  type HistoryHeader,
  type HistoryRow,
  type HistorySource,
  InternalError,
} from '../../model/index.ts';
import { daysText } from './days.ts';
import { DEFAULT_MAX_VARIANTS, type FoldCount, foldFlows } from './fold.ts';
import { headerOf } from './header.ts';
import { refuseMixedOrigins } from './origins.ts';
import { RowReader } from './row-reader.ts';
import { type CallerText, callerText, RowWriter } from './row-text.ts';
import { compareLines, mergeRuns, type Run, type RunLine, textOf } from './runs.ts';

export interface MergeOptions {
  /** Accept histories that seem to contain the same executions. */
  readonly allowOverlap?: boolean | undefined;
  /**
   * A flow with more rows is folded: facts that differ are not recorded. Default: the largest limit of the given
   * histories.
   */
  readonly maxVariants?: number | undefined;
}

/** Merged histories, before they are loaded or written. */
export interface Merging {
  readonly sources: readonly HistorySource[];
  readonly lines: Run;
  /** Call it once all lines have been iterated. */
  header(written: { readonly rows: number; readonly statements: number }): HistoryHeader;
}

/** Raises ConfigError if histories of these headers cover the same time of one source. */
export function refuseOverlap(headers: readonly HistoryHeader[]): void {
  const seen: HistorySource[] = [];
  for (const { sources } of headers) {
    refuseOverlapWith(sources, seen);
    seen.push(...sources);
  }
}

/** Raises ConfigError if one of the sources covers the same time as one of the others. */
export function refuseOverlapWith(sources: readonly HistorySource[], others: readonly HistorySource[]): void {
  const twice = describeOverlap(sources, others);
  if (twice !== undefined)
    throw new ConfigError(`${twice}: executions in both would count twice; leave one out, or pass \`--allow-overlap\``);
}

/**
 * Sums the rows of several histories. Rows of an older facts version become rows of the current one, with the missing
 * facts listed as not recorded.
 *
 * @param runs all rows of the histories, in any number of sorted runs
 */
export function startMerge(
  headers: readonly HistoryHeader[],
  runs: readonly Run[],
  options: Pick<MergeOptions, 'maxVariants'>,
): Merging {
  if (headers.length === 0) throw new ConfigError('no snapshot given: name the snapshots to merge');
  refuseMixedOrigins(headers);
  const sources = headers.flatMap((header) => header.sources);
  const foldedBefore = headers.map(({ folded }) => folded);
  const maxVariants = options.maxVariants ?? Math.max(...foldedBefore.map((folded) => folded.maxVariants));
  const count: FoldCount = { flows: 0, rows: 0 };
  return {
    sources,
    lines: foldFlows(mergeRuns(runs), maxVariants || DEFAULT_MAX_VARIANTS, count),
    header: (written) => {
      const statements = headers.reduce((sum, header) => sum + header.statements, 0);
      if (statements !== written.statements)
        throw new InternalError(`${statements} executions went into a merge, but ${written.statements} came out`);
      const folded = {
        maxVariants,
        flows: foldedBefore.reduce((sum, { flows }) => sum + flows, count.flows),
        rows: foldedBefore.reduce((sum, { rows }) => sum + rows, count.rows),
      };
      return headerOf(sources, folded, written, oldest(headers));
    },
  };
}

/** A merge is as old as its oldest input. */
function oldest(headers: readonly HistoryHeader[]): Date {
  return new Date(Math.min(...headers.map(({ collected }) => Date.parse(collected))));
}

/** Merges several histories in memory. Raises ConfigError if they cover the same time of one source. */
export function mergeHistories(histories: readonly History[], options: MergeOptions): History {
  const headers = histories.map(({ header }) => header);
  if (!options.allowOverlap) refuseOverlap(headers);
  const merging = startMerge(
    headers,
    histories.map(({ rows }) => sortedRun(rows)),
    options,
  );
  const { rows, statements } = rowsOf(merging.lines);
  return { header: merging.header({ rows: rows.length, statements }), rows };
}

/** Parses lines into rows. */
export function rowsOf(lines: Run): { readonly rows: HistoryRow[]; readonly statements: number } {
  const reader = new RowReader();
  const rows: HistoryRow[] = [];
  for (const line of lines) rows.push(reader.read(textOf(line)));
  return { rows, statements: reader.statements };
}

function sortedRun(rows: readonly HistoryRow[]): readonly RunLine[] {
  const lineOfRow = runLines();
  return rows.map(lineOfRow).sort(compareLines);
}

/** Starts to format rows as lines of a run. Rows that share facts, operations or a caller share the work. */
export function runLines(): (row: HistoryRow) => RunLine {
  const writer = new RowWriter();
  const callers = new Map<CallerFacts, Map<string, CallerText>>();
  return (row) => {
    const patterns = row.callerPatterns?.join() ?? '';
    const texts = callers.get(row.caller) ?? new Map<string, CallerText>();
    callers.set(row.caller, texts);
    let caller = texts.get(patterns);
    if (!caller) {
      caller = callerText(row.caller, row.callerPatterns);
      texts.set(patterns, caller);
    }
    return { tuple: writer.tuple(row), caller, days: daysText(Object.entries(row.days)) };
  };
}

/** Describes the first source that seems to be in both lists; undefined if there is none. */
export function describeOverlap(
  sources: readonly HistorySource[],
  others: readonly HistorySource[],
): string | undefined {
  for (const source of sources) {
    for (const known of others) {
      const same = overlap(source, known);
      if (same !== undefined) return `\`${source.name}\` ${same}`;
    }
  }
  return undefined;
}

/** Why two sources seem to contain the same executions. */
function overlap(a: HistorySource, b: HistorySource): string | undefined {
  if (a.identity === b.identity) return a.bytes > 0 ? 'is in two of the snapshots' : undefined;
  if (a.kind !== b.kind || a.name !== b.name) return undefined;
  // The shards of a test suite run at the same time.
  if (a.origin === 'tests') return undefined;
  if (a.from === undefined || a.to === undefined || b.from === undefined || b.to === undefined) {
    // Totals without times have no window that could follow another; an empty source cannot overlap.
    return a.statements > 0 && b.statements > 0
      ? 'is in two of the snapshots, and has no times to tell them apart'
      : undefined;
  }
  if (a.from > b.to || b.from > a.to) return undefined;
  return `is in two of the snapshots, from ${a.from} to ${a.to} and from ${b.from} to ${b.to}`;
}
