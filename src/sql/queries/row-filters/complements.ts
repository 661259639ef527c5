import { type Expression, withParts } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import type { Pins } from '../pins.ts';
import type { Block, Query, Source, SqlText } from '../query.ts';

/** Parts of a UNION that are compared. */
const MAX_PARTS = 8;

/**
 * Whether the parts of a UNION select every row of a table together: `WHERE x = 1 UNION SELECT … WHERE x <> 1`. NULL is
 * ignored.
 *
 * @param isTarget whether a source is that table
 */
export function coverAll(
  { blocks, narrowed }: Query,
  column: { readonly index: number; readonly name: string },
  { text, pins }: { readonly text: SqlText; readonly pins: Pins },
  isTarget: (source: Source) => boolean,
): boolean {
  if (narrowed || blocks.length < 2 || blocks.length > MAX_PARTS) return false;
  const conditions = blocks.map((block) => conditionOf(block, column, pins, isTarget));
  const all = conditions.reduce<Expression | undefined>(
    (left, right) => (left && right ? { kind: 'binary', op: 'OR', left, right } : undefined),
    { kind: 'constant', value: false },
  );
  return all !== undefined && truthOfCondition(all, text.lexical) === 'true';
}

/** The condition of a part on the rows of the table; undefined if it has another form. */
function conditionOf(
  block: Block,
  { index, name }: { readonly index: number; readonly name: string },
  pins: Pins,
  isTarget: (source: Source) => boolean,
): Expression | undefined {
  const [source, ...others] = block.sources;
  if (!source || others.length > 0 || block.limited || block.groups || block.having.length > 0 || !isTarget(source))
    return undefined;
  const item = block.items?.[index];
  const selected = item && pins.expressionOf(item);
  if (selected?.kind !== 'column' || pins.resolve(selected, block)?.name !== name) return undefined;
  const [first, ...rest] = block.conditions.map(({ expression }) =>
    withParts(expression, (part) => {
      const found = pins.columnOf(part, block);
      return found && part.kind === 'column' ? { ...part, text: found.name } : undefined;
    }),
  );
  if (!first) return undefined;
  return rest.reduce((left, right) => ({ kind: 'binary', op: 'AND', left, right }), first);
}
