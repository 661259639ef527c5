import type { ListedRule } from '../engine.ts';
import { sentByClient } from './refusal.ts';
import { placeOf } from './rule-places.ts';
import type { TaskTools } from './worker-cache.ts';

export interface RulesJob {
  /** Key of the ruleset. */
  readonly active: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/**
 * All rules of a ruleset, also those that are off, with their exceptions. Raises EngineRefusal for a version of the
 * ruleset that this version of the service no longer loads.
 */
export async function listRules({ active, today }: RulesJob, tools: TaskTools): Promise<readonly ListedRule[]> {
  const ruleset = await sentByClient('rules_invalid', () => tools.ruleset(active));
  return ruleset.rules.map((rule) => ({
    ...placeOf(rule),
    operations: [...rule.operations],
    when: rule.condition?.text,
    suppressible: rule.suppressible,
    final: rule.finalIn !== undefined,
    exceptions: (ruleset.exceptionsOf.get(rule.id) ?? []).map(({ condition, reason, owner, until, place }) => ({
      ...{ when: condition.text, reason, owner, until, place },
      expired: until < today,
    })),
  }));
}
