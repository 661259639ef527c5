import { InternalError } from '../../model/index.ts';
import { ProblemError } from '../problems/error.ts';

/**
 * A parameter in PostgreSQL's text format, the same for both stores. Dates become ISO 8601, bytes `\x…`, lists arrays,
 * other objects JSON (pass a list as text to store it as JSON). Undefined is NULL.
 * Raises ProblemError for U+0000, which PostgreSQL cannot store in text, and for unpaired surrogates in JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return holdable(value);
    case 'number':
      if (Number.isNaN(value)) throw new InternalError('a parameter of a query is not a number');
      return String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value instanceof Date) return instantText(value);
      if (value instanceof Uint8Array)
        return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
      if (Array.isArray(value)) return `{${value.map(itemText).join(',')}}`;
      return jsonText(value);
    default:
      throw new InternalError(`a parameter of a query is a ${typeof value}`);
  }
}

/** Milliseconds of the last instant of a Date, which stands for `infinity`; the first stands for `-infinity`. */
export const MAX_DATE = 8.64e15;
/** The first year of PostgreSQL. */
const MIN_YEAR = -4712;

/** PostgreSQL has no signs of years. */
function instantText(date: Date): string {
  const year = date.getUTCFullYear();
  if (date.getTime() === MAX_DATE) return 'infinity';
  if (year < MIN_YEAR) return '-infinity';
  const text = date.toISOString();
  if (year > 0 && year < 10_000) return text;
  const rest = text.slice(text.indexOf('-', 1));
  return year > 0 ? `${year}${rest}` : `${String(1 - year).padStart(4, '0')}${rest} BC`;
}

export function parameterTexts(values: readonly unknown[] = []): (string | null)[] {
  return values.map(parameterText);
}

const VISIBLE = /^[\x20-\x7e]*$/;

function itemText(item: unknown): string {
  const text = parameterText(item);
  if (text === null) return 'NULL';
  // JSON escapes the same visible ASCII characters as a list of PostgreSQL, and is much faster.
  return VISIBLE.test(text) ? JSON.stringify(text) : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function jsonText(value: object): string {
  const text = JSON.stringify(value);
  // In JSON text, these escapes mean such a character, unless they follow another backslash.
  if (/\\u(0000|d[89a-f])/.test(text))
    JSON.stringify(value, (_key, item) => (typeof item === 'string' ? holdable(item, true) : item));
  return text;
}

function holdable(text: string, whole = false): string {
  if (!text.includes('\0') && !(whole && /\p{Surrogate}/u.test(text))) return text;
  throw new ProblemError(
    'field_invalid',
    'a text contains U+0000 or an unpaired surrogate, which the store cannot hold; remove it',
  );
}
