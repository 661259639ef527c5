import { NO_USE, type Operation, type Statement } from '../../model/index.ts';
import type { UseAnswer } from '../../use/index.ts';
import type { Undecided } from '../cel/engine.ts';
import { RuleFacts } from '../cel/fact-views.ts';
import { type EvaluationScope, whyNotApplicable } from '../ruleset/applicability.ts';
import { fillMessage, MAX_MESSAGE, toLine } from '../ruleset/message.ts';
import type { Exception, Rule, Ruleset } from '../ruleset/types.ts';

export interface JudgeContext extends EvaluationScope {
  /** `YYYY-MM-DD`, UTC. Exceptions apply through their last day. */
  readonly today: string;
  /** What a history says about the object of an operation; undefined where nobody asks. */
  readonly useOf?: ((operation: Operation) => UseAnswer | undefined) | undefined;
}

/** The part of a statement that rules see. */
export type Judged = Pick<Statement, 'operations' | 'facts'>;

/** One rule that an operation breaks, or that could not be decided for it. */
export interface Hit {
  readonly rule: Rule;
  readonly operation: Operation;
  /** `unknown` if the rule or an exception could not be decided; `rule.verdict` is then the possible verdict. */
  readonly verdict: 'block' | 'warn' | 'unknown';
  /** One line of at most 500 characters. */
  readonly message: string;
  /** Why it could not be decided; undefined if it was. */
  readonly cause: string | undefined;
  /** The exception that applies: the hit is reported but does not count. */
  readonly exemption: Exception | undefined;
}

/**
 * Evaluates every rule for every operation of a statement. Returns all hits, ordered by operation and then by rule.
 * A statement whose kinds no rule names only costs a look-up.
 */
export function judgeStatement(ruleset: Ruleset, statement: Judged, context: JudgeContext): Hit[] {
  const hits: Hit[] = [];
  // Rules of which a statement has one hit, and has it.
  const decided = new Set<Rule>();
  for (const operation of statement.operations) {
    const rules = ruleset.byKind.get(operation.kind);
    if (!rules) continue;
    const use = context.useOf?.(operation);
    const facts = new RuleFacts({
      operation,
      statement: statement.facts,
      use: use?.facts ?? NO_USE,
      caller: context.caller,
      callerPatterns: context.callerPatterns,
      file: context.file,
    });
    for (const rule of rules) {
      if (decided.has(rule)) continue;
      const hit = judgeOperation(ruleset, rule, facts, context, use);
      if (!hit) continue;
      hits.push(hit);
      if (rule.per === 'statement' && decides(hit)) decided.add(rule);
    }
  }
  return hits;
}

/** Whether further hits of the same rule add nothing. */
function decides({ verdict, exemption }: Hit): boolean {
  return verdict !== 'unknown' && exemption === undefined;
}

function judgeOperation(
  ruleset: Ruleset,
  rule: Rule,
  facts: RuleFacts,
  context: JudgeContext,
  use: UseAnswer | undefined,
): Hit | undefined {
  const { condition, verdict } = rule;
  // `byKind` contains no rules that are off, but the type does not express that.
  if (verdict === 'off') return undefined;
  if (condition && whyNotApplicable(condition.reads, context) !== undefined) return undefined;
  const matches = condition ? condition.decide(facts) : true;
  if (matches === false) return undefined;

  let exemption: Exception | undefined;
  let undecided: Undecided | undefined = matches === true ? undefined : matches;
  for (const exception of exceptionsInForce(ruleset, rule.id, context.today)) {
    if (whyNotApplicable(exception.condition.reads, context) !== undefined) continue;
    const exempt = exception.condition.decide(facts);
    if (exempt === true) {
      exemption = exception;
      // An exception that applies decides, even if another one is undecided.
      undecided = matches === true ? undefined : matches;
      break;
    }
    if (exempt !== false) undecided ??= { cause: `an exception to the rule: ${exempt.cause}` };
  }
  return {
    rule,
    operation: facts.known.operation,
    verdict: undecided ? 'unknown' : verdict,
    message: messageOf(rule, facts.known, use),
    cause: undecided?.cause,
    exemption,
  };
}

/** The rule's message, with the reason why a copy of the dropped table does not spare it, and with who uses the object. */
function messageOf({ message, condition }: Rule, known: RuleFacts['known'], use: UseAnswer | undefined): string {
  const filled = fillMessage(message, known);
  const { rebuildDoubt } = known.operation;
  const reads = (facts: RegExp) => facts.test(condition?.text ?? '');
  const doubt =
    rebuildDoubt !== undefined && reads(/\boperation\.(?:rebuilt|rowsCopied)\b/)
      ? `, and the copy does not count as a rebuild: ${rebuildDoubt}`
      : '';
  const used = use && reads(/\buse\./) ? `; ${use.text}` : '';
  return doubt || used ? toLine(`${filled}${doubt}${used}`, MAX_MESSAGE) : filled;
}

/** Whether an exception or acknowledgement applies on a day. `YYYY-MM-DD` texts sort by date. */
export function holdsOn(exception: { readonly until: string }, today: string): boolean {
  return today <= exception.until;
}

/** The exceptions to a rule that apply on a day, in order. */
export function exceptionsInForce(ruleset: Ruleset, rule: string, today: string): readonly Exception[] {
  const exceptions = ruleset.exceptionsOf.get(rule);
  if (!exceptions) return NO_EXCEPTIONS;
  return exceptions.every((exception) => holdsOn(exception, today))
    ? exceptions
    : exceptions.filter((exception) => holdsOn(exception, today));
}

const NO_EXCEPTIONS: readonly Exception[] = [];

/** Exceptions that no longer apply because their last day is past. Reports list them. */
export function expiredExceptions(ruleset: Ruleset, today: string): Exception[] {
  return ruleset.exceptions.filter((exception) => !holdsOn(exception, today));
}
