import { COMMON_NAME, type HistoryRow, isMaintenanceStatement, type Operation } from '../model/index.ts';
import { columnUse, LEXICAL, lastPartOf } from '../sql/index.ts';
import { isHidden } from './hidden.ts';
import { escaped, fits, isMeant, isSameName, isSameObject, mentions, nameOf } from './names.ts';
import { sequenceUse, typeUse } from './object-use.ts';
import { privilegeUse, schemaNameUse } from './privilege-use.ts';
import type { ObjectName, UseQuestion } from './question.ts';
import { routineUse, type Uses } from './routine-use.ts';

/** What one row of a history does with an object. */
export interface RowUse {
  /** `unclear`: it may use the object. */
  readonly uses: Uses;
  readonly writes: boolean;
  /** Its text may concern the object, in whatever form: then it is no proof that nothing uses it. */
  readonly isNamed: boolean;
  /** It is an INSERT that gives the column no value: it names other columns, or none. */
  readonly inserts: 'without column' | 'without list' | undefined;
}

/** Where and through what an object is used. */
export interface UseScope {
  /** The database that the object is in; undefined if that is not known. */
  readonly database: string | undefined;
  /** Views of the base that read the object: who reads them uses it. */
  readonly views: readonly ObjectName[];
  /** Routines of the base that name the object: who calls them uses it. */
  readonly routines?: readonly ObjectName[] | undefined;
}

const NO_USE: RowUse = { uses: 'no', writes: false, isNamed: false, inserts: undefined };

/** Programs that copy whole databases. That they read a table does not show that anyone needs it. */
const BACKUPS = /^(?:pg_dump|pg_dumpall|mysqldump|mariadb-dump)$/;

const INSERTS: ReadonlySet<string> = new Set(['insert', 'replace']);
const ADDS_ROWS: ReadonlySet<string> = new Set(['insert', 'replace', 'copy_from']);
const COPIES: ReadonlySet<string> = new Set(['copy_from', 'copy_to']);

/** How mysqldump and mariadb-dump read tables; logs of MySQL and MariaDB have no application. */
const DUMPED = /^select \/\*!40001 sql_no_cache \*\/ \*/i;

/**
 * What a row does with the object. Statements that define or maintain objects use none, unless they copy rows, and backups
 * do not count.
 */
export function useIn(row: HistoryRow, question: UseQuestion, scope: UseScope): RowUse {
  if (isBackup(row)) return NO_USE;
  const isNamed = mayConcern(row, question);
  const { dialect, caller } = row;
  const { database, views, routines = [] } = scope;
  // MySQL and MariaDB are often recorded as each other.
  if (COMMON_NAME[dialect] !== COMMON_NAME[question.dialect]) return NO_USE;
  const isElsewhere = database !== undefined && caller.database && !fits(caller, row, 'database', database);
  if (isElsewhere && !row.shape.toLowerCase().includes(database.toLowerCase())) return NO_USE;
  if (!isUse(row)) return { ...NO_USE, isNamed };
  if (question.change === 'revoked') return { ...NO_USE, uses: privilegeUse(row, question), isNamed };
  const found = question.kind === 'table' ? tableUse(row, question) : { ...NO_USE, uses: otherUse(row, question) };
  if (found.uses !== 'no' || isOnlyAboutInserts(question)) return { ...found, isNamed };
  if (isUsedThrough(row, question, views, routines)) return { ...found, uses: 'yes', isNamed: true };
  const mayUse = (isHidden(row) && mentions(row.shape, question)) || isMissed(row, question);
  return { ...found, uses: mayUse ? 'unclear' : 'no', isNamed };
}

function otherUse(row: HistoryRow, question: UseQuestion): Uses {
  switch (question.kind) {
    case 'sequence':
      return sequenceUse(row, question);
    case 'type':
      return typeUse(row, question);
    case 'schema':
      return schemaNameUse(row, question);
    default:
      return routineUse(row, question);
  }
}

/** Whether the statement of a row can use anything. */
export function isUse(row: HistoryRow): boolean {
  const { operations } = row;
  // CREATE TABLE … AS copies rows.
  return (
    !isBackup(row) && (!isMaintenanceStatement(operations) || operations.some(({ kind }) => kind === 'create_table'))
  );
}

function isBackup({ caller, shape }: HistoryRow): boolean {
  return BACKUPS.test(caller.application ?? '') || DUMPED.test(shape);
}

/** Whether the text has the name of the table, and of the column or anything that may stand for all columns. */
function mayConcern(row: HistoryRow, question: UseQuestion): boolean {
  const { shape, facts, dialect } = row;
  const tables = [...(facts.tablesRead ?? []), ...(facts.tablesWritten ?? [])];
  if (!mentions(shape, question) && !tables.some((name) => isSameObject(name, { ...question, schema: '' })))
    return false;
  const { column, name } = question;
  if (column === undefined || shape.toLowerCase().includes(column.toLowerCase())) return true;
  if (ANY_COLUMN.test(shape) || row.operations.some(({ kind, columns }) => isPositional(kind, columns, shape)))
    return true;
  return columnUse(shape, dialect, { table: name, column }) !== 'no';
}

/** `*` but for `count(*)`, `TABLE t`, NATURAL JOIN. */
const ANY_COLUMN = /(?<!\()\*|\bnatural\b|^\s*table\b/i;

/** Whether the table stands where tables do, and no reader saw it: in joins in parentheses, in UPDATE of several tables. */
function isMissed({ shape, facts }: HistoryRow, { kind, column, name }: UseQuestion): boolean {
  if (kind !== 'table' || column !== undefined || !shape.toLowerCase().includes(name.toLowerCase())) return false;
  const seen = [...(facts.tablesRead ?? []), ...(facts.tablesWritten ?? [])];
  if (seen.some((table) => isSameName(lastPartOf(table), name))) return false;
  const before = String.raw`(?:\b(?:from|join|straight_join|update|into|using)\b\s*\(*|^update\s[^=]*,)\s*`;
  const qualified = String.raw`(?:[\w"\x60[\]]+\s*\.\s*)?["\x60[]?${escaped(name)}["\x60\]]?(?![\w$"\x60])(?!\s*\.)`;
  return new RegExp(before + qualified, 'i').test(shape);
}

function isOnlyAboutInserts({ change }: UseQuestion): boolean {
  return change === 'added' || change === 'required';
}

/** Whether the row reads a view, or calls a routine, that uses the object and would fail. */
function isUsedThrough(
  row: HistoryRow,
  { change, dialect }: UseQuestion,
  views: readonly ObjectName[],
  routines: readonly ObjectName[],
): boolean {
  const names = [...(row.facts.tablesRead ?? []), ...(row.facts.tablesWritten ?? [])];
  const isFollowed = change === 'renamed' && LEXICAL[dialect].ddl.viewsFollowRenames;
  if (!isFollowed && views.some((view) => names.some((name) => isSameObject(name, view)))) return true;
  return routines.some((routine) => routineUse(row, routine) === 'yes');
}

function tableUse(row: HistoryRow, question: UseQuestion): RowUse {
  const { facts, operations, shape, dialect } = row;
  const isKnown = facts.tablesRead !== undefined && facts.tablesWritten !== undefined;
  if (!isKnown && mentions(shape, question)) return { ...NO_USE, uses: 'unclear' };
  const own = (name: string) => isMeant(name, question, row);
  const isRead = facts.tablesRead?.some(own) ?? false;
  const isWritten = facts.tablesWritten?.some(own) ?? false;
  // MariaDB renames and drops sequences like tables.
  const isSequence = question.column === undefined && sequenceUse(row, question) === 'yes';
  if (!isRead && !isWritten) return isSequence ? { ...NO_USE, uses: 'yes' } : NO_USE;
  const onTable = operations.filter(({ target }) => target.name !== undefined && own(nameOf(target)));
  const { change, column } = question;
  if (column === undefined) return { ...NO_USE, uses: 'yes', writes: isWritten };
  if (isOnlyAboutInserts(question)) {
    const inserts = insertsOf(onTable, column, shape);
    // The order of the columns does not change, so that an INSERT without a list gives the column a value.
    return { ...NO_USE, inserts: change === 'required' && inserts === 'without list' ? undefined : inserts };
  }
  const isAll = change === 'removed' && onTable.some(({ kind, columns }) => isPositional(kind, columns, shape));
  const isAssigned = onTable.some(({ columns }) => hasColumn(columns, column));
  if (isAll || isAssigned) return { ...NO_USE, uses: 'yes', writes: isWritten };
  // The shape of `SET @x = (SELECT …)` has no query any more.
  if (!mentions(shape, question)) return { ...NO_USE, uses: 'unclear' };
  return { ...NO_USE, uses: columnUse(shape, dialect, { table: question.name, column }) };
}

/** Whether the statement gives or takes values by the order of the columns. */
function isPositional(kind: string, columns: readonly string[] | undefined, shape: string): boolean {
  if (columns?.length !== 0) return false;
  return COPIES.has(kind) || (INSERTS.has(kind) && !givesNoValue(shape));
}

const givesNoValue = (shape: string) => /\bdefault values\b|\(\s*\)\s*values\s*\(\s*\)/i.test(shape);

/** Case is not compared, as with all names. */
function hasColumn(columns: readonly string[] | undefined, column: string): boolean {
  return columns?.some((each) => each.toLowerCase() === column.toLowerCase()) ?? false;
}

function insertsOf(operations: readonly Operation[], column: string, shape: string): RowUse['inserts'] {
  for (const { kind, columns } of operations) {
    if (!ADDS_ROWS.has(kind) || columns === undefined || hasColumn(columns, column)) continue;
    return columns.length > 0 || givesNoValue(shape) ? 'without column' : 'without list';
  }
  return undefined;
}
