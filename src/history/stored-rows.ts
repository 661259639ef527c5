import type { CallerFacts, HistoryHeader, HistoryRow } from '../model/index.ts';
import type { InputSource } from './input/open.ts';
import { snapshotFrom } from './read-history.ts';
import { bodyOf, type CallerText, callerText, RowWriter, rowText } from './snapshot/row-text.ts';
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
    yield { row: { text, unreadable: row.unreadable !== undefined, truncated: row.truncated }, days: row.days };
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
