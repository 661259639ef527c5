import { SeededChoices } from '../seeded-choices.ts';
import type { FilterDialect } from './dialects.ts';
import type { Query } from './queries.ts';
import { TARGET } from './tables.ts';

/** A statement that is being written: its choices, and what its parts share. */
export class Draft extends SeededChoices {
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

  constructor(dialect: FilterDialect, seed: number) {
    super(seed);
    this.dialect = dialect;
  }
}
