import { loadConditionEngine } from '../cel/engine.ts';
import { checkedCondition } from '../conditions/compile.ts';
import { effectiveRuleset } from './effective.ts';
import type { Exception, Ruleset } from './types.ts';

/**
 * Returns the ruleset with one more exception, in memory. Raises ConditionProblem if `when` is not a valid condition.
 */
export async function withException(
  ruleset: Ruleset,
  exception: Omit<Exception, 'condition'> & { readonly when: string },
): Promise<Ruleset> {
  const { when, ...rest } = exception;
  await loadConditionEngine([when]);
  const exceptions = [...ruleset.exceptions, { ...rest, condition: checkedCondition(when) }];
  return effectiveRuleset({ ...ruleset, exceptions });
}
