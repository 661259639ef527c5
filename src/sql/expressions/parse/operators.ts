export const PRECEDENCE: Record<string, number> = {
  OR: 1,
  XOR: 2,
  AND: 3,
  '&&': 3,
  '=': 5,
  '==': 5,
  '<=>': 5,
  '<>': 5,
  '!=': 5,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  IS: 5,
  ISNULL: 5,
  NOTNULL: 5,
  IN: 6,
  '!<': 5,
  '!>': 5,
  BETWEEN: 6,
  LIKE: 6,
  SOUNDS: 6,
  ILIKE: 6,
  RLIKE: 6,
  REGEXP: 6,
  GLOB: 6,
  SIMILAR: 6,
  NOT: 6,
  '||': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  '%': 9,
  DIV: 9,
  MOD: 9,
  AT: 11,
  COLLATE: 11,
  '::': 12,
  '[': 13,
};
/** Operators and the equivalent that replaces them. */
export const EQUIVALENT_OPERATORS: Readonly<Record<string, string>> = {
  '&&': 'AND',
  '==': '=',
  '!=': '<>',
  '!<': '>=',
  '!>': '<=',
};
/** Keywords that may follow IS; anything else there is a value (SQLite). */
export const IS_WORDS = new Set([
  'NULL',
  'TRUE',
  'FALSE',
  'UNKNOWN',
  'NORMALIZED',
  'JSON',
  'DOCUMENT',
  'OF',
  'NFC',
  'NFD',
]);
/** Whether a regular expression matches every text: `.*`, or an empty one. */
export function matchesAnyText(pattern: string): boolean {
  return /^\^?(?:\.\*)?\$?$/.test(pattern) && pattern !== '^$';
}

/** Whether a pattern matches every text, by operators whose wildcards are not those of LIKE. */
export const MATCHES_ALL: Readonly<Record<string, (pattern: string) => boolean>> = {
  GLOB: (pattern) => /^\*+$/.test(pattern),
  SIMILAR: (pattern) => /^%+$/.test(pattern),
  RLIKE: matchesAnyText,
  REGEXP: matchesAnyText,
};
/** Functions whose arguments may be separated by FROM and FOR. */
export const FROM_ARGUMENTS = new Set(['extract', 'substring', 'trim', 'overlay']);
/** Maximum nesting, deeper than any real filter. */
export const MAX_DEPTH = 200;
/** Types of casts under which different values stay different. */
export const FAITHFUL_TYPES = new Set(['TEXT', 'UUID']);
export const INTERVAL_UNITS = new Set('YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MICROSECOND'.split(' '));
export const OPAQUE_OPERATORS = new Set(['->', '->>', '#>', '#>>', '~', '@', '?', '<<', '>>', '&', '|', '^', '#', '!']);
/** Those of them whose value for two numbers is known. */
export const BIT_OPERATORS = new Set(['&', '|', '#']);
