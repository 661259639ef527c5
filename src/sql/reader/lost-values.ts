import { T } from '../text/tokens.ts';
import { nameAt } from './columns.ts';
import type { Scan } from './scan.ts';

/** Functions that keep a part of their argument. */
const SHORTENS = /^(?:LEFT|RIGHT|SUBSTR|SUBSTRING|TRUNC|SPLIT_PART)$/;

/**
 * PostgreSQL: whether `ALTER COLUMN c TYPE … USING expression` loses the values of the column, since the expression does
 * not read it or keeps only a part. `from` is the type.
 */
export function losesValues(scan: Scan, column: string, from: number, to: number): boolean {
  const { tokens } = scan;
  const using = scan.find('USING', from, to);
  if (using < 0) return false;
  let first = using + 1;
  while (tokens.word(first) === '(') first++;
  if (SHORTENS.test(tokens.word(first)) && tokens.word(first + 1) === '(') return true;
  for (let at = using + 1; at < to; at++) {
    const kind = tokens.kind(at);
    // A placeholder can be an expression with the column.
    if (kind === T.placeholder) return false;
    if ((kind === T.word || kind === T.quoted) && nameAt(scan, at) === column) return false;
    // `t.c`, `(t).*` and a call with the whole row: the name of the table reads all columns.
    if (tokens.word(at) === '.') return false;
  }
  return true;
}
