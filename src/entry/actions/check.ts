import {
  analysisCategory,
  type ChangeResult,
  ciRun,
  clientSource,
  commentMarker,
  type GithubStep,
  githubChange,
  githubStep,
  readActionInputs,
  rulesCheckout,
  secretsWithheld,
} from '../../ci/index.ts';
import { checkDeservesComment, runCheck } from '../../commands/index.ts';
import { type CheckReport, EXIT } from '../../model/index.ts';
import type { ActionInputs, ActionOutputName } from '../../model/schemas/index.ts';
import { commentMarkdown, FORMATS } from '../../report/index.ts';
import { failureOf } from './failure.ts';
import { postComment, serviceInputs, summarise, writeOutputs, writeReport } from './step.ts';

/** The GitHub Action `check`: passes the step's inputs to the command, and shows its report on the step. */
export async function checkAction(): Promise<void> {
  const { env } = process;
  const cwd = process.cwd();
  const step = await githubStep(env);
  try {
    step.maskSecrets();
    const inputs = await readActionInputs(env);
    const changes = await githubChange({ root: cwd, env, token: inputs['github-token'] });
    const report = await check(inputs, changes, env, cwd);
    await publish(step, report, inputs, env, cwd);
    if (inputs.comment)
      await postComment(step, env, {
        token: inputs['github-token'],
        pullNumber: changes.pullNumber,
        marker: await commentMarker(env, inputs.matrix),
        markdown: (marker) => commentMarkdown(report, { marker }),
        onlyUpdate: !checkDeservesComment(report),
      });
    if (report.exitCode !== EXIT.ok) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    const { failures, exitCode, details } = failureOf(error);
    for (const failure of failures) step.fail(failure);
    step.log(details);
    setOutputs(step, { verdict: 'unknown', 'exit-code': exitCode });
  }
}

async function check(inputs: ActionInputs, changes: ChangeResult, env: NodeJS.ProcessEnv, cwd: string) {
  return runCheck({
    change: changes.change,
    head: changes.head,
    event: changes.event,
    hostNotices: changes.notices,
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: true }),
    trustedRules: inputs.rules === undefined ? undefined : await rulesCheckout(cwd, inputs.rules),
    today: new Date().toISOString().slice(0, 10),
    paths: inputs.paths,
    ignore: inputs.ignore,
    dialect: inputs.dialect,
    rules: inputs.rules,
    config: inputs.config,
    failOn: inputs['fail-on'],
    onUnknown: inputs['on-unknown'],
    findings: inputs.findings,
    service: {
      ...serviceInputs(inputs, env),
      timeout: inputs.timeout,
      withheld: secretsWithheld(changes.change, env),
      run: await ciRun(env),
      env,
    },
  });
}

/** Writes the annotations first: later steps can fail for lack of permissions, and the annotations still show. */
async function publish(
  step: GithubStep,
  report: CheckReport,
  inputs: ActionInputs,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<void> {
  step.annotate(FORMATS.github.render(report));
  step.log(FORMATS.terminal.render(report, { width: 120 }));
  const { totals } = report;
  const written = await writeReport(inputs.report, FORMATS.json.render(report), env, cwd);
  await writeOutputs(report, FORMATS, inputs.outputs, analysisCategory(env, inputs.matrix, 'check'), cwd);
  setOutputs(step, {
    verdict: report.verdict,
    'exit-code': report.exitCode,
    files: totals.files,
    statements: totals.statements,
    blocked: totals.blocked,
    warned: totals.warned,
    unknown: totals.unknown,
    existing: totals.existing,
    suppressed: totals.suppressed,
    'new-suppressions': totals.newSuppressions,
    report: written,
  });
  await summarise(step, (limit) => FORMATS.summary.render(report, { limit }));
}

/** Always sets every output, so that a later step never takes a missing output for the zero of a passed run. */
function setOutputs(step: GithubStep, values: Partial<Record<ActionOutputName, string | number>>): void {
  const none = { files: 0, statements: 0, blocked: 0, warned: 0, unknown: 0, existing: 0, suppressed: 0 };
  const all = { ...none, 'new-suppressions': 0, report: '', ...values };
  for (const [name, value] of Object.entries(all)) step.output(name, value);
}
