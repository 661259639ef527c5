import { type ColumnExpression, type Expression, partsOf } from '../expressions/expression.ts';
import type { Pins } from './pins.ts';
import type { Block, Query } from './query.ts';

/** The columns and sources that a condition names. */
export interface References {
  /** The sources whose columns it names, outside its subqueries. */
  readonly ids: Set<number>;
  /** Whether it names a column without a qualifier that may belong to several sources. */
  unqualified: boolean;
  readonly queries: Query[];
  /** Whether a part of it could not be read. */
  opaque: boolean;
  /** Whether a variable of the routine stands where a column could. */
  variable: boolean;
}

interface ReferenceContext {
  readonly pins: Pins;
  readonly block: Block;
}

/** Finds what a condition names. */
export function referencesOf(expression: Expression, context: ReferenceContext): References {
  const { pins, block } = context;
  const found: References = {
    ids: new Set(),
    unqualified: false,
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

function addColumn(expression: ColumnExpression, found: References, { pins, block }: ReferenceContext): void {
  const column = pins.resolve(expression, block);
  if (column) {
    if (column.id === block.id) found.unqualified = true;
    else found.ids.add(column.id);
  } else if (pins.isVariable(expression) || /^(?:new|old)\./.test(expression.text)) found.variable = true;
  else found.opaque ||= !pins.isValueWord(expression);
}
