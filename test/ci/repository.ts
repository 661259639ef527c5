import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  // Repositories of tests need not survive a power cut, or be packed while a test runs.
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'core.fsync',
  GIT_CONFIG_VALUE_0: 'none',
  GIT_CONFIG_KEY_1: 'gc.auto',
  GIT_CONFIG_VALUE_1: '0',
  GIT_CONFIG_KEY_2: 'maintenance.auto',
  GIT_CONFIG_VALUE_2: 'false',
};

/** The environment of a test's own git commands. */
export function gitEnv(): NodeJS.ProcessEnv {
  return { ...process.env, ...IDENTITY };
}

/** Runs git in `cwd` and returns its output without the last line end. Raises on failure. */
function git(cwd: string, ...args: string[]): string {
  return gitWith(cwd, undefined, ...args);
}

function gitWith(cwd: string, input: Uint8Array | undefined, ...args: string[]): string {
  const stdin = input ? 'pipe' : 'ignore';
  return execFileSync('git', args, {
    cwd,
    env: gitEnv(),
    encoding: 'utf8',
    input,
    stdio: [stdin, 'pipe', 'pipe'],
  }).trim();
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
  // As on the hosts: any commit can be fetched by its id.
  writeEmpty(origin, true, '[uploadpack]\n\tallowAnySHA1InWant = true\n');
  const author = cloneOf(origin, join(root, 'author'));
  return {
    root,
    origin,
    author,
    push: (commit, ref) => author.git('push', '--quiet', '--force', 'origin', `${commit}:${ref}`),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Writes the files of an empty repository, which is faster than `git init`. */
function writeEmpty(gitDir: string, bare: boolean, config: string): void {
  for (const folder of ['hooks', 'objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true });
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(gitDir, 'config'), `[core]\n\trepositoryformatversion = 0\n\tbare = ${bare}\n${config}`);
}

/** An empty clone. */
function cloneOf(origin: string, dir: string): Repository {
  const fetch = '+refs/heads/*:refs/remotes/origin/*';
  writeEmpty(join(dir, '.git'), false, `[remote "origin"]\n\turl = file://${origin}\n\tfetch = ${fetch}\n`);
  return repository(dir);
}

/** One commit of a stream. */
interface NewCommit {
  readonly branch: string;
  readonly message: string;
  readonly files: Files;
  /** Parents, as refs or `:` and the number of a commit of the stream, from 1. None: those of the branch. */
  readonly parents?: readonly string[];
}

/** Makes commits by one process and returns their ids. The work tree stays as it is. */
function importCommits(dir: string, commits: readonly NewCommit[]): readonly string[] {
  const parts: (string | Uint8Array)[] = [];
  const data = (bytes: Uint8Array) => parts.push(`data ${bytes.length}\n`, bytes, '\n');
  const who = 'Test <test@example.com> 1767323045 +0000';
  for (const [index, { branch, message, files, parents = [] }] of commits.entries()) {
    parts.push(`commit ${branch}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n`);
    data(Buffer.from(`${message}\n`));
    for (const [at, parent] of parents.entries()) parts.push(`${at === 0 ? 'from' : 'merge'} ${parent}\n`);
    for (const [path, contents] of Object.entries(files)) {
      const name = JSON.stringify(path);
      if (contents === null) parts.push(`D ${name}\n`);
      else if (typeof contents === 'string' || contents instanceof Uint8Array) {
        parts.push(`M 100644 inline ${name}\n`);
        data(Buffer.from(contents as string));
      } else {
        parts.push(`M 120000 inline ${name}\n`);
        data(Buffer.from(contents.link));
      }
    }
  }
  const marks = join(dir, '.git/marks');
  const stream = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  gitWith(dir, stream, 'fast-import', '--quiet', `--export-marks=${marks}`);
  const ids = new Map(
    readFileSync(marks, 'utf8')
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  return commits.map((_, index) => ids.get(`:${index + 1}`) ?? '');
}

/** Adds commits to the branch that is checked out; returns the id of the last. */
export function commitMany(author: Repository, branch: string, commits: readonly Files[]): string {
  const made = commits.map((files, index) => ({
    branch: `refs/heads/${branch}`,
    message: 'change',
    files,
    parents: index === 0 ? [`refs/heads/${branch}^0`] : [],
  }));
  const ids = importCommits(author.dir, made);
  author.git('reset', '--quiet', '--hard');
  return ids.at(-1) ?? '';
}

/**
 * Checks a commit out as actions/checkout does: one commit unless `depth` is 0 (all history), detached.
 *
 * @param ref the ref that is fetched, such as `refs/pull/7/merge`
 */
export function checkout(origin: Origin, name: string, ref: string, depth = 1): Repository {
  const work = cloneOf(origin.origin, join(origin.root, name));
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
  const { author } = origin;
  const isNew = !existsSync(join(author.dir, '.git/refs/heads/main')) && readdirSync(author.dir).length === 1;
  const commits = isNew ? importPull(author, base, changed, later) : commitPull(author, base, changed, later);
  const { head, tip, merge } = commits;
  const refs = [`${tip}:refs/heads/main`, `${head}:refs/heads/feature`, `${head}:refs/pull/7/head`];
  author.git('push', '--quiet', '--force', 'origin', ...refs, `${merge}:refs/pull/7/merge`);
  return commits;
}

/** In a repository without commits, whose work tree is empty. */
function importPull(author: Repository, base: Files, changed: Files, later: Files | undefined): PullCommits {
  const main = 'refs/heads/main';
  const commits: NewCommit[] = [
    { branch: main, message: 'base', files: base },
    { branch: 'refs/heads/feature', message: 'feature', files: changed, parents: [':1'] },
  ];
  if (later) commits.push({ branch: main, message: 'later', files: later, parents: [':1'] });
  const tipMark = later ? ':3' : ':1';
  // git would refuse a conflict; no test has one here.
  commits.push({ branch: 'refs/merged', message: 'merge', files: changed, parents: [tipMark, ':2'] });
  const ids = importCommits(author.dir, commits);
  const [start = '', head = ''] = ids;
  author.git('reset', '--quiet', '--hard');
  return { start, head, tip: later ? (ids[2] ?? '') : start, merge: ids.at(-1) ?? '' };
}

function commitPull(author: Repository, base: Files, changed: Files, later: Files | undefined): PullCommits {
  const start = author.commit(base, 'base');
  author.git('checkout', '--quiet', '-b', 'feature');
  const head = author.commit(changed, 'feature');
  author.git('checkout', '--quiet', 'main');
  const tip = later ? author.commit(later, 'later') : start;
  author.git('checkout', '--quiet', '--detach', 'main');
  author.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'feature');
  const merge = author.git('rev-parse', 'HEAD');
  author.git('checkout', '--quiet', 'main');
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
