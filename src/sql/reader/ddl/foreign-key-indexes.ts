import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import { isConstraint, readConstraint, readInlineConstraints } from './constraints.ts';

/** The first columns of the foreign keys in the CREATE TABLE elements at `open` on which no key in there begins. */
export function unindexedKeys(scan: Scan, open: number, to: number): readonly string[] {
  if (scan.out.isTraffic || scan.lexical.ddl.indexesForeignKeys || scan.tokens.word(open) !== '(') return [];
  const end = scan.afterParenthesis(open, to) - 1;
  if (scan.find('REFERENCES', open + 1, end) < 0) return [];
  const indexed = new Set<string>();
  const keys: string[] = [];
  for (const part of scan.commaParts(open + 1, end)) {
    const constraints: readonly Facts[] = isConstraint(scan, part.from)
      ? [readConstraint(scan, part.from, part.to)]
      : readInlineConstraints(scan, part.from, part.to);
    for (const { constraintType, columns: [first] = [] } of constraints) {
      if (first === undefined) continue;
      if (constraintType === 'foreign_key') keys.push(first);
      else if (constraintType === 'primary_key' || constraintType === 'unique') indexed.add(first);
    }
  }
  return keys.filter((column) => !indexed.has(column));
}
