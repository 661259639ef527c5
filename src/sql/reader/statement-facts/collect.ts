import { foldName, qualified, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { calledFunction } from './called-function.ts';
import type { CollectedFacts, CteScope } from './collected-facts.ts';
import { isConnectionLimit, numberAt, readLimit, setLimit, setOffset, topAt } from './limits.ts';
import { isLikeOfTable, patternAt, setWildcard } from './patterns.ts';

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

/** Collects the facts of tokens `from` to `to`. */
export function collect(scan: Scan, from: number, to: number, into: CollectedFacts): void {
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
