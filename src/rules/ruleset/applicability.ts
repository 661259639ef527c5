import type { CallerFacts, CallerPattern, FileFacts } from '../../model/index.ts';
import type { Reads } from '../cel/reads.ts';
import type { Ruleset } from './types.ts';

/** What is known in addition to the statement: `file` is undefined for traffic, `caller` if the caller is not known. */
export interface EvaluationScope {
  readonly file: FileFacts | undefined;
  readonly caller: CallerFacts | undefined;
  /** The caller facts for which a history has only a pattern. */
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

/** A rule that does not apply, or one of its exceptions: the rule itself then still applies. */
export interface NotApplied {
  readonly rule: string;
  readonly reason: string;
  readonly exception?: true | undefined;
}

/** What does not apply in this scope, with the reason. It is listed in reports, not counted as unknown. */
export function rulesNotApplied(ruleset: Ruleset, scope: EvaluationScope): NotApplied[] {
  const found: NotApplied[] = [];
  for (const rule of ruleset.rules) {
    const reason = rule.condition && whyNotApplicable(rule.condition.reads, scope);
    if (rule.verdict !== 'off' && reason !== undefined) found.push({ rule: rule.id, reason });
  }
  for (const exception of ruleset.exceptions) {
    const name = whyNotApplicable(exception.condition.reads, scope) && missingName(exception.condition.reads, scope);
    if (name === undefined) continue;
    const reason = `needs ${name} (the rule itself still applies)`;
    found.push({ rule: exception.rule, reason, exception: true });
  }
  return found;
}

function missingName(reads: Reads, { caller }: EvaluationScope): string {
  return reads.caller === 'yes' && caller === undefined
    ? '`caller`, and none is configured'
    : '`file`, and there is no file';
}
