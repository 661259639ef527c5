import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type Formula, type RuleDifference, type RuleInForce, type Ruleset } from '../rules/index.ts';
import { Replay } from './replay.ts';
import type { StepBudget } from './step-budget.ts';

/**
 * Whether comparing the base with itself gives a difference, which would be a bug. Every rule that the change edits is
 * treated as if it differed, with the base's version on both sides. Each side is evaluated separately, for every row.
 */
export function differsFromItself(
  base: Ruleset,
  differences: readonly RuleDifference[],
  rows: readonly HistoryRow[],
  today: string,
  steps: StepBudget,
): boolean {
  if (!compareRulesets(base, base, today).equal) return true;
  const edited = differences.map((difference) => ({
    ...difference,
    head: difference.base && withoutSharedResults(difference.base),
    place: difference.basePlace,
  }));
  const replay = new Replay({ differences: edited, same: [] }, steps);
  return rows.some((row) => replay.judge(row).class !== 'unchanged');
}

/** A copy of the rule whose conditions share no cached results with the original. */
function withoutSharedResults({ rule, exceptions }: RuleInForce): RuleInForce {
  const copy = <T extends { formula(): Formula }>(condition: T): T => ({
    ...condition,
    formula: () => withOwnKeys(condition.formula()),
  });
  return {
    rule: { ...rule, condition: rule.condition && copy(rule.condition) },
    exceptions: exceptions.map((exception) => ({ ...exception, condition: copy(exception.condition) })),
  };
}

function withOwnKeys(formula: Formula): Formula {
  switch (formula.op) {
    case 'atom':
      return { op: 'atom', atom: { ...formula.atom, key: `copy of ${formula.atom.key}` } };
    case 'not':
      return { op: 'not', part: withOwnKeys(formula.part) };
    case 'choice': {
      const { test, yes, no } = formula;
      return { op: 'choice', test: withOwnKeys(test), yes: withOwnKeys(yes), no: withOwnKeys(no) };
    }
    default:
      return { op: formula.op, parts: formula.parts.map(withOwnKeys) };
  }
}
