// A reader of a history adds up all that is in it, and knows whole numbers up to 2^53 - 1. Rows of imported snapshots, rows of
// what the service was told, and what no row stands for each stay below a share of that, so that every sum of them is exact.

/** Executions that one row may have on one day: what comes beyond is not counted. */
export const MAX_DAY_EXECUTIONS = Number.MAX_SAFE_INTEGER;

/** Executions of each of the three kinds. */
export const MAX_EXECUTIONS = 2 ** 51;

/** Note of a source some of whose executions are left out. */
export const CAPPED_NOTE = `it is told of more than ${MAX_EXECUTIONS} executions: some beyond are left out of the counts`;

/** Each entry counts at least once: rows of a snapshot with their days, at the most. */
const MOST_ENTRIES = 1_000_000 * 4_000;

/** Takes counts up to a sum. */
export class CappedCounter {
  #room: number;
  #cut = false;

  constructor(most = MAX_EXECUTIONS - MOST_ENTRIES) {
    this.#room = most;
  }

  /** The count, or what is left of it: one at least. */
  take(count: number): number {
    if (count <= this.#room) {
      this.#room -= count;
      return count;
    }
    const taken = Math.max(1, this.#room);
    this.#room = 0;
    this.#cut = true;
    return taken;
  }

  /** Whether anything was left out. */
  get cut(): boolean {
    return this.#cut;
  }
}
