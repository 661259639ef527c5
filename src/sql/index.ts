import type { Dialect, FileContext, FileRun, SqlScript } from '../model/index.ts';
import { type Grammar, GrammarNeeded } from './grammars/types.ts';
import { readScript, readTraffic, type TrafficScript } from './script/script.ts';
import type { LexicalMode } from './text/dialects.ts';

export { type AddedColumn, AddedColumns } from './across-statements/columns/added-columns.ts';
export { type Columns, changeColumns, renameColumn } from './across-statements/columns/column-changes.ts';
export {
  type FollowedStatement,
  type Follower,
  followStatements,
  kindsIn,
} from './across-statements/followed-statement.ts';
export { optionedObjects } from './across-statements/objects/object-options.ts';
export { comparedPolicies } from './across-statements/objects/recreated.ts';
export { isForNewDatabase, replacedObjects } from './across-statements/objects/replaced-objects.ts';
export type { PolicyName } from './across-statements/policies/policies.ts';
export {
  namesRoutineOnly,
  type RoutineRuns,
  routineRuns,
  wordsRun,
  wordsUsed,
} from './across-statements/routine-runs.ts';
export { mayMoveRows, mayRebuild } from './across-statements/tables/rebuilds.ts';
export { KNOWN_FUNCTIONS } from './expressions/functions.ts';
export { looksLikeSql } from './looks-like-sql.ts';
export { CascadeSearch } from './objects/foreign-keys.ts';
export { fullName } from './objects/home-schema.ts';
export { objectsOf, tableOf } from './objects/object-classes.ts';
export { type ColumnUse, columnUse } from './queries/column-use.ts';
export { MAX_BATCH } from './queries/query.ts';
export { UNCLEAR_COLUMN } from './queries/row-filters/row-filter.ts';
export {
  columnDifference,
  nameOfColumn,
  type OptionChange,
  optionsAfter,
  type Part,
  readCreated,
  readOptionChange,
  readRenames,
} from './reader/ddl/index.ts';
export { isServerFunction } from './reader/read-only/functions.ts';
export { type Definition, nameOf, readSchemaText, type SchemaText } from './schema/definitions.ts';
export type { ConstraintDefinition, SchemaColumn, TableDefinition } from './schema/table-definition.ts';
export { newEnumValues } from './script/new-enum-values.ts';
export { NotNullChecks } from './script/not-null-checks.ts';
export { includedIn } from './script/schema-changes.ts';
export { firstReading, readScript, statementHeads } from './script/script.ts';
export { ScriptState } from './script/script-state.ts';
export { knowsMigrationsBy, runsWithOthers, toolThatRuns } from './script/tool-transactions.ts';
export { foldedShape, isWrittenShape, passingName, writtenShapes } from './shape/written-shape.ts';
export { itemsOfArrayText } from './text/array-text.ts';
export { LEXICAL, type Lexical, type LexicalMode } from './text/dialects.ts';
export { decodeSql } from './text/encoding.ts';
export { isLfsPointer, isSqliteDatabase } from './text/file-content.ts';
export { lex } from './text/lexer/index.ts';
export type { ToolRow, TurnOff } from './text/migration-tools.ts';
export { lastPartOf, withoutSchema } from './text/names.ts';
export { withValues } from './text/parameters.ts';
export { sectionsOf } from './text/sections.ts';
export { T, type TokenList } from './text/tokens.ts';
export { wordOfName, wordsOf } from './text/words.ts';
export { type TraceStep, withTrace } from './trace.ts';

export interface ReadOptions {
  /** Path of the file. The name can mark the whole file as a migration section (`x.down.sql`). */
  readonly path: string;
  /** What the rest of the repository says about the file; undefined if it is not known. */
  readonly context?: FileContext | undefined;
  /** How the file runs; missing if that is not known. */
  readonly run?: FileRun | undefined;
}

/** Reads SQL of one dialect. */
export interface SqlReader {
  readonly dialect: Dialect;
  /** Never throws: parts that cannot be understood are reported in `unreadable`. */
  read(text: string, options: ReadOptions): SqlScript;
  /** Reads one or more statements as a server received them: without templates or client commands. Never throws. */
  readTraffic(text: string, mode?: LexicalMode): TrafficScript;
}

/** Loads the reader of one dialect, and only the grammar which that dialect needs. */
export async function createSqlReader(dialect: Dialect): Promise<SqlReader> {
  return readerOf(dialect, await loadGrammar(dialect));
}

function readerOf(dialect: Dialect, grammar: Grammar | undefined): SqlReader {
  return {
    dialect,
    read: (text, { path, context, run }) => readScript(text, path, dialect, grammar, context, run),
    readTraffic: (text, mode = {}) => readTraffic(text, mode, dialect, grammar),
  };
}

/**
 * A reader that loads PostgreSQL's grammar only if a statement needs it: use it within `loadingGrammar`. Loading takes
 * longer than reading a migration, and the statements that make up most migrations can do without.
 */
export async function createLazySqlReader(dialect: Dialect): Promise<SqlReader> {
  const kind = GRAMMARS[dialect];
  if (kind !== 'postgresql' && kind !== 'most of postgresql') return createSqlReader(dialect);
  const { lazyPostgresGrammar, loadPostgresGrammar, withOwnSyntax } = await import('./grammars/postgresql/load.ts');
  const grammar = lazyPostgresGrammar(loadPostgresGrammar);
  return readerOf(dialect, kind === 'postgresql' ? grammar : withOwnSyntax(grammar));
}

/** Runs what uses a lazy reader, and again from the start once a grammar is loaded. */
export async function loadingGrammar<Result>(run: () => Result): Promise<Result> {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof GrammarNeeded)) throw error;
      await error.load();
    }
  }
}

/** The grammar that reads each dialect beside the token reader: PostgreSQL's, or one of node-sql-parser's. */
const GRAMMARS = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  // Measured: node-sql-parser finds 6 % of the destructive statements in T-SQL files. The token reader finds all of them.
  transactsql: 'none',
  cockroachdb: 'most of postgresql',
  redshift: 'most of postgresql',
} as const satisfies Readonly<Record<Dialect, string>>;

async function loadGrammar(dialect: Dialect): Promise<Grammar | undefined> {
  const grammar = GRAMMARS[dialect];
  switch (grammar) {
    case 'postgresql':
      return (await import('./grammars/postgresql/load.ts')).loadPostgresGrammar();
    case 'most of postgresql': {
      const { loadPostgresGrammar, withOwnSyntax } = await import('./grammars/postgresql/load.ts');
      return withOwnSyntax(await loadPostgresGrammar());
    }
    case 'none':
      return undefined;
    default:
      return (await import('./grammars/node-sql-parser/load.ts')).loadNodeSqlParser(grammar);
  }
}
