import type { GivenContext } from '../given-values.ts';
import type { WholeTable } from './whole-table.ts';

/** The context for reading a term that may find each row of the target among all rows of its table. */
export interface FindContext extends GivenContext {
  readonly whole: WholeTable;
  /** Whether the write was recorded: then the literals in its conditions do not count. */
  readonly surroundings: { readonly isTraffic: boolean };
}
