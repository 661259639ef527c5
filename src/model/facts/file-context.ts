import type { ColumnDefinition } from './column-definition.ts';
import type { OperationKind } from './operations.ts';
import type { Span } from './span.ts';

/** A table that a file drops or creates, as the SQL files at the tip of the base branch describe it. */
export interface BaseTable {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** As the file writes it; empty if it writes none. */
  readonly schema: string;
  /** False if no SQL file of the base contains the name. */
  readonly exists: boolean;
  /** All columns, folded; missing if they are not known for certain. */
  readonly columns?: readonly string[] | undefined;
  /** Whether the table may be older than its CREATE TABLE IF NOT EXISTS, and have more columns than these. */
  readonly mayBeOlder?: boolean | undefined;
  /**
   * Whether a foreign key of another table deletes or changes rows if rows of this one are deleted: ON DELETE CASCADE, SET
   * NULL or SET DEFAULT. Missing if it is not known.
   */
  readonly cascades?: boolean | undefined;
  /** Whether it may have row security: a SQL file of the base mentions it, or a policy. Missing if it is not known. */
  readonly rowSecurity?: boolean | undefined;
  /** Whether another file of the change names it, and so may change it first. */
  readonly namedElsewhere?: boolean | undefined;
}

/** A table that the filter of a write reads and that the file leaves as it is. */
export interface ReadTable {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** As the file writes it; empty if it writes none. */
  readonly schema: string;
  /** All columns according to the SQL files of the base, folded. */
  readonly columns: readonly string[];
}

/** A table that a migration of the change creates, which runs before the file. */
export interface NewTable {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** As the files write it; empty if they write none. */
  readonly schema: string;
}

/** A constraint that the SQL files of the base add to a table, which the file sets NOT NULL. */
export interface BaseCheck {
  /** Name of the table, folded as the dialect folds it. */
  readonly name: string;
  /** As the file writes it; empty if it writes none. */
  readonly schema: string;
  readonly constraint: string;
  /** The columns that it proves to be not null. */
  readonly columns: readonly string[];
  readonly valid: boolean;
}

/** A column whose definition the file changes, as the SQL files at the tip of the base branch define it. */
export interface BaseColumn extends ColumnDefinition {
  /** Its table, folded. */
  readonly table: string;
  /** Schema of the table as the file writes it; empty if it writes none. */
  readonly schema: string;
}

/** A policy that a file alters, or drops and creates again, as the SQL files at the tip of the base branch define it. */
export interface BasePolicy {
  /** Folded as the dialect folds it. With `${value}` for what SQL that is put together does not show. */
  readonly name: string;
  /** Its table, folded: `schema.name` or `name`; empty for any table. */
  readonly table: string;
  /** Each CREATE POLICY that may be the one in force, and each ALTER POLICY of it. Empty if no SQL file of the base has one. */
  readonly definitions: readonly string[];
}

/** A routine that a file replaces, as the SQL files at the tip of the base branch leave it. */
export interface BaseRoutine {
  /** In lower case, without schema. */
  readonly name: string;
  /** The statement that created it last, one for each folder of migrations that has one. */
  readonly definitions: readonly string[];
}

/** An index that a file drops, and the table on which the base creates it. */
export interface BaseIndex {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** Without schema. */
  readonly table: string;
}

/** A view or routine that a file replaces or alters, with the options that it has at the tip of the base branch. */
export interface BaseOptions {
  readonly type: 'view' | 'routine';
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** As the file writes it; empty if it writes none. */
  readonly schema: string;
  /** Of a routine, the number of its parameters. */
  readonly parameters?: number | undefined;
  /** Such as `security_invoker` or `search_path`. */
  readonly options: readonly string[];
}

/** Facts of an operation that the file alone does not show. */
export interface ProvenFacts {
  /** Where its statement starts. */
  readonly statement: number;
  readonly kind: OperationKind;
  /** Name of the table, folded as the dialect folds it. */
  readonly name: string;
  /** As the file writes it; empty if it writes none. */
  readonly schema: string;
  readonly rebuilt?: true | undefined;
  readonly rowsCopied?: true | undefined;
  readonly valuesMoved?: true | undefined;
  readonly valuesCopied?: true | undefined;
  readonly columnsCreatedHere?: true | undefined;
  readonly rebuildDoubt?: string | undefined;
  /** Of a dropped table, the columns that are not copied as they were. */
  readonly columns?: readonly string[] | undefined;
}

/** The object of a change of the schema; see `Target`. */
export interface ChangedObject {
  readonly name?: string | undefined;
  readonly schema?: string | undefined;
  readonly quoted: boolean;
  readonly text: string;
  readonly note?: string | undefined;
}

/** Something that a tool does to the database, because a change edits the files that describe its schema. */
export interface SchemaChange {
  readonly kind: OperationKind;
  readonly target: ChangedObject;
  readonly columns?: readonly string[] | undefined;
  readonly dataTypes?: readonly string[] | undefined;
  readonly notNull?: boolean | undefined;
  readonly hasDefault?: boolean | undefined;
  readonly constraint?: string | undefined;
  readonly constraintType?: string | undefined;
  /** Table of the index, trigger or policy. */
  readonly table?: string | undefined;
  /** Its place in the file. Missing: the file as a whole, because the file no longer says anything about the object. */
  readonly span?: Span | undefined;
  /** Where the statement starts that defines the object now. Missing with `span`. */
  readonly statement?: number | undefined;
}

/** A file that describes a schema: a tool compares it with the database, and derives the change. */
export interface SchemaFile {
  readonly changes: readonly SchemaChange[];
  /** Where statements start that define what the database has already, so that they do not run. */
  readonly applied: readonly number[];
  /** What could not be compared: each one line, lower case. */
  readonly unknown: readonly string[];
}

/**
 * What the readers need to know about a file and cannot see in it. Everything that is missing is not known, and then
 * relaxes nothing.
 */
export interface FileContext {
  /** Tables that the file drops, or creates and then changes. A table that is not listed is not known. */
  readonly tables: readonly BaseTable[];
  /**
   * The routines that the file creates and another file of the change uses: names in lower case, without schema. Missing
   * if it is not known.
   */
  readonly routinesUsed?: readonly string[] | undefined;
  /**
   * The routines that the file creates and the change runs or attaches, directly or through others, and those of which
   * that was not looked for because their bodies lose nothing: names in lower case, without schema. Missing if it is not
   * known.
   */
  readonly routinesRun?: readonly string[] | undefined;
  /**
   * The routines of the file with losses or unreadable SQL which the base attaches to a trigger, event, job, default,
   * policy or the like, or calls at every deployment: names in lower case, without schema. Missing if it is not known.
   */
  readonly routinesAttached?: readonly string[] | undefined;
  /** Routines of the file with losses or unreadable SQL that the base has too. One that is not listed is not known. */
  readonly routines?: readonly BaseRoutine[] | undefined;
  /**
   * Tables that the file creates and no SQL file of the base shows, although one has the name for something else, or puts
   * names of tables together.
   */
  readonly presumablyNew?: readonly NewTable[] | undefined;
  /** Tables that earlier migrations of the change create, and that no SQL file of the base names. */
  readonly createdBefore?: readonly NewTable[] | undefined;
  /** What the file does not lose, because of new migrations that run directly before and after it. */
  readonly proven?: readonly ProvenFacts[] | undefined;
  /** Values that earlier migrations of the change add to enums, in the transaction in which the file runs. */
  readonly enumValues?: readonly string[] | undefined;
  /**
   * Columns that the file, or an earlier migration of the change, adds to an older table, which does not have them in the
   * base as far as its SQL files show.
   */
  readonly newColumns?: readonly ReadTable[] | undefined;
  /** Tables that the SQL files of the base partition, of those on which the file builds or drops an index or adds a constraint. */
  readonly partitioned?: readonly NewTable[] | undefined;
  /** Indexes that the file drops, of which the base says the table. */
  readonly indexes?: readonly BaseIndex[] | undefined;
  /** Constraints of tables that the file sets NOT NULL. */
  readonly checks?: readonly BaseCheck[] | undefined;
  /** Tables that filters read whose columns are written without their tables. A table that is not listed is not known. */
  readonly readTables?: readonly ReadTable[] | undefined;
  /** Columns whose definition the file changes. A column that is not listed is not known. */
  readonly columns?: readonly BaseColumn[] | undefined;
  /** Policies that the file alters, or drops and creates again. A policy that is not listed is not known. */
  readonly policies?: readonly BasePolicy[] | undefined;
  /** Views and routines that the file replaces or alters. One that is not listed is not known. */
  readonly options?: readonly BaseOptions[] | undefined;
  /**
   * The file is a script for a new database: as the base has it, it drops most of its tables before it creates them, and no
   * migration tool runs it.
   */
  readonly forNewDatabase?: true | undefined;
  /** Set if the file describes a schema. Its statements then do not run as they are written. */
  readonly schema?: SchemaFile | undefined;
  /** What `:r` includes in the file that the run judges by itself, as the file writes it. */
  readonly includes?: readonly string[] | undefined;
}

/**
 * Maximum number of names in one list of a context, of characters in a name, of definitions of one policy or routine, and of
 * characters in one of them.
 */
export const CONTEXT_LIMITS = {
  names: 1000,
  characters: 256,
  definitions: 20,
  definitionCharacters: 4000,
  routineCharacters: 50_000,
} as const;
