import { createHash } from 'node:crypto';
import type { RowText } from '../../../../history/index.ts';
import type { StoredRow } from '../engine.ts';

/** A row with its key. */
export function storedRow({ text, unreadable, truncated }: RowText): StoredRow {
  return { hash: Uint8Array.from(createHash('sha256').update(text).digest()), text, unreadable, truncated };
}
