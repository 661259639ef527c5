import type { Target } from '../../model/index.ts';
import { chain } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { Pins } from '../queries/pins.ts';
import { NO_CTES } from '../queries/query.ts';
import { AllRows } from '../queries/row-filters/all-rows.ts';
import { readFilter, UNFILTERED } from './filter.ts';
import { understand } from './pinned-columns.ts';
import { isTemporaryName, type Scan } from './scan.ts';

const QUERY = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '(']);

/**
 * An upsert of a table's own rows is an UPDATE of all of them.
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
  if (!passesAll(scan, query, conflict < 0 ? to : conflict, target)) return;
  const where = update < 0 ? -1 : scan.find('WHERE', update, to);
  const filter =
    where < 0 || comparesWithItself(scan, where + 1, to) ? UNFILTERED : readFilter(scan, update, to, [], []);
  const set = tokens.word(update + 1) === 'SET' ? update + 2 : update + 1;
  const names = update < 0 ? [] : assigned(set, where < 0 ? to : where);
  const columns = names.filter((name) => name !== undefined);
  const temporary = isTemporaryName(target, lexical);
  scan.add('update', from, to, { target, temporary, columns, ...filter });
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

/** ON CONFLICT or ON DUPLICATE KEY; -1 if there is none. */
function findConflict(scan: Scan, from: number, to: number): number {
  for (let at = scan.find('ON', from, to); at >= 0; at = scan.find('ON', at + 1, to))
    if (/^(?:CONFLICT|DUPLICATE)$/.test(scan.tokens.word(at + 1))) return at;
  return -1;
}

/** Whether the query in tokens `from` to `to` returns every row of the table. */
function passesAll(scan: Scan, from: number, to: number, table: Target): boolean {
  const read = understand({ scan, from, to }, (reader) => {
    const { withAt } = scan.out;
    const ctes = withAt >= 0 && withAt < from ? reader.ctes(withAt, from, undefined, NO_CTES)[1] : NO_CTES;
    const query = reader.query(from, to, undefined, ctes);
    const target = { id: -1, table, alias: '', query: undefined, recursive: false, columns: undefined };
    return new AllRows(scan, new Pins(reader), target, scan.out.isTraffic).passesAll(query);
  });
  return read ?? false;
}
