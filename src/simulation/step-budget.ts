import { ConfigError } from '../model/index.ts';

/** Far beyond what rules and histories that people keep come to: some minutes. */
const MAX_STEPS = 20_000_000_000;

/**
 * Bounds what a replay may take, since rule files come from strangers: a ruleset may be dear by itself, and a history has
 * tens of thousands of rows. Counted, not timed, so that the same input always ends alike.
 */
export class StepBudget {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number = MAX_STEPS) {
    this.#limit = limit;
  }

  get isSpent(): boolean {
    return this.#taken > this.#limit;
  }

  /** Raises ConfigError where the replay has taken too many. */
  take(count: number): void {
    this.#taken += count;
    if (this.isSpent) {
      throw new ConfigError(
        'the conditions of the rules take too long over this history; make them simpler, or the history shorter',
      );
    }
  }
}
