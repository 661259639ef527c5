import type { Expression } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import type { GivenContext } from '../given-values.ts';
import { isUnfilledSource } from '../unfilled-tables.ts';
import type { WholeTable } from './whole-table.ts';

/**
 * `LEFT JOIN b ON … WHERE b.id IS NULL`, where no row of `b` can match, so that it holds for every row: `ON … AND 1 = 0`,
 * an empty query. `unfilled`: a table that the file creates and does not fill.
 */
export function neverMatches(
  expression: Expression,
  { pins, block, target, text }: GivenContext,
  whole: WholeTable,
): 'never' | 'unfilled' | undefined {
  if (expression.kind !== 'is' || expression.what !== 'NULL' || expression.negated) return undefined;
  const column = pins.columnOf(expression.arg, block);
  const source = block.sources.find(({ id }) => id === column?.id);
  if (!source || source.id === target.id) return undefined;
  if (source.query && whole.isEmpty(source.query)) return 'never';
  for (const { expression: on, restricts } of block.conditions) {
    if (!restricts?.has(source.id) || restricts.has(target.id)) continue;
    const truth = truthOfCondition(on, text.lexical);
    if (truth === 'false' || truth === 'null') return 'never';
  }
  return isUnfilledSource(text, source, 'from' in expression.arg ? expression.arg.from : 0) ? 'unfilled' : undefined;
}
