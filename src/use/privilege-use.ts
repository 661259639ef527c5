import type { HistoryRow, Operation } from '../model/index.ts';
import { columnUse, isServerFunction, LEXICAL, lastPartOf } from '../sql/index.ts';
import { isHidden } from './hidden.ts';
import { fits, isMeant, isSameName, mentions, nameOf, namesTypeIn, qualifiersOf } from './names.ts';
import { sequenceUse } from './object-use.ts';
import type { UseQuestion } from './question.ts';
import { routineUse, type Uses } from './routine-use.ts';

/** Whether the row needs a privilege that its user loses. */
export function privilegeUse(row: HistoryRow, question: UseQuestion): Uses {
  const holder = holderIn(row, question);
  if (holder === 'no') return 'no';
  const needs = needsIn(row, question);
  if (needs === 'no') return isHidden(row) && mentions(row.shape, question) ? 'unclear' : 'no';
  return holder === 'yes' && !question.fromPublic ? needs : 'unclear';
}

/** Whether the row was run by one of the roles. */
function holderIn(row: HistoryRow, { roles = [] }: UseQuestion): Uses {
  const { caller } = row;
  if (caller.user === undefined) return 'unclear';
  return roles.some((role) => fits(caller, row, 'user', role)) ? 'yes' : 'no';
}

function needsIn(row: HistoryRow, question: UseQuestion): Uses {
  if (question.kind === 'routine') return routineUse(row, question);
  if (question.kind === 'sequence') return sequenceUse(row, question);
  return question.kind === 'schema' ? needsInSchema(row, question) : needsOfTable(row, question);
}

function needsOfTable(row: HistoryRow, question: UseQuestion): Uses {
  const { tablesRead, tablesWritten } = row.facts;
  if (!tablesRead || !tablesWritten) return mentions(row.shape, question) ? 'unclear' : 'no';
  if (!isNeeded(row, question, (name) => isMeant(name, question, row))) return 'no';
  const { columns = [], name: table } = question;
  if (columns.length === 0) return 'yes';
  // The role keeps what a privilege on the whole table gives.
  return columns.some((column) => columnUse(row.shape, row.dialect, { table, column }) !== 'no') ? 'unclear' : 'no';
}

const READS_ROWS: ReadonlySet<string> = new Set(['update', 'delete', 'merge', 'merge_delete']);

/** A write that reads columns of the table, in its filter or in a value, needs SELECT too. */
function readsOwnRows({ kind, filterColumns }: Operation, { facts }: HistoryRow): boolean {
  return READS_ROWS.has(kind) && (filterColumns?.length !== 0 || facts.columnsRead?.length !== 0);
}

/** By the privilege: the kinds of operations on the table that need it. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  insert: ['insert', 'replace', 'copy_from', 'merge'],
  update: ['update', 'merge'],
  delete: ['delete', 'merge_delete', 'replace'],
  truncate: ['truncate'],
};

/** An INSERT that may update rows, one that gives rows back, and a query that locks rows, in the text of a shape. */
const MAY_UPDATE = /\bon conflict\b.*\bdo update\b|\bon duplicate key update\b/s;
const GIVES_BACK = /\breturning\b/;
const LOCKS_ROWS = /\bfor (?:no key update|update|key share|share)\b/;

/** Whether a statement needs the privilege by a clause, beside its kind (PostgreSQL and MySQL docs, INSERT and SELECT). */
function needsByClause(privilege: string, inserts: boolean, isRead: boolean, { shape, dialect }: HistoryRow): boolean {
  if (privilege === 'select') return inserts && (GIVES_BACK.test(shape) || MAY_UPDATE.test(shape));
  if (privilege !== 'update') return false;
  return (
    (inserts && MAY_UPDATE.test(shape)) ||
    (LEXICAL[dialect].sessions.refusesInTransaction && isRead && LOCKS_ROWS.test(shape))
  );
}

/** Whether the row does something to a table of these names for which it needs one of the privileges. */
function isNeeded(
  row: HistoryRow,
  { privileges = [] }: Pick<UseQuestion, 'privileges'>,
  isOwn: (name: string) => boolean,
): boolean {
  const { tablesRead = [], tablesWritten = [] } = row.facts;
  const isRead = tablesRead.some(isOwn);
  const operations = row.operations.filter(({ target }) => target.name !== undefined && isOwn(nameOf(target)));
  const inserts = operations.some(({ kind }) => kind === 'insert');
  return privileges.some((privilege) => {
    if (isAll(privilege)) return isRead || tablesWritten.some(isOwn);
    if (needsByClause(privilege, inserts, isRead, row)) return true;
    if (privilege === 'select') return isRead || operations.some((operation) => readsOwnRows(operation, row));
    return operations.some(({ kind }) => NEEDS[privilege]?.includes(kind));
  });
}

const isAll = (privilege: string) => /^all\b/.test(privilege);

/** Whether the row names the schema. What a search path leads to is not recorded. */
export function schemaNameUse(row: HistoryRow, question: UseQuestion): Uses {
  return mentions(row.shape, question) ? needsInSchema(row, { ...question, privileges: ['usage'] }) : 'no';
}

/** Whether the row needs one of the privileges on the objects of a schema, or on the schema itself. */
function needsInSchema(row: HistoryRow, question: UseQuestion): Uses {
  const { allOf, privileges = [] } = question;
  const { tablesRead, tablesWritten, functions } = row.facts;
  if (!tablesRead || !tablesWritten || !functions) return 'unclear';
  // Without USAGE of the schema, a role reaches nothing in it.
  const isWhole = allOf === undefined && privileges.includes('usage');
  const asked = isWhole ? { privileges: ['all'] } : question;
  const places = new Set<Uses>();
  if (allOf !== 'routines')
    for (const place of ['yes', 'unclear'] as const)
      if (isNeeded(row, asked, (name) => placeOfTable(name, row, question) === place)) places.add(place);
  const runs = allOf === 'routines' || (allOf === undefined && privileges.some(isRunning));
  if (runs) places.add(routinesIn(row, question, functions));
  if (isWhole && mentions(row.shape, question) && namesTypeIn(question.name, row.shape)) places.add('yes');
  return places.has('yes') ? 'yes' : places.has('unclear') ? 'unclear' : 'no';
}

const isRunning = (privilege: string) => privilege === 'usage' || privilege === 'execute' || isAll(privilege);

/** Whether a table is in the schema; unclear if no schema is written, and the search path decides. */
function placeOfTable(text: string, { caller }: HistoryRow, { name, dialect }: UseQuestion): Uses {
  const table = lastPartOf(text);
  const schema = lastPartOf(text.slice(0, Math.max(0, text.length - table.length - 1)));
  if (name === '*') return 'yes';
  if (schema !== '') return isSameName(schema, name) ? 'yes' : 'no';
  if (!LEXICAL[dialect].ddl.schemaIsDatabase) return table.startsWith('pg_') ? 'no' : 'unclear';
  return caller.database ? (isSameName(caller.database.toLowerCase(), name) ? 'yes' : 'no') : 'unclear';
}

/** Whether the row runs a routine of the schema. */
function routinesIn(row: HistoryRow, question: UseQuestion, functions: readonly string[]): Uses {
  const called = row.operations.flatMap(({ kind, target }) =>
    kind === 'call' && target.name !== undefined ? [nameOf(target)] : [],
  );
  const places = called.map((name) => placeOfTable(name, row, question));
  for (const name of functions) {
    // Of the functions without a schema, some are the server's.
    const isServers = isServerFunction(row.dialect, name);
    if (isServers && !mentions(row.shape, question)) continue;
    const qualifiers = qualifiersOf(name, row.shape);
    for (const schema of qualifiers) places.push(placeOfTable(`${schema}.${name}`, row, question));
    if (qualifiers.length === 0 && !isServers) places.push('unclear');
  }
  return places.includes('yes') ? 'yes' : places.includes('unclear') ? 'unclear' : 'no';
}
