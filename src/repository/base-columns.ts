import type { ColumnDefinition, FileTree, Target } from '../model/index.ts';
import { type BaseFile, byVersion, readBaseFiles } from './base-files.ts';
import { hasSchemaInCode } from './hidden-tables.ts';
import { isDemonstration } from './migrations/index.ts';
import { compareVersions, type MigrationVersion, migrationName, versionOf } from './migrations/version.ts';
import type { RepositorySettings } from './settings.ts';
import {
  changesTable,
  createsTable,
  goneFrom,
  isUndoFile,
  KEEPS_COLUMNS,
  KEEPS_DEFINITIONS,
  showsOtherColumn,
  showsOtherType,
  tableAfter,
} from './table-columns.ts';
import { mayNameTable } from './table-mentions.ts';

/** What must be certain of the columns of a table. */
export type ColumnsKnown = 'names' | 'definitions';

/** What the base says of the columns of a table. */
export interface KnownColumns {
  readonly columns: readonly ColumnDefinition[];
  /** Whether the table may be older than its CREATE TABLE IF NOT EXISTS, and have more columns than these. */
  readonly mayBeOlder: boolean;
}

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
): Promise<KnownColumns | undefined> {
  const keeps = known === 'names' ? KEEPS_COLUMNS : KEEPS_DEFINITIONS;
  const all = await readBaseFiles(named, path, tree, settings);
  const found = all && filesInOrder((file) => changesTable(target, file, keeps), all, path, settings);
  const table = found && tableAfter(target, found.ordered);
  if (!table) return undefined;
  const { columns, madeIfMissing: maker } = table;
  const names = new Set([
    ...columns.map(({ name }) => name.toLowerCase()),
    ...found.ordered.flatMap((file) => goneFrom(target, file)),
  ]);
  const isSame = (files: readonly BaseFile[]) =>
    tableAfter(target, byVersion(files))?.columns.every(({ name }) => names.has(name.toLowerCase())) === true;
  if (!found.elsewhere.every((files) => definesAlone(target, files) || isSame(files))) return undefined;
  if (!maker) return { columns, mayBeOlder: false };
  const others = all.filter((file) => file !== maker && !isUndoFile(file) && !isOfTests(file, maker));
  const showsOlder = (file: BaseFile) =>
    (isBefore(file, maker) && mayNameTable(file, (target.name ?? '').toLowerCase())) ||
    showsOtherColumn(target, file, names);
  return {
    columns: columns.map((column) =>
      others.some((file) => showsOtherType(target, file, column)) ? { ...column, type: '' } : column,
    ),
    mayBeOlder: others.some(showsOlder) || (await hasSchemaInCode(tree)),
  };
}

/** Whether the file is a test or an example in another folder than the migration. */
function isOfTests({ path }: BaseFile, maker: BaseFile): boolean {
  return isDemonstration(path) && migrationsFolder(path) !== migrationsFolder(maker.path);
}

/** Whether the file runs before the migration in the same folder, or may do so. */
function isBefore({ path }: BaseFile, maker: BaseFile): boolean {
  return migrationsFolder(path) === migrationsFolder(maker.path) && !runsLater(path, maker.path);
}

/** Whether the file at a path is a migration that runs after the other one. */
export function runsLater(path: string, other: string): boolean {
  const [own, version] = [versionOf(path), versionOf(other)];
  if (!own || !version || migrationsFolder(path) !== migrationsFolder(other)) return false;
  return compareVersions(own, version) === 1;
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
  const all = await readBaseFiles(named, path, tree, settings);
  const found = all && filesInOrder(isMeant, all, path, settings);
  return found?.elsewhere.every((files) => definesAlone(target, files)) ? found.ordered : undefined;
}

/** Files that are meant. */
interface FoundFiles {
  /** Those in the folder of the migration, in the order in which they ran before it. */
  readonly ordered: readonly BaseFile[];
  /** Those of each other folder. */
  readonly elsewhere: readonly (readonly BaseFile[])[];
}

function filesInOrder(
  isMeant: (file: BaseFile) => boolean,
  all: readonly BaseFile[],
  path: string,
  settings: RepositorySettings,
): FoundFiles | undefined {
  const bound = versionOf(path);
  if (!bound) return undefined;
  const { dialect } = settings.of(path);
  const byFolder = new Map<string, BaseFile[]>();
  for (const file of all) {
    if (!isMeant(file) || isUndoFile(file)) continue;
    const folder = migrationsFolder(file.path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  const own = migrationsFolder(path);
  const files = byFolder.get(own);
  byFolder.delete(own);
  const ordered = files?.every((file) => file.dialect === dialect) ? inOrder(files, bound) : undefined;
  return ordered && { ordered, elsewhere: [...byFolder.values()] };
}

/**
 * Whether the files of a folder create the table themselves: they are a dump, a test, or the migrations of another
 * database. Others may change the table that the migrations of another folder create.
 */
function definesAlone(target: Target, files: readonly BaseFile[]): boolean {
  return files.some((file) => createsTable(target, file));
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
