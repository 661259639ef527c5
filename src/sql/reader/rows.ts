import type { Operation, Target } from '../../model/index.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { NewTables } from '../queries/new-tables.ts';
import { Pins } from '../queries/pins.ts';
import { keyOf, NO_CTES, type Source, type Write } from '../queries/query.ts';
import type { QueryReader } from '../queries/reader.ts';
import {
  hasOwnRows,
  selectivityOf,
  selectivityOfBranch,
  selectivityOfJoins,
  selectivityOfUnmatched,
} from '../queries/row-filters/row-filter.ts';
import { tablesBehind } from '../queries/written-tables.ts';
import { Lazy } from './lazy.ts';
import type { LazyColumns } from './operation.ts';
import { pinnedOf, understand } from './pinned-columns.ts';
import { isTemporaryName, type Scan } from './scan.ts';

const NONE: readonly string[] = [];
const MAX_COLUMNS = 1000;

/** How an UPDATE, DELETE or MERGE selects the rows that it writes. */
export interface Rows {
  /** The columns of the target that are restricted to given values; undefined if that is not known. */
  pinnedOf(target: Target): readonly string[] | undefined;
  /**
   * The filter that the tokens of the conditions show, unless it cannot tell one row of the target from another, or a join
   * selects rows although the WHERE does not.
   */
  filterOf<Kind extends Operation['filter']>(
    target: Target,
    filter: Kind,
  ): Kind | 'always_true' | 'conditional' | undefined;
  /** The same for one branch of a MERGE with a condition of its own, in tokens `from` to `to`. */
  branchFilterOf(target: Target, from: number, to: number): 'conditional' | 'always_true' | undefined;
  /** The same for the rows that a MERGE has no row of its source for: WHEN NOT MATCHED BY SOURCE. */
  unmatchedFilterOf(target: Target): 'conditional' | 'none' | undefined;
  /** Whether a MERGE has the rows of its source written in it, so that there are some. */
  hasOwnRows(target: Target): boolean;
  /** Why `filterOf` or `branchFilterOf` is not known, if there is more to say. */
  doubtOf(target: Target): string | undefined;
  /** The table behind a CTE or derived table that is the target; undefined if the target is none, or it is not read. */
  tableBehind(target: Target): Target | undefined;
  /** The columns that are pinned for one branch of a MERGE, with its own condition in tokens `from` to `to`. */
  pinnedByBranch(target: Target, from: number, to: number, bySource: boolean): readonly string[] | undefined;
}

/** What reading the write again adds. */
interface ReadRows extends Rows {
  /** `filter`, unless the condition of a join, or the query that is written to, restricts the rows of the target. */
  filterOfJoins<Kind extends Operation['filter']>(target: Target, filter: Kind): Kind | 'conditional' | undefined;
}

const UNKNOWN: Rows = {
  filterOf: (_, filter) => filter,
  branchFilterOf: () => 'conditional',
  unmatchedFilterOf: () => undefined,
  hasOwnRows: () => false,
  doubtOf: () => 'the query that selects the rows has a form that is not read',
  pinnedOf: () => undefined,
  tableBehind: () => undefined,
  pinnedByBranch: () => undefined,
};

/** Reads the tables and conditions of the write in tokens `from` to `to`, and the CTEs before it. */
export function readRows(
  scan: Scan,
  from: number,
  to: number,
  { withAt }: Pick<Scan['out'], 'withAt'> = scan.out,
): Rows {
  const whole = withAt >= 0 && withAt < from && scan.place !== 'cte' && scan.place !== 'subquery';
  const read = new Lazy(() =>
    understand({ scan, from: whole ? withAt : from, to }, (reader) => {
      if (whole) reader.query(withAt, to, undefined, NO_CTES);
      else reader.write(from, to, undefined, NO_CTES);
      const write = reader.writes.find((one) => one.from === from);
      return write && rowsOf(scan, write, reader);
    }),
  );
  return {
    // Most writes without a filter and most rules need none of this.
    filterOf(target, filter) {
      if (filter !== 'conditional') {
        const { writableCtes, writeTarget } = scan.lexical.queries;
        const joins = filter !== undefined && hasJoin(scan, from, to);
        if (!filter || !(joins || writableCtes)) return filter;
        if (read.value) return read.value.filterOfJoins(target, filter);
        return joins && writeTarget !== 'separate' ? undefined : filter;
      }
      if (read.value) return read.value.filterOf(target, filter);
      return readsOtherRows(scan, from, to) ? undefined : filter;
    },
    branchFilterOf: (...branch) => (read.value ?? UNKNOWN).branchFilterOf(...branch),
    unmatchedFilterOf: (target) => (read.value ?? UNKNOWN).unmatchedFilterOf(target),
    hasOwnRows: (target) => (read.value ?? UNKNOWN).hasOwnRows(target),
    doubtOf(target) {
      if (!read.value && readsTable(scan, from, to)) return IN_TABLE;
      return (read.value ?? UNKNOWN).doubtOf(target);
    },
    pinnedOf: (target) => (read.value ?? UNKNOWN).pinnedOf(target),
    tableBehind: (target) =>
      scan.lexical.queries.writableCtes && target.schema === '' && (whole || hasDerived(scan, from, to))
        ? read.value?.tableBehind(target)
        : undefined,
    pinnedByBranch: (...branch) => (read.value ?? UNKNOWN).pinnedByBranch(...branch),
  };
}

/** Whether a query stands where a FROM list names a table. */
function hasDerived({ tokens }: Scan, from: number, to: number): boolean {
  return tokens.openingsIn(from, to).some((open) => /^(?:FROM|JOIN|,)$/.test(tokens.word(open - 1)));
}

function hasJoin({ tokens }: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (/^(?:(?:STRAIGHT_)?JOIN|LATERAL|APPLY)$/.test(tokens.word(at))) return true;
  return false;
}

const IN_TABLE = '`IN` stands before a name, and the rows of that table are not read; write `IN (SELECT … FROM name)`';

/** Words by which a write compares its rows with others. */
const OTHER_ROWS = new Set('SELECT JOIN USING TABLE VALUES'.split(' '));

/** Whether the write compares its rows with others, so that its condition may restrict those only. */
function readsOtherRows(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const isUpdate = tokens.word(from) === 'UPDATE';
  for (let at = from + 2; at < to; at++) {
    const word = tokens.word(at);
    if (OTHER_ROWS.has(word) || (isUpdate && word === 'FROM')) return true;
  }
  return readsTable(scan, from, to);
}

/** Whether it has SQLite's `x IN t`, which reads every row of `t`. */
function readsTable({ tokens, lexical }: Scan, from: number, to: number): boolean {
  if (!lexical.queries.inTable) return false;
  for (let at = from + 2; at < to; at++) if (tokens.word(at) === 'IN' && tokens.word(at + 1) !== '(') return true;
  return false;
}

/** The pinned columns of a target. Reads the write again on use: what was read of all writes takes much memory. */
export function pinnedOnUse(scan: Scan, from: number, to: number, target: Target): LazyColumns {
  const { withAt } = scan.out;
  return new Lazy(() => readRows(scan, from, to, { withAt }).pinnedOf(target));
}

const blocks = new WeakMap<Scan['tokens'], boolean>();

/** Whether the text has MariaDB's `BEGIN NOT ATOMIC`, whose statements are read one by one. */
function isAnonymousBlock({ tokens, lexical }: Scan): boolean {
  if (lexical.routines.blocks !== 'not-atomic') return false;
  let found = blocks.get(tokens);
  if (found === undefined) {
    found = /\bBEGIN\s+NOT\s+ATOMIC\b/i.test(tokens.text);
    blocks.set(tokens, found);
  }
  return found;
}

/** Whether the text creates a table of that name. */
function isCreatedIn(scan: Scan, { name }: Target): boolean {
  return name !== undefined && NewTables.of(scan).columnsOf(keyOf(name, scan.lexical)) !== undefined;
}

function rowsOf(scan: Scan, write: Write, reader: QueryReader): ReadRows {
  const names = new Pins(reader);
  // Not the same: a column is written as where it was first looked up.
  const pinned = new Lazy(() => new Pins(reader));
  const { block, targets, unclear } = write;
  const sourcesOf = ({ name }: Target): readonly Source[] => {
    if (unclear || targets.length === 1) return targets;
    if (name === undefined) return [];
    const key = keyOf(name, scan.lexical);
    return targets.filter(({ table }) => table?.name !== undefined && keyOf(table.name, scan.lexical) === key);
  };
  /** The columns that are pinned in each of the sources that the target may be. */
  const common = (target: Target, columnsOf: (source: Source) => ReadonlySet<string>) => {
    const [first, ...others] = sourcesOf(target).map(columnsOf);
    if (!first || reader.comparesUnread) return undefined;
    const columns = [...first].filter((column) => others.every((other) => other.has(column)));
    return columns.length > MAX_COLUMNS ? undefined : columns.length === 0 ? NONE : columns;
  };
  const inBody = scan.place === 'routine_body' || scan.place === 'do_block' || isAnonymousBlock(scan);
  const { isTraffic } = scan.out;
  const doubts: string[] = [];
  const where = { inBody, isTraffic, doubts };
  const ofEach = <Result>(target: Target, selectivity: (source: Source) => Result): readonly Result[] => {
    doubts.length = 0;
    return sourcesOf(target).map(selectivity);
  };
  return {
    filterOf(target, filter) {
      const results = ofEach(target, (source) => selectivityOf(scan, write, source, names, where));
      // Without a condition that restricts the target, the one that was found is about other tables.
      if (results.includes('no') || (results.length > 0 && results.every((result) => result === undefined)))
        return 'always_true';
      return results.includes('unknown') ? undefined : filter;
    },
    filterOfJoins(target, filter) {
      const results = ofEach(target, (source) => selectivityOfJoins(scan, write, source, names, where));
      if (results.length > 0 && results.every((result) => result === 'yes' || result === 'never')) return 'conditional';
      return results.includes('unknown') && sourcesOf(target).some(({ query }) => query) ? undefined : filter;
    },
    branchFilterOf(target, from, to) {
      const condition = parseExpression(scan.tokens, from, to, scan.lexical);
      if (!condition) return undefined;
      const results = ofEach(target, (source) => selectivityOfBranch(condition, scan, write, source, names, where));
      if (results.includes('no')) return 'always_true';
      return results.includes('unknown') ? undefined : 'conditional';
    },
    unmatchedFilterOf(target) {
      const results = ofEach(target, (source) => selectivityOfUnmatched(scan, write, source, names, where));
      if (results.length === 0 || results.includes('no')) return 'none';
      return results.includes('unknown') ? undefined : 'conditional';
    },
    hasOwnRows: (target) => {
      const written = sourcesOf(target);
      return block.sources.every((source) => written.includes(source) || hasOwnRows(source));
    },
    doubtOf: () => doubts[0],
    tableBehind(target) {
      const [source, ...others] = sourcesOf(target);
      if (!source?.query || others.length > 0) return undefined;
      const tables = tablesBehind(source, write.assigned, names).flatMap(([table]) => table?.source.table ?? []);
      const isOld = (table: Target) => !isTemporaryName(table, scan.lexical);
      // Of several, one whose rows matter.
      return tables.find((table) => isOld(table) && !isCreatedIn(scan, table)) ?? tables.find(isOld) ?? tables[0];
    },
    pinnedOf: (target) => common(target, (source) => pinnedOf(pinned.value, write, source)),
    pinnedByBranch: (target, from, to, bySource) =>
      common(target, (source) => {
        const condition = from < to ? parseExpression(scan.tokens, from, to, scan.lexical) : undefined;
        const pins = pinned.value;
        const own = condition ? [...pins.columnsIn(condition, { source, block })] : [];
        return new Set(bySource ? own : [...own, ...pins.columnsOf({ source, block })]);
      }),
  };
}
