import type { CompletedSimulation, SimulationProgress } from '../../client/index.ts';
import { ConfigError, EXIT, grouped, ServiceError, type SimulationProblem } from '../../model/index.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { type DeclaredFlows, FLOWS_FILE } from './declared-flows.ts';
import { DEFAULT_POLICY, type SimulationSettings } from './settings.ts';
import { headProblem, type SimulatedSides } from './sides.ts';

export interface ServiceSimulation {
  /** Undefined if the service did not answer: then `problems` says why. */
  readonly done: CompletedSimulation | undefined;
  readonly problems: readonly SimulationProblem[];
}

/**
 * Lets the service simulate: its active ruleset is the base, and the history of the workspace is replayed. If it does
 * not answer, the report shows a problem. Raises ConfigError for invalid settings.
 */
export async function requestSimulation(
  request: SimulateRequest,
  mode: Extract<RunMode, { kind: 'service' }>,
  { base, head }: SimulatedSides,
  { texts }: DeclaredFlows,
  settings: SimulationSettings,
): Promise<ServiceSimulation> {
  const { createServiceClient } = await import('../../client/index.ts');
  const { change, onProgress } = request;
  // The base's dialect comes first: the change's applies only if the base sets none.
  const dialect = base.config?.value.dialect ?? head.config?.value.dialect;
  const overrides = overriddenSettings(settings);
  const flows = { ...sourceFile('base', texts.base), ...sourceFile('head', texts.head) };
  try {
    const { timeout } = request.service;
    const client = createServiceClient({
      baseUrl: mode.baseUrl,
      ...mode.credential,
      workspace: mode.workspace,
      deadline: timeout === undefined ? undefined : timeout * 1000,
      env: request.service.env ?? {},
    });
    const done = await client.simulateRules(
      {
        head: await rulesetFiles(head),
        ...(base.ruleset && { base: { hash: base.ruleset.hash, ruleset: await rulesetFiles(base) } }),
        ...(dialect && { dialect }),
        ...(Object.keys(overrides).length > 0 && { settings: overrides }),
        ...(Object.keys(flows).length > 0 && { flows }),
        change: {
          ...request.service.run,
          event: request.event,
          ...(change && { base: change.baseLabel, head: change.headLabel }),
        },
      },
      { onProgress: (progress) => onProgress?.(progressText(progress)) },
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
    // With a place, the service rejected a rule file; without one, a setting is invalid.
    if (error instanceof ConfigError && error.place) return { done: undefined, problems: error.all.map(headProblem) };
    throw error;
  }
}

/** A service is configured, but this run cannot use it. */
export function withheldProblem(why: string): SimulationProblem {
  return { kind: 'service', message: why, place: undefined, exitCode: EXIT.unknown };
}

function sourceFile(side: 'base' | 'head', text: string | undefined) {
  return text === undefined ? {} : { [side]: { path: FLOWS_FILE, text } };
}

/** Settings that differ from the service's defaults. */
function overriddenSettings({ policy, ignoreCallers }: SimulationSettings) {
  const { minCalls, minDays } = policy;
  return {
    ...(minCalls !== DEFAULT_POLICY.minCalls && { 'min-calls': minCalls }),
    ...(minDays !== DEFAULT_POLICY.minDays && { 'min-days': minDays }),
    ...(ignoreCallers.length > 0 && { 'ignore-callers': ignoreCallers }),
  };
}

function progressText(progress: SimulationProgress): string {
  switch (progress.state) {
    case 'queued':
      return 'the simulation is queued';
    case 'running':
      return `replaying row ${grouped(progress.done)} of ${grouped(progress.total)}`;
    case 'waiting':
      return `retrying in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
  }
}
