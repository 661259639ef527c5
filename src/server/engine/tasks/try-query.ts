import { unreadableFinding, verdictOfQuery } from '../../../check/index.ts';
import { OPERATION_FACTS, type Operation, ROW_STATEMENT_FACTS } from '../../../model/index.ts';
import type { TryOutcome, TryTask } from '../engine.ts';
import { activeRuleset } from './active-ruleset.ts';
import { judgeText } from './judge-query.ts';
import { TOO_MANY_ROWS } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

export interface TryJob extends Omit<TryTask, 'active'> {
  /** Key of the ruleset. */
  readonly active: string;
}

/** Statements, and operations of each, whose facts are shown. */
const MAX_STATEMENTS = 200;
const MAX_OPERATIONS = 100;

/** Judges a query as `judgeQuery` does, and also returns the facts that the rules see. */
export async function tryQuery(task: TryJob, tools: TaskTools): Promise<TryOutcome> {
  const ruleset = await activeRuleset(task.active, tools);
  const [reader, traffic] = await Promise.all([tools.reader(task.dialect), tools.traffic(task.dialect)]);
  const { query, caller, inTransaction } = task;
  tools.begin(0);
  const read = traffic.read({ query, caller, inTransaction, normalised: false, truncated: false });
  const { findings } = judgeText(reader, ruleset, task, read);
  const { statements } = reader.readTraffic(query);
  if (statements.length > MAX_STATEMENTS)
    findings.push(unreadableFinding(TOO_MANY_ROWS, { start: 0, end: query.length }));
  return {
    verdict: verdictOfQuery(findings),
    findings,
    statements: read.tuples.slice(0, MAX_STATEMENTS).map((tuple, at) => {
      const statement = statements[at];
      const { start, end } = statement?.span ?? { start: 0, end: query.length };
      return {
        span: { start, end },
        shape: tuple.shape,
        ...factsOf(tuple.facts, ROW_STATEMENT_FACTS, 'statement'),
        operations: tuple.operations.slice(0, MAX_OPERATIONS).map((operation, index) => ({
          kind: operation.kind,
          target: operation.target.text,
          span: spanOf(statement?.operations[index], { start, end }),
          facts: factsOf(operation, OPERATION_FACTS, 'operation').facts,
        })),
      };
    }),
  };
}

function spanOf(operation: Operation | undefined, statement: { readonly start: number; readonly end: number }) {
  const { start, end } = operation?.span ?? statement;
  return { start, end };
}

/** The facts of a table by their full names: those that are known, and the names of the others. */
function factsOf(
  values: object,
  table: object,
  prefix: string,
): { readonly facts: Readonly<Record<string, unknown>>; readonly notKnown: readonly string[] } {
  const facts: Record<string, unknown> = {};
  const notKnown: string[] = [];
  for (const name of Object.keys(table)) {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) notKnown.push(`${prefix}.${name}`);
    else facts[`${prefix}.${name}`] = value;
  }
  return { facts, notKnown };
}
