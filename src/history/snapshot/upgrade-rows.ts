import { RowReader } from './row-reader.ts';
import { bodyOf, callerText, RowWriter, rowLine, rowText } from './row-text.ts';

/** Turns a stored row (without its days) into a row of the current facts version. */
export type RowUpgrade = (text: string) => string;

/**
 * Starts to upgrade rows of an older facts version: the facts that they lack are listed as not recorded. Rows share
 * work. Raises RowProblem for a text that is not a row.
 */
export function startRowUpgrade(factsVersion: number): RowUpgrade {
  const reader = new RowReader(factsVersion);
  const writer = new RowWriter();
  return (text) => {
    const row = reader.read(rowLine(text, '{"":1}'));
    const body = bodyOf(writer.tuple(row), callerText(row.caller, row.callerPatterns));
    return rowText(body);
  };
}
