import { type Change, type FileTree, isAvailable } from '../../model/index.ts';
import type { BaselineEntry } from '../../model/schemas/index.ts';
import { isSameMigration, migrationName, versionOf } from '../../repository/index.ts';
import { isDemonstration } from '../../repository/migrations/index.ts';
import { knowsMigrationsBy } from '../../sql/index.ts';
import type { Settings } from './config.ts';
import type { SelectedFile } from './select-files.ts';

/**
 * Finds the files that were moved since the baseline was written: by path, the path under which the baseline lists
 * each. A listed path belongs to at most one file, and only if nothing is left there: a copy is a new file. Both paths
 * must be the same migration under the same settings, or accepted SQL would run in another place.
 *
 * In a change, a file counts as moved only if the change adds or renames it, and removes the selected file that it
 * comes from. Otherwise an entry that was left behind could accept SQL that the change writes into another file. A file
 * that moved earlier and is edited now needs no entry: what its base version has too is `existing`.
 */
export async function movedFiles(
  entries: readonly BaselineEntry[],
  files: readonly SelectedFile[],
  settings: Settings,
  head: FileTree,
  change: Change | undefined,
): Promise<ReadonlyMap<string, string>> {
  const listed = new Set(entries.map(({ path }) => path));
  if (listed.size === 0) return new Map();
  const byName = groupBy(listed, migrationName);
  const removed = change && new Set(change.files.flatMap(removedPath).filter(settings.selects));
  const isLeft = presenceIn(head);
  const isSame = (former: string, path: string) =>
    isSameMigration(former, path) && describeSettings(settings, former) === describeSettings(settings, path);
  const isGone = async (former: string, path: string) =>
    former !== path && (removed?.has(former) ?? true) && !(await isLeft(former));
  const claims = new Map<string, string[]>();
  for (const { path, status, previousPath } of files) {
    const isNew = status === 'added' || status === 'renamed';
    if (change ? !isNew : listed.has(path)) continue;
    const renamed = previousPath !== undefined && listed.has(previousPath) && isSame(previousPath, path);
    const possible: string[] = [];
    for (const former of renamed ? [previousPath] : (byName.get(migrationName(path)) ?? []))
      if ((await isGone(former, path)) && isSame(former, path)) possible.push(former);
    const formerPath = nearest(possible, path);
    if (formerPath !== undefined) claims.set(formerPath, [...(claims.get(formerPath) ?? []), path]);
  }
  return new Map(
    [...claims].flatMap(([formerPath, paths]) => {
      const path = nearest(paths, formerPath);
      return path === undefined ? [] : [[path, formerPath] as const];
    }),
  );
}

/**
 * The files that the change moves with their folder, or gives another description: by path, the path in the base. Most tools
 * know a migration by its name and not by its folder, and some by its version alone, so that it does not run again.
 *
 * No selected file of the old folder may stay behind, and the new one, with the parents that are new, must hold none in the
 * base: a file that is moved to other migrations may run for the first time, as may one that was a test. The names of the
 * file and of its folder must stay, and the settings.
 */
export async function filesOfMovedFolders(
  files: readonly SelectedFile[],
  settings: Settings,
  change: Change | undefined,
): Promise<ReadonlyMap<string, string>> {
  const renamed = files.filter(({ status, previousPath }) => status === 'renamed' && previousPath !== undefined);
  const base = change?.diffBase;
  if (renamed.length === 0 || !base || !isAvailable<FileTree>(base)) return new Map();
  const before = (await base.list('')).filter((path) => settings.selects(path));
  const gone = new Set(change.files.flatMap(removedPath));
  const staying = new Set(before.filter((path) => !gone.has(path)).map(migrationsFolder));
  const empty = new Map<string, boolean>();
  const isEmpty = (folder: string) => {
    const known = empty.get(folder) ?? !before.some((path) => path.startsWith(folder));
    empty.set(folder, known);
    return known;
  };
  const found = new Map<string, string>();
  for (const { path, previousPath = '' } of renamed) {
    const target = newFolder(previousPath, path);
    const knows = [previousPath, path].map((each) => knowsMigrationsBy(settings.of(each).tool));
    if (
      !settings.selects(previousPath) ||
      isDemonstration(previousPath) ||
      knows.includes('path') ||
      !isSameMigration(previousPath, path) ||
      !runAlike(settings, previousPath, path)
    )
      continue;
    const isRenamed =
      knows.every((by) => by === 'version') &&
      versionOf(path) !== undefined &&
      migrationsFolder(previousPath) === migrationsFolder(path);
    const isMove =
      target !== undefined &&
      migrationName(previousPath) === migrationName(path) &&
      folderName(previousPath) === folderName(path) &&
      !staying.has(migrationsFolder(previousPath));
    if (isRenamed || (isMove && isEmpty(target))) found.set(path, previousPath);
  }
  return found;
}

/** The folder of the migrations: some tools keep each migration in a folder of its own. */
export function migrationsFolder(path: string): string {
  return path.slice(0, -migrationName(path).length);
}

function folderName(path: string): string | undefined {
  return migrationsFolder(path).split('/').at(-2);
}

/** The topmost folder of `path` that is not one of `former`, with a slash; undefined if there is none. */
function newFolder(former: string, path: string): string | undefined {
  const [own, other] = [path.split('/'), former.split('/')];
  const at = own.findIndex((part, index) => part !== other[index]);
  return at < own.length - 1 ? `${own.slice(0, at + 1).join('/')}/` : undefined;
}

function groupBy(texts: Iterable<string>, keyOf: (text: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) groups.set(keyOf(text), [...(groups.get(keyOf(text)) ?? []), text]);
  return groups;
}

/** The path at which a change leaves nothing, if there is one. */
function removedPath({ status, path, previousPath }: Change['files'][number]): readonly string[] {
  return status === 'deleted' ? [path] : previousPath === undefined ? [] : [previousPath];
}

/** Whether the files run in the same way. A configuration names the tool at one of the two paths before the other. */
function runAlike(settings: Settings, former: string, path: string): boolean {
  const { tool } = settings.of(path);
  const before = settings.of(former).tool;
  const isNamedOnce = (tool === undefined) !== (before === undefined);
  return describeSettings(settings, former, isNamedOnce) === describeSettings(settings, path, isNamedOnce);
}

/** Equal for paths whose files run in the same way. */
function describeSettings(settings: Settings, path: string, withoutTool = false): string {
  const { dialect, tool, runBy, caller } = settings.of(path);
  return JSON.stringify([dialect, withoutTool ? undefined : tool, runBy, caller]);
}

/** Returns a test whether a tree has anything at a path. The tree is listed once, on the first call. */
function presenceIn(tree: FileTree): (path: string) => Promise<boolean> {
  let paths: Promise<ReadonlySet<string>> | undefined;
  const list = async () => new Set([...(await tree.list('')), ...((await tree.links?.('')) ?? [])]);
  return async (path) => {
    paths ??= list();
    return (await paths).has(path);
  };
}

/** The path that shares the most folders with `path`, counted from the end; undefined if there is none, or several. */
function nearest(paths: readonly string[], path: string): string | undefined {
  const ranked = paths.map((other) => ({ other, shared: sharedEnd(other, path) }));
  const best = ranked.filter(({ shared }) => ranked.every((each) => each.shared <= shared));
  return best.length === 1 ? best[0]?.other : undefined;
}

function sharedEnd(a: string, b: string): number {
  const other = b.split('/').reverse();
  const parts = a.split('/').reverse();
  const differs = parts.findIndex((part, at) => part !== other[at]);
  return differs === -1 ? parts.length : differs;
}
