import type { ChangeResult } from './change-result.ts';
import type { GithubOptions } from './github.ts';
import type { GitlabOptions } from './gitlab.ts';
import type { LocalOptions } from './local.ts';

export type { ChangeResult } from './change-result.ts';
export type { GithubOptions } from './github.ts';
export type { GitlabOptions } from './gitlab.ts';
export { detectHost, type Host } from './host.ts';
export { type LocalOptions, repoRoot } from './local.ts';
export { workingTree } from './working-tree.ts';

// Each host loads when it is asked: a run has one of them, and a local one needs no event schema.

/** See github.ts. */
export async function githubChange(options: GithubOptions): Promise<ChangeResult> {
  return (await import('./github.ts')).githubChange(options);
}

/** See gitlab.ts. */
export async function gitlabChange(options: GitlabOptions): Promise<ChangeResult> {
  return (await import('./gitlab.ts')).gitlabChange(options);
}

/** See local.ts. */
export async function localChange(options: LocalOptions): Promise<ChangeResult> {
  return (await import('./local.ts')).localChange(options);
}
