import type { Expression } from './expression.ts';

const MAX_LENGTH = 120;

/** An expression for people, in the notation of SQL. Not for execution. */
export function printExpression(expression: Expression): string {
  const text = printed(expression, 0);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const MAX_DEPTH = 20;

function printed(expression: Expression, depth: number): string {
  if (depth > MAX_DEPTH) return '…';
  const inner = (part: Expression) => printed(part, depth + 1);
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value).toUpperCase();
    case 'unary':
      return expression.op === 'not' ? `NOT (${inner(expression.arg)})` : `-${inner(expression.arg)}`;
    case 'binary':
      return `${inner(expression.left)} ${expression.op} ${inner(expression.right)}`;
    case 'is':
      return `${inner(expression.arg)} IS ${negation(expression)}${expression.what}`;
    case 'in':
      return `${inner(expression.arg)} ${negation(expression)}IN (${expression.items.map(inner).join(', ')})`;
    case 'between':
      return `${inner(expression.arg)} ${negation(expression)}BETWEEN ${inner(expression.low)} AND ${inner(expression.high)}`;
    case 'like':
      return `${inner(expression.arg)} ${negation(expression)}LIKE ${inner(expression.pattern)}`;
    case 'query_in':
      return `${inner(expression.arg)} ${negation(expression)}IN ${expression.text}`;
    case 'case':
      return 'CASE …';
    case 'exists':
      return `EXISTS ${expression.text}`;
    default:
      return expression.text;
  }
}

function negation({ negated }: { readonly negated: boolean }): string {
  return negated ? 'NOT ' : '';
}
