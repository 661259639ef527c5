import type { Queryable } from './database.ts';
import { parameterText } from './parameters.ts';

/** A column of rows to insert: its PostgreSQL type, and a value for each row. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

/**
 * Minimum rows for SQL texts that depend on the values. Each such text is prepared separately, which is not worth it
 * for fewer rows.
 */
const MANY = 50;

/**
 * SQL that yields the rows as `c`, in their order; its parameters are appended to the given ones. Lists are unnested in
 * the target list, which streams the rows: in FROM, PostgreSQL would first store each list as a table. With many rows,
 * a column of equal values is sent as one parameter, and a column of texts without line breaks as lines, which is much
 * cheaper than quoting and unquoting each text.
 */
export function selectColumns(columns: readonly Column[], parameters: unknown[]): string {
  const names = columns.map(({ name, type, values }, at) => {
    const isLarge = values.length >= MANY;
    const [first] = values;
    // The first column stays a list: without any list there would be one row.
    if (isLarge && at > 0 && values.every((value) => value === first)) {
      parameters.push(first);
      return `$${parameters.length}::${type} AS ${name}`;
    }
    const lines = isLarge ? linesOf(values) : undefined;
    parameters.push(lines ?? parameterText(values));
    const list = `$${parameters.length}::${lines === undefined ? `${type}[]` : 'text'}`;
    return lines === undefined
      ? `unnest(${list}) AS ${name}`
      : `unnest(string_to_array(${list}, E'\\n'))::${type} AS ${name}`;
  });
  return `(SELECT ${names.join(', ')}) AS c`;
}

/** Undefined if a value is NULL or has a line break. */
function linesOf(values: readonly unknown[]): string | undefined {
  const lines: string[] = [];
  for (const value of values) {
    const text = parameterText(value);
    if (text === null || text.includes('\n')) return undefined;
    lines.push(text);
  }
  return lines.join('\n');
}

/** A column of rows, by a function of a row. */
export function columnOf<Row>(rows: readonly Row[]) {
  return (name: string, type: string, value: (row: Row) => unknown): Column => ({
    name,
    type,
    values: rows.map(value),
  });
}

/** Rows per statement of a large insertion. */
const CHUNK = 1_000;

export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const chunks: (readonly Row[])[] = [];
  for (let at = 0; at < rows.length; at += CHUNK) chunks.push(rows.slice(at, at + CHUNK));
  return chunks;
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs statements one after the other. Each is built while the store runs the one before it. */
export async function runInTurn<Row extends object>(tx: Queryable, statements: Iterable<Statement>): Promise<Row[]> {
  const rows: Row[] = [];
  let running: ReturnType<typeof tx.query<Row>> | undefined;
  const finish = async () => {
    const last = running;
    running = undefined;
    if (last) rows.push(...(await last).rows);
  };
  try {
    for (const { sql, parameters } of statements) {
      await finish();
      running = tx.query<Row>(sql, parameters);
    }
  } finally {
    await finish();
  }
  return rows;
}
