import { LIMITS } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';

/** An opaque cursor that points after an entry of a list sorted newest first. */
export function cursorAfter(sequence: number): string {
  return Buffer.from(`s${sequence}`).toString('base64url');
}

/** The sequence number below which the page starts; undefined for the first page. Raises ProblemError. */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [, digits] = /^s(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined && cursorAfter(Number(digits)) === cursor) return Number(digits);
  const detail = 'is not a cursor of this list; use the `next` of a page, or leave it out';
  throw new ProblemError('field_invalid', `\`cursor\` ${detail}`, { errors: [{ detail, pointer: '/cursor' }] });
}

/** Parses the timestamp here: PostgreSQL accepts fewer UTC offsets than ISO 8601. */
export function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** A row of `pageOf`. */
export interface Paged {
  readonly sequence: number;
  /** Rows that matched, at most one more than the page size: tells whether there is another page. */
  readonly found: number;
}

/**
 * SQL for a page bounded by bytes. `rows` is a statement that returns at most one row more than the page size, with the
 * columns `sequence` and `bytes` (at least 1). Keeps the rows that fit into `LIMITS.pageBytes`, and always the first
 * one. Each row is a Paged.
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
