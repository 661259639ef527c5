import { createHash } from 'node:crypto';
import type { RowText } from '../../../history/index.ts';
import { FACTS_VERSION } from '../../../model/index.ts';
import type { StoredRow } from '../engine.ts';

/** Total characters of the distinct rows of one text: a text of a megabyte can produce hundreds. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Reason for a text whose rows exceed the limit. */
export const TOO_MANY_ROWS = 'it has too many statements; send them one by one';

/**
 * A row with its hash. The hash includes the version of the facts: the same text is another row in another version,
 * because the facts that it leaves out have their default in one and are not known in the other.
 */
export function storedRow({ text, unreadable, truncated }: RowText): StoredRow {
  return { hash: hashOfRow(text), text, unreadable, truncated };
}

/** SHA-256; of version 1, of the text alone. */
export function hashOfRow(text: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(`${FACTS_VERSION}\n${text}`).digest());
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
