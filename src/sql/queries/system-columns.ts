import type { Expression } from '../expressions/expression.ts';
import type { Lexical } from '../text/dialects.ts';
import type { GivenContext } from './given-values.ts';
import { nameKey } from './query.ts';

/**
 * PostgreSQL's columns about a row's table and transactions. They do not divide a table that was written in one transaction
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
export function isOfTheWrite(column: string, { values }: Lexical): boolean {
  return values.systemColumns === 'ctid' && OF_THE_WRITE.test(column);
}

/** Whether the condition holds for the address of any row: `ctid > '(0,0)'`. Rows count from 1 in each block. */
export function holdsForAnyAddress(expression: Expression, { values }: Lexical): boolean {
  if (values.systemColumns !== 'ctid' || expression.kind !== 'binary' || !ORDERED.has(expression.op)) return false;
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

/** SQLite's names of the number of a row, and the usual name of a column that stands for it. */
const ROW_IDS = ['rowid', 'oid', '_rowid_', 'id'];

/** The names that a column has besides its own, which comes first. */
export function sameRowId(column: string, { values }: Lexical): readonly string[] {
  return values.systemColumns === 'rowid' && ROW_IDS.includes(column) ? [column, ...ROW_IDS] : [column];
}

/**
 * Why it is not known whether a name is a column: PostgreSQL's `t IS NOT NULL` is about all columns of a row, and SQLite
 * reads `"x"` as a text if the table has no column `x`.
 */
export function rowOrTextDoubt(expression: Expression, { text, target }: GivenContext): string | undefined {
  const { queries, values } = text.lexical;
  if (queries.rowValues && expression.kind === 'is' && expression.what === 'NULL') {
    const { arg } = expression;
    const isRow = arg.kind === 'column' && arg.to === arg.from + 1 && nameKey(text, arg.from) === target.alias;
    return isRow ? 'this condition is about all columns of the row together; name one' : undefined;
  }
  if (values.quotedTexts !== 'without-column' || expression.kind !== 'binary') return undefined;
  const [column, value] = [expression.left, expression.right];
  if (column.kind !== 'column' || value.kind !== 'constant' || typeof value.value !== 'string') return undefined;
  const raw = text.tokens.raw(column.from);
  const isSame = raw.startsWith('"') && raw.slice(1, -1).toLowerCase() === value.value.toLowerCase();
  return isSame ? `without a column ${raw}, SQLite compares a text with itself` : undefined;
}
