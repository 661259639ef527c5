import type { FactsOf, OPERATION_FACTS, Place, StatementFacts } from './facts.ts';
import type { MigrationTool } from './migration-tool.ts';
import type { OperationKind } from './operations.ts';
import type { Span } from './span.ts';

/** What understood a statement: the token reader, PostgreSQL's grammar, or node-sql-parser. */
export type ReaderName = 'tokens' | 'libpg-query' | 'node-sql-parser';

/** One thing that a statement does, with its facts (model/facts.ts). */
export interface Operation extends Omit<FactsOf<typeof OPERATION_FACTS>, 'kind' | 'place' | 'target'> {
  readonly kind: OperationKind;
  readonly place: Place;
  readonly target: FactsOf<typeof OPERATION_FACTS>['target'] & object;
  /** Where the operation stands in the file; the whole statement where it cannot be told more exactly. */
  readonly span: Span;
  readonly readers: readonly ReaderName[];
  /** For following a file, no fact of rules: what class of object the target is where the kind does not say. */
  readonly objectClass?: ObjectClass | undefined;
}

/**
 * A class of objects; `relation` is any of table, view, materialized view and sequence. `transaction table` is a temporary
 * table that the end of the transaction drops; `branch` is control flow that decides whether what follows runs.
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
  | 'branch';

/** A real comment of the file: never text inside a string or a quoted body. */
export interface Comment extends Span {
  /** The text without its marks. */
  readonly text: string;
}

/** Why a statement, or a part of it, could not be understood. */
export interface Unreadable {
  /** One line, lower case: what is wrong. */
  readonly reason: string;
  readonly span: Span;
}

export type Section = 'up' | 'down' | '';

/** One SQL statement. */
export interface Statement {
  /** From its first token to just before its terminator, UTF-16 offsets. */
  readonly span: Span;
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  /** The migration section by its marker or the file's name, whatever tool runs the file. */
  readonly section: Section;
  /** The migration tools to which that marker or name speaks; to every other one it is a comment. */
  readonly sectionTools: readonly MigrationTool[];
  /** The statement with its literals removed; part of a finding's fingerprint. */
  readonly shape: string;
  readonly readers: readonly ReaderName[];
  /** Empty where the statement was understood whole. */
  readonly unreadable: readonly Unreadable[];
  /** Comments inside the statement, behind it on its last line, and directly above it. */
  readonly comments: readonly Comment[];
}

/** A file of SQL, read. */
export interface SqlScript {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** Parts outside any statement that could not be read (an unterminated comment, text after a bad directive). */
  readonly unreadable: readonly Unreadable[];
  /** Comments that belong to no statement. */
  readonly looseComments: readonly Comment[];
}
