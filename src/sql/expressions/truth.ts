import type { Lexical } from '../text/dialects.ts';
import { evaluateCondition, TooDeep } from './evaluate.ts';
import { chain, type Expression } from './expression.ts';
import { SampleRows } from './sample-rows.ts';

/** The value of a condition for all data. NULL in a column is ignored: `id = id` counts as true. */
export type ConditionTruth = 'true' | 'false' | 'null' | 'maybe';

const MAX_DEPTH = 200;

/**
 * Whether the condition is true for every row (`1=1`, `id = id`, `a < 5 OR a >= 3`, `length(x) >= 0`), for none, or for
 * some. Undefined if it is nested too deep or refers to too many columns to tell.
 */
export function truthOfCondition(condition: Expression, lexical: Lexical): ConditionTruth | undefined {
  try {
    const folded = evaluateCondition(condition, { valueOf: () => undefined, lexical });
    if (folded !== undefined) return folded === null ? 'null' : folded ? 'true' : 'false';
    const always = holdsAlways(condition, false, lexical, 0);
    return always === undefined ? undefined : always ? 'true' : 'maybe';
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** Whether the condition, or its negation, holds in every row; undefined if there are too many kinds of rows to try. */
function holdsAlways(expression: Expression, negated: boolean, lexical: Lexical, depth: number): boolean | undefined {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (expression.kind === 'unary' && expression.op === 'not')
    return holdsAlways(expression.arg, !negated, lexical, depth + 1);
  if (expression.kind === 'binary' && (expression.op === 'AND' || expression.op === 'OR')) {
    const terms = chain(expression, expression.op);
    if ((expression.op === 'AND') === negated) return anyHoldsAlways(terms, negated, lexical, depth);
    let all: boolean | undefined = true;
    for (const term of terms) {
      const holds = holdsAlways(term, negated, lexical, depth + 1);
      if (holds === false) return false;
      if (holds === undefined) all = undefined;
    }
    return all;
  }
  return new SampleRows([expression], negated, lexical).hold();
}

/**
 * Whether in every row one of the conditions holds. Conditions that share no column are independent: all can fail in one
 * row unless those that share columns never do.
 */
function anyHoldsAlways(
  terms: readonly Expression[],
  negated: boolean,
  lexical: Lexical,
  depth: number,
): boolean | undefined {
  let result: boolean | undefined = false;
  for (const group of SampleRows.groups(terms, negated, lexical)) {
    const [only, ...others] = group;
    const holds =
      only && others.length === 0
        ? holdsAlways(only, negated, lexical, depth + 1)
        : new SampleRows(group, negated, lexical).hold();
    if (holds === true) return true;
    if (holds === undefined) result = undefined;
  }
  return result;
}
