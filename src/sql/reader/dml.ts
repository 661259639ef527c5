import type { Operation, Target } from '../../model/index.ts';
import { foldName, readName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { nameAt } from './ddl/index.ts';
import { type FilterFacts, readFilter } from './filter.ts';
import { pinnedOnUse, type Rows, readRows } from './rows.ts';
import { isTemporaryName, type Scan } from './scan.ts';
import { numberAt } from './statement-facts/index.ts';
import { readUpsert } from './upserts.ts';

const MODIFIERS = new Set(['LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'QUICK', 'IGNORE']);
const TABLE_ENDS = new Set(
  'SET WHERE FROM USING RETURNING ORDER LIMIT OUTPUT OPTION VALUES VALUE SELECT DEFAULT WITH ON JOIN INNER LEFT RIGHT FULL CROSS NATURAL OVERRIDING EXEC EXECUTE TABLE WHEN PARTITION FORCE INDEXED NOT'.split(
    ' ',
  ),
);

const ASSIGNMENT_ENDS = new Set(['FROM', 'WHERE', 'RETURNING', 'ORDER', 'LIMIT', 'OUTPUT', 'OPTION']);
const EXEC_WORDS = new Set(['EXEC', 'EXECUTE']);
const PARTITION_WORDS = new Set(['PARTITION', 'WITH']);

/** Skips what may come between the verb and the table: modifiers, `OR REPLACE`, `TOP (n)`. */
export function skipModifiers(scan: Scan, at: number, to: number): { next: number; orReplace: boolean } {
  let next = at;
  let orReplace = false;
  for (;;) {
    const word = scan.tokens.word(next);
    if (MODIFIERS.has(word)) next++;
    else if (word === 'OR') {
      orReplace ||= scan.tokens.word(next + 1) === 'REPLACE';
      next += 2;
    } else if (word === 'TOP') {
      next = scan.tokens.word(next + 1) === '(' ? scan.afterParenthesis(next + 1, to) : next + 2;
      if (scan.tokens.word(next) === 'PERCENT') next++;
    } else return { next, orReplace };
  }
}

export interface TableRef {
  readonly target: Target;
  readonly alias: string;
}

/** Reads `[ONLY] name [*] [[AS] alias]`. */
export function readTableRef(scan: Scan, at: number): { ref: TableRef; next: number } | undefined {
  const { tokens, lexical } = scan;
  let start = at;
  if (tokens.word(start) === 'ONLY') start++;
  const open = tokens.word(start) === '(' && tokens.kind(start + 1) !== T.op;
  if (open) start++;
  const { target, next } = readName(tokens, start, lexical);
  if (next === start) return undefined;
  let end = open && tokens.word(next) === ')' ? next + 1 : next;
  if (tokens.word(end) === '*') end++;
  let alias = target.name ?? '';
  if (tokens.word(end) === 'AS') end++;
  const kind = tokens.kind(end);
  if (kind === T.quoted || (kind === T.word && !TABLE_ENDS.has(tokens.word(end)))) {
    const raw = tokens.raw(end);
    alias = kind === T.quoted ? foldName(unquote(raw), true, lexical) : foldName(raw, false, lexical);
    end++;
  }
  return { ref: { target, alias }, next: end };
}

const REF_ENDS = new Set(['WHERE', 'SET', 'RETURNING', 'ORDER', 'LIMIT', 'OPTION']);

/** The tables of a FROM list with joins; `from` is the first. */
export function readTableRefs(scan: Scan, from: number, to: number): readonly TableRef[] {
  const { tokens } = scan;
  const refs: TableRef[] = [];
  let depth = 0;
  let expectsTable = true;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (depth === 0 && REF_ENDS.has(word)) break;
    if (word === '(') depth++;
    else if (word === ')') {
      // A derived table, whose alias follows.
      if (--depth === 0) expectsTable = false;
    } else if (depth === 0 && (word === ',' || word === 'JOIN' || word === 'STRAIGHT_JOIN')) expectsTable = true;
    else if (depth === 0 && expectsTable) {
      expectsTable = false;
      const read = readTableRef(scan, at);
      if (!read) continue;
      refs.push(read.ref);
      at = read.next - 1;
    }
  }
  return refs;
}

function aliasesOf(target: Target, refs: readonly TableRef[]): readonly string[] {
  return refs.filter((ref) => ref.target.name === target.name).map((ref) => ref.alias);
}

function lower(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}

/** The table that a name refers to, if it is an alias of the FROM list; else the name itself. */
function resolve(target: Target, refs: readonly TableRef[]): Target {
  if (target.schema !== '') return target;
  return refs.find((ref) => ref.alias === target.name)?.target ?? target;
}

/**
 * The lower-case names of a statement's only table. Empty if there are several tables, or inside a routine, where a
 * bare name may be a variable.
 */
function onlyTableNames(scan: Scan, tables: readonly TableRef[]): readonly string[] {
  const [only, ...others] = tables;
  if (!only || others.length > 0 || scan.place === 'routine_body' || scan.place === 'do_block') return [];
  return [only.alias.toLowerCase(), (only.target.name ?? '').toLowerCase()];
}

/**
 * SQLite's `sqlite_sequence` holds the counters of AUTOINCREMENT columns and no rows of users. Every dump empties it, so
 * writing all of it is not an unfiltered write.
 */
export function filterOf(
  scan: Scan,
  target: Target,
  written: Target,
  { filter: shown, filterColumns }: FilterFacts,
  rows: Rows,
): Pick<Operation, 'filter' | 'filterColumns' | 'filterDoubt'> {
  const filter = rows.filterOf(written, shown);
  const usesNone = shown === undefined && filterColumns?.length === 0 ? NO_COLUMN : undefined;
  const filterDoubt = filter === undefined && shown !== undefined ? rows.doubtOf(written) : usesNone;
  const counters = target.name !== '' && target.name === scan.lexical.queries.counterTable;
  return { filter: counters && filter !== 'conditional' ? '' : filter, filterColumns, filterDoubt };
}

const NO_COLUMN = 'the condition uses no column, so that it holds for all rows or for none';

export function tableFacts(scan: Scan, target: Target): Pick<Operation, 'target' | 'temporary'> {
  return { target, temporary: isTemporaryName(target, scan.lexical) };
}

/** Rows. With a larger limit, the statement may well affect every row of the table. */
const MAX_LIMIT = 1000;

/**
 * How a write without a condition is filtered by a small LIMIT: with ORDER BY, that selects rows; without, it takes any. In
 * a body the statement may be repeated until no row is left. In recorded traffic, literals do not count.
 */
function limitedFilter(
  scan: Scan,
  from: number,
  to: number,
  facts: ReturnType<typeof filterOf>,
): ReturnType<typeof filterOf> {
  const { nesting, isTraffic } = scan.out;
  if (facts.filter !== 'none' || nesting !== 1 || isTraffic || scan.find('WHERE', from, to) >= 0) return facts;
  const limit = scan.find('LIMIT', from, to);
  if (limit < 0 || (numberAt(scan, limit + 1) ?? Number.POSITIVE_INFINITY) > MAX_LIMIT) return facts;
  const isOrdered = scan.find('ORDER', from, limit) >= 0;
  return isOrdered
    ? { ...facts, filter: 'conditional' }
    : { ...facts, filter: undefined, filterDoubt: 'LIMIT without ORDER BY takes any rows' };
}

/** What a DELETE names: the tables whose rows it deletes, and those of its FROM list. */
interface DeleteTargets {
  readonly targets: readonly Target[];
  readonly refs: readonly TableRef[];
  /** See `onlyTableNames`. */
  readonly tableNames: readonly string[];
}

/** Reads `DELETE FROM t …`; `at` is the token after FROM. */
function readDeleteFrom(scan: Scan, at: number, to: number): DeleteTargets | undefined {
  const { tokens, lexical } = scan;
  const using = scan.find('USING', at, to);
  if (lexical.queries.writeTarget === 'joined' && using >= 0) {
    const targets = scan.commaParts(at, using).map((part) => readName(tokens, part.from, lexical).target);
    return { targets, refs: readTableRefs(scan, using + 1, to), tableNames: [] };
  }
  const first = readTableRef(scan, at);
  if (!first) return undefined;
  const source = scan.find('FROM', at, to);
  return {
    targets: [first.ref.target],
    refs: source >= 0 ? readTableRefs(scan, source + 1, to) : [],
    tableNames: using < 0 && source < 0 ? onlyTableNames(scan, readTableRefs(scan, at, to)) : [],
  };
}

/** Reads `DELETE a, b FROM …` of MySQL and T-SQL. T-SQL and Oracle also allow omitting FROM. */
function readDeleteList(scan: Scan, at: number, to: number): DeleteTargets {
  const { tokens, lexical } = scan;
  const source = scan.find('FROM', at, to);
  const where = scan.find(REF_ENDS, at, to);
  const targets: Target[] = [];
  for (const part of scan.commaParts(at, source >= 0 ? source : where >= 0 ? where : to)) {
    const { target, next } = readName(tokens, part.from, lexical);
    if (next > part.from) targets.push(target);
  }
  return { targets, refs: source >= 0 ? readTableRefs(scan, source + 1, to) : [], tableNames: [] };
}

/** MariaDB's `DELETE HISTORY FROM t`, which deletes old versions of rows; not `DELETE history FROM history JOIN …`. */
function isOfHistory(scan: Scan, at: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (!lexical.sqlMode || !scan.is(at, 'HISTORY', 'FROM')) return false;
  const { next } = readName(tokens, at + 2, lexical);
  return next === to || /^(?:BEFORE|PARTITION)$/.test(tokens.word(next));
}

export function readDelete(scan: Scan, from: number, to: number): boolean {
  const { next } = skipModifiers(scan, from + 1, to);
  const hasFrom = scan.tokens.word(next) === 'FROM';
  const at = hasFrom ? next + 1 : next;
  if (isOfHistory(scan, next, to)) return true;
  const read = hasFrom ? readDeleteFrom(scan, at, to) : readDeleteList(scan, at, to);
  if (!read || read.targets.length === 0) return false;
  const { targets, refs, tableNames } = read;
  const written = targets.flatMap((target) => [target.name ?? '', ...aliasesOf(target, refs)]);
  const filter = readFilter(scan, at, to, tableNames, lower(written));
  const rows = readRows(scan, from, to);
  for (const name of targets) {
    const named = resolve(name, refs);
    const target = rows.tableBehind(named) ?? named;
    const facts = {
      ...tableFacts(scan, target),
      ...limitedFilter(scan, at, to, filterOf(scan, name, target, filter, rows)),
    };
    scan.add('delete', from, to, facts, pinnedOnUse(scan, from, to, target));
  }
  return true;
}

const JOIN_WORDS = new Set(['JOIN', 'STRAIGHT_JOIN']);

export function readUpdate(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const { next, orReplace } = skipModifiers(scan, from + 1, to);
  const set = scan.find('SET', next, to);
  if (set < 0) return false;
  const updated = readTableRefs(scan, next, set);
  const first = updated[0];
  if (!first) return false;
  const source = scan.find('FROM', set, to);
  const refs = source >= 0 ? [...updated, ...readTableRefs(scan, source + 1, to)] : updated;
  const stop = scan.find(ASSIGNMENT_ENDS, set + 1, to);
  const assigned = readAssignments(scan, set + 1, stop < 0 ? to : stop);
  const qualifiers = new Set(assigned.map((column) => column.qualifier).filter((name) => name !== ''));
  const qualified = updated.filter((ref) => qualifiers.has(ref.alias) || qualifiers.has(ref.target.name ?? ''));
  // Where the target is separate from the FROM list, an alias of the FROM list never names it.
  const others = scan.lexical.queries.writeTarget === 'separate' ? [] : refs.slice(updated.length);
  const targets = (qualified.length > 0 ? qualified : [first]).map((ref) => resolve(ref.target, others));
  const columns = assignedColumns(scan, assigned, refs);
  const parts = scan.commaParts(set + 1, stop < 0 ? to : stop);
  const written = qualified.length > 0 ? qualified : [first];
  const names = written.flatMap((ref) => [ref.alias, ref.target.name ?? '', ...aliasesOf(ref.target, refs)]);
  // Where other tables are read too, a bare name may be a column of theirs.
  const own = new Set(
    written.length === 1 ? [...names.filter((name) => name !== ''), ...(refs.length === 1 ? [''] : [])] : [],
  );
  const keepsValues = parts.length > 0 && parts.every((part) => fillsNull(scan, part.from, part.to, own));
  const isOfJoin = updated.length > 1 || scan.find(JOIN_WORDS, next, set) >= 0;
  const tableNames = source >= 0 || readTableRef(scan, next)?.next !== set ? [] : onlyTableNames(scan, updated);
  const filter = readFilter(scan, isOfJoin ? next : set + 1, to, tableNames, lower(names));
  const rows = readRows(scan, from, to);
  for (const named of targets) {
    const target = rows.tableBehind(named) ?? named;
    const filtered = limitedFilter(scan, set, to, filterOf(scan, target, named, filter, rows));
    const facts = { ...tableFacts(scan, target), columns, keepsValues, ...filtered };
    scan.add('update', from, to, facts, pinnedOnUse(scan, from, to, target));
    if (orReplace) addReplaced(scan, from, to, target, columns, rows.pinnedOf(target));
  }
  return tokens.word(set) === 'SET';
}

/** Functions that give their first argument unless it is NULL. MySQL's ISNULL has only one. */
const FILLS_NULL = /^(?:COALESCE|IFNULL|ISNULL|NVL)$/;

/**
 * Whether an assignment leaves every value but NULL: `c = COALESCE(c, 0)`.
 *
 * @param own what may stand before the column of the table that is written
 */
function fillsNull(scan: Scan, from: number, to: number, own: ReadonlySet<string>): boolean {
  const { tokens, lexical } = scan;
  const { target, next } = readName(tokens, from, lexical);
  if (target.name === undefined || tokens.word(next) !== '=' || !FILLS_NULL.test(tokens.word(next + 1))) return false;
  if (tokens.word(next + 2) !== '(' || scan.afterParenthesis(next + 2, to) !== to) return false;
  const [first, second] = scan.commaParts(next + 3, to - 1);
  const kept = first && readName(tokens, first.from, lexical);
  if (!kept || !second || kept.next !== first.to || !own.has(kept.target.schema ?? '')) return false;
  return kept.target.name === target.name;
}

/**
 * SQLite's UPDATE OR REPLACE deletes other rows that already have the new value of a key. No condition shows which rows
 * these are, except one that selects the rows of one key: `SET user = 2 WHERE user = 1`.
 */
function addReplaced(
  scan: Scan,
  from: number,
  to: number,
  target: Target,
  columns: readonly string[] | undefined,
  pinned: readonly string[] | undefined,
): void {
  const facts = tableFacts(scan, target);
  scan.add('replace', from, to, facts);
  const isOneKey = pinned?.some((column) => columns?.includes(column));
  const filterDoubt =
    'each row that has the new value of a key already is deleted, and no condition says which these are';
  if (!isOneKey) scan.add('delete', from, to, { ...facts, filter: undefined, filterDoubt });
}

interface Assigned {
  /** Undefined if it contains a placeholder. */
  readonly name: string | undefined;
  readonly qualifier: string;
  /** The token of its first part. */
  readonly at: number;
}

/** The columns on the left of `=` in a SET list, including `(a, b) = …`. */
export function readAssignments(scan: Scan, from: number, to: number): readonly Assigned[] {
  const { tokens, lexical } = scan;
  const columns: Assigned[] = [];
  const add = (at: number) => {
    const { target, next } = readName(tokens, at, lexical);
    if (next > at) columns.push({ name: target.name, qualifier: target.schema ?? '', at });
  };
  for (const part of scan.commaParts(from, to)) {
    if (tokens.word(part.from) === '(') {
      for (const inner of scan.commaParts(part.from + 1, scan.afterParenthesis(part.from, part.to) - 1))
        add(inner.from);
    } else add(part.from);
  }
  return columns;
}

/**
 * The assigned columns; undefined if one of them is not known. In `c.field = 1`, where `c` is not a table, `c` is the
 * column: PostgreSQL does not allow a table there.
 */
function assignedColumns(
  scan: Scan,
  assigned: readonly Assigned[],
  refs: readonly TableRef[],
): readonly string[] | undefined {
  const columns: string[] = [];
  for (const { name, qualifier, at } of assigned) {
    const isTable = refs.some((ref) => ref.alias === qualifier || ref.target.name === qualifier);
    const column = qualifier === '' || (isTable && !scan.lexical.queries.rowValues) ? name : nameAt(scan, at);
    if (column === undefined) return undefined;
    columns.push(column);
  }
  return columns;
}

const QUERY = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);

/** INSERT and REPLACE. */
export function readInsert(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const skipped = skipModifiers(scan, from + 1, to);
  let at = skipped.next;
  if (tokens.word(at) === 'INTO' || tokens.word(at) === 'OVERWRITE') at++;
  if (tokens.word(at) === 'TABLE') at++;
  const { target, next } = readName(tokens, at, lexical);
  if (next === at) return false;
  let open = next;
  if (tokens.word(open) === 'AS') open += 2;
  if (tokens.word(open) === 'PARTITION') open = scan.afterParenthesis(open + 1, to);
  const columns: string[] = [];
  if (tokens.word(open) === '(' && !QUERY.has(tokens.word(open + 1))) {
    for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
      const column = readName(tokens, part.from, lexical).target.name;
      if (column !== undefined) columns.push(column);
    }
  }
  if (tokens.word(open) === 'SET')
    for (const { name } of readAssignments(scan, open + 1, to)) if (name !== undefined) columns.push(name);
  const replaces = tokens.word(from) === 'REPLACE' || skipped.orReplace;
  scan.add(replaces ? 'replace' : 'insert', from, to, { ...tableFacts(scan, target), columns });
  readUpsert(scan, open, to, target, replaces, (from, end) => readAssignments(scan, from, end).map(({ name }) => name));
  if (!lexical.queries.insertExec) return true;
  // `INSERT INTO t EXEC procedure` runs the procedure.
  const exec = scan.find(EXEC_WORDS, open, to);
  return exec < 0 || scan.readStatement(scan, exec, to);
}

export function readTruncate(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  let at = from + 1;
  if (tokens.word(at) === 'TABLE') at++;
  const cascade = scan.find('CASCADE', at, to) >= 0;
  const partitions = scan.find(PARTITION_WORDS, at, to) >= 0;
  let understood = false;
  for (const part of scan.commaParts(at, to)) {
    const read = readTableRef(scan, part.from);
    if (!read) continue;
    understood = true;
    const kind = partitions ? 'truncate_partition' : 'truncate';
    scan.add(kind, from, to, { ...tableFacts(scan, read.ref.target), cascade, filter: 'none' });
  }
  return understood && lexical.queries.truncate;
}

/** SELECT, VALUES and TABLE. With INTO they also create a table or write a file. */
export function readSelect(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (scan.place !== 'cte' && scan.place !== 'subquery' && scan.place !== 'routine_body' && scan.place !== 'do_block') {
    scan.add('select', from, to);
  }
  const into = scan.find('INTO', from, to);
  if (into < 0) return true;
  const word = tokens.word(into + 1);
  const { selectInto } = lexical.queries;
  if (selectInto === 'variables-or-file') {
    if (word === 'OUTFILE' || word === 'DUMPFILE') scan.add('copy_to', from, to, { endpoint: 'file' });
    return true;
  }
  const body = scan.place === 'routine_body' || scan.place === 'do_block';
  if (body && selectInto === 'table-or-variables') return true;
  let at = into + 1;
  const temporary = /^(?:TEMP|TEMPORARY|LOCAL|GLOBAL)$/.test(word);
  while (/^(?:TEMP|TEMPORARY|LOCAL|GLOBAL|UNLOGGED|TABLE)$/.test(tokens.word(at))) at++;
  if (tokens.kind(at) === T.param) return true;
  const { target, next } = readName(tokens, at, lexical);
  if (next > at) {
    const facts = tableFacts(scan, target);
    scan.add('create_table', from, to, { ...facts, temporary: temporary || facts.temporary === true });
  }
  return true;
}
