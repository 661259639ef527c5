import type { LexicalMode } from '../../../sql/index.ts';
import type { LoggedStatement } from '../../../traffic/index.ts';
import { decode } from '../../input/byte-text.ts';

/** Lexical mode of a session with `standard_conforming_strings = off`. */
export const BACKSLASHES: LexicalMode = { backslash: 'always' };

/** Bytes of a text in which the setting is looked for: it is called for each statement of a log. */
const BEGINNING = 200;

/**
 * The string mode of a session after a statement, as far as it is set in statements of its own. Undefined: the
 * dialect's.
 */
export function modeAfterText(
  bytes: Uint8Array,
  start: number,
  end: number,
  mode: LexicalMode | undefined,
): LexicalMode | undefined {
  const first = (bytes[start] as number) | 0x20;
  if (first === 0x73) {
    if (((bytes[start + 1] ?? 0) | 0x20) !== 0x65 || ((bytes[start + 2] ?? 0) | 0x20) !== 0x74) return mode;
  } else if (mode === undefined || (first !== 0x72 && first !== 0x64)) return mode;
  const text = decode(bytes, start, Math.min(end, start + BEGINNING));
  const value = /^set\s+(?:session\s+|local\s+)?"?standard_conforming_strings"?\s*(?:=|\sto\s)\s*'?(\w+)/i.exec(
    text,
  )?.[1];
  if (value !== undefined) return /^(?:off?|f|fa|fal|fals|false|no?|0)$/i.test(value) ? BACKSLASHES : undefined;
  return /^(?:reset\s+(?:all|"?standard_conforming_strings)|discard\s+all)\b/i.test(text) ? undefined : mode;
}

/** The string modes of named sessions, as far as they are set in statements of their own. */
export class StringModes {
  /** Sessions with another mode than the dialect's. */
  readonly #modes = new Map<string, LexicalMode>();

  of(session: string): LexicalMode | undefined {
    return this.#modes.get(session);
  }

  /** The session ran the statement. The empty name stands for a session that is not known. */
  ran(session: string, { bytes, start, end, mode }: LoggedStatement): void {
    if (session === '') return;
    const after = modeAfterText(bytes, start, end, mode);
    if (after) this.#modes.set(session, after);
    else this.#modes.delete(session);
  }

  clear(): void {
    this.#modes.clear();
  }
}
