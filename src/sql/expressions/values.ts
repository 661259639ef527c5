/** A value that is known without running the statement. */
export type Constant = number | string | boolean | null;

/** A truth value of SQL; undefined if it is not known. */
export type Truth = boolean | null | undefined;

const TRUE_WORD = /^\s*(?:t|true|y|yes|on)\s*$/i;

/** Whether a value counts as true where a condition is expected. */
export function truthOf(value: Constant | undefined): Truth {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return TRUE_WORD.test(value) || asNumber(value) !== 0;
}

export function not(value: Truth): Truth {
  return value === null || value === undefined ? value : !value;
}

export function and(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  if (a === undefined || b === undefined) return undefined;
  return a === null || b === null ? null : true;
}

export function or(a: Truth, b: Truth): Truth {
  return not(and(not(a), not(b)));
}

/** A number as MySQL and SQLite read it from a text: its leading digits. */
export function asNumber(value: Constant): number {
  if (typeof value === 'string') return TRUE_WORD.test(value) ? 1 : Number.parseFloat(value) || 0;
  return Number(value);
}

export function isSame(a: Constant, b: Constant): boolean {
  return a === b || (a !== null && b !== null && typeof a !== typeof b && asNumber(a) === asNumber(b));
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

export function isComparison(op: string): boolean {
  return op in COMPARISONS || op === '<=>' || op === '<!=>';
}

/**
 * Whether texts that differ may still be equal under the usual collations of MySQL and SQL Server, which ignore case,
 * accents and spaces at the end.
 */
export function mayCollate(a: Constant | undefined, b: Constant | undefined): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b) return false;
  return collated(a) === collated(b);
}

function collated(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trimEnd();
}

/** @param op a comparison, `<=>` (IS NOT DISTINCT FROM) or `<!=>` (IS DISTINCT FROM) */
export function compare(op: string, a: Constant | undefined, b: Constant | undefined): Truth {
  if (op === '<=>' || op === '<!=>') {
    if (a === undefined || b === undefined) return undefined;
    return isSame(a, b) === (op === '<=>');
  }
  if (a === null || b === null) return null;
  if (a === undefined || b === undefined) return undefined;
  const [x, y] = typeof a === typeof b ? [a, b] : [asNumber(a), asNumber(b)];
  return COMPARISONS[op]?.(x === y ? 0 : x < y ? -1 : 1);
}

const MAX_BITS = 2 ** 53;

/**
 * Undefined for an operator that is not known, and for a quotient, which is rounded in some dialects.
 *
 * @param unsigned whether the result of a bit operation has no sign, as in MySQL
 */
export function arithmetic(
  op: string,
  a: Constant | undefined,
  b: Constant | undefined,
  unsigned: boolean,
): Constant | undefined {
  if (a === null || b === null) return null;
  if (a === undefined || b === undefined) return undefined;
  if (op === '||') return `${a}${b}`;
  const x = asNumber(a);
  const y = asNumber(b);
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return y === 0 ? null : Number.isInteger(x / y) ? x / y : undefined;
    case 'DIV':
      return y === 0 ? null : Math.trunc(x / y);
    case '%':
    case 'MOD':
      return y === 0 ? null : x % y;
    case '&':
    case '|':
    case '#':
      return bits(op, x, y, unsigned);
    default:
      return undefined;
  }
}

function bits(op: '&' | '|' | '#', x: number, y: number, unsigned: boolean): number | undefined {
  if (![x, y].every((value) => Number.isInteger(value) && Math.abs(value) <= MAX_BITS)) return undefined;
  const [a, b] = [BigInt(x), BigInt(y)];
  const result = op === '&' ? a & b : op === '|' ? a | b : a ^ b;
  return Number(unsigned ? BigInt.asUintN(64, result) : result);
}

/** Undefined for T-SQL's `[a-z]`. Takes steps in proportion to the product of the lengths at most. */
export function isLike(value: Constant | undefined, pattern: Constant | undefined): Truth {
  if (value === null || pattern === null) return null;
  if (value === undefined || pattern === undefined || /[[\\]/.test(String(pattern))) return undefined;
  const text = String(value).toLowerCase();
  const wanted = String(pattern).toLowerCase();
  let at = 0;
  let next = 0;
  let percent = -1;
  let resumed = 0;
  while (at < text.length) {
    if (wanted[next] === '%') {
      percent = next++;
      resumed = at;
    } else if (next < wanted.length && (wanted[next] === '_' || wanted[next] === text[at])) {
      at++;
      next++;
    } else if (percent >= 0) {
      next = percent + 1;
      at = ++resumed;
    } else return false;
  }
  while (wanted[next] === '%') next++;
  return next === wanted.length;
}
