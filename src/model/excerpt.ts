import type { Finding } from './finding.ts';

const EXCERPT_LIMIT = 400;

/**
 * The excerpt of a finding: the line that holds `column`, cut to 400 UTF-16 units around it.
 *
 * @param line the whole line, without its line end
 * @param column UTF-16 column of the finding in the line, from 1
 * @returns the text, raw, and the column (from 1) of its first character
 */
export function cutExcerpt(line: string, column: number): Pick<Finding, 'excerpt' | 'excerptColumn'> {
  const last = Math.max(0, line.length - EXCERPT_LIMIT);
  const start = Math.min(last, Math.max(0, column - 1 - EXCERPT_LIMIT / 4));
  return { excerpt: line.slice(start, start + EXCERPT_LIMIT), excerptColumn: start + 1 };
}
