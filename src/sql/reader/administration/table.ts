import type { ObjectClass, OperationKind } from '../../../model/index.ts';

/**
 * A statement that the words at its start recognise. The items of `words` are words, numbers and operators, or:
 *
 * - `A|B`: either of them; `A?`: it may be missing; `'A'`: a string with this value, in any case
 * - `…`: any tokens; `<a>`: any one token; `<n>`: a number; `<below:9>`: one below 9; `<pk>`: a name like that of a primary key or clustered index;
 *   `<on>`, `<off>`: a value of a switch; `<other>`: any value but those that leave it on; `<set>`: any value but those that
 *   turn it off
 * - `<t>`: a name, or a name in a string, which becomes the target; `<p>`: a prefix such as `main.`, if there is one
 */
export interface StatementRow {
  readonly words: string;
  readonly kind: OperationKind;
  /** The class of the target. That of statements with TABLE is a table. */
  readonly objectClass?: ObjectClass | undefined;
  /** It applies to all tables, and names none. */
  readonly everyTable?: true;
  /** Page of the manual that says what the statement does. */
  readonly source: string;
}

/**
 * A condition on the arguments of a call. It must be the same for every constant, because traffic is read by its shape.
 */
export type ArgumentTest =
  /** The first argument comes from rows: it is neither a constant nor a parameter. */
  | 'from rows'
  /** The second argument is a constant or a parameter, and not computed from rows. */
  | 'constant value'
  /** `migrate_data` is among the named arguments. */
  | 'named migrate_data'
  /** The first argument and named switches are all: `scheduled`, `active`, `if_exists`. */
  | 'switches only'
  /** Other arguments than those. */
  | 'not only switches';

/** Functions and procedures that do the work of a statement when they are called. */
export interface RoutineRow {
  /** Names in lower case, separated by spaces. */
  readonly names: string;
  readonly kind: OperationKind;
  /** The schema, for names that other routines have too. */
  readonly schema?: string;
  /** Whether a call without schema matches too; by default it does. */
  readonly bare?: false;
  readonly when?: ArgumentTest;
  /** What a `maintain` does; the fact of the same name. */
  readonly maintenance?: 'rewrite' | '';
  /** The class of the object that the first argument names. Texts of such calls are not read by their shape. */
  readonly objectClass?: ObjectClass;
  /** The arguments with which a procedure does not do it. */
  readonly except?: 'step in T-SQL';
  /** What the first arguments name, for procedures of roles and accounts. */
  readonly members?: Members;
  readonly source: string;
}

/** What the arguments of a procedure name, in their order. */
export type Members = 'role, member' | 'member, role' | 'account';

/** Tables whose rows are jobs, settings or history: a write to them is an operation of its own. */
export interface TableRow {
  /** Names in lower case, separated by spaces. */
  readonly names: string;
  /** The schema; any if it is missing. */
  readonly schema?: string;
  readonly kind: OperationKind;
  /** Only for a write that gives this column TRUE; in traffic, any value. */
  readonly whenTrue?: string;
  /** The kind of an UPDATE that assigns none of the columns that begin with this word, or only NULL or TRUE to them. */
  readonly unlessAssigned?: { readonly word: string; readonly kind: OperationKind };
  readonly source: string;
}

/** The statements and functions of a dialect that administer the server, besides those of every dialect. */
export interface Administration {
  readonly statements: readonly StatementRow[];
  readonly routines: readonly RoutineRow[];
  readonly tables: readonly TableRow[];
}
