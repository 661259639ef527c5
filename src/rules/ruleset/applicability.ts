import type { CallerFacts, CallerPattern, FileFacts } from '../../model/index.ts';
import type { Reads } from '../cel/reads.ts';
import type { Ruleset } from './types.ts';

/** What is known in addition to the statement: `file` is undefined for traffic, `caller` if the caller is not known. */
export interface EvaluationScope {
  readonly file: FileFacts | undefined;
  readonly caller: CallerFacts | undefined;
  /** The caller facts of which a history knows only a pattern. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
}

/** Why a condition with these reads does not apply in this scope; undefined if it applies. */
export function whyNotApplicable(reads: Reads, scope: EvaluationScope): string | undefined {
  if (reads.caller === 'yes' && scope.caller === undefined) return 'needs `caller`, but no caller is given';
  if (reads.file === 'yes' && scope.file === undefined) return 'needs `file`, but there is no file';
  return undefined;
}

/** Reads both names unguarded: such a condition applies neither to traffic nor to a file without a caller. */
export function readsBoth(reads: Reads): boolean {
  return reads.caller === 'yes' && reads.file === 'yes';
}

/** Rules that do not apply in this scope, with the reason. They are listed in reports, not counted as unknown. */
export function rulesNotApplied(ruleset: Ruleset, scope: EvaluationScope): { rule: string; reason: string }[] {
  const found: { rule: string; reason: string }[] = [];
  for (const rule of ruleset.rules) {
    const reason = rule.condition && whyNotApplicable(rule.condition.reads, scope);
    if (rule.verdict !== 'off' && reason !== undefined) found.push({ rule: rule.id, reason });
  }
  for (const exception of ruleset.exceptions) {
    const reason = whyNotApplicable(exception.condition.reads, scope);
    if (reason === undefined) continue;
    found.push({
      rule: exception.rule,
      reason: `one of its exceptions ${reason} (the rule itself still applies)`,
    });
  }
  return found;
}
