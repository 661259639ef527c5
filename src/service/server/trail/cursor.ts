import { ProblemError } from '../problem-error.ts';

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

/** One more than a page holds tells whether another follows. */
export function pageOf<Row extends { readonly sequence: number }, Item>(
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): { items: Item[]; next: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(itemOf),
    next: rows.length > limit && last ? cursorAfter(last.sequence) : undefined,
  };
}
