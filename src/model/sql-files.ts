import type { Dialect } from './dialect.ts';

/** What the last part of a SQL file's name says about its dialect; undefined if it says nothing. */
const ENDINGS: Readonly<Record<string, Dialect | undefined>> = {
  sql: undefined,
  ddl: undefined,
  psql: 'postgresql',
  pgsql: 'postgresql',
  mysql: 'mysql',
  sqlite: 'sqlite',
  tsql: 'transactsql',
};

/** Names of dialects next to an ending: `schema.sql.postgres`, `schema.postgres.sql`. */
const DIALECT_WORDS: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  pg: 'postgresql',
  psql: 'postgresql',
  pgsql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  mssql: 'transactsql',
  sqlserver: 'transactsql',
  tsql: 'transactsql',
  transactsql: 'transactsql',
  cockroachdb: 'cockroachdb',
  cockroach: 'cockroachdb',
  crdb: 'cockroachdb',
  redshift: 'redshift',
};

/** The marks of a template language: ERB's `<% … %>`, or the braces of Jinja, Go and Mustache. */
export type TemplateMarks = 'percent' | 'braces' | 'any';

/** Endings after the ending of a SQL file: `schema.sql.erb`. */
const TEMPLATE_ENDINGS: Readonly<Record<string, TemplateMarks>> = {
  erb: 'percent',
  j2: 'braces',
  jinja: 'braces',
  jinja2: 'braces',
  tmpl: 'braces',
  gotmpl: 'braces',
  mustache: 'braces',
  hbs: 'braces',
  template: 'any',
};

/** What the name of a SQL file says. */
export interface SqlFileName {
  readonly dialect: Dialect | undefined;
  /** Undefined if the file is not a template by its name. */
  readonly template: TemplateMarks | undefined;
}

export const SQL_FILE_ENDINGS: readonly string[] = Object.keys(ENDINGS);

/** Reads the name of a file, in any case; undefined if it is not the name of a SQL file. */
export function sqlFileName(path: string): SqlFileName | undefined {
  const parts = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split('.')
    .slice(1);
  const template = own(TEMPLATE_ENDINGS, parts.at(-1));
  if (template) parts.pop();
  const after = own(DIALECT_WORDS, parts.at(-1));
  if (after && isEnding(parts.at(-2))) return { dialect: after, template };
  const ending = parts.pop();
  if (!isEnding(ending)) return undefined;
  return { dialect: own(ENDINGS, ending) ?? own(DIALECT_WORDS, parts.at(-1)), template };
}

/** Whether Querygate reads a file with this name as SQL. */
export function isSqlFileName(path: string): boolean {
  return sqlFileName(path) !== undefined;
}

function isEnding(part: string | undefined): boolean {
  return part !== undefined && Object.hasOwn(ENDINGS, part);
}

function own<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
