import { type Expression, hasPart, partsOf, type TokenSpan } from '../../expressions/expression.ts';
import { isComparison } from '../../expressions/values.ts';
import type { SqlText } from '../query.ts';

/** Operators between a column and a value whose result differs between rows as the column does. */
const OF_COLUMN = /^(?:[%&#^]|XOR|MOD|DIV)$/;
const CALCULATES = /^(?:[-+*/]|\|\|)$/;
/** Functions that convert a value, or replace some: the result tells as many rows apart. */
const CONVERTS =
  /^(?:coalesce|ifnull|isnull|nvl|nullif|trim|ltrim|rtrim|btrim|lower|upper|lcase|ucase|cast|convert|try_cast|try_convert|replace|timezone|json\w*|(?:un)?signed|text|date|datetime|timestamp|timestamptz|int\w*|bigint|numeric|decimal|n?varchar|n?char|row|array)$/;
/** Functions whose arguments may be conditions. */
const TAKES_CONDITION = /^(?:if|iif|coalesce|ifnull|isnull|nvl|choose|bool|boolean|unknown|not|row|count|sum|max|min)$/;
/** Other functions in one another. */
const MAX_CALLS = 2;
/** Functions that make a text of literals. */
const MAKES_TEXT =
  /^(?:char|chr|nchar|unistr|unhex|from_base64|repeat|replicate|rpad|lpad|space|concat|concat_ws|reverse|upper|lower|hex|to_hex|quote)$/;
const RANGES = new Set(['<', '>', '<=', '>=']);
const MAX_DEPTH = 20;
const TOO_LONG = '';

/**
 * Why it is not known that a condition is a filter: it does not simply compare a column, or a value calculated from one, with a
 * given value. Conditions that only look like a filter are written in other forms.
 */
export function oddForm(expression: Expression, text: SqlText): string | undefined {
  if (isConditionNotNull(expression))
    return 'a condition is NULL only where its column is, so that this holds for every row that has a value there';
  if (expression.kind === 'binary' && comparesCondition(expression))
    return 'a condition is compared with a value that it never has';
  const odd = [...operandsOf(expression)]
    .map((operand) => oddPart(operand, text, 0, 0))
    .find((part) => part !== undefined);
  if (odd === TOO_LONG) return 'it is not known whether the result of this long calculation differs between rows';
  if (odd !== undefined)
    return `it is not known whether the result of \`${odd}\` differs between rows; compare a column itself`;
  return boundsOf(expression).some(isTextBound)
    ? 'this condition compares with a text by the order of characters, so that all rows may be on one side'
    : undefined;
}

/** `(a = 1) IS NOT NULL`, `(a = 1) IS DISTINCT FROM NULL`. */
function isConditionNotNull(expression: Expression): boolean {
  if (expression.kind === 'is')
    return expression.negated && /^(?:NULL|UNKNOWN)$/.test(expression.what) && isCondition(expression.arg);
  if (expression.kind !== 'binary' || expression.op !== '<!=>') return false;
  const { left, right } = expression;
  return right.kind === 'constant' && right.value === null && isCondition(left);
}

function isCondition(value: Expression): boolean {
  if (value.kind === 'binary') return isComparison(value.op) || /^(?:AND|OR|XOR)$/.test(value.op);
  return /^(?:is|in|between|like|any|query_in|exists)$/.test(value.kind);
}

/** `(a = 1)::text <> ''`, but not `(a = 1) = true` and `(a = 1) = (b = 2)`. */
function comparesCondition({ op, left, right }: Expression & { kind: 'binary' }): boolean {
  return isComparison(op) && (isCondition(left) || isCondition(right)) && !(isTruth(left) && isTruth(right));
}

/** Whether a value is that of a condition. */
function isTruth(value: Expression): boolean {
  return isCondition(value) || (value.kind === 'constant' && /^(?:t|f|true|false|0|1|null)$/.test(String(value.value)));
}

/** The values that a condition compares. */
function operandsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'binary' && !isComparison(expression.op)) return [expression];
  return /^(?:binary|is|in|between|like|query_in|any)$/.test(expression.kind) ? partsOf(expression) : [expression];
}

function boundsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'between') return [expression.low, expression.high];
  return expression.kind === 'binary' && RANGES.has(expression.op) ? [expression.left, expression.right] : [];
}

function isTextBound(bound: Expression): boolean {
  return bound.kind === 'call' && MAKES_TEXT.test(bound.name) && !readsRow(bound);
}

/**
 * The operator or function whose result may be the same for all rows.
 *
 * @param calls how many functions are around the value
 */
function oddPart(value: Expression, text: SqlText, calls: number, depth: number): string | undefined {
  if (!readsRow(value)) return undefined;
  if (depth > MAX_DEPTH) return TOO_LONG;
  if (isCondition(value))
    return operandsOf(value)
      .map((part) => (part === value ? undefined : oddPart(part, text, calls, depth + 1)))
      .find((part) => part !== undefined);
  switch (value.kind) {
    case 'binary': {
      const { op, left, right } = value;
      if (OF_COLUMN.test(op))
        return [left, right].every((side) => side.kind === 'column' || !readsRow(side)) ? undefined : op;
      if (!CALCULATES.test(op)) return op;
      return oddPart(left, text, calls, depth + 1) ?? oddPart(right, text, calls, depth + 1);
    }
    case 'call': {
      const around = CONVERTS.test(value.name) ? calls : calls + 1;
      if (around > MAX_CALLS || (value.args.some(isCondition) && !TAKES_CONDITION.test(value.name))) return value.name;
      return value.args.map((arg) => oddPart(arg, text, around, depth + 1)).find((part) => part !== undefined);
    }
    case 'opaque':
      return OPAQUE.test(value.text) ? undefined : written(value, text);
    case 'unary':
      return oddPart(value.arg, text, calls, depth + 1);
    default:
      return undefined;
  }
}

/** An expression as it is written, the beginning of a long one. */
function written({ from, to }: TokenSpan, { tokens }: SqlText): string {
  const whole = tokens.text.slice(tokens.start(from), tokens.end(to - 1));
  return whole.length > MAX_TEXT ? `${whole.slice(0, MAX_TEXT)}…` : whole;
}

const MAX_TEXT = 40;
/** What is read as a whole, and looks into a value or tests it: JSON, arrays, ranges, patterns, places of a template. */
const OPAQUE =
  /^(?:\$\{|\{\{|<%|(?:(?:column|opaque|call) )?(?:->|#>|@|< ?[@-]|\?|& ?&|!? ?~|\[|(?:<<|>>) (?![-\d])|[<>=!]+ (?:ALL|ANY|SOME)\b))|^\( \w+ \) \.|\b(?:OVERLAPS|MATCH|MEMBER OF|PASSING|CURRENT OF|SIMILAR|REGEXP|RLIKE|LIKE|ILIKE|GLOB|BETWEEN|IN)\b/i;

/** Whether it is calculated from a row, or by a query. */
function readsRow(expression: Expression): boolean {
  const isOfRow = (part: Expression) => /^(?:column|query)$/.test(part.kind) || (part.kind === 'opaque' && !part.given);
  return hasPart(expression, isOfRow);
}
