import type { Target } from '../../../model/index.ts';
import type { Lexical } from '../../text/dialects.ts';
import { foldName, readName, unquote } from '../../text/names.ts';
import { T, type TokenList } from '../../text/tokens.ts';

// Recognises the statements that rebuild a table. It is strict: a statement in any other form is not recognised.

/** A part of a file's tokens. */
export interface Part {
  readonly tokens: TokenList;
  readonly lexical: Lexical;
  readonly from: number;
  readonly to: number;
}

/** A query that returns every row of one table, and the columns of it that the result holds. */
export interface WholeTable {
  readonly from: Target;
  readonly columns: ReadonlySet<string> | 'all';
  /** For each item of its select list: the column, `*`, or empty if it keeps none. */
  readonly order: readonly string[];
}

export interface TableCopy extends WholeTable {
  readonly into: Target;
  /** The columns that it writes, in order, if it names them. */
  readonly list: readonly string[] | undefined;
}

export interface CreatedTable {
  readonly target: Target;
  /** The table that CREATE TABLE … AS copies. */
  readonly copied: WholeTable | undefined;
}

/** `INSERT INTO new [(a, b)] SELECT a, b FROM old`, also with the query in parentheses, and nothing else. */
export function readCopy(part: Part): TableCopy | undefined {
  const { tokens, lexical, from, to } = part;
  if (tokens.word(from) !== 'INSERT' || tokens.word(from + 1) !== 'INTO') return undefined;
  const { target, next } = readName(tokens, from + 2, lexical);
  if (next === from + 2) return undefined;
  const listed = tokens.word(next) === '(' && !/^(?:\(|SELECT)$/.test(tokens.word(next + 1));
  const select = listed ? afterParenthesis(part, next) : next;
  const read = readQuery(part, select, to);
  const list = select > next ? columnList(part, next, select) : undefined;
  if (!read || (select > next && !list)) return undefined;
  if (list && read.columns !== 'all' && list.length !== read.order.length) return undefined;
  return { ...read, into: target, list };
}

/** The columns in parentheses; undefined if one is there twice, which SQLite accepts. */
function columnList(part: Part, open: number, end: number): readonly string[] | undefined {
  const names: string[] = [];
  for (let at = open + 1; at < end; at += 2) {
    const name = nameOfColumn(part, at);
    if (name === undefined || !/^[,)]$/.test(part.tokens.word(at + 1))) return undefined;
    names.push(name);
  }
  const isTwice = new Set(names.map((name) => name.toLowerCase())).size < names.length;
  return isTwice || names.length !== (end - open - 1) / 2 ? undefined : names;
}

/** The query `SELECT …` or `(SELECT …)` from `start` to `to`. */
function readQuery(part: Part, start: number, to: number): WholeTable | undefined {
  const { tokens } = part;
  let from = start;
  let end = to;
  for (; tokens.word(from) === '(' && afterParenthesis(part, from) === end; end--) from++;
  return tokens.word(from) === 'SELECT' ? readWhole({ ...part, to: end }, from + 1, end) : undefined;
}

/** Storage engines that keep the rows which are written to them. */
const KEEPING_ENGINE = /^(?:INNODB|XTRADB|MYISAM|ARIA|ROCKSDB)$/;

/** A plain CREATE TABLE whose table keeps every row that is inserted, or fails. */
export function readCreated(part: Part): CreatedTable | undefined {
  const { tokens, lexical, from, to } = part;
  const table = /^TEMP(?:ORARY)?$/.test(tokens.word(from + 1)) ? from + 2 : from + 1;
  if (tokens.word(from) !== 'CREATE' || tokens.word(table) !== 'TABLE') return undefined;
  // IF NOT EXISTS
  const name = tokens.word(table + 1) === 'IF' ? table + 4 : table + 1;
  const { target, next } = readName(tokens, name, lexical);
  if (next === name) return undefined;
  const query = tokens.word(next) === 'AS' ? next + 1 : next;
  if (tokens.word(query) === 'SELECT' || (query > next && tokens.word(query) === '(')) {
    const copied = readQuery(part, query, to);
    return copied && { target, copied };
  }
  if (tokens.word(next) !== '(' && tokens.word(next) !== 'LIKE') return undefined;
  return keepsRows(part, next) ? { target, copied: undefined } : undefined;
}

/** Whether nothing in the table definition at `from` makes the table lose rows, or take them from elsewhere. */
function keepsRows(part: Part, from: number): boolean {
  const { tokens, to } = part;
  const end = tokens.word(from) === '(' ? afterParenthesis(part, from) : from;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    // SQLite: a conflict clause of a column drops rows without an error.
    if (word === 'CONFLICT' || tokens.kind(at) === T.placeholder) return false;
    if (at < end) continue;
    if (word === 'AS' || word === 'SELECT' || word === 'PARTITION') return false;
    const engine = tokens.word(at + 1) === '=' ? at + 2 : at + 1;
    if (word === 'ENGINE' && !KEEPING_ENGINE.test(tokens.word(engine))) return false;
  }
  return true;
}

export interface Renamed {
  readonly from: Target;
  readonly to: Target;
}

/** `ALTER TABLE a RENAME TO b`, `RENAME TABLE a TO b, c TO d`; undefined for every other form. */
export function readRenames(part: Part): readonly Renamed[] | undefined {
  const { tokens, lexical, from, to } = part;
  const renames: Renamed[] = [];
  const isAlter = tokens.word(from) === 'ALTER';
  if (tokens.word(from + 1) !== 'TABLE' || (!isAlter && tokens.word(from) !== 'RENAME')) return undefined;
  for (let at = from + 2; ; ) {
    const old = readName(tokens, at, lexical);
    let next = old.next;
    if (isAlter && tokens.word(next++) !== 'RENAME') return undefined;
    if (/^(?:TO|AS|=)$/.test(tokens.word(next))) next++;
    else if (!isAlter || !lexical.ddl.renameWithoutTo) return undefined;
    const renamed = readName(tokens, next, lexical);
    if (old.next === at || renamed.next === next) return undefined;
    const target = inSchema(renamed.target, old.target, lexical);
    if (!target) return undefined;
    renames.push({ from: old.target, to: target });
    if (renamed.next === to) return renames;
    if (isAlter || tokens.word(renamed.next) !== ',') return undefined;
    at = renamed.next + 1;
  }
}

/** A renamed table stays in its schema, except in MySQL, where a bare name is one of the current database. */
function inSchema(renamed: Target, old: Target, lexical: Lexical): Target | undefined {
  if (old.schema === '' || renamed.schema !== '') return renamed;
  return lexical.ddl.renameMoves ? undefined : { ...renamed, schema: old.schema };
}

/** Words after SELECT that are not columns. */
const QUANTIFIERS = /^(?:DISTINCT|DISTINCTROW|UNIQUE|ALL|TOP|HIGH_PRIORITY|STRAIGHT_JOIN|SQL_\w+)$/;
const NOT_ALIASES =
  /^(?:WITH|WHERE|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|LIMIT|OFFSET|FETCH|GROUP|ORDER|HAVING|UNION|WINDOW|FOR)$/;

/** The part of a query after SELECT. */
function readWhole(part: Part, start: number, to: number): WholeTable | undefined {
  const { tokens, lexical } = part;
  if (QUANTIFIERS.test(tokens.word(start))) return undefined;
  const items: { from: number; to: number }[] = [];
  let depth = 0;
  let first = start;
  let at = start;
  for (; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && (word === ',' || word === 'FROM')) {
      items.push({ from: first, to: at });
      first = at + 1;
      if (word === 'FROM') break;
    }
  }
  const { target, next } = readName(tokens, at + 1, lexical);
  if (at >= to || next === at + 1 || (tokens.word(at + 1) === 'ONLY' && next < to)) return undefined;
  const alias = tokens.word(next) === 'AS' ? next + 1 : next;
  const isAlias = alias < to && isName(tokens, alias) && !NOT_ALIASES.test(tokens.word(alias));
  if (afterOrder(part, afterHints(part, isAlias ? alias + 1 : alias)) !== to) return undefined;
  const order: string[] = [];
  for (const item of items) {
    const column = readItem(part, item.from, item.to);
    if (column === undefined) return undefined;
    order.push(column);
  }
  const columns = new Set(order.filter((column) => column !== ''));
  return { from: target, columns: columns.has('*') ? 'all' : columns, order };
}

/** Hints with which a query still reads every row; READPAST and NOLOCK may skip some. */
const LOCK_HINTS = /^(?:HOLDLOCK|TABLOCKX?|SERIALIZABLE|REPEATABLEREAD|UPDLOCK|XLOCK|ROWLOCK|PAGLOCK|,)$/;

/** The token after `WITH (HOLDLOCK TABLOCKX)`. */
function afterHints({ tokens, lexical }: Part, at: number): number {
  if (!lexical.queries.tableHints || tokens.word(at) !== 'WITH') return at;
  const close = tokens.closing(at + 1);
  for (let next = at + 2; next < close; next++) if (!LOCK_HINTS.test(tokens.word(next))) return at;
  return close < 0 ? at : close + 1;
}

/** The token after an ORDER BY of plain columns. */
function afterOrder({ tokens, lexical, to }: Part, from: number): number {
  if (tokens.word(from) !== 'ORDER' || tokens.word(from + 1) !== 'BY') return from;
  for (let at = from + 2; ; at++) {
    const { next } = readName(tokens, at, lexical);
    if (next === at) return from;
    at = /^(?:ASC|DESC)$/.test(tokens.word(next)) ? next + 1 : next;
    if (at >= to) return to;
    if (tokens.word(at) !== ',') return from;
  }
}

/** Functions that return one value for each row. Any other function may be an aggregate or return several rows. */
const ROW_FUNCTIONS = new Set(
  `COALESCE IFNULL NULLIF CAST IIF ABS ROUND LENGTH LOWER UPPER TRIM LTRIM RTRIM REPLACE SUBSTR SUBSTRING CONCAT PRINTF HEX
   RANDOMBLOB DATE TIME DATETIME STRFTIME JULIANDAY UNIXEPOCH NOW UUID GEN_RANDOM_UUID UNIX_TIMESTAMP FROM_UNIXTIME`.split(
    /\s+/,
  ),
);
/** Words that look like a column and are a value. */
const VALUES =
  /^(?:NULL|TRUE|FALSE|DEFAULT|USER|CURRENT_\w+|SESSION_USER|SYSTEM_USER|LOCALTIME|LOCALTIMESTAMP|ROWID|OID|_ROWID_)$/;
const QUERY_WORDS = /^(?:SELECT|WITH|VALUES|TABLE|OVER|FILTER|WITHIN|INTO|DISTINCT|INTERSECT|EXCEPT|UNION)$/;

/**
 * One item of a select list: the column whose values it keeps, `*` for all, empty for an expression that keeps no column;
 * undefined if it may change the number of rows. COALESCE keeps the values of its first argument.
 */
function readItem(part: Part, from: number, to: number): string | undefined {
  const { tokens } = part;
  if (from >= to) return undefined;
  if (tokens.word(to - 1) === '*') {
    const isQualified = to === from + 3 && isName(tokens, from) && tokens.word(from + 1) === '.';
    if (to === from + 1 || isQualified) return '*';
  }
  for (let at = from; at < to; at++) {
    if (QUERY_WORDS.test(tokens.word(at)) || tokens.kind(at) === T.placeholder || tokens.kind(at) === T.unreadable)
      return undefined;
    if (tokens.word(at + 1) !== '(' || at + 1 >= to || !isName(tokens, at)) continue;
    const after = tokens.word(at);
    if (!ROW_FUNCTIONS.has(after) && !/^(?:AND|OR|NOT|IN|WHEN|THEN|ELSE|CASE)$/.test(after)) return undefined;
  }
  const end = withoutAlias(part, from, to);
  const plain = readColumn(part, from, end);
  if (plain !== undefined) return plain;
  const isFirst = /^(?:COALESCE|IFNULL)$/.test(tokens.word(from)) && tokens.word(from + 1) === '(';
  if (!isFirst || afterParenthesis(part, from + 1) !== end) return '';
  let comma = from + 2;
  while (comma < end && tokens.word(comma) !== ',') comma++;
  return readColumn(part, from + 2, comma) ?? '';
}

/** The end of an item without `AS name`, or a bare name after a column or a parenthesis. */
function withoutAlias({ tokens }: Part, from: number, to: number): number {
  if (to - from < 2 || !isName(tokens, to - 1)) return to;
  if (tokens.word(to - 2) === 'AS') return to - 2;
  return isName(tokens, to - 2) || tokens.word(to - 2) === ')' ? to - 1 : to;
}

/** `column` or `table.column`. */
function readColumn(part: Part, from: number, to: number): string | undefined {
  const { tokens } = part;
  const at = to === from + 3 && isName(tokens, from) && tokens.word(from + 1) === '.' ? from + 2 : from;
  return to !== at + 1 || VALUES.test(tokens.word(at)) ? undefined : nameOfColumn(part, at);
}

/** The folded name at a token; undefined if it is not a name. */
export function nameOfColumn({ tokens, lexical }: Part, at: number): string | undefined {
  if (!isName(tokens, at)) return undefined;
  const quoted = tokens.kind(at) === T.quoted;
  return foldName(quoted ? unquote(tokens.raw(at)) : tokens.raw(at), quoted, lexical);
}

function isName(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
}

/** The token after the parenthesis that closes the one at `open`; the end of the part if none does. */
export function afterParenthesis({ tokens, to }: Part, open: number): number {
  let depth = 0;
  for (let at = open; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')' && --depth === 0) return at + 1;
  }
  return to;
}
