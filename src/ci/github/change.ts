import { changeOfCommits, noCheckout, treeOf } from '../build-change.ts';
import type { ChangeResult } from '../change-result.ts';
import { allAdded } from '../git/diff.ts';
import { ensureCommit, fetchBranchTip, headCommit, mergeBase, type Outcome, parentsOf } from '../git/history.ts';
import { isZeroId, shortId } from '../git/names.ts';
import { type Git, type GitAuth, openGit } from '../git/run.ts';
import { emptyTree } from '../git/tree.ts';
import { workingTree } from '../trees/working-tree.ts';
import type { MergeGroupEvent, PullRequestEvent, PushEvent } from './event.ts';
import { readGithubEvent } from './event.ts';
import { crossCheckPull } from './files.ts';
import type { GithubOptions } from './options.ts';

/** The checkout's remote. Its address is the workflow's doing, never the pull request's. */
const REMOTE = 'origin';

interface Run {
  readonly git: Git;
  readonly head: string;
  readonly options: GithubOptions;
  /** GITHUB_SHA: the commit that the run, and its result, is about. */
  readonly sha: string;
  readonly event: string;
}

/**
 * The change that a GitHub Actions run is about.
 *
 * The list of files comes from git: a difference of the two commits that are judged cannot be about other commits,
 * while the API answers for the pull request as it is now, up to 3,000 files, and against its merge base. The API
 * is asked where git cannot have the old side, and where git's list is empty although the event tells of files.
 * Throws ConfigError where nothing is checked out or the event cannot be read.
 */
export async function githubChange(options: GithubOptions): Promise<ChangeResult> {
  const event = await readGithubEvent(options.env);
  if (event.kind === 'all') {
    const head = workingTree(options.root);
    return { change: undefined, head, event: event.name, notices: allNotices(event.name) };
  }
  const git = openGit(options.root, githubAuth(options), options.env);
  const head = await headCommit(git);
  if (!head.ok) throw noCheckout(head.why, 'put `actions/checkout` before this step');
  const run: Run = { git, head: head.value, options, sha: options.env['GITHUB_SHA'] ?? '', event: event.name };
  if (event.kind === 'pull_request') return pullRequestChange(run, event.data);
  if (event.kind === 'merge_group') return mergeGroupChange(run, event.data);
  return pushChange(run, event.data);
}

/**
 * Of a run that is about no change, the checkout brings its own rules. That is plain where somebody started it or a clock
 * did; behind other events (a comment, another workflow) the checkout may be that of a pull request.
 */
function allNotices(event: string): string[] {
  if (['workflow_dispatch', 'schedule', 'repository_dispatch'].includes(event)) return [];
  return [
    `the event \`${event}\` tells of no change: every file of \`paths\` is checked, under the rules of the checkout itself`,
  ];
}

async function pullRequestChange(run: Run, pull: PullRequestEvent): Promise<ChangeResult> {
  const { git } = run;
  const target = run.event === 'pull_request_target';
  // Of pull_request_target, GITHUB_SHA is the base: the pull request's own commit is fetched, and only read.
  const judged = await judgedCommit(run, target ? [pull.head.sha] : [run.sha, pull.head.sha], pull.head.sha);
  const tip = await fetchBranchTip(git, REMOTE, pull.base.ref);
  const diffBase = judged.why ? fail(judged.why) : await pullRequestBase(run, pull, judged.commit, tip);
  const compared = await changeOfCommits(git, {
    event: run.event,
    head: judged.commit,
    headName: `pull request ${pull.number}`,
    diffBase,
    rulesBase: tip,
    baseName: pull.base.ref,
    left: 'at the diff base',
    // A fork that was deleted has no repository any more.
    fork: pull.head.repo?.id !== pull.base.repo?.id,
    notices: target ? [TARGET_NOTICE] : [],
  });
  const result = { ...compared, pullNumber: pull.number };
  return judged.why ? result : crossCheckPull(run.options, pull, result);
}

const TARGET_NOTICE =
  'this runs on `pull_request_target`, with secrets and a token that can write: it is safe only as long as no step ' +
  'checks out and runs what the pull request brings; prefer `pull_request`, which needs no secret here';

/** The old side: the merge commit's first parent, else where the head left the base branch. */
async function pullRequestBase(
  run: Run,
  pull: PullRequestEvent,
  head: string,
  tip: Outcome<string>,
): Promise<Outcome<string>> {
  const parents = await parentsOf(run.git, head);
  const first = parents[0];
  // Only of the commit that GitHub made is the first parent known to be the base: anybody can craft a merge.
  if (head === run.sha && first !== undefined && parents.length === 2 && parents[1] === pull.head.sha) {
    const base = await ensureCommit(run.git, REMOTE, first);
    if (base.ok) return base;
  }
  return tip.ok ? mergeBase(run.git, REMOTE, tip.value, head) : tip;
}

async function mergeGroupChange(run: Run, group: MergeGroupEvent): Promise<ChangeResult> {
  const { git } = run;
  const branch = group.base_ref.replace(/^refs\/heads\//, '');
  const judged = await judgedCommit(run, [group.head_sha], group.head_sha);
  return changeOfCommits(git, {
    event: run.event,
    head: judged.commit,
    headName: 'merge group',
    diffBase: judged.why ? fail(judged.why) : await ensureCommit(git, REMOTE, group.base_sha),
    rulesBase: await fetchBranchTip(git, REMOTE, branch),
    baseName: branch,
    fork: false,
  });
}

async function pushChange(run: Run, push: PushEvent): Promise<ChangeResult> {
  const { git, options } = run;
  const branch = push.ref.replace(/^refs\/(heads|tags)\//, '');
  const common = { event: run.event, headName: branch, fork: false };
  if (push.deleted || isZeroId(push.after)) {
    const here = { ok: true, value: run.head } as const;
    return changeOfCommits(git, { ...common, head: run.head, diffBase: here, rulesBase: here, baseName: branch });
  }
  const judged = await judgedCommit(run, [push.after, run.sha], push.after);
  const trunk = push.repository.default_branch;
  const onTrunk = push.ref === `refs/heads/${trunk}`;
  if (onTrunk && isZeroId(push.before)) return firstCommits(run, judged, branch);
  const before = isZeroId(push.before) ? fail('the branch is new') : await ensureCommit(git, REMOTE, push.before);
  if (onTrunk || (options.env['GITHUB_REF_PROTECTED'] === 'true' && before.ok)) {
    const diffBase = judged.why ? fail(judged.why) : before;
    const commits = { ...common, head: judged.commit, diffBase, rulesBase: before, baseName: branch };
    return changeOfCommits(git, { ...commits, left: 'nowhere' });
  }
  // The author of an unprotected branch wrote the rules before this push too: the default branch's are in force.
  const tip =
    trunk === undefined ? fail('the event names no default branch') : await fetchBranchTip(git, REMOTE, trunk);
  let diffBase: Outcome<string> = judged.why ? fail(judged.why) : before;
  if (!judged.why && (!before.ok || push.forced)) {
    diffBase = tip.ok ? await mergeBase(git, REMOTE, tip.value, judged.commit) : tip;
  }
  return changeOfCommits(git, {
    ...common,
    head: judged.commit,
    diffBase,
    rulesBase: tip,
    baseName: trunk ?? 'the default branch',
  });
}

/** The first push of a repository: every file is new, and there are no rules yet but the head's. */
async function firstCommits(run: Run, judged: Judged, branch: string): Promise<ChangeResult> {
  const nothing = emptyTree('empty');
  const head = treeOf(run.git, { ok: true, value: judged.commit }, 'head');
  if ('unavailable' in head) throw noCheckout(head.unavailable, 'put `actions/checkout` before this step');
  const change = {
    event: run.event,
    rulesBase: nothing,
    diffBase: nothing,
    head,
    files: allAdded([...(await head.list('')), ...((await head.links?.('')) ?? [])]),
    untrusted: judged.why,
    fork: false,
    baseLabel: 'nothing',
    headLabel: `${branch} at ${shortId(judged.commit)}`,
  };
  return { change, head, event: run.event, notices: [] };
}

interface Judged {
  readonly commit: string;
  /** Why the commit is not the one that the run's result is shown on; undefined where it is. */
  readonly why: string | undefined;
}

/** The commit to judge: what is checked out if it is one of `expected`, else `wanted`, fetched and read only. */
async function judgedCommit(run: Run, expected: readonly string[], wanted: string): Promise<Judged> {
  if (expected.includes(run.head)) return { commit: run.head, why: undefined };
  const commit = await ensureCommit(run.git, REMOTE, wanted);
  if (commit.ok) return { commit: commit.value, why: undefined };
  const why = `the checkout is at ${shortId(run.head)}, not at the commit that this run is about: ${commit.why}`;
  return { commit: run.head, why };
}

function githubAuth({ env, token }: GithubOptions): GitAuth | undefined {
  if (!token) return undefined;
  const server = `${(env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/+$/, '')}/`;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return { server, header: `AUTHORIZATION: basic ${basic}` };
}

function fail(why: string): Outcome<never> {
  return { ok: false, why };
}
