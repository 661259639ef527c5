import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planInit, planText, proposalText, readOwners, readSource } from '../../../src/commands/index.ts';
import type { InitRequest } from '../../../src/commands/init/request.ts';
import { configFileSchema, ruleFileSchema } from '../../../src/model/schemas/index.ts';
import { githubProblems } from '../../github-language.ts';
import {
  ALEMBIC,
  ATLAS_DECLARATIVE,
  below,
  DIESEL,
  DJANGO,
  EF_CORE,
  GOOSE,
  LARAVEL,
  PG_SCHEMA_DIFF,
  POPX,
  RAILS,
  SKEEMA,
  SQLDEF,
  SSDT,
  SUPABASE_SCHEMAS,
} from '../../repository/migrations/repositories.ts';
import { type Files, SUBMODULE, treeOf } from '../build.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const SOURCE = { repository: 'acme/querygate', ref: COMMIT };

async function plan(files: Files, more: Partial<InitRequest> = {}) {
  const planned = await planInit({
    tree: treeOf(files),
    dialect: undefined,
    host: 'github',
    owners: [],
    today: '2026-11-22',
    deadline: Number.POSITIVE_INFINITY,
    ...more,
  });
  return { ...planned, texts: Object.fromEntries(planned.files.map(({ path, text }) => [path, text])) };
}

const ON_SQLITE = {
  ...DJANGO,
  'shop/settings.py': 'DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop"}}\n',
};
const WORKFLOW = { github: '.github/workflows/querygate.yml', gitlab: '.gitlab/querygate.yml' } as const;

async function configOf(files: Files, more: Partial<InitRequest> = {}) {
  const text = (await plan(files, more)).texts['.querygate/config.yml'] ?? '';
  return { text, value: configFileSchema.parse(parse(text)) };
}

/** The text with its commented-out lines of YAML in force, as a user would uncomment them. */
function uncommented(text: string): string {
  return text.replace(
    /^( *)# (?= *(?:simulate:|record:|needs:|if:|name:|run:|retention-days:|continue-on-error:|recording:|runs-on:|services:|database:|image:|env:|ports:|options:|upstream:|steps:|with:|ref:|path:|repository:|working-directory:|- ))/gm,
    '$1',
  );
}

describe('the configuration that init proposes', () => {
  it.each([
    ['an SSDT project', SSDT, { paths: ['Shop/**'], declarative: true }],
    ['the schema of a Skeema folder', SKEEMA, { paths: ['shop/**'], declarative: true }],
    [
      'the folder that pg-schema-diff applies',
      PG_SCHEMA_DIFF,
      { paths: ['schema/**'], declarative: true, dialect: 'postgresql' },
    ],
    ['the file that sqldef applies', SQLDEF, { paths: ['db/schema.sql'], declarative: true, dialect: 'mysql' }],
    [
      'the file that Atlas applies',
      ATLAS_DECLARATIVE,
      { paths: ['db/schema.sql'], declarative: true, dialect: 'mysql' },
    ],
    [
      'the file from which Atlas generates migrations',
      { ...ATLAS_DECLARATIVE, 'db/migrations/atlas.sum': 'h1:x=\n' },
      { paths: ['db/schema.sql'], declarative: 'context', dialect: 'mysql' },
    ],
    ['the schemas of Supabase', SUPABASE_SCHEMAS, { paths: ['supabase/schemas/**'], declarative: 'context' }],
  ])('has an entry for %s', async (_, files, entry) => {
    const { value } = await configOf(files);
    expect(value.files?.filter(({ declarative }) => declarative !== undefined)).toEqual([entry]);
  });

  it('has the dialect of the migration tool, and names the tool for its folder', async () => {
    const { value, text } = await configOf(GOOSE);
    expect(value).toEqual({
      version: 1,
      dialect: 'postgresql',
      files: [{ paths: ['db/migrations/**'], tool: 'goose' }],
      'fail-on': 'block',
      'on-unknown': 'fail',
      simulate: { history: 'none' },
    });
    expect(text).toContain('# From goose: .env.example:1.');
  });

  it('has one entry for each tool of a monorepo, with its dialect if it is not the default', async () => {
    const many = Object.fromEntries(['3', '4', '5'].map((n) => [`shop/db/migrations/${n}.sql`, '-- +goose Up\n']));
    const drizzle = {
      'web/drizzle/0000_a.sql': 'CREATE TABLE a (id integer);\n',
      'web/drizzle/meta/_journal.json': '{ "dialect": "sqlite", "entries": [] }\n',
    };
    const { value } = await configOf({ ...below('shop', GOOSE), ...many, ...below('api', DIESEL), ...drizzle });
    expect(value.dialect).toBe('postgresql');
    expect(value.files).toEqual([
      { paths: ['shop/db/migrations/**'], tool: 'goose' },
      { paths: ['api/migrations/**'], tool: 'diesel' },
      { paths: ['web/drizzle/**'], tool: 'drizzle', dialect: 'sqlite' },
    ]);
  });

  it('names the tool of files whose names say for which dialect they are', async () => {
    const { value } = await configOf(POPX);
    expect(value.dialect).toBe('postgresql');
    expect(value.files).toEqual([
      { paths: ['persistence/sql/migrations/**'], tool: 'popx' },
      { paths: ['**/*.mysql.*'], dialect: 'mysql' },
    ]);
  });

  it("says that Drizzle with libSQL runs no transaction in which SQLite's foreign keys stay on", async () => {
    const { value } = await configOf({
      'drizzle.config.ts': "export default { dialect: 'turso' };\n",
      'drizzle/0000_a.sql': 'CREATE TABLE a (id integer);\n',
      'drizzle/meta/_journal.json': '{ "dialect": "sqlite", "entries": [] }\n',
    });
    expect(value.files).toEqual([{ paths: ['drizzle/**'], tool: 'drizzle', transaction: false }]);
  });

  it('names the migrations in `paths`, and what it leaves out', async () => {
    const { value, text } = await configOf({
      ...GOOSE,
      'queries/users.sql': '-- name: GetUser :one\nSELECT * FROM users WHERE id = $1;\n',
      'src/users.sql': '/* @name findUser */\nSELECT * FROM users WHERE id = :id!;\n',
      'prisma/sql/a.sql': 'SELECT 1;\n',
      'dbt/models/a.sql': "select * from {{ ref('b') }}\n",
      'test/a.sql': 'DROP TABLE users;\n',
      'supabase/seed.sql': 'INSERT INTO users VALUES (1);\n',
      'jobs/nightly.sql': 'DELETE FROM log WHERE day < now();\n',
      'res/useful-queries/Old/Delete.sql': 'DROP TABLE IF EXISTS tmp_ids;\n',
      'clicks/1.sql': '-- migrate:up\nCREATE TABLE c (id Int64) ENGINE = MergeTree ORDER BY id;\n',
    });
    expect(value.paths).toEqual(['db/migrations', 'jobs']);
    for (const line of [
      "'queries'   # 1 file: queries of an application (sqlc)",
      "'src'   # 1 file: queries of an application (pgtyped)",
      "'prisma/sql'   # 1 file: queries of an application (Prisma TypedSQL)",
      "'dbt/models'   # 1 file: models of dbt",
      "'test'   # 1 file: tests or examples",
      "'supabase'   # 1 file: seeds of local databases",
      "'res/useful-queries/Old'   # 1 file: queries that people run by hand",
      "'clicks'   # 1 file: for clickhouse, whose SQL Querygate does not read",
    ])
      expect(text).toContain(`  # - ${line}`.replaceAll("'", ''));
  });

  it('lets the tool that runs the files of Atlas decide', async () => {
    const { value } = await configOf({ ...GOOSE, 'db/migrations/atlas.sum': 'h1:abc=\n00001.sql h1:def=\n' });
    expect(value.files).toEqual([
      { paths: ['db/migrations/**'], tool: 'atlas' },
      { paths: ['db/migrations/**'], tool: 'goose' },
    ]);
  });

  it('leaves no folder out in which one file may be a migration', async () => {
    const dump = '-- MySQL dump 10.13\nCREATE TABLE a (id int);\n';
    const dumps = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`dump/${name}.sql`, dump]));
    const files = { ...GOOSE, ...dumps, 'dump/d.sql': 'DELETE FROM users;\n', 'test/a.sql': 'SELECT 1;' };
    expect((await configOf(files)).value.paths).toEqual(['dump', 'db/migrations']);
  });

  it('takes no comment about a name for the mark of a query', async () => {
    const files = {
      ...GOOSE,
      'test/a.sql': 'SELECT 1;',
      'jobs/a.sql': '-- name of the job\nDELETE FROM log WHERE a = 1;',
    };
    expect((await configOf(files)).value.paths).toEqual(['db/migrations', 'jobs']);
  });

  it('leaves out what Sqitch does not run in its project', async () => {
    const project = {
      'db/sqitch.plan': '%syntax-version=1.0.0\n%project=shop\n',
      'db/deploy/users.sql': 'CREATE TABLE users (id int);',
      'db/revert/users.sql': 'DROP TABLE users;',
      'db/verify/users.sql': 'SELECT 1;',
      'db/queries/a/1.sql': 'SELECT 1;',
      'db/queries/b/1.sql': 'SELECT 1;',
    };
    expect((await configOf(project)).value.paths).toBeUndefined();
    const tested = { ...project, 'db/test/users.sql': 'SELECT plan(1);\nSELECT has_table(:name);' };
    expect((await configOf(tested)).value.paths).toEqual(['db/queries', 'db/deploy', 'db/revert', 'db/verify']);
  });

  it('leaves out queries of an application where no migration tool is known', async () => {
    const query = '-- name: GetUser :one\nSELECT * FROM users WHERE id = $1;';
    const repository = { 'store/queries/users.sql': query, 'store/schema.sql': 'CREATE TABLE users (id int);' };
    expect((await configOf(repository)).value.paths).toEqual(['store/*.sql']);
    const mixed = { ...repository, 'store/queries/old.sql': 'DROP TABLE users;' };
    expect((await configOf(mixed)).value.paths).toBeUndefined();
    const described = {
      'db/1.sql': '-- name: create users table\nCREATE TABLE users (id int);',
      'a/1.sql': 'SELECT 1;',
    };
    expect((await configOf(described)).value.paths).toBeUndefined();
    const named = { 'databases/dev_database/1.sql': 'CREATE TABLE users (id int);', 'a/1.sql': 'SELECT 1;' };
    expect((await configOf(named)).value.paths).toBeUndefined();
  });

  it('names no `paths` if nothing is left out, or only the name of a folder says that it has tests', async () => {
    expect((await configOf({ ...GOOSE, 'jobs/a.sql': 'SELECT 1;' })).value.paths).toBeUndefined();
    expect((await configOf({ 'jobs/a.sql': 'SELECT 1;', 'test/a.sql': 'SELECT 1;' })).value.paths).toBeUndefined();
  });

  it('guesses the dialect from the SQL if there is no migration tool', async () => {
    const { value, text } = await configOf({ 'a.sql': 'CREATE TABLE t (id INT AUTO_INCREMENT) ENGINE=InnoDB;' });
    expect(value.dialect).toBe('mysql');
    expect(text).toContain('# Guessed from the SQL files');
  });

  it('leaves the dialect open if nothing shows it', async () => {
    expect((await configOf({ 'a.sql': 'SELECT 1;' })).value.dialect).toBeUndefined();
  });

  it('has the dialect that the user chose', async () => {
    expect((await configOf(GOOSE, { dialect: 'mariadb' })).value.dialect).toBe('mariadb');
  });

  it('sets the dialect of folders and files that are named after one', async () => {
    const { value, text } = await configOf({
      'store/mysql/1.sql': 'CREATE TABLE t (id INT AUTO_INCREMENT);',
      'store/postgres/1.sql': 'CREATE TABLE t (id BIGSERIAL);',
      'x/1_a.sqlite3.up.sql': 'PRAGMA foreign_keys=on;',
      'x/1_a.cockroach.up.sql': 'SELECT 1;',
      'x/1_a.vertica.up.sql': 'SELECT 1;',
    });
    expect(text).not.toContain('# The repository also names');
    expect(value.ignore).toEqual(['**/*.vertica.*']);
    expect(value.files).toEqual([
      { paths: ['store/mysql/**'], dialect: 'mysql' },
      { paths: ['store/postgres/**'], dialect: 'postgresql' },
      { paths: ['**/*.cockroach.*'], dialect: 'cockroachdb' },
      { paths: ['**/*.sqlite3.*'], dialect: 'sqlite' },
    ]);
  });

  it('sets the dialect of a folder whose name has one in it', async () => {
    const { value } = await configOf({
      'drivers/riverpg/1.sql': 'CREATE TABLE t (id BIGSERIAL, a JSONB);',
      'drivers/riversqlite/main/1.sql': 'SELECT 1;',
      'drivers/sqlitetomysql/1.sql': 'SELECT 1;',
      'tools/mysql2pg/1.sql': 'SELECT 1;',
    });
    expect(value.dialect).toBe('postgresql');
    expect(value.files).toEqual([{ paths: ['drivers/riversqlite/**'], dialect: 'sqlite' }]);
  });

  const some = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, 'SELECT 1;']));
  it.each<[string, Files, string[], string]>([
    ['a folder', some('db/clickhouse/1.sql', 'db/clickhouse/x/2.sql'), ['db/clickhouse/**'], '2 files for clickhouse'],
    [
      'a folder of each version',
      some('1/oracle/a.sql', '2/oracle/a.sql', '1/mysql/a.sql', '2/mysql/a.sql'),
      ['**/oracle/**'],
      '2 files for oracle',
    ],
    ['names of files', some('db/1.vertica.up.sql', 'db/1.mysql.up.sql'), ['**/*.vertica.*'], '1 file for vertica'],
    ['folders of another part', some('a-h2/db/h2/1.sql', 'a-pg/db/pg/1.sql'), ['a-h2/db/h2/**'], '1 file for h2'],
    ['parts of names', some('x/all_h2.sql', 'x/all_mysql.sql'), ['x/all_h2.sql'], '1 file for h2'],
    ['parts of folders', some('x/h2-default/1.sql', 'x/mysql-default/1.sql'), ['x/h2-default/**'], '1 file for h2'],
    [
      'a folder of a migration tool',
      { ...GOOSE, 'ch/clickhouse/1.sql': '-- +goose Up\nSELECT 1;' },
      ['ch/clickhouse/**'],
      '1 file for clickhouse',
    ],
    [
      'a folder in a project that is configured for a dialect',
      { ...GOOSE, 'clickhouse/schema/1.sql': '-- +goose Up\nSELECT 1;' },
      ['clickhouse/**'],
      '1 file for clickhouse',
    ],
    [
      'names of many files',
      some(...Array.from({ length: 300 }, (_, at) => `db/${at}.vertica.sql`), 'db/1.sql'),
      ['**/*.vertica.*'],
      '300 files for vertica',
    ],
  ])('ignores the SQL of databases that are not read, named by %s', async (_, files, ignore, why) => {
    const { value, text } = await configOf(files);
    expect(value.ignore).toEqual(ignore);
    expect(text).toContain(`# ${why}, whose SQL Querygate does not read`);
    expect(proposalText((await plan(files)).proposal)).toContain(`ignored: ${why}, whose SQL Querygate does not read`);
    for (const entry of value.files ?? []) for (const path of entry.paths) expect(ignore).not.toContain(path);
  });

  it.each<[string, Files]>([
    ['a folder that also names a dialect', some('clickhouse/postgres/1.sql')],
    ['a folder in one of a dialect', some('postgres/clickhouse/1.sql')],
    ['a file that names a dialect too', some('clickhouse/1.mysql.sql')],
    ['a word that is ambiguous', some('price/oracle/1.sql', 'price/api/1.sql')],
    ['a part of a name', some('add_oracle.sql', 'x/h2-default/1.sql', 'to_clickhouse.sql')],
    ['a folder whose tool is configured for a dialect', below('oracle', GOOSE)],
    ['a folder with a tool that is configured for a dialect', below('vertica', GOOSE)],
    ['a file that a configured tool runs', { ...GOOSE, 'db/migrations/9.clickhouse.sql': '-- +goose Up\nSELECT 1;' }],
    ['a folder with the characters of a glob', some('[a]/clickhouse/1.sql')],
  ])('does not ignore %s', async (_, files) => {
    expect((await configOf(files)).value.ignore).toBeUndefined();
  });

  it('ignores no folder of several versions that also holds other SQL', async () => {
    const files = some('1/clickhouse/a.sql', '2/clickhouse/a.sql', 'x/clickhouse/postgres/a.sql');
    expect((await configOf(files)).value.ignore).toEqual(['1/clickhouse/**', '2/clickhouse/**']);
    expect((await configOf(some('1.clickhouse.sql', '2.clickhouse.mysql.sql'))).value.ignore).toEqual([
      '1.clickhouse.sql',
    ]);
  });

  it('sets the dialect of scripts whose names hold versions with dots', async () => {
    const files = some('sql/1.0.0-upgrade-1.1.0-mysql.sql', 'sql/1.0.0-upgrade-1.1.0-og.sql');
    expect((await configOf(files)).value.files).toEqual([
      { paths: ['sql/1.0.0-upgrade-1.1.0-mysql.sql'], dialect: 'mysql' },
      { paths: ['sql/1.0.0-upgrade-1.1.0-og.sql'], dialect: 'postgresql' },
    ]);
  });

  it('sets the dialect of files whose names differ in it', async () => {
    const files = some('x/all_mysql.sql', 'x/all_postgresql.sql', 'y/mysql.sql', 'y/sqlite.sql', 'z/to_mysql.sql');
    expect((await configOf(files)).value.files).toEqual([
      { paths: ['x/all_mysql.sql', 'y/mysql.sql'], dialect: 'mysql' },
      { paths: ['x/all_postgresql.sql'], dialect: 'postgresql' },
      { paths: ['y/sqlite.sql'], dialect: 'sqlite' },
    ]);
  });

  it('ignores submodules that nothing connects with SQL, and says so', async () => {
    const files = { ...GOOSE, 'vendor/search': SUBMODULE, '.github/actions/x': SUBMODULE };
    const { value, text } = await configOf(files);
    expect(value.ignore).toEqual(['vendor/search/**', '.github/actions/x/**']);
    expect(text).toContain('# a submodule: check its SQL in its own repository');
    expect(proposalText((await plan(files)).proposal)).toContain('ignored: 2 submodules; check their SQL');
  });

  it.each<[string, Files]>([
    ['a name that is about SQL', { 'vendor/db-schema': SUBMODULE, 'migrations/core': SUBMODULE, 'x/sql': SUBMODULE }],
    ['SQL files on disk', { 'shared/x': SUBMODULE, 'shared/x/1.sql': 'SELECT 1;' }],
    ['a folder of a migration tool above it', { ...GOOSE, 'db/migrations/x': SUBMODULE }],
    ['a path with the characters of a glob', { 'a{b,c}': SUBMODULE }],
  ])('does not ignore a submodule with %s', async (_, files) => {
    expect((await configOf(files)).value.ignore).toBeUndefined();
  });

  const versions = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [`sql/${name}.sql`, 'CREATE TABLE t (id INT AUTO_INCREMENT);']));
  it.each<[string, Files, string[]]>([
    ['a folder of each version', versions('1.0/mysql/a', '1.1/mysql/a'), ['**/mysql/**']],
    ['one folder only', versions('1.0/mysql/a'), ['sql/1.0/mysql/**']],
    ['two names', versions('1.0/mysql/a', '1.1/mysql2/a'), ['sql/1.0/mysql/**', 'sql/1.1/mysql2/**']],
    [
      'a folder that also holds one of another dialect',
      versions('1.0/mysql/a', '1.1/mysql/a', '1.2/mysql/postgresql/a'),
      ['sql/1.0/mysql/**', 'sql/1.1/mysql/**', 'sql/1.2/mysql/**'],
    ],
    [
      'a folder that also holds files named after another dialect',
      versions('1.0/mysql/a', '1.1/mysql/a.postgres'),
      ['sql/1.0/mysql/**'],
    ],
    [
      'a folder of which a migration tool reads one',
      { ...versions('1.0/mysql/a', '1.1/mysql/a'), 'go/mysql/1.sql': '-- +goose Up\nSELECT 1;' },
      ['sql/1.0/mysql/**', 'sql/1.1/mysql/**'],
    ],
  ])('sets the dialect of folders that are named after it, with %s', async (_, files, paths) => {
    const { value } = await configOf(files, { dialect: 'sqlite' });
    expect(value.files?.filter(({ dialect, tool }) => dialect === 'mysql' && !tool)[0]?.paths).toEqual(paths);
  });

  const pair = (name: string) => ({
    [`${name}up.sql`]: 'CREATE TABLE t (a int);',
    [`${name}down.sql`]: 'DROP TABLE t;',
  });
  it.each<[string, Files, string[]]>([
    ['numbered', pair('db/1_a.'), ['db/*.down.sql']],
    ['with a dialect in their names', pair('db/1_a.sqlite3.'), ['db/*.down.sql']],
    ['with other words in their names', pair('db/V0001.Name.all.'), ['db/*.down.sql']],
    ['in the root', pair('1_a.'), ['*.down.sql']],
    ['as db-migrate names them', pair('migrations/sqls/20260101000000-a-'), ['migrations/sqls/*-down.sql']],
    ['with an underscore', pair('db/1_a_'), ['db/*_down.sql']],
    ['in a folder for each migration', pair('db/1_a/'), ['db/*/down.sql']],
    ['in several folders', { ...pair('db/1_a.'), ...pair('db/x/1_a.') }, ['db/*.down.sql', 'db/x/*.down.sql']],
    ['whose up file is in Go', { 'db/1_a.up.go': 'package db', 'db/1_a.down.sql': 'DROP TABLE t;' }, ['db/*.down.sql']],
    [
      'of a dialect, whose up file is for all',
      { 'db/1_a.up.sql': 'SELECT 1;', 'db/1_a.mysql.down.sql': 'DROP TABLE t;' },
      ['db/*.down.sql'],
    ],
    [
      'of all dialects, whose up files are for one each',
      { 'db/V1.a.mysql.up.sql': 'SELECT 1;', 'db/V1.a.pg.up.sql': '', 'db/V1.a.all.down.sql': 'DROP TABLE t;' },
      ['db/*.down.sql'],
    ],
    [
      'without a dialect, whose up files are for one each',
      { 'db/1_a.mysql.up.sql': 'SELECT 1;', 'db/1_a.down.sql': 'DROP TABLE t;' },
      ['db/*.down.sql'],
    ],
    [
      'but for one of ten',
      {
        ...Object.fromEntries('abcdefghi'.split('').flatMap((n) => Object.entries(pair(`db/${n}.`)))),
        'db/z.down.sql': '',
      },
      ['db/*.down.sql'],
    ],
  ])('names `up-down-files` for pairs of files %s, if no tool reads them', async (_, files, paths) => {
    const { value, text } = await configOf(files);
    expect(value.files?.filter(({ tool }) => tool !== undefined)).toEqual([{ paths, tool: 'up-down-files' }]);
    expect(text).not.toContain('nothing shows which tool runs them');
    expect(proposalText((await plan(files)).proposal)).toContain('`tool: up-down-files`');
  });

  it.each<[string, Files]>([
    ['without its up file', { 'db/1_a.sql': 'SELECT 1;', 'db/1_a.down.sql': 'DROP TABLE t;' }],
    ['whose up file is in another folder', { 'up/1_a.up.sql': 'SELECT 1;', 'db/1_a.down.sql': 'DROP TABLE t;' }],
    ['of another migration', { 'db/2_b.up.sql': 'SELECT 1;', 'db/1_a.down.sql': 'DROP TABLE t;' }],
    ['of another dialect', { 'db/1_a.mysql.up.sql': 'SELECT 1;', 'db/1_a.pg.down.sql': 'DROP TABLE t;' }],
    [
      'of all dialects of another migration',
      { 'db/1.b.pg.up.sql': 'SELECT 1;', 'db/1.a.all.down.sql': 'DROP TABLE t;' },
    ],
    ['beside one pair', { ...pair('db/1_a.'), 'db/2_b.down.sql': 'DROP TABLE u;' }],
    ['with a name in upper case', { 'db/1_a.UP.sql': 'SELECT 1;', 'db/1_a.DOWN.sql': 'DROP TABLE t;' }],
    ['with its word after another mark', { 'db/1_a+up.sql': 'SELECT 1;', 'db/1_a+down.sql': 'DROP TABLE t;' }],
    ['whose name ends with the word', { 'db/1_slow_down.sql': 'DROP TABLE t;', 'db/2_b.sql': 'SELECT 1;' }],
    [
      'that Supabase runs forward',
      below('supabase/', { 'config.toml': 'project_id = "x"\n', ...pair('migrations/1_a.') }),
    ],
    ['of Flyway', { 'pom.xml': '<a>flyway</a>', ...pair('db/V1__a.'), ...pair('db/x.') }],
    ['of a test', pair('test/db/1_a.')],
  ])('does not name `up-down-files` for a down file %s', async (_, files) => {
    expect((await configOf(files)).text).not.toContain('up-down-files');
  });

  it.each<[string, Files]>([
    ['pg_dump', { 'db/dump.sql': '--\n-- PostgreSQL database dump\n--\n\nDROP TABLE t;\n' }],
    [
      'pg_dump, without its header,',
      {
        'db/dump.sql':
          "\n\nSET statement_timeout = 0;\nSET lock_timeout = 0;\nSELECT pg_catalog.set_config('search_path', '', false);\nDROP TABLE t;\n",
      },
    ],
    ['mysqldump', { 'sql/all.sql': '-- MySQL dump 10.13  Distrib 8.0\nDROP TABLE IF EXISTS t;\n' }],
    ['Rails', { 'db/structure.sql': RAILS['db/structure.sql'] ?? '' }],
    ['a generator', { 'sql/schema.sql': '-- Auto-Generated by gen. DO NOT EDIT\nDROP TABLE t;\n' }],
    ['another generator', { 'db/dump.sql': '-- This file is GENERATED, do not edit.\nDROP TABLE t;\n' }],
    [
      'the dashboard of Supabase',
      {
        'schema/all.sql':
          '-- WARNING: This schema is for context only and is not meant to be run.\nCREATE TABLE t (tags ARRAY);\n',
      },
    ],
    ['dbmate', { 'db/schema.sql': 'CREATE TABLE t (id int);\n-- Dbmate schema migrations\n' }],
  ])('ignores the copy of the schema that %s wrote, and says why', async (_, files) => {
    const { value, text } = await configOf(files);
    expect(value.ignore).toEqual(Object.keys(files));
    expect(text).toMatch(/# a copy of the schema that no migration runs: \S/);
  });

  it.each<[string, Files]>([
    [
      'a dump that a migration tool runs',
      { ...GOOSE, 'db/migrations/00000_base.sql': '-- +goose Up\n-- PostgreSQL database dump\nDROP TABLE t;\n' },
    ],
    ['a generated migration', { 'migrations/0001_a.sql': '-- Code generated by x. DO NOT EDIT.\nDROP TABLE t;\n' }],
    ['a schema that people write', { 'schema.sql': 'CREATE TABLE t (id int);\n' }],
    [
      'SQL that people write and protect',
      { 'sql/procs.sql': '-- Please do not edit without asking #dba\nDROP TABLE t;\n' },
    ],
    [
      'a schema that people write and protect',
      { 'sql/schema.sql': '-- Please do not edit without asking #dba\nDROP TABLE t;\n' },
    ],
    ['generated SQL that is not the schema', { 'sql/procs.sql': '-- Code generated by x. DO NOT EDIT.\nSELECT 1;\n' }],
    [
      'SQL that people write and that lists versions',
      { 'sql/repair.sql': 'DROP TABLE t;\nINSERT INTO schema_migrations (version) VALUES\n(1);\n' },
    ],
    ['a dump whose path is a glob', { 'db/*schema.sql': '-- PostgreSQL database dump\n' }],
    ['a dump whose path has braces', { 'db/{a,b}/dump.sql': '-- PostgreSQL database dump\n' }],
    ['a dump whose path has a set', { 'db/[a-z]dump.sql': '-- PostgreSQL database dump\n' }],
    ['a dump whose path has a question mark', { 'db/dump?.sql': '-- PostgreSQL database dump\n' }],
    ['a dump whose path is not a valid glob', { '!db/dump.sql': '-- PostgreSQL database dump\n' }],
    ['a dump whose path has unsupported syntax', { 'db/dump@(1).sql': '-- PostgreSQL database dump\n' }],
  ])('does not ignore %s', async (_, files) => {
    expect((await configOf(files)).value.ignore).toBeUndefined();
  });

  it('leaves out tests if they would have no dialect', async () => {
    const { value } = await configOf({
      'SQL/mysql/a.sql': 'CREATE TABLE `a` (id int);',
      'SQL/postgres/a.sql': 'CREATE TABLE a (id serial);',
      'tests/sql/b.sql': 'SELECT 1;',
    });
    expect([value.dialect, value.paths]).toEqual([undefined, ['SQL']]);
  });

  it('leaves out templates of an application, and counts the files below a folder', async () => {
    const { text } = await configOf({
      ...GOOSE,
      'sql/a.sql': 'SELECT 1;',
      'sql/x/b.sql': 'SELECT 1;',
      'sql/x/y/c.sql': 'SELECT 1;',
      'templates/a.sql': 'SELECT * FROM @cdm_schema.concept;',
      'shred/a.sql': "SELECT a.b FROM @xml.nodes('/a') AS a(b);",
    });
    expect(text).toContain('sql   # 3 files: of no known tool');
    expect(text).toContain('# - templates   # 1 file: templates of an application (SqlRender)');
    expect(text).toContain('- shred   # 1 file');
  });

  it('leaves out a folder of templates with steps that have no parameter', async () => {
    const { value } = await configOf({
      ...GOOSE,
      'a/1.sql': 'CREATE TABLE @results_schema.t (id int);',
      'a/2.sql': 'CREATE INDEX i ON @results_schema.t (id);',
      'a/3.sql': 'TRUNCATE TABLE #events;',
      'b/1.sql': 'CREATE TABLE @results_schema.t (id int);',
      'b/2.sql': 'DROP TABLE users;',
      'c/1.sql': "UPDATE t SET a = b->>'$.@type';",
      'd/migration/1.sql': 'CREATE TABLE @results_schema.t (id int);',
    });
    expect(value.paths).toEqual(expect.arrayContaining(['b', 'c', 'd/migration']));
    expect(value.paths).not.toContain('a');
  });

  it('leaves out the scripts that remove what others make', async () => {
    const { text, value } = await configOf({
      ...GOOSE,
      'sql/create/mysql.create.sql': 'CREATE TABLE t (id int);',
      'sql/drop/mysql.drop.sql': 'DROP TABLE t;',
      'old/create/a.sql': 'CREATE TABLE t (id int);',
      'old/drop/b.sql': 'DROP TABLE t;',
      'ddl/create/t.sql': 'CREATE TABLE t (id int);',
      'ddl/alter/t.sql': 'ALTER TABLE t ADD a int;',
      'ddl/drop/t.sql': 'DROP TABLE t;',
      'v2/create/tables/t.sql': 'CREATE TABLE t (id int);',
      'v2/update/columns/t.sql': 'ALTER TABLE t ADD a int;',
      'v2/drop/tables/t.sql': 'DROP TABLE t;',
    });
    expect(text).toContain('# - sql/drop   # 1 file: scripts that remove what those in `create` make');
    expect(value.paths).toEqual(expect.arrayContaining(['sql/create', 'old', 'ddl', 'v2/drop/tables']));
  });

  it('sets the dialect that is the last word of names', async () => {
    const { value } = await configOf({
      'delta/01.sql': '/* of `x` */ CREATE TABLE t (id bigint);',
      'delta/02.sql.sqlite': 'SELECT 1;',
      'delta/02.sql.postgres': 'CREATE TABLE t (id bigserial, x jsonb);',
    });
    expect(value).toMatchObject({
      dialect: 'postgresql',
      files: expect.arrayContaining([{ paths: ['**/*.sql.sqlite'], dialect: 'sqlite' }]),
    });
  });

  it('takes the dialect of most files, and not that of one whose name ends in another', async () => {
    const { value } = await configOf({
      'db/mysql/001.sql': 'CREATE TABLE `t` (id int) ENGINE=InnoDB;',
      'db/mysql/002.sql': 'CREATE TABLE `u` (id int) ENGINE=InnoDB;',
      'db/test.sql.sqlite': 'CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT);',
    });
    expect(value.dialect).toBe('mysql');
  });

  it('ignores the SQL of dependencies', async () => {
    const { text, value } = await configOf({
      ...GOOSE,
      'go/go.mod': 'module x',
      'services/package.json': '{}',
      'services/vendor/1.sql': 'CREATE TABLE t (id int);',
      'services/vendor/node_modules/x/1.sql': 'DROP TABLE t;',
      'rust/vendor/sqlx/.cargo-checksum.json': '{}',
      'rust/vendor/sqlx/1.sql': 'DROP TABLE t;',
      'third_party/sqlite/1.sql': 'DROP TABLE t;',
      'go/vendor/x/1.up.sql': '1 up',
      'go/vendor/y/vendor/2.sql': 'DROP TABLE t;',
      'web/node_modules/z/a.js': '',
    });
    expect(value.ignore).toEqual([
      'go/vendor/**',
      'rust/vendor/**',
      'services/vendor/node_modules/**',
      'third_party/**',
    ]);
    expect(text).toContain('# 2 files of dependencies');
  });

  it('ignores what Spring Boot runs on a database that is not read', async () => {
    const { value } = await configOf({
      'src/main/resources/schema-h2.sql': 'CREATE TABLE t (id int);',
      'src/main/resources/sales-h2.sql': 'SELECT 1;',
      'db/mysql/1.sql': 'SELECT 1;',
    });
    expect(value.ignore).toEqual(['src/main/resources/schema-h2.sql']);
  });

  it.each(['src/test/resources/b.sql', 'src/integrationTest/sql/b.sql', 'store/testdata/b.sql'])(
    'leaves out %s, which is packed with no application',
    async (path) => {
      const { value } = await configOf({ 'src/main/resources/a.sql': 'SELECT 1;', [path]: 'DROP TABLE t;' });
      expect(value.paths).toEqual(['src/main/resources']);
    },
  );

  const BOOT = { 'app/pom.xml': '<artifactId>spring-boot-starter-parent</artifactId>\n<version>3.2.0</version>' };
  it.each<[boolean, string, Files]>([
    [false, 'by default', BOOT],
    [false, 'with Gradle', { 'build.gradle.kts': 'plugins { id("org.springframework.boot") version "3.2.0" }' }],
    [false, 'in a module of its own', { ...BOOT, 'app/b/pom.xml': '<project/>' }],
    [
      true,
      'with `mode: always`',
      { ...BOOT, 'app/src/main/resources/application.yml': 'spring.sql.init.mode: always' },
    ],
    [
      true,
      'with `initialization-mode=always` in a profile',
      { ...BOOT, 'app/src/main/resources/application-prod.properties': 'spring.datasource.initialization-mode=always' },
    ],
    [true, 'with version 1', { 'app/pom.xml': BOOT['app/pom.xml'].replace('3.2.0', '1.5.9') }],
    [
      true,
      'with version 1 and Gradle',
      { 'app/build.gradle': "id 'org.springframework.boot' version '1.5.9.RELEASE'" },
    ],
    [true, 'without Spring Boot', { 'app/pom.xml': '<project/>' }],
  ])('checks schema.sql of Spring Boot only if it is run in every database: %s, %s', async (isChecked, _, files) => {
    const { value, text } = await configOf({
      'sql/1.sql': 'SELECT 1;',
      'app/src/main/resources/schema.sql': 'DROP TABLE IF EXISTS t;',
      'app/src/main/resources/data-dev.sql': 'SELECT 1;',
      ...files,
    });
    expect(value.paths).toEqual(isChecked ? undefined : ['sql']);
    expect(text.includes('# 2 files: run by Spring Boot in embedded databases only')).toBe(!isChecked);
  });

  it('leaves out what a build has copied', async () => {
    const built = { 'app/target/classes/b.sql': 'SELECT 1;', 'app/build/resources/main/b.sql': 'SELECT 1;' };
    expect((await configOf({ 'sql/a.sql': 'SELECT 1;', ...built })).value.paths).toEqual(['sql']);
  });

  it('proposes to ignore tests only in a comment', async () => {
    const { value, text } = await configOf({ 'a.sql': 'SELECT 1;', 'tests/sql/b.sql': 'SELECT 1;' });
    expect(value.ignore).toBeUndefined();
    expect(text).toContain('#   - "tests/**"   # tests or examples: 1 SQL file');
    const dump = { 'db/dump.sql': '-- PostgreSQL database dump\n', 'tests/sql/b.sql': 'SELECT 1;' };
    expect((await configOf(dump)).value.ignore).toEqual(['db/dump.sql']);
  });

  it('says in a comment that down files count as long as their tool is not known', async () => {
    expect((await configOf({ 'a/1.sql': 'SELECT 1;', 'a/1.down.sql': 'SELECT 1;' })).text).toMatch(
      /^# 1 file is named like a file that undoes a migration/m,
    );
    expect((await configOf(DIESEL)).text).not.toContain('undoes');
  });

  it.each(['a.sql', 'a.ddl', 'a.sql.j2'])('guesses the dialect from the text of %s', async (path) => {
    const { value } = await configOf({ [path]: 'CREATE TABLE `t` (`id` int) ENGINE=InnoDB;\n' });
    expect(value.dialect).toBe('mysql');
  });

  it('stays valid YAML with hostile names of files and folders', async () => {
    const folder = 'a: [x]\n# {y}*\u202e"\'';
    const files = {
      [`${folder}/1.sql`]: '-- migrate:up\nSELECT 1;\n',
      [`${folder}/dump.sql`]: '-- PostgreSQL database dump\n',
      [`tests ${folder}/tests/1.sql`]: 'SELECT 1;',
    };
    const { value, text } = await configOf(files);
    expect(value.files).toEqual([{ paths: [`${folder}/`], tool: 'dbmate' }]);
    expect(text).not.toContain('\u202e');
  });

  it('names the migrations that are not SQL', async () => {
    const { value, text } = await configOf({ ...DJANGO, ...below('x', LARAVEL) });
    expect(value['unread-migrations']).toBe('warn');
    expect(text).toMatch(/^unread-migrations: warn .*Django, Laravel/m);
  });
});

describe('the rule file that init proposes', () => {
  it('extends the recommended pack', async () => {
    const text = (await plan({})).texts['.querygate/rules.yml'] ?? '';
    expect(ruleFileSchema.parse(parse(text)).extends).toEqual(['querygate:recommended@1', 'querygate:availability@1']);
  });

  it.each([
    [
      'the address that the client knows',
      { source: { ...SOURCE, schemas: 'https://git.example/raw/' } },
      'https://git.example/raw/',
    ],
    ['the given repository', { source: SOURCE }, `https://github.com/acme/querygate/raw/${COMMIT}/schemas/`],
    [
      'the given project on the server of the repository',
      { source: SOURCE, host: 'gitlab', server: 'https://git.acme.example' },
      `https://git.acme.example/acme/querygate/-/raw/${COMMIT}/schemas/`,
    ],
    ['what has to be filled in', {}, 'https://github.com/<owner>/querygate/raw/<full commit id>/schemas/'],
  ] as const)('names the schema for editors: %s', async (_, more, folder) => {
    const { texts, next } = await plan({}, more);
    const first = ['config', 'rules'].map((name) => (texts[`.querygate/${name}.yml`] ?? '').split('\n', 1)[0]);
    expect(first).toEqual(
      ['config', 'rules'].map((name) => `# yaml-language-server: $schema=${folder}${name}.v1.json`),
    );
    expect(next.join().includes('$schema')).toBe(folder.includes('<'));
  });
});

describe('the server version that init proposes', () => {
  const compose = (image: string) => ({ ...GOOSE, 'docker-compose.yml': `services:\n  db:\n    image: ${image}\n` });

  it.each([
    [
      'a compose file',
      compose('postgres:16.2-alpine'),
      "# Seen: postgres:16.2-alpine in docker-compose.yml:3.\n# server-version: '16.2'",
    ],
    ['an image of an extension', compose('"pgvector/pgvector:pg17"'), "# server-version: '17'"],
    [
      'a service of a workflow',
      { ...GOOSE, '.github/workflows/ci.yml': 'services:\n  x:\n    image: ghcr.io/acme/postgres:15\n' },
      "# Seen: ghcr.io/acme/postgres:15 in .github/workflows/ci.yml:3.\n# server-version: '15'",
    ],
    [
      'a service of a GitLab job',
      { ...GOOSE, '.gitlab-ci.yml': 'test:\n  services:\n    - postgres:14\n' },
      "# server-version: '14'",
    ],
    ['the server of another dialect', compose('mysql:8.0'), 'assume a recent server.\n# server-version: '],
    ['a tag without a version', compose('postgres:latest'), 'assume a recent server.\n# server-version: '],
    ['a tag that a variable gives', compose('postgres:${PG}'), 'assume a recent server.\n# server-version: '],
  ])('is commented out, with the place where it was seen: %s', async (_, files, expected) => {
    const { text, value } = await configOf(files);
    expect(text).toContain(expected);
    expect(value['server-version']).toBeUndefined();
    const uncommentedText = text.replace(/^# (?=server-version:)/m, '');
    expect(configFileSchema.parse(parse(uncommentedText))['server-version']).toBeDefined();
  });
});

describe('the CI files that init proposes', () => {
  const textFor = async (files: Files, more: Partial<InitRequest> = {}) =>
    (await plan(files, more)).texts[WORKFLOW[more.host ?? 'github']] ?? '';

  it('has a workflow that may only read, with actions pinned to a commit', async () => {
    const text = await textFor({}, { source: SOURCE });
    expect((parse(text) as { permissions: unknown }).permissions).toEqual({ contents: 'read' });
    expect(text).toMatch(/uses: actions\/checkout@[0-9a-f]{40} /);
    expect(text).toContain(`uses: acme/querygate@${COMMIT}\n`);
    expect(text).not.toContain('pull_request_target');
    expect(await githubProblems(WORKFLOW.github, text)).toEqual([]);
  });

  it.each([
    ['no source', undefined, 'uses: <owner>/querygate@<full commit id>', 'Fill in'],
    ['a tag', { ...SOURCE, ref: 'v1' }, 'uses: acme/querygate@v1', 'Tags can be moved'],
    ['a commit', SOURCE, `uses: acme/querygate@${COMMIT}`, 'that you reviewed'],
  ] as const)('says what to do about the reference with %s', async (_, source, uses, advice) => {
    const text = await textFor({}, { source });
    expect(text).toContain(uses);
    expect(text).toContain(advice);
    expect(text).not.toContain('querygate/querygate');
  });

  it.each([
    ['no source', undefined, { project: '<group>/querygate', ref: '<full commit id>' }],
    ['a source', SOURCE, { project: 'acme/querygate', ref: COMMIT }],
  ] as const)('includes one file on GitLab, with %s', async (_, source, reference) => {
    expect(parse(await textFor(DJANGO, { host: 'gitlab', source }))).toEqual({
      include: [{ ...reference, file: '/gitlab/querygate.gitlab-ci.yml', inputs: reference }],
    });
  });

  it.each([
    ['no pipeline', '', {}, 'add `include: [{ local: .gitlab/querygate.yml }]` to'],
    [
      'an include',
      'include: [{ local: a.yml }]\n',
      {},
      'add `- local: .gitlab/querygate.yml` to the list under `include` in',
    ],
    ['no stage `test`', 'stages: [build, verify]\n', { stage: 'verify' }, 'add `include'],
    ['stages of its own', 'stages: [one, two]\n', { stage: 'one' }, 'add `include'],
    ['a stage `test`', 'stages: [build, test]\n', {}, 'add `include'],
    [
      'pipelines of branches',
      'workflow: { rules: [{ if: $CI_COMMIT_BRANCH }] }\n',
      { 'branch-pipelines': true },
      'add `include',
    ],
    [
      'pipelines of merge requests',
      `workflow: { rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }, { if: $CI_COMMIT_TAG }] }\n`,
      {},
      'add `include',
    ],
    [
      'a workflow of a template',
      'include: [{ template: Workflows/MergeRequest-Pipelines.gitlab-ci.yml }]\n',
      {},
      'add `- local',
    ],
    ['a pipeline that is not YAML', 'stages: [a\n', {}, 'add `include'],
  ])('fits the jobs into the pipeline of a GitLab project: %s', async (_, pipeline, inputs, step) => {
    const files = pipeline === '' ? {} : { '.gitlab-ci.yml': pipeline };
    const { texts, next } = await plan(files, { host: 'gitlab', source: SOURCE });
    const { include } = parse(texts[WORKFLOW.gitlab] ?? '') as { include: { inputs: object }[] };
    expect(include[0]?.inputs).toEqual({ project: 'acme/querygate', ref: COMMIT, ...inputs });
    expect(next.join('\n')).toContain(step);
  });

  it('asks for a commit on GitLab instead of a tag, which the template refuses', async () => {
    const { texts, next } = await plan({}, { host: 'gitlab', source: { ...SOURCE, ref: 'v1' } });
    expect(texts[WORKFLOW.gitlab]).toContain('# Replace both `ref` with the full commit id of the release');
    expect(next.join()).toContain('replace `v1` in .gitlab/querygate.yml (twice) with a full commit id');
  });

  it('has both jobs, and says in the configuration that there is no history yet', async () => {
    const HISTORY = { '.querygate/history.jsonl.gz': 'x' };
    for (const files of [{}, HISTORY]) {
      const text = await textFor(files, { source: SOURCE });
      expect(Object.keys((parse(text) as { jobs: object }).jobs)).toEqual(['check', 'simulate']);
    }
    expect((await configOf({})).value.simulate).toEqual({ history: 'none' });
    expect((await configOf(HISTORY)).value.simulate).toBeUndefined();
  });

  it.each([
    [
      'Django on SQLite',
      ON_SQLITE,
      'python manage.py sqlmigrate <app> <migration> > "$RUNNER_TEMP/migrations.sql"',
      'sqlite',
    ],
    [
      'Laravel',
      LARAVEL,
      `php artisan migrate --pretend | sed -n 's/^ *⇂ \\(.*[^ ]\\) *$/\\1;/p' > "$RUNNER_TEMP/migrations.sql"`,
      'postgresql',
    ],
    [
      'EF Core',
      EF_CORE,
      'dotnet ef migrations script <migration of the base> --output "$RUNNER_TEMP/migrations.sql"',
      'transactsql',
    ],
  ] as const)('has steps, commented out, that print and check the SQL of %s', async (_, files, command, dialect) => {
    const text = await textFor(files, { source: SOURCE });
    const stepsOf = (yaml: string) =>
      (parse(yaml) as { jobs: { check: { steps: { run?: string }[] } } }).jobs.check.steps;
    expect(stepsOf(text)).toHaveLength(2);
    const used = uncommented(text);
    expect(await githubProblems(WORKFLOW.github, used)).toEqual([]);
    expect(stepsOf(used).map(({ run }) => run)).toEqual([
      ...[undefined, undefined],
      command,
      ...[undefined, undefined],
      `node ../querygate/dist/cli.js check "$RUNNER_TEMP/migrations.sql" --dialect ${dialect}`,
    ]);
  });

  it.each([
    ['Django', ON_SQLITE, 'python manage.py sqlmigrate <app> <migration> > migrations.sql', '--dialect sqlite'],
    ['Laravel', LARAVEL, "php artisan migrate --pretend | sed -n 's/^", '--dialect postgresql'],
    ['EF Core', EF_CORE, 'dotnet ef migrations script <migration of the base> --output migrations.sql', 'transactsql'],
  ] as const)(
    'has GitLab jobs, commented out, that print and check the SQL of %s',
    async (_, files, command, dialect) => {
      const text = await textFor(files, { host: 'gitlab', source: SOURCE });
      expect(Object.keys(parse(text) as object)).toEqual(['include']);
      const jobs = text.slice(text.indexOf('# querygate:print-sql:')).replaceAll(/^# /gm, '');
      const [print, check] = Object.values(parse(jobs) as Record<string, Record<string, string[]>>);
      expect(print?.['script']?.join()).toContain(command);
      expect(print?.['artifacts']).toEqual({ paths: ['migrations.sql'] });
      expect(check).toMatchObject({ extends: '.querygate', needs: ['querygate:print-sql'] });
      const script = check?.['script']?.join('\n') ?? '';
      expect(script).toContain(dialect);
      // What decides comes from the target project, and nothing from the checkout of the merge request is run.
      expect(script).toMatch(/^cd "\$\(mktemp -d\)"\n/);
      expect(script).toContain('"$CI_MERGE_REQUEST_PROJECT_URL.git"');
      expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it.each([
    ['Alembic', ALEMBIC, 'alembic upgrade head'],
    ['Rails', RAILS, 'bin/rails db:migrate'],
  ] as const)('has a job, commented out, that records what the migrations of %s execute', async (_, files, command) => {
    const text = await textFor(files, { source: SOURCE });
    expect(Object.keys((parse(text) as { jobs: object }).jobs)).toEqual(['check', 'simulate']);
    expect(text).not.toContain('RUNNER_TEMP');
    const used = uncommented(text);
    expect(await githubProblems(WORKFLOW.github, used)).toEqual([]);
    const { jobs } = parse(used) as { jobs: Record<string, { needs?: string; steps: Record<string, unknown>[] }> };
    expect(jobs['record']?.steps.map(({ with: inputs }) => inputs)).toEqual([
      ...[undefined, undefined],
      { run: command },
      { name: 'querygate-recording', path: 'querygate-recording.jsonl', 'retention-days': 1 },
    ]);
    expect(jobs['check']?.needs).toBe('record');
    const recording = '${{ runner.temp }}/recording';
    expect(jobs['check']?.steps.map(({ with: inputs }) => inputs)).toEqual([
      undefined,
      { name: 'querygate-recording', path: recording },
      { recording: `${recording}/querygate-recording.jsonl` },
    ]);
  });

  it.each([
    ['mysql2', 'mysql', 'mysql:8.4', 'MYSQL'],
    ['mariadb', 'mariadb', 'mariadb:11.8', 'MARIADB'],
  ] as const)('has a job with a server of its own to record Rails on %s', async (adapter, dialect, image, prefix) => {
    const files = { ...RAILS, 'config/database.yml': `production:\n  adapter: ${adapter}\n` };
    const env = { [`${prefix}_ROOT_PASSWORD`]: 'scratch', [`${prefix}_DATABASE`]: 'scratch' };
    const used = uncommented(await textFor(files, { source: SOURCE, dialect }));
    expect(await githubProblems(WORKFLOW.github, used)).toEqual([]);
    const { jobs } = parse(used) as {
      jobs: Record<string, { services?: Record<string, object>; steps: { with?: Record<string, string> }[] }>;
    };
    expect(jobs['record']?.services?.['database']).toMatchObject({ image, env, ports: ['3306:3306'] });
    const upstream = 'mysql://root:scratch@127.0.0.1:3306/scratch';
    expect(jobs['record']?.steps.map(({ with: inputs }) => inputs?.['upstream'])).toContain(upstream);
    const gitlab = await textFor(files, { host: 'gitlab', source: SOURCE, dialect });
    const [included] = (parse(gitlab.replace(/^( *)# (?=record)/gm, '$1')) as { include: { inputs: object }[] })
      .include;
    expect(included?.inputs).toMatchObject({
      'record-upstream': 'mysql://root:scratch@database:3306/scratch',
      'record-services': [{ name: image, alias: 'database', variables: env }],
    });
  });

  it('has GitLab inputs, commented out, that record what migrations execute', async () => {
    const text = await textFor(RAILS, { host: 'gitlab', source: SOURCE });
    expect(text).not.toContain('print-sql');
    const inputsOf = (yaml: string) => (parse(yaml) as { include: { inputs: object }[] }).include[0]?.inputs;
    const own = inputsOf(text);
    expect(inputsOf(text.replace(/^( *)# (?=record)/gm, '$1'))).toEqual({
      ...own,
      record: 'bin/rails db:migrate',
      'record-image': '<image with Node.js 20.19 or newer, git and PostgreSQL>',
    });
  });

  it('records nothing where the database is one that cannot be recorded', async () => {
    const text = await textFor(
      { ...RAILS, 'config/database.yml': 'production:\n  adapter: sqlite3\n' },
      { source: SOURCE },
    );
    expect(text).toContain('# Rails cannot print the SQL of a migration without running it');
    expect(text).not.toContain('record:');
  });
});

describe('the code owners that init proposes', () => {
  it.each([
    ['github', ['/.querygate/ @acme/dba @ann', '/.github/ @acme/dba @ann'], '.github/CODEOWNERS'],
    [
      'gitlab',
      ['/.querygate/ @acme/dba @ann', '/.gitlab-ci.yml @acme/dba @ann', '/.gitlab/ @acme/dba @ann'],
      '.gitlab/CODEOWNERS',
    ],
  ] as const)('own the files that control the check on %s', async (host, owned, path) => {
    const text = (await plan({}, { host, owners: ['@acme/dba', '@ann'] })).texts[path] ?? '';
    expect(text.split('\n').filter((line) => line.startsWith('/'))).toEqual(owned);
  });

  it('are left to fill in, commented out, if they are not known', async () => {
    const { texts, next } = await plan({});
    const text = texts['.github/CODEOWNERS'] ?? '';
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(text).toContain('# /.querygate/ <owners');
    expect(next.join()).toContain('fill in the owners');
  });

  it('are appended once, and again only to replace lines that are commented out', async () => {
    const owned = async (text: string, owners: readonly string[]) =>
      (await plan({ CODEOWNERS: text }, { owners })).files.find(({ path }) => path === 'CODEOWNERS')?.append ?? false;
    expect(await owned('* @a\n', [])).toBe(true);
    expect(await owned('# /.querygate/ <owners>\n', [])).toBe(false);
    expect(await owned('# /.querygate/ <owners>\n', ['@a'])).toBe(true);
    expect(await owned('/.querygate/ @a\n', ['@b'])).toBe(false);
  });

  it.each([
    ['@ann', ['@ann']],
    ['@acme/dba, ann@example.com  @@maintainer', ['@acme/dba', 'ann@example.com', '@@maintainer']],
    ['acme/dba', undefined],
    ['@a\u0007b', undefined],
  ])('are read from %j', (text, owners) => {
    expect(readOwners(text)).toEqual(owners);
  });

  it.each([
    ['acme/querygate@v1.2', { repository: 'acme/querygate', ref: 'v1.2' }],
    ['group/sub/querygate@main', { repository: 'group/sub/querygate', ref: 'main' }],
    ['querygate@v1', undefined],
    ['acme/querygate', undefined],
    ['acme/../x@v1', undefined],
    ['acme/querygate@v1 # x', undefined],
  ])('come with a source, which is read from %j', (text, source) => {
    expect(readSource(text)).toEqual(source);
  });
});

describe('what init says', () => {
  const DROPS = { 'db/migrations/2.sql': '-- +goose Up\nDROP TABLE a;\nDROP TABLE b;\nUPDATE c SET d = 1;\n' };

  it('runs the check with the proposed files, and counts what it would report', async () => {
    const { firstRun, next } = await plan({ ...GOOSE, ...DROPS });
    expect(firstRun.survey).toMatchObject({
      files: 2,
      judged: 2,
      statements: 5,
      blocked: 3,
      rules: [
        ['no-drop-table', 2],
        ['no-unfiltered-update', 1],
      ],
      worst: [['db/migrations/2.sql', 3]],
      exitCode: 1,
    });
    expect(next.join('\n')).toContain('`querygate baseline create`');
  });

  it('uses the configuration and the rules that the repository already has', async () => {
    const own = {
      '.querygate/config.yml': 'version: 1\ndialect: postgresql\nignore: ["db/**"]\n',
      '.querygate/rules.yml': 'version: 1\n',
    };
    const { firstRun, unchanged } = await plan({ ...GOOSE, ...DROPS, ...own });
    expect(firstRun.survey).toMatchObject({ files: 0, exitCode: 0 });
    expect(unchanged).toEqual(['.querygate/config.yml', '.querygate/rules.yml']);
  });

  it('stops the first run when the time is up, and says how much is left', async () => {
    const planned = await plan({ ...GOOSE, ...DROPS }, { deadline: 0 });
    expect(planned.firstRun.survey).toMatchObject({ files: 2, judged: 0 });
    expect(planText(planned)).toContain('2 files not read, because the time for this was up');
  });

  it('asks for the dialect if files have none', async () => {
    const planned = await plan({ 'a.sql': 'SELECT 1;' });
    expect(planned.firstRun.survey).toMatchObject({ withoutDialect: 1, exitCode: 2 });
    expect(planned.next.join()).toContain('set `dialect` in .querygate/config.yml');
    expect(proposalText(planned.proposal)).toContain('dialect: not found');
  });

  it('says what is wrong with a configuration that is already there', async () => {
    const planned = await plan({ '.querygate/config.yml': 'version: 2\ndialekt: mysql\n' });
    expect(planText(planned)).toMatch(/^first run: not possible, .*config\.yml:1/m);
    expect(planText(planned)).toMatch(/^first run: not possible, .*config\.yml:2.*`dialect`/m);
  });

  it('prints no control characters of file names', async () => {
    const planned = await plan({ 'a\u001b[2J\n::error::/1.sql': '-- migrate:up\nDROP TABLE t;\n' });
    const printed = proposalText(planned.proposal) + planText(planned);
    expect(printed).not.toContain('\u001b');
    expect(printed).not.toMatch(/^::/m);
  });

  it('says that nothing is checked if there is no SQL file', async () => {
    const planned = await plan(DJANGO);
    expect(planText(planned)).toContain(
      'first run, over all files: 0 statements in 0 SQL files: nothing was checked, migrations that are not SQL and are not checked: Django 2',
    );
    expect(planText(await plan({ 'README.md': 'x' }))).toContain('no SQL file was found, so nothing is checked yet');
    expect(planned.next.join('\n')).not.toContain('baseline');
  });

  it('does not change existing files', async () => {
    const { unchanged } = await plan({ '.querygate/rules.yml': 'version: 1\n' });
    expect(unchanged).toEqual(['.querygate/rules.yml']);
  });
});
