import { type ColumnExpression, type Expression, partsOf } from '../expressions/expression.ts';
import { Definitions } from './definitions.ts';
import type { GivenContext } from './given-values.ts';
import { nameKey, type Query, type SqlText } from './query.ts';
import { isOfTheWrite } from './system-columns.ts';

/** The columns and sources that a condition names. */
export interface References {
  /** The sources whose columns it names, outside its subqueries. */
  readonly ids: Set<number>;
  /** Whether it names a column without a qualifier that may belong to several sources. */
  unqualified: boolean;
  /** Whether it names a system column that may be equal in all rows. */
  ofTheWrite: boolean;
  readonly queries: Query[];
  /** Whether a part of it could not be read. */
  opaque: boolean;
  /** Whether a variable of the routine stands where a column could. */
  variable: boolean;
}

type ReferenceContext = Pick<GivenContext, 'pins' | 'block' | 'text'>;

/** Finds what a condition names. */
export function referencesOf(expression: Expression, context: ReferenceContext): References {
  const { pins, block } = context;
  const found: References = {
    ids: new Set(),
    unqualified: false,
    ofTheWrite: false,
    queries: [],
    opaque: false,
    variable: false,
  };
  // Not recursive: a chain may have tens of thousands of operands.
  const open: Expression[] = [expression];
  while (open.length > 0) {
    const next = open.pop() as Expression;
    switch (next.kind) {
      case 'column':
        addColumn(next, found, context);
        break;
      case 'query':
      case 'query_in':
      case 'exists': {
        const query = pins.queryAt(block, next.from, next.to);
        if (query) found.queries.push(query);
        else found.opaque = true;
        if (next.kind === 'query_in') open.push(next.arg);
        break;
      }
      case 'opaque':
        found.opaque ||= !next.given || next === expression;
        break;
      default:
        for (const part of partsOf(next)) open.push(part);
    }
  }
  return found;
}

function addColumn(expression: ColumnExpression, found: References, { pins, block, text }: ReferenceContext): void {
  const column = pins.resolve(expression, block);
  if (column) {
    if (isOfTheWrite(column.name, text.lexical)) found.ofTheWrite = true;
    else if (column.id === block.id) found.unqualified = true;
    else found.ids.add(column.id);
  } else if (pins.isVariable(expression) || /^(?:new|old)\./.test(expression.text) || isOfLoop(expression, text))
    found.variable = true;
  else found.opaque ||= !pins.isValueWord(expression);
}

/** Whether it is a column of the row of a loop: `r.id`. */
function isOfLoop({ from, to }: ColumnExpression, text: SqlText): boolean {
  return to === from + 3 && Definitions.of(text).find(nameKey(text, from), ['loop'], from) !== undefined;
}
