import type { Dialect } from '../../../model/index.ts';

const NONE: ReadonlySet<string> = new Set();

/** What the built-in functions of a dialect give. Names are in the case in which readers compare them. */
export interface Functions {
  /**
   * In lower case: functions with a meaning that other dialects do not give them. `random()` is a whole number, `max(a, b)`
   * the greatest of its arguments, and `like(pattern, x)` an operator.
   */
  readonly ownMeanings: ReadonlySet<string>;
  /**
   * In upper case: functions that give a single name or value, since they quote their argument, or ask the server for a
   * name.
   */
  readonly nameFunctions: ReadonlySet<string>;
  /** In upper case: the same without parentheses. */
  readonly nameWords: ReadonlySet<string>;
  /** `format(text, …)` fills in `%s`, `%I` and `%L`. */
  readonly fillsFormat: boolean;
  /** REPLACE finds what the collation takes for equal, in any case. */
  readonly replaceCollates: boolean;
  /** `CONVERT(type, value)` (elsewhere the value comes first). */
  readonly convertTypeFirst: boolean;
  /** `set_config('name', 'value', local)` changes a setting. */
  readonly setConfig: boolean;
}

const postgresql: Functions = {
  ownMeanings: NONE,
  nameFunctions: new Set(['QUOTE_IDENT', 'QUOTE_LITERAL', 'QUOTE_NULLABLE', 'CURRENT_SCHEMA', 'CURRENT_DATABASE']),
  nameWords: new Set([
    ...['CURRENT_USER', 'SESSION_USER', 'CURRENT_ROLE', 'CURRENT_SCHEMA', 'CURRENT_CATALOG'],
    ...['TG_TABLE_NAME', 'TG_TABLE_SCHEMA'],
  ]),
  fillsFormat: true,
  replaceCollates: false,
  convertTypeFirst: false,
  setConfig: true,
};

const mysql: Functions = {
  ownMeanings: NONE,
  nameFunctions: new Set(['QUOTE', 'DATABASE', 'SCHEMA']),
  nameWords: NONE,
  fillsFormat: false,
  replaceCollates: false,
  convertTypeFirst: false,
  setConfig: false,
};

const sqlite: Functions = {
  ownMeanings: new Set(['random', 'rand', 'likely', 'unlikely', 'likelihood', 'like', 'glob', 'max', 'min']),
  nameFunctions: NONE,
  nameWords: NONE,
  fillsFormat: false,
  replaceCollates: false,
  convertTypeFirst: false,
  setConfig: false,
};

const transactsql: Functions = {
  ownMeanings: NONE,
  nameFunctions: new Set(['QUOTENAME', 'DB_NAME', 'SCHEMA_NAME', 'OBJECT_NAME', 'OBJECT_SCHEMA_NAME']),
  nameWords: NONE,
  fillsFormat: false,
  replaceCollates: true,
  convertTypeFirst: true,
  setConfig: false,
};

export const FUNCTIONS: Readonly<Record<Dialect, Functions>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  cockroachdb: postgresql,
  redshift: postgresql,
};
