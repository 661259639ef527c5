// Load this by dynamic import, where a service is asked for: it brings zod and undici with it.
export { type BaseUrl, parseBaseUrl } from './base-url.ts';
export {
  createServiceClient,
  DEFAULT_DEADLINE,
  type ServiceClient,
  type ServiceClientOptions,
  type SimulateHooks,
  type SimulationDone,
  type SimulationProgress,
} from './client.ts';
export {
  type ApiScope,
  CALLS,
  HEADERS,
  isApiScope,
  LIMITS,
  type RulesetDrift,
  type RulesetFiles,
  rulesetFilesSchema,
  SCOPES,
  type SimulateRequest,
  type Simulation,
  type SourceFile,
  simulateRequestSchema,
  simulationDoneSchema,
  simulationSchema,
  sourceFileSchema,
  workspaceIdSchema,
} from './contract.ts';
export { checkApiKey, isApiKey, KEY_PREFIX, keyChecksum } from './key.ts';
export { isProblemCode, PROBLEMS, type Problem, type ProblemCode, problemSchema } from './problem.ts';
export { historyReportSchema, judgeSchema, simulationResultSchema } from './simulation-schema.ts';
