import type { Expression } from '../expressions/expression.ts';
import { truthOfCondition } from '../expressions/truth.ts';
import type { SqlText } from './query.ts';

/** Whether a condition of HAVING holds for every group: a group has a row. */
export function holdsForGroups(expression: Expression, { lexical }: SqlText): boolean {
  const counted = withCounts(expression);
  return truthOfCondition(counted, lexical) === 'true';
}

/**
 * Whether a condition of HAVING holds for no group: `count(*) < 1`.
 *
 * @param isOfOne whether each group is one row
 */
export function hasNoGroups(expression: Expression, { lexical }: SqlText, isOfOne: boolean): boolean {
  const counted = isOfOne ? withOnes(expression) : withCounts(expression);
  const negated: Expression = { kind: 'unary', op: 'not', arg: counted };
  return truthOfCondition(negated, lexical) === 'true';
}

function withOnes(expression: Expression): Expression {
  if (expression.kind === 'call' && expression.name === 'count') return { kind: 'constant', value: 1 };
  if (expression.kind !== 'binary') return expression;
  return { ...expression, left: withOnes(expression.left), right: withOnes(expression.right) };
}

/** The condition with `count(*)` replaced by a rank, which is not below 1 either. */
export function withCounts(expression: Expression): Expression {
  if (expression.kind === 'call' && expression.name === 'count' && expression.args.length === 0)
    return { ...expression, name: 'row_number' };
  if (expression.kind !== 'binary') return expression;
  return { ...expression, left: withCounts(expression.left), right: withCounts(expression.right) };
}
