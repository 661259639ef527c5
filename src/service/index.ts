// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.
export { type BaseUrl, parseBaseUrl } from './client/base-url.ts';
export {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
  type SimulateHooks,
  type SimulationDone,
  type SimulationProgress,
} from './client/client.ts';
export {
  type ApiScope,
  CALLS,
  LIMITS,
  type RulesetDrift,
  type RulesetFiles,
  SCOPES,
  type SimulateRequest,
  type Simulation,
  type SourceFile,
  simulateRequestSchema,
  simulationDoneSchema,
  simulationSchema,
} from './contract.ts';
export { checkApiKey, generateApiKey, isApiKey, keyChecksum } from './key.ts';
export { PROBLEMS, type Problem, type ProblemCode, problemSchema } from './problem.ts';
export { historyReportSchema, judgeSchema, simulationResultSchema } from './simulation-schema.ts';
