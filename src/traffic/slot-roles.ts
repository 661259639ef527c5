import { K } from './keywords.ts';

/** Numbers of one statement, in this order; see `Slots.values`. */
export const SLOT = { hasLimit: 0, limit: 1, offset: 2, longestInList: 3, valuesRows: 4, leadingWildcard: 5 } as const;
export const SLOTS = 6;
/** Stands for a value that is given at run time. */
export const NOT_KNOWN = -1;
/** Stands for a value that the key of the text determines, so the full reading gives it. */
export const FIXED = -3;

/** A NULL value: a LIMIT of NULL does not limit. */
export const NULL_BOUND = -2;

/** Role of the next token. */
export const P = {
  nothing: 0,
  limit: 1,
  limitBehind: 2,
  limitSecond: 3,
  limitSecondBehind: 4,
  fetch: 5,
  fetchValue: 6,
  top: 7,
  topValue: 8,
  offset: 9,
  limitEnd: 10,
  offsetEnd: 11,
  like: 12,
  cast: 13,
  likeCall: 14,
  any: 15,
  anyValue: 16,
  array: 17,
} as const;

export const INTEGER_TYPES = new Set<number>([K.int, K.integer, K.bigint, K.int4, K.int8]);
/** Roles of a number. PostgreSQL also takes a text with one: `LIMIT '10'`. */
export const TAKES = new Set<number>([P.limit, P.fetchValue, P.offset]);
export const TOP_AFTER = new Set<number>([K.select, K.distinct, K.delete, K.update, K.insert, K.all]);

export function isEnd(pending: number): boolean {
  return (
    pending === P.limitBehind || pending === P.limitSecondBehind || pending === P.limitEnd || pending === P.offsetEnd
  );
}

export function largest(a: number, b: number): number {
  return a < 0 || b < 0 ? NOT_KNOWN : Math.max(a, b);
}

/** The integer of a bind value; NOT_KNOWN if it is not one, NULL_BOUND if it is NULL. */
export function boundNumber(bound: string | null | undefined): number {
  if (bound === null) return NULL_BOUND;
  if (bound === undefined || !/^\s*\d+(?:\.\d*)?\s*$/.test(bound)) return NOT_KNOWN;
  return Math.min(Math.round(Number(bound)), Number.MAX_SAFE_INTEGER);
}
