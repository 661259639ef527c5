import type { Operation, Target } from '../../model/index.ts';
import { filterOf, readAssignments, readTableRef, skipModifiers, tableFacts } from './dml.ts';
import { classifyCondition, UNFILTERED } from './filter.ts';
import { Lazy } from './lazy.ts';
import { type Rows, readRows } from './rows.ts';
import type { Scan } from './scan.ts';

/** MERGE is one operation; each DELETE branch is a further one. */
export function readMerge(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  let { next } = skipModifiers(scan, from + 1, to);
  if (tokens.word(next) === 'INTO') next++;
  const read = readTableRef(scan, next);
  if (!read) return false;
  const on = scan.find('ON', read.next, to);
  const when = scan.find('WHEN', read.next, to);
  const joined =
    on >= 0 ? classifyCondition(scan, on + 1, when < 0 ? to : when) : { filter: undefined, filterColumns: [] };
  const rows = readRows(scan, from, to);
  const facts = tableFacts(scan, rows.tableBehind(read.ref.target) ?? read.ref.target);
  const pinnedColumns = rows.pinnedOf(read.ref.target);
  const onFacts = { ...joined, ...filterOf(scan, read.ref.target, read.ref.target, joined, rows) };
  const branchOf = (condition: number, then: number) => branchFilter(scan, read.ref.target, condition, then, rows);
  const columns = assignedColumns(scan, when, to);
  const unmatched = new Lazy<MergeFilter>(() => {
    const filter = rows.unmatchedFilterOf(read.ref.target);
    const filterDoubt = filter === undefined ? rows.doubtOf(read.ref.target) : undefined;
    return { filter, filterColumns: filter === 'none' ? [] : joined.filterColumns, filterDoubt };
  });
  // Where the source may be empty, no rule but that for a whole table says so.
  const unmatchedUpdate = () => (rows.hasOwnRows(read.ref.target) ? unmatched.value : UNFILTERED);
  const updated = updatedRows(scan, when, to, onFacts, unmatchedUpdate, branchOf);
  scan.add('merge', from, to, { ...facts, columns, ...updated, pinnedColumns });
  for (let at = when; at >= 0; at = scan.find('WHEN', at + 1, to)) {
    const then = scan.find('THEN', at, to);
    if (then < 0) break;
    if (tokens.word(then + 1) !== 'DELETE') continue;
    const condition = scan.find('AND', at, then);
    const bySource = scan.is(at + 1, 'NOT', 'MATCHED', 'BY', 'SOURCE');
    const own = condition >= 0 ? branchFilter(scan, read.ref.target, condition + 1, then, rows) : undefined;
    const filter = own ?? (bySource ? unmatched.value : onFacts);
    const pinned = rows.pinnedByBranch(read.ref.target, condition >= 0 ? condition + 1 : then, then, bySource);
    scan.add('merge_delete', from, to, { ...facts, ...filter, pinnedColumns: pinned });
  }
  return true;
}

type MergeFilter = Pick<Operation, 'filter' | 'filterColumns' | 'filterDoubt'>;

/** How a condition of a branch filters; undefined if it holds for each row that ON has joined. */
function branchFilter(scan: Scan, target: Target, from: number, to: number, rows: Rows): MergeFilter | undefined {
  const own = classifyCondition(scan, from, to);
  if (own.filter !== 'conditional') return undefined;
  const filter = rows.branchFilterOf(target, from, to);
  if (filter === 'always_true') return undefined;
  return { ...own, filter, filterDoubt: filter === undefined ? rows.doubtOf(target) : undefined };
}

/**
 * How a MERGE selects the rows that it updates, where a branch has no condition of its own, or one that does not
 * distinguish rows: by ON. Those that it matches and those that it does not are all rows together.
 */
function updatedRows(
  scan: Scan,
  when: number,
  to: number,
  joined: MergeFilter,
  unmatched: () => MergeFilter,
  branchOf: (condition: number, then: number) => MergeFilter | undefined,
): MergeFilter | undefined {
  let found: MergeFilter | undefined;
  let bySource: MergeFilter | undefined;
  for (let at = when; at >= 0; at = scan.find('WHEN', at + 1, to)) {
    if (scan.is(at + 1, 'NOT', 'MATCHED', 'BY', 'SOURCE', 'THEN', 'UPDATE')) bySource = unmatched();
    if (scan.is(at + 1, 'MATCHED', 'THEN', 'UPDATE')) found = joined;
    if (found || !scan.is(at + 1, 'MATCHED', 'AND')) continue;
    const then = scan.find('THEN', at, to);
    if (then < 0 || scan.tokens.word(then + 1) !== 'UPDATE') continue;
    const own = branchOf(at + 3, then);
    if (own?.filter !== 'conditional') found = own ?? joined;
  }
  return found && bySource ? UNFILTERED : (bySource ?? found);
}

const ASSIGNMENTS_END = new Set(['OUTPUT', 'RETURNING', 'OPTION', 'WHERE', ';']);

/** The columns that the UPDATE branches assign; undefined if one of them is not known. */
function assignedColumns(scan: Scan, when: number, to: number): readonly string[] | undefined {
  const branches = branchesFrom(scan, when, to);
  const columns = new Set<string>();
  for (const [index, from] of branches.entries()) {
    const end = branches[index + 1] ?? to;
    const set = scan.find('SET', from, end);
    if (set < 0) continue;
    const stop = scan.find(ASSIGNMENTS_END, set, end);
    for (const { name } of readAssignments(scan, set + 1, stop < 0 ? end : stop)) {
      if (name === undefined) return undefined;
      columns.add(name);
    }
  }
  return [...columns];
}

/** Where the branches begin, with their WHEN; not that of a CASE. */
function branchesFrom({ tokens }: Scan, when: number, to: number): readonly number[] {
  const branches: number[] = [];
  let cases = 0;
  for (let at = Math.max(when, 0); at < to && when >= 0; at++) {
    const word = tokens.word(at);
    if (word === 'CASE') cases++;
    else if (word === 'END' && cases > 0) cases--;
    else if (word === 'WHEN' && cases === 0) branches.push(at);
  }
  return branches;
}
