import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Change, type FileTree, isAvailable } from '../../src/model/index.ts';

/** Contents by path; `null` deletes, `{ link }` makes a symbolic link. */
export type Files = Readonly<Record<string, string | Uint8Array | null | { readonly link: string }>>;

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  // A test must not depend on the git settings of the user.
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** The environment of a test's own git commands. */
export function gitEnv(): NodeJS.ProcessEnv {
  return { ...process.env, ...IDENTITY };
}

/** Runs git in `cwd` and returns its output without the last line end. Throws on failure. */
function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env: gitEnv(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export interface Repository {
  readonly dir: string;
  git(...args: string[]): string;
  /** Writes the files and commits them with all other changes. Returns the commit id. */
  commit(files: Files, message?: string): string;
  write(files: Files): void;
}

/** A work tree at `dir`, whose branch is `main`. */
export function repository(dir: string): Repository {
  mkdirSync(dir, { recursive: true });
  const run = (...args: string[]) => git(dir, ...args);
  const write = (files: Files) => writeFiles(dir, files);
  function commit(files: Files, message = 'change') {
    write(files);
    run('add', '--all');
    run('commit', '--quiet', '--allow-empty', '--message', message);
    return run('rev-parse', 'HEAD');
  }
  return { dir, git: run, commit, write };
}

function writeFiles(dir: string, files: Files): void {
  for (const [path, contents] of Object.entries(files)) {
    const at = join(dir, path);
    rmSync(at, { force: true });
    if (contents === null) continue;
    mkdirSync(dirname(at), { recursive: true });
    if (typeof contents === 'string' || contents instanceof Uint8Array) writeFileSync(at, contents);
    else symlinkSync(contents.link, at);
  }
}

/** A bare origin, and an author's clone of it, in a new folder. */
export interface Origin {
  readonly root: string;
  /** The bare repository. */
  readonly origin: string;
  readonly author: Repository;
  /** Publishes the author's commit under a ref of the origin. */
  push(commit: string, ref: string): void;
  /** Removes everything. */
  dispose(): void;
}

export function newOrigin(): Origin {
  const root = mkdtempSync(join(tmpdir(), 'querygate-'));
  const origin = join(root, 'origin.git');
  mkdirSync(origin);
  git(origin, 'init', '--quiet', '--bare', '--initial-branch=main');
  // As on the hosts: any commit can be fetched by its id.
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const author = repository(join(root, 'author'));
  author.git('init', '--quiet', '--initial-branch=main');
  author.git('remote', 'add', 'origin', `file://${origin}`);
  return {
    root,
    origin,
    author,
    push: (commit, ref) => author.git('push', '--quiet', '--force', 'origin', `${commit}:${ref}`),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Checks a commit out as actions/checkout does: one commit unless `depth` is 0 (all history), detached.
 *
 * @param ref the ref that is fetched, such as `refs/pull/7/merge`
 */
export function checkout(origin: Origin, name: string, ref: string, depth = 1): Repository {
  const work = repository(join(origin.root, name));
  work.git('init', '--quiet');
  work.git('remote', 'add', 'origin', `file://${origin.origin}`);
  const refs = depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*'] : [];
  const how = depth === 0 ? [] : [`--depth=${depth}`];
  work.git('fetch', '--quiet', '--no-tags', ...how, 'origin', ...refs, `+${ref}:refs/remotes/checkout`);
  work.git('checkout', '--quiet', '--force', '--detach', 'refs/remotes/checkout');
  return work;
}

export interface PullCommits {
  /** The merge base of the branch and `main`. */
  readonly start: string;
  /** The branch's commit. */
  readonly head: string;
  /** The tip of `main`. */
  readonly tip: string;
  /** The merge commit that GitHub creates. */
  readonly merge: string;
}

/**
 * Publishes `main` with `base`, pull request 7 with `changed` on top of it, and optionally `later`, which `main` gained
 * after the branch left it: `refs/heads/main`, `refs/heads/feature`, `refs/pull/7/head` and `refs/pull/7/merge`.
 */
export function publishPull(origin: Origin, base: Files, changed: Files, later?: Files): PullCommits {
  const { author, push } = origin;
  const start = author.commit(base, 'base');
  author.git('checkout', '--quiet', '-b', 'feature');
  const head = author.commit(changed, 'feature');
  author.git('checkout', '--quiet', 'main');
  const tip = later ? author.commit(later, 'later') : start;
  author.git('checkout', '--quiet', '--detach', 'main');
  author.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'feature');
  const merge = author.git('rev-parse', 'HEAD');
  author.git('checkout', '--quiet', 'main');
  push(tip, 'refs/heads/main');
  push(head, 'refs/heads/feature');
  push(head, 'refs/pull/7/head');
  push(merge, 'refs/pull/7/merge');
  return { start, head, tip, merge };
}

/** The event of that pull request, as far as it is used. */
export function pullEvent(commits: PullCommits, changedFiles: number, { fork = false, base = 'main' } = {}): object {
  return {
    action: 'synchronize',
    pull_request: {
      number: 7,
      changed_files: changedFiles,
      base: { ref: base, sha: commits.tip, repo: { id: 1, default_branch: 'main' } },
      head: { ref: 'feature', sha: commits.head, repo: { id: fork ? 2 : 1 } },
    },
    repository: { id: 1, default_branch: 'main' },
  };
}

/** The merge base that the change reports: a commit, `nowhere`, or why it is unknown. */
export async function leftAt(change: Change | undefined): Promise<string | undefined> {
  const tree = await change?.mergeBase?.();
  if (!tree) return 'nowhere';
  return isAvailable<FileTree>(tree) ? tree.commit : tree.unavailable;
}
