// Import this dynamically, only if a service is used: it loads zod and undici.

export { type BaseUrl, parseBaseUrl } from './base-url.ts';
export type { WaitHooks, Waiting } from './conversation.ts';
export type { CompletedDryRun, DryRunHooks, DryRunProgress } from './dry-run.ts';
export type { DryRunFile, DryRunInput } from './dry-run-plan.ts';
export type { EvaluatedQuery } from './evaluate-query.ts';
export type { CurrentRuleset, ReadRuleset } from './read-ruleset.ts';
export type { SentEvent, SentEvents } from './send-events.ts';
export { createServiceClient, type ServiceClient } from './service-client.ts';
export type { ServiceClientOptions } from './settings.ts';
export type { CompletedSimulation, SimulateHooks, SimulationProgress } from './simulate-rules.ts';
