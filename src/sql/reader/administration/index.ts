import { type Dialect, OPERATION_KINDS, type Operation, type OperationKind } from '../../../model/index.ts';
import { EVERY_TABLE, NO_TARGET, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { calledFunction } from '../statement-facts/index.ts';
import { COCKROACHDB } from './cockroachdb.ts';
import { isStepInSql } from './job-steps.ts';
import { membersIn } from './members.ts';
import { MYSQL } from './mysql.ts';
import { POSTGRESQL } from './postgresql.ts';
import { REDSHIFT } from './redshift.ts';
import { SQLITE } from './sqlite.ts';
import type { Administration, ArgumentTest, RoutineRow, StatementRow, TableRow } from './table.ts';
import { TRANSACTSQL } from './transactsql/index.ts';
import { assignsTrue } from './true-column.ts';
import { firstWords, matchWords, nameOrText, type Pattern, patternOf } from './words.ts';

export const ADMINISTRATION: Readonly<Record<Dialect, Administration>> = {
  postgresql: POSTGRESQL,
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlite: SQLITE,
  transactsql: TRANSACTSQL,
  cockroachdb: both(POSTGRESQL, COCKROACHDB),
  redshift: both(POSTGRESQL, REDSHIFT),
};

function both(one: Administration, other: Administration): Administration {
  return {
    statements: [...one.statements, ...other.statements],
    routines: [...one.routines, ...other.routines],
    tables: [...one.tables, ...other.tables],
  };
}

interface Index {
  readonly statements: ReadonlyMap<string, readonly { readonly row: StatementRow; readonly pattern: Pattern }[]>;
  /** By name in upper case, as tokens have it. */
  readonly routines: ReadonlyMap<string, readonly RoutineRow[]>;
  readonly tables: ReadonlyMap<string, readonly TableRow[]>;
}

const INDEXES = new Map<Administration, Index>();

/** Made when a file of the dialect is read: the rows of one dialect are enough for most runs. */
function indexFor(dialect: Dialect): Index {
  const rows = ADMINISTRATION[dialect];
  let index = INDEXES.get(rows);
  if (!index) {
    index = indexOf(rows);
    INDEXES.set(rows, index);
  }
  return index;
}

function indexOf({ statements, routines, tables }: Administration): Index {
  const patterns = statements.map((row) => ({
    row: { objectClass: /\bTABLE\b/.test(row.words) ? 'relation' : undefined, ...row } satisfies StatementRow,
    pattern: patternOf(row.words),
  }));
  return {
    statements: groupBy(patterns, ({ pattern }) => firstWords(pattern)),
    routines: groupBy(routines, ({ names }) => names.toUpperCase().split(' ')),
    tables: groupBy(tables, ({ names }) => names.split(' ')),
  };
}

function groupBy<Row>(rows: readonly Row[], keysOf: (row: Row) => Iterable<string>): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  return groups;
}

/**
 * Adds the operations of the statement in `from` to `to`, besides those that its verb has. Returns whether a row of the
 * tables matches.
 */
export function readAdministration(scan: Scan, from: number, to: number): boolean {
  let matches = false;
  for (const { row, pattern } of indexFor(scan.dialect).statements.get(scan.tokens.word(from)) ?? []) {
    const named = matchWords(scan, pattern, from, to);
    if (!named) continue;
    const target = row.everyTable ? EVERY_TABLE : named;
    matches = true;
    const filter = row.kind === 'truncate' ? 'none' : '';
    scan.add(row.kind, from, to, { target, objectClass: row.objectClass, filter });
  }
  return matches;
}

/**
 * Adds the operations of a routine that is called without parentheses; `at` is the token after its name. Returns whether
 * the tables list it.
 */
export function readProcedure(scan: Scan, name: string, at: number, from: number, to: number): boolean {
  const { routines } = indexFor(scan.dialect);
  const rows = routines.get(name.toUpperCase()) ?? [];
  const runsProgram = (word: string) => routines.get(word.toUpperCase())?.[0]?.kind === 'execute_program';
  for (const { kind, members, except } of rows) {
    if (except && isStepInSql(scan, at, to, runsProgram)) continue;
    scan.add(kind, from, to, { target: routineTarget(kind, name), ...(members && membersIn(scan, members, at, to)) });
  }
  return rows.length > 0;
}

/** Whether the tables list a function or procedure of that name. */
export function isListedRoutine({ dialect }: Scan, name: string): boolean {
  return indexFor(dialect).routines.has(name.toUpperCase());
}

/** Kinds whose object is not the routine, but one of its arguments. */
const OF_ARGUMENTS =
  /_role$|^(?:attach_database|alter_database|drop_database|change_owner|detach_partition|maintain|alter_other|reset_sequence)$/;

function routineTarget(kind: OperationKind, name: string): Operation['target'] {
  if (OF_ARGUMENTS.test(kind)) return NO_TARGET;
  return { name: name.toLowerCase(), schema: '', quoted: false, text: name.toLowerCase() };
}

const CREATES_CODE = /^create_(?:function|procedure|trigger|event|rule)$/;

/** Adds the operations of the routines that the statement calls, and of its writes to tables of jobs and history. */
export function readCalls(scan: Scan, from: number, to: number): void {
  const index = indexFor(scan.dialect);
  const { operations, scans } = scan.out;
  const seen = new Set<string>();
  addWrites(scan, index, from, to);
  const body = CREATES_CODE.test(operations[0]?.kind ?? '') ? scan.at('routine_body') : scan;
  addCalls(body, index, from, to, seen);
  addOtherNames(scan, index, from, to, seen);
  for (const inner of scans) addCalls(inner, index, 0, inner.tokens.length, seen);
}

const DML: ReadonlySet<OperationKind> = new Set(['insert', 'update', 'delete', 'merge']);
/** T-SQL's `server.database.schema.table`: a table of a linked server. */
const ON_LINKED_SERVER = /^[^.]+(?:\.[^.]*){2}\.[^.]+$/;

function addWrites(scan: Scan, { tables }: Index, from: number, to: number): void {
  if (tables.size === 0) return;
  const seen = new Set<string>();
  const { operations } = scan.out;
  for (let at = 0, { length } = operations; at < length; at++) {
    const { kind, target, place } = operations[at] as Operation;
    if (scan.lexical.queries.linkedServers && DML.has(kind) && ON_LINKED_SERVER.test(target.text))
      scan.at(place).add('remote_sql', from, to, { target });
    const rows = target.name === undefined ? undefined : tables.get(target.name);
    if (!rows || !(OPERATION_KINDS[kind].groups as readonly string[]).includes('write')) continue;
    for (const row of rows) {
      if (row.schema !== undefined && row.schema !== target.schema?.toLowerCase()) continue;
      const kindOfRow = kindOfWrite(scan, row, kind, from, to);
      if (kindOfRow === undefined || seen.has(kindOfRow)) continue;
      seen.add(kindOfRow);
      scan.at(place).add(kindOfRow, from, to, { target });
    }
  }
}

/** The kind of a write to a table of the row; undefined if the row is about other values. */
function kindOfWrite(
  scan: Scan,
  row: TableRow,
  kind: OperationKind,
  from: number,
  to: number,
): OperationKind | undefined {
  const { whenTrue, unlessAssigned } = row;
  if (whenTrue !== undefined && (kind === 'delete' || !assignsTrue(scan, whenTrue, from, to))) return undefined;
  return kind === 'update' && isUnassigned(scan, row, from, to) ? unlessAssigned?.kind : row.kind;
}

/** Whether the statement assigns none of the columns of `unlessAssigned`, or only values that turn them off. */
function isUnassigned({ tokens }: Scan, { unlessAssigned }: TableRow, from: number, to: number): boolean {
  if (!unlessAssigned) return false;
  for (let at = from; at < to; at++) {
    const word = tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)).toUpperCase() : tokens.word(at);
    if (!word.startsWith(unlessAssigned.word)) continue;
    if (tokens.word(at + 1) !== '=' || !/^(?:NULL|TRUE)$/.test(tokens.word(at + 2))) return false;
  }
  return true;
}

function addCalls(scan: Scan, { routines }: Index, from: number, to: number, seen: Set<string>): void {
  const { tokens } = scan;
  for (const open of tokens.openingsIn(from, to)) {
    const at = open - 1;
    const kind = tokens.kind(at);
    if (at < from || (kind !== T.word && kind !== T.quoted)) continue;
    const rows = routines.get(kind === T.quoted ? unquote(tokens.raw(at)).toUpperCase() : tokens.word(at));
    const name = rows && calledFunction(scan, at);
    if (name === undefined || isCte(scan, at, open)) continue;
    for (const row of rows ?? []) {
      if (!isInSchema(scan, at, row) || !passes(scan, row.when, open)) continue;
      if (seen.has(`${row.kind} ${name}`)) continue;
      seen.add(`${row.kind} ${name}`);
      addCall(scan, row, name, open, to);
    }
  }
}

/** Adds the operation of a call whose parenthesis is at `open`. */
function addCall(
  scan: Scan,
  { kind, objectClass, maintenance = '' }: RoutineRow,
  name: string,
  open: number,
  to: number,
): void {
  const { tokens } = scan;
  const close = tokens.closing(open);
  const isNamed = objectClass !== undefined && tokens.kind(open + 1) === T.string;
  const target = isNamed ? nameOrText(scan, open + 1).target : routineTarget(kind, name);
  scan.add(kind, open - 1, close < 0 ? to : close + 1, { target, objectClass, maintenance });
}

/** Statements that give a routine another name, or an operator or aggregate that calls it. */
const RENAMES = [
  'CREATE OR? REPLACE? AGGREGATE|OPERATOR',
  'CREATE SYNONYM',
  'ALTER FUNCTION|PROCEDURE|ROUTINE … RENAME',
  'ALTER FUNCTION|PROCEDURE|ROUTINE … SET SCHEMA',
].map(patternOf);

/** Adds the operations of routines that get another name: calls by that name are not known to the tables. */
function addOtherNames(scan: Scan, { routines }: Index, from: number, to: number, seen: Set<string>): void {
  const { tokens } = scan;
  if (!/^(?:CREATE|ALTER)$/.test(tokens.word(from))) return;
  if (!RENAMES.some((pattern) => matchWords(scan, pattern, from, to))) return;
  for (let at = from + 2; at < to; at++) {
    const name = tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)) : tokens.word(at);
    for (const { kind, schema } of routines.get(name.toUpperCase()) ?? []) {
      if (schema !== undefined || seen.has(`${kind} ${name.toLowerCase()}`)) continue;
      seen.add(`${kind} ${name.toLowerCase()}`);
      scan.add(kind, from, to, { target: routineTarget(kind, name) });
    }
  }
}

/** `WITH schedule (a) AS (SELECT …)` defines a name. */
function isCte({ tokens }: Scan, at: number, open: number): boolean {
  if (!/^(?:WITH|RECURSIVE|,)$/.test(tokens.word(at - 1))) return false;
  let next = tokens.closing(open) + 1;
  if (next === 0 || tokens.word(next++) !== 'AS') return false;
  while (/^(?:NOT|MATERIALIZED)$/.test(tokens.word(next))) next++;
  return (
    tokens.word(next) === '(' &&
    /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|WITH|TABLE|\()$/.test(tokens.word(next + 1))
  );
}

function isInSchema({ tokens }: Scan, at: number, { schema, bare }: RoutineRow): boolean {
  if (schema === undefined) return true;
  if (tokens.word(at - 1) !== '.') return bare !== false;
  const raw = tokens.raw(at - 2);
  return (tokens.kind(at - 2) === T.quoted ? unquote(raw) : raw).toLowerCase() === schema;
}

function passes(scan: Scan, test: ArgumentTest | undefined, open: number): boolean {
  if (test === undefined) return true;
  const { tokens } = scan;
  const close = tokens.closing(open);
  const parts = close < 0 ? [] : scan.commaParts(open + 1, close);
  const names = parts.map(({ from }) => (/^(?:=>|:=)$/.test(tokens.word(from + 1)) ? tokens.word(from) : ''));
  if (test === 'named migrate_data') return names.includes('MIGRATE_DATA');
  const switches = parts.length > 1 && names.every((name, at) => SWITCHES.has(name) || (at === 0 && name === ''));
  if (test === 'switches only' || test === 'not only switches') return switches === (test === 'switches only');
  const part = parts[test === 'from rows' ? 0 : 1];
  if (!part) return false;
  const first = /^[-+]$/.test(tokens.word(part.from)) ? part.from + 1 : part.from;
  const constant = first + 1 === part.to && CONSTANTS.has(tokens.kind(first));
  return test === 'constant value' ? constant : !constant;
}

const SWITCHES: ReadonlySet<string> = new Set(['JOB_ID', 'SCHEDULED', 'ACTIVE', 'IF_EXISTS']);
const CONSTANTS: ReadonlySet<number> = new Set([T.number, T.string, T.param, T.placeholder]);
