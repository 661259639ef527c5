import type { StatementFacts, SurroundingFact } from '../model/index.ts';
import { Lazy } from './reader/lazy.ts';
import { sameList } from './reader/operation.ts';

/** The facts of a statement that do not come from its own tokens. */
type Around = Pick<StatementFacts, 'dialect' | SurroundingFact>;
type Own = Omit<StatementFacts, 'pinnedColumns' | keyof Around>;
type PinnedColumns = StatementFacts['pinnedColumns'];

const NONE: readonly string[] = [];

/**
 * The facts of a statement. Its pinned columns are computed when they are first read, and when the facts are copied: most
 * rules never do. A class, so that the facts of all statements share two hidden classes in V8.
 */
export class FactsRecord implements StatementFacts {
  readonly dialect: StatementFacts['dialect'];
  tablesRead: StatementFacts['tablesRead'];
  tablesWritten: StatementFacts['tablesWritten'];
  readonly joinedTables: StatementFacts['joinedTables'];
  functions: StatementFacts['functions'];
  columnsRead: StatementFacts['columnsRead'];
  readonly selectStar: StatementFacts['selectStar'];
  readonly hasLimit: StatementFacts['hasLimit'];
  readonly limit: StatementFacts['limit'];
  readonly hasOffset: StatementFacts['hasOffset'];
  readonly offset: StatementFacts['offset'];
  readonly longestInList: StatementFacts['longestInList'];
  readonly valuesRows: StatementFacts['valuesRows'];
  readonly leadingWildcard: StatementFacts['leadingWildcard'];
  readonly inTransaction: StatementFacts['inTransaction'];
  readonly ddlInTransaction: StatementFacts['ddlInTransaction'];
  readonly lockTimeoutSet: StatementFacts['lockTimeoutSet'];
  readonly statementTimeoutSet: StatementFacts['statementTimeoutSet'];
  readonly serverVersion: StatementFacts['serverVersion'];
  /** An own property of each record, since facts are copied by spreading. */
  declare readonly pinnedColumns: PinnedColumns;
  #pinned: Lazy<PinnedColumns> | undefined;

  constructor(own: Own, around: Around, pinned: (() => PinnedColumns) | undefined) {
    this.dialect = around.dialect;
    this.tablesRead = shared(own.tablesRead);
    this.tablesWritten = shared(own.tablesWritten);
    this.joinedTables = own.joinedTables;
    this.functions = shared(own.functions);
    this.columnsRead = shared(own.columnsRead);
    this.selectStar = own.selectStar;
    this.hasLimit = own.hasLimit;
    this.limit = own.limit;
    this.hasOffset = own.hasOffset;
    this.offset = own.offset;
    this.longestInList = own.longestInList;
    this.valuesRows = own.valuesRows;
    this.leadingWildcard = own.leadingWildcard;
    this.inTransaction = around.inTransaction;
    this.ddlInTransaction = around.ddlInTransaction;
    this.lockTimeoutSet = around.lockTimeoutSet;
    this.statementTimeoutSet = around.statementTimeoutSet;
    this.serverVersion = around.serverVersion;
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
    if (!before) return;
    facts.tablesRead = sameList(facts.tablesRead, before.tablesRead);
    facts.tablesWritten = sameList(facts.tablesWritten, before.tablesWritten);
    facts.functions = sameList(facts.functions, before.functions);
    facts.columnsRead = sameList(facts.columnsRead, before.columnsRead);
  }

  static pinnedOf(facts: FactsRecord): PinnedColumns {
    return facts.#pinned?.value;
  }
}

/** One empty list for all statements: most lists of most statements are empty. */
function shared<List extends readonly string[] | undefined>(list: List): List | typeof NONE {
  return list?.length === 0 ? NONE : list;
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
