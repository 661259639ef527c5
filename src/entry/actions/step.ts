import { type GithubStep, upsertComment, writeReportFile } from '../../ci/index.ts';
import type { ServiceSettings } from '../../commands/index.ts';

// What both Actions do with their step.

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** What somebody set: the runner gives an empty text for what nobody did. */
export function pickGiven<T extends object>(values: T): Given<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as Given<T>;
}

interface ServiceInputs {
  readonly 'base-url'?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly workspace?: string | undefined;
}

/** What asks for a service: inputs, else the environment; never a file of the repository. */
export function serviceOf(inputs: ServiceInputs, env: NodeJS.ProcessEnv): ServiceSettings {
  return pickGiven({
    baseUrl: inputs['base-url'] ?? env['SERVICE_BASE_URL'],
    apiKey: inputs['api-key'] ?? env['SERVICE_API_KEY'],
    workspace: inputs.workspace ?? env['SERVICE_WORKSPACE_ID'],
  });
}

/** Writes the JSON report where the step says, else into the runner's temporary folder. Gives its path, or ''. */
export async function writeReport(
  path: string | undefined,
  text: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const folder = env['RUNNER_TEMP'];
  const at = path ?? (folder && `${folder}/querygate-report-${env['GITHUB_ACTION'] ?? 'check'}.json`);
  return at ? writeReportFile(cwd, at, text) : '';
}

const SMALLEST_SUMMARY = 16 * 1024;

/** @param render takes the most bytes that the summary may have */
export async function summarise(step: GithubStep, render: (limit: number) => string): Promise<void> {
  const limit = await step.summaryRoom();
  const why =
    limit < SMALLEST_SUMMARY
      ? 'no job summary: the host gives no room for one; the log holds the report'
      : await step.summary(render(limit));
  if (why) step.warn(why);
}

export interface StepComment {
  readonly token: string | undefined;
  readonly pullNumber: number | undefined;
  readonly marker: string;
  readonly markdown: (marker: string) => string;
  readonly onlyUpdate: boolean;
}

/** Keeps the pull request's comment up to date; that it cannot is a warning. */
export async function postComment(
  step: GithubStep,
  env: NodeJS.ProcessEnv,
  { token, pullNumber, marker, markdown, onlyUpdate }: StepComment,
): Promise<void> {
  if (pullNumber === undefined) return step.log('no comment: this run is about no pull request');
  const why = await upsertComment({ env, token, pullNumber, marker, body: markdown(marker), onlyUpdate });
  if (why) {
    step.warn(why);
    step.log(why);
  }
}
