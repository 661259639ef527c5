import { FIRST_FUNCTION, FIRST_SOFT, K } from './keywords.ts';

/** Whether the result of the function is completely unknown. */
export function isOwnFunction(keyword: number): boolean {
  return keyword === 0 || (keyword >= FIRST_SOFT && keyword < FIRST_FUNCTION);
}

/** Used instead of a keyword if a `(` precedes. */
export const OPEN = 255;

/** Meaning of a literal at a level of parentheses. */
export const M = {
  free: 0,
  condition: 1,
  /** Part of a condition, but not a condition itself: all literals stay. */
  argument: 2,
  /** A query in a condition, before and after its conditions. */
  query: 3,
} as const;
/** Kind of a parenthesis. */
export const N = { plain: 0, group: 1, call: 2 } as const;

/** How much of a leaf has been read. */
export const L = {
  other: 0,
  start: 1,
  column: 2,
  dot: 3,
  op: 4,
  done: 5,
  between: 6,
  betweenLow: 7,
  betweenAnd: 8,
  not: 9,
  like: 10,
  callOpen: 11,
  callName: 12,
  callDot: 13,
  /** `f(name)`, `name::type`. */
  operand: 14,
  group: 15,
  columnCast: 16,
  literalCast: 17,
  literalType: 18,
  literalArray: 19,
  in: 20,
  /** A comparison other than `=`. */
  order: 21,
} as const;

/** Words after which a condition ends, or another one begins. */
export const ENDS = new Set<number>([
  K.returning,
  K.order,
  K.limit,
  K.group,
  K.having,
  K.option,
  K.output,
  K.window,
  K.offset,
  K.fetch,
  K.for,
  K.union,
  K.except,
  K.intersect,
  K.when,
  K.then,
]);

/** Words after which the condition of a query in parentheses begins. */
export const BEGINS_CONDITION = new Set<number>([K.where, K.on, K.having]);

/** States after which nothing may continue the expression. */
export const MUST_END = new Set<number>([L.done, L.group, L.literalCast, L.literalType, L.literalArray]);
