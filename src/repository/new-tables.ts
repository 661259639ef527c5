import {
  type BaseCheck,
  type FileTree,
  isSqlFileName,
  type MigrationTool,
  type NewTable,
  type Target,
} from '../model/index.ts';
import { type AddedColumn, toolThatRuns, wordsOf } from '../sql/index.ts';
import { migrationsFolder } from './base-columns.ts';
import { checksAfter } from './base-constraints.ts';
import { type BaseFile, readBaseFiles } from './base-files.ts';
import { createdBefore, type MadeBefore, wordsOfChangedColumns, wordsOfRenamed } from './created-tables.ts';
import { compareVersions, migrationName, versionOf } from './migrations/version.ts';
import { type Sequence, sequencesOf, versionedPaths } from './sequences.ts';
import {
  type ChangedFile,
  databaseOf,
  isOtherDatabase,
  type RepositoryChange,
  type RepositorySettings,
} from './settings.ts';
import { isUndoFile } from './table-columns.ts';

/** Tables and columns that exist before the migration at a path because those before it in the same change created them. */
export type NewTables = (path: string, text: string) => NewObjects;

export interface NewObjects {
  readonly tables: readonly NewTable[];
  readonly columns: readonly AddedColumn[];
  readonly enumValues: readonly string[];
  /** The constraints that the migrations before it add to a table, if no other file of the change names the table. */
  checksOf(table: Target): readonly BaseCheck[];
  /** The migrations with which it runs directly one after the other. */
  readonly sequence?: Sequence | undefined;
}

export const NOTHING_NEW: NewObjects = { tables: [], columns: [], enumValues: [], checksOf: () => [] };

/** What a migration may lose that another one copies. */
const LOSES = /\b(?:drop|update)\b/i;

/** With a single migration, none runs before another one. */
const MIN_FILES = 2;

/**
 * Reads the new migrations of a change in their order. Undefined if one of its SQL files cannot be read. A table counts
 * if no other SQL file of the change may have given its name to an older table.
 */
export async function newTables(
  { change, head, standardInput }: RepositoryChange,
  settings: RepositorySettings,
  selected: readonly ChangedFile[],
): Promise<NewTables | undefined> {
  if (standardInput || !change || change.untrusted !== undefined) return undefined;
  const changed = [...selected, ...change.files.filter(({ path }) => isSqlFileName(path))];
  const status = new Map(changed.flatMap(({ path, status }) => (status === 'deleted' ? [] : [[path, status]])));
  const added = [...status].filter(([, each]) => each === 'added').map(([path]) => path);
  const groups = [...groupsOf(added, settings).values()].filter((paths) => paths.length >= MIN_FILES);
  if (groups.length === 0) return undefined;
  const files = await filesAt([...status.keys()], head, settings);
  if (!files) return undefined;
  // Its tool does not run the undo of a migration on deployment.
  const all = [...files.values()].filter((file) => !isUndoFile(file));
  const renamed = new Map(all.map((file) => [file.path, wordsOfRenamed(file)]));
  const changedColumns = new Map(all.map((file) => [file.path, wordsOfChangedColumns(file)]));
  const isSelected = new Set(selected.map(({ path }) => path));
  const found = new Map<string, MadeBefore & Pick<NewObjects, 'checksOf' | 'sequence'>>();
  const named = new Map<string, ReadonlySet<string>>();
  let versioned: ReturnType<typeof versionedPaths> | undefined;
  for (const group of groups) {
    const [first = ''] = group;
    // A file for another database cannot touch what this one has.
    const apart = new Set([
      ...group,
      ...all.flatMap(({ path }) => (isOtherDatabase(path, first, settings) ? path : [])),
    ]);
    const ordered = group.flatMap((path) => files.get(path) ?? []);
    const isIn = (words: ReadonlyMap<string, ReadonlySet<string>>, { name = '' }: Pick<Target, 'name'>) =>
      [...words].some(([path, each]) => !apart.has(path) && each.has(name.toLowerCase()));
    const isNamedOutside = ({ name = '' }: Target) =>
      all.some((file) => {
        const words = apart.has(file.path) ? undefined : (named.get(file.path) ?? wordsOf(file.text));
        if (words) named.set(file.path, words);
        return words?.has(name.toLowerCase()) === true;
      });
    const forward = ordered.filter((file) => isSelected.has(file.path) && !isUndoFile(file));
    if (forward.some(({ text }) => LOSES.test(text))) versioned ??= versionedPaths(await head.list(''));
    const sequences = versioned ? sequencesOf(forward, { changed: all, versioned, settings }) : [];
    for (const [path, { tables, columns, enumValues }] of createdBefore(ordered))
      found.set(path, {
        sequence: sequences.find((each) => each.files.some((file) => file.path === path)),
        checksOf: (table) => {
          const earlier = ordered.slice(
            0,
            ordered.findIndex((file) => file.path === path),
          );
          return isNamedOutside(table) ? [] : checksAfter(table, earlier);
        },
        tables: tables.filter((table) => !isIn(renamed, table)),
        columns: columns.filter(({ table }) => !isIn(changedColumns, table)),
        enumValues,
      });
  }
  return (path, text) => {
    const words = wordsOf(text);
    const { tables, columns, enumValues, checksOf, sequence } = found.get(path) ?? NOTHING_NEW;
    return {
      checksOf,
      sequence: LOSES.test(text) ? sequence : undefined,
      tables: tables.flatMap(({ name, schema }) =>
        name !== undefined && schema !== undefined && words.has(name.toLowerCase()) ? [{ name, schema }] : [],
      ),
      columns: columns.filter(
        ({ table, column }) => words.has(column.toLowerCase()) && words.has((table.name ?? '').toLowerCase()),
      ),
      enumValues: enumValues.filter((value) => value !== '' && text.includes(value)),
    };
  };
}

/**
 * Migrations that run one after the other on the same database: of one folder and dialect, with the same words in the
 * middle of their names (`1_a.mysql.up.sql`), in the order of their versions. Left out if their order is not certain.
 */
function groupsOf(paths: readonly string[], settings: RepositorySettings): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const { dialect } = settings.of(path);
    if (!dialect || !versionOf(path) || settings.isEditedDialect(path)) continue;
    const [file = ''] = path.split('/').reverse();
    const isWholeName = migrationName(path) !== file;
    const middle = isWholeName ? file : nameWithTransaction(file, settings.of(path).tool).split('.').slice(1).join('.');
    const key = [migrationsFolder(path), dialect, middle].join('\n');
    const group = groups.get(key) ?? [];
    group.push(path);
    groups.set(key, group);
  }
  for (const [key, group] of groups) {
    const order = (a: string, b: string) => {
      const [one, other] = [versionOf(a), versionOf(b)];
      return one && other ? compareVersions(one, other) : undefined;
    };
    group.sort((a, b) => order(a, b) ?? 0);
    if (group.some((path, at) => at > 0 && order(group[at - 1] ?? '', path) !== -1)) groups.delete(key);
  }
  return groups;
}

/** Without the part that says only how the tool runs the file: `1_a.autocommit.up.sql` of popx. */
function nameWithTransaction(file: string, tool: MigrationTool | undefined): string {
  const off = toolThatRuns('', file, tool)?.transactions.turnOff;
  return off?.by === 'name' ? file.replace(off.part, '') : file;
}

/**
 * The files by path. A file without a dialect is read in the dialect of another one, and its content counts as
 * uncertain.
 */
async function filesAt(
  paths: readonly string[],
  tree: FileTree,
  settings: RepositorySettings,
): Promise<ReadonlyMap<string, BaseFile> | undefined> {
  const files = new Map<string, BaseFile>();
  const firsts = new Map(
    paths.toReversed().map((path) => [settings.of(path).dialect && databaseOf(path, settings), path]),
  );
  firsts.delete(undefined);
  for (const first of firsts.values()) {
    const read = await readBaseFiles(paths, first, tree, settings);
    if (!read) return undefined;
    for (const file of read) if (!files.has(file.path)) files.set(file.path, file);
  }
  return files.size > 0 ? files : undefined;
}
