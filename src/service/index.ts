// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.
export type { QueryAnswer } from './client/ask-query.ts';
export { type BaseUrl, parseBaseUrl } from './client/base-url.ts';
export { createServiceClient, type ServiceClient } from './client/client.ts';
export type { WaitHooks, Waiting } from './client/conversation.ts';
export type { DryRunDone, DryRunHooks, DryRunProgress } from './client/dry-run.ts';
export type { DryRunFile, DryRunQuestion } from './client/dry-run-plan.ts';
export type { CurrentRuleset, ReadRuleset } from './client/read-ruleset.ts';
export type { EventsDone, SentEvent } from './client/send-events.ts';
export type { ServiceClientOptions } from './client/settings.ts';
export type { SimulateHooks, SimulationDone, SimulationProgress } from './client/simulate-rules.ts';
export {
  type ActiveRuleset,
  type ApiScope,
  CALLS,
  type DryRun,
  type DryRunRequest,
  dryRunRequestSchema,
  type EventsAnswer,
  LIMITS,
  type QueryEvent,
  type QueryRequest,
  type QueryVerdict,
  type RulesetDrift,
  type RulesetFiles,
  SCOPES,
  type SimulateRequest,
  type Simulation,
  type SourceFile,
  type SqlFile,
  simulateRequestSchema,
  simulationDoneSchema,
  simulationSchema,
} from './contract.ts';
export { checkApiKey, generateApiKey, isApiKey, keyChecksum } from './key.ts';
export { PROBLEMS, type Problem, type ProblemCode, problemSchema } from './problem.ts';
export { historyReportSchema, judgeSchema, simulationResultSchema } from './simulation-schema.ts';
