import type { Dialect } from '../../../model/index.ts';

const NONE: ReadonlySet<string> = new Set();

/** What operators and comparisons mean in a dialect. */
export interface Values {
  /** The usual collations take texts that differ for equal, such as those that differ in case. */
  readonly looseCollations: boolean;
  /** Values of two types are compared by their types: every number is less than every text. */
  readonly typeOrder: boolean;
  /** A text that is compared with a number becomes a number: 0, if it does not begin with a digit. */
  readonly textsAsNumbers: boolean;
  /** Booleans are a type of their own, and are compared with booleans only. */
  readonly booleans: boolean;
  /** The result of a bit operation has no sign. */
  readonly unsignedBits: boolean;
  /** `||` is OR, and `!` is NOT. */
  readonly logicSymbols: boolean;
  /** Words with a meaning of their own: `BINARY x`, `INTERVAL x DAY`, `x SOUNDS LIKE y`, `CAST(x AS UNSIGNED)`. */
  readonly operatorWords: ReadonlySet<string>;
  /** `@>`, `<@`, `<<=`, `>>=` and `^@` ask whether one value contains another. */
  readonly containment: boolean;
  /** Columns have methods: `doc.value('(/a)[1]', 'int')`. */
  readonly methods: boolean;
  /** The operator that joins texts; none if that depends on a setting. */
  readonly concatenation: '||' | '+' | 'none';
  /** Strings next to each other are one string. */
  readonly adjacentStrings: boolean;
  /** Whether a name in double quotes is read as text: never, or where no column has that name (SQLite). */
  readonly quotedTexts: 'never' | 'without-column';
  /** The setting with which `x = NULL` can be true. */
  readonly nullsEqual: 'none' | 'transform_null_equals' | 'ansi_nulls';
  /**
   * What each row has besides its columns: its place (`ctid`) and transactions, its number (`rowid`), or other names
   * for its columns (`$IDENTITY`).
   */
  readonly systemColumns: 'none' | 'ctid' | 'rowid' | 'dollar';
}

const postgresql: Values = {
  looseCollations: false,
  typeOrder: false,
  textsAsNumbers: false,
  booleans: true,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  containment: true,
  methods: false,
  concatenation: '||',
  adjacentStrings: true,
  quotedTexts: 'never',
  nullsEqual: 'transform_null_equals',
  systemColumns: 'ctid',
};

const mysql: Values = {
  looseCollations: true,
  typeOrder: false,
  textsAsNumbers: true,
  booleans: false,
  unsignedBits: true,
  logicSymbols: true,
  operatorWords: new Set(['BINARY', 'INTERVAL', 'SOUNDS', 'UNSIGNED']),
  containment: false,
  methods: false,
  concatenation: 'none',
  adjacentStrings: true,
  quotedTexts: 'never',
  nullsEqual: 'none',
  systemColumns: 'none',
};

const sqlite: Values = {
  looseCollations: false,
  typeOrder: true,
  textsAsNumbers: false,
  booleans: false,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  containment: false,
  methods: false,
  concatenation: '||',
  adjacentStrings: false,
  quotedTexts: 'without-column',
  nullsEqual: 'none',
  systemColumns: 'rowid',
};

const transactsql: Values = {
  looseCollations: true,
  typeOrder: false,
  textsAsNumbers: false,
  booleans: false,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  containment: false,
  methods: true,
  concatenation: '+',
  adjacentStrings: false,
  quotedTexts: 'never',
  nullsEqual: 'ansi_nulls',
  systemColumns: 'dollar',
};

export const VALUES: Readonly<Record<Dialect, Values>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  cockroachdb: postgresql,
  redshift: postgresql,
};
