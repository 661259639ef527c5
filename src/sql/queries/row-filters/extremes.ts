import type { Expression } from '../../expressions/expression.ts';
import { Definitions } from '../definitions.ts';
import { isInOpenLoop } from '../loops.ts';
import { type Block, nameKey, type Query, type Source, type SqlText } from '../query.ts';
import { closing } from '../words.ts';
import type { FindContext } from './find-context.ts';
import type { WholeTable } from './whole-table.ts';

// Comparisons with the highest or lowest value of a column in all rows, which hold for each row.

type Aggregate = 'max' | 'min';

/** A column, of which the highest or lowest value is looked for. */
interface Wanted {
  readonly aggregate: Aggregate;
  readonly name: string;
  /** Whether the value must be beyond those of all rows: `max(id) + 1`. */
  readonly beyond: boolean;
}

const SWAPPED: Readonly<Record<string, string>> = { '<=': '>=', '>=': '<=', '<': '>', '>': '<' };
const MAX_DEPTH = 8;

/** Whether `column op (SELECT max(column) FROM the table)` holds for every row. */
export function comparesWithExtreme(expression: Expression, context: FindContext): boolean {
  if (expression.kind !== 'binary' || SWAPPED[expression.op] === undefined) return false;
  const { pins, block, target } = context;
  const { left, right } = expression;
  const isLeft = left.kind === 'query' || pins.columnOf(left, block)?.id !== target.id;
  const [column, value, op = ''] = isLeft ? [right, left, SWAPPED[expression.op]] : [left, right, expression.op];
  const own = pins.columnOf(column, block);
  if (own?.id !== target.id) return false;
  const aggregate = op.startsWith('<') ? 'max' : 'min';
  return returnsExtreme(value, { aggregate, name: own.name, beyond: !op.endsWith('=') }, context);
}

/** Whether a loop that ends by a condition takes the highest or lowest row again and again. */
export function takesEachInLoop(value: Expression, name: string, context: FindContext): boolean {
  if (!('from' in value) || !isInOpenLoop(context.text, value.from)) return false;
  return (['min', 'max'] as const).some((aggregate) =>
    returnsExtreme(value, { aggregate, name, beyond: false }, context),
  );
}

/** Whether a subquery, a column of one, or the variable that took its value is such a value. */
function returnsExtreme(value: Expression, wanted: Wanted, context: FindContext): boolean {
  const { text, pins, block, target, whole } = context;
  const inner = withoutMargin(value, wanted.aggregate);
  if (inner) return returnsExtreme(inner.value, { ...wanted, beyond: wanted.beyond && !inner.isBeyond }, context);
  if (value.kind === 'query') {
    const read = pins.queryAt(block, value.from, value.to);
    return read !== undefined && isExtreme(read, 0, wanted, whole, 0);
  }
  const column = value.kind === 'column' ? pins.resolve(value, block) : undefined;
  const source = column && block.sources.find(({ id }) => id === column.id);
  if (column && source && source.id !== target.id) return isExtremeOf(source, column.name, wanted, whole, 0);
  if ((value.kind !== 'opaque' && value.kind !== 'column') || value.to !== value.from + 1) return false;
  if (value.kind === 'column') {
    // A bare name may be a column of a query that is joined.
    const named = block.sources.find((one) => one.query && namesOf(one).includes(nameKey(text, value.from)));
    if (named) return isExtremeOf(named, nameKey(text, value.from), wanted, whole, 0);
  }
  const found = Definitions.of(text).find(nameKey(text, value.from), ['value', 'copy'], value.from);
  if (!found) return false;
  return whole.inDefinition(found, (query, own) => isExtreme(query, Number(found.takes ?? 0), wanted, own, 0));
}

/** What a number is added to that moves it away from all rows, and whether that is above 0. */
function withoutMargin(
  value: Expression | undefined,
  aggregate: Aggregate,
): { readonly value: Expression; readonly isBeyond: boolean } | undefined {
  if (value?.kind !== 'binary' || value.op !== (aggregate === 'max' ? '+' : '-')) return undefined;
  const { left, right } = value;
  if (right.kind !== 'constant' || typeof right.value !== 'number' || right.value < 0) return undefined;
  return { value: left, isBeyond: right.value > 0 };
}

function namesOf({ columns, query }: Source): readonly (string | undefined)[] {
  return columns ?? query?.columns ?? query?.blocks[0]?.items?.map(({ name }) => name) ?? [];
}

function isExtremeOf(source: Source, column: string, wanted: Wanted, whole: WholeTable, depth: number): boolean {
  const at = namesOf(source).indexOf(column);
  if (at < 0 || !source.query || source.recursive || source.lateral) return false;
  return isExtreme(source.query, at, wanted, whole, depth);
}

/** Whether the result's column, by its position, is the highest or lowest value of that column in all rows. */
function isExtreme(query: Query, index: number, wanted: Wanted, whole: WholeTable, depth: number): boolean {
  const [block, ...others] = query.blocks;
  const [source, ...joined] = block?.sources ?? [];
  if (!block || !source || others.length + joined.length > 0 || depth > MAX_DEPTH) return false;
  if (query.narrowed || block.groups) return false;
  const { pins } = whole;
  const item = pins.expressionOf(block.items?.[index]);
  const margin = withoutMargin(item, wanted.aggregate);
  const value = margin?.value ?? item;
  const beyond = wanted.beyond && !margin?.isBeyond;
  const arg = value?.kind === 'call' && value.name === wanted.aggregate ? value.args[0] : undefined;
  const read = arg ?? value;
  const column = read && pins.columnOf(read, block);
  if (!column || column.id !== source.id || (arg && whole.leavesOut(block, query))) return false;
  if (arg || isFirstByOrder(query, block, column.name, wanted.aggregate, whole))
    return !beyond && whole.holdsAll(source, column.name, wanted.name, block, 0);
  if (whole.leavesOut(block, query) || block.conditions.length > 0) return false;
  return isExtremeOf(source, column.name, { ...wanted, beyond }, whole, depth + 1);
}

/** Whether it is the first row in the order of that column: `SELECT id FROM t ORDER BY id DESC LIMIT 1`. */
function isFirstByOrder(
  { from, to }: Query,
  block: Block,
  column: string,
  aggregate: Aggregate,
  { text }: WholeTable,
): boolean {
  const { tokens } = text;
  if (!block.limited || block.having.length > 0 || block.isEmpty) return false;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) === '(') at = closing(text, at, to);
    if (tokens.word(at) !== 'ORDER' || tokens.word(at + 1) !== 'BY') continue;
    let last = at + 2;
    while (tokens.word(last + 1) === '.') last += 2;
    const next = tokens.word(last + 1);
    if (nameKey(text, last) !== column || (next === 'DESC') !== (aggregate === 'max')) return false;
    const limit = /^(?:ASC|DESC)$/.test(next) ? last + 2 : last + 1;
    return /^(?:LIMIT|FETCH)$/.test(tokens.word(limit)) && !hasOffset(text, limit, to);
  }
  return false;
}

function hasOffset({ tokens }: SqlText, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (tokens.word(at) === 'OFFSET' || tokens.word(at) === ',') return true;
  return false;
}
