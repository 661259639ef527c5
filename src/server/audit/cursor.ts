import { LIMITS } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';

/** The cursor behind an entry of a list that goes from the newest to the oldest; it says nothing to whoever holds it. */
export function cursorAfter(sequence: number): string {
  return Buffer.from(`s${sequence}`).toString('base64url');
}

/** The sequence that a page begins below; undefined for the first page. Raises ProblemError. */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [, digits] = /^s(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined && cursorAfter(Number(digits)) === cursor) return Number(digits);
  const detail = 'is not the `next` of a page of this list: begin without a cursor';
  throw new ProblemError('field_invalid', `\`cursor\` ${detail}`, { errors: [{ detail, pointer: '/cursor' }] });
}

/** PostgreSQL knows fewer offsets from UTC than ISO 8601. */
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** A row of `pageOf`. */
export interface Paged {
  readonly sequence: number;
  /** Rows that there were, of one more than a page holds: it tells whether another page follows. */
  readonly found: number;
}

/**
 * SQL of a page: of the rows of a statement, which has at most one more than a page holds, their `sequence` and their `bytes`
 * (1 at least), those that fit into `LIMITS.pageBytes`, and the first in any case. Each is a Paged.
 */
export function fitting(rows: string, order: 'ASC' | 'DESC'): string {
  return `SELECT * FROM (
      SELECT p.*, count(*) OVER () AS found, sum(bytes) OVER (ORDER BY sequence ${order}) AS bytes_so_far
      FROM (${rows}) AS p
    ) AS q
    WHERE bytes_so_far <= ${LIMITS.pageBytes} OR bytes_so_far = bytes
    ORDER BY sequence ${order}`;
}

export function pageOf<Row extends Paged, Item>(
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): { items: Item[]; next: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(itemOf),
    next: last && last.found > page.length ? cursorAfter(last.sequence) : undefined,
  };
}
