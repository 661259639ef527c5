import type { ChangedFile, FileTree } from '../../model/index.ts';
import type { Settings } from './config.ts';
import type { Unread } from './linked-files.ts';

// A submodule is a commit of another repository, so git holds none of its files here. A tool that runs SQL from a full
// checkout runs them nevertheless.

/** The submodules that a change adds or moves, and that could contain selected files. */
export async function movedSubmodules(
  head: FileTree,
  settings: Settings,
  changed: readonly ChangedFile[],
): Promise<readonly Unread[]> {
  const submodules = new Set(await relevant(head, settings));
  return changed
    .filter(({ status, path }) => status !== 'deleted' && submodules.has(path))
    .map(({ path }) => ({
      path,
      problem: `the change moves this submodule to another commit, and its files are not in this repository; check them in their own repository, and ${SKIP}`,
    }));
}

/** The submodules that could contain selected files, but are not on disk. Those that are on disk are read as folders. */
export async function missingSubmodules(head: FileTree, settings: Settings): Promise<readonly Unread[]> {
  const unread: Unread[] = [];
  for (const path of await relevant(head, settings)) {
    if ((await head.list(path)).length > 0) continue;
    unread.push({
      path,
      problem: `this submodule is not checked out, so its files were not read; run \`git submodule update --init\` first (\`submodules: true\` of actions/checkout, \`GIT_SUBMODULE_STRATEGY: normal\` of GitLab), or ${SKIP}`,
    });
  }
  return unread;
}

const SKIP = 'skip the submodule with `ignore`';

async function relevant(head: FileTree, { selects, mayHold }: Settings): Promise<readonly string[]> {
  return ((await head.submodules?.()) ?? []).filter((path) => selects(path) || mayHold(path));
}
