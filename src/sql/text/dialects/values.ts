import type { Dialect } from '../../../model/index.ts';

const NONE: ReadonlySet<string> = new Set();

/** What operators and comparisons mean in a dialect. */
export interface Values {
  /** The usual collations take texts that differ for equal, such as those that differ in case. */
  readonly looseCollations: boolean;
  /** Booleans are a type of their own, and are compared with booleans only. */
  readonly booleans: boolean;
  /** The result of a bit operation has no sign. */
  readonly unsignedBits: boolean;
  /** `||` is OR, and `!` is NOT. */
  readonly logicSymbols: boolean;
  /** Words with a meaning of their own: `BINARY x`, `INTERVAL x DAY`, `x SOUNDS LIKE y`, `CAST(x AS UNSIGNED)`. */
  readonly operatorWords: ReadonlySet<string>;
  /** Columns have methods: `doc.value('(/a)[1]', 'int')`. */
  readonly methods: boolean;
  /** The operator that joins texts; none if that depends on a setting. */
  readonly concatenation: '||' | '+' | 'none';
  /** Strings next to each other are one string. */
  readonly adjacentStrings: boolean;
  /** Whether a name in double quotes is read as text: never, or where no column has that name (SQLite). */
  readonly quotedTexts: 'never' | 'without-column';
}

const postgresql: Values = {
  looseCollations: false,
  booleans: true,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  methods: false,
  concatenation: '||',
  adjacentStrings: true,
  quotedTexts: 'never',
};

const mysql: Values = {
  looseCollations: true,
  booleans: false,
  unsignedBits: true,
  logicSymbols: true,
  operatorWords: new Set(['BINARY', 'INTERVAL', 'SOUNDS', 'UNSIGNED']),
  methods: false,
  concatenation: 'none',
  adjacentStrings: true,
  quotedTexts: 'never',
};

const sqlite: Values = {
  looseCollations: false,
  booleans: false,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  methods: false,
  concatenation: '||',
  adjacentStrings: false,
  quotedTexts: 'without-column',
};

const transactsql: Values = {
  looseCollations: true,
  booleans: false,
  unsignedBits: false,
  logicSymbols: false,
  operatorWords: NONE,
  methods: true,
  concatenation: '+',
  adjacentStrings: false,
  quotedTexts: 'never',
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
