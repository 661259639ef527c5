import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type RuleDifference, type Ruleset } from '../rules/index.ts';
import { Replay } from './replay.ts';
import type { Steps } from './steps.ts';

/**
 * Whether the base, held against itself, gives no difference. Every rule that this change touches is treated as if
 * it differed, with the base's on both sides, and every row is replayed: what makes a difference here is a defect.
 */
export function differsFromItself(
  base: Ruleset,
  differences: readonly RuleDifference[],
  rows: readonly HistoryRow[],
  today: string,
  steps: Steps,
): boolean {
  const itself = compareRulesets(base, base, today);
  if (!itself.equal) return true;
  const touched = differences.map((difference) => ({
    ...difference,
    head: difference.base,
    place: difference.basePlace,
  }));
  const replay = new Replay({ differences: touched, same: [] }, steps);
  return rows.some((row) => replay.judge(row).class !== 'unchanged');
}
