import { type Expression, withParts } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import type { GivenContext } from './given-values.ts';
import type { Query, Source, SqlText } from './query.ts';
import { closing, splitAt } from './words.ts';

/** Rows of a list that are tried. */
const MAX_ROWS = 16;

/**
 * The condition with the constants of each row of a joined list in place of its columns: `FROM (VALUES (0)) v(n)`,
 * `WITH v AS (SELECT 0 AS n)`. If it holds for all rows of the target with one of them, the join restricts nothing.
 */
export function* withConstantRows(
  expression: Expression,
  { text, pins, block, target }: GivenContext,
): Iterable<Expression> {
  for (const source of block.sources) {
    if (source.id === target.id || !source.query || source.recursive) continue;
    for (const row of rowsOf(source, source.query, text)) {
      let replaced = false;
      const result = withParts(expression, (part) => {
        const column = part.kind === 'column' ? pins.resolve(part, block) : undefined;
        const value = column?.id === source.id ? row.get(column.name) : undefined;
        replaced ||= value !== undefined;
        return value;
      });
      if (replaced) yield result;
    }
  }
}

/** The constants of each row, by the column's key. */
function* rowsOf({ columns: own }: Source, query: Query, text: SqlText): Iterable<ReadonlyMap<string, Expression>> {
  const [block, ...others] = query.blocks;
  if (!block || others.length > 0 || block.sources.length + block.conditions.length > 0 || block.limited) return;
  const { tokens } = text;
  const isList = tokens.word(query.from) === 'VALUES';
  const names = own ?? query.columns ?? (isList ? undefined : block.items?.map(({ name }) => name));
  const lists = isList ? listsIn(text, query) : [(block.items ?? []).map(({ from, to }) => [from, to] as const)];
  for (const list of lists) {
    const row = new Map<string, Expression>();
    for (const [index, [from, to]] of list.entries()) {
      const value = parseExpression(tokens, from, to, text.lexical);
      const name = names === undefined ? `column${index + 1}` : names[index];
      if (value && name !== undefined && isConstant(value)) row.set(name, value);
    }
    yield row;
  }
}

function listsIn(text: SqlText, { from, to }: Query): readonly (readonly (readonly [number, number])[])[] {
  return splitAt(text, from + 1, to, ',')
    .slice(0, MAX_ROWS)
    .filter(([open]) => text.tokens.word(open) === '(')
    .map(([open, end]) => splitAt(text, open + 1, closing(text, open, end), ','));
}

function isConstant(value: Expression): boolean {
  return value.kind === 'constant' || (value.kind === 'unary' && isConstant(value.arg));
}
