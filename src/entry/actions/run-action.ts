import {
  analysisCategory,
  type ChangeResult,
  ciRun,
  clientSource,
  commentMarker,
  type GithubStep,
  githubChange,
  githubIdentity,
  githubStep,
  judgedRepository,
  rulesCheckout,
  secretsWithheld,
  upsertComment,
  upsertReview,
  writeReportFile,
} from '../../ci/index.ts';
import type { CheckRequest } from '../../commands/index.ts';
import { debugRequested, secretsOf, startDebug } from '../../debug/index.ts';
import { EXIT, type ExitCode } from '../../model/index.ts';
import type { ActionInputs } from '../../model/schemas/index.ts';
import { capitalised, type Formats, reviewText, type Suggestions } from '../../report/index.ts';
import { serviceSettings } from '../shared/service-settings.ts';
import { suggestionLines } from '../shared/suggestion-lines.ts';
import { failureOf, failureSummary } from './failure.ts';

/** The inputs of both Actions. */
type CommonInputs = Pick<
  ActionInputs,
  | 'rules'
  | 'config'
  | 'comment'
  | 'github-token'
  | 'report'
  | 'outputs'
  | 'base-url'
  | 'api-key'
  | 'workspace'
  | 'timeout'
  | 'matrix'
> &
  Partial<Pick<ActionInputs, 'suggestions'>>;

/** What both commands are asked for in the same way. */
export type CommonRequest = Pick<
  CheckRequest,
  'change' | 'head' | 'event' | 'hostNotices' | 'source' | 'judged' | 'rules' | 'trustedRules' | 'config' | 'service'
>;

type OutputValue = string | number;

/** One GitHub Action. */
export interface Action<Inputs, Report, Output extends string> {
  readonly job: 'check' | 'simulate';
  readonly read: (env: NodeJS.ProcessEnv) => Promise<Inputs>;
  readonly run: (inputs: Inputs, common: CommonRequest, cwd: string) => Promise<Report>;
  readonly formats: Formats<Report>;
  readonly comment: (report: Report, options: { readonly marker: string }) => string;
  /** Whether the report deserves a new comment. If not, only an existing one is updated. */
  readonly deservesComment: (report: Report) => boolean;
  /** The changes that the input `suggestions` asks for; undefined if the Action has no such input. */
  readonly suggestions?: (report: Report) => Suggestions;
  readonly outputsOf: (report: Report) => Partial<Record<Output, OutputValue>>;
  /** The outputs of a run that fails before it has a report. */
  readonly noOutputs: Readonly<Record<Exclude<Output, 'verdict' | 'exit-code'>, OutputValue>>;
}

/** The folder and environment of the step. */
interface StepPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Passes the step's inputs to the command, and shows its report on the step. */
export async function runAction<
  Inputs extends CommonInputs,
  Report extends { readonly verdict: string; readonly exitCode: ExitCode },
  Output extends string,
>(action: Action<Inputs, Report, Output>): Promise<void> {
  const { env } = process;
  const place = { env, cwd: process.cwd() };
  const step = await githubStep(env);
  // Every output is always set, so that a later step never takes a missing output for the zero of a passed run.
  const setOutputs = (values: Readonly<Record<string, OutputValue>>): void => {
    for (const [name, value] of Object.entries({ ...action.noOutputs, ...values })) step.output(name, value);
  };
  // What stays if the process is killed or runs out of memory: of two values, the runner takes the later one.
  setOutputs({ verdict: 'unknown', 'exit-code': EXIT.internal });
  try {
    step.maskSecrets();
    if (debugRequested(env)) startDebug(step.debug, secretsOf(env));
    const inputs = await action.read(env);
    const changes = await githubChange({ root: place.cwd, env, token: inputs['github-token'] });
    const report = await action.run(inputs, await commonRequest(inputs, changes, place), place.cwd);
    // The annotations come first: later steps can fail for lack of permissions, and the annotations still show.
    step.annotate(action.formats.github.render(report, { commandsOnly: true }));
    step.log(action.formats.terminal.render(report, { width: 120 }));
    const written = await writeReports(action, report, inputs, place);
    setOutputs({
      verdict: report.verdict,
      'exit-code': report.exitCode,
      ...action.outputsOf(report),
      report: written,
    });
    await summarise(step, (limit) => action.formats.summary.render(report, { limit }));
    if (inputs.suggestions && action.suggestions) await suggest(step, action.suggestions(report), inputs, changes);
    if (inputs.comment) await postComment(step, action, report, inputs, changes.pull?.number);
    if (report.exitCode !== EXIT.ok) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    const failure = failureOf(error);
    for (const each of failure.failures) step.fail(each);
    if (failure.exitCode === EXIT.internal) step.log(failure.details);
    setOutputs({ verdict: 'unknown', 'exit-code': failure.exitCode });
    await summarise(step, () => failureSummary(failure));
  }
}

async function commonRequest(
  inputs: CommonInputs,
  { change, head, event, notices }: ChangeResult,
  { env, cwd }: StepPlace,
): Promise<CommonRequest> {
  const { rules, config, timeout, workspace, 'base-url': baseUrl, 'api-key': apiKey } = inputs;
  return {
    change,
    head,
    event,
    hostNotices: notices,
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: true }),
    judged: await judgedRepository(env, head.commit),
    rules,
    trustedRules: rules === undefined ? undefined : await rulesCheckout(cwd, rules),
    config,
    service: {
      ...serviceSettings({ baseUrl, apiKey, workspace, identity: await githubIdentity(env) }, env),
      timeout,
      withheld: secretsWithheld(change, env),
      run: await ciRun(env),
      env,
    },
  };
}

/**
 * Writes the JSON report to the given path, else to the runner's temporary folder, and the reports of `outputs`. SARIF is
 * written for GitHub's code scanning, which shows exempt findings as open alerts, so these are left out. Returns the path
 * of the JSON report, or ''.
 */
async function writeReports<Report>(
  { job, formats }: Pick<Action<never, Report, never>, 'job' | 'formats'>,
  report: Report,
  inputs: CommonInputs,
  { env, cwd }: StepPlace,
): Promise<string> {
  const folder = env['RUNNER_TEMP'];
  const at = inputs.report ?? (folder && `${folder}/querygate-report-${env['GITHUB_ACTION'] ?? 'check'}.json`);
  const written = at ? await writeReportFile(cwd, at, formats.json.render(report)) : '';
  const category = analysisCategory(env, inputs.matrix, job);
  for (const { format, path } of inputs.outputs ?? [])
    await writeReportFile(cwd, path, formats[format].render(report, { category, exempt: false }));
  return written;
}

const MIN_SUMMARY_BYTES = 16 * 1024;

/**
 * @param render takes the maximum size of the summary in bytes
 * @param least bytes that it needs
 */
async function summarise(
  step: GithubStep,
  render: (limit: number) => string,
  least = MIN_SUMMARY_BYTES,
): Promise<void> {
  const limit = await step.summaryRoom();
  const why =
    limit < least
      ? 'no job summary: there is no space left for it; the report is in the log'
      : await step.summary(render(limit));
  if (why) step.warn(why);
}

/** Suggests changes on the pull request. The log and the summary say what became of them; a failure is a warning. */
async function suggest(
  step: GithubStep,
  { suggestions, others, none }: Suggestions,
  inputs: CommonInputs,
  { pull, event }: ChangeResult,
): Promise<void> {
  const { env } = process;
  const write = async (lines: readonly string[]): Promise<void> => {
    for (const line of lines) step.log(line);
    if (lines.length > 0) await summarise(step, () => lines.map((line) => `${capitalised(line)}.`).join(' '), 0);
  };
  if (none !== undefined) return write([none]);
  if (pull === undefined) return step.log('no suggested changes: this run does not belong to a pull request');
  // Its token can write, and a pull request from a fork decides what the run suggests.
  if (event === 'pull_request_target') return write(['no suggested changes: the event is `pull_request_target`']);
  const marker = await commentMarker(env, inputs.matrix, 'suggestions');
  const outcome = await upsertReview({
    env,
    token: inputs['github-token'],
    pull,
    marker,
    changes: suggestions.map(({ body, ...change }) => ({ ...change, body: `${marker}\n\n${body}` })),
    body: `${marker}\n\n${reviewText()}`,
  });
  if (outcome.problem) step.warn(outcome.problem);
  await write(suggestionLines(outcome, others));
}

/** Creates or updates the pull request's comment. A failure is a warning. */
async function postComment<Report>(
  step: GithubStep,
  { job, comment, deservesComment }: Pick<Action<never, Report, never>, 'job' | 'comment' | 'deservesComment'>,
  report: Report,
  inputs: CommonInputs,
  pullNumber: number | undefined,
): Promise<void> {
  const { env } = process;
  if (pullNumber === undefined) return step.log('no comment: this run does not belong to a pull request');
  // Comments of `check` have no name of the job in their marker: those of earlier runs are found by it.
  const marker = await commentMarker(env, inputs.matrix, job === 'check' ? undefined : job);
  const token = inputs['github-token'];
  const body = comment(report, { marker });
  const why = await upsertComment({ env, token, pullNumber, marker, body, onlyUpdate: !deservesComment(report) });
  if (why) {
    step.warn(why);
    step.log(why);
  }
}
