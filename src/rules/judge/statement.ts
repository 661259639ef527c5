import type { Operation, Statement } from '../../model/index.ts';
import type { Undecided } from '../cel/engine.ts';
import { RuleFacts } from '../cel/views.ts';
import { type EvaluationScope, whyNotHere } from '../ruleset/applies.ts';
import { fillMessage } from '../ruleset/message.ts';
import type { Exception, Rule, Ruleset } from '../ruleset/types.ts';

export interface JudgeContext extends EvaluationScope {
  /** `YYYY-MM-DD`, UTC. Exceptions hold up to and with their last day. */
  readonly today: string;
}

/** What rules see of a statement. */
export type Judged = Pick<Statement, 'operations' | 'facts'>;

/** One rule that an operation breaks, or that could not be decided for it. */
export interface Hit {
  readonly rule: Rule;
  readonly operation: Operation;
  /** `unknown` where the rule, or an exception to it, could not be decided; `rule.verdict` is then what it would say. */
  readonly verdict: 'block' | 'warn' | 'unknown';
  /** One line of at most 500 characters. */
  readonly message: string;
  /** Why it could not be decided; undefined where it was. */
  readonly cause: string | undefined;
  /** The exception that holds: the hit is reported and does not count. */
  readonly exemption: Exception | undefined;
}

/**
 * Asks every rule about every operation of a statement. A statement of kinds that no rule names costs
 * a look-up. All hits are returned, in the order of the operations and then of the rules.
 */
export function judgeStatement(ruleset: Ruleset, statement: Judged, context: JudgeContext): Hit[] {
  const hits: Hit[] = [];
  for (const operation of statement.operations) {
    const rules = ruleset.byKind.get(operation.kind);
    if (!rules) continue;
    const facts = new RuleFacts({
      operation,
      statement: statement.facts,
      caller: context.caller,
      callerPatterns: context.callerPatterns,
      file: context.file,
    });
    for (const rule of rules) {
      const hit = judgeOperation(ruleset, rule, facts, context);
      if (hit) hits.push(hit);
    }
  }
  return hits;
}

function judgeOperation(ruleset: Ruleset, rule: Rule, facts: RuleFacts, context: JudgeContext): Hit | undefined {
  const { condition, verdict } = rule;
  // A rule that is off stands in no index; the type does not know.
  if (verdict === 'off') return undefined;
  if (condition && whyNotHere(condition.reads, context) !== undefined) return undefined;
  const matches = condition ? condition.decide(facts) : true;
  if (matches === false) return undefined;

  let exemption: Exception | undefined;
  let undecided: Undecided | undefined = matches === true ? undefined : matches;
  for (const exception of exceptionsInForce(ruleset, rule.id, context.today)) {
    if (whyNotHere(exception.condition.reads, context) !== undefined) continue;
    const exempt = exception.condition.decide(facts);
    if (exempt === true) {
      exemption = exception;
      // It settles the matter, whatever another exception could not decide.
      undecided = matches === true ? undefined : matches;
      break;
    }
    if (exempt !== false) undecided ??= { cause: `an exception to the rule: ${exempt.cause}` };
  }
  return {
    rule,
    operation: facts.of.operation,
    verdict: undecided ? 'unknown' : verdict,
    message: fillMessage(rule.message, facts.of),
    cause: undecided?.cause,
    exemption,
  };
}

/** Dates are compared as text: `YYYY-MM-DD` sorts as time does. */
export function holdsOn(exception: { readonly until: string }, today: string): boolean {
  return today <= exception.until;
}

/** The exceptions to a rule that hold on a day, in order. */
export function exceptionsInForce(ruleset: Ruleset, rule: string, today: string): readonly Exception[] {
  const exceptions = ruleset.exceptionsOf.get(rule);
  if (!exceptions) return NO_EXCEPTIONS;
  return exceptions.every((exception) => holdsOn(exception, today))
    ? exceptions
    : exceptions.filter((exception) => holdsOn(exception, today));
}

const NO_EXCEPTIONS: readonly Exception[] = [];

/** Exceptions whose last day is past: they hold no more, and somebody should know. */
export function expiredExceptions(ruleset: Ruleset, today: string): Exception[] {
  return ruleset.exceptions.filter((exception) => !holdsOn(exception, today));
}
