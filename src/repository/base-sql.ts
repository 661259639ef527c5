import {
  type BaseCheck,
  type BaseIndex,
  type BaseOptions,
  type BasePolicy,
  type BaseRoutine,
  type BaseTable,
  CONTEXT_LIMITS,
  type ColumnDefinition,
  ConfigError,
  type FileTree,
  isSqlFileName,
  type Target,
} from '../model/index.ts';
import {
  CascadeSearch,
  decodeSql,
  isLfsPointer,
  knowsMigrationsBy,
  LEXICAL,
  type PolicyName,
  wordOfName,
  wordsOf,
} from '../sql/index.ts';
import { baseColumns, orderedFiles } from './base-columns.ts';
import { changesConstraints, checksAfter, hasPrimaryKey, isPartitioned } from './base-constraints.ts';
import { baseRoutine } from './base-definitions.ts';
import { type BaseFile, readBaseFiles } from './base-files.ts';
import { baseIndexes } from './base-indexes.ts';
import { baseOptions } from './base-options.ts';
import { type FindPolicy, findPolicies } from './base-policies.ts';
import { attachedRoutines } from './base-routines.ts';
import { baseTable, mayHaveRowSecurity } from './base-tables.ts';
import { hasSchemaInCode, mayHaveHiddenTables } from './hidden-tables.ts';
import { isDemonstration } from './migrations/index.ts';
import { isOtherDatabase, type RepositorySettings } from './settings.ts';
import { isUndoFile } from './table-columns.ts';
import { mayNameTable } from './table-mentions.ts';
import { mayHideTables } from './unnamed-tables.ts';

/** Maximum number of SQL files of the base, and of their bytes together. With more, no table is known. */
const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** `U&"\0075sers"` is the name `users`. */
const ESCAPED_NAME = /\bU&"/i;

/** The SQL files at the tip of the base branch, of any folder. */
export interface BaseSql {
  /** Whether a part of the schema of the file at `path` may be in no SQL file; undefined if that is not known. */
  mayBeHidden(path: string): Promise<boolean | undefined>;
  /** The files that contain a name. */
  filesNaming(name: string): readonly string[];
  /** The table that the file at `path` replaces, as the base defines it; undefined if that is not known. */
  tableOf(target: Target, path: string): Promise<BaseTable | undefined>;
  /** The tables on which they create an index of the name; none if they do not, or if it is not known. */
  indexesOf(name: string, path: string): Promise<readonly BaseIndex[]>;
  /** Whether one of them partitions the table; undefined if it is not known. */
  isPartitioned(table: Target, path: string): Promise<boolean | undefined>;
  /** Whether they give the table a primary key; undefined if it is not known. */
  hasPrimaryKey(table: Target, path: string): Promise<boolean | undefined>;
  /** The constraints of a table before the migration at `path`; undefined if they are not known for certain. */
  checksOf(table: Target, path: string): Promise<readonly BaseCheck[] | undefined>;
  /** The columns of the table before the file at `path` runs; undefined if they are not known. */
  columnsOf(target: Target, path: string): Promise<readonly ColumnDefinition[] | undefined>;
  /** Whether one of them that may run on the database of the file at `path` contains the name of the table; undefined if it is not known. */
  mayHave(target: Target, path: string): boolean | undefined;
  /** Whether one of them may have a table of that name, apart from SQL that is put together at run time; undefined if it is not known. */
  showsTable(target: Target, path: string): Promise<boolean | undefined>;
  /** The policy that the file at `path` drops and creates, as the base defines it; undefined if that is not known. */
  policyOf(policy: PolicyName, path: string): Promise<BasePolicy | undefined>;
  /** The routine of a name in lower case as the base leaves it; undefined if that is not known. */
  routineOf(name: string, path: string): Promise<BaseRoutine | undefined>;
  /** The options of the views and routines of a name in the base; undefined if that is not known. */
  optionsOf(target: Target, path: string): Promise<readonly BaseOptions[] | undefined>;
  /**
   * The routines in the file at `path`, by lower-case name, that the base attaches, or calls in routines that the
   * change names; undefined if that is not known.
   */
  attached(
    names: readonly string[],
    path: string,
    isRun: (name: string) => boolean,
  ): Promise<readonly string[] | undefined>;
}

/** By word: the file that contains it, or the list of files. */
type Words = Map<string, string | string[]>;

interface AllFiles {
  readonly words: Words;
  /** Files that may create tables whose names they do not contain. */
  readonly candidates: readonly string[];
}

/** Reads the words of all SQL files of the base; undefined if one of them cannot be read, or if there are too many. */
export async function readBaseSql(tree: FileTree, settings: RepositorySettings): Promise<BaseSql | undefined> {
  const all = await orUnknown(() => readWords(tree, settings));
  if (!all) return undefined;
  const { words, candidates } = all;
  const mayBeHidden = hiddenFinder(candidates, tree, settings);
  const found = new Map<string | undefined, Promise<FindPolicy | undefined>>();
  const read = (named: readonly string[], path: string) => orUnknown(() => readBaseFiles(named, path, tree, settings));
  return {
    mayBeHidden,
    filesNaming: (name) => filesNaming(words, { name }),
    tableOf: (target, path) => tableBefore(target, path, words, mayBeHidden, tree, settings),
    isPartitioned: (table, path) =>
      orUnknown(async () => {
        const partitioning = new Set(filesWith(words, 'partition'));
        const named = filesNaming(words, table).filter((file) => partitioning.has(file));
        const files = await readBaseFiles(named, path, tree, settings);
        return files && isPartitioned(table, files);
      }),
    hasPrimaryKey: (table, path) => isKeyed(table, path, words, tree, settings),
    indexesOf: async (name, path) => {
      const files = await read(filesNaming(words, { name }), path);
      return files ? baseIndexes(name, files) : [];
    },
    checksOf: (table, path) =>
      orUnknown(async () => {
        const isMeant = (file: BaseFile) => changesConstraints(table, file);
        const files = await orderedFiles(table, isMeant, path, filesNaming(words, table), tree, settings);
        return files && checksAfter(table, files);
      }),
    columnsOf: (target, path) =>
      orUnknown(async () => {
        const known = await baseColumns(target, path, filesNaming(words, target), tree, settings, 'definitions');
        return known?.mayBeOlder ? undefined : known?.columns;
      }),
    mayHave: (target, path) => baseTable(target, ownWords(words, path, settings))?.exists,
    showsTable: (target, path) => showsTable(target, path, words, tree, settings),
    attached: (names, path, isRun) =>
      orUnknown(() =>
        attachedRoutines(names, path, { filesWith: (word) => filesWith(words, word), isRun }, tree, settings),
      ),
    routineOf: async (name, path) => {
      const files = await read(filesWith(words, name), path);
      return files && baseRoutine(name, files);
    },
    optionsOf: async (target, path) => {
      const files = await read(filesNaming(words, target), path);
      return files && baseOptions(target, files);
    },
    policyOf: async (policy, path) => {
      const { dialect } = settings.of(path);
      const find = found.get(dialect) ?? policiesFor(path, words, tree, settings);
      found.set(dialect, find);
      return (await find)?.(policy);
    },
  };
}

async function tableBefore(
  target: Target,
  path: string,
  words: Words,
  mayBeHidden: BaseSql['mayBeHidden'],
  tree: FileTree,
  settings: RepositorySettings,
): Promise<BaseTable | undefined> {
  const own = ownWords(words, path, settings);
  const table = baseTable(target, own);
  if (!table) return undefined;
  if (!table.exists) return (await mayBeHidden(path)) === false ? table : undefined;
  const files = filesNaming(words, table);
  const known = await orUnknown(() => baseColumns(target, path, files, tree, settings));
  const { dialect } = settings.of(path);
  const rowSecurity = mayHaveRowSecurity(own);
  // Where SQL files are not all that makes the table, something else may enable it.
  const knowsSecurity =
    dialect !== undefined &&
    LEXICAL[dialect].ddl.rowSecurity &&
    (rowSecurity || (known?.mayBeOlder === false && (await mayBeHidden(path)) === false));
  const cascades =
    dialect !== undefined && LEXICAL[dialect].ddl.dropCascades
      ? await orUnknown(() => cascadesTo(table.name, path, words, tree, settings))
      : undefined;
  return {
    ...table,
    ...(known && known.columns.length <= CONTEXT_LIMITS.names && { columns: known.columns.map(({ name }) => name) }),
    ...(known?.mayBeOlder && { mayBeOlder: true }),
    ...(cascades !== undefined && { cascades }),
    ...(knowsSecurity && { rowSecurity }),
  };
}

/** Looks once for each dialect. */
function hiddenFinder(candidates: readonly string[], tree: FileTree, settings: RepositorySettings) {
  const hidden = new Map<string | undefined, Promise<boolean | undefined>>();
  return (path: string) => {
    const { dialect } = settings.of(path);
    const known = hidden.get(dialect) ?? orUnknown(() => mayHaveHiddenTables(candidates, path, tree, settings));
    hidden.set(dialect, known);
    return known;
  };
}

/** The files with a word in lower case. */
function filesWith(words: Words, word: string): readonly string[] {
  return [words.get(word) ?? []].flat();
}

function filesNaming(words: Words, { name = '' }: Pick<Target, 'name'>): readonly string[] {
  return filesWith(words, keyOf(name));
}

function keyOf(name: string): string {
  return wordOfName(name) ?? name.toLowerCase();
}

/** The words of the files that may run on the database of the file at `path`. */
function ownWords(words: Words, path: string, settings: RepositorySettings): Pick<ReadonlySet<string>, 'has'> {
  return { has: (word) => [words.get(word) ?? []].flat().some((file) => !isOtherDatabase(file, path, settings)) };
}

function isKeyed(
  table: Target,
  path: string,
  words: Words,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean | undefined> {
  return orUnknown(async () => {
    const named = filesNaming(words, table).filter((file) => !isDemonstration(file));
    const files = await readBaseFiles(named, path, tree, settings);
    return files && hasPrimaryKey(table, files);
  });
}

function showsTable(
  { name = '' }: Target,
  path: string,
  words: Words,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean | undefined> {
  return orUnknown(async () => {
    if (await hasSchemaInCode(tree)) return undefined;
    const files = await readBaseFiles(filesNaming(words, { name }), path, tree, settings);
    // What undoes a migration shows nothing that it has not made. A file that has run does not run again.
    const runsOnce = knowsMigrationsBy(settings.of(path).tool) === 'version';
    const others = files?.filter((file) => !isUndoFile(file) && !(runsOnce && file.path === path));
    return others?.some((file) => mayNameTable(file, keyOf(name)));
  });
}

async function cascadesTo(
  table: string,
  path: string,
  words: Words,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean | undefined> {
  const search = new CascadeSearch(table);
  for (let name = search.next(); name !== undefined; name = search.next()) {
    const files = await readBaseFiles([words.get(name) ?? []].flat(), path, tree, settings);
    if (!files) return undefined;
    search.search(name, files);
  }
  return search.found;
}

async function policiesFor(
  path: string,
  words: Words,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<FindPolicy | undefined> {
  const named = [words.get('policy') ?? []].flat();
  const files = await orUnknown(() => readBaseFiles(named, path, tree, settings));
  return files && findPolicies(files);
}

/** What a read gives; undefined if a file cannot be read. */
export async function orUnknown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

async function readWords(tree: FileTree, settings: RepositorySettings): Promise<AllFiles | undefined> {
  const isSql = (path: string) => isSqlFileName(path) || settings.selects(path);
  const links = (await tree.links?.('')) ?? [];
  const submodules = (await tree.submodules?.()) ?? [];
  // What a link or a submodule leads to is not in the tree.
  if (links.some(isSql) || submodules.some((path) => settings.mayHold(path))) return undefined;
  const paths = (await tree.list('')).filter(isSql);
  if (paths.length > MAX_FILES) return undefined;
  tree.expect?.(paths);
  const words: Words = new Map();
  const candidates: string[] = [];
  let size = 0;
  for (const path of paths) {
    const entry = await tree.read(path);
    if (entry.kind !== 'file') return undefined;
    size += entry.bytes.length;
    if (size > MAX_BYTES || isLfsPointer(entry.bytes)) return undefined;
    const { text } = decodeSql(entry.bytes);
    if (text === undefined || text.includes('\0') || ESCAPED_NAME.test(text)) return undefined;
    if (mayHideTables(text)) candidates.push(path);
    for (const word of wordsOf(text)) {
      const known = words.get(word);
      if (known === undefined) words.set(word, path);
      else if (typeof known === 'string') words.set(word, [known, path]);
      else known.push(path);
    }
  }
  return { words, candidates };
}
