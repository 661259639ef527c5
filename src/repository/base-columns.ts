import type { ColumnDefinition, FileTree, Target } from '../model/index.ts';
import { type BaseFile, readBaseFiles } from './base-files.ts';
import { hasSchemaInCode } from './hidden-tables.ts';
import { compareVersions, type MigrationVersion, migrationName, versionOf } from './migrations/version.ts';
import type { RepositorySettings } from './settings.ts';
import {
  changesTable,
  columnsAfter,
  createsTable,
  isUndoFile,
  KEEPS_COLUMNS,
  KEEPS_DEFINITIONS,
} from './table-columns.ts';

/** What must be certain of the columns of a table. */
export type ColumnsKnown = 'names' | 'definitions';

/**
 * The columns of a table before the migration at `path` runs. They are known only if all files that change the table are
 * migrations with versions before it in the same folder, so that their order is certain.
 *
 * @param named the files of the base that contain the table's name
 */
export async function baseColumns(
  target: Target,
  path: string,
  named: readonly string[],
  tree: FileTree,
  settings: RepositorySettings,
  known: ColumnsKnown = 'names',
): Promise<readonly ColumnDefinition[] | undefined> {
  const keeps = known === 'names' ? KEEPS_COLUMNS : KEEPS_DEFINITIONS;
  const ordered = await orderedFiles(target, (file) => changesTable(target, file, keeps), path, named, tree, settings);
  if (!ordered || (await mayBeOlder(target, ordered, path, named, tree, settings))) return undefined;
  return columnsAfter(target, ordered);
}

/**
 * Whether the table may be older than the only CREATE TABLE IF NOT EXISTS of these files: other files create it or use it
 * before, or the schema is in code.
 */
async function mayBeOlder(
  target: Target,
  ordered: readonly BaseFile[],
  path: string,
  named: readonly string[],
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean> {
  if (ordered.some((file) => createsTable(target, file))) return false;
  const [maker, ...more] = ordered.filter((file) => createsTable(target, file, 'if missing'));
  if (!maker) return false;
  const all = more.length === 0 ? await readBaseFiles(named, path, tree, settings) : undefined;
  if (!all || (await hasSchemaInCode(tree))) return true;
  const version = versionOf(maker.path);
  const isBefore = (other: string) => {
    const own = versionOf(other);
    return !own || !version || compareVersions(own, version) !== 1;
  };
  return all.some(
    (file) =>
      file.path !== maker.path &&
      !isUndoFile(file) &&
      (migrationsFolder(file.path) === migrationsFolder(maker.path)
        ? isBefore(file.path)
        : createsTable(target, file) || createsTable(target, file, 'if missing')),
  );
}

/** Those of the files that are meant, in the order in which they ran before `path`; undefined if that is not certain. */
export async function orderedFiles(
  target: Target,
  isMeant: (file: BaseFile) => boolean,
  path: string,
  named: readonly string[],
  tree: FileTree,
  settings: RepositorySettings,
): Promise<readonly BaseFile[] | undefined> {
  const own = versionOf(path);
  const all = own && (await readBaseFiles(named, path, tree, settings));
  if (!all) return undefined;
  const meant = all.filter((file) => isMeant(file) && !isUndoFile(file));
  const { dialect } = settings.of(path);
  const folder = migrationsFolder(path);
  const files = meant.filter((file) => migrationsFolder(file.path) === folder);
  if (files.length === 0 || files.some((file) => file.dialect !== dialect)) return undefined;
  const elsewhere = meant.filter((file) => !files.includes(file));
  if (!elsewhere.every((file) => definesAlone(target, file, elsewhere))) return undefined;
  return inOrder(files, own);
}

/**
 * Whether the files of the folder create the table themselves: they are a dump, a test, or the migrations of another
 * database. Others may change the table that the migrations of this folder create.
 */
function definesAlone(target: Target, { path }: BaseFile, all: readonly BaseFile[]): boolean {
  const folder = migrationsFolder(path);
  return all.some((file) => migrationsFolder(file.path) === folder && createsTable(target, file));
}

/** The files by version; undefined if a version is missing or there twice, or not before the bound. */
function inOrder(files: readonly BaseFile[], bound: MigrationVersion): readonly BaseFile[] | undefined {
  const versions: { readonly file: BaseFile; readonly version: MigrationVersion }[] = [];
  for (const file of files) {
    const version = versionOf(file.path);
    if (!version || compareVersions(version, bound) !== -1) return undefined;
    versions.push({ file, version });
  }
  versions.sort((a, b) => compareVersions(a.version, b.version) ?? 0);
  const isTwice = versions.some(({ version }, at) => {
    const next = versions[at + 1];
    return next !== undefined && compareVersions(version, next.version) !== -1;
  });
  return isTwice ? undefined : versions.map(({ file }) => file);
}

/** The folder of the migrations to which the file belongs. */
export function migrationsFolder(path: string): string {
  return path.slice(0, path.length - migrationName(path).length);
}
