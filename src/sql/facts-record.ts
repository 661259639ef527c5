import type { StatementFacts, SurroundingFact } from '../model/index.ts';
import { Lazy } from './reader/lazy.ts';

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
  readonly tablesRead: StatementFacts['tablesRead'];
  readonly tablesWritten: StatementFacts['tablesWritten'];
  readonly joinedTables: StatementFacts['joinedTables'];
  readonly functions: StatementFacts['functions'];
  readonly columnsRead: StatementFacts['columnsRead'];
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
  readonly #pinned: Lazy<PinnedColumns> | undefined;

  constructor(own: Own, around: Around, pinned: (() => PinnedColumns) | undefined) {
    this.dialect = around.dialect;
    this.tablesRead = own.tablesRead;
    this.tablesWritten = own.tablesWritten;
    this.joinedTables = own.joinedTables;
    this.functions = own.functions;
    this.columnsRead = own.columnsRead;
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

  static pinnedOf(facts: FactsRecord): PinnedColumns {
    return facts.#pinned?.value;
  }
}

/** One property for all statements: V8 is slow with objects that each have a getter of their own. */
const COMPUTED: PropertyDescriptor & ThisType<FactsRecord> = {
  enumerable: true,
  get() {
    return FactsRecord.pinnedOf(this);
  },
};
