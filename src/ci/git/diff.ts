import { type ChangedFile, compareText, type FileTree } from '../../model/index.ts';
import type { Git } from './run.ts';

/** Flags that make `git diff` ignore the external programs and display settings of a repository. */
const PLAIN = ['--raw', '-z', '--no-abbrev', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-color'];

/** Files that differ between two commits. Both must be present. */
export async function diffCommits(git: Git, from: string, to: string): Promise<ChangedFile[]> {
  const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=none', from, to, '--'];
  return parseRawDiff(await git.must(args));
}

/** Files that differ between a commit and the working directory: staged, unstaged, and untracked but not ignored. */
export async function diffWorkingTree(git: Git, from: string): Promise<ChangedFile[]> {
  const args = ['diff', ...PLAIN, '--no-relative', '--ignore-submodules=dirty', from, '--'];
  const tracked = parseRawDiff(await git.must(args));
  const untracked = await git.must(['ls-files', '-z', '--others', '--exclude-standard', '--full-name']);
  const known = new Map(tracked.map((file) => [file.path, file]));
  for (const path of untracked.toString('utf8').split('\0')) {
    // A file that was removed from the index but left on disk is both deleted and untracked.
    if (path !== '' && !path.endsWith('/')) {
      const status = known.get(path)?.status === 'deleted' ? 'modified' : 'added';
      known.set(path, { status, path, previousPath: undefined });
    }
  }
  return sortByPath([...known.values()]);
}

/** The files of the work tree: tracked, or untracked and not ignored. Some may not be on disk. */
export async function pathsOfWorkingTree(git: Git): Promise<readonly string[]> {
  const out = await git.must(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name']);
  return [...new Set(out.toString('utf8').split('\0'))].filter((path) => path !== '' && !path.endsWith('/'));
}

/** Everything in a commit: files, links and submodules. */
export async function pathsOfTree(tree: FileTree): Promise<readonly string[]> {
  const parts = [await tree.list(''), await tree.links?.(''), await tree.submodules?.()];
  return parts.flatMap((paths) => paths ?? []);
}

/** All files of a commit as added files: the change of a first commit. */
export function allAdded(paths: readonly string[]): ChangedFile[] {
  return paths.map((path) => ({ status: 'added', path, previousPath: undefined }));
}

/**
 * Reads `git diff --raw -z`: `:oldmode newmode oldid newid status` NUL path NUL, and two paths for a rename.
 * Raises if the output is malformed, since an incomplete list would let files through.
 */
export function parseRawDiff(output: Buffer): ChangedFile[] {
  const fields = output.toString('utf8').split('\0');
  fields.pop();
  const files: ChangedFile[] = [];
  for (let i = 0; i < fields.length; ) {
    const status = /^:+[0-7 ]+ [0-9a-f ]+ ([A-Z])\d*$/.exec(fields[i] ?? '')?.[1];
    const first = fields[i + 1];
    if (!status || first === undefined) throw new Error(`unexpected output of git diff at field ${i}`);
    if (status === 'R' || status === 'C') {
      const second = fields[i + 2];
      if (second === undefined) throw new Error(`unexpected output of git diff at field ${i}`);
      files.push(
        status === 'R'
          ? { status: 'renamed', path: second, previousPath: first }
          : { status: 'added', path: second, previousPath: undefined },
      );
      i += 3;
    } else {
      const kind = status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified';
      files.push({ status: kind, path: first, previousPath: undefined });
      i += 2;
    }
  }
  return sortByPath(files);
}

function sortByPath(files: ChangedFile[]): ChangedFile[] {
  return files.sort((a, b) => compareText(a.path, b.path));
}
