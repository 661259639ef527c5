import { CALLER_PATTERNS, type CallerFacts, flowId, type HistoryHeader, type HistoryRow } from '../model/index.ts';
import { foldedShape } from '../sql/index.ts';
import { recordedTags } from '../traffic/index.ts';
import { callerOf } from './collect/caller-table.ts';
import type { InputSource } from './input/open.ts';
import { snapshotFrom } from './read-history.ts';
import { RowReader } from './snapshot/row-reader.ts';
import { bodyOf, type CallerText, callerText, RowWriter, rowText } from './snapshot/row-text.ts';
import { RowProblem } from './snapshot/row-values.ts';
import type { RowText } from './traffic-rows.ts';

/** A row of a snapshot with its executions by day. */
export interface DatedRow {
  readonly row: RowText;
  readonly days: HistoryRow['days'];
}

/**
 * Reads a snapshot into rows that can be added to other rows: equal facts have equal text, whichever tool wrote them.
 * Raises ConfigError if it is not a snapshot.
 */
export async function readStoredRows(
  source: InputSource,
): Promise<{ readonly header: HistoryHeader; readonly rows: Iterable<DatedRow> }> {
  const { header, rows } = await snapshotFrom(source);
  return { header, rows: rowTexts(rows) };
}

function* rowTexts(rows: readonly HistoryRow[]): Generator<DatedRow> {
  const writer = new RowWriter();
  const callers = new Map<CallerFacts, Map<string, CallerText>>();
  for (const row of rows) {
    const text = rowText(bodyOf(writer.tuple(row), callerTextOf(row, callers)));
    const { unreadable, truncated, days } = row;
    yield { row: { text, flow: flowId(row), unreadable: unreadable !== undefined, truncated }, days };
  }
}

/** Rows share caller objects, so each one is formatted once. */
function callerTextOf(
  { caller, callerPatterns }: HistoryRow,
  known: Map<CallerFacts, Map<string, CallerText>>,
): CallerText {
  const patterns = callerPatterns?.join() ?? '';
  const texts = known.get(caller) ?? new Map<string, CallerText>();
  known.set(caller, texts);
  const text = texts.get(patterns) ?? callerText(caller, callerPatterns);
  texts.set(patterns, text);
  return text;
}

/** A row of a snapshot without its days, from a client; or why it is not one. */
export type ReadRow = { readonly row: HistoryRow; readonly text: RowText } | { readonly problem: string };

/** Reads rows that clients send, each as one JSON object in the current version of the facts. */
export class RowTextReader {
  readonly #reader = new RowReader();

  /** Never raises, whatever the value. The names of the caller are masked like those of a log. */
  read(value: unknown): ReadRow {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || 'days' in value)
      return { problem: 'must be a row of a snapshot without its `days`' };
    try {
      const read = this.#reader.read(JSON.stringify({ ...value, days: { '2000-01-01': 1 } }));
      const row = { ...read, shape: foldedShape(read.shape, read.dialect) };
      const { tags, inPart } = row.caller.tags ? recordedTags(row.caller.tags) : { tags: undefined, inPart: false };
      const { facts: caller, patterns } = callerOf(row.caller, tags, inPart);
      const masked = CALLER_PATTERNS.filter((name) => patterns.includes(name) || row.callerPatterns?.includes(name));
      const { facts, operations, shape, dialect, unreadable, truncated } = row;
      const tuple = { facts, operations, shape, dialect, unreadable, truncated };
      const text = rowText(bodyOf(new RowWriter().tuple(tuple), callerText(caller, masked)));
      return {
        row: { ...row, caller, ...(masked.length > 0 && { callerPatterns: masked }) },
        text: { text, flow: flowId({ dialect, shape, caller }), unreadable: unreadable !== undefined, truncated },
      };
    } catch (error) {
      if (error instanceof RowProblem) return { problem: error.message };
      throw error;
    }
  }
}
