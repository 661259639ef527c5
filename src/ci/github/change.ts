import { changeOfCommits, noCheckout, treeOf } from '../build-change.ts';
import type { ChangeResult } from '../change-result.ts';
import { checkoutTree } from '../checkout-tree.ts';
import { allAdded, pathsOfTree } from '../git/diff.ts';
import { ensureCommit, fetchBranchTip, headCommit, mergeBase, type Outcome, parentsOf } from '../git/history.ts';
import { isZeroId, shortId } from '../git/names.ts';
import { type Git, type GitAuth, openGit } from '../git/run.ts';
import { emptyTree } from '../git/tree.ts';
import { type Judged, judgedCommit } from '../judged-commit.ts';
import type { MergeGroupEvent, PullRequestEvent, PushEvent } from './event.ts';
import { readGithubEvent } from './event.ts';
import { crossCheckPull } from './files.ts';
import type { GithubOptions } from './options.ts';

/** The remote of the checkout. The workflow sets its address, never the pull request. */
const REMOTE = 'origin';

interface Run {
  readonly git: Git;
  readonly head: string;
  readonly options: GithubOptions;
  /** GITHUB_SHA: the commit of the run, on which GitHub shows the result. */
  readonly sha: string;
  readonly event: string;
}

/**
 * The change of a GitHub Actions run.
 *
 * The list of files comes from git, because a diff of the two judged commits is always about these commits. The API
 * would list the pull request as it is now, up to 3,000 files, compared with its merge base. It is used only if git
 * cannot fetch the base, or if git's list is empty although the event has changed files. Raises ConfigError if nothing
 * is checked out or the event cannot be read.
 */
export async function githubChange(options: GithubOptions): Promise<ChangeResult> {
  const event = await readGithubEvent(options.env);
  if (event.kind === 'all') {
    const head = checkoutTree(options.root);
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
 * Without a change, the rules of the checkout apply. That is expected for manual and scheduled runs. For other events
 * (a comment, another workflow) the checkout may be that of a pull request, so the report says it.
 */
function allNotices(event: string): string[] {
  if (['workflow_dispatch', 'schedule', 'repository_dispatch'].includes(event)) return [];
  return [
    `the event \`${event}\` has no change: all files of \`paths\` are checked, under the rules of the checkout itself`,
  ];
}

async function pullRequestChange(run: Run, pull: PullRequestEvent): Promise<ChangeResult> {
  const { git } = run;
  const target = run.event === 'pull_request_target';
  // For pull_request_target, GITHUB_SHA is the base: the pull request's own commit is fetched, and only read.
  const judged = await judgedCommit(git, run.head, target ? [pull.head.sha] : [run.sha, pull.head.sha], pull.head.sha);
  const tip = await fetchBranchTip(git, REMOTE, pull.base.ref);
  const diffBase = judged.why ? fail(judged.why) : await pullRequestBase(run, pull, judged.commit, tip);
  const compared = await changeOfCommits(git, {
    event: run.event,
    head: judged.commit,
    headName: `pull request ${pull.number}`,
    diffBase,
    rulesBase: tip,
    baseName: pull.base.ref,
    branchedOff: 'at the diff base',
    // A deleted fork has no repository.
    fork: pull.head.repo?.id !== pull.base.repo?.id,
    notices: target ? [TARGET_NOTICE] : [],
  });
  const result = { ...compared, pull: { number: pull.number, head: pull.head.sha } };
  return judged.why ? result : crossCheckPull(run.options, pull, result);
}

const TARGET_NOTICE =
  'this workflow runs on `pull_request_target`, with secrets and a write token: it is safe only as long as no step checks ' +
  'out and runs code of the pull request; use `pull_request` instead, which needs no secret here';

/** The base of the diff: the merge commit's first parent, else the merge base with the base branch. */
async function pullRequestBase(
  run: Run,
  pull: PullRequestEvent,
  head: string,
  tip: Outcome<string>,
): Promise<Outcome<string>> {
  const parents = await parentsOf(run.git, head);
  const first = parents[0];
  // The first parent is known to be the base only in the merge commit that GitHub created: anyone can craft a merge.
  if (head === run.sha && first !== undefined && parents.length === 2 && parents[1] === pull.head.sha) {
    const base = await ensureCommit(run.git, REMOTE, first);
    if (base.ok) return base;
  }
  return tip.ok ? mergeBase(run.git, REMOTE, tip.value, head) : tip;
}

async function mergeGroupChange(run: Run, group: MergeGroupEvent): Promise<ChangeResult> {
  const { git } = run;
  const branch = group.base_ref.replace(/^refs\/heads\//, '');
  const judged = await judgedCommit(git, run.head, [group.head_sha], group.head_sha);
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
    const base = { ok: true, value: run.head } as const;
    return changeOfCommits(git, { ...common, head: run.head, diffBase: base, rulesBase: base, baseName: branch });
  }
  const judged = await judgedCommit(git, run.head, [push.after, run.sha], push.after);
  const trunk = push.repository.default_branch;
  const onTrunk = push.ref === `refs/heads/${trunk}`;
  if (onTrunk && isZeroId(push.before)) return firstCommits(run, judged, branch);
  const before = isZeroId(push.before) ? fail('the branch is new') : await ensureCommit(git, REMOTE, push.before);
  if (onTrunk || (options.env['GITHUB_REF_PROTECTED'] === 'true' && before.ok)) {
    const diffBase = judged.why ? fail(judged.why) : before;
    const commits = { ...common, head: judged.commit, diffBase, rulesBase: before, baseName: branch };
    return changeOfCommits(git, { ...commits, branchedOff: 'nowhere' });
  }
  // On an unprotected branch, the author also wrote the rules before this push. So the default branch's rules apply, to all
  // that the branch holds since it left that: the result of an earlier push may have been red.
  const tip =
    trunk === undefined ? fail('the event names no default branch') : await fetchBranchTip(git, REMOTE, trunk);
  const leftAt = tip.ok && !judged.why ? await mergeBase(git, REMOTE, tip.value, judged.commit) : tip;
  return changeOfCommits(git, {
    ...common,
    head: judged.commit,
    diffBase: judged.why ? fail(judged.why) : leftAt,
    rulesBase: tip,
    baseName: trunk ?? 'the default branch',
  });
}

/** The first push of a repository: every file is new, and only the head has rules. */
async function firstCommits(run: Run, judged: Judged, branch: string): Promise<ChangeResult> {
  const nothing = emptyTree('empty');
  const head = treeOf(run.git, { ok: true, value: judged.commit }, 'head');
  if ('unavailable' in head) throw noCheckout(head.unavailable, 'put `actions/checkout` before this step');
  const change = {
    event: run.event,
    rulesBase: nothing,
    diffBase: nothing,
    head,
    files: allAdded(await pathsOfTree(head)),
    untrusted: judged.why,
    fork: false,
    baseLabel: 'nothing',
    headLabel: `${branch} at ${shortId(judged.commit)}`,
  };
  return { change, head, event: run.event, notices: [] };
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
