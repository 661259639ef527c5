import { readSimulateInputs, workspaceFiles } from '../../ci/index.ts';
import { runSimulate, simulationDeservesComment } from '../../commands/index.ts';
import { countsAsBroken, type SimulationReport } from '../../model/index.ts';
import type { SimulateInputs, SimulateOutputName } from '../../model/schemas/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../report/index.ts';
import { historyWorkerUrl } from '../shared/program-modules.ts';
import { type Action, runAction } from './run-action.ts';

const SIMULATE: Action<SimulateInputs, SimulationReport, SimulateOutputName> = {
  job: 'simulate',
  read: readSimulateInputs,
  run: (inputs, common, cwd) => {
    const newlyAllowed = inputs['fail-on-newly-allowed'];
    return runSimulate({
      ...common,
      now: new Date(),
      files: workspaceFiles(cwd),
      workerUrl: historyWorkerUrl(),
      history: inputs.history,
      limits: {
        maxBrokenFlows: inputs['max-broken-flows'],
        maxUnknown: inputs['max-unknown'],
        maxUnread: inputs['max-unread'],
        maxAge: inputs['max-age'],
        failOnNewlyAllowed: newlyAllowed && newlyAllowed === 'true',
        failOn: inputs['fail-on'],
      },
    });
  },
  formats: SIMULATION_FORMATS,
  comment: simulationComment,
  deservesComment: simulationDeservesComment,
  outputsOf: ({ outcome, result }) => {
    const totals = result?.totals;
    const broken = result?.flows.filter(countsAsBroken) ?? [];
    return {
      outcome,
      'broken-flows': broken.length,
      'broken-calls': broken.reduce((sum, flow) => sum + flow.affectedCalls, 0),
      'newly-allowed': totals?.newlyAllowed.flows ?? 0,
      unknown: totals?.unknown.flows ?? 0,
      acknowledged: totals?.acknowledged.flows ?? 0,
      flows: totals?.replayed.flows ?? 0,
      calls: totals?.replayed.calls ?? 0,
    };
  },
  noOutputs: {
    outcome: 'not_simulated',
    'broken-flows': 0,
    'broken-calls': 0,
    'newly-allowed': 0,
    unknown: 0,
    acknowledged: 0,
    flows: 0,
    calls: 0,
    report: '',
  },
};

/** The GitHub Action `simulate`. */
export async function simulateAction(): Promise<void> {
  await runAction(SIMULATE);
}
