import { LIMITS } from '../../contract/index.ts';

/** A row of a page that is bounded by bytes. */
export interface Paged {
  readonly sequence: number;
  /** Rows that matched, at most one more than the page size: tells whether there is another page. */
  readonly found: number;
}

/**
 * SQL for a page bounded by bytes. `rows` is a statement that returns at most one row more than the page size, with the
 * columns `bytes` (at least 1) and those of `order`. Keeps the rows that fit into `LIMITS.pageBytes`, and always the
 * first one. Each row has the columns of Paged.
 */
export function fitting(rows: string, order: string): string {
  return `SELECT * FROM (
      SELECT p.*, count(*) OVER () AS found, sum(bytes) OVER (ORDER BY ${order}) AS bytes_so_far
      FROM (${rows}) AS p
    ) AS q
    WHERE bytes_so_far <= ${LIMITS.pageBytes} OR bytes_so_far = bytes
    ORDER BY ${order}`;
}
