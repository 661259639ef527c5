import { isSpace } from './text.ts';

const NAME = '(`(?:[^`]|``)+`|(?<=\\s)[^\\s;`]+)';
const USE = new RegExp(`^use\\s*${NAME}[\\s;]*$`, 'i');
const DROP = new RegExp(`^drop\\s+(?:database|schema)\\s*(?:\\sif\\s+exists\\s*)?${NAME}[\\s;]*$`, 'i');
/** Longer texts are not parsed as either. */
const MAX_LENGTH = 1000;

const U = 0x75;
const D = 0x64;
const S = 0x73;
const E = 0x65;

/**
 * Database of a connection after a statement; undefined if the statement may change it to an unknown one. A failed USE
 * is read as a successful one, because logs do not tell them apart.
 */
export function databaseAfter(
  bytes: Buffer,
  start: number,
  end: number,
  database: string | undefined,
): string | undefined {
  const first = (bytes[start] ?? 0) | 0x20;
  if ((first === U || first === D) && end - start < MAX_LENGTH) {
    const sql = bytes.toString('utf8', start, end);
    const used = USE.exec(sql)?.[1];
    if (used !== undefined) return unquoted(used);
    const dropped = DROP.exec(sql)?.[1];
    if (dropped !== undefined) return unquoted(dropped) === database ? '' : database;
  }
  return mayUse(bytes, start, end) ? undefined : database;
}

/**
 * Whether a text may contain a USE: at its beginning, after a `;`, a comment or a line end, or in an executable
 * comment. One inside a string counts too, which is safe.
 */
function mayUse(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at + 3 < end; at++) {
    if (((bytes[at] as number) | 0x20) !== U) continue;
    if (((bytes[at + 1] as number) | 0x20) !== S || ((bytes[at + 2] as number) | 0x20) !== E) continue;
    if (isWord(bytes[at + 3]) || !mayBegin(bytes, start, at)) continue;
    if (!/^\s+(?:index|key)\b/i.test(bytes.toString('latin1', at + 3, Math.min(end, at + 64)))) return true;
  }
  return false;
}

function mayBegin(bytes: Buffer, start: number, at: number): boolean {
  let before = at - 1;
  let lineEnd = false;
  for (; before >= start && isSpace(bytes[before]); before--) if (bytes[before] === 0x0a) lineEnd = true;
  if (before < start || lineEnd) return true;
  const byte = bytes[before] as number;
  // `;`, the end of a comment, `/*!`, `/*!40101`
  return byte === 0x3b || byte === 0x2f || byte === 0x21 || (byte >= 0x30 && byte <= 0x39 && before < at - 1);
}

function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte > 0x7f
  );
}

function unquoted(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
}
