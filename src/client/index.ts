// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.
export type { QueryAnswer } from './ask-query.ts';
export { type BaseUrl, parseBaseUrl } from './base-url.ts';
export type { WaitHooks, Waiting } from './conversation.ts';
export type { DryRunDone, DryRunHooks, DryRunProgress } from './dry-run.ts';
export type { DryRunFile, DryRunQuestion } from './dry-run-plan.ts';
export type { CurrentRuleset, ReadRuleset } from './read-ruleset.ts';
export type { EventsDone, SentEvent } from './send-events.ts';
export { createServiceClient, type ServiceClient } from './service-client.ts';
export type { ServiceClientOptions } from './settings.ts';
export type { SimulateHooks, SimulationDone, SimulationProgress } from './simulate-rules.ts';
