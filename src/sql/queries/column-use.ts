import type { Dialect } from '../../model/index.ts';
import { LEXICAL } from '../text/dialects.ts';
import { lex } from '../text/lexer/index.ts';
import { readName } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { keyOf, nameKey, type SqlText } from './query.ts';
import { CLAUSES } from './words.ts';

/** Whether a statement uses a column; `unclear` if it may be a column of another table. */
export type ColumnUse = 'yes' | 'no' | 'unclear';

/** A table, a column of it, and whether it is the only table that the statement reads or writes. */
export interface ColumnQuestion {
  readonly table: string;
  readonly column: string;
  readonly isOnlyTable: boolean;
}

/** Words before the name of a table. */
const BEFORE_TABLE = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'USING', 'ONLY', 'TABLE', 'COPY', ',', '(', 'LATERAL']);
/** Words behind a table that are no alias. */
const NO_ALIAS = new Set(
  `ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN OUTER APPLY SET WITH TABLESAMPLE PARTITION USE FORCE IGNORE
   INDEXED NOT PIVOT UNPIVOT LATERAL VALUES SELECT DEFAULT OVERRIDING TO FROM WHEN AND OR`.split(/\s+/),
);
/** What may follow the `*` of a select list. */
const AFTER_STAR = new Set([
  'FROM',
  ',',
  ')',
  'INTO',
  '',
  ';',
  'UNION',
  'EXCEPT',
  'INTERSECT',
  'WHERE',
  'LIMIT',
  'ORDER',
]);
/** Words before a parenthesis that is no call of a function. */
const NO_CALL = new Set(
  'USING IN FROM JOIN ON AND OR WHERE VALUES BY INTO NOT AS SELECT KEY ANY ALL SOME EXISTS'.split(' '),
);

/**
 * How a statement with one value for each literal uses a column of a table, by its names: a column with the table or its
 * alias before it, one without any if there is no other table, `*`, and the whole row as an argument of a function.
 */
export function columnUse(shape: string, dialect: Dialect, { table, column, isOnlyTable }: ColumnQuestion): ColumnUse {
  const lexical = LEXICAL[dialect];
  const text: SqlText = { tokens: lex(shape, dialect), lexical };
  const { tokens } = text;
  const names = new TableNames(text, keyOf(table, lexical));
  if (names.mentions.length === 0) return 'no';
  const wanted = keyOf(column, lexical);
  let unclear = tokens.unreadable.length > 0;
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.word(at) === '*') {
      if (isStarOf(text, at, names)) return 'yes';
      continue;
    }
    if (!isName(tokens, at)) continue;
    const key = nameKey(text, at);
    if (names.aliases.has(key) && isWholeRow(tokens, at)) return 'yes';
    if (key !== wanted) continue;
    const owner = ownerOf(text, at, names);
    if (owner === 'own') return 'yes';
    if (owner === 'any' && isOnlyTable) return 'yes';
    unclear ||= owner === 'any';
  }
  return unclear ? 'unclear' : 'no';
}

function isName(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
}

/** Where a statement names a table, and under which names its columns can be written. */
class TableNames {
  /** Tokens at which the name stands. */
  readonly mentions: number[] = [];
  readonly aliases = new Set<string>();

  constructor(text: SqlText, table: string) {
    const { tokens, lexical } = text;
    for (let at = 0; at < tokens.length; at++) {
      if (!isName(tokens, at) || !BEFORE_TABLE.has(tokens.word(at - 1))) continue;
      const { target, next } = readName(tokens, at, lexical);
      if (target.name === undefined || keyOf(target.name, lexical) !== table) continue;
      this.mentions.push(at);
      this.aliases.add(table);
      const named = tokens.word(next) === 'AS' ? next + 1 : next;
      const isAlias = isName(tokens, named) && !NO_ALIAS.has(tokens.word(named)) && !CLAUSES.has(tokens.word(named));
      if (named !== next || isAlias) this.aliases.add(nameKey(text, named));
      at = Math.max(at, next - 1);
    }
  }
}

/** Whose column a name is: of the table, of another one, or of any in the statement. */
function ownerOf(text: SqlText, at: number, { aliases, mentions }: TableNames): 'own' | 'other' | 'any' {
  const { tokens } = text;
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  if (before === '.') return isName(tokens, at - 2) && aliases.has(nameKey(text, at - 2)) ? 'own' : 'other';
  // The name of a function, a schema or an alias.
  if (after === '.' || before === 'AS') return 'other';
  const list = openingOf(tokens, at);
  if (list >= 0 && tokens.word(list - 1) === 'USING') return 'own';
  const written = list >= 0 ? listedFor(tokens, list) : after === '=' ? assignedFor(tokens, at) : undefined;
  if (written !== undefined) return mentions.includes(written) ? 'own' : 'other';
  return after === '(' ? 'other' : 'any';
}

/** The parenthesis that is open at a token; -1 if there is none. */
function openingOf(tokens: TokenList, at: number): number {
  let depth = 0;
  for (let before = at - 1; before >= 0; before--) {
    const word = tokens.word(before);
    if (word === ')') depth++;
    else if (word === '(' && depth-- === 0) return before;
  }
  return -1;
}

/** Of the column list of an INSERT or COPY: the token of its table. */
function listedFor(tokens: TokenList, open: number): number | undefined {
  for (let at = open - 1; at >= 0 && (isName(tokens, at) || tokens.word(at) === '.'); at--)
    if (/^(?:INTO|COPY)$/.test(tokens.word(at))) return at + 1 < open ? at + 1 : undefined;
  return undefined;
}

/** Of a column that gets a value in `SET a = 1, b = 2` or `ON DUPLICATE KEY UPDATE a = 1`: the token of the written table. */
function assignedFor(tokens: TokenList, at: number): number | undefined {
  if (!/^(?:SET|UPDATE|,)$/.test(tokens.word(at - 1))) return undefined;
  for (let next = 0; next < at; next++) {
    const word = tokens.word(next);
    // A joined UPDATE assigns columns of any of its tables.
    if (next > 0 && (word === 'JOIN' || word === ',') && tokens.word(0) === 'UPDATE') return undefined;
    if (word === 'SET') break;
  }
  for (let next = 0; next < at; next++)
    if (/^(?:UPDATE|INTO)$/.test(tokens.word(next))) return tokens.word(next + 1) === 'ONLY' ? next + 2 : next + 1;
  return undefined;
}

/** Whether the row as a whole is an argument: `to_jsonb(u)`. */
function isWholeRow(tokens: TokenList, at: number): boolean {
  const isArgument = tokens.word(at - 1) === '(' && tokens.word(at + 1) === ')';
  return isArgument && tokens.kind(at - 2) === T.word && !NO_CALL.has(tokens.word(at - 2));
}

/** Whether the `*` stands for the columns of the table. */
function isStarOf(text: SqlText, at: number, { aliases, mentions }: TableNames): boolean {
  const { tokens } = text;
  const before = tokens.word(at - 1);
  if (before === '.') return isName(tokens, at - 2) && aliases.has(nameKey(text, at - 2));
  if (before === '(' || !AFTER_STAR.has(tokens.word(at + 1))) return false;
  // EXISTS returns no column.
  if (before === 'SELECT' && tokens.word(at - 2) === '(' && tokens.word(at - 3) === 'EXISTS') return false;
  let isList = false;
  for (let next = at + 1; next < tokens.length; next++) {
    const word = tokens.word(next);
    if (word === '(') next = Math.max(next, tokens.closing(next));
    else if (word === ')') break;
    else if (word === 'FROM' || word === 'INTO') isList = true;
    else if (isList && CLAUSES.has(word) && word !== 'INTO') break;
    else if (isList && mentions.includes(next)) return true;
  }
  // RETURNING and OUTPUT: the row that the statement writes.
  return !isList && mentions.some((mention) => /^(?:INTO|UPDATE|FROM)$/.test(tokens.word(mention - 1)));
}
