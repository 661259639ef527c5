import { changeOfCommits, noCheckout } from './build-change.ts';
import type { ChangeResult } from './change-result.ts';
import { ensureCommit, fetchBranchTip, headCommit, mergeBase, type Outcome, parentsOf } from './git/history.ts';
import { isObjectId, isZeroId } from './git/names.ts';
import { type Git, type GitAuth, openGit } from './git/run.ts';
import { workingTree } from './trees/working-tree.ts';

export interface GitlabOptions {
  /** Top folder of the checkout, absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The remote that the runner cloned from, with credentials. */
const REMOTE = 'origin';

/**
 * The change of a GitLab pipeline: a merge request, or the commits that a branch gained.
 * On the default branch without a previous state (a schedule, a manual run) all files are checked.
 * Throws ConfigError if nothing is checked out.
 */
export async function gitlabChange({ root, env }: GitlabOptions): Promise<ChangeResult> {
  const source = env['CI_PIPELINE_SOURCE'] ?? 'unknown';
  const event = source === 'unknown' ? 'gitlab' : source;
  const git = openGit(root, undefined, env);
  const head = await headCommit(git);
  if (!head.ok) throw noCheckout(head.why, 'the job needs `GIT_STRATEGY` `clone` or `fetch`');
  if (env['CI_MERGE_REQUEST_IID']) return mergeRequestChange(git, env, event, head.value);
  const branch = env['CI_COMMIT_BRANCH'] ?? env['CI_COMMIT_TAG'] ?? env['CI_COMMIT_REF_NAME'] ?? 'HEAD';
  const trunk = env['CI_DEFAULT_BRANCH'] ?? '';
  const before = env['CI_COMMIT_BEFORE_SHA'];
  const known = isObjectId(before) && !isZeroId(before);
  const common = { event, head: head.value, headName: branch, fork: false };
  if (branch === trunk) {
    if (!known || source === 'schedule') {
      return { change: undefined, head: workingTree(root), event, notices: [] };
    }
    const base = await ensureCommit(git, REMOTE, before);
    return changeOfCommits(git, {
      ...common,
      diffBase: base,
      rulesBase: base,
      baseName: branch,
      branchedOff: 'nowhere',
    });
  }
  const tip = await fetchBranchTip(git, REMOTE, trunk);
  const diffBase = tip.ok ? await mergeBase(git, REMOTE, tip.value, head.value) : tip;
  return changeOfCommits(git, { ...common, diffBase, rulesBase: tip, baseName: trunk });
}

async function mergeRequestChange(
  git: Git,
  env: NodeJS.ProcessEnv,
  event: string,
  head: string,
): Promise<ChangeResult> {
  const target = env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ?? '';
  const fork = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'];
  const tip = await targetTip(git, env, target);
  return changeOfCommits(git, {
    event,
    head,
    headName: `merge request ${env['CI_MERGE_REQUEST_IID']}`,
    diffBase: await mergeRequestBase(git, env, head, tip),
    rulesBase: tip,
    baseName: target,
    branchedOff: 'at the diff base',
    fork,
  });
}

/**
 * The base of the diff. A merged-results pipeline checks out a merge commit, whose first parent is the target branch.
 * With the merge request's own diff base, commits that the target gained since would look like changes.
 */
async function mergeRequestBase(
  git: Git,
  env: NodeJS.ProcessEnv,
  head: string,
  tip: Outcome<string>,
): Promise<Outcome<string>> {
  const source = env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'];
  const parents = await parentsOf(git, head);
  const first = parents[0];
  if (first !== undefined && parents.length === 2 && isObjectId(source) && parents[1] === source) {
    return ensureCommit(git, REMOTE, first);
  }
  const base = env['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
  const merged = ['merged_result', 'merge_train'].includes(env['CI_MERGE_REQUEST_EVENT_TYPE'] ?? '');
  if (isObjectId(base) && !merged) {
    const found = await ensureCommit(git, REMOTE, base);
    if (found.ok) return found;
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
