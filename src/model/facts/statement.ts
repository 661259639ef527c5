import type { MigrationTool } from '../migration-tool.ts';
import type { Program } from '../program.ts';
import type { ColumnDefinition } from './column-definition.ts';
import type { FactsOf, OPERATION_FACTS, Place, StatementFacts } from './facts.ts';
import type { OperationKind } from './operations.ts';
import type { Span } from './span.ts';

/** The readers of SQL: the token reader, PostgreSQL's grammar, and node-sql-parser. */
export type ReaderName = 'tokens' | 'libpg-query' | 'node-sql-parser';

/** One thing that a statement does, with its facts (facts.ts). */
export interface Operation extends Omit<FactsOf<typeof OPERATION_FACTS>, 'kind' | 'place' | 'target'> {
  readonly kind: OperationKind;
  readonly place: Place;
  readonly target: FactsOf<typeof OPERATION_FACTS>['target'] & object;
  /** Position of the operation in the file; the whole statement if no exact position is known. */
  readonly span: Span;
  readonly readers: readonly ReaderName[];
  /** Class of the target, if the kind does not imply it. Used to track the objects of a file; not a fact for rules. */
  readonly objectClass?: ObjectClass | undefined;
  /** Of privileges on ALL … IN SCHEMA: the objects of the schema; not a fact for rules. */
  readonly allOf?: 'tables' | 'sequences' | 'routines' | undefined;
  /** Of a GRANT or REVOKE: the columns that its privileges name; not a fact for rules. */
  readonly privilegeColumns?: readonly string[] | undefined;
  /** Of a REVOKE: what later GRANTs of the file give on the same object; not a fact for rules. */
  readonly grantedAgain?: readonly Pick<Operation, 'privileges' | 'grantees'>[] | undefined;
  /** Why `filter` is not known, in words that complete a message; not a fact for rules. */
  readonly filterDoubt?: string | undefined;
  /** Why a copy of the dropped table is not a rebuild, in words that complete a message; not a fact for rules. */
  readonly rebuildDoubt?: string | undefined;
  /** How `table` is written, if that is not known because of a placeholder; not a fact for rules. */
  readonly tableWritten?: string | undefined;
  /** The columns that it creates, adds or changes, read on use; not a fact for rules. */
  readonly definitions?: { readonly value: readonly ColumnDefinition[] } | undefined;
}

/**
 * A class of objects. `relation`: a table, view, materialized view or sequence. `transaction table`: a temporary table
 * that is dropped at the end of the transaction. The others mark operations without such an object: `branch` is control
 * flow that decides whether later statements run (`jump`: from or to elsewhere; `block` and `end of block`: around
 * statements of T-SQL that run together), `not null check` a constraint that proves columns to be not null, `stable function` a new function that is not volatile,
 * `unset` a SET that removes a setting, `off` one that turns MySQL's foreign_key_checks off, `transaction setting` a SET
 * LOCAL.
 */
export type ObjectClass =
  | 'relation'
  | 'table'
  | 'view'
  | 'materialized view'
  | 'sequence'
  | 'index'
  | 'schema'
  | 'function'
  | 'procedure'
  | 'type'
  | 'role'
  | 'policy'
  | 'trigger'
  | 'event'
  | 'extension'
  | 'database'
  | 'transaction table'
  | 'branch'
  | 'jump'
  | 'block'
  | 'end of block'
  | 'not null check'
  | 'stable function'
  | 'unset'
  | 'off'
  | 'transaction setting';

const BRANCHES: ReadonlySet<ObjectClass | undefined> = new Set(['branch', 'jump', 'block', 'end of block'] as const);

/** Whether the operation is control flow that decides whether later statements run. */
export function isBranch({ kind, objectClass }: Operation): boolean {
  return kind === 'control' && BRANCHES.has(objectClass);
}

const RUNS_FILE = /^(?:i|ir|include|include_relative|\.|source|r|read)$/i;

/** Whether the operation is a command of the client that runs the SQL of another file. */
export function runsFile({ kind, target: { name = '' } }: Operation): boolean {
  return kind === 'meta_command' && RUNS_FILE.test(name);
}

/** A real comment in the file, not text inside a string or a quoted body. */
export interface Comment extends Span {
  /** The text without its comment markers. */
  readonly text: string;
}

/** A statement, or a part of one, that could not be read. */
export interface Unreadable {
  /** What is wrong: one line, lower case. */
  readonly reason: string;
  readonly span: Span;
  /** What reads the text in another way than we do; missing: anything that runs it. */
  readonly readers?: readonly (Program | MigrationTool)[] | undefined;
  /** The grammar of the server rejects the whole statement, so that it does not run. */
  readonly rejected?: true | undefined;
}

export type Section = 'up' | 'down' | 'baseline' | '';

/** One SQL statement. */
export interface Statement {
  /** From its first token to just before its terminator, UTF-16 offsets. */
  readonly span: Span;
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  /** The migration section according to its marker or the file name, for any tool. */
  readonly section: Section;
  /** The migration tools that understand that marker or name. To all others it is just a comment. */
  readonly sectionTools: readonly MigrationTool[];
  /** The statement with its literals removed; part of a finding's fingerprint. */
  readonly shape: string;
  readonly readers: readonly ReaderName[];
  /** Empty if the whole statement was understood. */
  readonly unreadable: readonly Unreadable[];
  /** Comments inside the statement, after it on its last line, and directly above it. */
  readonly comments: readonly Comment[];
}

/** A parsed SQL file. */
export interface SqlScript {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** Parts outside any statement that could not be read (an unterminated comment, text after a bad directive). */
  readonly unreadable: readonly Unreadable[];
  /** Comments that belong to no statement. */
  readonly looseComments: readonly Comment[];
}
