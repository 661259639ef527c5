import type { Dialect } from '../../model/index.ts';

/** The words for a dialect in configuration files, drivers, package names and folders. */
const WORDS: Readonly<Record<Dialect, readonly string[]>> = {
  postgresql: [
    'postgresql',
    'postgres',
    'pg',
    'pgsql',
    'postgis',
    'pgx',
    'npgsql',
    'psycopg2',
    'psycopg',
    'asyncpg',
    'postgrex',
  ],
  mysql: ['mysql', 'mysql2', 'trilogy', 'myxql', 'pymysql', 'mysqlclient', 'pomelo'],
  mariadb: ['mariadb'],
  sqlite: ['sqlite', 'sqlite3', 'spatialite', 'libsql', 'turso', 'aiosqlite', 'better-sqlite3', 'ecto_sqlite3'],
  transactsql: ['mssql', 'sqlserver', 'sqlsrv', 'tds', 'tedious', 'sqlazure'],
  cockroachdb: ['cockroachdb', 'cockroach', 'crdb'],
  redshift: ['redshift'],
};

/** Databases whose SQL Querygate does not read. Named, so that their SQL is not taken for another dialect's. */
const UNREAD = [
  'oracle',
  'snowflake',
  'bigquery',
  'clickhouse',
  'singlestore',
  'vertica',
  'firebird',
  'db2',
  'h2',
  'hsqldb',
  'derby',
  'spanner',
  'ydb',
  'duckdb',
  'exasol',
];

const DIALECT_OF = new Map(
  Object.entries(WORDS).flatMap(([dialect, words]) => words.map((word) => [word, dialect as Dialect] as const)),
);

/** The dialect that a word of a configuration file stands for; the word itself if it is a database that is not read. */
export function dialectOfWord(word: string): Dialect | { readonly unread: string } | undefined {
  const folded = word.toLowerCase().replace(/^django\.db\.backends\./, '');
  return DIALECT_OF.get(folded) ?? (UNREAD.includes(folded) ? { unread: folded } : undefined);
}

/** The dialect that a folder of the path is named after, as in `migrations/postgres/`. */
export function dialectOfFolder(folder: string): Dialect | { readonly unread: string } | undefined {
  for (const part of folder.split('/').reverse()) {
    const dialect = dialectOfWord(part);
    if (dialect) return dialect;
  }
  return undefined;
}
