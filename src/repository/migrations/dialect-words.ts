import { DIALECT_WORDS, type Dialect } from '../../model/index.ts';

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

/** The dialect that a word of a configuration file stands for; the word itself if it is a database that is not read. */
export function dialectOfWord(word: string): Dialect | { readonly unread: string } | undefined {
  const folded = word.toLowerCase().replace(/^django\.db\.backends\./, '');
  return DIALECT_WORDS.get(folded) ?? (UNREAD.includes(folded) ? { unread: folded } : undefined);
}

/** Whether the name of a file says for which dialect it is: `1_x.mysql.up.sql`. */
export function namesDialect(path: string): boolean {
  const words = path.slice(path.lastIndexOf('/') + 1).split('.');
  return words.slice(1, -1).some((word) => dialectOfWord(word) !== undefined);
}

/** The dialect that a folder of the path is named after, as in `migrations/postgres/`. */
export function dialectOfFolder(folder: string): Dialect | { readonly unread: string } | undefined {
  for (const part of folder.split('/').reverse()) {
    const dialect = dialectOfWord(part);
    if (dialect) return dialect;
  }
  return undefined;
}
