import type { Constant } from './values.ts';

/**
 * A condition, in the detail needed to decide whether it filters rows. `opaque` is everything else: a subquery, a
 * parameter, syntax that is not parsed here. `text` serves to compare two expressions.
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: Constant }
  | ColumnExpression
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly text: string }
  | { readonly kind: 'unary'; readonly op: 'not' | '-'; readonly arg: Expression }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'is'; readonly arg: Expression; readonly what: string; readonly negated: boolean }
  | { readonly kind: 'in'; readonly arg: Expression; readonly items: readonly Expression[]; readonly negated: boolean }
  | {
      readonly kind: 'between';
      readonly arg: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly negated: boolean;
    }
  | { readonly kind: 'like'; readonly arg: Expression; readonly pattern: Expression; readonly negated: boolean }
  /** `EXISTS (SELECT …)`; `always`: the query returns a row for all data; `where`: its WHERE, if it has no FROM. */
  | ({
      readonly kind: 'exists';
      readonly always: boolean;
      readonly where: Expression | undefined;
      readonly text: string;
    } & TokenSpan)
  /** `x IN (SELECT …)` and `x = ANY (SELECT …)`; the tokens are those of the query, with its parentheses. */
  | ({
      readonly kind: 'query_in';
      readonly arg: Expression;
      readonly negated: boolean;
      readonly text: string;
    } & TokenSpan)
  /** `x = ANY (y)`, where `y` is an array. */
  | { readonly kind: 'any'; readonly arg: Expression; readonly operand: Expression; readonly text: string }
  /** `(SELECT …)` as a value. */
  | ({ readonly kind: 'query'; readonly text: string } & TokenSpan)
  | CaseExpression
  | OpaqueExpression;

/** Tokens `from` to `to` (exclusive). */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
}

/** A name with its qualifiers, in tokens `from` to `to`. */
export interface ColumnExpression extends TokenSpan {
  readonly kind: 'column';
  readonly text: string;
  /** Whether a cast or COLLATE follows under which different values may be equal (`id::bool`, but not `id::text`). */
  readonly converted: boolean;
}

/** `CASE [operand] WHEN … THEN … [ELSE …] END`. */
export interface CaseExpression extends TokenSpan {
  readonly kind: 'case';
  readonly operand: Expression | undefined;
  readonly whens: readonly { readonly when: Expression; readonly result: Expression }[];
  readonly otherwise: Expression | undefined;
}

export interface OpaqueExpression extends TokenSpan {
  readonly kind: 'opaque';
  readonly text: string;
  /** Whether its value is the same for every row: a parameter, or a literal whose value is not evaluated here. */
  readonly given: boolean;
}

/** The expressions that an expression consists of; those of a query and of an opaque one are not listed. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.args;
    case 'unary':
    case 'is':
    case 'query_in':
      return [expression.arg];
    case 'binary':
      return [expression.left, expression.right];
    case 'in':
      return [expression.arg, ...expression.items];
    case 'between':
      return [expression.arg, expression.low, expression.high];
    case 'like':
      return [expression.arg, expression.pattern];
    case 'any':
      return [expression.arg, expression.operand];
    case 'case':
      return [
        ...(expression.operand ? [expression.operand] : []),
        ...expression.whens.flatMap(({ when, result }) => [when, result]),
        ...(expression.otherwise ? [expression.otherwise] : []),
      ];
    default:
      return [];
  }
}

/** Whether the expression or one of its parts passes a test. Not recursive: a chain may have tens of thousands of operands. */
export function hasPart(expression: Expression, test: (part: Expression) => boolean): boolean {
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (test(next)) return true;
    for (const part of partsOf(next)) open.push(part);
  }
  return false;
}

/** The operands of a chain of one operator. Not recursive: a chain may have tens of thousands of operands. */
export function chain(expression: Expression, op: string): readonly Expression[] {
  const terms: Expression[] = [];
  const open: Expression[] = [expression];
  while (open.length > 0) {
    const next = open.pop() as Expression;
    if (next.kind === 'binary' && next.op === op) open.push(next.left, next.right);
    else terms.push(next);
  }
  return terms;
}

/** The operation with its operands replaced. Not recursive on the left: a chain may have tens of thousands of operands. */
function withOperands(
  expression: Expression & { kind: 'binary' },
  replace: (part: Expression) => Expression,
): Expression {
  const operations = [expression];
  let first = expression.left;
  for (; first.kind === 'binary'; first = first.left) operations.push(first);
  return operations.reduceRight<Expression>(
    (left, operation) => ({ ...operation, left, right: replace(operation.right) }),
    replace(first),
  );
}

/** The expression with the operands of its comparisons and arithmetic replaced, where `replace` returns another one. */
export function withParts(expression: Expression, replace: (part: Expression) => Expression | undefined): Expression {
  const inner = (part: Expression) => withParts(part, replace);
  switch (expression.kind) {
    case 'column':
    case 'opaque':
      return replace(expression) ?? expression;
    case 'unary':
    case 'is':
      return { ...expression, arg: inner(expression.arg) };
    case 'binary':
      return withOperands(expression, inner);
    case 'in':
      return { ...expression, arg: inner(expression.arg), items: expression.items.map(inner) };
    case 'between':
      return { ...expression, arg: inner(expression.arg), low: inner(expression.low), high: inner(expression.high) };
    case 'like':
      return { ...expression, arg: inner(expression.arg), pattern: inner(expression.pattern) };
    case 'call':
      return { ...expression, args: expression.args.map(inner) };
    default:
      return expression;
  }
}
