import { chain, type Expression } from '../expressions/expression.ts';
import type { GivenContext } from './given-values.ts';
import type { Block, Source } from './query.ts';
import { type References, referencesOf } from './references.ts';

// Which sources of a query conditions and joins tie to each other. What is tied to nothing is combined with every row.

type TieContext = Pick<GivenContext, 'pins' | 'text'>;

const MAX_ROUNDS = 5;

/** The terms of a block's conditions that tie sources. An OR or NOT ties nothing: the tables need not match. */
export function tyingTerms({ conditions }: Block): readonly Expression[] {
  return conditions
    .flatMap(({ expression }) => chain(expression, 'AND'))
    .filter((term) => term.kind !== 'unary' && !(term.kind === 'binary' && term.op === 'OR'));
}

/** Adds the sources to `tied` that terms or links tie to those in it. */
export function addTied(tied: Set<number>, block: Block, referenced: readonly Pick<References, 'ids'>[]): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = tied.size;
    for (const { ids } of referenced) if ([...ids].some((id) => tied.has(id))) for (const id of ids) tied.add(id);
    for (const { from, to } of block.links) if (tied.has(from)) tied.add(to);
    if (tied.size === before) return;
  }
}

/**
 * Whether a condition is about other sources of its block only, which nothing ties to the given one: `u.status = 'x'` in
 * `FROM orders o, users u` leaves out no order, or all of them.
 */
export function isAboutOthers(condition: Expression, source: Source, block: Block, context: TieContext): boolean {
  if (block.sources.length < 2) return false;
  const { ids, unqualified, opaque, ofTheWrite, variable, queries } = referencesOf(condition, {
    pins: context.pins,
    text: context.text,
    block,
  });
  if (unqualified || opaque || ofTheWrite || variable || queries.length > 0 || ids.size === 0) return false;
  const others = new Set(block.sources.map(({ id }) => id));
  for (const id of tiedTo(source, block, context)) others.delete(id);
  return [...ids].every((id) => others.has(id));
}

/** Whether a condition is about the sources of its block only: it holds for the same of their rows, wherever the query stands. */
export function isWithin(condition: Expression, block: Block, context: TieContext): boolean {
  const found = referencesOf(condition, { pins: context.pins, text: context.text, block });
  const { ids, unqualified, opaque, ofTheWrite, variable, queries } = found;
  if (unqualified || opaque || ofTheWrite || variable || queries.length > 0) return false;
  return [...ids].every((id) => block.sources.some((source) => source.id === id));
}

const known = new WeakMap<Block, Map<number, ReadonlySet<number>>>();

/** Ids of the source and of those that are tied to it. */
function tiedTo({ id }: Source, block: Block, context: TieContext): ReadonlySet<number> {
  const bySource = known.get(block) ?? new Map<number, ReadonlySet<number>>();
  known.set(block, bySource);
  let tied = bySource.get(id);
  if (!tied) {
    const all = new Set([id]);
    if (block.sources.some(({ lateral }) => lateral)) for (const one of block.sources) all.add(one.id);
    const links = block.links.flatMap(({ from, to }) => [{ ids: new Set([from, to]) }]);
    addTied(all, block, [
      ...tyingTerms(block).map((term) => referencesOf(term, { pins: context.pins, text: context.text, block })),
      ...links,
    ]);
    tied = all;
    bySource.set(id, tied);
  }
  return tied;
}
