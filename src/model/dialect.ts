/** The SQL dialects that Querygate reads. */
export const DIALECTS = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql', 'cockroachdb', 'redshift'] as const;

export type Dialect = (typeof DIALECTS)[number];

export function isDialect(value: string): value is Dialect {
  return (DIALECTS as readonly string[]).includes(value);
}
