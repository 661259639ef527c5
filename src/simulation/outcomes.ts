import type { Verdict } from '../model/index.ts';
import type { TruthPairs } from '../rules/index.ts';

/**
 * What the change does to a run. `unknown`: not decided, and it may be newly blocked. `unknown_loosening`: not decided,
 * and at worst it is newly allowed.
 */
export type RunClass = 'newly_blocked' | 'unknown' | 'newly_allowed' | 'unknown_loosening' | 'changed' | 'unchanged';

/**
 * The class of a run by its verdicts under base and head, if the two are decided independently of each other. A run is
 * legitimate unless the base certainly blocks it.
 */
export const CLASS_OF_VERDICTS: Readonly<Record<Verdict, Readonly<Record<Verdict, RunClass>>>> = {
  allow: { allow: 'unchanged', warn: 'changed', unknown: 'unknown', block: 'newly_blocked' },
  warn: { allow: 'changed', warn: 'unchanged', unknown: 'unknown', block: 'newly_blocked' },
  unknown: { allow: 'unknown_loosening', warn: 'unknown_loosening', unknown: 'unknown', block: 'newly_blocked' },
  block: { allow: 'newly_allowed', warn: 'newly_allowed', unknown: 'unknown_loosening', block: 'unchanged' },
};

/** Strictness of a verdict: 0 allows, 1 warns, 2 blocks. */
export type Level = 0 | 1 | 2;
export const LEVELS = [0, 1, 2] as const;
export const BLOCK = 2;

/** The set of possible pairs of levels (base, head) of a run: bit `base * 3 + head` stands for a pair. */
export type LevelPairs = number;

export function levelPair(base: Level, head: Level): LevelPairs {
  return 1 << (base * 3 + head);
}

/** Neither side matches, for certain. */
export const NO_EFFECT = levelPair(0, 0);
const ALIKE = levelPair(0, 0) | levelPair(1, 1) | levelPair(2, 2);
const HEAD_BLOCKS = levelPair(0, 2) | levelPair(1, 2) | levelPair(2, 2);
const BASE_BLOCKS = levelPair(2, 0) | levelPair(2, 1) | levelPair(2, 2);
const TIGHTER = levelPair(0, 2) | levelPair(1, 2);
const LOOSER = levelPair(2, 0) | levelPair(2, 1);

/** The possible pairs of levels of two rules whose levels are `base` and `head` if they match. */
export function levelsOfTruths(truths: TruthPairs, base: Level, head: Level): LevelPairs {
  let pairs = 0;
  for (let bit = 0; bit < 4; bit++) {
    if ((truths >> bit) & 1) pairs |= levelPair(bit & 1 ? base : 0, bit & 2 ? head : 0);
  }
  return pairs;
}

/** Combines two independent results: on each side the stricter level applies. */
export function combine(a: LevelPairs, b: LevelPairs): LevelPairs {
  if (a === NO_EFFECT) return b;
  if (b === NO_EFFECT) return a;
  let pairs = 0;
  for (let left = 0; left < 9; left++) {
    if (!((a >> left) & 1)) continue;
    for (let right = 0; right < 9; right++) {
      if (!((b >> right) & 1)) continue;
      const base = Math.max(Math.floor(left / 3), Math.floor(right / 3)) as Level;
      const head = Math.max(left % 3, right % 3) as Level;
      pairs |= levelPair(base, head);
    }
  }
  return pairs;
}

/** Whether the two sides cannot differ, even if neither is decided. */
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

/** Whether exactly one pair of levels is possible. */
export function isCertain(pairs: LevelPairs): boolean {
  return (pairs & (pairs - 1)) === 0;
}

/** `levels` is a set of levels: bit 0 stands for allow, bit 1 for warn, bit 2 for block. */
function verdictOf(levels: number): Verdict {
  if (levels & 4) return levels === 4 ? 'block' : 'unknown';
  // An undecided warning does not count, since a warning blocks nothing.
  return levels === 2 ? 'warn' : 'allow';
}

/** The class of a run with these possible pairs of levels. */
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
    // Neither side is decided, but the facts that they share can rule out that only one of them blocks.
    if (mayTighten(pairs)) return 'unknown';
    return mayLoosen(pairs) ? 'unknown_loosening' : 'changed';
  }
  const result = CLASS_OF_VERDICTS[base][head];
  return result === 'unchanged' ? 'changed' : result;
}
