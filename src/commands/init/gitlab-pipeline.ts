import { parseDocument } from 'yaml';
import type { FileTree } from '../../model/index.ts';

const PIPELINE_FILE = '.gitlab-ci.yml';

/** What the pipeline of a repository needs from the jobs that are added to it. */
export interface GitlabPipeline {
  readonly hasInclude: boolean;
  /** The stage of the jobs, if the pipeline has none of the default name. */
  readonly stage: string | undefined;
  /** Its `workflow` starts no merge request pipelines. */
  readonly branchesOnly: boolean;
}

const NO_PIPELINE: GitlabPipeline = { hasInclude: false, stage: undefined, branchesOnly: false };
/** A stage without its declaration is one of GitLab's defaults. */
const DEFAULT_STAGE = 'test';
const CHECKS = /test|verify|check|lint|validate|quality/i;

/** Reads .gitlab-ci.yml. Without one, or if it is not YAML, nothing is known. */
export async function gitlabPipeline(tree: FileTree): Promise<GitlabPipeline> {
  const entry = await tree.read(PIPELINE_FILE);
  if (entry.kind !== 'file') return NO_PIPELINE;
  const pipeline = parsed(new TextDecoder().decode(entry.bytes));
  const { stages, include, workflow } = pipeline;
  const names = Array.isArray(stages) ? stages.filter((stage) => typeof stage === 'string') : [];
  const conditions = JSON.stringify(workflow ?? '');
  // A template of GitLab may have the `workflow`.
  const isTemplated = /Workflows\//.test(JSON.stringify(include ?? ''));
  return {
    hasInclude: include !== undefined,
    stage:
      names.length === 0 || names.includes(DEFAULT_STAGE)
        ? undefined
        : (names.find((name) => CHECKS.test(name)) ?? names[0]),
    branchesOnly: conditions.includes('"rules"') && !/merge_request/i.test(conditions) && !isTemplated,
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const document = parseDocument(text);
  // GitLab's own tags, such as `!reference`, are only warnings, and are not needed here.
  if (document.errors.length > 0) return {};
  try {
    const value: unknown = document.toJS();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Too many aliases.
    return {};
  }
}
