import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { commitTree, workingTree } from '../../ci/index.ts';
import type { ExplicitRules } from '../../commands/index.ts';
import { ConfigError, type FileTree } from '../../model/index.ts';
import { treePath, type WorkingFolders } from './working-folders.ts';

/**
 * The tree is the repository if the path is in it, so that `extends` reaches all of it; else the folder of the file.
 */
export async function rulesAt(path: string, folders: WorkingFolders): Promise<ExplicitRules['head']> {
  const at = treePath(path, folders);
  if (!at.startsWith('/')) return { tree: workingTree(folders.root), entry: at };
  const stats = await stat(at).catch(() => undefined);
  if (!stats) throw new ConfigError(`there is no rule file \`${path}\`; correct the path`);
  return stats.isDirectory()
    ? { tree: workingTree(at), entry: '' }
    : { tree: workingTree(dirname(at)), entry: basename(at) };
}

/** A ruleset that the command line names; `rules` is undefined for the one of a whole repository. */
export interface NamedRules {
  readonly name: string;
  readonly tree: FileTree;
  readonly rules: string | undefined;
}

/**
 * A pack, a rule file, a folder of rule files, a repository or its `.querygate` folder, or a revision of git.
 * Raises ConfigError.
 */
export async function namedRules(name: string, folders: WorkingFolders): Promise<NamedRules> {
  const path = resolve(folders.cwd, name);
  const isFolder = (at: string) =>
    stat(at).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (basename(path) === '.querygate' && (await isFolder(path))) {
    return { name, tree: workingTree(dirname(path)), rules: undefined };
  }
  if (await isFolder(join(path, '.querygate'))) return { name, tree: workingTree(path), rules: undefined };
  const isPath = name.startsWith('querygate:') || (await stat(path).catch(() => undefined)) !== undefined;
  if (isPath) {
    const { tree, entry } = await rulesAt(name, folders);
    return { name, tree, rules: entry };
  }
  const tree = folders.repository === undefined ? undefined : await commitTree(folders.repository, name);
  if (tree) return { name: tree.label, tree, rules: undefined };
  throw new ConfigError(`\`${name}\` is not a pack, file, folder or commit; correct it`);
}
