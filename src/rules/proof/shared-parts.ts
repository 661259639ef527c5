import type { Logic } from './logic.ts';
import type { Proposition } from './propositions.ts';

/**
 * Replaces each part that two conditions share by one proposition. What holds for all truths of that proposition holds for
 * all truths of the part, and takes far fewer steps to prove.
 */
export function withoutSharedParts(
  own: Logic<Proposition>,
  others: readonly Logic<Proposition>[],
): { readonly own: Logic<Proposition>; readonly others: readonly Logic<Proposition>[] } {
  const parts = new Set(partsOf(own));
  const shared = new Set(others.flatMap((other) => [...partsOf(other)].filter((part) => parts.has(part))));
  if (shared.size === 0) return { own, others };
  return { own: replace(own, shared), others: others.map((other) => replace(other, shared)) };
}

const keys = new WeakMap<Logic<Proposition>, string>();

/** Equal for conditions that are built alike. */
function keyOf(logic: Logic<Proposition>): string {
  const known = keys.get(logic);
  if (known !== undefined) return known;
  const key =
    logic.op === 'atom'
      ? logic.atom.key
      : `(${logic.op} ${children(logic)
          .map((part) => keyOf(part))
          .join(' , ')})`;
  keys.set(logic, key);
  return key;
}

function children(logic: Logic<Proposition>): readonly Logic<Proposition>[] {
  switch (logic.op) {
    case 'atom':
      return [];
    case 'not':
      return [logic.part];
    case 'choice':
      return [logic.test, logic.yes, logic.no];
    default:
      return logic.parts;
  }
}

function isPart({ op }: Logic<Proposition>): boolean {
  return op !== 'atom' && op !== 'not';
}

function* partsOf(logic: Logic<Proposition>): Generator<string> {
  if (isPart(logic)) yield keyOf(logic);
  for (const child of children(logic)) yield* partsOf(child);
}

function replace(logic: Logic<Proposition>, shared: ReadonlySet<string>): Logic<Proposition> {
  const key = keyOf(logic);
  if (isPart(logic) && shared.has(key)) {
    return { op: 'atom', atom: { key, text: key, fact: key, question: { type: 'part' } } };
  }
  switch (logic.op) {
    case 'atom':
      return logic;
    case 'not':
      return { op: 'not', part: replace(logic.part, shared) };
    case 'choice':
      return {
        op: 'choice',
        test: replace(logic.test, shared),
        yes: replace(logic.yes, shared),
        no: replace(logic.no, shared),
      };
    default:
      return { op: logic.op, parts: logic.parts.map((part) => replace(part, shared)) };
  }
}
