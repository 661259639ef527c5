import type { Lexical } from '../text/dialects.ts';
import { evaluateCondition, TooDeep } from './evaluate.ts';
import { chain, type Expression } from './expression.ts';
import { canonicalForm } from './form.ts';

/** The value of a condition for all data. NULL in a column is ignored: `id = id` counts as true. */
export type ConditionTruth = 'true' | 'false' | 'null' | 'maybe';

const MAX_DEPTH = 200;

/**
 * Whether the condition is true for every row (`1=1`, `id = id`, `x IS NULL OR x IS NOT NULL`), for none, or for some.
 * Undefined if it is nested too deep to tell.
 */
export function truthOfCondition(condition: Expression, lexical: Lexical): ConditionTruth | undefined {
  try {
    const folded = evaluateCondition(condition, { valueOf: () => undefined, lexical });
    if (folded !== undefined) return folded === null ? 'null' : folded ? 'true' : 'false';
    return holdsAlways(condition, false, lexical, 0) ? 'true' : 'maybe';
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** Whether the condition, or its negation, holds in every row. */
function holdsAlways(expression: Expression, negated: boolean, lexical: Lexical, depth: number): boolean {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (expression.kind === 'unary' && expression.op === 'not')
    return holdsAlways(expression.arg, !negated, lexical, depth + 1);
  if (expression.kind === 'binary' && (expression.op === 'AND' || expression.op === 'OR')) {
    const terms = chain(expression, expression.op);
    if ((expression.op === 'AND') !== negated)
      return terms.every((term) => holdsAlways(term, negated, lexical, depth + 1));
    return terms.some((term) => holdsAlways(term, negated, lexical, depth + 1)) || haveComplements(terms);
  }
  return evaluateCondition(expression, { valueOf: () => undefined, lexical }) === !negated;
}

/** Whether one of the conditions is the negation of another, so that one of them holds in every row. */
function haveComplements(terms: readonly Expression[]): boolean {
  const forms = new Set<string>();
  for (const term of terms) {
    const form = canonicalForm(term);
    if (form !== undefined) forms.add(form);
  }
  return terms.some((term) => {
    const opposite = complementOf(term);
    const form = opposite && canonicalForm(opposite);
    return form !== undefined && forms.has(form);
  });
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '<=>': '<!=>',
  '<!=>': '<=>',
};

/** The condition that holds in the other rows, not counting those with NULL. */
function complementOf(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'unary':
      return expression.op === 'not' ? expression.arg : undefined;
    case 'is':
    case 'in':
    case 'between':
    case 'like':
    case 'query_in':
      return { ...expression, negated: !expression.negated };
    case 'binary': {
      const op = OPPOSITES[expression.op];
      return op === undefined ? undefined : { ...expression, op };
    }
    default:
      return { kind: 'unary', op: 'not', arg: expression };
  }
}
