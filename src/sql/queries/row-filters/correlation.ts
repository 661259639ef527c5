import { chain, type Expression, partsOf } from '../../expressions/expression.ts';
import { returnsOneRow } from '../../expressions/parse/aggregate-query.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import { isComparison } from '../../expressions/values.ts';
import { T } from '../../text/tokens.ts';
import type { Pins } from '../pins.ts';
import { type Block, nameKey, type Query, type Source, type SqlText } from '../query.ts';

/** Where a subquery stands. */
export interface Correlated {
  readonly text: SqlText;
  readonly pins: Pins;
  readonly block: Block;
  /** Whether the statement was recorded: then the literals in its conditions do not count. */
  readonly isTraffic: boolean;
  /** Ids of the target, and of the sources that a join ties to it. */
  readonly tied: ReadonlySet<number>;
}

/**
 * Whether a subquery refers to a row of the target. `unknown`: it compares columns, one of them without its table, and
 * nothing tells whose that is.
 */
export function correlation(query: Query, context: Correlated): 'yes' | 'no' | 'unknown' {
  let unclear = false;
  for (const { block } of queriesIn(query)) {
    for (const source of block.sources) {
      const found = argumentsReference(source, block, context);
      if (found === 'yes') return 'yes';
      unclear ||= found === 'unknown';
    }
    for (const expression of expressionsOf(block, context)) {
      const found = inExpression(expression, block, context);
      if (found === 'yes') return 'yes';
      unclear ||= found === 'unknown';
    }
  }
  return unclear ? 'unknown' : 'no';
}

/** Whether the arguments of a function in a FROM list refer to a row of the target: `jsonb_array_elements(t.data)`. */
function argumentsReference(source: Source, block: Block, context: Correlated): 'yes' | 'no' | 'unknown' {
  if (!source.args || source.args.length === 0) return 'no';
  const given = context.pins.argumentsOf(source, block);
  const found = given.args.map((argument) => inExpression(argument, given.block, context));
  return found.includes('yes') ? 'yes' : found.includes('unknown') ? 'unknown' : 'no';
}

/** Whether a query or function in the FROM list refers to a tied row: LATERAL, APPLY, `unnest(t.tags)`. */
export function dependsOnTied(source: Source, context: Correlated): boolean {
  if (argumentsReference(source, context.block, context) === 'yes') return true;
  return source.lateral === true && source.query !== undefined && correlation(source.query, context) === 'yes';
}

/** Whether only those tied rows remain for which the source has a row. */
export function isRequired(source: Source, context: Correlated): boolean {
  const { block, text, tied } = context;
  if (tied.has(source.id) || block.optional.has(source.id) || !dependsOnTied(source, context)) return false;
  const { query } = source;
  return !query || !returnsOneRow(text.tokens, query.from - 1, query.to);
}

/** The blocks of a query and of those in it. */
function* queriesIn(query: Query): Iterable<{ readonly block: Block }> {
  for (const block of query.blocks) {
    yield { block };
    for (const inner of block.subqueries.values()) yield* queriesIn(inner);
    for (const source of block.sources)
      if (source.query && !source.recursive && source.query.references <= 1) yield* queriesIn(source.query);
  }
}

function* expressionsOf(block: Block, { pins, text, isTraffic }: Correlated): Iterable<Expression> {
  // A term that always holds links nothing, whatever it names.
  for (const { expression } of block.conditions)
    for (const term of chain(expression, 'AND'))
      if (isTraffic || truthOfCondition(term, text.lexical) !== 'true') yield term;
  for (const [from, to] of block.having) yield pins.parsed(from, to);
  for (const item of block.items ?? []) {
    const expression = item.star === undefined ? pins.expressionOf(item) : undefined;
    if (expression) yield expression;
  }
}

function inExpression(expression: Expression, block: Block, context: Correlated): 'yes' | 'no' | 'unknown' {
  let unclear = false;
  // Not recursive: a chain may have tens of thousands of operands.
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'column' && isOfTied(next, block, context)) return 'yes';
    if (next.kind === 'opaque' && namesTied(next, context)) return 'yes';
    unclear ||= comparesUnclear(next, block, context.pins);
    for (const part of partsOf(next)) open.push(part);
  }
  return unclear ? 'unknown' : 'no';
}

function isOfTied(
  column: Expression & { kind: 'column' },
  block: Block,
  { pins, text, ...write }: Correlated,
): boolean {
  const found = pins.resolve(column, block);
  if (found) return write.tied.has(found.id);
  // `schema.table.column`, or the row of a variable: taken for the target's.
  const isQualified = column.to > column.from + 1 && !pins.isVariable(column);
  return isQualified && !/^(?:excluded)$/i.test(text.tokens.raw(column.from));
}

/** Whether a part that is not read names a tied source with a dot behind it. */
function namesTied({ from, to }: { readonly from: number; readonly to: number }, context: Correlated): boolean {
  const { tokens } = context.text;
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (tokens.word(at + 1) !== '.' || tokens.word(at - 1) === '.' || (kind !== T.word && kind !== T.quoted)) continue;
    const source = context.block.sources.find(({ alias }) => alias === nameKey(context.text, at));
    if (source && context.tied.has(source.id)) return true;
  }
  return false;
}

/** Whether it compares columns, or what is made of them, and one of them may be the target's. */
function comparesUnclear(expression: Expression, block: Block, pins: Pins): boolean {
  if (expression.kind !== 'binary' || !isComparison(expression.op)) return false;
  const sides = [columnsIn(expression.left), columnsIn(expression.right)];
  if (sides.some((columns) => columns.length === 0)) return false;
  return sides.flat().some((column) => column.to === column.from + 1 && pins.resolve(column, block)?.certain === false);
}

type Column = Expression & { readonly kind: 'column' };

function columnsIn(expression: Expression): readonly Column[] {
  if (expression.kind === 'column') return [expression];
  const columns: Column[] = [];
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (next.kind === 'column') columns.push(next);
    else for (const part of partsOf(next)) open.push(part);
  return columns;
}
