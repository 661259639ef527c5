import type { Rule } from '../../../rules/index.ts';
import type { RulePlace } from '../engine.ts';
import { sentByClient } from './refusal.ts';
import type { TaskTools } from './worker-cache.ts';

export interface RulePlacesJob {
  /** Key of the ruleset. */
  readonly active: string;
  readonly rules: readonly string[];
}

/**
 * The texts of rules, and where the ruleset defines them. Rules that it does not have are left out. Raises
 * EngineRefusal for a version of the ruleset that this version of the service no longer loads.
 */
export async function rulePlaces({ active, rules }: RulePlacesJob, tools: TaskTools): Promise<readonly RulePlace[]> {
  const ruleset = await sentByClient('rules_invalid', () => tools.ruleset(active));
  const requested = new Set(rules);
  return ruleset.rules.filter(({ id }) => requested.has(id)).map(placeOf);
}

export function placeOf(rule: Rule): RulePlace {
  const { id, verdict, message, description, help, owner, docs, source, place, keyPlaces } = rule;
  return {
    rule: id,
    verdict,
    message: message.text,
    ...{ description, help: help.default, owner, docs, source },
    definedAt: place,
    decidedAt: keyPlaces.when ?? keyPlaces.verdict ?? keyPlaces.operations ?? place,
  };
}
