import {
  analysisCategory,
  type ChangeResult,
  ciRun,
  clientSource,
  commentMarker,
  type GithubStep,
  githubChange,
  githubStep,
  readSimulateInputs,
  rulesCheckout,
  secretsWithheld,
  workspaceFiles,
} from '../../ci/index.ts';
import { runSimulate, simulationDeservesComment } from '../../commands/index.ts';
import { countsAsBroken, EXIT, type SimulationReport } from '../../model/index.ts';
import type { SimulateInputs, SimulateOutputName } from '../../model/schemas/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../report/index.ts';
import { historyWorkerUrl } from '../shared/program-modules.ts';
import { failureOf } from './failure.ts';
import { postComment, serviceInputs, summarise, writeOutputs, writeReport } from './step.ts';

/** The GitHub Action `simulate`: passes the step's inputs to the command, and shows its report on the step. */
export async function simulateAction(): Promise<void> {
  const { env } = process;
  const cwd = process.cwd();
  const step = await githubStep(env);
  try {
    step.maskSecrets();
    const inputs = await readSimulateInputs(env);
    const changes = await githubChange({ root: cwd, env, token: inputs['github-token'] });
    const report = await simulate(inputs, changes, env, cwd);
    await publish(step, report, inputs, env, cwd);
    if (inputs.comment)
      await postComment(step, env, {
        token: inputs['github-token'],
        pullNumber: changes.pullNumber,
        marker: await commentMarker(env, inputs.matrix, 'simulate'),
        markdown: (marker) => simulationComment(report, { marker }),
        onlyUpdate: !simulationDeservesComment(report),
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

async function simulate(inputs: SimulateInputs, changes: ChangeResult, env: NodeJS.ProcessEnv, cwd: string) {
  const newlyAllowed = inputs['fail-on-newly-allowed'];
  return runSimulate({
    change: changes.change,
    head: changes.head,
    event: changes.event,
    hostNotices: changes.notices,
    source: await clientSource({ main: process.argv[1], cwd, env, isAction: true }),
    now: new Date(),
    files: workspaceFiles(cwd),
    workerUrl: historyWorkerUrl(),
    trustedRules: inputs.rules === undefined ? undefined : await rulesCheckout(cwd, inputs.rules),
    rules: inputs.rules,
    config: inputs.config,
    history: inputs.history,
    limits: {
      maxBrokenFlows: inputs['max-broken-flows'],
      maxUnknown: inputs['max-unknown'],
      maxUnread: inputs['max-unread'],
      maxAge: inputs['max-age'],
      failOnNewlyAllowed: newlyAllowed && newlyAllowed === 'true',
      failOn: inputs['fail-on'],
    },
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
  report: SimulationReport,
  inputs: SimulateInputs,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<void> {
  step.annotate(SIMULATION_FORMATS.github.render(report));
  step.log(SIMULATION_FORMATS.terminal.render(report, { width: 120 }));
  const written = await writeReport(inputs.report, SIMULATION_FORMATS.json.render(report), env, cwd);
  await writeOutputs(report, SIMULATION_FORMATS, inputs.outputs, analysisCategory(env, inputs.matrix, 'simulate'), cwd);
  const totals = report.result?.totals;
  const broken = report.result?.flows.filter(countsAsBroken) ?? [];
  setOutputs(step, {
    verdict: report.verdict,
    'exit-code': report.exitCode,
    outcome: report.outcome,
    'broken-flows': broken.length,
    'broken-calls': broken.reduce((sum, flow) => sum + flow.affectedCalls, 0),
    'newly-allowed': totals?.newlyAllowed.flows ?? 0,
    unknown: totals?.unknown.flows ?? 0,
    acknowledged: totals?.acknowledged.flows ?? 0,
    flows: totals?.replayed.flows ?? 0,
    calls: totals?.replayed.calls ?? 0,
    report: written,
  });
  await summarise(step, (limit) => SIMULATION_FORMATS.summary.render(report, { limit }));
}

/** Always sets every output, so that a later step never takes a missing output for the zero of a passed run. */
function setOutputs(step: GithubStep, values: Partial<Record<SimulateOutputName, string | number>>): void {
  const counts = { 'broken-flows': 0, 'broken-calls': 0, 'newly-allowed': 0, unknown: 0, acknowledged: 0 };
  const all = { outcome: 'not_simulated', ...counts, flows: 0, calls: 0, report: '', ...values };
  for (const [name, value] of Object.entries(all)) step.output(name, value);
}
