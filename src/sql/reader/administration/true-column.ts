import { readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';

/**
 * Whether a write gives a column TRUE: `SET c = true`, or at its place in a row of VALUES or in a select list. Other
 * values than constants count as FALSE. What was recorded has no constants: there any value counts.
 */
export function assignsTrue(scan: Scan, column: string, from: number, to: number): boolean {
  if (isAssigned(scan, column, from, to)) return true;
  return scan.out.scans.some((inner) => isAssigned(inner, column, 0, inner.tokens.length));
}

function isAssigned(scan: Scan, column: string, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) === 'INSERT' && tokens.word(at + 1) === 'INTO') {
      const { next } = readName(tokens, at + 2, lexical);
      if (tokens.word(next) === '(' && isInserted(scan, column, next, to)) return true;
    }
    if (nameAt(scan, at) !== column) continue;
    if (scan.out.isTraffic) return true;
    // In a condition it is compared.
    const isCompared = /^(?:AND|OR|WHERE|NOT)$/.test(tokens.word(at - 1));
    if (tokens.word(at + 1) === '=' && !isCompared && isTrue(scan, at + 2)) return true;
  }
  return false;
}

/** @param open the parenthesis before the columns of an INSERT */
function isInserted(scan: Scan, column: string, open: number, to: number): boolean {
  const { tokens } = scan;
  const start = scan.afterParenthesis(open, to);
  const position = scan.commaParts(open + 1, start - 1).findIndex((part) => nameAt(scan, part.from) === column);
  if (position < 0) return false;
  const isTrueIn = (first: number, last: number) => {
    const item = scan.commaParts(first, last)[position];
    return item !== undefined && isTrue(scan, item.from);
  };
  if (tokens.word(start) === 'SELECT') return isTrueIn(start + 1, to);
  for (let at = start + 1; tokens.word(at) === '('; at = scan.afterParenthesis(at, to) + 1)
    if (isTrueIn(at + 1, scan.afterParenthesis(at, to) - 1)) return true;
  return false;
}

function nameAt({ tokens }: Scan, at: number): string {
  return tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)) : tokens.raw(at).toLowerCase();
}

function isTrue({ tokens }: Scan, at: number): boolean {
  return tokens.word(at) === 'TRUE' || /^'(?:t|true|on|yes|1)'$/i.test(tokens.raw(at));
}
