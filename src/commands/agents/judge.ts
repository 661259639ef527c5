import { findingOf, type QueryFinding, unreadableFinding, verdictOfQuery } from '../../check/index.ts';
import {
  type CallerFacts,
  type Dialect,
  docsPage,
  type OperationKind,
  type Program,
  type SqlScript,
  type Statement,
  type Verdict,
} from '../../model/index.ts';
import { helpFor, judgeStatement, type Ruleset, rulesThatApply, toLine } from '../../rules/index.ts';
import type { SqlReader } from '../../sql/index.ts';
import { fewerEffects, type SafeForm } from './fewer-effects.ts';

/** SQL that a program wants to run. */
export interface AgentQuery {
  readonly sql: string;
  /** Facts that are not known are undefined: a rule that needs them is undecided. */
  readonly caller: CallerFacts;
  /** The client program that reads the SQL as a script; undefined: the server gets the text as it is. */
  readonly runBy?: Program | undefined;
}

/** With what queries are judged. */
export interface AgentJudge {
  readonly ruleset: Ruleset;
  readonly reader: SqlReader;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** Why a rule does not let the SQL pass, for a program. */
export interface AgentReason {
  /** `unreadable` for SQL that could not be read completely. */
  readonly rule: string;
  readonly verdict: 'block' | 'warn' | 'unknown';
  readonly reason: string;
  /** The part of the SQL that the rule is about. */
  readonly seen: { readonly operation: string; readonly target: string; readonly sql: string };
  /** What to do instead, Markdown; empty if the rule does not say. */
  readonly help: string;
  /** The page about the rule; undefined if it has none. */
  readonly docs?: string | undefined;
}

/** The answer to a program. */
export interface AgentAnswer {
  readonly verdict: Verdict;
  readonly dialect: Dialect;
  readonly statements: number;
  readonly ruleset: { readonly sources: readonly string[]; readonly hash: string; readonly rules: number };
  readonly reasons: readonly AgentReason[];
  /** How many further reasons are left out. */
  readonly more: number;
  /** SQL that passes and does less than the SQL that was judged; undefined if there is none that provably does. */
  readonly instead?: SafeForm | undefined;
  /** SQL that shows what the first rule lets pass. It passes, and has nothing to do with the SQL that was judged. */
  readonly example?: string | undefined;
}

export interface JudgedQuery {
  readonly answer: AgentAnswer;
  /** What the statements do. */
  readonly kinds: ReadonlySet<OperationKind>;
}

const MAX_REASONS = 20;
/** UTF-16 units of the SQL that a reason repeats. */
const MAX_SEEN = 200;

/** What a text does not pass for if it holds no statement: an empty answer must not look like a check. */
const NO_STATEMENT = 'there is no statement in it';

interface Found {
  readonly finding: QueryFinding;
  readonly help: string;
  readonly docs: string | undefined;
}

/**
 * Judges SQL as the proxy does: exemption comments do not count, exceptions of the ruleset do. Nothing is known of a session
 * but what the text itself shows.
 */
export function judgeForAgent(query: AgentQuery, judge: AgentJudge): JudgedQuery {
  const { ruleset, reader } = judge;
  const { script, found } = judged(query, judge);
  const counting = found.filter(({ finding }) => !finding.excepted);
  const verdict = verdictOfQuery(counting.map(({ finding }) => finding));
  // The strictest first: what decides must not be left out.
  const sorted = ORDER.flatMap((each) => counting.filter(({ finding }) => finding.verdict === each));
  const reasons = sorted.map((each) => reasonOf(each, script.text));
  const passes = (sql: string): boolean => verdictOf({ ...query, sql }, judge) === 'allow';
  const answer: AgentAnswer = {
    verdict,
    dialect: reader.dialect,
    statements: script.statements.length,
    ruleset: { sources: ruleset.sources, hash: ruleset.hash, rules: rulesThatApply(ruleset) },
    reasons: reasons.slice(0, MAX_REASONS),
    more: Math.max(0, reasons.length - MAX_REASONS),
    ...(verdict !== 'allow' && {
      instead: fewerEffects(script, reader, passes),
      example: passingExample(sorted[0]?.finding.rule, judge, passes),
    }),
  };
  return { answer, kinds: new Set(script.statements.flatMap(({ operations }) => operations.map(({ kind }) => kind))) };
}

const ORDER = ['block', 'unknown', 'warn'] as const;

function verdictOf(query: AgentQuery, judge: AgentJudge): Verdict {
  return verdictOfQuery(judged(query, judge).found.map(({ finding }) => finding));
}

/** Every finding, in the order of the text. */
function judged({ sql, caller, runBy }: AgentQuery, { ruleset, reader, today }: AgentJudge) {
  const script: SqlScript = runBy ? reader.read(sql, { path: '-', run: { runBy } }) : reader.readTraffic(sql);
  const found: Found[] = [];
  const isUnread = ({ reason, span }: Statement['unreadable'][number]) =>
    found.push({ finding: unreadableFinding(reason, span), help: '', docs: undefined });
  const context = { file: undefined, caller: callerOfAll(caller, script.statements), today };
  for (const statement of script.statements) {
    for (const hit of judgeStatement(ruleset, statement, context)) {
      const { rule, operation } = hit;
      found.push({ finding: findingOf(hit, operation.span), help: helpFor(rule, reader.dialect), docs: rule.docs });
    }
    statement.unreadable.forEach(isUnread);
  }
  script.unreadable.forEach(isUnread);
  if (script.statements.length === 0 && found.length === 0)
    isUnread({ reason: NO_STATEMENT, span: { start: 0, end: script.text.length } });
  return { script, found };
}

/** Of several statements, one that does more than read may change the role or the database of a later one. */
function callerOfAll(caller: CallerFacts, statements: readonly Statement[]): CallerFacts {
  const isSame = statements.length < 2 || statements.every(({ facts }) => facts.readOnly === true);
  return isSame ? caller : { ...caller, role: undefined, database: undefined };
}

function reasonOf({ finding, help, docs }: Found, text: string): AgentReason {
  const { rule, verdict, message, operation, span } = finding;
  return {
    rule,
    verdict,
    reason: message,
    seen: {
      operation: operation?.kind ?? '',
      target: toLine(operation?.target ?? '', MAX_SEEN),
      sql: toLine(text.slice(span.start, span.end), MAX_SEEN),
    },
    help,
    ...(docs !== undefined && { docs: docsPage(docs) }),
  };
}

/** An example of the rule that passes under the whole ruleset, in the dialect. */
function passingExample(
  id: string | undefined,
  { ruleset, reader }: AgentJudge,
  passes: (sql: string) => boolean,
): string | undefined {
  const rule = ruleset.rules.find((each) => each.id === id);
  return rule?.examples
    .filter(({ dialect = 'postgresql' }) => dialect === reader.dialect)
    .flatMap(({ pass = [] }) => pass)
    .find(passes);
}
