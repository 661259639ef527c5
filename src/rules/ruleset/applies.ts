import type { CallerFacts, CallerPattern, FileFacts } from '../../model/index.ts';
import type { Reads } from '../cel/reads.ts';
import type { Rule, Ruleset } from './types.ts';

/** What is known beside the statement: `file` is undefined for traffic, `caller` where nobody said who calls. */
export interface EvaluationScope {
  readonly file: FileFacts | undefined;
  readonly caller: CallerFacts | undefined;
  /** Of which of these a history has a pattern only. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
}

/** Why a condition that reads this cannot be asked here; undefined where it can. */
export function whyNotHere(reads: Reads, here: EvaluationScope): string | undefined {
  if (reads.caller === 'yes' && here.caller === undefined) return 'reads `caller`, and no caller is given';
  if (reads.file === 'yes' && here.file === undefined) return 'reads `file`, and there is none';
  return undefined;
}

/** Both names unguarded: such a condition could be asked neither of traffic nor of a file without a caller. */
export function readsBoth(reads: Reads): boolean {
  return reads.caller === 'yes' && reads.file === 'yes';
}

/** Rules in force that do not apply here, with the reason. They are no unknown: they say nothing of these statements. */
export function rulesNotApplied(ruleset: Ruleset, here: EvaluationScope): { rule: string; reason: string }[] {
  const found: { rule: string; reason: string }[] = [];
  for (const rule of ruleset.rules) {
    const reason = ruleApplies(rule, here);
    if (rule.verdict !== 'off' && reason !== undefined) found.push({ rule: rule.id, reason });
  }
  for (const exception of ruleset.exceptions) {
    const reason = whyNotHere(exception.condition.reads, here);
    if (reason !== undefined) found.push({ rule: exception.rule, reason: `an exception to it ${reason}` });
  }
  return found;
}

function ruleApplies(rule: Rule, here: EvaluationScope): string | undefined {
  return rule.condition ? whyNotHere(rule.condition.reads, here) : undefined;
}
