import { type GithubStep, upsertComment, writeReportFile } from '../../ci/index.ts';
import type { ServiceSettings } from '../../commands/index.ts';
import type { ReportOutput } from '../../model/index.ts';
import type { Formats } from '../../report/index.ts';
import { serviceSettings } from '../shared/service-settings.ts';

// What both Actions share.

interface ServiceInputs {
  readonly 'base-url'?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly workspace?: string | undefined;
}

/** Settings of the service: inputs, else the environment. */
export function serviceInputs(inputs: ServiceInputs, env: NodeJS.ProcessEnv): ServiceSettings {
  const { 'base-url': baseUrl, 'api-key': apiKey, workspace } = inputs;
  return serviceSettings({ baseUrl, apiKey, workspace }, env);
}

/** Writes the JSON report to the given path, else to the runner's temporary folder. Returns its path, or ''. */
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

/**
 * Writes the reports of the input `outputs`. SARIF is written for GitHub's code scanning, which shows exempt findings
 * as open alerts, so these are left out.
 */
export async function writeOutputs<Report>(
  report: Report,
  formats: Formats<Report>,
  outputs: readonly ReportOutput[] = [],
  category: string,
  cwd: string,
): Promise<void> {
  for (const { format, path } of outputs)
    await writeReportFile(cwd, path, formats[format].render(report, { category, exempt: false }));
}

const MIN_SUMMARY_BYTES = 16 * 1024;

/** @param render takes the maximum size of the summary in bytes */
export async function summarise(step: GithubStep, render: (limit: number) => string): Promise<void> {
  const limit = await step.summaryRoom();
  const why =
    limit < MIN_SUMMARY_BYTES
      ? 'no job summary: there is no space left for it; the report is in the log'
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

/** Creates or updates the pull request's comment. A failure is a warning. */
export async function postComment(
  step: GithubStep,
  env: NodeJS.ProcessEnv,
  { token, pullNumber, marker, markdown, onlyUpdate }: StepComment,
): Promise<void> {
  if (pullNumber === undefined) return step.log('no comment: this run does not belong to a pull request');
  const why = await upsertComment({ env, token, pullNumber, marker, body: markdown(marker), onlyUpdate });
  if (why) {
    step.warn(why);
    step.log(why);
  }
}
