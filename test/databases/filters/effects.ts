/** Of how many of the target's rows something holds on some data, in general: of all, of some, or of none. */
export type Outcome = 'every' | 'some' | 'no';

/** The outcomes that a condition may have; which one it has depends on the data. */
export type Effect = ReadonlySet<Outcome>;

/** It holds for every row, whatever the data: `1 = 1`. */
export const EVERY: Effect = new Set(['every']);
export const NO: Effect = new Set(['no']);
/** It does not depend on the row: `EXISTS (SELECT 1 FROM other)`. */
export const SAME: Effect = new Set(['every', 'no']);
/** It depends on the row. That some data has no other rows than it selects makes no difference. */
export const TIED: Effect = new Set(['some']);
/** It holds for every row but those with NULL, or joins the table with itself. */
export const WIDE: Effect = new Set(['every', 'some']);
export const ANY: Effect = new Set(['every', 'some', 'no']);

export interface Condition {
  readonly sql: string;
  readonly effect: Effect;
}

const NEGATED: Readonly<Record<Outcome, Outcome>> = { every: 'no', some: 'some', no: 'every' };

export function not(effect: Effect): Effect {
  return new Set([...effect].map((outcome) => NEGATED[outcome]));
}

export function and(...effects: readonly Effect[]): Effect {
  let all = EVERY;
  for (const effect of effects) {
    const both = new Set<Outcome>();
    for (const a of all) for (const b of effect) both.add(a === 'every' ? b : a === 'no' || b === 'every' ? a : b);
    all = both;
  }
  return all;
}

export function or(a: Effect, b: Effect): Effect {
  return not(and(not(a), not(b)));
}

/** Whether it has no other outcomes. */
export function isOnly(effect: Effect, ...outcomes: readonly Outcome[]): boolean {
  return [...effect].every((outcome) => outcomes.includes(outcome));
}
