import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';
import type { CollectedFacts } from './collected-facts.ts';

/**
 * Operators that may follow a number which is a whole value. Before any other, it is part of an expression
 * (`LIMIT 1 + 999`).
 */
const AFTER_VALUE = new Set([',', ')', ';']);
/** Words that make the number before them part of an expression. */
const CONTINUES_EXPRESSION = /^(?:OPERATOR|PERCENT|AT|COLLATE|DIV|MOD|IS|ISNULL|NOTNULL|AND|OR|XOR)$/;
const INTEGER_TYPES = /^(?:INT|INTEGER|BIGINT|INT4|INT8)$/;

/** The number at `at`; undefined if it is part of an expression. A cast to an integer type is ignored. */
export function numberAt(scan: Scan, at: number): number | undefined {
  const { tokens } = scan;
  if (tokens.word(at) === '(') {
    const close = tokens.closing(at);
    return close === at + 2 && endsValue(scan, close + 1) ? bareNumberAt(scan, at + 1) : undefined;
  }
  let next = at + 1;
  while (tokens.word(next) === '::' && INTEGER_TYPES.test(tokens.word(next + 1))) next += 2;
  return endsValue(scan, next) ? bareNumberAt(scan, at) : undefined;
}

/** Whether the token behind a number does not make it part of an expression. */
function endsValue({ tokens }: Scan, next: number): boolean {
  const word = tokens.word(next);
  return tokens.kind(next) === T.op ? AFTER_VALUE.has(word) : !CONTINUES_EXPRESSION.test(word);
}

/** The limit after TOP. Without parentheses it is a number only: in `TOP 5 *` the star is the select list. */
export function topAt(scan: Scan, at: number): number | undefined {
  const { tokens } = scan;
  const inside = tokens.word(at) === '(';
  if (tokens.word(inside ? at + 3 : at + 1) === 'PERCENT') return undefined;
  return inside ? numberAt(scan, at + 1) : bareNumberAt(scan, at);
}

/** Whether the LIMIT is that of `ALTER ROLE x CONNECTION LIMIT 5`. */
export function isConnectionLimit({ tokens }: Scan, from: number, at: number): boolean {
  if (tokens.word(at - 1) !== 'CONNECTION' || !/^(?:ALTER|CREATE)$/.test(tokens.word(from))) return false;
  return /^(?:ROLE|USER|GROUP|DATABASE)$/.test(tokens.word(from + 1));
}

function bareNumberAt({ tokens, lexical }: Scan, at: number): number | undefined {
  const kind = tokens.kind(at);
  // PostgreSQL reads `LIMIT '10'` as a number.
  const digits = kind === T.string ? /^'(\d+)'$/.exec(tokens.raw(at))?.[1] : tokens.raw(at).replaceAll('_', '');
  if (digits === undefined || (kind !== T.number && !(kind === T.string && lexical.dollarParameters))) return undefined;
  const value = Math.round(Number(digits));
  return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined;
}

/** The larger value; undefined if either is unknown. */
function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}

export function setOffset(into: CollectedFacts, value: number | undefined): void {
  into.hasOffset = true;
  into.offset = largest(into.offset, value);
}
