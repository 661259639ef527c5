import { describe, expect, it } from 'vitest';
import { type SqlFileName, sqlFileName } from '../../src/model/index.ts';

type Row = [name: string, dialect: SqlFileName['dialect'], template?: SqlFileName['template']];

describe('the name of a SQL file', () => {
  it.each<Row>([
    ['a.sql', undefined],
    ['db/A.SQL', undefined],
    ['.sql', undefined],
    ['1.up.sql', undefined],
    ['1.down.sql', undefined],
    ['a.ddl', undefined],
    ['a.psql', 'postgresql'],
    ['a.pgsql', 'postgresql'],
    ['a.PgSql', 'postgresql'],
    ['a.mysql', 'mysql'],
    ['a.sqlite', 'sqlite'],
    ['a.tsql', 'transactsql'],
    ['a.sql.postgres', 'postgresql'],
    ['a.sql.pg', 'postgresql'],
    ['a.sql.mysql', 'mysql'],
    ['a.sql.mariadb', 'mariadb'],
    ['a.sql.sqlite', 'sqlite'],
    ['a.sql.sqlite3', 'sqlite'],
    ['a.sql.mssql', 'transactsql'],
    ['a.postgres.sql', 'postgresql'],
    ['a.mysql.ddl', 'mysql'],
    ['mysql.sql', undefined],
    ['pg/a.sql', undefined],
    ['a.sql.erb', undefined, 'percent'],
    ['a.sql.j2', undefined, 'braces'],
    ['a.sql.jinja', undefined, 'braces'],
    ['a.sql.jinja2', undefined, 'braces'],
    ['a.sql.tmpl', undefined, 'braces'],
    ['a.sql.gotmpl', undefined, 'braces'],
    ['a.sql.mustache', undefined, 'braces'],
    ['a.sql.hbs', undefined, 'braces'],
    ['a.sql.template', undefined, 'any'],
    ['a.pgsql.j2', 'postgresql', 'braces'],
    ['a.sql.mysql.erb', 'mysql', 'percent'],
  ])('%s has the dialect %s and the template marks %s', (name, dialect, template = undefined) => {
    expect(sqlFileName(name)).toEqual({ dialect, template });
  });

  it.each([
    ['sql'],
    ['a.sqlx'],
    ['a.sql.bak'],
    ['a.sql/b'],
    ['a.erb'],
    ['a.rb.erb'],
    ['a.postgres'],
    ['a.db'],
    ['a.dml'],
    ['a.sql.constructor'],
    ['a.constructor.erb'],
    ['__proto__'],
  ])('is not %s', (name) => {
    expect(sqlFileName(name)).toBeUndefined();
  });
});
