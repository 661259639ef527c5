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

export function isDialect(value: string): value is Dialect {
  return (DIALECTS as readonly string[]).includes(value);
}
