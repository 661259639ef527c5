import { type ChangeResult, gitlabChange } from '../../../src/ci/index.ts';
import { type FileTree, isAvailable } from '../../../src/model/index.ts';
import type { Origin, Repository } from '../repository.ts';

export const ZERO = '0'.repeat(40);
export const BASE = { 'db/1.sql': 'SELECT 1;\n' };

/** The change of a pipeline of project 1, from these variables. */
export function run(work: Repository, variables: Record<string, string>) {
  const common = { GITLAB_CI: 'true', CI_DEFAULT_BRANCH: 'main', CI_PROJECT_ID: '1', CI_MERGE_REQUEST_PROJECT_ID: '1' };
  const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1' };
  return gitlabChange({ root: work.dir, env: { ...process.env, ...common, ...fork, ...variables } });
}

/** The variables of a merge request's pipeline. */
export function mergeRequest(variables: Record<string, string>) {
  return {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_COMMIT_BEFORE_SHA: ZERO,
    ...variables,
  };
}

export const paths = (result: ChangeResult) => result.change?.files.map((file) => file.path);
/** The commit of the rules in force, or why it is unknown. */
export function rulesCommit({ change }: ChangeResult): string | undefined {
  if (!change) return undefined;
  return isAvailable<FileTree>(change.rulesBase) ? change.rulesBase.commit : change.rulesBase.unavailable;
}

/** Runs git in the author's clone, and returns the commit that it ends at. */
export function commitOf({ author }: Origin, ...commands: readonly (readonly string[])[]): string {
  for (const command of commands) author.git(...command);
  return author.git('rev-parse', 'HEAD');
}
