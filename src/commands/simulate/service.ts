import type { CompletedSimulation, SimulationProgress } from '../../client/index.ts';
import { ConfigError, EXIT, ServiceError, type SimulationProblem } from '../../model/index.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { type DeclaredFlows, FLOWS_FILE } from './declared-flows.ts';
import { DEFAULT_POLICY, type SimulationSettings } from './settings.ts';
import { headProblem, type SimulatedSides } from './sides.ts';

export interface ServiceSimulation {
  /** Undefined where it gave no answer: then `problems` says why. */
  readonly done: CompletedSimulation | undefined;
  readonly problems: readonly SimulationProblem[];
}

/**
 * Has the service simulate: its active ruleset is the base, and the history of the workspace is replayed. No answer is a
 * problem of the report. Raises ConfigError for settings that are wrong.
 */
export async function requestSimulation(
  request: SimulateRequest,
  place: Extract<RunMode, { kind: 'service' }>,
  { base, head }: SimulatedSides,
  { texts }: DeclaredFlows,
  settings: SimulationSettings,
): Promise<ServiceSimulation> {
  const { createServiceClient } = await import('../../client/index.ts');
  const { change, onProgress } = request;
  // Declared flows of the change are read in its own dialect where nobody else names one.
  const dialect = base.config?.value.dialect ?? head.config?.value.dialect;
  const counting = whatCounts(settings);
  const flows = { ...sourceFile('base', texts.base), ...sourceFile('head', texts.head) };
  try {
    const { timeout } = request.service;
    const client = createServiceClient({
      baseUrl: place.baseUrl,
      apiKey: place.apiKey,
      workspace: place.workspace,
      deadline: timeout === undefined ? undefined : timeout * 1000,
      env: request.service.env ?? {},
    });
    const done = await client.simulateRules(
      {
        head: await rulesetFiles(head),
        ...(base.ruleset && { base: { hash: base.ruleset.hash, ruleset: await rulesetFiles(base) } }),
        ...(dialect && { dialect }),
        ...(Object.keys(counting).length > 0 && { settings: counting }),
        ...(Object.keys(flows).length > 0 && { flows }),
        change: { event: request.event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
      },
      { onProgress: (progress) => onProgress?.(wordsOf(progress)) },
    );
    return { done, problems: [] };
  } catch (error) {
    if (error instanceof ServiceError) {
      const problem: SimulationProblem = {
        kind: 'service',
        message: error.message,
        place: undefined,
        exitCode: error.exitCode,
      };
      return { done: undefined, problems: [problem] };
    }
    // A rule file that the service does not take, on its line; without a place it is a setting.
    if (error instanceof ConfigError && error.place) return { done: undefined, problems: [headProblem(error)] };
    throw error;
  }
}

/** The service is set, and this run cannot ask it. */
export function withheldProblem(why: string): SimulationProblem {
  return { kind: 'service', message: why, place: undefined, exitCode: EXIT.unknown };
}

function sourceFile(side: 'base' | 'head', text: string | undefined) {
  return text === undefined ? {} : { [side]: { path: FLOWS_FILE, text } };
}

/** What counts as a flow, as far as it is not as the service has it by itself. */
function whatCounts({ policy, ignoreCallers }: SimulationSettings) {
  const { minCalls, minDays } = policy;
  return {
    ...(minCalls !== DEFAULT_POLICY.minCalls && { 'min-calls': minCalls }),
    ...(minDays !== DEFAULT_POLICY.minDays && { 'min-days': minDays }),
    ...(ignoreCallers.length > 0 && { 'ignore-callers': ignoreCallers }),
  };
}

function wordsOf(progress: SimulationProgress): string {
  switch (progress.state) {
    case 'queued':
      return 'the simulation is queued';
    case 'running':
      return `replaying row ${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`;
    case 'waiting':
      return `trying again in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
  }
}
