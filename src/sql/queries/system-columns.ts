import type { Expression } from '../expressions/expression.ts';
import type { Lexical } from '../text/dialects.ts';

/**
 * PostgreSQL's columns about a row's table and transactions, by which a table written in one go is not divided
 * (PostgreSQL manual, "System Columns").
 */
const OF_THE_WRITE = /^(?:tableoid|xmin|xmax|cmin|cmax)$/;
/** Its address of a row. */
const ADDRESS = 'ctid';

/** Blocks of the largest table. */
const BLOCKS = 2 ** 32 - 1;
const ORDERED = new Set(['<', '>', '<=', '>=', '<>']);
const SWAPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '<>': '<>' };

/** Whether all rows of a table may have the same value in the column. */
export function isOfTheWrite(column: string, { family }: Lexical): boolean {
  return family === 'psql' && OF_THE_WRITE.test(column);
}

/** Whether the condition holds for the address of any row: `ctid > '(0,0)'`. Rows count from 1 in each block. */
export function holdsForAnyAddress(expression: Expression, { family }: Lexical): boolean {
  if (family !== 'psql' || expression.kind !== 'binary' || !ORDERED.has(expression.op)) return false;
  const { left, right } = expression;
  const [column, value, op] =
    left.kind === 'column' ? [left, right, expression.op] : [right, left, SWAPPED[expression.op]];
  if (column.kind !== 'column' || column.text.split('.').at(-1) !== ADDRESS || value.kind !== 'constant') return false;
  const [, block, row] = /^\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*$/.exec(String(value.value)) ?? [];
  if (block === undefined) return false;
  if (op === '<>') return Number(row) === 0;
  if (op === '<' || op === '<=') return Number(block) >= BLOCKS;
  return Number(block) === 0 && Number(row) <= (op === '>=' ? 1 : 0);
}
