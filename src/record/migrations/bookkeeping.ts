import { basenameOf, stemOf } from './paths.ts';

/** The columns of a row that a framework keeps for an applied migration, by lower-case name. */
export type BookkeepingRow = Readonly<Record<string, string>>;

/** A table in which a framework notes which migrations it has applied. */
export interface Bookkeeping {
  readonly tool: string;
  /** In lower case. */
  readonly table: string;
  /** Columns that name the migration, in lower case. */
  readonly columns: readonly string[];
  /** The name of the migration, as its users write it. */
  name(row: BookkeepingRow): string;
  /** Whether a file of this path may be the migration. */
  isSource(row: BookkeepingRow, path: string): boolean;
  /** What the file must contain, where its name does not show the migration. */
  content?(row: BookkeepingRow): RegExp;
}

const value = (row: BookkeepingRow, column: string) => row[column] ?? '';

/** `20240101_create_orders.rb` of the version 20240101. */
const startsWith = (version: string, path: string) =>
  version !== '' && new RegExp(`^${escaped(version)}(?:[_.-]|$)`).test(basenameOf(path));

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The row's column is the file's name, with or without its ending. */
function byName(tool: string, table: string, column: string): Bookkeeping {
  return {
    tool,
    table,
    columns: [column],
    name: (row) => value(row, column),
    isSource: (row, path) => {
      const name = basenameOf(value(row, column));
      return name !== '' && (basenameOf(path) === name || stemOf(path) === name || stemOf(path) === stemOf(name));
    },
  };
}

/**
 * What the frameworks of record.md write for each migration. Two of them share the name of the table: the columns tell them
 * apart.
 */
export const BOOKKEEPING: readonly Bookkeeping[] = [
  {
    tool: 'Rails or Ecto',
    table: 'schema_migrations',
    columns: ['version'],
    name: (row) => value(row, 'version'),
    isSource: (row, path) => startsWith(value(row, 'version'), path),
  },
  {
    tool: 'Django',
    table: 'django_migrations',
    columns: ['app', 'name'],
    name: (row) => `${value(row, 'app')}.${value(row, 'name')}`,
    // The label of an application is the name of its folder, unless the project says otherwise.
    isSource: (row, path) => stemOf(path) === value(row, 'name') && path.endsWith('.py'),
  },
  {
    tool: 'Alembic',
    table: 'alembic_version',
    columns: ['version_num'],
    name: (row) => value(row, 'version_num'),
    isSource: (_, path) => path.endsWith('.py'),
    content: (row) => new RegExp(`^revision\\b[^=\\n]*=\\s*["']${escaped(value(row, 'version_num'))}["']`, 'm'),
  },
  byName('Laravel', 'migrations', 'migration'),
  {
    tool: 'TypeORM',
    table: 'migrations',
    columns: ['timestamp', 'name'],
    name: (row) => value(row, 'name'),
    isSource: (row, path) => startsWith(value(row, 'timestamp'), path) || stemOf(path) === value(row, 'name'),
  },
  byName('Knex', 'knex_migrations', 'name'),
  byName('Sequelize', 'sequelizemeta', 'name'),
  byName('MikroORM', 'mikro_orm_migrations', 'name'),
  byName('node-pg-migrate', 'pgmigrations', 'name'),
  byName('EF Core', '__efmigrationshistory', 'migrationid'),
  byName('Flyway', 'flyway_schema_history', 'script'),
  {
    tool: 'Liquibase',
    table: 'databasechangelog',
    columns: ['id', 'author', 'filename'],
    name: (row) => `${value(row, 'filename')}::${value(row, 'id')}::${value(row, 'author')}`,
    isSource: (row, path) => value(row, 'filename') !== '' && `/${path}`.endsWith(`/${value(row, 'filename')}`),
  },
  {
    tool: 'Doctrine',
    table: 'doctrine_migration_versions',
    columns: ['version'],
    name: (row) => value(row, 'version'),
    isSource: (row, path) => stemOf(path) === (value(row, 'version').split('\\').at(-1) ?? ''),
  },
];

/** Tables with which frameworks keep a second process from migrating at the same time. */
const LOCKS: ReadonlySet<string> = new Set(['knex_migrations_lock', 'databasechangeloglock']);

const TABLES: ReadonlySet<string> = new Set([...BOOKKEEPING.map(({ table }) => table), ...LOCKS]);

/** Whether a table is a framework's own. */
export function isBookkeeping(table: string | undefined): boolean {
  return table !== undefined && TABLES.has(table.toLowerCase());
}

/** What a row of these columns is; undefined if it is of no known framework. */
export function bookkeepingOf(table: string, row: BookkeepingRow): Bookkeeping | undefined {
  return BOOKKEEPING.find((each) => each.table === table.toLowerCase() && each.columns.every((name) => name in row));
}
