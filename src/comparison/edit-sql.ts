import type { Dialect, OperationKind } from '../model/index.ts';
import { LEXICAL } from '../sql/index.ts';

/** Longest list that an example may show. */
const MAX_ITEMS = 2000;

/** A name in SQL, quoted if it has to be. Several parts have dots between them. */
function written(name: string, dialect: Dialect): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return name;
  const { backticks, brackets } = LEXICAL[dialect];
  const [open, close] = backticks ? '``' : brackets ? '[]' : '""';
  return name
    .split('.')
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `${open}${part.replaceAll(close ?? '', '')}${close}`))
    .join('.');
}

/** Replaces a name wherever it stands as a word, with its quotes. Undefined if it does not occur. */
export function rename(sql: string, from: string, to: string, dialect: Dialect): string | undefined {
  if (from === '' || from === to || /\p{C}/u.test(to)) return undefined;
  if (to === '' || to === '*') return undefined;
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(
    `(?<![\\w$.])(?:"${name}"|\`${name}\`|\\[${name}\\]|${name})(?![\\w$])|(?<=\\.)${name}(?![\\w$])`,
    'gi',
  );
  const renamed = sql.replace(word, () => written(to, dialect));
  return renamed === sql ? undefined : renamed;
}

/** Gives the object another schema, or none. */
export function withSchema(
  sql: string,
  { name, schema }: { readonly name: string; readonly schema: string },
  to: string,
  dialect: Dialect,
): string | undefined {
  if (name === '' || /\p{C}/u.test(to)) return undefined;
  if (to === '') return sql.replaceAll(`${schema}.`, '');
  if (schema !== '') return rename(sql, schema, to, dialect);
  const word = new RegExp(`(?<![\\w$.])(["\`[]?)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`, 'gi');
  const changed = sql.replace(word, (found) => `${written(to, dialect)}.${found}`);
  return changed === sql ? undefined : changed;
}

const EVERY_NUMBER = /\b(LIMIT|OFFSET|TOP)(\s*\(?\s*)\d+/i;

/** Changes SQL so that a fact has this number; undefined if it cannot. */
export function withNumber(sql: string, fact: string, number: number): string | undefined {
  if (number < 0 || !Number.isSafeInteger(number)) return undefined;
  const times = (text: (index: number) => string) =>
    Array.from({ length: number }, (_, index) => text(index + 1)).join(', ');
  switch (fact) {
    case 'statement.limit':
      return clause(sql, /\b(?:LIMIT|TOP)\s*\(?\s*\d+/i, 'LIMIT', number);
    case 'statement.offset':
      return clause(sql, /\bOFFSET\s+\d+/i, 'OFFSET', number);
    case 'statement.longestInList': {
      if (number === 0 || number > MAX_ITEMS) return undefined;
      const list = `IN (${times(String)})`;
      if (/\bIN\s*\([^()]*\)/i.test(sql)) return sql.replace(/\bIN\s*\([^()]*\)/gi, list);
      return /\bWHERE\b|;/i.test(sql) ? undefined : `${sql} WHERE id ${list}`;
    }
    case 'statement.valuesRows': {
      const rows = /\bVALUES\s*(\([^()]*\))(?:\s*,\s*\([^()]*\))*/i;
      const row = rows.exec(sql)?.[1];
      return row === undefined || number === 0 || number > MAX_ITEMS
        ? undefined
        : sql.replace(rows, `VALUES ${times(() => row)}`);
    }
    case 'statement.joinedTables':
      if (number === 0 || number > 100 || !/\bFROM\s+[\w.]+(?=\s+WHERE\b|\s*$)/i.test(sql)) return undefined;
      return sql.replace(/\bFROM\s+[\w.]+(?=\s+WHERE\b|\s*$)/i, `FROM ${times((index) => `t${index}`)}`);
    default:
      return undefined;
  }
}

function clause(sql: string, existing: RegExp, word: string, number: number): string | undefined {
  if (existing.test(sql)) return sql.replace(existing, (found) => found.replace(EVERY_NUMBER, `$1$2${number}`));
  return sql.includes(';') ? undefined : `${sql} ${word} ${number}`;
}

/** What creates the object of an operation; a table for those that are not listed. */
const CREATED: Readonly<Partial<Record<OperationKind, (name: string) => string>>> = {
  drop_schema: (name) => `CREATE SCHEMA ${name}`,
  drop_view: (name) => `CREATE VIEW ${name} AS SELECT 1`,
  drop_sequence: (name) => `CREATE SEQUENCE ${name}`,
  drop_type: (name) => `CREATE TYPE ${name} AS ENUM ('a')`,
  drop_function: (name) => `CREATE FUNCTION ${name}() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  drop_index: (name) => `CREATE INDEX ${name} ON orders (id)`,
  drop_role: (name) => `CREATE ROLE ${name}`,
  drop_database: (name) => `CREATE DATABASE ${name}`,
};

/** Changes SQL so that a fact is true or false; undefined if it cannot. */
export function withFlag(
  sql: string,
  fact: string,
  wanted: boolean,
  { kind, target }: { readonly kind: OperationKind; readonly target: string },
): string | undefined {
  switch (`${fact} ${String(wanted)}`) {
    case 'statement.hasLimit true':
      return withNumber(sql, 'statement.limit', 10);
    case 'statement.hasLimit false':
      return sql.replace(/\s+LIMIT\s+\d+/gi, '');
    case 'statement.hasOffset true':
      return withNumber(sql, 'statement.offset', 10);
    case 'statement.inTransaction true':
      return `BEGIN;\n${sql}`;
    case 'statement.lockTimeoutSet true':
      return `SET lock_timeout = '5s';\n${sql}`;
    case 'statement.statementTimeoutSet true':
      return `SET statement_timeout = '5s';\n${sql}`;
    case 'operation.createdHere true':
    case 'operation.tableCreatedHere true':
      if (target === '') return undefined;
      return `${CREATED[kind]?.(target) ?? `CREATE TABLE ${target} (id int)`};\n${sql}`;
    case 'operation.cascade true':
      return sql.includes(';') ? undefined : `${sql} CASCADE`;
    case 'operation.cascade false':
      return sql.replace(/\s+CASCADE\b/i, '');
    case 'operation.ifExists true':
      return sql.replace(/\b(DROP\s+(?:MATERIALIZED\s+VIEW|FOREIGN\s+TABLE|\w+))\s+(?!IF\b)/i, '$1 IF EXISTS ');
    case 'operation.ifExists false':
      return sql.replace(/\bIF\s+EXISTS\s+/i, '');
    default:
      return undefined;
  }
}

/** Adds columns to a list that has one, so that it has this number of items. */
export function withSize(sql: string, size: number, current: readonly string[]): string | undefined {
  const [first] = current;
  const more = size - current.length;
  if (first === undefined || more < 1 || more > 100) return undefined;
  const names = Array.from({ length: more }, (_, index) => `c${index + 1}`);
  const changed = /\bCREATE\s+TABLE\b/i.test(sql)
    ? sql.replace(/\(\s*(?=\w+\s+\w+)/, `(${names.map((name) => `${name} int, `).join('')}`)
    : sql.replace(new RegExp(`\\b${first}\\b`), (found) => [...names, found].join(', '));
  return changed === sql ? undefined : changed;
}

/** Puts a statement where its operation is found. */
export function inPlace(sql: string, place: string): string | undefined {
  const statement = sql.replace(/;\s*$/, '');
  if (statement.includes(';') || statement.includes('$$')) return undefined;
  switch (place) {
    case 'cte':
      return `WITH x AS (${statement} RETURNING 1) SELECT 1 FROM x`;
    case 'do_block':
      return `DO $$ BEGIN ${statement}; END $$`;
    case 'routine_body':
      return `CREATE FUNCTION run() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${statement}; END $$`;
    case 'dynamic':
      return `DO $$ BEGIN EXECUTE '${statement.replaceAll("'", "''")}'; END $$`;
    case 'explain_analyze':
      return `EXPLAIN ANALYZE ${statement}`;
    case 'prepared':
      return `PREPARE plan AS ${statement}`;
    case 'executable_comment':
      return `/*! ${statement} */`;
    default:
      return undefined;
  }
}
