import type { Finding } from './finding.ts';

const MAX_EXCERPT = 400;

/**
 * Returns the excerpt of a finding: at most 400 UTF-16 units of its line, around `column`.
 *
 * @param line the complete line, without its line end
 * @param column UTF-16 column of the finding in the line, from 1
 * @returns the raw text, and the column (from 1) of its first character
 */
export function cutExcerpt(line: string, column: number): Pick<Finding, 'excerpt' | 'excerptColumn'> {
  const last = Math.max(0, line.length - MAX_EXCERPT);
  const start = Math.min(last, Math.max(0, column - 1 - MAX_EXCERPT / 4));
  return { excerpt: line.slice(start, start + MAX_EXCERPT), excerptColumn: start + 1 };
}
