import { chain, type Expression } from '../expressions/expression.ts';
import type { Block, Condition } from './query.ts';

// Which sources of a query conditions and joins tie to each other. What is tied to nothing is combined with every row.

const MAX_ROUNDS = 5;

/** A term that ties the sources that it names, and the sources whose rows it restricts. */
type TyingTerm = readonly [term: Expression, restricts: Condition['restricts']];

/** The terms of a block's conditions that tie sources. An OR or NOT ties nothing: the tables need not match. */
function tyingTerms({ conditions }: Block): readonly TyingTerm[] {
  return conditions
    .flatMap(({ expression, restricts }) => chain(expression, 'AND').map((term): TyingTerm => [term, restricts]))
    .filter(([term]) => term.kind !== 'unary' && !(term.kind === 'binary' && term.op === 'OR'));
}

/**
 * Adds the sources to `tied` that terms or links tie to those in it.
 *
 * @param idsOf gives the ids of the sources whose columns a term names
 */
export function addTied(tied: Set<number>, block: Block, idsOf: (term: Expression) => ReadonlySet<number>): void {
  const terms = tyingTerms(block).map(([term, restricts]) => ({ ids: [...idsOf(term)], restricts }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = tied.size;
    for (const { ids, restricts } of terms) {
      if (!ids.some((id) => tied.has(id))) continue;
      // `a LEFT JOIN b ON a.x > 0`: whether there is a row of `b` depends on the row of `a`.
      const isOuter = restricts && ids.some((id) => tied.has(id) && !restricts.has(id));
      for (const id of isOuter ? [...ids, ...restricts] : ids) tied.add(id);
    }
    for (const { from, to } of block.links) if (tied.has(from)) tied.add(to);
    if (tied.size === before) return;
  }
}
