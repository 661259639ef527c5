import { type Dialect, isSqlFileName, type MigrationTool } from '../../model/index.ts';
import {
  dialectOfFolder,
  dialectOfWord,
  type Evidence,
  type FoundTool,
  findSchemaFiles,
  findTools,
  folderOf,
  guessDialect,
  isDemonstration,
  type RepositoryFiles,
} from '../../repository/migrations/index.ts';
import { databaseNames } from './database-names.ts';
import { downPairs, isDownFile } from './down-pairs.ts';
import { type MigrationPaths, migrationPaths } from './migration-paths.ts';
import { findSchemaDumps, type SchemaDump } from './schema-dumps.ts';
import { type SeenVersion, seenVersion } from './server-versions.ts';
import { ignoredSubmodules } from './submodules.ts';
import { type UnreadFiles, unreadFiles } from './unread-files.ts';

/** Settings of some paths: an entry of `files` in the configuration. */
export interface FileEntry {
  readonly paths: readonly string[];
  readonly dialect: Dialect | undefined;
  readonly tool: MigrationTool | undefined;
  readonly transaction?: boolean | undefined;
  readonly declarative?: true | 'context' | undefined;
  readonly why: string;
}

/** The default dialect, and what it was read from. */
export interface ProposedDialect {
  readonly dialect: Dialect;
  /** The tool that names it; undefined if it was given, or guessed from the SQL. */
  readonly tool: string | undefined;
  readonly evidence: Evidence | undefined;
  readonly from: 'option' | 'configuration' | 'folder' | 'sql';
}

/** What the files of the repository suggest for the configuration. */
export interface Proposal {
  readonly tools: readonly FoundTool[];
  /** How many SQL files the repository has. */
  readonly sqlFiles: number;
  readonly dialect: ProposedDialect | undefined;
  /** The version of its server. */
  readonly serverVersion: SeenVersion | undefined;
  readonly files: readonly FileEntry[];
  /** The files to check; undefined if the repository does not show which ones are migrations. */
  readonly paths: MigrationPaths | undefined;
  readonly ignore: readonly SchemaDump[];
  /** Files to ignore, because Querygate does not read the SQL of their database. */
  readonly unreadFiles: readonly UnreadFiles[];
  /** Folders of dependencies to ignore, with the number of their SQL files. */
  readonly dependencies: readonly { readonly folder: string; readonly files: number }[];
  /** Submodules to ignore: nothing shows that they hold SQL of this repository. */
  readonly submodules: readonly string[];
  /** Folders of tests and examples that hold SQL, with the number of files. */
  readonly demonstrations: readonly { readonly folder: string; readonly files: number }[];
  /** Databases that the repository names and Querygate does not read. */
  readonly unread: readonly string[];
  /** Number of down files next to their up file, of no known tool. */
  readonly pairedDownFiles: number;
  /** Number of down files for which the repository does not show how they are used. */
  readonly downFiles: number;
}

/** Looks at the files, and proposes the configuration. Writes nothing. */
export async function proposeConfig(all: RepositoryFiles, given: Dialect | undefined): Promise<Proposal> {
  const found = await findTools(all);
  const namesOf = databaseNames(all.sql);
  const unread = unreadFiles(all.sql, namesOf, isConfigured(found));
  const skipped = new Set(unread.flatMap(({ paths }) => paths));
  const files = { ...all, sql: all.sql.filter((path) => !skipped.has(path)) };
  const tools = found.flatMap((tool) => withoutSkipped(tool, all.sql, skipped));
  const nameOf = namer(namesOf);
  const sqlTools = tools.filter(({ signs }) => !signs.printedSql);
  const isMigration = belongsTo(sqlTools);
  const dialect = given
    ? { dialect: given, tool: undefined, evidence: undefined, from: 'option' as const }
    : await defaultDialect(files, tools, isMigration, nameOf);
  const named = namedDialects(files.sql, sqlTools, nameOf, dialect);
  const folders = sqlTools.flatMap((tool) => tool.folders);
  const downFiles = files.sql.filter((path) => isDownFile(path) && !isMigration(path));
  // Another tool that reads the folder may run them forward.
  const pairs = downPairs(
    downFiles.filter((path) => !isDemonstration(path) && !folders.some((folder) => path.startsWith(folder))),
    files.paths,
  );
  const schemas = await findSchemaFiles(files);
  const entries = [
    // Later entries win.
    ...sqlTools
      .toSorted((a, b) => Number(b.signs.writesForOthers ?? false) - Number(a.signs.writesForOthers ?? false))
      .flatMap((tool) => toolEntry(tool, dialect?.dialect)),
    ...schemas.map(({ path, tool, declarative, dialect: own }) => ({
      paths: [path.endsWith('/') ? globOf(path) : path],
      dialect: own === dialect?.dialect ? undefined : own,
      tool: undefined,
      declarative,
      why: tool,
    })),
    ...named.entries,
    ...pairedEntry(pairs.globs),
  ];
  const ignore = await findSchemaDumps(files, isMigration);
  return {
    tools,
    paths: await migrationPaths(
      files,
      sqlTools,
      new Set(ignore.map(({ path }) => path)),
      dialect !== undefined || named.entries.length === 0,
    ),
    sqlFiles: all.sql.length,
    dialect,
    serverVersion: dialect && (await seenVersion(all, dialect.dialect)),
    files: entries,
    ignore,
    demonstrations: demonstrations(files.sql),
    unreadFiles: unread,
    submodules: ignoredSubmodules(all, folders),
    dependencies: [...all.dependencies].map(([folder, count]) => ({ folder, files: count })),
    unread: [...new Set([...tools.flatMap((tool) => tool.dialect?.unread ?? []), ...named.unread])],
    pairedDownFiles: pairs.files,
    downFiles: downFiles.length - pairs.files,
  };
}

function pairedEntry(paths: readonly string[]): readonly FileEntry[] {
  const why = 'each undoes the up file beside it';
  return paths.length > 0 ? [{ paths, dialect: undefined, tool: 'up-down-files', why }] : [];
}

/**
 * Whether the configuration of a migration tool says that it runs the file in a dialect that is read. The name of a
 * folder is nearer than a configuration outside of it.
 */
function isConfigured(tools: readonly FoundTool[]): (path: string, place: string) => boolean {
  const configured = tools.filter(
    ({ signs, dialect }) => !signs.printedSql && dialect?.dialect && dialect.from === 'configuration',
  );
  return (path, place) =>
    configured.some(
      ({ folders, dialect }) =>
        folders.some((folder) => path.startsWith(folder)) &&
        (place === path || !dialect?.evidence || dialect.evidence.path.startsWith(place)),
    );
}

/** The tool without the folders whose SQL files are all skipped; nothing if no folder is left. */
function withoutSkipped(tool: FoundTool, sql: readonly string[], skipped: ReadonlySet<string>): readonly FoundTool[] {
  const folders = tool.folders.filter((folder) => {
    const own = sql.filter((path) => path.startsWith(folder));
    return own.length === 0 || own.some((path) => !skipped.has(path));
  });
  if (folders.length === tool.folders.length) return [tool];
  const files = sql.filter((path) => folders.some((folder) => path.startsWith(folder))).length;
  return folders.length === 0 ? [] : [{ ...tool, folders, files }];
}

function belongsTo(tools: readonly FoundTool[]): (path: string) => boolean {
  const folders = [...new Set(tools.flatMap((tool) => tool.folders))];
  const owned = tools.filter(({ signs }) => signs.ownsFolder).flatMap((tool) => tool.folders);
  const patterns = tools.map(({ signs }) => signs.files);
  return (path) =>
    owned.some((folder) => path.startsWith(folder)) ||
    (folders.some((folder) => path.startsWith(folder)) && patterns.some((pattern) => pattern.test(path)));
}

/** SQL migrations decide, then other migrations, then the SQL itself. */
async function defaultDialect(
  files: RepositoryFiles,
  tools: readonly FoundTool[],
  isMigration: (path: string) => boolean,
  nameOf: NameOf,
): Promise<ProposedDialect | undefined> {
  const sql = tools.filter(({ signs }) => !signs.printedSql);
  const code = tools.filter(({ signs }) => signs.printedSql);
  const agreed = new Set(code.map(({ dialect }) => dialect?.dialect)).size === 1 ? code : [];
  const weights = new Map<Dialect, number>();
  for (const tool of sql) {
    if (tool.dialect?.dialect) weights.set(tool.dialect.dialect, (weights.get(tool.dialect.dialect) ?? 0) + tool.files);
  }
  const [most] = [...weights].sort((a, b) => b[1] - a[1]);
  const source =
    sql.find(({ dialect }) => dialect?.dialect !== undefined && dialect.dialect === most?.[0]) ?? agreed[0];
  const found = source?.dialect;
  if (source && found?.dialect)
    return { dialect: found.dialect, tool: source.signs.name, evidence: found.evidence, from: found.from };
  // Files that are named after a dialect get an entry of their own. A name that ends in one may stand beside files for all.
  const shared = new Set(files.sql.filter((path) => !nameOf(path)).map(folderOf));
  const rest = files.sql.filter(
    (path) =>
      !isMigration(path) && (!nameOf(path) || (endingDialect(path) !== undefined && shared.has(folderOf(path)))),
  );
  const guessed = await guessDialect(files, rest.length > 0 ? rest : files.sql);
  return guessed && { dialect: guessed, tool: undefined, evidence: undefined, from: 'sql' };
}

function toolEntry(
  { signs, folders, dialect, withoutTransaction }: FoundTool,
  fallback: Dialect | undefined,
): readonly FileEntry[] {
  const own = dialect?.dialect === fallback ? undefined : dialect?.dialect;
  const { tool, declarative, name } = signs;
  const isUnread = dialect?.unread !== undefined && dialect.dialect === undefined;
  if (isUnread || (!tool && !declarative && !own)) return [];
  const entry = { paths: folders.map(globOf), dialect: own, tool, declarative, why: name };
  return [withoutTransaction ? { ...entry, transaction: false } : entry];
}

/** A folder as a glob. One with special characters stands for itself, which selects the files in it too. */
function globOf(folder: string): string {
  if (folder === '') return '**/*.sql';
  return /[*?{[]/.test(folder) ? folder : `${folder}**`;
}

interface NamedDialect {
  readonly glob: string;
  /** The folder's own name; undefined if the file is named after the dialect. */
  readonly folder: string | undefined;
  readonly dialect: Dialect | { readonly unread: string };
}

type NameOf = (path: string) => NamedDialect | undefined;

function namer(namesOf: ReturnType<typeof databaseNames>): NameOf {
  return (path) => nameIn(path) ?? partialName(namesOf(path));
}

/** The dialect that is a part of the name of a file or folder, beside the same name of another dialect. */
function partialName(names: ReturnType<ReturnType<typeof databaseNames>>): NamedDialect | undefined {
  const name = names.at(-1);
  if (!name || names.some(({ database }) => database !== name.database)) return undefined;
  const glob = name.place.endsWith('/') ? globOf(name.place) : name.place;
  return { glob, folder: undefined, dialect: name.database };
}

/** The dialect after the ending of a name: `1.sql.mysql`. */
function endingDialect(path: string): NamedDialect['dialect'] | undefined {
  const [name = '', ending = '', last = ''] = path.slice(folderOf(path).length).split('.').slice(-3);
  return name !== '' && isSqlFileName(`.${ending}`) ? dialectOfWord(last) : undefined;
}

/** The dialect that a folder or the name of a file is named after: `mysql/1.sql`, `1.mysql.up.sql`, `1.sql.mysql`. */
function nameIn(path: string): NamedDialect | undefined {
  const folder = folderOf(path);
  const parts = path.slice(folder.length).split('.');
  for (const word of parts.slice(1, -1)) {
    const dialect = dialectOfWord(word);
    if (dialect) return { glob: `**/*.${word}.*`, folder: undefined, dialect };
  }
  const after = endingDialect(path);
  if (after) return { glob: `**/*.${parts.slice(-2).join('.')}`, folder: undefined, dialect: after };
  const folders = folder.split('/').slice(0, -1);
  const at = folders.findIndex((part) => dialectOfWord(part) !== undefined);
  const dialect = dialectOfFolder(folders.slice(0, at + 1).join('/'));
  return dialect && { glob: globOf(`${folders.slice(0, at + 1).join('/')}/`), folder: folders[at], dialect };
}

/** Entries for folders and files that are named after a dialect, and the databases that are named but not read. */
function namedDialects(
  paths: readonly string[],
  sqlTools: readonly FoundTool[],
  nameOf: NameOf,
  fallback: ProposedDialect | undefined,
): { readonly entries: readonly FileEntry[]; readonly unread: readonly string[] } {
  const isMigration = belongsTo(sqlTools.filter(({ signs }) => !signs.namesDialects));
  const globs = new Map<Dialect, Set<string>>();
  const unread: string[] = [];
  const repeated = repeatedFolders(paths, isMigration, nameOf);
  for (const path of paths) {
    const named = isMigration(path) || isDemonstration(path) ? undefined : nameOf(path);
    if (!named) continue;
    const isRepeated = named.folder !== undefined && repeated.has(named.folder);
    const glob = isRepeated ? `**/${named.folder}/**` : named.glob;
    if (typeof named.dialect === 'string') globs.set(named.dialect, (globs.get(named.dialect) ?? new Set()).add(glob));
    else unread.push(named.dialect.unread);
  }
  // A default that was only guessed is written for its folders too.
  const isSure = fallback?.from !== 'sql' || globs.size === 1;
  const others = [...globs].filter(([dialect]) => dialect !== fallback?.dialect || !isSure);
  return {
    entries: others.map(([dialect, found]) => ({
      paths: [...found].sort(),
      dialect,
      tool: undefined,
      why: 'named after the dialect',
    })),
    unread,
  };
}

/**
 * Names of folders that several folders have, such as one for each version: the next one is named alike. Not those that
 * also hold files of a migration tool or of another dialect, such as `mysql/postgresql/`.
 */
function repeatedFolders(
  paths: readonly string[],
  isMigration: (path: string) => boolean,
  nameOf: NameOf,
): ReadonlySet<string> {
  const places = new Map<string, Set<string>>();
  const mixed = new Set<string>();
  for (const path of paths) {
    const named = nameOf(path);
    if (named?.folder !== undefined && !isDemonstration(path))
      places.set(named.folder, (places.get(named.folder) ?? new Set()).add(named.glob));
    const words = path.split('/').slice(0, -1).filter(dialectOfWord);
    if (isMigration(path) || words.some((word) => dialectOfWord(word) !== named?.dialect))
      for (const word of words) mixed.add(word);
  }
  return new Set(
    [...places].filter(([folder, found]) => found.size > 1 && !mixed.has(folder)).map(([folder]) => folder),
  );
}

function demonstrations(paths: readonly string[]): Proposal['demonstrations'] {
  const counts = new Map<string, number>();
  for (const path of paths.filter(isDemonstration)) {
    const folders = path.split('/');
    const at = folders.findIndex((_, index) => isDemonstration(`${folders.slice(0, index + 1).join('/')}/`));
    const folder = `${folders.slice(0, at + 1).join('/')}/`;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, files]) => ({ folder, files })).sort((a, b) => b.files - a.files);
}
