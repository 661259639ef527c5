import type { Dialect } from '../../model/index.ts';
import type { RecordedStatement } from '../../model/schemas/index.ts';
import { lex, T } from '../../sql/index.ts';
import type { BookkeepingRow } from './bookkeeping.ts';

type Tokens = ReturnType<typeof lex>;

/**
 * The rows that an INSERT writes, or the one that an UPDATE sets, as far as literals and the statement's own values show
 * them.
 */
export function rowsWritten(
  text: string,
  values: RecordedStatement['values'],
  dialect: Dialect,
): readonly BookkeepingRow[] {
  const tokens = lex(text, dialect);
  const first = tokens.word(0);
  return first === 'UPDATE' ? [rowSet(tokens, values)] : rowsInserted(tokens, values);
}

function rowSet(tokens: Tokens, values: RecordedStatement['values']): BookkeepingRow {
  const row: Record<string, string> = {};
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.word(at) === 'WHERE') break;
    const next = tokens.word(at + 1) === '=' ? valueAt(tokens, at + 2, values) : undefined;
    if (next !== undefined) row[nameAt(tokens, at)] = next;
  }
  return row;
}

function rowsInserted(tokens: Tokens, values: RecordedStatement['values']): readonly BookkeepingRow[] {
  const rows: BookkeepingRow[] = [];
  let names: readonly string[] = [];
  let isValues = false;
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.word(at) === 'VALUES') isValues = true;
    if (tokens.word(at) !== '(') continue;
    const end = tokens.closing(at);
    if (end < 0) break;
    const items = itemsIn(tokens, at + 1, end);
    if (isValues) {
      const row: Record<string, string> = {};
      for (const [index, item] of items.entries()) {
        const known = valueAt(tokens, item, values);
        const name = names[index];
        if (name !== undefined) row[name] = known ?? '';
      }
      rows.push(row);
    } else names = items.map((item) => nameAt(tokens, item));
    at = end;
  }
  return rows;
}

/** Where the items of a list between parentheses begin. */
function itemsIn(tokens: Tokens, from: number, end: number): readonly number[] {
  const items = [from];
  for (let at = from; at < end; at++) {
    if (tokens.word(at) === '(') at = tokens.closing(at);
    else if (tokens.word(at) === ',') items.push(at + 1);
  }
  return items;
}

/** A name in lower case, without quotes. */
function nameAt(tokens: Tokens, at: number): string {
  const raw = tokens.raw(at);
  return (tokens.kind(at) === T.quoted ? raw.slice(1, -1) : raw).toLowerCase();
}

function valueAt(tokens: Tokens, at: number, values: RecordedStatement['values']): string | undefined {
  const raw = tokens.raw(at);
  switch (tokens.kind(at)) {
    case T.number:
      return raw;
    case T.string:
      return raw
        .replace(/^[NEne](?=')/, '')
        .slice(1, -1)
        .replaceAll("''", "'")
        .replaceAll('\\\\', '\\');
    case T.param:
      return values?.[Number(raw.slice(1)) - 1] ?? undefined;
    default:
      return undefined;
  }
}
