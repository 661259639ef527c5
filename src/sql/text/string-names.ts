import { T, type TokenList } from './tokens.ts';

/** Words behind which SQLite's grammar has a name, so that a string there is one (SQLite docs, quirks, 8). */
const BEFORE_NAMES: ReadonlySet<string> = new Set(
  'TABLE INTO FROM JOIN UPDATE VIEW TRIGGER INDEX REFERENCES COLUMN CONSTRAINT REINDEX ANALYZE WITH RECURSIVE'.split(
    ' ',
  ),
);
/** The same in ALTER TABLE only. */
const BEFORE_ALTERED: ReadonlySet<string> = new Set(['ADD', 'DROP', 'RENAME', 'TO']);
const FROM_ENDS: ReadonlySet<string> = new Set(
  'WHERE GROUP ORDER LIMIT HAVING WINDOW SET ON UNION EXCEPT INTERSECT RETURNING SELECT VALUES'.split(' '),
);

/** What the items of a list are: names; columns with their types, or constraints; columns of an index; anything else. */
type Items = 'names' | 'definitions' | 'indexed' | 'values';
/** Which list at this depth of parentheses the position is in. */
type List = 'from' | 'set' | 'of' | 'none';

interface Level {
  readonly items: Items;
  list: List;
}

/**
 * Marks the strings of SQLite that stand where only a name may: `DELETE FROM 'users'`, `SET 'b' = 1`. Elsewhere a string
 * is a value: `WHERE 'id' = 1`. Takes linear time.
 */
export function markStringNames(tokens: TokenList): void {
  let first = 0;
  let levels: Level[] = [{ items: 'values', list: 'none' }];
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    const level = levels.at(-1) as Level;
    if (kind === T.terminator || word === ';') {
      first = at + 1;
      levels = [{ items: 'values', list: 'none' }];
    } else if (kind === T.string) {
      if (isName(tokens, at, first, level)) tokens.rename(at);
    } else if (word === '(') levels.push({ items: itemsOf(tokens, at, first), list: 'none' });
    else if (word === ')') {
      if (levels.length > 1) levels.pop();
    } else if (kind === T.word) level.list = listAfter(tokens, at, word, level.list);
  }
}

function listAfter(tokens: TokenList, at: number, word: string, list: List): List {
  if (word === 'FROM') return isComparison(tokens, at) ? list : 'from';
  if (word === 'SET') return 'set';
  if (word === 'OF') return 'of';
  return FROM_ENDS.has(word) ? 'none' : list;
}

/** `IS DISTINCT FROM`, `IS NOT DISTINCT FROM` */
function isComparison(tokens: TokenList, at: number): boolean {
  return tokens.word(at - 1) === 'DISTINCT' && /^(?:IS|NOT)$/.test(tokens.word(at - 2));
}

function isName(tokens: TokenList, at: number, first: number, { items, list }: Level): boolean {
  const before = tokens.word(at - 1);
  const next = tokens.word(at + 1);
  if (before === '.' || next === '.') return true;
  if (before === '(' || before === ',') {
    if (items === 'names' || items === 'definitions') return true;
    if (items === 'indexed') return /^(?:[,)]|ASC|DESC|COLLATE)$/.test(next);
    if (before === '(') return false;
    return list === 'from' || list === 'of' || (list === 'set' && next === '=');
  }
  if (before === 'FROM') return !isComparison(tokens, at - 1);
  if (before === 'INTO') return tokens.word(first) !== 'VACUUM';
  if (BEFORE_NAMES.has(before)) return true;
  if (BEFORE_ALTERED.has(before)) return tokens.word(first) === 'ALTER';
  switch (before) {
    case 'EXISTS':
      // DROP … IF EXISTS, CREATE … IF NOT EXISTS
      return tokens.word(at - 2) === 'IF' || tokens.word(at - 3) === 'IF';
    case 'SET':
      return next === '=';
    case 'BY':
      return tokens.word(at - 2) === 'INDEXED';
    case 'OF':
      return true;
    case 'ON':
      return isHeader(tokens, at - 1, first);
    default:
      // UPDATE OR IGNORE
      return tokens.word(at - 2) === 'OR' && tokens.word(at - 3) === 'UPDATE';
  }
}

/** Whether the ON at `at` is that of the CREATE INDEX or CREATE TRIGGER from `first`. */
function isHeader(tokens: TokenList, at: number, first: number): boolean {
  if (tokens.word(first) !== 'CREATE') return false;
  const limit = Math.min(at, first + 40);
  for (let word = first; word < limit; word++) {
    if (/^(?:TABLE|VIEW|SELECT|BEGIN|ON)$/.test(tokens.word(word))) return false;
  }
  return limit === at;
}

/** What the items between the parentheses at `at` are. */
function itemsOf(tokens: TokenList, at: number, first: number): Items {
  const before = tokens.word(at - 1);
  if (before === 'USING' || before === 'SET') return 'names';
  if (before === 'KEY' || before === 'UNIQUE') return 'indexed';
  let name = at - 1;
  while (tokens.word(name - 1) === '.') name -= 2;
  switch (tokens.word(name - 1)) {
    case 'INTO':
    case 'REFERENCES':
      return 'names';
    case 'TABLE':
    case 'EXISTS':
      return tokens.word(first) === 'CREATE' ? 'definitions' : 'values';
    case 'ON':
      return isHeader(tokens, name - 1, first) ? 'indexed' : 'values';
    default:
      return 'values';
  }
}
