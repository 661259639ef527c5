import type { ErrorPlace } from '../model/index.ts';
import { compareRulesets, type Ruleset, type RulesetComparison } from '../rules/index.ts';

/**
 * Compares two rulesets. A rule of a pack or file that only one of them extends is placed at the line under `extends`
 * that adds or loses it: the change edits that line, and a pack has no lines.
 */
export function compareAtExtends(base: Ruleset, head: Ruleset, today: string): RulesetComparison {
  const comparison = compareRulesets(base, head, today);
  const differences = comparison.differences.map((difference) => ({
    ...difference,
    place: lineOf(difference.place, head, base),
    basePlace: lineOf(difference.basePlace, base, head),
  }));
  return { ...comparison, differences };
}

function lineOf(place: ErrorPlace | undefined, ruleset: Ruleset, other: Ruleset): ErrorPlace | undefined {
  let line = place;
  while (line && !other.sources.includes(line.file)) {
    const extended = ruleset.extendedAt?.get(line.file);
    if (!extended) break;
    line = extended;
  }
  return line;
}
