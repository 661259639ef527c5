import type { QueryRequest, SimulateRequest } from '../contract/index.ts';
import type { WaitHooks } from './connection.ts';
import { type CompletedDryRun, type DryRunHooks, dryRun } from './dry-run.ts';
import type { DryRunInput } from './dry-run-plan.ts';
import { type EvaluatedQuery, evaluateQuery } from './evaluate-query.ts';
import { type CurrentRuleset, type ReadRuleset, readRuleset } from './read-ruleset.ts';
import { type SentEvent, type SentEvents, sendEvents } from './send-events.ts';
import { clientSettings, type ServiceClientOptions } from './settings.ts';
import { type CompletedSimulation, type SimulateHooks, simulateRules } from './simulate-rules.ts';

/**
 * All methods raise ConfigError (exit 2) for errors that the user can fix (files, workspace, settings), ServiceError
 * with exit 3 for a rejected key, and ServiceError with exit 4 for every other failure. No message contains the key.
 */
export interface ServiceClient {
  /** The origin of the service: `https://querygate.example.com`. */
  readonly origin: string;
  readonly workspace: string;
  /**
   * Checks SQL files (at least one) against the active ruleset, and against the edited rules if there are any. It may
   * need several requests; all files are checked against the same version of the ruleset.
   */
  dryRun(request: DryRunInput, hooks?: DryRunHooks): Promise<CompletedDryRun>;
  /** Starts a simulation of changed rules on the history of the workspace, and waits for its result. */
  simulateRules(request: Omit<SimulateRequest, 'workspace'>, hooks?: SimulateHooks): Promise<CompletedSimulation>;
  /** The active ruleset; `undefined` if it is unchanged since `ifNoneMatch`, the `etag` of an earlier call. */
  readRuleset(): Promise<CurrentRuleset>;
  readRuleset(options: ReadRuleset): Promise<CurrentRuleset | undefined>;
  /**
   * Evaluates one query, and records it. The query may run only on `allow` and `warn`. If a response is lost, the
   * client retries, and the query may then be recorded twice.
   */
  query(request: Omit<QueryRequest, 'workspace'>, hooks?: WaitHooks): Promise<EvaluatedQuery>;
  /** Reports queries that ran, in as many requests as needed. Events that are sent again are not counted again. */
  sendEvents(events: readonly SentEvent[], hooks?: WaitHooks): Promise<SentEvents>;
}

/**
 * Creates a client for one service. It validates the settings and sends nothing yet.
 * Raises ConfigError for an invalid base URL, workspace or deadline; ServiceError (exit 3) for a malformed API key.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const settings = clientSettings(options);
  function read(): Promise<CurrentRuleset>;
  function read(options: ReadRuleset): Promise<CurrentRuleset | undefined>;
  async function read(options: ReadRuleset = {}): Promise<CurrentRuleset | undefined> {
    return await readRuleset(settings, options);
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
