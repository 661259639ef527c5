import type { FileContext, Target } from '../../model/index.ts';
import { keyOf } from '../queries/query.ts';
import type { Lexical } from '../text/dialects.ts';

/** Finds the columns of a table as the base defines it, by the keys of their names; undefined if they are not known. */
export function baseColumnsOf(
  context: FileContext | undefined,
  lexical: Lexical,
): (table: Target) => readonly string[] | undefined {
  const tables = new Map<string, readonly string[]>();
  for (const { name, schema, columns } of context?.readTables ?? [])
    tables.set(
      `${schema}.${name}`,
      columns.map((column) => keyOf(column, lexical)),
    );
  return ({ name, schema }) => tables.get(`${schema}.${name}`);
}
