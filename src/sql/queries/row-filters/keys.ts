import type { Expression } from '../../expressions/expression.ts';
import type { Pins } from '../pins.ts';
import type { Block, Source } from '../query.ts';

/** Names of columns that usually are the key of their table. */
const KEY = /^(?:id|uuid|guid|pk|rowid)$/i;
const SWAPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '<>': '<>' };

/**
 * Why it is not known whether a comparison of the key with a constant filters: `id > 0` and `id IS NOT NULL` keep every
 * row of most tables. MySQL Workbench, which refuses to write without a condition on the key, makes people write them.
 */
export function keyDoubt(
  expression: Expression,
  negated: boolean,
  { pins, block, target }: { readonly pins: Pins; readonly block: Block; readonly target: Source },
): string | undefined {
  const isKey = (part: Expression) => {
    const column = pins.columnOf(part, block);
    return column?.id === target.id && KEY.test(column.name);
  };
  if (expression.kind === 'is')
    return expression.what === 'NULL' && expression.negated !== negated && isKey(expression.arg)
      ? KEEPS_ALL
      : undefined;
  if (negated || expression.kind !== 'binary') return undefined;
  const { left, right, op } = expression;
  const [key, value, how] = isKey(left) ? [left, right, op] : [right, left, SWAPPED[op]];
  if (!isKey(key)) return undefined;
  const bound = value.kind === 'unary' && value.op === '-' ? minus(value.arg) : constantOf(value);
  if (how === '<>') return bound === 0 || bound === '' || bound === -1 ? KEEPS_ALL : undefined;
  if (typeof bound !== 'number') return undefined;
  return (how === '>' && bound <= 0) || (how === '>=' && bound <= 1) ? KEEPS_ALL : undefined;
}

const KEEPS_ALL = 'a key usually has such a value in every row; write which rows are meant';

function constantOf(value: Expression): unknown {
  return value.kind === 'constant' ? value.value : undefined;
}

function minus(value: Expression): unknown {
  const number = constantOf(value);
  return typeof number === 'number' ? -number : undefined;
}
