import { chain, type Expression, withParts } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import type { Lexical } from '../../text/dialects.ts';
import { withCounts } from '../groups.ts';
import type { Pins } from '../pins.ts';
import type { Block } from '../query.ts';

const MAX_DEPTH = 200;
const RANKS = /^(?:row_number|row_number of all|rank|dense_rank)$/;
const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>']);

/** Whether a condition restricts no rows, whatever its literals are: they do not count in facts of traffic. */
export function isVoid(expression: Expression, block: Block, pins: Pins, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (expression.kind === 'binary' && expression.op === 'AND')
    return chain(expression, 'AND').every((term) => isVoid(term, block, pins, depth + 1));
  if (expression.kind === 'binary' && expression.op === 'OR')
    return chain(expression, 'OR').some((term) => isVoid(term, block, pins, depth + 1));
  if (expression.kind === 'is') return expression.negated && expression.what === 'NULL';
  if (expression.kind === 'constant') return true;
  if (expression.kind !== 'binary' || !COMPARISONS.has(expression.op)) return false;
  const { left, right } = expression;
  if (left.kind === 'constant' && right.kind === 'constant') return true;
  const [one, other] = [pins.columnOf(left, block), pins.columnOf(right, block)];
  return one !== undefined && one.id === other?.id && one.name === other.name;
}

/** Whether a condition on a rank holds for each: `row_number() OVER (…) AS n`, `n > 0`. */
export function holdsForRanks(expression: Expression, block: Block, pins: Pins, lexical: Lexical): boolean {
  let ranks = 0;
  const calculated = withParts(expression, (part) => {
    const column = pins.columnOf(part, block);
    const source = column && block.sources.find(({ id }) => id === column.id);
    const [inner, ...others] = (source && !source.columns && source.query?.blocks) || [];
    if (!column || !inner || others.length > 0 || source?.query?.columns) return undefined;
    const value = pins.expressionOf(inner.items?.find(({ name }) => name === column.name));
    const rank = value && withCounts(value);
    if (rank?.kind !== 'constant' && (rank?.kind !== 'call' || !RANKS.test(rank.name))) return undefined;
    ranks++;
    return rank;
  });
  return ranks > 0 && truthOfCondition(calculated, lexical) === 'true';
}
