import type { Dialect } from '../../../model/index.ts';
import { words } from './function-classes.ts';
import { MARIADB_FUNCTIONS, MYSQL_FUNCTIONS } from './functions-mysql.ts';
import { POSTGRESQL_FUNCTIONS } from './functions-postgresql.ts';
import { SQLITE_FUNCTIONS } from './functions-sqlite.ts';

/** What was reviewed of a dialect. */
export interface Reviewed {
  /** Functions that only read, in lower case. */
  readonly functions: ReadonlySet<string>;
  /** The schema of the server's own functions, with a dot; empty if there is none. */
  readonly ownSchema: string;
  /** Whether only the grammar tells what a statement calls, since users define operators and types. */
  readonly byGrammar: boolean;
  /** Words that are reserved, so that a parenthesis after them does not begin arguments. */
  readonly reserved: ReadonlySet<string>;
  /** Functions that are the server's own only if no space stands before the parenthesis; else the name is that of a stored one. */
  readonly adjacent: ReadonlySet<string>;
  /** Functions that the application registers, by the operator that calls them. */
  readonly operators: Readonly<Record<string, string>>;
  /** `= ANY (…)` is a comparison, and not a call. */
  readonly quantifiers: boolean;
  /** Settings are statements of their own, of which some only read. */
  readonly hasPragmas: boolean;
}

/** Reserved in every dialect here. */
const RESERVED = words(
  `ALL AND AS BETWEEN CASE CHECK COLLATE DISTINCT ELSE EXCEPT EXISTS FROM GROUP HAVING IN INDEX INTERSECT IS JOIN
   LIMIT NOT NULL ON OR ORDER SELECT SET TABLE THEN UNION UPDATE USING VALUES WHEN WHERE`,
);
const RESERVED_IN_MYSQL = words(
  `BINARY BY CONVERT DECIMAL DISTINCTROW DIV INSERT INTERVAL KEY LIKE MATCH NUMERIC PARTITION REGEXP RLIKE ROW STRAIGHT_JOIN
   VARBINARY VARCHAR WITH XOR`,
);

/** MySQL's manual, "Function Name Parsing and Resolution". */
const ADJACENT = words(
  `adddate bit_and bit_or bit_xor cast count curdate curtime date_add date_sub extract group_concat max mid min now position
   session_user std stddev stddev_pop stddev_samp subdate substr substring sum sysdate system_user trim var_pop var_samp
   variance`,
);

export const postgresql: Reviewed = {
  functions: POSTGRESQL_FUNCTIONS,
  ownSchema: 'pg_catalog.',
  byGrammar: true,
  reserved: new Set(),
  adjacent: new Set(),
  operators: {},
  quantifiers: true,
  hasPragmas: false,
};

const mysql: Reviewed = {
  functions: MYSQL_FUNCTIONS,
  ownSchema: '',
  byGrammar: false,
  reserved: new Set([...RESERVED, ...RESERVED_IN_MYSQL]),
  adjacent: new Set(ADJACENT),
  operators: {},
  quantifiers: true,
  hasPragmas: false,
};

const sqlite: Reviewed = {
  functions: SQLITE_FUNCTIONS,
  ownSchema: '',
  byGrammar: false,
  reserved: new Set(RESERVED),
  adjacent: new Set(),
  operators: { REGEXP: 'regexp' },
  quantifiers: false,
  hasPragmas: true,
};

/** Without a row, it is not known of any statement that it only reads. */
const REVIEWED: Readonly<Partial<Record<Dialect, Reviewed>>> = {
  postgresql,
  mysql,
  mariadb: { ...mysql, functions: MARIADB_FUNCTIONS },
  sqlite,
};

export function reviewedOf(dialect: Dialect): Reviewed | undefined {
  return REVIEWED[dialect];
}

/** Whether the function is on the list. Only the server's own schema may be written before the name. */
export function isPure({ functions, ownSchema }: Reviewed, name: string): boolean {
  const own = ownSchema !== '' && name.startsWith(ownSchema) ? name.slice(ownSchema.length) : name;
  return functions.has(own);
}

/** Whether the server itself has a function of this name, which only reads. */
export function isServerFunction(dialect: Dialect, name: string): boolean {
  return reviewedOf(dialect)?.functions.has(name) ?? false;
}
