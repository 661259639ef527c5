import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import type { CollectedFacts } from './collected-facts.ts';

/** Whether the LIKE copies a table definition: `CREATE TABLE a (LIKE b)`, `CREATE TABLE a LIKE b`. */
export function isLikeOfTable({ tokens }: Scan, from: number, at: number): boolean {
  if (tokens.word(from) !== 'CREATE') return false;
  if (/^[(,]$/.test(tokens.word(at - 1))) return true;
  for (let before = from + 1; before < at; before++) {
    const kind = tokens.kind(before);
    if (tokens.word(before) !== '.' && kind !== T.word && kind !== T.quoted) return false;
    if (/^(?:AS|SELECT|WITH|VALUES)$/.test(tokens.word(before))) return false;
  }
  return true;
}

export function setWildcard(into: CollectedFacts, value: boolean | undefined): void {
  if (value === true) into.leadingWildcard = true;
  else if (value === undefined) into.leadingWildcard ||= undefined;
}

/**
 * Whether the pattern at `at` starts with `%` or `_`, judging by its first literal; undefined if it is not a literal.
 */
export function patternAt(scan: Scan, at: number): boolean | undefined {
  const { tokens } = scan;
  let start = at;
  while (/^(?:\(|BINARY|CONCAT|UPPER|LOWER|UCASE|LCASE)$/.test(tokens.word(start))) {
    // The name of a function may also be that of a column.
    if (!/^(?:\(|BINARY)$/.test(tokens.word(start)) && tokens.word(start + 1) !== '(') return undefined;
    start++;
  }
  if (tokens.kind(start) === T.string) return literalPattern(scan, start);
  if (!/^(?:ANY|ALL|SOME)$/.test(tokens.word(start))) return undefined;
  start++;
  while (tokens.word(start) === '(') start++;
  if (tokens.word(start) !== 'ARRAY' || tokens.word(start + 1) !== '[') return undefined;
  return arrayPattern(scan, start + 2);
}

/** Whether one of the patterns in an array starts with a wildcard. */
function arrayPattern(scan: Scan, from: number): boolean | undefined {
  const { tokens } = scan;
  let some: boolean | undefined = false;
  for (let at = from; ; at += 2) {
    const leading = tokens.kind(at) === T.string ? literalPattern(scan, at) : undefined;
    if (leading === true) return true;
    if (leading === undefined) some = undefined;
    const next = tokens.word(at + 1);
    if (next === ']') return some;
    if (next !== ',') return undefined;
  }
}

/** Undefined for bit and hexadecimal strings, numeric escapes, and an empty string that is part of an expression. */
function literalPattern({ tokens }: Scan, at: number): boolean | undefined {
  const [, prefix = '', first = ''] = /^([^'"]*)['"]([\s\S]?)/.exec(tokens.raw(at)) ?? [];
  if (/^[xb]$/i.test(prefix)) return undefined;
  if (first === '%' || first === '_') return true;
  if (first === '\\' && /^(?:e|u&)$/i.test(prefix)) return undefined;
  const empty = tokens.end(at) - tokens.start(at) - prefix.length <= 2;
  return empty && (tokens.kind(at + 1) === T.op || tokens.kind(at + 1) === T.string) ? undefined : false;
}
