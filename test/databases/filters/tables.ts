/** The types of columns; columns of equal names have equal types. */
export type Type = 'number' | 'text' | 'flag' | 'date';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: Type;
  readonly nullable: boolean;
}

/** What the generated statements write. */
export const TARGET = 'accounts';

/** The column that an UPDATE sets to 1; no other table has it. */
export const MARK = 'mark';

const number = (name: string, nullable = true): ColumnDefinition => ({ name, type: 'number', nullable });
const text = (name: string, nullable = true): ColumnDefinition => ({ name, type: 'text', nullable });

/** Columns that conditions use. `id` is the key of each. */
export const TABLES: Readonly<Record<string, readonly ColumnDefinition[]>> = {
  accounts: [
    number('id', false),
    number('grp'),
    number('ref'),
    text('status', false),
    text('note'),
    { name: 'active', type: 'flag', nullable: true },
    { name: 'created', type: 'date', nullable: true },
  ],
  orders: [number('id', false), number('account_id'), number('grp'), text('status', false), number('qty')],
  logs: [number('id', false), number('account_id'), number('grp'), text('note')],
};

export interface DataSet {
  readonly name: string;
  /** The rows of each table, as in INSERT; without the column `mark`. */
  readonly rows: Readonly<Record<keyof typeof TABLES, readonly string[]>>;
}

/** Real filters have rows on both sides on at least one of them. */
export const DATA: readonly DataSet[] = [
  {
    name: 'mixed',
    rows: {
      accounts: [
        "1, 1, NULL, 'old', 'a', true, '2020-01-15'",
        "2, 1, 1, 'new', NULL, false, '2021-06-15'",
        "3, 2, 1, 'old', 'ab', NULL, '2022-03-15'",
        "4, NULL, 3, 'held', 'b', true, NULL",
        "5, 3, 3, 'new', 'ab', false, '2020-11-15'",
        "6, 2, 5, 'old', '', true, '2023-06-15'",
      ],
      orders: [
        "1, 1, 2, 'new', 5",
        "2, 1, 4, 'old', 3",
        "3, 2, 4, 'new', NULL",
        "7, 4, NULL, 'held', 2",
        "8, NULL, 2, 'old', 6",
      ],
      logs: ["1, 3, 1, 'a'", "4, 3, 1, 'zz'", "9, NULL, 5, 'ab'"],
    },
  },
  {
    name: 'many NULLs',
    rows: {
      accounts: [
        "1, NULL, NULL, 'old', NULL, NULL, NULL",
        "2, NULL, 2, 'old', 'b', true, NULL",
        "3, 4, NULL, 'new', NULL, NULL, '2024-01-15'",
        "4, 4, 1, 'new', NULL, false, NULL",
      ],
      orders: ["3, NULL, NULL, 'old', NULL", "4, 2, NULL, 'new', 4", "5, NULL, 4, 'new', 1"],
      logs: ['2, NULL, NULL, NULL', "3, 3, NULL, 'b'"],
    },
  },
  {
    name: 'nothing in the other tables',
    rows: {
      accounts: [
        "2, 2, 2, 'new', 'b', true, '2019-01-15'",
        "3, 3, 2, 'old', 'ab', false, '2025-06-15'",
        "4, -1, 4, 'held', 'a', true, '2019-12-15'",
      ],
      orders: [],
      logs: [],
    },
  },
  {
    name: 'duplicates',
    rows: {
      accounts: [
        "1, 5, 1, 'old', 'a', true, '2020-01-15'",
        "2, 5, 1, 'old', 'a', true, '2020-01-15'",
        "3, 5, 1, 'old', 'a', false, '2020-01-15'",
        "4, 6, 7, 'old', 'b', false, '2020-07-15'",
      ],
      orders: ["1, 1, 5, 'old', 2", "2, 1, 5, 'old', 2", "3, 1, 5, 'old', 2", "4, 3, 6, 'old', 7"],
      logs: ["1, 1, 5, 'a'", "2, 1, 5, 'a'"],
    },
  },
];

const TYPES: Readonly<Record<Type, string>> = { number: 'int', text: 'varchar(20)', flag: 'boolean', date: 'date' };

function createTable(table: string, columns: readonly ColumnDefinition[]): string {
  const written = columns.map(
    ({ name, type, nullable }) =>
      `${name} ${TYPES[type]}${name === 'id' ? ' PRIMARY KEY' : ''}${nullable ? '' : ' NOT NULL'}`,
  );
  const mark = table === TARGET ? [`${MARK} int DEFAULT 0 NOT NULL`] : [];
  return `CREATE TABLE ${table} (${[...written, ...mark].join(', ')})`;
}

/** Statements that create the tables, or replace them, with the rows of a data set. */
export function fill({ rows }: DataSet): readonly string[] {
  return Object.entries(TABLES).flatMap(([table, columns]) => [
    `DROP TABLE IF EXISTS ${table}`,
    createTable(table, columns),
    ...(rows[table] ?? []).map(
      (row) => `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${row})`,
    ),
  ]);
}

/** What a file writes before a statement, so that the columns of its tables are known. */
export const DECLARATIONS = Object.entries(TABLES)
  .map(([table, columns]) => `${createTable(table, columns)};\nINSERT INTO ${table} SELECT * FROM old_${table};\n`)
  .join('');
