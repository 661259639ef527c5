import { createHash } from 'node:crypto';
import type { RowText } from '../../../history/index.ts';
import type { StoredRow } from '../engine.ts';

/** Characters that the distinct rows of one text may have together: a text of a megabyte can make hundreds. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Why a text is not taken whose rows are more. */
export const TOO_MANY_ROWS = 'it holds more statements than are taken at once; send them one by one';

/** A row with its key. */
export function storedRow({ text, unreadable, truncated }: RowText): StoredRow {
  return { hash: Uint8Array.from(createHash('sha256').update(text).digest()), text, unreadable, truncated };
}

/** Rows with their keys, equal ones one object, so that they travel once; undefined where they are too many. */
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
