import type { StatementFacts } from '../../model/index.ts';

/** Facts that differ between executions of one shape: the numbers among its literals, and the lengths of its lists. */
const VARYING = ['limit', 'offset', 'longestInList', 'valuesRows'] as const;
/** Each as it begins in the JSON of facts. A string cannot contain it, because a quote in a string follows a backslash. */
const STARTS = VARYING.map((name) => `,"${name}":`);

/** More digits may not be a safe integer. */
const MAX_DIGITS = 15;
const ZERO = 0x30;
const COMMA = 0x2c;
const CLOSE = 0x7d;

/** Facts as JSON in which each varying number is 0, and the numbers that it had. */
export interface CutFacts {
  readonly text: string;
  readonly numbers: Partial<Record<(typeof VARYING)[number], number>>;
}

/**
 * Cuts the varying numbers out of facts, so that all facts of one shape have one text. Undefined if there are none, or the
 * text is not as we write it.
 */
export function cutNumbers(facts: string): CutFacts | undefined {
  const numbers: Record<string, number> = {};
  let text = '';
  let done = 0;
  for (let index = 0; index < VARYING.length; index++) {
    const start = STARTS[index] as string;
    const at = facts.indexOf(start, done);
    if (at < 0) continue;
    const from = at + start.length;
    const end = endOfNumber(facts, from);
    if (end < 0) return undefined;
    numbers[VARYING[index] as string] = Number(facts.slice(from, end));
    text += `${facts.slice(done, from)}0`;
    done = end;
  }
  return done === 0 ? undefined : { text: text + facts.slice(done), numbers };
}

/** Where the digits from `from` on end; -1 if they are not a positive integer that is the whole value. */
function endOfNumber(text: string, from: number): number {
  let end = from;
  for (let digit = text.charCodeAt(end) - ZERO; digit >= 0 && digit <= 9; ) digit = text.charCodeAt(++end) - ZERO;
  const next = text.charCodeAt(end);
  const isNumber = end > from && end - from <= MAX_DIGITS && text.charCodeAt(from) !== ZERO;
  return isNumber && (next === COMMA || next === CLOSE) ? end : -1;
}

/** Puts numbers that were cut out back. Undefined if a number was given twice. */
export function withNumbers(facts: StatementFacts, numbers: CutFacts['numbers']): StatementFacts | undefined {
  for (const name in numbers) if (facts[name as (typeof VARYING)[number]] !== 0) return undefined;
  return { ...facts, ...numbers };
}
