// Judges one file: text and rulesets in, findings out. The client and the service share this code.
export { type ExpiredException, expiredExceptionsOf, expiryNotice } from './expired-exceptions.ts';
export { type FileTask, type JudgedFile, judgeFile } from './judge-file.ts';
export type { JudgeSettings } from './judge-settings.ts';
export { fileJudge, type JudgingRuleset, judgingRulesets, trafficJudge } from './judging-rulesets.ts';
export { findNewFlows, type NewFlows } from './new-flows.ts';
export {
  findingOf,
  judgeRecorded,
  type QueryFinding,
  unreadableFinding,
  verdictOfQuery,
} from './query-findings.ts';
export { lastDayAllowed } from './suppression-limit.ts';
export { newSuppressionFindings } from './suppression-reports.ts';
export { wholeFileFinding } from './whole-file.ts';
