import { changeOfCommits, noCheckout } from '../build-change.ts';
import type { ChangeResult } from '../change-result.ts';
import { checkoutTree } from '../checkout-tree.ts';
import { ensureCommit, fetchBranchTip, headCommit, mergeBase, type Outcome, parentsOf } from '../git/history.ts';
import { isObjectId, isZeroId, shortId } from '../git/names.ts';
import { type Git, type GitAuth, openGit } from '../git/run.ts';
import { gitTree } from '../git/tree.ts';
import { type Judged, judgedCommit } from '../judged-commit.ts';

export interface GitlabOptions {
  /** Top folder of the checkout, absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The remote that the runner cloned from, with credentials. */
const REMOTE = 'origin';

/** A pipeline and its commit. */
interface Run {
  readonly git: Git;
  readonly env: NodeJS.ProcessEnv;
  readonly event: string;
  readonly judged: Judged;
}

const ADVICE = 'the job needs `GIT_STRATEGY` `clone` or `fetch`';

/**
 * The change of a GitLab pipeline: a merge request, or the commits that a branch gained.
 * On the default branch without a previous state (a schedule, a manual run) all files are checked.
 * Raises ConfigError if nothing is checked out.
 */
export async function gitlabChange({ root, env }: GitlabOptions): Promise<ChangeResult> {
  const git = openGit(root, undefined, env);
  const head = await headCommit(git);
  if (!head.ok) throw noCheckout(head.why, ADVICE);
  // Without a checkout of its own (`GIT_STRATEGY: none`), a job finds the commit of an earlier one.
  const sha = env['CI_COMMIT_SHA'];
  const judged = isObjectId(sha)
    ? await judgedCommit(git, head.value, [sha], sha)
    : { commit: head.value, why: undefined };
  const source = env['CI_PIPELINE_SOURCE'] ?? 'unknown';
  const run = { git, env, event: source === 'unknown' ? 'gitlab' : source, judged };
  return env['CI_MERGE_REQUEST_IID'] ? mergeRequestChange(run) : branchChange(run, judged.commit === head.value);
}

/** @param isCheckedOut whether the working directory has the files of the commit */
async function branchChange(run: Run, isCheckedOut: boolean): Promise<ChangeResult> {
  const { git, env, event, judged } = run;
  const branch = env['CI_COMMIT_BRANCH'] ?? env['CI_COMMIT_TAG'] ?? env['CI_COMMIT_REF_NAME'] ?? 'HEAD';
  const trunk = env['CI_DEFAULT_BRANCH'] ?? '';
  const before = env['CI_COMMIT_BEFORE_SHA'];
  const known = isObjectId(before) && !isZeroId(before);
  const common = { event, head: judged.commit, headName: branch, fork: false };
  if (branch === trunk) {
    if (!known || event === 'schedule') {
      if (judged.why) throw noCheckout(judged.why, ADVICE);
      const label = `head ${shortId(judged.commit)}`;
      const head = isCheckedOut ? checkoutTree(git.root) : gitTree(git, judged.commit, label);
      return { change: undefined, head, event, notices: [] };
    }
    const base = await ensureCommit(git, REMOTE, before);
    return changeOfCommits(git, {
      ...common,
      diffBase: judgedOr(judged, base),
      rulesBase: base,
      baseName: branch,
      branchedOff: 'nowhere',
    });
  }
  const tip = await fetchBranchTip(git, REMOTE, trunk);
  const diffBase = tip.ok ? await mergeBase(git, REMOTE, tip.value, judged.commit) : tip;
  return changeOfCommits(git, {
    ...common,
    diffBase: judgedOr(judged, diffBase),
    rulesBase: tip,
    baseName: trunk,
  });
}

async function mergeRequestChange({ git, env, event, judged }: Run): Promise<ChangeResult> {
  const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ?? '';
  const fork = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'];
  const tip = await targetTip(git, env, target);
  return changeOfCommits(git, {
    event,
    head: judged.commit,
    headName: `merge request ${env['CI_MERGE_REQUEST_IID']}`,
    diffBase: judgedOr(judged, await mergeRequestBase(git, env, judged.commit, tip)),
    rulesBase: tip,
    baseName: target,
    // In a merge train, the diff base includes the changes of the merge requests before this one; the target branch
    // does not.
    branchedOff: env['CI_MERGE_REQUEST_EVENT_TYPE'] === 'merge_train' ? undefined : 'at the diff base',
    fork,
  });
}

/** The base of a diff with the judged commit: unknown if that is not the commit of the pipeline. */
function judgedOr({ why }: Judged, base: Outcome<string>): Outcome<string> {
  return why === undefined ? base : { ok: false, why };
}

/**
 * The base of the diff. A pipeline for merged results or of a merge train checks out a commit that GitLab made on top of
 * CI_MERGE_REQUEST_TARGET_BRANCH_SHA: the target branch, or the merge request before this one in the train. By the
 * project's merge method it is a merge commit, or the rebased commits. With the merge request's own diff base, commits
 * of others would look like changes.
 */
async function mergeRequestBase(
  git: Git,
  env: NodeJS.ProcessEnv,
  head: string,
  tip: Outcome<string>,
): Promise<Outcome<string>> {
  const isMerged = ['merged_result', 'merge_train'].includes(env['CI_MERGE_REQUEST_EVENT_TYPE'] ?? '');
  const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_SHA'];
  const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const [first, second, ...more] = await parentsOf(git, head);
  const isOwnMerge = (isObjectId(target) && first === target) || (isObjectId(source) && second === source);
  if (first !== undefined && second !== undefined && more.length === 0 && isOwnMerge) {
    return ensureCommit(git, REMOTE, first);
  }
  const named = isMerged ? target : env['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
  if (isObjectId(named)) {
    const base = await ensureCommit(git, REMOTE, named);
    if (base.ok) return isMerged ? mergeBase(git, REMOTE, base.value, head) : base;
  }
  return tip.ok ? mergeBase(git, REMOTE, tip.value, head) : tip;
}

/**
 * The tip of the target branch. A fork's pipeline runs in the fork, where the author controls the branch of that name.
 * So the tip is read from the target project, with the job's token if that has access.
 */
async function targetTip(git: Git, env: NodeJS.ProcessEnv, branch: string): Promise<Outcome<string>> {
  const project = env['CI_MERGE_REQUEST_PROJECT_URL'];
  if (env['CI_PROJECT_ID'] === env['CI_MERGE_REQUEST_PROJECT_ID']) return fetchBranchTip(git, REMOTE, branch);
  if (!project || !/^https?:\/\//.test(project)) {
    return {
      ok: false,
      why: '`CI_MERGE_REQUEST_PROJECT_URL` is not the URL of a project, so the target branch cannot be read',
    };
  }
  const url = `${project}.git`;
  const auth = jobAuth(env);
  const withToken = auth && (await fetchBranchTip(openGit(git.root, auth, env), url, branch));
  return withToken?.ok ? withToken : fetchBranchTip(git, url, branch);
}

function jobAuth(env: NodeJS.ProcessEnv): GitAuth | undefined {
  const token = env['CI_JOB_TOKEN'];
  const server = env['CI_SERVER_URL'];
  if (!token || !server) return undefined;
  const basic = Buffer.from(`gitlab-ci-token:${token}`).toString('base64');
  return { server: `${server.replace(/\/+$/, '')}/`, header: `AUTHORIZATION: basic ${basic}` };
}
