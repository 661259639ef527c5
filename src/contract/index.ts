// The REST contract, shared by the client, the server and the documentation. Importing it loads zod: import it
// dynamically if start-up time matters.
export * from './bodies/common.ts';
export * from './bodies/dry-run.ts';
export * from './bodies/events.ts';
export * from './bodies/keys.ts';
export * from './bodies/people.ts';
export * from './bodies/proxies.ts';
export * from './bodies/query-groups.ts';
export * from './bodies/records.ts';
export * from './bodies/rules.ts';
export * from './bodies/schema-use.ts';
export * from './bodies/simulate.ts';
export * from './bodies/traffic.ts';
export * from './bodies/trusts.ts';
export * from './bodies/try.ts';
export * from './bodies/workspace.ts';
export * from './bodies/workspaces.ts';
export type { PathParametersOf, QueryOf, RequestOf, ResponseOf } from './call-types.ts';
export * from './calls.ts';
export { FORMATS } from './formats.ts';
export {
  checkApiKey,
  containsSecret,
  generateApiKey,
  generateCiToken,
  isApiKey,
  isCiToken,
  keyChecksum,
} from './key.ts';
export { LIMITS } from './limits.ts';
export { PATH_PARAMETERS, type PathParameter } from './path-parameters.ts';
export { isProblemCode, OAUTH_ERRORS, PROBLEMS, type Problem, type ProblemCode, problemSchema } from './problem.ts';
export { BASE_62, randomText } from './random-text.ts';
export * from './scopes.ts';
export { historyReportSchema, judgeSchema, simulationResultSchema } from './simulation-result.ts';
