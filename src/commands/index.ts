export { baselineOf } from './baseline.ts';
export { runCheck } from './check.ts';
export type { CheckRequest, ServiceSettings } from './check-request.ts';
export { dialectOf } from './dialect.ts';
export { explainFile } from './explain.ts';
export {
  type CollectHistoryRequest,
  collectHistoryCommand,
  type HistoryAnswer,
  mergeHistoryCommand,
  runHistoryWorker,
  showHistoryCommand,
} from './history.ts';
export { type InitPlan, planInit } from './init.ts';
export { listRules, loadEffective, showRule, testRules } from './rules.ts';
export { rulesetOf } from './ruleset-of.ts';
export { runSimulate } from './simulate.ts';
export type { GivenRules, SimulateRequest } from './simulate-request.ts';
