/** The SQL dialects that Querygate reads. */
export const DIALECTS = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql', 'cockroachdb', 'redshift'] as const;

export type Dialect = (typeof DIALECTS)[number];

/** The name under which users also know a dialect: files of MariaDB are often called MySQL's. */
export const COMMON_NAME: Readonly<Record<Dialect, Dialect>> = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  transactsql: 'transactsql',
  cockroachdb: 'cockroachdb',
  redshift: 'redshift',
};

/** The words for a dialect in configuration files, drivers, package names and folders. */
const WORDS: Readonly<Record<Dialect, readonly string[]>> = {
  postgresql: [
    'postgresql',
    'postgres',
    'pg',
    'pgsql',
    'psql',
    'postgis',
    'pgx',
    'npgsql',
    'psycopg2',
    'psycopg',
    'asyncpg',
    'postgrex',
    'opengauss',
    'og',
  ],
  mysql: ['mysql', 'mysql2', 'mysql8', 'trilogy', 'myxql', 'pymysql', 'mysqlclient', 'pomelo'],
  mariadb: ['mariadb', 'maria'],
  sqlite: ['sqlite', 'sqlite3', 'spatialite', 'libsql', 'turso', 'aiosqlite', 'better-sqlite3', 'ecto_sqlite3'],
  transactsql: [
    'tsql',
    't-sql',
    'sql-server',
    'sql_server',
    'azuresql',
    'mssql',
    'sqlserver',
    'sqlsrv',
    'tds',
    'tedious',
    'sqlazure',
  ],
  cockroachdb: ['cockroachdb', 'cockroach', 'crdb'],
  redshift: ['redshift'],
};

/** The dialect that a word stands for in configuration files, drivers, packages and folders, in lower case. */
export const DIALECT_WORDS: ReadonlyMap<string, Dialect> = new Map(
  Object.entries(WORDS).flatMap(([dialect, words]) => words.map((word) => [word, dialect as Dialect] as const)),
);

export function isDialect(value: string): value is Dialect {
  return (DIALECTS as readonly string[]).includes(value);
}
