import { createHash } from 'node:crypto';
import type { RowText } from '../../../history/index.ts';
import { FACTS_VERSION, type FlowIdentity, flowId } from '../../../model/index.ts';
import type { StoredRow } from '../engine.ts';

/** Total characters of the distinct rows of one text: a text of a megabyte can produce hundreds. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Reason for a text whose rows exceed the limit. */
export const TOO_MANY_ROWS = 'it has too many statements; send them one by one';

/**
 * A row with its hash. The hash includes the version of the facts: the same text is another row in another version,
 * because the facts that it leaves out have their default in one and are not known in the other.
 */
export function storedRow({ text, flow, unreadable, truncated }: RowText): StoredRow {
  return { hash: hashOfRow(text), text, flow, unreadable, truncated };
}

/**
 * The flow of a text: that of its statement; of several statements, an id of their flows in order. `unread` identifies a
 * text without rows.
 */
export function flowOfText(rows: readonly StoredRow[], unread: FlowIdentity): string {
  const [only] = rows;
  if (!only) return flowId(unread);
  if (rows.length === 1) return only.flow;
  const flows = rows.map(({ flow }) => flow).join(' ');
  return createHash('sha256').update(flows).digest('hex').slice(0, only.flow.length);
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
