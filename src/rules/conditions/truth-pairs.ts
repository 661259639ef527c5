import { type Atom, atomsOf, evaluate, type Formula } from './formula.ts';

/** The combinations of values that two formulas can have: bit `(first ? 1 : 0) + (second ? 2 : 0)` for each pair. */
export type TruthPairs = number;

/** Default maximum number of worlds (combinations of answers) to evaluate. */
const MAX_WORLDS = 4096;

/**
 * Returns which pairs of answers two conditions can give for one operation when only some atoms are decided.
 * Shared atoms have the same answer in both: an undecided atom that occurs in both makes no difference between them,
 * and `limit > 9` is never true when `limit > 5` is false. Atoms about different facts count as independent, so the
 * result may contain impossible pairs but never misses a possible one.
 *
 * @param answer answer of an atom, undefined if it is undecided; called again for every world
 * @param maxWorlds with more worlds than this, the two conditions are treated as independent
 */
export function truthPairs(
  first: Formula,
  second: Formula,
  answer: (atom: Atom) => boolean | undefined,
  maxWorlds: number = MAX_WORLDS,
): TruthPairs {
  const firstValue = evaluate(first, answer);
  const secondValue = evaluate(second, answer);
  if (firstValue !== undefined && secondValue !== undefined) return pair(firstValue, secondValue);
  const variables = variablesOf([first, second], answer);
  const worlds = variables.reduce((count, { worlds }) => count * worlds.length, 1);
  if (worlds > maxWorlds) return independent(firstValue, secondValue);

  let found: TruthPairs = 0;
  const assumed = new Map<string, boolean>();
  const answerInWorld = (atom: Atom): boolean | undefined => answer(atom) ?? assumed.get(atom.text);
  const assume = (index: number): void => {
    const variable = variables[index];
    if (!variable) {
      found |= pair(evaluate(first, answerInWorld) === true, evaluate(second, answerInWorld) === true);
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
  for (const a of first === undefined ? [false, true] : [first]) {
    for (const b of second === undefined ? [false, true] : [second]) found |= pair(a, b);
  }
  return found;
}

/** Atoms whose answers depend on each other, and every possible combination of their answers. */
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

/** Atoms about one fact: one world for each distinguishable value of the fact. */
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
