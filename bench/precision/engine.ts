import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileTree } from '../../src/model/index.ts';
import { quickGit } from './quick-git.ts';

/** The modules of one checkout of Querygate that the replay uses. */
export interface Engine {
  readonly ci: typeof import('../../src/ci/build-change.ts');
  readonly git: typeof import('../../src/ci/git/run.ts');
  readonly trees: typeof import('../../src/ci/git/tree.ts');
  readonly commands: typeof import('../../src/commands/index.ts');
  readonly rules: typeof import('../../src/rules/index.ts');
  readonly sql: typeof import('../../src/sql/index.ts');
}

/** Loads the sources of a checkout, so that an older version can be replayed by the same program. */
export async function loadEngine(root: string): Promise<Engine> {
  const load = (path: string) => import(pathToFileURL(join(root, 'src', path)).href);
  return {
    ci: await load('ci/build-change.ts'),
    git: await load('ci/git/run.ts'),
    trees: await load('ci/git/tree.ts'),
    commands: await load('commands/index.ts'),
    rules: await load('rules/index.ts'),
    sql: await load('sql/index.ts'),
  };
}

/** The files of one commit, quick to read: SQL files come in batches. */
export async function treeOf({ git, trees }: Engine, clone: string, commit: string): Promise<FileTree> {
  const opened = quickGit(git.openGit(clone));
  const paths = await trees.gitTree(opened, commit, 'commit').list('');
  const sql = paths.filter((path) => path.toLowerCase().endsWith('.sql'));
  return trees.gitTree(opened, commit, 'commit', sql);
}

/** The rules of the pack about locks, in any version; none in a checkout that is older than the pack. */
export function lockRules({ rules }: Engine): ReadonlySet<string> {
  const packs = [...rules.PACKS].filter(([name]) => name.startsWith('querygate:availability@'));
  return new Set(packs.flatMap(([, list]) => list.map(({ id }) => id)));
}

/** The rules of the packs that report something unless a ruleset changes them. */
export function rulesInForce({ rules }: Engine): readonly string[] {
  const all = [...rules.PACKS.values()].flat();
  return all.filter(({ verdict }: { readonly verdict: string }) => verdict !== 'off').map(({ id }) => id);
}
