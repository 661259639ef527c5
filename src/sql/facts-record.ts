import type { StatementFacts } from '../model/index.ts';
import { Lazy } from './reader/lazy.ts';
import { type Around, NONE, type Own, StatementFields, shareLists } from './statement-fields.ts';

type PinnedColumns = StatementFacts['pinnedColumns'];

/**
 * The facts of a statement. Its pinned columns are computed when they are first read, and when the facts are copied: most
 * rules never do. A class, so that the facts of all statements share two hidden classes in V8.
 */
export class FactsRecord extends StatementFields implements StatementFacts {
  /** An own property of each record, since facts are copied by spreading. */
  declare readonly pinnedColumns: PinnedColumns;
  #pinned: Lazy<PinnedColumns> | undefined;

  constructor(own: Own, around: Around, pinned: (() => PinnedColumns) | undefined) {
    super(own, around);
    this.#pinned = pinned && new Lazy(pinned);
    if (pinned) Object.defineProperty(this, 'pinnedColumns', COMPUTED);
    else this.pinnedColumns = NONE;
  }

  /** Computes the pinned columns now, and shares the lists that are the same as those of the statement before. */
  static settle(facts: StatementFacts, before: StatementFacts | undefined): void {
    if (!(#pinned in facts)) return;
    if (facts.#pinned) {
      Object.defineProperty(facts, 'pinnedColumns', { ...SETTLED, value: facts.#pinned.value });
      facts.#pinned = undefined;
    }
    if (before) shareLists(facts, before);
  }

  static pinnedOf(facts: FactsRecord): PinnedColumns {
    return facts.#pinned?.value;
  }
}

/** One property for all statements: V8 is slow with objects that each have a getter of their own. */
const COMPUTED: PropertyDescriptor & ThisType<FactsRecord> = {
  enumerable: true,
  configurable: true,
  get() {
    return FactsRecord.pinnedOf(this);
  },
};

const SETTLED: PropertyDescriptor = { enumerable: true, writable: true, configurable: true };
