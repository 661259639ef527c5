import {
  type Dialect,
  NO_USE,
  type ObjectClass,
  type Operation,
  type OperationKind,
  type UseFacts,
} from '../model/index.ts';
import { KNOWN_FUNCTIONS, LEXICAL } from '../sql/index.ts';

/** An object of a database. */
export interface ObjectName {
  /** Empty if none is written. */
  readonly schema: string;
  readonly name: string;
}

/** What a history is asked about an object. */
export interface UseQuestion extends ObjectName {
  readonly dialect: Dialect;
  /** `schema`: its name is `name`; `*` for all schemas. */
  readonly kind: 'table' | 'routine' | 'schema' | 'sequence' | 'type';
  /**
   * What happens to it. `required`: the column must have a value from now on, and `added`: it is new, so that only INSERTs
   * matter. `revoked`: roles lose privileges.
   */
  readonly change: 'removed' | 'renamed' | 'required' | 'added' | 'revoked';
  /** Only uses of this column count. */
  readonly column?: string | undefined;
  /** Only uses by these users count. */
  readonly roles?: readonly string[] | undefined;
  /** Only uses with these privileges count. */
  readonly privileges?: readonly string[] | undefined;
  /** Of privileges on columns: only uses of one of these count. */
  readonly columns?: readonly string[] | undefined;
  /** Of a schema: only uses of these objects count. */
  readonly allOf?: Operation['allOf'];
  /** The roles may have the privilege through PUBLIC all the same. */
  readonly fromPublic?: boolean | undefined;
}

/** What rules and messages learn about the use of an object. */
export interface UseAnswer {
  readonly facts: UseFacts;
  /** A part of a sentence for the message of a finding, such as "still used: 414 calls by `web`". */
  readonly text: string;
}

export const NO_HISTORY = notKnown('no history shows whether it is still used');

/** The answer where no history says anything, and why. */
export function notKnown(text: string): UseAnswer {
  return { facts: NO_USE, text };
}

/** The answer where there is a history that was not read: rules that ask it are undecided. */
export function notSearched(why: string): UseAnswer {
  return { facts: { ...NO_USE, known: undefined }, text: `whether it is still used is not known: ${why}` };
}

/** What the operations do to a table or view, a column or a routine. */
const OF_TABLES = new Map<OperationKind, UseQuestion['change']>([
  ['drop_table', 'removed'],
  ['drop_view', 'removed'],
  ['drop_materialized_view', 'removed'],
  ['rename_table', 'renamed'],
]);
const OF_COLUMNS = new Map<OperationKind, UseQuestion['change']>([
  ['drop_column', 'removed'],
  ['rename_column', 'renamed'],
  ['add_column', 'added'],
]);
const OF_ROUTINES: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_function', 'drop_procedure']);
const OF_OTHERS = new Map<OperationKind, UseQuestion['kind']>([
  ['drop_sequence', 'sequence'],
  ['drop_type', 'type'],
]);
/** By the class of object of `rename_other` and `set_schema`. */
const RENAMED: Readonly<Record<string, UseQuestion['kind']>> = {
  table: 'table',
  view: 'table',
  'materialized view': 'table',
  function: 'routine',
  procedure: 'routine',
  routine: 'routine',
  schema: 'schema',
  sequence: 'sequence',
  type: 'type',
  domain: 'type',
};

/** What an operation makes one want to know; undefined if it takes nothing away, or if the name is not known. */
export function questionOf(operation: Operation, dialect: Dialect): UseQuestion | undefined {
  const { kind, target, columns, objectType, createdHere, temporary, deferred } = operation;
  if (!target.name || target.schema === undefined || createdHere || temporary || deferred) return undefined;
  const about = { dialect, schema: target.schema, name: target.name };
  const ofTable = OF_TABLES.get(kind);
  if (ofTable) return { ...about, kind: 'table', change: ofTable };
  if (OF_ROUTINES.has(kind))
    return isServerRoutine(target.name) ? undefined : { ...about, kind: 'routine', change: 'removed' };
  const ofColumn = isRequired(operation) ? 'required' : OF_COLUMNS.get(kind);
  if (ofColumn) {
    const [column] = columns ?? [];
    if (column === undefined || operation.tableCreatedHere) return undefined;
    return { ...about, kind: 'table', change: ofColumn, column };
  }
  const dropped = OF_OTHERS.get(kind);
  if (dropped) return { ...about, kind: dropped, change: 'removed' };
  if (kind === 'rename_other' || kind === 'set_schema') {
    const renamed = RENAMED[objectType ?? ''];
    return renamed && { ...about, kind: renamed, change: 'renamed' };
  }
  return kind === 'revoke' ? questionOfRevoke(operation, about) : undefined;
}

/** Whether a column must have a value from now on. */
export function isRequired({ kind, notNull, hasDefault }: Operation): boolean {
  // MySQL, MariaDB and T-SQL say it with the type.
  return kind === 'set_not_null' || (kind === 'alter_column_type' && notNull === true && !hasDefault);
}

/** MySQL: USAGE stands for no privilege. */
function isNothing(privilege: string, dialect: Dialect): boolean {
  return privilege === 'usage' && LEXICAL[dialect].ddl.schemaIsDatabase;
}

/** Those that ALL stands for and that recorded statements show, by the class of object; by default those on tables. */
const SHOWN_PRIVILEGES: Readonly<Partial<Record<ObjectClass, readonly string[]>>> = {
  schema: ['usage', 'execute', 'select', 'insert', 'update', 'delete', 'truncate'],
  sequence: ['usage', 'select', 'update'],
  function: ['execute'],
  procedure: ['execute'],
};
const ON_TABLES = ['select', 'insert', 'update', 'delete', 'truncate'];

/** The privileges that the role has no more once the file has run. */
function lostBy(role: string, { objectClass, privileges = [], grantedAgain = [] }: Operation): readonly string[] {
  const kept = grantedAgain
    .filter(({ grantees = [] }) => grantees.includes(role) || grantees.includes('public'))
    .flatMap((grant) => grant.privileges ?? []);
  if (kept.includes('all')) return [];
  const isAll = kept.length > 0 && privileges.includes('all');
  const taken = isAll ? (SHOWN_PRIVILEGES[objectClass ?? 'relation'] ?? ON_TABLES) : privileges;
  return taken.filter((privilege) => !kept.includes(privilege));
}

function questionOfRevoke(
  operation: Operation,
  about: Pick<UseQuestion, 'dialect' | 'schema' | 'name'>,
): UseQuestion | undefined {
  const { target, objectClass, allOf, grantees = [], grantOption, privilegeColumns } = operation;
  // What PUBLIC loses, a user may have by a grant of its own.
  const lost = grantees
    .filter((role) => role !== 'public')
    .map((role) => ({ role, privileges: lostBy(role, operation).filter((each) => !isNothing(each, about.dialect)) }))
    .filter(({ privileges }) => privileges.length > 0);
  if (lost.length === 0 || grantOption) return undefined;
  const roles = lost.map(({ role }) => role);
  const privileges = [...new Set(lost.flatMap((each) => each.privileges))];
  const revoked = { ...about, change: 'revoked', roles, privileges, columns: privilegeColumns } as const;
  const fromPublic = LEXICAL[about.dialect].ddl.grantsToPublic && !grantees.includes('public');
  // MySQL: `shop.*`, whose wildcards may be escaped
  if (target.name === '*')
    return { ...revoked, kind: 'schema', schema: '', name: about.schema.replace(/\\([_%])/g, '$1') || '*' };
  if (objectClass === 'schema') {
    // Recorded statements do not show what a role may create, and the names of sequences are values.
    const isShown = allOf === undefined ? privileges.some((each) => each !== 'create') : allOf !== 'sequences';
    const isPublic = allOf === 'routines' || (allOf === undefined && about.name === 'public');
    return isShown ? { ...revoked, kind: 'schema', allOf, fromPublic: fromPublic && isPublic } : undefined;
  }
  if (isOfRoutine(objectClass, privileges))
    return isServerRoutine(about.name) ? undefined : { ...revoked, kind: 'routine', fromPublic };
  if (objectClass === 'sequence') return { ...revoked, kind: 'sequence' };
  return objectClass === 'relation' ? { ...revoked, kind: 'table' } : undefined;
}

/** T-SQL does not say what the object is. */
function isOfRoutine(objectClass: Operation['objectClass'], privileges: readonly string[]): boolean {
  return objectClass === 'function' || objectClass === 'procedure' || privileges.includes('execute');
}

/** A call does not tell a function of the server from another one with its name. */
function isServerRoutine(name: string): boolean {
  return KNOWN_FUNCTIONS.includes(name.toLowerCase());
}

/** The text by which questions are told apart. */
export function questionKey(question: UseQuestion): string {
  const { dialect, kind, change, schema, name, column = '', roles = [], privileges = [] } = question;
  const { columns = [], allOf = '', fromPublic = false } = question;
  return JSON.stringify([dialect, kind, change, schema, name, column, roles, privileges, columns, allOf, fromPublic]);
}
