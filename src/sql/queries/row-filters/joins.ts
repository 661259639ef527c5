import { chain, type Expression } from '../../expressions/expression.ts';
import type { Write } from '../query.ts';
import type { FindContext } from './find-context.ts';
import { holdsForSameRow } from './same-row.ts';
import { isVoid } from './void-conditions.ts';

// Joins that find each row of the target.

/**
 * `DELETE a, b FROM a JOIN b ON …`: whether all joined tables are deleted from, and no condition but their joins restricts
 * them.
 */
export function deletesAllThatIsJoined({ block, targets, from, unclear }: Write, { pins, text }: FindContext): boolean {
  const { sources, conditions, links } = block;
  if (targets.length < 2 || targets.length < sources.length || unclear) return false;
  if (text.tokens.word(from) !== 'DELETE' || conditions.length + links.length === 0) return false;
  const terms = conditions.flatMap(({ expression }) => chain(expression, 'AND'));
  return terms.every((term) => {
    if (term.kind !== 'binary' || term.op !== '=') return false;
    const [one, other] = [term.left, term.right].map((side) => pins.columnOf(side, block)?.id);
    return one !== undefined && other !== undefined && one !== other;
  });
}

/** Whether each row of the target finds itself among the rows that are joined, which are those of the same table. */
export function joinsItself(context: FindContext): boolean {
  const { block, target } = context;
  const own = block.conditions.filter(({ restricts }) => restricts === undefined || restricts.has(target.id));
  return own.length > 0 && own.every(({ expression }) => holdsIfJoinedToItself(expression, context));
}

/** Whether a condition holds for each row of the target that is joined to itself. */
export function holdsIfJoinedToItself(expression: Expression, context: FindContext): boolean {
  const { text, pins, block, target, whole, surroundings } = context;
  const { sources } = block;
  if (sources.length < 2 || !sources.every((source) => source.query || (!source.columns && whole.isTarget(source))))
    return false;
  const where = { text, pins, block, isTraffic: surroundings.isTraffic };
  const isSame = (id: number, name: string) => {
    const source = sources.find((one) => one.id === id);
    return (
      id === target.id ||
      (source !== undefined && (whole.isTarget(source) || whole.columnReturnsAll(source, name, name)))
    );
  };
  return chain(expression, 'AND').every((term) => holdsForSameRow(term, where, isSame) || isVoid(term, block, pins));
}
