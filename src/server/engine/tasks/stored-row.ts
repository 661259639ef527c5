import { createHash } from 'node:crypto';
import type { RowText } from '../../../history/index.ts';
import type { StoredRow } from '../engine.ts';

/** Total characters of the distinct rows of one text: a text of a megabyte can produce hundreds. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Reason for a text whose rows exceed the limit. */
export const TOO_MANY_ROWS = 'it has too many statements; send them one by one';

/** A row with its hash. */
export function storedRow({ text, unreadable, truncated }: RowText): StoredRow {
  return { hash: Uint8Array.from(createHash('sha256').update(text).digest()), text, unreadable, truncated };
}

/**
 * Rows with their hashes. Equal rows are one object, so that they are transferred once. Undefined if there are too
 * many.
 */
export function storedRows(rows: readonly RowText[]): readonly StoredRow[] | undefined {
  const known = new Map<string, StoredRow>();
  let characters = 0;
  const stored: StoredRow[] = [];
  for (const row of rows) {
    let own = known.get(row.text);
    if (!own) {
      characters += row.text.length;
      if (characters > MAX_CHARACTERS) return undefined;
      own = storedRow(row);
      known.set(row.text, own);
    }
    stored.push(own);
  }
  return stored;
}
