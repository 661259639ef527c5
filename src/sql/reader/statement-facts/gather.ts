import { OPERATION_KINDS, type Operation, type StatementFacts, type SurroundingFact } from '../../../model/index.ts';
import { qualified } from '../../text/names.ts';
import { columnsRead } from '../columns-read.ts';
import { pinnedInStatement } from '../pinned-columns.ts';
import { effectsFound } from '../read-only/index.ts';
import type { Scan } from '../scan.ts';
import { collect } from './collect.ts';
import { CollectedFacts, type CteScope } from './collected-facts.ts';

/** The statement facts that come from its tokens. The others come from the script's state and from the grammar. */
export type TokenFacts = Omit<
  StatementFacts,
  'dialect' | 'columnsRead' | 'unnamedColumns' | 'pinnedColumns' | 'readOnly' | SurroundingFact
>;

interface Gathered {
  readonly facts: TokenFacts;
  /** Names that only ever mean CTEs of the statement. */
  readonly ctes: readonly string[];
  /** Finds the columns that the statement reads, for where no grammar read it. */
  readonly columnsRead: () => StatementFacts['columnsRead'];
  /** Computes the pinned columns, which few rules read; undefined if there are none. */
  readonly pinnedColumns: (() => StatementFacts['pinnedColumns']) | undefined;
}

/** Collects the facts of a statement from its tokens and from every body in it. */
export function gatherFacts(scan: Scan, from: number, to: number, operations: readonly Operation[]): Gathered {
  const facts = new CollectedFacts();
  collect(scan, from, to, facts, true);
  // Of `EXECUTE 'text'` the text is all that runs; a routine or a DO block has no LIMIT of its own.
  const executes = EXECUTES.test(scan.tokens.word(from));
  for (const inner of scan.out.scans) collect(inner, 0, inner.tokens.length, facts, executes);
  const topOfOne = facts.top && facts.combined;
  const written = new Set<string>();
  let unknownTarget = false;
  for (const { kind, target } of operations) {
    if (!(OPERATION_KINDS[kind].groups as readonly string[]).includes('write')) continue;
    const name = qualified(target);
    if (name === undefined) unknownTarget = true;
    else if (name !== '') written.add(name);
  }
  const ctes = [...facts.ctes].flatMap(([name, scopes]) => (isOnlyCte(name, scopes, facts) ? [name] : []));
  for (const cte of ctes) facts.tablesRead.delete(cte);
  // `COPY t TO …` and MySQL's `HANDLER t READ …` read the rows of their target.
  const handler = scan.tokens.word(from) === 'HANDLER' ? 'cursor' : undefined;
  addTargets(
    operations.filter(({ kind }) => kind === 'copy_to' || kind === handler),
    facts,
  );
  const effects = effectsFound(scan, { from, to }, operations);
  if (isPlainExplain(scan, from, operations)) {
    // What it explains does not run.
    const nothing = { ...NOTHING, effects, tablesWritten: unknownTarget ? undefined : [...written] };
    return { facts: nothing, ctes, columnsRead: () => [], pinnedColumns: undefined };
  }
  return {
    facts: {
      tablesRead: facts.placeholderTable ? undefined : [...facts.tablesRead],
      tablesWritten: unknownTarget ? undefined : [...written],
      joinedTables: facts.joinedTables,
      functions: [...facts.functions],
      effects,
      selectStar: facts.selectStar,
      hasLimit: topOfOne ? undefined : facts.hasLimit,
      limit: topOfOne ? undefined : facts.limit,
      hasOffset: facts.hasOffset,
      offset: facts.offset,
      longestInList: facts.unknownList ? undefined : facts.longestInList,
      valuesRows: facts.valuesRows,
      leadingWildcard: facts.leadingWildcard,
    },
    ctes,
    columnsRead: () => (scan.lexical.queries.columnsByTokens ? columnsRead(scan, from, to) : undefined),
    pinnedColumns: pinnedColumns(scan, from, to, operations, facts.tablesAt),
  };
}

function addTargets(operations: readonly Operation[], facts: CollectedFacts): void {
  for (const { target } of operations) {
    const name = qualified(target);
    if (name === undefined) facts.placeholderTable = true;
    else if (name !== '') facts.tablesRead.add(name);
  }
}

const NOTHING: Omit<TokenFacts, 'effects'> = {
  tablesRead: [],
  tablesWritten: [],
  joinedTables: 0,
  functions: [],
  selectStar: false,
  hasLimit: false,
  limit: 0,
  hasOffset: false,
  offset: 0,
  longestInList: 0,
  valuesRows: 0,
  leadingWildcard: false,
};

function isPlainExplain({ tokens }: Scan, from: number, operations: readonly Operation[]): boolean {
  if (!/^(?:EXPLAIN|DESCRIBE|DESC)$/.test(tokens.word(from))) return false;
  return operations.every(({ place }) => place === 'statement');
}

const EXECUTES = /^(?:EXEC|EXECUTE|PREPARE)$/;

/** Maximum number of pairs of a CTE and a use of its name that are compared. With more, the name counts as a table's. */
const MAX_COMPARED = 10_000;

/** Whether the name stands for the CTE wherever it is used. `WITH t AS (SELECT * FROM t)` reads the table `t`. */
function isOnlyCte(name: string, scopes: readonly CteScope[], { bareReads }: CollectedFacts): boolean {
  const reads = bareReads.get(name) ?? [];
  if (reads.length * scopes.length > MAX_COMPARED) return false;
  return reads.every(({ tokens, at }) =>
    scopes.some((scope) => scope.tokens === tokens && scope.from <= at && at < scope.to),
  );
}

/** Statements whose FROM names no table that they read. */
const NO_QUERY = new Set(['GRANT', 'REVOKE', 'DENY', 'SHOW', 'FETCH', 'MOVE', 'COPY']);

function pinnedColumns(
  scan: Scan,
  from: number,
  to: number,
  operations: readonly Operation[],
  tablesAt: CollectedFacts['tablesAt'],
): Gathered['pinnedColumns'] {
  if (tablesAt.size === 0 && !operations.some(({ filter }) => filter !== '')) return undefined;
  if (NO_QUERY.has(scan.tokens.word(from)) && scan.tokens.word(from + 1) !== '(') return undefined;
  return () => pinnedInStatement([...scan.out.inner, { scan, from, to }], tablesAt, operations);
}
