/**
 * For which rows of the target a condition holds, as its text shows:
 *
 * - `every`: for all, whatever the data. `x = x` of a column that is not NULL, `1 = 1`.
 * - `no`: for none.
 * - `same`: for all or for none, since it does not depend on the row: an EXISTS without a link to it.
 * - `tied`: it depends on the row. That it may select all of them is data.
 * - `open`: the contract allows both answers: it holds for all rows without NULL, or joins the table with itself.
 */
export type Effect = 'every' | 'no' | 'same' | 'tied' | 'open';

export interface Condition {
  readonly sql: string;
  readonly effect: Effect;
}

export function not(effect: Effect): Effect {
  if (effect === 'every') return 'no';
  return effect === 'no' ? 'every' : effect;
}

export function and(a: Effect, b: Effect): Effect {
  if (a === 'no' || b === 'no') return 'no';
  if (a === 'every') return b;
  if (b === 'every') return a;
  if (a === 'open' || b === 'open') return 'open';
  return a === 'same' && b === 'same' ? 'same' : 'tied';
}

export function or(a: Effect, b: Effect): Effect {
  return not(and(not(a), not(b)));
}

/** The conditions of a WHERE or ON, joined by AND: one that depends on the row is enough, whatever the open ones are. */
export function allOf(effects: readonly Effect[]): Effect {
  return ONE_DECIDES.find((effect) => effects.includes(effect)) ?? 'every';
}

const ONE_DECIDES: readonly Effect[] = ['no', 'tied', 'open', 'same'];
