import { findingOf, type QueryFinding, unreadableFinding, verdictOfQuery } from '../../../check/index.ts';
import type { TrafficRows } from '../../../history/index.ts';
import type { CallerFacts, SqlScript, Statement } from '../../../model/index.ts';
import { type Hit, type JudgeContext, judgeStatement, type Ruleset } from '../../../rules/index.ts';
import type { SqlReader } from '../../../sql/index.ts';
import { isDecidedByClass } from '../../../traffic/index.ts';
import type { QueryOutcome, QueryTask } from '../engine.ts';
import { activeRuleset } from './active-ruleset.ts';
import { flowOfText, storedRows, TOO_MANY_ROWS } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

export interface QueryJob extends Omit<QueryTask, 'active'> {
  /** Key of the ruleset. */
  readonly active: string;
}

/** The outcome of a query, and whether it is that of every text of its class. */
export interface JudgedQuery {
  readonly outcome: QueryOutcome;
  readonly byClass: boolean;
}

/**
 * Judges one query. Caller facts that were not given, and everything that the session did before, are unknown: a rule
 * that needs them is undecided, unless the query already breaks it on its own.
 */
export async function judgeQuery(task: QueryJob, tools: TaskTools): Promise<JudgedQuery> {
  const ruleset = await activeRuleset(task.active, tools);
  const [reader, traffic] = await Promise.all([tools.reader(task.dialect), tools.traffic(task.dialect)]);
  tools.begin(0);
  const read = traffic.read({ query: task.query, caller: task.caller, normalised: false, truncated: false });
  const { findings, byClass } = judgeText(reader, ruleset, task, read);
  const rows = storedRows(read.rows);
  if (!rows) findings.push(unreadableFinding(TOO_MANY_ROWS, { start: 0, end: task.query.length }));
  return {
    outcome: {
      verdict: verdictOfQuery(findings),
      statements: read.tuples.length,
      findings,
      rows: rows ?? [],
      shape: read.shape,
      flow: flowOfText(rows ?? [], { dialect: task.dialect, shape: read.shape, caller: task.caller }),
    },
    byClass: byClass && findings.length === 0,
  };
}

/** Tags given by the client are complete; of tags in comments, a history keeps only some. */
export function contextOf(
  { caller, today }: Pick<QueryJob, 'caller' | 'today'>,
  { tags, tagsInPart }: TrafficRows,
): JudgeContext {
  const known: CallerFacts = caller.tags === undefined ? { ...caller, tags } : caller;
  const isPart = caller.tags === undefined && tagsInPart;
  return { file: undefined, caller: known, callerPatterns: isPart ? ['tags'] : undefined, today };
}

interface Surroundings extends Pick<QueryJob, 'caller' | 'today'> {
  /** Whether the session is in a transaction; undefined if that is not known. */
  readonly inTransaction?: boolean | undefined;
}

/** Judges a text with what the text itself shows, and nothing else. */
export function judgeText(
  reader: SqlReader,
  ruleset: Ruleset,
  task: Surroundings & Pick<QueryJob, 'query'>,
  read: TrafficRows,
): { readonly findings: QueryFinding[] /** Of all texts of the class. */; readonly byClass: boolean } {
  const script = reader.readTraffic(task.query);
  const findings = judgeScript(script, ruleset, task, read);
  return {
    findings,
    byClass: findings.length === 0 && read.byClass && isDecidedByClass(script.statements, read.tuples),
  };
}

function judgeScript(script: SqlScript, ruleset: Ruleset, task: Surroundings, read: TrafficRows): QueryFinding[] {
  const context = contextOf(task, read);
  const findings: QueryFinding[] = [];
  // If a text has several statements, an earlier one may have begun or ended a transaction.
  const inTransaction = script.statements.length === 1 ? task.inTransaction : undefined;
  for (const [at, own] of script.statements.entries()) {
    const tuple = read.tuples[at];
    const statement = inTransaction === undefined ? own : { ...own, facts: { ...own.facts, inTransaction } };
    const alone = judgeStatement(ruleset, statement, context);
    const inSession =
      tuple?.operations.length === statement.operations.length
        ? judgeStatement(ruleset, withOwnSession(tuple, statement, inTransaction), context)
        : [];
    const indexOf = (operations: readonly unknown[], hit: Hit): number => operations.indexOf(hit.operation);
    const found = new Map<string, { readonly hit: Hit; readonly index: number }>();
    const add = (hit: Hit, index: number): void => {
      const key = `${index} ${hit.rule.id}`;
      const other = found.get(key);
      if (!other || isCertain(hit)) found.set(key, { hit, index });
    };
    for (const hit of inSession) add(hit, indexOf(tuple?.operations ?? [], hit));
    for (const hit of alone) add(hit, indexOf(statement.operations, hit));
    for (const { hit, index } of [...found.values()].sort((a, b) => a.index - b.index)) {
      findings.push(findingOf(hit, statement.operations[index]?.span ?? statement.span));
    }
    for (const { reason, span } of statement.unreadable) findings.push(unreadableFinding(reason, span));
  }
  for (const { reason, span } of script.unreadable) findings.push(unreadableFinding(reason, span));
  return findings;
}

/** Adds session facts that the text itself shows: it started a transaction before, or set a lock timeout. */
function withOwnSession(
  { operations, facts }: TrafficRows['tuples'][number],
  alone: Statement,
  told: boolean | undefined,
): Pick<Statement, 'operations' | 'facts'> {
  const { inTransaction, ddlInTransaction, lockTimeoutSet, statementTimeoutSet } = alone.facts;
  return {
    operations,
    facts: {
      ...facts,
      inTransaction: told ?? (inTransaction || undefined),
      // Outside a transaction, there are no earlier statements of the same transaction.
      ddlInTransaction: ddlInTransaction || (told === false ? false : undefined),
      lockTimeoutSet: lockTimeoutSet || undefined,
      statementTimeoutSet: statementTimeoutSet || undefined,
    },
  };
}

/** The rule is certainly broken, without an exemption. */
function isCertain({ verdict, exemption }: Hit): boolean {
  return verdict !== 'unknown' && !exemption;
}
