import type { MigrationFramework } from '../../model/index.ts';
import { basenameOf, folderNameOf, stemOf } from './paths.ts';

/** The columns of a row that a framework keeps for an applied migration, by lower-case name. */
export type BookkeepingRow = Readonly<Record<string, string>>;

/** A table in which a framework notes which migrations it has applied. */
export interface Bookkeeping {
  readonly tool: string;
  /** How the configuration names it. */
  readonly frameworks: readonly MigrationFramework[];
  /** In lower case. */
  readonly table: string;
  /** Columns that only this framework has: then the table may have another name. */
  readonly signature?: readonly string[];
  /** Further tables that the framework keeps for itself. */
  readonly others?: readonly string[];
  /** Columns that name the migration, in lower case. */
  readonly columns: readonly string[];
  /** Whether libraries bring migrations of their own, whose sources are not in the repository. */
  readonly isOutside?: boolean;
  /** Whether one file holds several migrations. */
  readonly isShared?: boolean;
  /** The name of the migration, as its users write it. */
  name(row: BookkeepingRow): string;
  /** Whether a file of this path may be the migration. */
  isSource(row: BookkeepingRow, path: string): boolean;
  /** Whether nothing but the file of this path can be the migration. Default: as `isSource`. */
  isExact?(row: BookkeepingRow, path: string): boolean;
  /** What a file must contain, where the source's name does not show the migration. */
  content?(row: BookkeepingRow): RegExp;
  /** That file. Default: the source itself. */
  contentPath?(source: string): string;
  /** Whether the source executes statements on the database that it is for. */
  mustExecute?(source: string): boolean;
}

const value = (row: BookkeepingRow, column: string) => row[column] ?? '';

/** `20240101_create_orders.rb` of the version 20240101. */
const startsWith = (version: string, path: string) =>
  version !== '' && new RegExp(`^${escaped(version)}(?:[_.-]|$)`).test(basenameOf(path));

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Operations that change a database. `AlterField` often changes the state of models alone. */
const DJANGO_EXECUTES =
  /\b(?:CreateModel|DeleteModel|RenameModel|AlterModelTable|AlterUniqueTogether|AlterIndexTogether|AlterOrderWithRespectTo|(?:Add|Remove|Rename)Field|(?:Add|Remove|Rename)(?:Index|Constraint)\w*|\w+Extension|RunSQL|RunPython)\((?!\s*(?:(?:code|sql)\s*=\s*)?(?:migrations\.)?Run(?:SQL|Python)\.noop\b)/;
/** What executes nothing: operations on the state, models without a table, and migrations that replace others. */
const DJANGO_STATE = /^\s*replaces\s*=|\bstate_operations\b|["'](?:proxy|managed)["']\s*:/m;

/** The row's column is the file's name, with or without its ending. */
function byName(
  tool: string,
  framework: MigrationFramework,
  table: string,
  column: string,
  more: Partial<Bookkeeping> = {},
): Bookkeeping {
  return {
    tool,
    frameworks: [framework],
    table,
    columns: [column],
    name: (row) => value(row, column),
    isSource: (row, path) => {
      const name = basenameOf(value(row, column));
      return name !== '' && (basenameOf(path) === name || stemOf(path) === name || stemOf(path) === stemOf(name));
    },
    isExact: (row, path) => basenameOf(path) === basenameOf(value(row, column)),
    ...more,
  };
}

/** What frameworks write for each migration. Some share the name of the table: the columns tell them apart. */
export const BOOKKEEPING: readonly Bookkeeping[] = [
  {
    tool: 'Rails or Ecto',
    frameworks: ['rails', 'ecto'],
    table: 'schema_migrations',
    others: ['ar_internal_metadata'],
    columns: ['version'],
    isOutside: true,
    name: (row) => value(row, 'version'),
    isSource: (row, path) => startsWith(value(row, 'version'), path),
  },
  {
    tool: 'Django',
    frameworks: ['django'],
    table: 'django_migrations',
    columns: ['app', 'name'],
    signature: ['app', 'name', 'applied'],
    isOutside: true,
    name: (row) => `${value(row, 'app')}.${value(row, 'name')}`,
    // The label of an application is the name of its folder, unless the project says otherwise.
    isSource: (row, path) => stemOf(path) === value(row, 'name') && path.endsWith('.py'),
    isExact: (row, path) => folderNameOf(path, 1) === value(row, 'app'),
    content: (row) => new RegExp(`\\blabel\\s*=\\s*["']${escaped(value(row, 'app'))}["']`),
    contentPath: (source) => source.replace(/[^/]*\/[^/]*$/, 'apps.py'),
    // On a database that a router does not choose for it, Django notes a migration, and executes nothing.
    mustExecute: (source) => DJANGO_EXECUTES.test(source) && !DJANGO_STATE.test(source),
  },
  {
    tool: 'Alembic',
    frameworks: ['alembic'],
    table: 'alembic_version',
    columns: ['version_num'],
    signature: ['version_num'],
    name: (row) => value(row, 'version_num'),
    isSource: (_, path) => path.endsWith('.py'),
    content: (row) => new RegExp(`^revision\\b[^=\\n]*=\\s*["']${escaped(value(row, 'version_num'))}["']`, 'm'),
  },
  byName('Laravel', 'laravel', 'migrations', 'migration', { isOutside: true }),
  {
    tool: 'TypeORM',
    frameworks: ['typeorm'],
    table: 'migrations',
    columns: ['timestamp', 'name'],
    name: (row) => value(row, 'name'),
    isSource: (_, path) => /\.[cm]?[jt]s$/.test(path),
    isExact: (row, path) => startsWith(value(row, 'timestamp'), path) || stemOf(path) === value(row, 'name'),
    content: (row) => new RegExp(`\\b${escaped(value(row, 'name'))}\\b`),
  },
  byName('Knex', 'knex', 'knex_migrations', 'name', {
    signature: ['name', 'batch', 'migration_time'],
    others: ['knex_migrations_lock'],
  }),
  byName('db-migrate', 'db-migrate', 'migrations', 'name', { columns: ['name', 'run_on'] }),
  byName('Kysely', 'kysely', 'kysely_migration', 'name', { others: ['kysely_migration_lock'] }),
  byName('Sequelize', 'sequelize', 'sequelizemeta', 'name'),
  byName('MikroORM', 'mikro-orm', 'mikro_orm_migrations', 'name'),
  byName('node-pg-migrate', 'node-pg-migrate', 'pgmigrations', 'name'),
  byName('EF Core', 'ef-core', '__efmigrationshistory', 'migrationid', {
    signature: ['migrationid', 'productversion'],
    isOutside: true,
  }),
  byName('Flyway', 'flyway', 'flyway_schema_history', 'script', { isOutside: true }),
  {
    tool: 'Liquibase',
    frameworks: ['liquibase'],
    table: 'databasechangelog',
    others: ['databasechangeloglock'],
    columns: ['id', 'author', 'filename'],
    isOutside: true,
    isShared: true,
    name: (row) => `${value(row, 'filename')}::${value(row, 'id')}::${value(row, 'author')}`,
    isSource: (row, path) => value(row, 'filename') !== '' && `/${path}`.endsWith(`/${value(row, 'filename')}`),
  },
  {
    tool: 'Doctrine',
    frameworks: ['doctrine'],
    table: 'doctrine_migration_versions',
    columns: ['version'],
    isOutside: true,
    name: (row) => value(row, 'version'),
    isSource: (row, path) => stemOf(path) === (value(row, 'version').split('\\').at(-1) ?? ''),
  },
];

const TABLES: ReadonlySet<string> = new Set(BOOKKEEPING.map(({ table }) => table));

/** Tables of other names by name in lower case, with the framework that keeps them. */
export type MigrationTables = ReadonlyMap<string, MigrationFramework>;

/** Whether rows with these columns, in a table of that name, may be those of migrations. */
export function mayKeepBooks(table: string | undefined, columns: readonly string[], others: MigrationTables): boolean {
  if (table === undefined) return false;
  const name = table.toLowerCase();
  return (
    TABLES.has(name) || others.has(name) || bySignature(columns.map((column) => column.toLowerCase())) !== undefined
  );
}

/** What a row of these columns is; undefined if it is of no known framework. */
export function bookkeepingOf(table: string, row: BookkeepingRow, others: MigrationTables): Bookkeeping | undefined {
  const name = table.toLowerCase();
  const framework = others.get(name);
  const found = BOOKKEEPING.find(
    (each) =>
      (framework === undefined ? each.table === name : each.frameworks.includes(framework)) &&
      each.columns.every((column) => column in row),
  );
  return found ?? bySignature(Object.keys(row));
}

function bySignature(columns: readonly string[]): Bookkeeping | undefined {
  return BOOKKEEPING.find(({ signature }) => signature?.every((name) => columns.includes(name)));
}
