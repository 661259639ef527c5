import { pick, seeded } from '../../traffic/exactness.ts';
import type { FilterDialect } from './dialects.ts';
import type { Query } from './queries.ts';
import { TARGET } from './tables.ts';

/** A statement that is being written: its choices, and what its parts share. */
export class Draft {
  readonly dialect: FilterDialect;
  /** The name by which the statement calls the target. */
  target = TARGET;
  /** CTEs of the statement, by name. */
  readonly ctes = new Map<string, Query>();
  /** Tables that the statement names: a CTE of the same name would hide them. */
  readonly read = new Set<string>([TARGET]);
  /** What the next source in a FROM list is to be. */
  prefers: 'table' | 'derived' | 'cte' | undefined;
  /** Whether it has a name without a table that only those who know the tables' columns can resolve. */
  needsTables = false;
  readonly #random: () => number;

  constructor(dialect: FilterDialect, seed: number) {
    this.dialect = dialect;
    this.#random = seeded(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return pick(this.#random, values);
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
