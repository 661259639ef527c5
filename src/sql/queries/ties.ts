import { chain, type Expression } from '../expressions/expression.ts';
import type { Block } from './query.ts';
import type { References } from './references.ts';

// Which sources of a query conditions and joins tie to each other. What is tied to nothing is combined with every row.

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
