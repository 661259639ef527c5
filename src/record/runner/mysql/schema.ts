import type { MysqlConnection } from './connection.ts';

/** Databases of the server itself. */
const SYSTEM = "('mysql', 'information_schema', 'performance_schema', 'sys')";

/** A database, and what its tables have by default. */
export interface Database {
  readonly name: string;
  readonly characterSet: string;
  readonly collation: string;
}

export async function databasesOf(client: MysqlConnection): Promise<readonly Database[]> {
  const { rows } = await client.query(
    `SELECT schema_name, default_character_set_name, default_collation_name FROM information_schema.schemata
      WHERE LOWER(schema_name) NOT IN ${SYSTEM}`,
  );
  return rows.map(([name, characterSet, collation]) => ({
    name: name ?? '',
    characterSet: characterSet ?? '',
    collation: collation ?? '',
  }));
}

/** The tables that users made, each with its database. */
export async function userTables(
  client: MysqlConnection,
): Promise<readonly { readonly database: string; readonly name: string }[]> {
  const { rows } = await client.query(
    `SELECT table_schema, table_name FROM information_schema.tables
      WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'SEQUENCE') AND LOWER(table_schema) NOT IN ${SYSTEM} ORDER BY 1, 2`,
  );
  return rows.map(([database, name]) => ({ database: database ?? '', name: name ?? '' }));
}

export function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** Objects by the table of information_schema that describes them: the column of the database, and those of the object. */
const DESCRIBED: Readonly<Record<string, { readonly database: string; readonly columns: readonly string[] }>> = {
  TABLES: {
    database: 'TABLE_SCHEMA',
    columns: ['TABLE_NAME', 'TABLE_TYPE', 'ENGINE', 'TABLE_COLLATION', 'TABLE_COMMENT'],
  },
  COLUMNS: {
    database: 'TABLE_SCHEMA',
    columns: [
      ...['TABLE_NAME', 'COLUMN_NAME', 'ORDINAL_POSITION', 'COLUMN_TYPE', 'IS_NULLABLE', 'COLUMN_DEFAULT', 'EXTRA'],
      ...['COLLATION_NAME', 'GENERATION_EXPRESSION', 'COLUMN_COMMENT'],
    ],
  },
  STATISTICS: {
    database: 'TABLE_SCHEMA',
    columns: ['TABLE_NAME', 'INDEX_NAME', 'SEQ_IN_INDEX', 'COLUMN_NAME', 'NON_UNIQUE', 'SUB_PART', 'INDEX_TYPE'],
  },
  REFERENTIAL_CONSTRAINTS: {
    database: 'CONSTRAINT_SCHEMA',
    columns: [
      ...['TABLE_NAME', 'CONSTRAINT_NAME', 'UNIQUE_CONSTRAINT_SCHEMA', 'REFERENCED_TABLE_NAME', 'UPDATE_RULE'],
      'DELETE_RULE',
    ],
  },
  KEY_COLUMN_USAGE: {
    database: 'TABLE_SCHEMA',
    columns: [
      ...['TABLE_NAME', 'CONSTRAINT_NAME', 'COLUMN_NAME', 'ORDINAL_POSITION', 'REFERENCED_TABLE_NAME'],
      'REFERENCED_COLUMN_NAME',
    ],
  },
  CHECK_CONSTRAINTS: { database: 'CONSTRAINT_SCHEMA', columns: ['CONSTRAINT_NAME', 'CHECK_CLAUSE'] },
  PARTITIONS: {
    database: 'TABLE_SCHEMA',
    columns: ['TABLE_NAME', 'PARTITION_NAME', 'PARTITION_METHOD', 'PARTITION_EXPRESSION', 'PARTITION_DESCRIPTION'],
  },
  VIEWS: { database: 'TABLE_SCHEMA', columns: ['TABLE_NAME', 'VIEW_DEFINITION', 'SECURITY_TYPE'] },
  TRIGGERS: {
    database: 'TRIGGER_SCHEMA',
    columns: ['TRIGGER_NAME', 'ACTION_TIMING', 'EVENT_MANIPULATION', 'EVENT_OBJECT_TABLE', 'ACTION_STATEMENT'],
  },
  ROUTINES: {
    database: 'ROUTINE_SCHEMA',
    columns: ['ROUTINE_NAME', 'ROUTINE_TYPE', 'DTD_IDENTIFIER', 'ROUTINE_DEFINITION', 'SECURITY_TYPE'],
  },
  PARAMETERS: {
    database: 'SPECIFIC_SCHEMA',
    columns: ['SPECIFIC_NAME', 'ORDINAL_POSITION', 'PARAMETER_MODE', 'PARAMETER_NAME', 'DTD_IDENTIFIER'],
  },
  EVENTS: {
    database: 'EVENT_SCHEMA',
    columns: ['EVENT_NAME', 'EVENT_DEFINITION', 'INTERVAL_VALUE', 'INTERVAL_FIELD', 'STATUS'],
  },
};

/**
 * The objects of databases, one a line.
 *
 * @param names the databases, each with the name that the lines have for it
 */
export async function schemaOf(
  client: MysqlConnection,
  names: readonly (readonly [database: string, shown: string])[],
): Promise<ReadonlySet<string>> {
  const { rows: known } = await client.query(
    "SELECT table_name FROM information_schema.tables WHERE LOWER(table_schema) = 'information_schema'",
  );
  const tables = new Set(known.map(([name]) => name?.toUpperCase()));
  const list = names.map(([database]) => `'${database.replaceAll("'", "''")}'`).join(', ');
  const lines = new Set<string>();
  for (const [table, { database, columns }] of Object.entries(DESCRIBED)) {
    // MySQL before 8.0.16 has no constraints of this kind.
    if (!tables.has(table)) continue;
    const text = `SELECT ${database}, ${columns.join(', ')} FROM information_schema.${table} WHERE ${database} IN (${list})`;
    for (const row of (await client.query(text)).rows) {
      const line = row.map((value) => value ?? '-').join(' ');
      lines.add(`${table.toLowerCase()} ${names.reduce((shown, [from, to]) => shown.replaceAll(from, to), line)}`);
    }
  }
  return lines;
}
