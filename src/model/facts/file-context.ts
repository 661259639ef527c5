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
  /**
   * Whether a foreign key of another table deletes or changes rows if rows of this one are deleted: ON DELETE CASCADE, SET
   * NULL or SET DEFAULT. Missing if it is not known.
   */
  readonly cascades?: boolean | undefined;
  /** Whether it may have row security: a SQL file of the base mentions it, or a policy. Missing if it is not known. */
  readonly rowSecurity?: boolean | undefined;
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

/** A policy that a file alters, or drops and creates again, as the SQL files at the tip of the base branch define it. */
export interface BasePolicy {
  /** Folded as the dialect folds it. */
  readonly name: string;
  /** Its table, folded: `schema.name` or `name`. */
  readonly table: string;
  /** Each CREATE POLICY that may be the one in force, and each ALTER POLICY of it. Empty if no SQL file of the base has one. */
  readonly definitions: readonly string[];
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
   * The routines with unreadable SQL that the file creates and the SQL files of the base attach to a trigger, event, job,
   * default, policy or the like: names in lower case, without schema. Missing if it is not known.
   */
  readonly routinesAttached?: readonly string[] | undefined;
  /** Tables that earlier migrations of the change create, and that no SQL file of the base names. */
  readonly createdBefore?: readonly NewTable[] | undefined;
  /** Tables that filters read whose columns are written without their tables. A table that is not listed is not known. */
  readonly readTables?: readonly ReadTable[] | undefined;
  /** Policies that the file alters, or drops and creates again. A policy that is not listed is not known. */
  readonly policies?: readonly BasePolicy[] | undefined;
  /** Views and routines that the file replaces or alters. One that is not listed is not known. */
  readonly options?: readonly BaseOptions[] | undefined;
}

/** Maximum number of names in one list of a context, of characters in a name, and of definitions of one policy. */
export const CONTEXT_LIMITS = { names: 1000, characters: 256, definitions: 20, definitionCharacters: 4000 } as const;
