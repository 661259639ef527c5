import { type Expression, partsOf, withParts } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import type { Pins } from '../pins.ts';
import type { Block, SqlText } from '../query.ts';

/**
 * Whether a condition holds in every row if several sources show the same row: `a.email = b.email AND a.id <= b.id`.
 * Conditions with literals are left out, since these do not count in facts of traffic.
 *
 * @param isSame whether the source, by its id, shows that row
 */
export function holdsForSameRow(
  expression: Expression,
  { text, pins, block }: { readonly text: SqlText; readonly pins: Pins; readonly block: Block },
  isSame: (source: number) => boolean,
): boolean {
  if (hasConstant(expression)) return false;
  const sources = new Set<number>();
  const same = withParts(expression, (part) => {
    const column = pins.columnOf(part, block);
    if (part.kind !== 'column' || !column || !isSame(column.id)) return undefined;
    sources.add(column.id);
    return { ...part, text: column.name };
  });
  return sources.size > 1 && truthOfCondition(same, text.lexical) === 'true';
}

function hasConstant(expression: Expression): boolean {
  return expression.kind === 'constant' || partsOf(expression).some(hasConstant);
}
