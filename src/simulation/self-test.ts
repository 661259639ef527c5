import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type Formula, type RuleDifference, type RuleInForce, type Ruleset } from '../rules/index.ts';
import { Replay } from './replay.ts';
import type { StepBudget } from './step-budget.ts';

/**
 * Whether the base, held against itself, gives no difference. Every rule that this change touches is treated as if
 * it differed, with the base's on both sides, each side asked by itself, and every row is replayed: what makes a
 * difference here is a defect.
 */
export function differsFromItself(
  base: Ruleset,
  differences: readonly RuleDifference[],
  rows: readonly HistoryRow[],
  today: string,
  steps: StepBudget,
): boolean {
  if (!compareRulesets(base, base, today).equal) return true;
  const touched = differences.map((difference) => ({
    ...difference,
    head: difference.base && askedAgain(difference.base),
    place: difference.basePlace,
  }));
  const replay = new Replay({ differences: touched, same: [] }, steps);
  return rows.some((row) => replay.judge(row).class !== 'unchanged');
}

/** The same rule whose questions share no answers with the original's. */
function askedAgain({ rule, exceptions }: RuleInForce): RuleInForce {
  const again = <T extends { formula(): Formula }>(condition: T): T => ({
    ...condition,
    formula: () => withOwnKeys(condition.formula()),
  });
  return {
    rule: { ...rule, condition: rule.condition && again(rule.condition) },
    exceptions: exceptions.map((exception) => ({ ...exception, condition: again(exception.condition) })),
  };
}

function withOwnKeys(formula: Formula): Formula {
  switch (formula.op) {
    case 'atom':
      return { op: 'atom', atom: { ...formula.atom, key: `again ${formula.atom.key}` } };
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
