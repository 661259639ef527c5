import type { QueryRequest, SimulateRequest } from '../contract/index.ts';
import type { WaitHooks } from './conversation.ts';
import { type CompletedDryRun, type DryRunHooks, dryRun } from './dry-run.ts';
import type { DryRunInput } from './dry-run-plan.ts';
import { type EvaluatedQuery, evaluateQuery } from './evaluate-query.ts';
import { type CurrentRuleset, type ReadRuleset, readRuleset } from './read-ruleset.ts';
import { type SentEvent, type SentEvents, sendEvents } from './send-events.ts';
import { clientSettings, type ServiceClientOptions } from './settings.ts';
import { type CompletedSimulation, type SimulateHooks, simulateRules } from './simulate-rules.ts';

/**
 * Every call raises ConfigError (exit 2) for what the user can mend (files, workspace, settings), ServiceError with exit 3
 * for a key that is not let in, and with exit 4 for whatever else leaves the question unanswered. No message holds the key.
 */
export interface ServiceClient {
  /** Where the service is: `https://querygate.example.com`. */
  readonly origin: string;
  readonly workspace: string;
  /**
   * Judges SQL files under the active ruleset, and under the edited rules where there are any. At least one file. However
   * many calls it takes, one ruleset judged all files.
   */
  dryRun(request: DryRunInput, hooks?: DryRunHooks): Promise<CompletedDryRun>;
  /** Starts a simulation of other rules over the history of the workspace, and waits for it. */
  simulateRules(request: Omit<SimulateRequest, 'workspace'>, hooks?: SimulateHooks): Promise<CompletedSimulation>;
  /** The active ruleset; `undefined` where it is still the one that `ifNoneMatch`, an `etag` of before, names. */
  readRuleset(): Promise<CurrentRuleset>;
  readRuleset(options: ReadRuleset): Promise<CurrentRuleset | undefined>;
  /**
   * Judges one query, and has it recorded. Only `allow` and `warn` let it run. After an attempt whose answer was lost the
   * query is asked about again, and may then be recorded twice.
   */
  query(request: Omit<QueryRequest, 'workspace'>, hooks?: WaitHooks): Promise<EvaluatedQuery>;
  /** Tells of queries that ran, in as many calls as it takes. Sending the same events again counts none twice. */
  sendEvents(events: readonly SentEvent[], hooks?: WaitHooks): Promise<SentEvents>;
}

/**
 * A client of one service. Nothing is sent before the settings are known to be good.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const settings = clientSettings(options);
  function read(): Promise<CurrentRuleset>;
  function read(asked: ReadRuleset): Promise<CurrentRuleset | undefined>;
  async function read(asked: ReadRuleset = {}): Promise<CurrentRuleset | undefined> {
    return await readRuleset(settings, asked);
  }
  return {
    origin: settings.baseUrl.origin,
    workspace: settings.workspace,
    dryRun: async (request, hooks = {}) => await dryRun(settings, request, hooks),
    simulateRules: async (request, hooks = {}) => await simulateRules(settings, request, hooks),
    readRuleset: read,
    query: async (request, hooks = {}) => await evaluateQuery(settings, request, hooks),
    sendEvents: async (events, hooks = {}) => await sendEvents(settings, events, hooks),
  };
}
