import type { RulesetFiles, RuleView } from '../../../contract/index.ts';
import { InternalError } from '../../../model/index.ts';
import { compareRulesets, loadGivenFiles, type Rule, type Ruleset } from '../../../rules/index.ts';
import type { RulesetDifference } from '../engine.ts';
import { sentByClient } from './refusal.ts';

export interface CompareJob {
  readonly from: RulesetFiles;
  readonly to: RulesetFiles;
  readonly today: string;
}

/**
 * Compares two rulesets rule by rule, as the engine loads them, with all their texts. Raises EngineRefusal for files
 * that no longer load.
 */
export async function compareVersions({ from, to, today }: CompareJob): Promise<RulesetDifference> {
  const [before, after] = await sentByClient('rules_invalid', async () => [
    await loadGivenFiles(from),
    await loadGivenFiles(to),
  ]);
  if (!before || !after) throw new InternalError('both rulesets were loaded');
  const differences = new Map(compareRulesets(before, after, today).differences.map((each) => [each.rule, each]));
  const [old, now] = [viewsOf(before), viewsOf(after)];
  const rules: RulesetDifference['rules'][number][] = [];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [oldRule, newRule] = [old.get(id), now.get(id)];
    const fields = changedFields(oldRule, newRule);
    if (fields.length === 0) continue;
    rules.push({
      rule: id,
      change: oldRule === undefined ? 'added' : newRule === undefined ? 'removed' : 'edited',
      effects: [...(differences.get(id)?.differences ?? [])],
      effect: differences.get(id)?.effect ?? 'none',
      fields,
      from: oldRule,
      to: newRule,
    });
  }
  return { equal: before.hash === after.hash, rules };
}

function viewsOf(ruleset: Ruleset): ReadonlyMap<string, RuleView> {
  return new Map(ruleset.rules.map((rule) => [rule.id, viewOf(rule, ruleset)]));
}

function viewOf(rule: Rule, { exceptionsOf }: Ruleset): RuleView {
  return {
    verdict: rule.verdict,
    operations: [...rule.operations],
    when: rule.condition?.text,
    message: rule.message.text,
    description: rule.description,
    help: rule.help.default,
    owner: rule.owner,
    suppressible: rule.suppressible,
    final: rule.finalIn !== undefined,
    source: rule.source,
    exceptions: (exceptionsOf.get(rule.id) ?? []).map(({ condition, reason, owner, until }) => ({
      when: condition.text,
      reason,
      owner,
      until,
    })),
  };
}

/** The fields that differ, in the order of the view; `rule` if one side does not have it. */
function changedFields(from: RuleView | undefined, to: RuleView | undefined): string[] {
  if (!from || !to) return ['rule'];
  const names = Object.keys(to) as (keyof RuleView)[];
  return names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
}
