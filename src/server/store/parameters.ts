import { InternalError } from '../../model/index.ts';
import { ProblemError } from '../problems/error.ts';

/**
 * A parameter as PostgreSQL reads it from text, so that both stores are given the very same. Dates become ISO 8601, bytes
 * `\x…`, lists arrays, other objects JSON (a list that is to become JSON must come as text). Undefined is NULL.
 * Raises ProblemError for U+0000, which PostgreSQL cannot hold in a text, and for halves of characters in JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return holdable(value);
    case 'number':
      if (Number.isNaN(value)) throw new InternalError('a parameter of a query is no number');
      return String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array)
        return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
      if (Array.isArray(value)) return `{${value.map(itemText).join(',')}}`;
      return jsonText(value);
    default:
      throw new InternalError(`a parameter of a query is a ${typeof value}`);
  }
}

export function parameterTexts(values: readonly unknown[] = []): (string | null)[] {
  return values.map(parameterText);
}

function itemText(item: unknown): string {
  const text = parameterText(item);
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function jsonText(value: object): string {
  const text = JSON.stringify(value);
  // These escapes stand in JSON's text only for such a character, or behind another backslash.
  if (/\\u(0000|d[89a-f])/.test(text))
    JSON.stringify(value, (_key, item) => (typeof item === 'string' ? holdable(item, true) : item));
  return text;
}

function holdable(text: string, whole = false): string {
  if (!text.includes('\0') && !(whole && /\p{Surrogate}/u.test(text))) return text;
  throw new ProblemError(
    'field_invalid',
    'a text holds U+0000 or half of a character, which the store cannot hold: take it out',
  );
}
