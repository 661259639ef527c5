import type { Scan } from '../scan.ts';
import { nameAt } from './columns.ts';

/** Maximum parentheses around the condition: each takes a pass over it. */
const MAX_PARENTHESES = 8;
/** With one of these, a part between two AND may not be a condition of its own: `a BETWEEN 1 AND x IS NOT NULL`. */
const NO_CONJUNCTION = new Set(['OR', 'BETWEEN', 'CASE']);

/**
 * The columns that the condition `from` to `to` of a CHECK proves to be not null: those of `x IS NOT NULL`, alone or
 * joined by AND. PostgreSQL then skips its scan for SET NOT NULL.
 */
export function notNullColumns(scan: Scan, from: number, to: number): readonly string[] {
  const { tokens } = scan;
  let start = from;
  let end = to;
  for (let depth = 0; depth < MAX_PARENTHESES; depth++) {
    if (tokens.word(start) !== '(' || tokens.word(end - 1) !== ')' || scan.afterParenthesis(start, end) !== end) break;
    start++;
    end--;
  }
  if (scan.find(NO_CONJUNCTION, start, end) >= 0) return [];
  const columns: string[] = [];
  for (const part of scan.partsBetween('AND', start, end)) {
    let { from: first, to: last } = part;
    if (tokens.word(first) === '(' && tokens.word(last - 1) === ')') {
      first++;
      last--;
    }
    if (last !== first + 4 || !scan.is(first + 1, 'IS', 'NOT', 'NULL')) continue;
    const column = nameAt(scan, first);
    if (column !== undefined) columns.push(column);
  }
  return columns;
}
