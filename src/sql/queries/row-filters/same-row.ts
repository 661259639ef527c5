import { type Expression, partsOf, withParts } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import type { Pins } from '../pins.ts';
import type { Block, SqlText } from '../query.ts';

/** The condition's place. */
interface SameRowContext {
  readonly text: SqlText;
  readonly pins: Pins;
  readonly block: Block;
  readonly isTraffic: boolean;
}

/**
 * Whether a condition holds in every row if several sources show the same row: `a.email = b.email AND a.id <= b.id`.
 * In traffic, conditions with literals are left out, since these do not count in its facts.
 *
 * @param isSame whether a column of the source, by its id, has the value of that row
 */
export function holdsForSameRow(
  expression: Expression,
  { text, pins, block, isTraffic }: SameRowContext,
  isSame: (source: number, column: string) => boolean,
): boolean {
  if (isTraffic && hasConstant(expression)) return false;
  const sources = new Set<number>();
  const same = withParts(expression, (part) => {
    const column = pins.columnOf(part, block);
    if (part.kind !== 'column' || !column || !isSame(column.id, column.name)) return undefined;
    sources.add(column.id);
    return { ...part, text: column.name };
  });
  return sources.size > 1 && truthOfCondition(same, text.lexical) === 'true';
}

function hasConstant(expression: Expression): boolean {
  return expression.kind === 'constant' || partsOf(expression).some(hasConstant);
}
