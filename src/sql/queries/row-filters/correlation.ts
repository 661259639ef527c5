import { chain, type Expression, partsOf } from '../../expressions/expression.ts';
import { T } from '../../text/tokens.ts';
import type { GivenContext } from '../given-values.ts';
import type { Pins } from '../pins.ts';
import { type Block, nameKey, type Query } from '../query.ts';
import { isWithin } from '../ties.ts';
import { isVoid } from './void-conditions.ts';

const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>']);

/** Where a subquery stands. */
export interface Correlated extends Pick<GivenContext, 'text' | 'block' | 'pins'> {
  /** Ids of the target, and of the sources that a join ties to it. */
  readonly tied: ReadonlySet<number>;
}

/** Whether a subquery refers to a row of the target. */
export function correlation(query: Query, context: Correlated): 'yes' | 'no' | 'unknown' {
  const { text, block } = context;
  const { tokens } = text;
  const inner = new Set<string>();
  let bare = false;
  for (const nested of blocksIn(query)) {
    for (const { alias } of nested.sources) inner.add(alias);
    bare ||= nested.conditions.some(({ expression }) => comparesBare(expression, nested, context.pins));
  }
  for (let at = query.from; at < query.to; at++) {
    const kind = tokens.kind(at);
    if (tokens.word(at + 1) !== '.' || tokens.word(at - 1) === '.' || (kind !== T.word && kind !== T.quoted)) continue;
    const alias = nameKey(text, at);
    if (inner.has(alias) || context.pins.isTableName(at)) continue;
    const source = block.sources.find((one) => one.alias === alias);
    // `schema.table.column`, or a row variable: as before, taken for the target's.
    if (!source || context.tied.has(source.id)) return 'yes';
  }
  return bare ? 'unknown' : 'no';
}

function* blocksIn(query: Query): Iterable<Block> {
  for (const block of query.blocks) {
    yield block;
    for (const inner of block.subqueries.values()) yield* blocksIn(inner);
    for (const source of block.sources) {
      if (source.query && !source.recursive && source.query.references <= 1) yield* blocksIn(source.query);
    }
  }
}

/** Whether a subquery compares two columns, one without a qualifier, which may be the target's. */
function comparesBare(condition: Expression, block: Block, pins: Pins): boolean {
  if (block.sources.length === 0) return true;
  const open: Expression[] = [condition];
  while (open.length > 0) {
    const next = open.pop() as Expression;
    if (next.kind === 'binary' && COMPARISONS.has(next.op)) {
      const columns = [next.left, next.right].filter((side) => side.kind === 'column');
      const bare = columns.filter(({ from, to }) => to === from + 1);
      if (columns.length === 2 && bare.length > 0 && !isVoid(next, block, pins)) return true;
    }
    for (const part of partsOf(next)) open.push(part);
  }
  return false;
}

/** A list that is written here has a row, whatever the columns in it are. */
const WRITTEN_LIST = /^(?:ARRAY|JSON_ARRAY|JSON_OBJECT|JSONB?_BUILD_(?:ARRAY|OBJECT)|VALUES)$/;

/** Why it is not known whether EXISTS filters by the rows of a function; undefined for `unnest(t.tags)`. */
export function existsByFunction(query: Query, context: Correlated): string | undefined {
  const { tokens } = context.text;
  for (let at = query.from; at < query.to; at++)
    if (WRITTEN_LIST.test(tokens.word(at))) return 'the list in EXISTS has a row, whatever the columns in it are';
  return correlation(query, context) === 'yes' ? undefined : 'EXISTS holds for each row if the function returns any';
}

/** Whether only one side of an OR links EXISTS to the row: `EXISTS (SELECT 1 FROM k WHERE k.id = t.id OR k.a = 1)`. */
export function isLinkedByOr(query: Query, context: Correlated): boolean {
  return query.blocks.some((block) => {
    const terms = block.conditions.flatMap(({ expression }) => chain(expression, 'AND'));
    const isOwn = (term: Expression) => isWithin(term, block, context);
    const isOr = (term: Expression) => term.kind === 'binary' && term.op === 'OR';
    if (terms.some((term) => !isOr(term) && !isOwn(term))) return false;
    return terms.some((term) => {
      const sides = isOr(term) ? chain(term, 'OR') : [];
      return sides.some(isOwn) && !sides.every(isOwn);
    });
  });
}
