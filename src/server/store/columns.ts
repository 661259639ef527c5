/** A column of rows to insert: its PostgreSQL type, and a value for each row. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

/**
 * SQL that yields the rows as `c`, in their order, with their number from 1 as `c.row`; its parameters follow those that
 * are given. A column in which all values are equal is one parameter: in most batches these are most columns, and each
 * list costs PostgreSQL a function scan.
 */
export function selectColumns(columns: readonly Column[], parameters: unknown[]): string {
  const lists: Column[] = [];
  const names: string[] = [];
  const listParameters: string[] = [];
  for (const column of columns) {
    const { name, type, values } = column;
    const [first] = values;
    const isConstant = lists.length > 0 && values.every((value) => value === first);
    parameters.push(isConstant ? first : values);
    if (isConstant) names.push(`$${parameters.length}::${type} AS ${name}`);
    else {
      lists.push(column);
      listParameters.push(`$${parameters.length}::${type}[]`);
      names.push(`u.${name}`);
    }
  }
  return `(SELECT ${names.join(', ')}, u.row
    FROM unnest(${listParameters.join(', ')}) WITH ORDINALITY AS u (${lists.map(({ name }) => name).join(', ')}, row)) AS c`;
}
