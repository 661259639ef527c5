import { foldName, qualified, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { itemsOfArray } from './arrays.ts';
import { calledFunction } from './called-function.ts';
import type { CollectedFacts, CteScope } from './collected-facts.ts';
import { isConnectionLimit, numberAt, setOffset, topAt } from './limits.ts';
import { isLikeOfTable, patternAt, setWildcard } from './patterns.ts';

const FROM_ENDS = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT RETURNING SET WINDOW FOR VALUES SELECT OPTION ;'.split(
    ' ',
  ),
);
/** Functions whose arguments may contain FROM. */
const FROM_FUNCTIONS = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);

/** What is being read at one level of parentheses. */
interface Frame {
  /** Whether the position is in a FROM list. */
  open: boolean;
  /** The number of tables in that list so far. */
  tables: number;
  /** The number of items of an IN list so far; -1 outside an IN list. */
  items: number;
  /** The number of rows of a VALUES list so far; -1 outside a VALUES list. */
  rows: number;
  /** Whether it is a list of rows: `IN (VALUES (1), (2))`. */
  inValues: boolean;
  /** Whether it is a level of the statement's own query, and not of a query inside it. */
  readonly own: boolean;
  /** Whether the position is in a select list whose columns are returned: not that of an EXISTS. */
  list: boolean;
  readonly exists: boolean;
  /** Whether the position is in a WITH clause. */
  with: boolean;
  recursive: boolean;
  /** The CTEs of the level, which end with it. */
  ctes: CteScope[];
}

function frame(items = -1, own = false, exists = false): Frame {
  return {
    open: false,
    tables: 0,
    items,
    rows: -1,
    inValues: false,
    own,
    list: false,
    exists,
    with: false,
    recursive: false,
    ctes: [],
  };
}

/** The tokens that are read, and where the position is. */
interface Walk {
  readonly scan: Scan;
  readonly from: number;
  readonly to: number;
  readonly into: CollectedFacts;
  /** The frames around `frame`, from outside to inside. */
  readonly outer: Frame[];
  frame: Frame;
  /** Whether the query of the statement has begun at its own level. */
  begun: boolean;
  /** Levels of parentheses around the own LIMIT that was read last. */
  limitDepth: number;
}

type TokenReader = (walk: Walk, at: number) => void;

/** Deeper than any level. */
const MAX_DEPTH = Number.POSITIVE_INFINITY;

/** The words and operators that give facts. All others are looked up once, as they are most of a text. */
const READERS = new Map<string, TokenReader>([
  ['(', openParenthesis],
  [')', closeParenthesis],
  [',', readComma],
  ['*', ({ scan, frame, into }, at) => (into.selectStar ||= frame.list && isStar(scan, at))],
  ['FROM', readFrom],
  ['JOIN', readJoin],
  ['STRAIGHT_JOIN', readStraightJoin],
  ['APPLY', readApply],
  ['TABLE', readTableQuery],
  ['IN', readIn],
  ['WITH', readWith],
  ['LIMIT', readLimitClause],
  ['FETCH', readFetch],
  ['TOP', readTop],
  ['OFFSET', ({ scan, into }, at) => setOffset(into, numberAt(scan, at + 1))],
  ['VALUES', ({ frame }) => (frame.rows = 0)],
  ['LIKE', readLike],
  ['ILIKE', readLike],
  ['~', readLikeOperator],
  ['ANY', readArray],
  ['SOME', readArray],
]);
for (const word of FROM_ENDS) {
  const read = READERS.get(word) ?? addCall;
  READERS.set(word, (walk, at) => {
    read(walk, at);
    endFrom(walk, at, word);
  });
}

/**
 * Collects the facts of tokens `from` to `to`.
 *
 * @param own whether they are the statement itself, and not a body in it
 */
export function collect(scan: Scan, from: number, to: number, into: CollectedFacts, own: boolean): void {
  const { tokens } = scan;
  const outermost = frame(-1, own);
  const walk: Walk = { scan, from, to, into, outer: [], frame: outermost, begun: false, limitDepth: MAX_DEPTH };
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.op) endRows(scan, at, walk.frame);
    if (kind === T.quoted) readQuotedName(walk, at);
    if (kind !== T.word && kind !== T.op && kind !== T.terminator) continue;
    (READERS.get(tokens.word(at)) ?? addCall)(walk, at);
  }
  for (const level of [walk.frame, ...walk.outer]) endCtes(level, to);
}

function readQuotedName({ scan, frame, into }: Walk, at: number): void {
  const { tokens } = scan;
  if (addCte(scan, at, frame, into)) return;
  if (tokens.word(at + 1) === '(' && tokens.kind(at - 1) !== T.word) addFunction(scan, at, into);
}

function openParenthesis(walk: Walk, at: number): void {
  const { scan, into, frame: outer } = walk;
  if (outer.rows >= 0) {
    into.valuesRows = Math.max(into.valuesRows, ++outer.rows);
    if (outer.inValues) into.longestInList = Math.max(into.longestInList, outer.rows);
  }
  const own = outer.own && !walk.begun && !outer.with && isWholeQuery(scan, walk.from, at);
  walk.outer.push(outer);
  const before = scan.tokens.word(at - 1);
  walk.frame = frame(isList(scan, at) ? 1 : -1, own, before === 'EXISTS');
  walk.frame.inValues = before === 'IN' && scan.tokens.word(at + 1) === 'VALUES';
  into.longestInList = Math.max(into.longestInList, walk.frame.items);
}

function closeParenthesis(walk: Walk, at: number): void {
  const outer = walk.outer.pop();
  if (!outer) return;
  endCtes(walk.frame, at);
  walk.frame = outer;
}

function readComma({ scan, to, frame, into }: Walk, at: number): void {
  if (frame.items > 0) into.longestInList = Math.max(into.longestInList, ++frame.items);
  if (frame.open) countTable(scan, at + 1, to, frame, into);
}

function readFrom({ scan, from, to, outer, frame, into }: Walk, at: number): void {
  const depth = outer.length;
  if (/^(?:DISTINCT|DELETE)$/.test(scan.tokens.word(at - 1)) || isFunctionFrom(scan, at, depth)) return;
  if (depth === 0 && hasOtherFrom(scan, from)) return;
  frame.list = false;
  frame.open = true;
  frame.tables = 0;
  countTable(scan, at + 1, to, frame, into);
}

function readJoin({ scan, to, frame, into }: Walk, at: number): void {
  frame.open = true;
  countTable(scan, at + 1, to, frame, into);
}

/** `SELECT STRAIGHT_JOIN a` has an option, and not a join. */
function readStraightJoin(walk: Walk, at: number): void {
  if (walk.frame.open) readJoin(walk, at);
}

function readApply(walk: Walk, at: number): void {
  if (/^(?:CROSS|OUTER)$/.test(walk.scan.tokens.word(at - 1))) readJoin(walk, at);
}

function readTableQuery({ scan, to, into }: Walk, at: number): void {
  if (!isTableQuery(scan, at)) return;
  into.selectStar = true;
  countTable(scan, at + 1, to, frame(), into);
}

/** SQLite's `x IN t` reads every row of a table. */
function readIn({ scan, to, into }: Walk, at: number): void {
  if (scan.lexical.queries.inTable && scan.tokens.kind(at + 1) !== T.op) countTable(scan, at + 1, to, frame(), into);
}

function readWith({ scan, frame }: Walk, at: number): void {
  const after = scan.tokens.word(at + 1);
  if (after === '(') return;
  frame.with = true;
  frame.recursive = after === 'RECURSIVE' || isAlwaysRecursive(scan);
}

function readLimitClause(walk: Walk, at: number): void {
  const { scan, from, into } = walk;
  if (isConnectionLimit(scan, from, at)) return;
  const { tokens } = scan;
  const word = tokens.word(at + 1);
  if (word === 'ALL' || word === 'NULL') return;
  if (tokens.word(at + 2) === ',') {
    setOffset(into, numberAt(scan, at + 1));
    addLimit(walk, numberAt(scan, at + 3));
  } else addLimit(walk, numberAt(scan, at + 1));
}

function readFetch(walk: Walk, at: number): void {
  const { scan } = walk;
  const { tokens } = scan;
  if (/^(?:FIRST|NEXT)$/.test(tokens.word(at + 1)))
    addLimit(walk, numberAt(scan, at + 2) ?? (tokens.kind(at + 2) === T.word ? 1 : undefined));
}

/** In `SELECT TOP 5 … UNION SELECT …`, TOP limits one of the queries. */
function readTop(walk: Walk, at: number): void {
  const { scan, into, frame: level } = walk;
  if (!/^(?:SELECT|DISTINCT|DELETE|UPDATE|INSERT|ALL)$/.test(scan.tokens.word(at - 1))) return;
  addLimit(walk, topAt(scan, at + 1));
  if (level.own) into.top = true;
}

/** A LIMIT of the statement itself. In `(SELECT … LIMIT 5) LIMIT 10` the outer one is. */
function addLimit(walk: Walk, value: number | undefined): void {
  const { frame: level, outer, into } = walk;
  if (!level.own || outer.length > walk.limitDepth) return;
  walk.limitDepth = outer.length;
  into.hasLimit = true;
  into.limit = value;
}

function readLike({ scan, from, into }: Walk, at: number): void {
  if (!isLikeOfTable(scan, from, at)) setWildcard(into, patternAt(scan, at + 1));
}

/** PostgreSQL's `~~` is LIKE, and `~~*` ILIKE. */
function readLikeOperator({ scan, into }: Walk, at: number): void {
  const { tokens, lexical } = scan;
  const joined = (next: number, word: string) =>
    tokens.word(next) === word && tokens.start(next) === tokens.end(next - 1);
  const isSecond = tokens.word(at - 1) === '~' && joined(at, '~');
  if (!lexical.dollarParameters || !joined(at + 1, '~') || isSecond) return;
  setWildcard(into, patternAt(scan, joined(at + 2, '*') ? at + 3 : at + 2));
}

/** PostgreSQL's `= ANY (array)` is an IN list. */
function readArray({ scan, into }: Walk, at: number): void {
  const { tokens, lexical } = scan;
  if (!lexical.dollarParameters || tokens.word(at + 1) !== '(' || /^I?LIKE$/.test(tokens.word(at - 1))) return;
  const items = itemsOfArray(scan, at + 2);
  if (items === undefined) into.unknownList = true;
  else into.longestInList = Math.max(into.longestInList, items);
}

/** Ends the FROM list of the level at the word at `at`. */
function endFrom(walk: Walk, at: number, word: string): void {
  const { scan, frame, into } = walk;
  if (frame.own) {
    if (/^(?:SELECT|VALUES|SET|WHERE)$/.test(word)) walk.begun = true;
    if (word === 'UNION' || word === 'EXCEPT' || word === 'INTERSECT') into.combined = true;
  }
  frame.open = false;
  // `SELECT o.limit, o.*`: a column or an alias of that name ends no list.
  const isName = word !== 'SELECT' && /^(?:\.|AS)$/.test(scan.tokens.word(at - 1));
  if (!isName) frame.list = word === 'SELECT' && !frame.exists;
  if (word === 'SELECT' || word === 'VALUES') frame.with = false;
  if (scan.tokens.kind(at) === T.terminator) endCtes(frame, at);
}

/** T-SQL and SQLite let a CTE read itself without RECURSIVE. */
function isAlwaysRecursive({ lexical }: Scan): boolean {
  return lexical.queries.impliedRecursion;
}

function endCtes(level: Frame, at: number): void {
  for (const scope of level.ctes) scope.to = Math.min(scope.to, at);
  level.ctes = [];
}

/** Words before PostgreSQL's TABLE if it is a query. */
const BEFORE_TABLE_QUERY = /^(?:\(|\)|;|AS|UNION|ALL|EXCEPT|INTERSECT|DISTINCT|FOR|EXPLAIN|ANALYZE|ANALYSE|VERBOSE)$/;
/** Words before TABLE that are not followed by a query. */
const BEFORE_TABLE_NAME =
  /^(?:CREATE|TEMPORARY|REPLACE|ALTER|ONLINE|OFFLINE|IGNORE|DROP|TRUNCATE|LOCK|UNLOCK|OPTIMIZE|CHECK|CHECKSUM|REPAIR|RENAME|FLUSH|ON|INTO|LOCAL|NO_WRITE_TO_BINLOG|WITH|IMPORT)$/;

/** Whether it is `TABLE t`, a query for all rows. */
function isTableQuery({ tokens, lexical }: Scan, at: number): boolean {
  if (lexical.queries.tableQueries === 'none' || (tokens.kind(at + 1) !== T.word && tokens.kind(at + 1) !== T.quoted))
    return false;
  const before = tokens.word(at - 1);
  if (lexical.queries.tableQueries === 'where-query') return at === 0 || BEFORE_TABLE_QUERY.test(before);
  if (/^(?:ANALYZE|ANALYSE)$/.test(before)) return /^(?:EXPLAIN|DESCRIBE|DESC)$/.test(tokens.word(at - 2));
  return at === 0 || !BEFORE_TABLE_NAME.test(before);
}

/** Statements whose FROM names a role, a database, a file or a cursor. */
const OTHER_FROM = /^(?:GRANT|REVOKE|DENY|SHOW|FETCH|MOVE|RESTORE)$/;
/** The same after CREATE. */
const CREATED_FROM = /^(?:LOGIN|USER|CERTIFICATE|ASSEMBLY|ASYMMETRIC|SYMMETRIC)$/;

function hasOtherFrom({ tokens }: Scan, from: number): boolean {
  if (tokens.word(from) === 'CREATE') return CREATED_FROM.test(tokens.word(from + 1));
  return OTHER_FROM.test(tokens.word(from));
}

/** Adds the CTE or function whose name is at `at`, if it is one. */
function addCall({ scan, from, frame, into }: Walk, at: number): void {
  const { tokens } = scan;
  if (tokens.kind(at) !== T.word || addCte(scan, at, frame, into)) return;
  // `EXECUTE statement (5)` outside a body runs a prepared statement, not a function.
  if (tokens.word(at + 1) === '(' && !(at === from + 1 && scan.depth === 0 && tokens.word(from) === 'EXECUTE'))
    addFunction(scan, at, into);
}

/** What may precede the parentheses around the query of a statement; in an INSERT, a name too. */
const BEFORE_QUERY = /^(?:\(|\)|AS|FOR|COPY|EXPLAIN|ANALYZE|ANALYSE|VERBOSE|DESCRIBE)$/;

/**
 * Whether the parenthesis at `at` encloses the query of the statement: all of it, or that of an INSERT, COPY or view. Each
 * query of a UNION has a LIMIT of its own.
 */
function isWholeQuery({ tokens }: Scan, from: number, at: number): boolean {
  if (!/^(?:SELECT|WITH|VALUES|TABLE|\()$/.test(tokens.word(at + 1))) return false;
  const isName = tokens.kind(at - 1) !== T.op && /^(?:INSERT|REPLACE)$/.test(tokens.word(from));
  if (at !== from && !isName && !BEFORE_QUERY.test(tokens.word(at - 1))) return false;
  const close = tokens.closing(at);
  return close >= 0 && !/^(?:UNION|EXCEPT|INTERSECT|MINUS)$/.test(tokens.word(close + 1));
}

/** Whether the parenthesis at `at` opens the list of an IN, not a query. */
function isList({ tokens }: Scan, at: number): boolean {
  return tokens.word(at - 1) === 'IN' && !/^(?:SELECT|WITH|VALUES|\))$/.test(tokens.word(at + 1));
}

/** Ends a VALUES list at any word but ROW. */
function endRows({ tokens }: Scan, at: number, current: Frame): void {
  if (current.rows >= 0 && tokens.word(at) !== 'ROW') current.rows = -1;
}

/**
 * Adds the CTE whose name is at `at`, if it is one: `name AS (…)`, `name (columns) AS (…)`. The name means it from its end
 * on, or from its start if it is recursive.
 */
function addCte({ tokens, lexical }: Scan, at: number, level: Frame, into: CollectedFacts): boolean {
  if (!level.with || !/^(?:WITH|RECURSIVE|,)$/.test(tokens.word(at - 1))) return false;
  let open = at + 1;
  if (tokens.word(open) === '(') open = tokens.closing(open) + 1;
  if (tokens.word(open) !== 'AS') return false;
  open++;
  while (/^(?:NOT|MATERIALIZED)$/.test(tokens.word(open))) open++;
  const close = tokens.word(open) === '(' ? tokens.closing(open) : -1;
  if (close < 0) return false;
  const scope: CteScope = { tokens, from: level.recursive ? open : close, to: Number.POSITIVE_INFINITY };
  level.ctes.push(scope);
  const raw = tokens.raw(at);
  const name = tokens.kind(at) === T.quoted ? foldName(unquote(raw), true, lexical) : foldName(raw, false, lexical);
  const known = into.ctes.get(name);
  if (known) known.push(scope);
  else into.ctes.set(name, [scope]);
  return true;
}

function addFunction(scan: Scan, at: number, into: CollectedFacts): void {
  const name = calledFunction(scan, at);
  if (name !== undefined) into.functions.add(name);
}

function isFunctionFrom(scan: Scan, at: number, depth: number): boolean {
  if (depth === 0) return false;
  const { tokens } = scan;
  for (let before = at - 1, nesting = 0; before >= 0 && at - before < 64; before--) {
    const word = tokens.word(before);
    if (word === ')') nesting++;
    else if (word === '(') {
      if (nesting-- === 0) return FROM_FUNCTIONS.has(tokens.word(before - 1));
    } else if (word === 'SELECT' && nesting === 0) return false;
  }
  return false;
}

function countTable(scan: Scan, at: number, to: number, list: Frame, into: CollectedFacts): void {
  const { tokens } = scan;
  let start = at;
  while (start < to && /^(?:ONLY|LATERAL)$/.test(tokens.word(start))) start++;
  // ODBC's `{ OJ a LEFT OUTER JOIN b … }`
  if (tokens.word(start) === '{' && tokens.word(start + 1) === 'OJ') start += 2;
  if (start >= to || (scan.lexical.queries.dual && tokens.word(start) === 'DUAL')) return;
  list.tables++;
  into.joinedTables = Math.max(into.joinedTables, list.tables);
  if (tokens.word(start) === '(') return;
  const { target, next } = readName(tokens, start, scan.lexical);
  if (next === start) {
    if (isNamedOtherwise(scan, start)) into.placeholderTable = true;
    return;
  }
  if (tokens.word(next) === '(') return;
  const known = into.tablesAt.get(tokens);
  if (known) known.push(start);
  else into.tablesAt.set(tokens, [start]);
  const name = qualified(target);
  if (name === undefined) into.placeholderTable = true;
  else {
    into.tablesRead.add(name);
    const reads = into.bareReads.get(name);
    if (reads) reads.push({ tokens, at: start });
    else into.bareReads.set(name, [{ tokens, at: start }]);
  }
}

/** Whether a table is named in a form that is not read: by a string, as in SQLite, or by what is one in other modes of quoting. */
function isNamedOtherwise({ tokens, lexical }: Scan, at: number): boolean {
  if (tokens.kind(at) === T.op) return true;
  if (tokens.kind(at) !== T.string) return false;
  // `PREPARE p FROM "SELECT 1"`
  return lexical.stringNames || (tokens.raw(at).startsWith('"') && tokens.word(at - 3) !== 'PREPARE');
}

/** What may follow a star of a select list. Before anything else, it multiplies. */
const AFTER_STAR =
  /^(?:FROM|,|\)|INTO|WHERE|GROUP|HAVING|ORDER|LIMIT|OFFSET|FETCH|FOR|UNION|EXCEPT|INTERSECT|MINUS|WINDOW)$/;

function isStar({ tokens }: Scan, at: number): boolean {
  const kind = tokens.kind(at + 1);
  return kind === T.end || kind === T.terminator || AFTER_STAR.test(tokens.word(at + 1));
}
