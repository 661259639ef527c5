import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import { nameAt } from './columns.ts';

/** Functions that keep a part of their argument. */
const SHORTENS = /^(?:LEFT|RIGHT|SUBSTR|SUBSTRING|TRUNC|SPLIT_PART)$/;

/**
 * PostgreSQL: whether the action `ALTER COLUMN c TYPE … USING expression` in `from` to `to` loses the values of the
 * column, since the expression does not read it or keeps only a part.
 */
export function losesValues(scan: Scan, table: string | undefined, from: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.word(from) !== 'ALTER') return false;
  const at = tokens.word(from + 1) === 'COLUMN' ? from + 2 : from + 1;
  const column = nameAt(scan, at);
  if (tokens.word(at + 1) !== 'TYPE' && !scan.is(at + 1, 'SET', 'DATA', 'TYPE')) return false;
  const using = scan.find('USING', at + 2, to);
  if (using < 0) return false;
  let first = using + 1;
  while (tokens.word(first) === '(') first++;
  if (SHORTENS.test(tokens.word(first)) && tokens.word(first + 1) === '(') return true;
  for (let at = using + 1; at < to; at++) {
    const kind = tokens.kind(at);
    // A placeholder can be an expression with the column.
    if (kind === T.placeholder) return false;
    if (kind !== T.word && kind !== T.quoted) continue;
    // The name of the table reads all columns: `t.c`, `to_json(t)`.
    const name = nameAt(scan, at);
    if (name === column || name === table) return false;
  }
  return true;
}
