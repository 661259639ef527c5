import type { Verdict } from '../model/index.ts';
import type { TruthPairs } from '../rules/index.ts';

/**
 * What the change does to one kind of run. `unknown`: it may come to be blocked. `unknown_loosening`: it cannot be
 * decided either, and at the very worst it comes to be let through.
 */
export type RunClass = 'newly_blocked' | 'unknown' | 'newly_allowed' | 'unknown_loosening' | 'changed' | 'unchanged';

/**
 * The class of a run by its verdicts under base and head, where the two are told independently of each other.
 * A run is legitimate where the base does not block it for certain.
 */
export const CLASS_OF_VERDICTS: Readonly<Record<Verdict, Readonly<Record<Verdict, RunClass>>>> = {
  allow: { allow: 'unchanged', warn: 'changed', unknown: 'unknown', block: 'newly_blocked' },
  warn: { allow: 'changed', warn: 'unchanged', unknown: 'unknown', block: 'newly_blocked' },
  unknown: { allow: 'unknown_loosening', warn: 'unknown_loosening', unknown: 'unknown', block: 'newly_blocked' },
  block: { allow: 'newly_allowed', warn: 'newly_allowed', unknown: 'unknown_loosening', block: 'unchanged' },
};

/** How strict what rules say is: 0 lets run, 1 warns, 2 blocks. */
export type Level = 0 | 1 | 2;
export const LEVELS = [0, 1, 2] as const;
export const BLOCK = 2;

/** Which pairs of levels, base and head, a run can have: bit `base * 3 + head` of each. */
export type LevelPairs = number;

export function levelPair(base: Level, head: Level): LevelPairs {
  return 1 << (base * 3 + head);
}

/** Both say nothing, for certain. */
export const NO_EFFECT = levelPair(0, 0);
const ALIKE = levelPair(0, 0) | levelPair(1, 1) | levelPair(2, 2);
const HEAD_BLOCKS = levelPair(0, 2) | levelPair(1, 2) | levelPair(2, 2);
const BASE_BLOCKS = levelPair(2, 0) | levelPair(2, 1) | levelPair(2, 2);
const TIGHTER = levelPair(0, 2) | levelPair(1, 2);
const LOOSER = levelPair(2, 0) | levelPair(2, 1);

/** The pairs of levels of two rules that say `base` and `head` where they hold. */
export function levelsOfTruths(truths: TruthPairs, base: Level, head: Level): LevelPairs {
  let pairs = 0;
  for (let bit = 0; bit < 4; bit++) {
    if ((truths >> bit) & 1) pairs |= levelPair(bit & 1 ? base : 0, bit & 2 ? head : 0);
  }
  return pairs;
}

/** What two independent answers come to together: of each side the stricter. */
export function combine(a: LevelPairs, b: LevelPairs): LevelPairs {
  if (a === NO_EFFECT) return b;
  if (b === NO_EFFECT) return a;
  let pairs = 0;
  for (let one = 0; one < 9; one++) {
    if (!((a >> one) & 1)) continue;
    for (let two = 0; two < 9; two++) {
      if (!((b >> two) & 1)) continue;
      const base = Math.max(Math.floor(one / 3), Math.floor(two / 3)) as Level;
      const head = Math.max(one % 3, two % 3) as Level;
      pairs |= levelPair(base, head);
    }
  }
  return pairs;
}

/** The two sides cannot differ, even where they cannot be decided. */
export function isUnchanged(pairs: LevelPairs): boolean {
  return (pairs & ~ALIKE) === 0;
}

export function headBlocksForCertain(pairs: LevelPairs): boolean {
  return (pairs & ~HEAD_BLOCKS) === 0;
}

export function headMayBlock(pairs: LevelPairs): boolean {
  return (pairs & HEAD_BLOCKS) !== 0;
}

export function baseBlocksForCertain(pairs: LevelPairs): boolean {
  return (pairs & ~BASE_BLOCKS) === 0;
}

export function mayTighten(pairs: LevelPairs): boolean {
  return (pairs & TIGHTER) !== 0;
}

export function mayLoosen(pairs: LevelPairs): boolean {
  return (pairs & LOOSER) !== 0;
}

/** Only one thing can be. */
export function isCertain(pairs: LevelPairs): boolean {
  return (pairs & (pairs - 1)) === 0;
}

/** `levels` has bit 0 for a level that lets run, 1 for one that warns, 2 for one that blocks. */
function verdictOf(levels: number): Verdict {
  if (levels & 4) return levels === 4 ? 'block' : 'unknown';
  // A warning that cannot be decided stops nothing.
  return levels === 2 ? 'warn' : 'allow';
}

/** The class of a run that can have these pairs of levels. */
export function classOf(pairs: LevelPairs): RunClass {
  if (isUnchanged(pairs)) return 'unchanged';
  let baseLevels = 0;
  let headLevels = 0;
  for (const base of LEVELS) {
    for (const head of LEVELS) {
      if (!(pairs & levelPair(base, head))) continue;
      baseLevels |= 1 << base;
      headLevels |= 1 << head;
    }
  }
  const base = verdictOf(baseLevels);
  const head = verdictOf(headLevels);
  if (base === 'unknown' && head === 'unknown') {
    // Neither is decided, but what they share can rule out that one blocks where the other does not.
    if (mayTighten(pairs)) return 'unknown';
    return mayLoosen(pairs) ? 'unknown_loosening' : 'changed';
  }
  const said = CLASS_OF_VERDICTS[base][head];
  return said === 'unchanged' ? 'changed' : said;
}
