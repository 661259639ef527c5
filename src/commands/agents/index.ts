// What programs that write SQL ask: in a module of its own, since only the service's bundle has it, with a driver of PostgreSQL.

export { answerText } from './answer-text.ts';
export { judgeCall } from './hook/judge-call.ts';
export { readToolCall } from './hook/tool-call.ts';
export type { AgentAnswer } from './judge.ts';
export type { RuleInForce } from './rules-in-force.ts';
export { QueryEvents, type QueryRun, runQuery } from './run-query.ts';
export { type ReadDatabase, readDatabase } from './run-read.ts';
export { AgentSession } from './session.ts';
