import type { TokenList } from '../text/tokens.ts';
import type { Expression } from './expression.ts';

const MAX_LENGTH = 120;
const MAX_DEPTH = 20;

/** An expression for people, as the text writes it where that is known. Not for execution. */
export function printExpression(expression: Expression, tokens: TokenList): string {
  const text = printed(expression, tokens, 0).replaceAll(/\s+/g, ' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function printed(expression: Expression, tokens: TokenList, depth: number): string {
  if (depth > MAX_DEPTH) return '…';
  const inner = (part: Expression) => printed(part, tokens, depth + 1);
  const written = ({ from, to }: { readonly from: number; readonly to: number }) =>
    tokens.text.slice(tokens.start(from), tokens.end(to - 1));
  const operand = (part: Expression) => (isLogical(part) ? `(${inner(part)})` : inner(part));
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value).toUpperCase();
    case 'unary':
      return expression.op === 'not' ? `NOT ${operand(expression.arg)}` : `-${operand(expression.arg)}`;
    case 'binary': {
      const { left, right, op } = expression;
      // A chain of one operator needs no parentheses.
      const side = (part: Expression) => (part.kind === 'binary' && part.op === op ? inner(part) : operand(part));
      return `${side(left)} ${op} ${side(right)}`;
    }
    case 'is':
      return `${operand(expression.arg)} IS ${negation(expression)}${expression.what}`;
    case 'in':
      return `${inner(expression.arg)} ${negation(expression)}IN (${expression.items.map(inner).join(', ')})`;
    case 'between':
      return `${inner(expression.arg)} ${negation(expression)}BETWEEN ${inner(expression.low)} AND ${inner(expression.high)}`;
    case 'like':
      return `${inner(expression.arg)} ${negation(expression)}LIKE ${inner(expression.pattern)}`;
    case 'query_in':
      return `${inner(expression.arg)} ${negation(expression)}IN ${written(expression)}`;
    case 'exists':
      return `EXISTS ${written(expression)}`;
    case 'call':
      return `${expression.name === 'row' ? '' : expression.name}(${expression.args.map(inner).join(', ')})`;
    case 'column':
    case 'query':
    case 'opaque':
    case 'case':
      return written(expression);
    default:
      return expression.text;
  }
}

function isLogical(expression: Expression): boolean {
  return expression.kind === 'binary' && /^(?:AND|OR|XOR)$/.test(expression.op);
}

function negation({ negated }: { readonly negated: boolean }): string {
  return negated ? 'NOT ' : '';
}
