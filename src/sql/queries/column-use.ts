import type { Dialect } from '../../model/index.ts';
import { LEXICAL } from '../text/dialects.ts';
import { lex } from '../text/lexer/index.ts';
import { readName } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { keyOf, nameKey, type SqlText } from './query.ts';
import { CLAUSES, SET_OPERATORS } from './words.ts';

/** Whether a statement uses a column; `unclear` if it may be a column of another table. */
export type ColumnUse = 'yes' | 'no' | 'unclear';

/** A table, and a column of it. */
export interface ColumnQuestion {
  readonly table: string;
  readonly column: string;
}

/** Words before the name of a table. */
const BEFORE_TABLE = new Set(
  `FROM JOIN STRAIGHT_JOIN INTO UPDATE USING ONLY TABLE COPY , ( LATERAL IGNORE LOW_PRIORITY QUICK DELAYED HIGH_PRIORITY
   ROLLBACK ABORT REPLACE FAIL APPLY`.split(/\s+/),
);
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

/** Words that are no column unless they are quoted, in any dialect. */
const RESERVED = new Set(
  `ORDER GROUP SET DESC ASC TABLE SELECT WHERE FROM INTO VALUES CASE WHEN THEN ELSE END DEFAULT CHECK PRIMARY REFERENCES ON AND OR
   NOT NULL IN AS BY UNION DISTINCT HAVING CREATE USING WITH`.split(/\s+/),
);
/** Names of the row that a statement writes. */
const WRITTEN_ROW = new Set(['INSERTED', 'DELETED', 'EXCLUDED', 'NEW', 'OLD']);

/**
 * How a statement uses a column of a table, by its names: a column with the table or its alias before it, one without any in
 * a query that reads no other table, `*`, and the whole row as an argument of a function.
 */
export function columnUse(shape: string, dialect: Dialect, { table, column }: ColumnQuestion): ColumnUse {
  const lexical = LEXICAL[dialect];
  const text: SqlText = { tokens: lex(shape, dialect), lexical };
  const { tokens } = text;
  const names = new TableNames(text, keyOf(table, lexical));
  const wanted = keyOf(column, lexical);
  // A form in which the table is not recognised.
  let unclear = tokens.unreadable.length > 0 || names.mentions.length === 0;
  let mayBeNamed = shape.includes('*');
  for (let at = 0; at < tokens.length; at++) {
    const use = useAt(text, at, wanted, names);
    if (use === 'yes') return 'yes';
    mayBeNamed ||= use !== undefined;
    unclear ||= use === 'unclear';
  }
  return unclear && mayBeNamed ? 'unclear' : 'no';
}

/** What a token says of the column; undefined if nothing. */
function useAt(text: SqlText, at: number, wanted: string, names: TableNames): ColumnUse | undefined {
  const { tokens, lexical } = text;
  const word = tokens.word(at);
  if (word === '*') return isStarOf(text, at, names) ? 'yes' : undefined;
  if (word === 'NATURAL' && tokens.kind(at) === T.word) return 'unclear';
  if (!isName(tokens, at)) return undefined;
  const key = nameKey(text, at);
  // Only PostgreSQL and its relatives have rows as values.
  const isRow = lexical.fold === 'unquoted' && names.aliases.has(key) && names.isBare(at);
  if (isRow) return isArgument(tokens, at) ? 'yes' : 'unclear';
  if (key !== wanted || (tokens.kind(at) === T.word && RESERVED.has(word))) return undefined;
  return USE_BY_OWNER[ownerOf(text, at, names)];
}

const USE_BY_OWNER = { own: 'yes', any: 'unclear', other: 'no' } as const;

function isName(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
}

/** Where a statement names a table, and under which names its columns can be written. */
class TableNames {
  /** Tokens at which the name stands. */
  readonly mentions: number[] = [];
  readonly aliases = new Set<string>();
  readonly #tokens: TokenList;
  /** Tokens of the names of the table and of its aliases where they are given. */
  readonly #given = new Set<number>();

  constructor(text: SqlText, table: string) {
    const { tokens, lexical } = text;
    this.#tokens = tokens;
    for (let at = 0; at < tokens.length; at++) {
      if (!isName(tokens, at) || !BEFORE_TABLE.has(tokens.word(at - 1))) continue;
      const { target, next } = readName(tokens, at, lexical);
      if (target.name === undefined || keyOf(target.name, lexical) !== table) continue;
      // `(` and `,` stand before columns too.
      if (tokens.word(next) === '(' && !/^(?:INTO|COPY|TABLE|UPDATE)$/.test(tokens.word(at - 1))) continue;
      this.mentions.push(at);
      this.aliases.add(table);
      for (let part = at; part < next; part++) this.#given.add(part);
      const named = tokens.word(next) === 'AS' ? next + 1 : next;
      const isAlias = isName(tokens, named) && !NO_ALIAS.has(tokens.word(named)) && !CLAUSES.has(tokens.word(named));
      if (named !== next || isAlias) {
        this.aliases.add(nameKey(text, named));
        this.#given.add(named);
      }
      at = Math.max(at, next - 1);
    }
  }

  /** Whether a name that is the table's stands for its row: alone, and not where it is given. */
  isBare(at: number): boolean {
    const before = this.#tokens.word(at - 1);
    const after = this.#tokens.word(at + 1);
    return (
      !this.#given.has(at) && before !== '.' && before !== 'AS' && before !== 'OF' && after !== '.' && after !== '('
    );
  }
}

/** Whose column a name is: of the table, of another one, or of any in the statement. */
function ownerOf(text: SqlText, at: number, { aliases, mentions }: TableNames): 'own' | 'other' | 'any' {
  const { tokens } = text;
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  if (before === '.') {
    if (!isName(tokens, at - 2)) return 'other';
    if (aliases.has(nameKey(text, at - 2))) return 'own';
    return WRITTEN_ROW.has(tokens.word(at - 2)) && mentions.some((mention) => isWritten(tokens, mention))
      ? 'own'
      : 'other';
  }
  // The name of a function, a schema or an alias.
  if (after === '.' || before === 'AS' || isAliasAt(tokens, at)) return 'other';
  const list = openingOf(tokens, at);
  if (list >= 0 && tokens.word(list - 1) === 'USING') return 'own';
  const written = list >= 0 ? listedFor(tokens, list) : after === '=' ? assignedFor(tokens, at) : undefined;
  if (written !== undefined) return mentions.includes(written) ? 'own' : 'other';
  return after === '(' ? 'other' : ownerInBlock(tokens, at, mentions);
}

/** `users.name country`: an alias without AS. */
function isAliasAt(tokens: TokenList, at: number): boolean {
  return isName(tokens, at - 1) && tokens.word(at - 2) === '.' && /^(?:,|FROM|\)|)$/.test(tokens.word(at + 1));
}

function isWritten(tokens: TokenList, mention: number): boolean {
  return /^(?:INTO|UPDATE|FROM|ONLY|IGNORE)$/.test(tokens.word(mention - 1));
}

/** Whose column a name without a table is: that of the table if the innermost query with a FROM clause reads no other. */
function ownerInBlock(tokens: TokenList, at: number, mentions: readonly number[]): 'own' | 'other' | 'any' {
  let isInner = false;
  for (let inside = at; ; ) {
    const open = openingOf(tokens, inside);
    if (open >= 0 && !BEGINS_BLOCK.test(tokens.word(open + 1))) {
      inside = open;
      continue;
    }
    const sources = sourcesIn(tokens, open + 1, open < 0 ? tokens.length : tokens.closing(open), inside);
    const own = sources.filter((source) => mentions.includes(source));
    // An inner query may name a column of the outer one.
    if (own.length > 0) return isInner || own.length < sources.length ? 'any' : 'own';
    isInner ||= sources.length > 0;
    if (open < 0) return 'other';
    inside = open;
  }
}

/** Of the parentheses of a query, or of a statement in a CTE. */
const BEGINS_BLOCK = /^(?:SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|REPLACE)$/;

/** The tokens at which the tables and queries begin that a query reads, of the part of a UNION with the token `at`. */
function sourcesIn(tokens: TokenList, from: number, to: number, at: number): readonly number[] {
  const sources: number[] = [];
  let isList = false;
  for (let next = from; next < to; next++) {
    const word = tokens.word(next);
    if (word === '(') {
      const close = Math.max(next, tokens.closing(next));
      // `FROM (a JOIN b ON …)`
      const isJoin = sources.at(-1) === next && !BEGINS_BLOCK.test(tokens.word(next + 1));
      if (isJoin) sources.splice(-1, 1, next + 1, ...sourcesIn(tokens, next + 1, close, next + 1));
      next = close;
      continue;
    }
    if (SET_OPERATORS.has(word)) {
      if (next > at) break;
      sources.length = 0;
      isList = false;
    }
    if (isList && CLAUSES.has(word)) isList = false;
    if (!beginsSource(tokens, next, from, isList)) continue;
    isList ||= word === 'FROM';
    let first = next + 1;
    while (SKIPPED.test(tokens.word(first))) first += tokens.word(first) === 'OR' ? 2 : 1;
    sources.push(first);
  }
  // `INSERT INTO t … SELECT … FROM u`: what is inserted comes from `u`.
  const into = tokens.word(from) === 'INSERT' || tokens.word(from) === 'REPLACE';
  return into && sources.length > 1 ? sources.filter((source) => tokens.word(source - 1) !== 'INTO') : sources;
}

/** Words between UPDATE, FROM or JOIN and the name of a table. */
const SKIPPED = /^(?:ONLY|LATERAL|IGNORE|LOW_PRIORITY|QUICK|DELAYED|HIGH_PRIORITY|OR)$/;

function beginsSource(tokens: TokenList, at: number, from: number, isList: boolean): boolean {
  switch (tokens.word(at)) {
    case 'FROM':
      return tokens.word(at - 1) !== 'DISTINCT' || !/^(?:IS|NOT)$/.test(tokens.word(at - 2));
    case 'JOIN':
    case 'STRAIGHT_JOIN':
    case 'APPLY':
    case 'INTO':
      return true;
    case ',':
      return isList;
    case 'USING':
      return tokens.word(at + 1) !== '(' || /^(?:SELECT|WITH)$/.test(tokens.word(at + 2));
    case 'UPDATE':
      return at === from || tokens.word(at - 1) === ')';
    default:
      return false;
  }
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

/** Whether a row is an argument: `to_jsonb(u)`. */
function isArgument(tokens: TokenList, at: number): boolean {
  const open = openingOf(tokens, at);
  return open > 0 && tokens.kind(open - 1) === T.word && !NO_CALL.has(tokens.word(open - 1));
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
