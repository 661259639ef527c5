import { isSpace } from './mysql-text.ts';

const SEMICOLON = 0x3b;
const OPENS_EXECUTABLE = [Buffer.from('/*!'), Buffer.from('/*M!')];

const NAME = '(`(?:[^`]|``)+`|[^\\s;`]+)';
const USE = new RegExp(`^use\\s*${NAME}[\\s;]*$`, 'i');
const DROP = new RegExp(`^drop\\s+(?:database|schema)\\s+(?:if\\s+exists\\s+)?${NAME}[\\s;]*$`, 'i');
/** A USE where a statement may begin, with comments before it. In a string it is taken for one, which is safe. */
const ANY_USE = /(?:^|;|\/\*M?!\d*)(?:\s|\/\*(?!M?!)(?:[^*]|\*(?!\/))*\*\/|(?:--\s|#)[^\n]*\n)*use\b/i;
/** Longer texts are no USE; of several statements one may be anything. */
const LONGEST = 16_384;

/**
 * The database of a connection after a statement; undefined where the statement changes it to what cannot be told. A USE
 * that failed is taken for one that did not: logs do not tell.
 */
export function databaseAfter(
  bytes: Buffer,
  start: number,
  end: number,
  database: string | undefined,
): string | undefined {
  const first = (bytes[start] ?? 0) | 0x20;
  // u, d, or the beginning of a comment (`/`, `-`, `#`), whose bytes `| 0x20` leaves or makes so.
  const plain = first !== 0x75 && first !== 0x64 && first !== 0x2f && first !== 0x2d && first !== 0x23;
  const text = bytes.subarray(start, end);
  const several = hasMore(text);
  if (plain && !several && !OPENS_EXECUTABLE.some((opening) => text.includes(opening))) return database;
  if (text.length > LONGEST && !plain && !several) return database;
  if (text.length > LONGEST) return undefined;
  const sql = text.toString('utf8');
  const used = USE.exec(sql)?.[1];
  if (used !== undefined) return unquoted(used);
  const dropped = DROP.exec(sql)?.[1];
  if (dropped !== undefined) return unquoted(dropped) === database ? '' : database;
  return ANY_USE.test(sql) ? undefined : database;
}

/** Whether something stands behind a `;`. */
function hasMore(text: Buffer): boolean {
  const at = text.indexOf(SEMICOLON);
  if (at < 0) return false;
  for (let next = at + 1; next < text.length; next++) if (!isSpace(text[next]) && text[next] !== SEMICOLON) return true;
  return false;
}

function unquoted(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
}
