import type { Operation, StatementFacts, SurroundingFact } from '../../model/index.ts';
import { OPERATION_KINDS } from '../../model/index.ts';
import { foldName, qualified, readName, unquote } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { pinnedInStatement } from './pinned-columns.ts';
import type { Scan } from './scan.ts';

/** The statement facts that come from its tokens. The others come from the script's state and from the grammar. */
export type TokenFacts = Omit<StatementFacts, 'dialect' | 'columnsRead' | 'pinnedColumns' | SurroundingFact>;

interface Gathered {
  readonly facts: TokenFacts;
  /** Names that only ever mean CTEs of the statement. */
  readonly ctes: readonly string[];
  /** Computes the pinned columns, which few rules read; undefined if there are none. */
  readonly pinnedColumns: (() => StatementFacts['pinnedColumns']) | undefined;
}

/** Words that may be followed by `(` and are not function names. */
const NOT_FUNCTIONS = new Set(
  `AND OR NOT IN ANY ALL SOME EXISTS VALUES VALUE SELECT FROM WHERE ON USING AS KEY UNIQUE CHECK REFERENCES INTO TABLE INDEX
   PRIMARY FOREIGN DEFAULT THEN ELSE WHEN CASE BY OVER FILTER GROUP WITH RETURNING SET LIKE BETWEEN IS UNION INTERSECT EXCEPT
   DISTINCT ARRAY ROW PARTITION LIMIT OFFSET TOP INTERVAL CAST IF EXPLAIN ANALYZE ANALYSE VACUUM JOIN LATERAL COLUMNS VARCHAR
   CHAR CHARACTER NUMERIC DECIMAL NVARCHAR NCHAR VARBINARY BINARY BIT INT INTEGER BIGINT SMALLINT TINYINT FLOAT DOUBLE
   TIMESTAMP TIMESTAMPTZ TIME DATETIME DATETIME2 VARYING MATERIALIZED INCLUDE EXCLUDE INHERITS OPTIONS TO FOR OF ENUM ADD
   GENERATED ALWAYS IDENTITY CONSTRAINT VIEW FUNCTION PROCEDURE COLUMN RANGE LIST HASH`.split(/\s+/),
);
/** Words that are followed by a name that is defined or written, not called. */
const DEFINES = new Set(
  'INTO TABLE REFERENCES ON UPDATE INDEX VIEW FUNCTION PROCEDURE AGGREGATE TRIGGER TYPE EXISTS AS KEY CONSTRAINT COPY'.split(
    ' ',
  ),
);
const FROM_ENDS = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT RETURNING SET WINDOW FOR VALUES SELECT OPTION ;'.split(
    ' ',
  ),
);
/** The words and operators that `collect` tells apart. All others are looked up once, as they are most of a text. */
const READ_BELOW = new Set([
  ...[
    '(',
    ')',
    ',',
    '*',
    'FROM',
    'JOIN',
    'STRAIGHT_JOIN',
    'APPLY',
    'TABLE',
    'IN',
    'WITH',
    'LIMIT',
    'FETCH',
    'TOP',
    'OFFSET',
    'VALUES',
    'LIKE',
    'ILIKE',
  ],
  ...FROM_ENDS,
]);
/** Functions whose arguments may contain FROM. */
const FROM_FUNCTIONS = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);

/** The tokens `from` to `to` of a text in which a name is that of a CTE. */
interface CteScope {
  readonly tokens: TokenList;
  readonly from: number;
  to: number;
}

class CollectedFacts {
  readonly tablesRead = new Set<string>();
  readonly functions = new Set<string>();
  readonly ctes = new Map<string, CteScope[]>();
  /** Where each name stands in a FROM list. */
  readonly bareReads = new Map<string, { readonly tokens: TokenList; readonly at: number }[]>();
  joinedTables = 0;
  selectStar = false;
  hasLimit = false;
  limit: number | undefined = 0;
  hasOffset = false;
  offset: number | undefined = 0;
  longestInList = 0;
  valuesRows = 0;
  leadingWildcard: boolean | undefined = false;
  placeholderTable = false;
  /** The tokens of the tables in FROM lists, by text. */
  readonly tablesAt = new Map<TokenList, number[]>();
}

/** Collects the facts of a statement from its tokens and from every body in it. */
export function gatherFacts(scan: Scan, from: number, to: number, operations: readonly Operation[]): Gathered {
  const facts = new CollectedFacts();
  collect(scan, from, to, facts);
  for (const inner of scan.out.scans) collect(inner, 0, inner.tokens.length, facts);
  const written = new Set<string>();
  let unknownTarget = false;
  for (const { kind, target } of operations) {
    if (!(OPERATION_KINDS[kind].groups as readonly string[]).includes('write')) continue;
    const name = qualified(target);
    if (name === undefined) unknownTarget = true;
    else if (name !== '') written.add(name);
  }
  const ctes = [...facts.ctes].flatMap(([name, scopes]) => (isOnlyCte(name, scopes, facts) ? [name] : []));
  for (const cte of ctes) facts.tablesRead.delete(cte);
  // `COPY t TO …` and MySQL's `HANDLER t READ …` read the rows of their target.
  const handler = scan.tokens.word(from) === 'HANDLER' ? 'cursor' : undefined;
  for (const { kind, target } of operations) {
    if (kind !== 'copy_to' && kind !== handler) continue;
    const name = qualified(target);
    if (name === undefined) facts.placeholderTable = true;
    else if (name !== '') facts.tablesRead.add(name);
  }
  return {
    facts: {
      tablesRead: facts.placeholderTable ? undefined : [...facts.tablesRead],
      tablesWritten: unknownTarget ? undefined : [...written],
      joinedTables: facts.joinedTables,
      functions: [...facts.functions],
      selectStar: facts.selectStar,
      hasLimit: facts.hasLimit,
      limit: facts.limit,
      hasOffset: facts.hasOffset,
      offset: facts.offset,
      longestInList: facts.longestInList,
      valuesRows: facts.valuesRows,
      leadingWildcard: facts.leadingWildcard,
    },
    ctes,
    pinnedColumns: pinnedColumns(scan, from, to, operations, facts.tablesAt),
  };
}

/** Maximum number of pairs of a CTE and a use of its name that are compared. With more, the name counts as a table's. */
const MAX_COMPARED = 10_000;

/** Whether the name stands for the CTE wherever it is used. `WITH t AS (SELECT * FROM t)` reads the table `t`. */
function isOnlyCte(name: string, scopes: readonly CteScope[], { bareReads }: CollectedFacts): boolean {
  const reads = bareReads.get(name) ?? [];
  if (reads.length * scopes.length > MAX_COMPARED) return false;
  return reads.every(({ tokens, at }) =>
    scopes.some((scope) => scope.tokens === tokens && scope.from <= at && at < scope.to),
  );
}

/** Statements whose FROM names no table that they read. */
const NO_QUERY = new Set(['GRANT', 'REVOKE', 'DENY', 'SHOW', 'FETCH', 'MOVE', 'COPY']);

function pinnedColumns(
  scan: Scan,
  from: number,
  to: number,
  operations: readonly Operation[],
  tablesAt: CollectedFacts['tablesAt'],
): Gathered['pinnedColumns'] {
  if (tablesAt.size === 0 && !operations.some(({ filter }) => filter !== '')) return undefined;
  if (NO_QUERY.has(scan.tokens.word(from)) && scan.tokens.word(from + 1) !== '(') return undefined;
  return () => pinnedInStatement([...scan.out.inner, { scan, from, to }], tablesAt, operations);
}

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
  /** Whether the position is in a WITH clause. */
  with: boolean;
  recursive: boolean;
  /** The CTEs of the level, which end with it. */
  ctes: CteScope[];
}

function frame(items = -1): Frame {
  return { open: false, tables: 0, items, rows: -1, with: false, recursive: false, ctes: [] };
}

function collect(scan: Scan, from: number, to: number, into: CollectedFacts): void {
  const { tokens } = scan;
  const frames: Frame[] = [frame()];
  let depth = 0;
  const top = () => frames[depth] as Frame;
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.op) endRows(scan, at, top());
    if (kind === T.quoted) {
      if (addCte(scan, at, top(), into)) continue;
      if (tokens.word(at + 1) === '(' && tokens.kind(at - 1) !== T.word) addFunction(scan, at, into);
      continue;
    }
    if (kind !== T.word && kind !== T.op && kind !== T.terminator) continue;
    const word = tokens.word(at);
    if (!READ_BELOW.has(word)) {
      if (kind === T.word) addCall(scan, from, at, top(), into);
      continue;
    }
    switch (word) {
      case '(':
        if (top().rows >= 0) into.valuesRows = Math.max(into.valuesRows, ++top().rows);
        depth++;
        frames[depth] = frame(isList(scan, at) ? 1 : -1);
        into.longestInList = Math.max(into.longestInList, top().items);
        continue;
      case ')':
        if (depth === 0) continue;
        endCtes(top(), at);
        depth--;
        continue;
      case ',':
        if (top().items > 0) into.longestInList = Math.max(into.longestInList, ++top().items);
        if (top().open) countTable(scan, at + 1, to, top(), into);
        continue;
      case '*':
        into.selectStar ||= isStar(scan, at);
        continue;
      case 'FROM':
        if (tokens.word(at - 1) === 'DISTINCT' || isFunctionFrom(scan, at, depth)) continue;
        if (tokens.word(at - 1) === 'DELETE') continue;
        if (depth === 0 && hasOtherFrom(scan, from)) continue;
        top().open = true;
        top().tables = 0;
        countTable(scan, at + 1, to, top(), into);
        continue;
      case 'JOIN':
      case 'STRAIGHT_JOIN':
        top().open = true;
        countTable(scan, at + 1, to, top(), into);
        continue;
      case 'APPLY':
        if (!/^(?:CROSS|OUTER)$/.test(tokens.word(at - 1))) break;
        top().open = true;
        countTable(scan, at + 1, to, top(), into);
        continue;
      case 'TABLE':
        if (!isTableQuery(scan, at)) break;
        into.selectStar = true;
        countTable(scan, at + 1, to, frame(), into);
        break;
      case 'IN':
        // SQLite's `x IN t` reads every row of a table.
        if (scan.lexical.family !== 'sqlite' || tokens.kind(at + 1) === T.op) break;
        countTable(scan, at + 1, to, frame(), into);
        break;
      case 'WITH':
        if (tokens.word(at + 1) === '(') break;
        top().with = true;
        top().recursive = tokens.word(at + 1) === 'RECURSIVE' || isAlwaysRecursive(scan);
        break;
      case 'LIMIT':
        if (!isConnectionLimit(scan, from, at)) readLimit(scan, at, into);
        break;
      case 'FETCH':
        if (/^(?:FIRST|NEXT)$/.test(tokens.word(at + 1)))
          setLimit(into, numberAt(scan, at + 2) ?? (tokens.kind(at + 2) === T.word ? 1 : undefined));
        break;
      case 'TOP':
        if (/^(?:SELECT|DISTINCT|DELETE|UPDATE|INSERT|ALL)$/.test(tokens.word(at - 1))) {
          setLimit(into, topAt(scan, at + 1));
        }
        break;
      case 'OFFSET':
        setOffset(into, numberAt(scan, at + 1));
        break;
      case 'VALUES':
        top().rows = 0;
        break;
      case 'LIKE':
      case 'ILIKE':
        if (!isLikeOfTable(scan, from, at)) setWildcard(into, patternAt(scan, at + 1));
        break;
      default:
        if (kind === T.word) addCall(scan, from, at, top(), into);
    }
    if (!FROM_ENDS.has(word)) continue;
    top().open = false;
    if (word === 'SELECT' || word === 'VALUES') top().with = false;
    if (kind === T.terminator) endCtes(top(), at);
  }
  for (let level = 0; level <= depth; level++) endCtes(frames[level] as Frame, to);
}

/** T-SQL and SQLite let a CTE read itself without RECURSIVE. */
function isAlwaysRecursive({ lexical }: Scan): boolean {
  return lexical.family === 'sqlcmd' || lexical.family === 'sqlite';
}

function endCtes(level: Frame, at: number): void {
  for (const scope of level.ctes) scope.to = Math.min(scope.to, at);
  level.ctes = [];
}

/** Words before TABLE that are not followed by a query. */
const BEFORE_TABLE_NAME =
  /^(?:CREATE|TEMPORARY|REPLACE|ALTER|ONLINE|OFFLINE|IGNORE|DROP|TRUNCATE|LOCK|UNLOCK|OPTIMIZE|CHECK|CHECKSUM|REPAIR|RENAME|FLUSH|ON|INTO|LOCAL|NO_WRITE_TO_BINLOG|WITH|IMPORT)$/;

/** Whether it is MySQL's `TABLE t`, a query for all rows. Elsewhere the grammar finds it, or the dialect has none. */
function isTableQuery({ tokens, lexical }: Scan, at: number): boolean {
  if (lexical.family !== 'mysql' || (tokens.kind(at + 1) !== T.word && tokens.kind(at + 1) !== T.quoted)) return false;
  const before = tokens.word(at - 1);
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
function addCall(scan: Scan, from: number, at: number, level: Frame, into: CollectedFacts): void {
  const { tokens } = scan;
  if (addCte(scan, at, level, into)) return;
  // `EXECUTE statement (5)` outside a body runs a prepared statement, not a function.
  if (tokens.word(at + 1) === '(' && !(at === from + 1 && scan.depth === 0 && tokens.word(from) === 'EXECUTE'))
    addFunction(scan, at, into);
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

/** The function in lower case if the name at `at`, which a `(` follows, is called; undefined if it is defined or written. */
export function calledFunction({ tokens }: Scan, at: number): string | undefined {
  const quoted = tokens.kind(at) === T.quoted;
  const word = tokens.word(at);
  if (!quoted && NOT_FUNCTIONS.has(word)) return undefined;
  let before = at - 1;
  while (tokens.word(before) === '.') before -= 2;
  if (DEFINES.has(tokens.word(before)) && tokens.word(before - 1) !== 'WHERE') return undefined;
  return (quoted ? unquote(tokens.raw(at)) : word).toLowerCase();
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
  if (start >= to) return;
  list.tables++;
  into.joinedTables = Math.max(into.joinedTables, list.tables);
  if (tokens.word(start) === '(') return;
  const { target, next } = readName(tokens, start, scan.lexical);
  if (next === start || tokens.word(next) === '(') return;
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

function isStar(scan: Scan, at: number): boolean {
  const { tokens } = scan;
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  if (!/^(?:SELECT|DISTINCT|ALL|,|\.)$/.test(before)) return false;
  return after === 'FROM' || after === ',' || after === ')' || after === 'INTO' || after === '' || after === ';';
}

/**
 * Operators that may follow a number which is a whole value. Before any other, it is part of an expression
 * (`LIMIT 1 + 999`).
 */
const AFTER_VALUE = new Set([',', ')', ';']);
/** Words that make the number before them part of an expression. */
const CONTINUES_EXPRESSION = /^(?:OPERATOR|PERCENT|AT|COLLATE|DIV|MOD|IS|ISNULL|NOTNULL|AND|OR|XOR)$/;
const INTEGER_TYPES = /^(?:INT|INTEGER|BIGINT|INT4|INT8)$/;

/** The number at `at`; undefined if it is part of an expression. A cast to an integer type is ignored. */
function numberAt(scan: Scan, at: number): number | undefined {
  const { tokens } = scan;
  let next = at + 1;
  while (tokens.word(next) === '::' && INTEGER_TYPES.test(tokens.word(next + 1))) next += 2;
  const continues =
    tokens.kind(next) === T.op ? !AFTER_VALUE.has(tokens.word(next)) : CONTINUES_EXPRESSION.test(tokens.word(next));
  return continues ? undefined : bareNumberAt(scan, at);
}

/** The limit after TOP. Without parentheses it is a number only: in `TOP 5 *` the star is the select list. */
function topAt(scan: Scan, at: number): number | undefined {
  const { tokens } = scan;
  const inside = tokens.word(at) === '(';
  if (tokens.word(inside ? at + 3 : at + 1) === 'PERCENT') return undefined;
  return inside ? numberAt(scan, at + 1) : bareNumberAt(scan, at);
}

/** Whether the LIMIT is that of `ALTER ROLE x CONNECTION LIMIT 5`. */
function isConnectionLimit({ tokens }: Scan, from: number, at: number): boolean {
  if (tokens.word(at - 1) !== 'CONNECTION' || !/^(?:ALTER|CREATE)$/.test(tokens.word(from))) return false;
  return /^(?:ROLE|USER|GROUP|DATABASE)$/.test(tokens.word(from + 1));
}

function bareNumberAt({ tokens }: Scan, at: number): number | undefined {
  if (tokens.kind(at) !== T.number) return undefined;
  const value = Math.trunc(Number(tokens.raw(at).replaceAll('_', '')));
  return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined;
}

/** The larger value; undefined if either is unknown. */
function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}

function setLimit(into: CollectedFacts, value: number | undefined): void {
  into.hasLimit = true;
  into.limit = largest(into.limit, value);
}

function setOffset(into: CollectedFacts, value: number | undefined): void {
  into.hasOffset = true;
  into.offset = largest(into.offset, value);
}

function readLimit(scan: Scan, at: number, into: CollectedFacts): void {
  const { tokens } = scan;
  const word = tokens.word(at + 1);
  if (word === 'ALL' || word === 'NULL') return;
  if (tokens.word(at + 2) === ',') {
    setOffset(into, numberAt(scan, at + 1));
    setLimit(into, numberAt(scan, at + 3));
  } else setLimit(into, numberAt(scan, at + 1));
}

/** Whether the LIKE copies a table definition: `CREATE TABLE a (LIKE b)`, `CREATE TABLE a LIKE b`. */
function isLikeOfTable({ tokens }: Scan, from: number, at: number): boolean {
  if (tokens.word(from) !== 'CREATE') return false;
  if (/^[(,]$/.test(tokens.word(at - 1))) return true;
  for (let before = from + 1; before < at; before++) {
    const kind = tokens.kind(before);
    if (tokens.word(before) !== '.' && kind !== T.word && kind !== T.quoted) return false;
    if (/^(?:AS|SELECT|WITH|VALUES)$/.test(tokens.word(before))) return false;
  }
  return true;
}

function setWildcard(into: CollectedFacts, value: boolean | undefined): void {
  if (value === true) into.leadingWildcard = true;
  else if (value === undefined) into.leadingWildcard ||= undefined;
}

/**
 * Whether the pattern at `at` starts with `%` or `_`, judging by its first literal; undefined if it is not a literal.
 */
function patternAt(scan: Scan, at: number): boolean | undefined {
  const { tokens } = scan;
  let start = at;
  while (/^(?:\(|BINARY|CONCAT)$/.test(tokens.word(start))) {
    // CONCAT may also be a column name.
    if (tokens.word(start) === 'CONCAT' && tokens.word(start + 1) !== '(') return undefined;
    start++;
  }
  if (tokens.kind(start) === T.string) return literalPattern(scan, start);
  if (!/^(?:ANY|ALL|SOME)$/.test(tokens.word(start))) return undefined;
  start++;
  while (tokens.word(start) === '(') start++;
  if (tokens.word(start) !== 'ARRAY' || tokens.word(start + 1) !== '[') return undefined;
  return arrayPattern(scan, start + 2);
}

/** Whether one of the patterns in an array starts with a wildcard. */
function arrayPattern(scan: Scan, from: number): boolean | undefined {
  const { tokens } = scan;
  let some: boolean | undefined = false;
  for (let at = from; ; at += 2) {
    const leading = tokens.kind(at) === T.string ? literalPattern(scan, at) : undefined;
    if (leading === true) return true;
    if (leading === undefined) some = undefined;
    const next = tokens.word(at + 1);
    if (next === ']') return some;
    if (next !== ',') return undefined;
  }
}

/** Undefined for bit and hexadecimal strings, numeric escapes, and an empty string that is part of an expression. */
function literalPattern({ tokens }: Scan, at: number): boolean | undefined {
  const [, prefix = '', first = ''] = /^([^'"]*)['"]([\s\S]?)/.exec(tokens.raw(at)) ?? [];
  if (/^[xb]$/i.test(prefix)) return undefined;
  if (first === '%' || first === '_') return true;
  if (first === '\\' && /^(?:e|u&)$/i.test(prefix)) return undefined;
  const empty = tokens.end(at) - tokens.start(at) - prefix.length <= 2;
  return empty && (tokens.kind(at + 1) === T.op || tokens.kind(at + 1) === T.string) ? undefined : false;
}
