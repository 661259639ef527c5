import { type Atom, atomsOf, evaluate, type Formula } from './formula.ts';

/** Which pairs of truths two formulas can have together: bit `(first ? 1 : 0) + (second ? 2 : 0)` of each. */
export type TruthPairs = number;

/** How many worlds are looked at if nothing else is said. */
const MAX_WORLDS = 4096;

/**
 * Which pairs of answers two conditions can give to one operation, where some questions are decided and the others
 * are not. What both ask is answered alike: an undecided question that stands in both makes no difference between
 * them, and neither does `limit > 9` say yes where `limit > 5` says no. Questions about different facts count as
 * independent, so that more pairs may come out than can be, never fewer.
 *
 * @param answer the question's answer, undefined where it is undecided; asked again in every world
 * @param maxWorlds where there are more, the two count as saying nothing about each other
 */
export function truthPairs(
  first: Formula,
  second: Formula,
  answer: (atom: Atom) => boolean | undefined,
  maxWorlds: number = MAX_WORLDS,
): TruthPairs {
  const one = evaluate(first, answer);
  const two = evaluate(second, answer);
  if (one !== undefined && two !== undefined) return pair(one, two);
  const variables = variablesOf([first, second], answer);
  const worlds = variables.reduce((count, { worlds }) => count * worlds.length, 1);
  if (worlds > maxWorlds) return independent(one, two);

  let found: TruthPairs = 0;
  const assumed = new Map<string, boolean>();
  const ask = (atom: Atom): boolean | undefined => answer(atom) ?? assumed.get(atom.text);
  const assume = (index: number): void => {
    const variable = variables[index];
    if (!variable) {
      found |= pair(evaluate(first, ask) === true, evaluate(second, ask) === true);
      return;
    }
    for (const world of variable.worlds) {
      variable.texts.forEach((text, i) => {
        assumed.set(text, world[i] === true);
      });
      assume(index + 1);
    }
  };
  assume(0);
  return found;
}

function pair(first: boolean, second: boolean): TruthPairs {
  return 1 << ((first ? 1 : 0) + (second ? 2 : 0));
}

function independent(first: boolean | undefined, second: boolean | undefined): TruthPairs {
  let found: TruthPairs = 0;
  for (const one of first === undefined ? [false, true] : [first]) {
    for (const two of second === undefined ? [false, true] : [second]) found |= pair(one, two);
  }
  return found;
}

/** Questions that hang together, and every way in which they can be answered together. */
interface Variable {
  readonly texts: readonly string[];
  readonly worlds: readonly (readonly boolean[])[];
}

function variablesOf(formulas: readonly Formula[], answer: (atom: Atom) => boolean | undefined): readonly Variable[] {
  const byFact = new Map<string, Map<string, Atom>>();
  const alone = new Set<string>();
  for (const formula of formulas) {
    for (const atom of atomsOf(formula)) {
      if (answer(atom) !== undefined) continue;
      const { comparison } = atom;
      if (!comparison) {
        alone.add(atom.text);
        continue;
      }
      const together = byFact.get(comparison.fact) ?? new Map<string, Atom>();
      byFact.set(comparison.fact, together.set(atom.text, atom));
    }
  }
  return [
    ...[...alone].map((text) => ({ texts: [text], worlds: [[false], [true]] })),
    ...[...byFact.values()].map((atoms) => combine([...atoms.values()])),
  ];
}

/** One world for each value of the fact that the constants tell apart. */
function combine(atoms: readonly Atom[]): Variable {
  const comparisons = atoms.flatMap(({ comparison }) => (comparison ? [comparison] : []));
  const worlds = new Map<string, boolean[]>();
  for (const value of samples(comparisons.flatMap(({ constants }) => constants))) {
    const world = comparisons.map((comparison) => comparison.holds(value));
    worlds.set(world.join(), world);
  }
  return { texts: atoms.map(({ text }) => text), worlds: [...worlds.values()] };
}

function samples(constants: readonly (string | number)[]): Set<string | number> {
  const found = new Set<string | number>();
  for (const constant of constants) {
    found.add(constant);
    if (typeof constant === 'number') found.add(constant - 1).add(constant + 1);
  }
  if (constants.some((constant) => typeof constant === 'string')) {
    let other = 'other';
    while (found.has(other)) other += "'";
    found.add(other);
  }
  return found;
}
