import type { Operation, Target } from '../../model/index.ts';
import { chain } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { Definitions } from '../queries/definitions.ts';
import { isSeriesSource } from '../queries/given-values.ts';
import { Pins } from '../queries/pins.ts';
import { keyOf, NO_CTES, type Query, type Source } from '../queries/query.ts';
import { WholeTable } from '../queries/row-filters/whole-table.ts';
import { readFilter, UNFILTERED } from './filter.ts';
import { understand } from './pinned-columns.ts';
import { isTemporaryName, type Scan } from './scan.ts';

const QUERY = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);

/**
 * An upsert of a table's own rows is an UPDATE of all of them. With keys that a series counts, it is not known how many
 * rows it updates.
 *
 * @param assigned the names of the columns that the tokens assign
 */
export function readUpsert(
  scan: Scan,
  from: number,
  to: number,
  target: Target,
  replaces: boolean,
  assigned: (from: number, to: number) => readonly (string | undefined)[],
): void {
  const { tokens, lexical } = scan;
  const conflict = findConflict(scan, from, to);
  const update = conflict < 0 ? -1 : scan.find('UPDATE', conflict, to);
  if (update < 0 && !replaces) return;
  const query = scan.find(QUERY, from, to);
  if (query < 0 || tokens.word(query) === 'VALUES') return;
  const rows = rowsOf(scan, query, conflict < 0 ? to : conflict, target);
  if (rows === 'others') return;
  const where = update < 0 ? -1 : scan.find('WHERE', update, to);
  const filter =
    where < 0 || comparesWithItself(scan, where + 1, to) ? UNFILTERED : readFilter(scan, update, to, [], []);
  const set = tokens.word(update + 1) === 'SET' ? update + 2 : update + 1;
  const names = update < 0 ? [] : assigned(set, where < 0 ? to : where);
  const columns = names.filter((name) => name !== undefined);
  const temporary = isTemporaryName(target, lexical);
  const known = rows === 'all' || filter.filter === 'conditional' ? filter : COUNTED;
  scan.add('update', from, to, { target, temporary, columns, ...known });
}

/** `WHERE excluded.id = t.id`, in which the new row is compared with the one that it conflicts with. */
function comparesWithItself(scan: Scan, from: number, to: number): boolean {
  const condition = parseExpression(scan.tokens, from, to, scan.lexical);
  if (!condition) return false;
  return chain(condition, 'AND').every((term) => {
    if (term.kind !== 'binary' || !SAME.test(term.op)) return false;
    const sides = [term.left, term.right].map((side) => (side.kind === 'column' ? side.text.split('.') : []));
    const [one, other] = sides.map((parts) => parts.at(-1));
    return one !== undefined && one === other && sides.filter(([first]) => first === 'excluded').length === 1;
  });
}

const SAME = /^(?:=|<=|>=|<=>)$/;

const COUNTED: Pick<Operation, 'filter' | 'filterColumns' | 'filterDoubt'> = {
  filter: undefined,
  filterColumns: [],
  filterDoubt: 'a series gives the keys, and each row that has one of them is updated; write which rows are meant',
};

/** ON CONFLICT or ON DUPLICATE KEY; -1 if there is none. */
function findConflict(scan: Scan, from: number, to: number): number {
  for (let at = scan.find('ON', from, to); at >= 0; at = scan.find('ON', at + 1, to))
    if (/^(?:CONFLICT|DUPLICATE)$/.test(scan.tokens.word(at + 1))) return at;
  return -1;
}

/** Which rows the query in tokens `from` to `to` returns: every row of the table, those of a series, or others. */
function rowsOf(scan: Scan, from: number, to: number, target: Target): 'all' | 'series' | 'others' {
  const read = understand({ scan, from, to }, (reader) => {
    const { withAt } = scan.out;
    const ctes = withAt >= 0 && withAt < from ? reader.ctes(withAt, from, undefined, NO_CTES)[1] : NO_CTES;
    const query = reader.query(from, to, undefined, ctes);
    const [block] = query.blocks;
    if (!block) return 'others';
    const passesAll = (table: Target) =>
      new WholeTable(scan, new Pins(reader), sourceOf(table), block).passesAll(query);
    const base = baseOf(scan, target, from);
    if (passesAll(target) || (base && passesAll(base))) return 'all';
    return countsKeys(query) ? 'series' : 'others';
  });
  return read ?? 'others';
}

function sourceOf(table: Target): Source {
  return { id: -1, table, alias: '', query: undefined, recursive: false, columns: undefined };
}

/** The only table of a view that the text creates. */
function baseOf(scan: Scan, { name }: Target, before: number): Target | undefined {
  const view = name === undefined ? undefined : Definitions.of(scan).find(keyOf(name, scan.lexical), ['view'], before);
  if (!view) return undefined;
  return understand({ scan, from: view.from, to: view.to }, (reader) => {
    const { blocks } = reader.query(view.from, view.to, undefined, NO_CTES);
    const [source, ...others] = blocks.length === 1 ? (blocks[0]?.sources ?? []) : [];
    return others.length === 0 ? source?.table : undefined;
  });
}

/** Whether all rows come from a series, without a condition. */
function countsKeys({ blocks }: Query): boolean {
  return blocks.some(
    ({ sources, conditions, links }) =>
      sources.length > 0 && conditions.length + links.length === 0 && sources.every(isSeriesSource),
  );
}
