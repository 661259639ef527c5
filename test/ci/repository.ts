import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Contents by path; `null` deletes, `{ link }` makes a symbolic link. */
export type Files = Readonly<Record<string, string | null | { readonly link: string }>>;

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  // A test must not depend on what this machine's user has set.
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** The environment of a test's own git commands. */
export function gitEnv(): NodeJS.ProcessEnv {
  return { ...process.env, ...IDENTITY };
}

/** Runs git in `cwd` and gives its output without the last line end. Throws on failure. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env: gitEnv(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export interface Repository {
  readonly dir: string;
  git(...args: string[]): string;
  /** Writes the files and commits them with all else that changed; gives the commit's id. */
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

export function writeFiles(dir: string, files: Files): void {
  for (const [path, contents] of Object.entries(files)) {
    const at = join(dir, path);
    rmSync(at, { force: true });
    if (contents === null) continue;
    mkdirSync(dirname(at), { recursive: true });
    if (typeof contents === 'string') writeFileSync(at, contents);
    else symlinkSync(contents.link, at);
  }
}

/** An origin as a server has it (bare), and an author's clone of it, in a new folder of their own. */
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
  // As the hosts have it: any commit can be asked for by its id.
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
