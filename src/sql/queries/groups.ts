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

/** The condition with `count(*)` replaced by a rank, which is not below 1 either. */
export function withCounts(expression: Expression): Expression {
  return withCalls(expression, (call) =>
    call.name === 'count' && call.args.length === 0 ? { ...call, name: 'row_number' } : call,
  );
}

/** The condition with counts replaced by 1. */
function withOnes(expression: Expression): Expression {
  return withCalls(expression, (call) => (call.name === 'count' ? { kind: 'constant', value: 1 } : call));
}

/** Deeper than any real condition. */
const MAX_DEPTH = 200;

/** Replaces the calls of a condition that are operands of its comparisons; those that are too deep stay. */
function withCalls(
  expression: Expression,
  replace: (call: Expression & { kind: 'call' }) => Expression,
  depth = 0,
): Expression {
  if (expression.kind === 'call') return replace(expression);
  if (expression.kind !== 'binary' || depth > MAX_DEPTH) return expression;
  const inner = (part: Expression) => withCalls(part, replace, depth + 1);
  return { ...expression, left: inner(expression.left), right: inner(expression.right) };
}
