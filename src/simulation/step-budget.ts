import { ConfigError } from '../model/index.ts';

/** Far more than real rules and histories need: some minutes. */
const MAX_STEPS = 20_000_000_000;

/**
 * Limits the work of a replay, since rule files are untrusted: a ruleset may be expensive, and a history has tens of
 * thousands of rows. It counts steps instead of time, so that the same input always gives the same result.
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

  /** Raises ConfigError if the replay has used too many steps. */
  take(count: number): void {
    this.#taken += count;
    if (this.isSpent) {
      throw new ConfigError(
        'evaluating the rules over this history takes too long; simplify their conditions, or use a shorter history',
      );
    }
  }
}
