import type { Dialect } from '../../../src/model/index.ts';

export type Server = 'postgresql' | 'mariadb' | 'sqlite';

/** What a server's dialect can do, and how it spells what the generator writes. */
export interface FilterDialect {
  /** The readers that read what the server runs. */
  readonly readers: readonly Dialect[];
  /** Whether the target of an UPDATE stands among the tables that it is joined with: MySQL's `UPDATE t JOIN …`. */
  readonly joinsTarget: boolean;
  /** How a DELETE names other tables: `USING …`, or MySQL's `DELETE t FROM t JOIN …`. */
  readonly deleteFrom: 'using' | 'joins' | undefined;
  /** What may stand before the target's alias. */
  readonly as: readonly string[];
  /** Whether a WITH may stand before an UPDATE or DELETE. */
  readonly withWrite: boolean;
  /** Whether a LIMIT may stand directly in `IN (SELECT …)`. */
  readonly limitInList: boolean;
  readonly length: string;
  readonly like: readonly string[];
  readonly arrays: boolean;
  /** Conditions that hold, as only this dialect writes them. */
  readonly constants: readonly string[];
  readonly isNotDistinct: (a: string, b: string) => string;
  readonly concat: (a: string, b: string) => string;
  readonly month: ((date: string) => string) | undefined;
}

const POSTGRESQL: FilterDialect = {
  readers: ['postgresql'],
  joinsTarget: false,
  deleteFrom: 'using',
  as: ['AS ', ''],
  withWrite: true,
  limitInList: true,
  length: 'length',
  like: ['LIKE', 'NOT LIKE', 'ILIKE'],
  arrays: true,
  constants: ["'t'::boolean", '1 = ANY (ARRAY[1, 2])'],
  isNotDistinct: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
  concat: (a, b) => `${a} || ${b}`,
  month: (date) => `extract(month from ${date})`,
};

export const FILTER_DIALECTS: Readonly<Record<Server, FilterDialect>> = {
  postgresql: POSTGRESQL,
  mariadb: {
    readers: ['mariadb', 'mysql'],
    joinsTarget: true,
    deleteFrom: 'joins',
    as: ['AS ', ''],
    withWrite: false,
    limitInList: false,
    length: 'char_length',
    like: ['LIKE', 'NOT LIKE'],
    arrays: false,
    constants: ['1', '1 <=> 1', 'NOT 0'],
    isNotDistinct: (a, b) => `${a} <=> ${b}`,
    concat: (a, b) => `concat(${a}, ${b})`,
    month: (date) => `month(${date})`,
  },
  sqlite: {
    ...POSTGRESQL,
    readers: ['sqlite'],
    deleteFrom: undefined,
    as: ['AS '],
    like: ['LIKE', 'NOT LIKE'],
    arrays: false,
    constants: ['1', '1 IS 1', '1 NOT IN ()'],
    isNotDistinct: (a, b) => `${a} IS ${b}`,
    // Its date functions return texts, whose values are not known.
    month: undefined,
  },
};
