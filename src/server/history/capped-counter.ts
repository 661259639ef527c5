// Readers of a history add up all counts, and numbers are exact up to 2^53 - 1. Rows of imported snapshots, rows that
// the service recorded, and executions without a row each stay below a share of that limit, so that every sum is exact.

/** Maximum executions of one row on one day; further ones are not counted. */
export const MAX_DAY_EXECUTIONS = Number.MAX_SAFE_INTEGER;

/** Maximum executions of each of the three kinds. */
export const MAX_EXECUTIONS = 2 ** 51;

/** Note on a source with executions above the limit. */
export const CAPPED_NOTE = `it has more than ${MAX_EXECUTIONS} executions: those above the limit are not counted`;

/** Maximum entries (rows times days of a snapshot); each counts at least 1. */
const MAX_ENTRIES = 1_000_000 * 4_000;

/** Accepts counts up to a total. */
export class CappedCounter {
  #room: number;
  #cut = false;

  constructor(max = MAX_EXECUTIONS - MAX_ENTRIES) {
    this.#room = max;
  }

  /** Returns the count, or what is left of the total; at least 1. */
  take(count: number): number {
    if (count <= this.#room) {
      this.#room -= count;
      return count;
    }
    const accepted = Math.max(1, this.#room);
    this.#room = 0;
    this.#cut = true;
    return accepted;
  }

  /** Whether any count was reduced. */
  get cut(): boolean {
    return this.#cut;
  }
}
