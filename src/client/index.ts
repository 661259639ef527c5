// Import this dynamically, only if a service is used: it loads zod and undici.

export { parseBaseUrl } from './base-url.ts';
export type { CompletedDryRun, DryRunProgress } from './dry-run.ts';
export type { DryRunFile, DryRunInput } from './dry-run-plan.ts';
export type { SentEvent } from './send-events.ts';
export { createServiceClient, type ServiceClient } from './service-client.ts';
export type { Credential, ServiceClientOptions } from './settings.ts';
export type { CompletedSimulation, SimulationProgress } from './simulate-rules.ts';
