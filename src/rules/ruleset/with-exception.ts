import { loadConditionEngine } from '../cel/engine.ts';
import { checkedCondition } from '../conditions/compile.ts';
import { effectiveRuleset } from './effective.ts';
import type { Exception, Ruleset } from './types.ts';

/**
 * The ruleset with one exception more, in memory. Raises ConditionProblem where `when` is no condition that a rule
 * file may hold.
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
