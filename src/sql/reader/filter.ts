import type { Filter } from '../../model/index.ts';
import { RANDOM } from '../expressions/functions.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { printExpression } from '../expressions/print.ts';
import { truthOfCondition } from '../expressions/truth.ts';
import { unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { tracing } from '../trace.ts';
import { columnsInTokens, columnsOf, isReserved, MAX_COLUMNS } from './filter-columns.ts';
import type { Scan } from './scan.ts';

/** Words that end a WHERE, outside parentheses. */
const FILTER_ENDS = new Set(
  'RETURNING ORDER LIMIT GROUP HAVING OPTION OUTPUT WINDOW OFFSET FETCH FOR UNION EXCEPT INTERSECT ;'.split(' '),
);
const OUTER = new Set(['OUTER', 'LEFT', 'RIGHT', 'FULL']);
const JOIN_ENDS = new Set(
  'JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN WHERE SET RETURNING ORDER LIMIT OPTION ,'.split(' '),
);

const TRUTHS = {
  true: 'true for every row, whatever the data',
  false: 'false for every row, whatever the data',
  null: 'NULL for every row, whatever the data',
  maybe: 'depends on the data',
  unread: 'nested too deep to evaluate',
} as const;

export interface FilterFacts {
  /** Undefined if the condition is nested too deep to evaluate. */
  readonly filter: Filter | undefined;
  /** Undefined if there are too many to list. */
  readonly filterColumns: readonly string[] | undefined;
}

/** How the condition in tokens `from` to `to`, after a WHERE or ON, filters. For `tableNames`, see parseExpression. */
export function classifyCondition(
  scan: Scan,
  from: number,
  to: number,
  tableNames: readonly string[] = [],
): FilterFacts {
  const condition = parseExpression(scan.tokens, from, to, scan.lexical, tableNames);
  const filterColumns = condition ? columnsOf(scan, condition) : columnsInTokens(scan, from, to);
  const truth = condition === undefined ? undefined : truthOfCondition(condition, scan.lexical);
  if (condition) tracing()?.note('filter', `${printExpression(condition, scan.tokens)}: ${TRUTHS[truth ?? 'unread']}`);
  // The text of a variable of sqlcmd is put into strings, too.
  if (truth !== 'true' && filterColumns?.length === 0 && hasVariableInString(scan, from, to))
    return { filter: undefined, filterColumns };
  if (truth !== 'maybe') {
    return {
      filter: truth === undefined ? undefined : truth === 'true' ? 'always_true' : 'conditional',
      filterColumns,
    };
  }
  return { filter: filterColumns?.length === 0 ? filterWithoutColumns(scan, from, to) : 'conditional', filterColumns };
}

function hasVariableInString({ tokens, lexical }: Scan, from: number, to: number): boolean {
  if (lexical.clientVariables !== 'dollar') return false;
  for (let at = from; at < to; at++) if (tokens.kind(at) === T.string && tokens.raw(at).includes('$(')) return true;
  return false;
}

/**
 * A condition without columns has the same value for every row. With a parameter, that value is unknown. Otherwise it
 * is taken to be true: a condition that is always false would have no purpose.
 */
function filterWithoutColumns(scan: Scan, from: number, to: number): Filter | undefined {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.param || kind === T.placeholder || kind === T.unreadable) return undefined;
    // `random() < 0.1` selects some rows.
    if (kind === T.word && RANDOM.test(tokens.word(at).toLowerCase())) return 'conditional';
  }
  return 'always_true';
}

/**
 * How an UPDATE or DELETE is filtered: by its WHERE or, without one, by an inner join, which selects only matching
 * rows.
 *
 * @param tableNames see parseExpression
 * @param written lower-case names and aliases of the tables that it writes
 */
export function readFilter(
  scan: Scan,
  from: number,
  to: number,
  tableNames: readonly string[],
  written: readonly string[],
): FilterFacts {
  const where = scan.find('WHERE', from, to);
  // If the target is separate, a join combines only the other tables with each other.
  const joins = scan.lexical.queries.writeTarget !== 'separate';
  if (where < 0) return joins ? joinFilter(scan, from, to, written) : UNFILTERED;
  if (scan.is(where + 1, 'CURRENT', 'OF')) return { filter: 'conditional', filterColumns: [] };
  const stop = scan.find(FILTER_ENDS, where + 1, to);
  const facts = classifyCondition(scan, where + 1, stop < 0 ? to : stop, tableNames);
  if (where + 1 >= (stop < 0 ? to : stop)) return { filter: undefined, filterColumns: [] };
  return facts;
}

export const UNFILTERED: FilterFacts = { filter: 'none', filterColumns: [] };

function joinFilter(scan: Scan, from: number, to: number, written: readonly string[]): FilterFacts {
  const { tokens } = scan;
  let filterColumns: string[] | undefined = [];
  let filter: Filter | undefined = 'none';
  let outer = true;
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth > 0) continue;
    if (word === 'JOIN' || word === 'STRAIGHT_JOIN') outer = OUTER.has(tokens.word(at - 1));
    if (outer) continue;
    if (word === 'USING' && tokens.word(at + 1) === '(') filter = 'conditional';
    if (word !== 'ON') continue;
    const stop = scan.find(JOIN_ENDS, at + 1, to);
    const end = stop < 0 ? to : stop;
    const facts = usesWrittenTable(scan, at + 1, end, written) ? classifyCondition(scan, at + 1, end) : UNFILTERED;
    if (facts.filter === 'conditional' || filter === 'none') filter = facts.filter;
    filterColumns = addColumns(filterColumns, facts.filterColumns);
    at = end - 1;
  }
  return { filter, filterColumns };
}

/** The columns with those of one more join; undefined if there are too many to list. */
function addColumns(columns: string[] | undefined, more: readonly string[] | undefined): string[] | undefined {
  if (!columns || !more || columns.length > MAX_COLUMNS) return undefined;
  for (const column of more) columns.push(column);
  return columns;
}

/**
 * Whether a join's condition uses a written table, or a column that may belong to one. Otherwise it joins other tables.
 */
function usesWrittenTable(scan: Scan, from: number, to: number, written: readonly string[]): boolean {
  const { tokens } = scan;
  let columns = 0;
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if ((kind !== T.word && kind !== T.quoted) || tokens.word(at - 1) === '.') continue;
    if (kind === T.word && isReserved(tokens.word(at))) continue;
    const next = tokens.word(at + 1);
    if (next === '(') continue;
    columns++;
    if (next !== '.') return true;
    // A schema may come before the table: `dbo.t.x`.
    const name = tokens.word(at + 3) === '.' ? at + 2 : at;
    const raw = tokens.raw(name);
    if (written.includes((tokens.kind(name) === T.quoted ? unquote(raw) : raw).toLowerCase())) return true;
  }
  return columns === 0;
}
