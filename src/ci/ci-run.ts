import { readFile } from 'node:fs/promises';
import { detectHost } from './host.ts';

/** What a CI job runs for, from the variables that its host sets. */
export interface CiRun {
  readonly repository?: string;
  /** Full name, such as `refs/heads/main`. */
  readonly ref?: string;
  readonly commit?: string;
  /** Whether it runs for the default branch itself; false if that is not known. */
  readonly defaultBranch: boolean;
}

/**
 * GitHub's events whose commit is that of GITHUB_REF. Others run with the default branch as GITHUB_REF, although they
 * are about a pull request (`pull_request_target`, `workflow_run`, `issue_comment`).
 */
const BRANCH_EVENTS: ReadonlySet<string> = new Set(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch']);

/** The run of a CI job; undefined outside of one. */
export async function ciRun(env: NodeJS.ProcessEnv): Promise<CiRun | undefined> {
  switch (detectHost(env)) {
    case 'github':
      return run(env['GITHUB_REPOSITORY'], env['GITHUB_REF'], env['GITHUB_SHA'], await isGithubDefault(env));
    case 'gitlab': {
      const branch = env['CI_COMMIT_BRANCH'];
      return run(
        env['CI_PROJECT_PATH'],
        gitlabRef(env),
        env['CI_COMMIT_SHA'],
        isSet(branch) && branch === env['CI_DEFAULT_BRANCH'],
      );
    }
    case 'local':
      return undefined;
  }
}

async function isGithubDefault(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!BRANCH_EVENTS.has(env['GITHUB_EVENT_NAME'] ?? '')) return false;
  const branch = await githubDefaultBranch(env['GITHUB_EVENT_PATH'] ?? '');
  return isSet(branch) && env['GITHUB_REF'] === `refs/heads/${branch}`;
}

async function githubDefaultBranch(path: string): Promise<string | undefined> {
  try {
    const payload: unknown = JSON.parse(await readFile(path, 'utf8'));
    const { repository } = payload as { repository?: { default_branch?: unknown } };
    return typeof repository?.default_branch === 'string' ? repository.default_branch : undefined;
  } catch {
    return undefined;
  }
}

/** Merge requests have a ref path; CI_COMMIT_BRANCH is set for branches only. */
function gitlabRef(env: NodeJS.ProcessEnv): string | undefined {
  if (isSet(env['CI_MERGE_REQUEST_REF_PATH'])) return env['CI_MERGE_REQUEST_REF_PATH'];
  if (isSet(env['CI_COMMIT_BRANCH'])) return `refs/heads/${env['CI_COMMIT_BRANCH']}`;
  return isSet(env['CI_COMMIT_TAG']) ? `refs/tags/${env['CI_COMMIT_TAG']}` : undefined;
}

function run(
  repository: string | undefined,
  ref: string | undefined,
  commit: string | undefined,
  defaultBranch: boolean,
): CiRun {
  return {
    ...(isSet(repository) && { repository }),
    ...(isSet(ref) && { ref }),
    ...(isSet(commit) && { commit }),
    defaultBranch,
  };
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
