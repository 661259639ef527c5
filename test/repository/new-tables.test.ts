import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/commands/inputs/config.ts';
import type { Change, Dialect, Operation } from '../../src/model/index.ts';
import { contextFinder } from '../../src/repository/context.ts';
import { changeOf, type Files, OVERSIZED } from '../commands/build.ts';
import { read } from '../sql/read.ts';

const PATH = 'db/0003_c.sql';
const CREATE = 'CREATE TABLE jobs (id int, old_id int REFERENCES users (id));';

interface Options {
  readonly base?: Files;
  readonly path?: string;
  readonly text?: string;
  readonly change?: Partial<Change>;
  readonly config?: Pick<Parameters<typeof resolveSettings>[1] & object, 'files'>;
}

/** Which operations of the last migration of a change with these files are on a table that the change created. */
async function newInChange(head: Files, options?: Options): Promise<readonly boolean[]> {
  return (await lastOperations(head, options)).map(({ createdHere }) => createdHere === true);
}

async function lastOperations(head: Files, options?: Options): Promise<readonly Operation[]> {
  return (await lastStatements(head, options)).flatMap(({ operations }) => operations);
}

async function lastStatements(
  head: Files,
  { base = {}, path = PATH, text = 'DROP TABLE jobs;', change = {}, config = {} }: Options = {},
) {
  const pull = changeOf(base, { ...base, ...head, [path]: text }, change);
  const request = { change: pull, head: pull.head, event: 'pull_request', today: '2026-11-20', service: {} } as const;
  const settings = resolveSettings(request, { version: 1, dialect: 'postgresql', ...config }, undefined);
  const files = pull.files.map(({ path, status, previousPath }) => ({ path, status, previousPath }));
  const dialect: Dialect = settings.of(path).dialect ?? 'postgresql';
  const file = { dialect, tool: undefined, caller: undefined } as const;
  const task = { path, status: 'added', text, baseText: undefined, settings: file } as const;
  const context = await contextFinder(request, settings, files)(task);
  const { tool } = settings.of(path);
  const run = { tool, runBy: undefined, transaction: undefined, serverVersion: undefined };
  return read(dialect, text, path, context, run).statements;
}

describe('a table that an earlier migration of the change creates', () => {
  it.each<[string, Files, Options?]>([
    ['is new', { 'db/0001_a.sql': CREATE }],
    ['is new in a folder for each migration', { 'db/1_a/up.sql': CREATE }, { path: 'db/2_b/up.sql' }],
    [
      'is new in a schema that is not searched',
      { 'db/0001_a.sql': "SELECT set_config('search_path', '', false); CREATE TABLE app.jobs (id int);" },
      { text: 'DROP TABLE app.jobs;' },
    ],
    ['is new in a schema', { 'db/0001_a.sql': 'CREATE TABLE app.jobs (id int);' }, { text: 'DROP TABLE app.jobs;' }],
    ['is new when rows are deleted', { 'db/0001_a.sql': CREATE }, { text: 'DELETE FROM jobs;' }],
    [
      'is new after its rows are filled in',
      { 'db/0001_a.sql': CREATE, 'db/0002_b.sql': 'INSERT INTO jobs VALUES (1);' },
    ],
    ['is new after it gets a column', { 'db/0001_a.sql': CREATE, 'db/0002_b.sql': 'ALTER TABLE jobs ADD b int;' }],
    ['is new if other files create it too', { 'db/0001_a.sql': CREATE, 'my/0001_a.sql': CREATE, 'schema.sql': CREATE }],
    [
      'is new if a later file renames it',
      { 'db/0001_a.sql': CREATE, 'db/0004_d.sql': 'ALTER TABLE jobs RENAME TO j;' },
    ],
    [
      'is new if another table is dropped, and it has none of its rows',
      { 'db/0001_a.sql': `${CREATE} INSERT INTO jobs (id) VALUES (1);`, 'db/0002_b.sql': 'DROP TABLE users;' },
    ],
    [
      'is new if it has rows of a table that stays',
      { 'db/0001_a.sql': `${CREATE} INSERT INTO jobs (id) SELECT id FROM users;` },
    ],
    [
      'is new if the base has others',
      { 'db/0001_a.sql': CREATE },
      { base: { 'db/0000.sql': 'CREATE TABLE users ();' } },
    ],
    [
      'is new if a down file that its tool knows drops it',
      { 'db/1_a.up.sql': CREATE, 'db/1_a.down.sql': 'DROP TABLE jobs;' },
      { path: 'db/2_b.up.sql', config: { files: [{ paths: ['db/**'], tool: 'golang-migrate' }] } },
    ],
  ])('%s', async (_, head, options) => {
    expect(await newInChange(head, options)).toEqual([true]);
  });

  const before = { 'db/0001_a.sql': CREATE };
  it.each<[string, Files, Options?]>([
    [
      'it holds the rows of a table that is dropped',
      { 'db/0001_a.sql': 'CREATE TABLE jobs AS SELECT * FROM users;', 'db/0002_b.sql': 'DROP TABLE users;' },
    ],
    [
      'it holds the values of a column that is dropped',
      {
        'db/0001_a.sql': `${CREATE} INSERT INTO jobs (id) SELECT id FROM users;`,
        'db/0002_b.sql': 'ALTER TABLE users DROP COLUMN email;',
      },
    ],
    ['the base creates it', before, { base: { 'db/0000.sql': 'CREATE TABLE jobs ();' } }],
    ['the base creates it in another folder', before, { base: { 'old/schema.sql': 'CREATE TABLE x.jobs ();' } }],
    ['the base uses it', before, { base: { 'seed.sql': 'INSERT INTO jobs VALUES (1);' } }],
    ['the base cannot be read', before, { base: { 'db/0000.sql': OVERSIZED } }],
    ['the base is not known', before, { change: { rulesBase: { unavailable: 'shallow clone' } } }],
    ['a file that already was on the base creates it', before, { base: { 'db/0001_a.sql': 'SELECT 1;' } }],
    ['a later file creates it', { 'db/0004_d.sql': CREATE }],
    ['a file without a version creates it', { 'db/a.sql': CREATE }],
    ['it is created in another schema', { 'db/0001_a.sql': `SET search_path = s; ${CREATE}` }],
    ['it is created in another schema', { 'db/0001_a.sql': `SELECT set_config('search_path', 's', false); ${CREATE}` }],
    [
      'it is created in another schema',
      { 'db/0001_a.sql': `SELECT "set_config"('search_path', 's', false); ${CREATE}` },
    ],
    ['later sessions search another schema', { 'db/0001_a.sql': `${CREATE} ALTER DATABASE d SET search_path = s;` }],
    ['it is created by another role', { 'db/0001_a.sql': `SET ROLE app; ${CREATE}` }],
    ['another schema is searched then', { 'db/0001_a.sql': CREATE, 'db/0002_b.sql': 'SET search_path = s;' }],
    ['another schema is searched then', { 'db/0001_a.sql': `${CREATE} SELECT set_config('search_path', 's', false);` }],
    ['a file of another folder creates it', { 'other/0001_a.sql': CREATE }],
    ['a file with the same version creates it', { 'db/0003_a.sql': CREATE }],
    ['a file of another database creates it', { 'db/0001_a.mysql.sql': CREATE }],
    [
      'a file of another dialect creates it',
      before,
      { config: { files: [{ paths: ['db/0001*'], dialect: 'sqlite' }] } },
    ],
    ['it may have been there', { 'db/0001_a.sql': 'CREATE TABLE IF NOT EXISTS jobs (id int);' }],
    ['it is a view', { 'db/0001_a.sql': 'CREATE VIEW jobs AS SELECT 1;' }],
    ['it is temporary', { 'db/0001_a.sql': 'CREATE TEMP TABLE jobs (id int);' }],
    ['it has another schema', { 'db/0001_a.sql': 'CREATE TABLE app.jobs (id int);' }],
    ['it is created in another database', { 'db/0001_a.sql': `${CREATE}\nUSE other;` }],
    ['the path is another one', { 'db/0001_a.sql': `SET search_path TO app; ${CREATE} SET search_path TO public;` }],
    ['it is rolled back', { 'db/0001_a.sql': `BEGIN; ${CREATE} ROLLBACK;` }],
    ['it is created in a block', { 'db/0001_a.sql': `DO $$ BEGIN ${CREATE} END $$;` }],
    ['it is dropped since', { ...before, 'db/0002_b.sql': 'DROP TABLE jobs;' }],
    [
      'an older table has its name now',
      { ...before, 'db/0002_b.sql': 'ALTER TABLE jobs RENAME TO j; ALTER TABLE users RENAME TO jobs;' },
    ],
    [
      'the file itself gives its name to an older table',
      before,
      { text: 'ALTER TABLE jobs RENAME TO j; ALTER TABLE users RENAME TO jobs; DROP TABLE jobs;' },
    ],
    ['a file of unknown order renames a table to it', { ...before, 'x.sql': 'ALTER TABLE users RENAME TO jobs;' }],
    ['a file of unknown order runs dynamic SQL', { ...before, 'x.sql': "EXEC('ALTER TABLE users RENAME TO jobs')" }],
    [
      'it gets the partition of an older table',
      { ...before, 'db/0002_b.sql': 'ALTER TABLE jobs ATTACH PARTITION u DEFAULT;' },
    ],
    ['a file of the change cannot be read', { ...before, 'x.sql': OVERSIZED }],
    ['it is dropped in a down section', before, { text: '-- +goose Up\nSELECT 1;\n-- +goose Down\nDROP TABLE jobs;' }],
  ])('is not taken for new if %s', async (_, head, options) => {
    expect((await newInChange(head, options)).at(-1)).toBe(false);
  });
});

describe('an UPDATE of a column that the change adds', () => {
  const ADD = 'ALTER TABLE t ADD COLUMN c int;';
  const IF_MISSING = 'ALTER TABLE t ADD COLUMN IF NOT EXISTS c int;';
  const UPDATE = 'UPDATE t SET c = 1;';
  const BASE = { 'db/0000.sql': 'CREATE TABLE t (id int, old int); CREATE TABLE u (id int, c int);' };

  async function overwritesNothing(head: Files, text = UPDATE, options: Options = {}): Promise<boolean | undefined> {
    const operations = await lastOperations(head, { base: BASE, text, ...options });
    return operations.findLast(({ kind }) => kind === 'update')?.columnsCreatedHere;
  }

  it.each<[string, Files, string?, Options?]>([
    ['an earlier migration adds it', { 'db/0001_a.sql': ADD }],
    ['an earlier migration adds it to a table of a schema', { 'db/0001_a.sql': ADD }, 'UPDATE public.t SET c = 1;'],
    ['an earlier migration adds it if it is missing', { 'db/0001_a.sql': IF_MISSING }],
    ['an earlier migration adds it, and another one writes it', { 'db/0001_a.sql': ADD, 'db/0002_b.sql': UPDATE }],
    ['the file adds it if it is missing', {}, `${IF_MISSING} ${UPDATE}`],
    ['both add it if it is missing', { 'db/0001_a.sql': IF_MISSING }, `${IF_MISSING} ${UPDATE}`],
    ['a down file drops it', { 'db/0001_a.sql': ADD, 'x.sql': 'ALTER TABLE t DROP COLUMN c;' }],
    ['a schema file has it too', { 'db/0001_a.sql': ADD, 'structure.sql': 'CREATE TABLE t (id int, c int);' }],
    ['the base is not known', { 'db/0001_a.sql': ADD }, UPDATE, { change: { rulesBase: { unavailable: 'shallow' } } }],
    [
      'an earlier migration adds it, after one for another database',
      { 'db/0001_a.mysql.sql': ADD, 'db/0001_b.sql': ADD },
      UPDATE,
      { config: { files: [{ paths: ['**/*.mysql.sql'], dialect: 'mysql' }] } },
    ],
    [
      'a migration for another database renames a column of its own table',
      { 'db/0001_a.sql': ADD, 'db/0002_b.mysql.sql': 'ALTER TABLE t RENAME COLUMN old TO c;' },
      UPDATE,
      { config: { files: [{ paths: ['**/*.mysql.sql'], dialect: 'mysql' }] } },
    ],
    [
      'no SQL file of the base has its name',
      {},
      `${IF_MISSING} ${UPDATE}`,
      { base: { 'db/0000.sql': 'CREATE TABLE t AS SELECT 1 AS id;' } },
    ],
  ])('overwrites nothing if %s', async (_, head, text, options) => {
    expect(await overwritesNothing(head, text, options)).toBe(true);
  });

  it.each<[string, Files, string?, Options?]>([
    ['nothing adds it', {}],
    ['it is a column of another table', { 'db/0001_a.sql': ADD }, 'UPDATE u SET c = 1;'],
    ['it is a column of another schema', { 'db/0001_a.sql': ADD }, 'UPDATE app.t SET c = 1;'],
    ['it is another column', { 'db/0001_a.sql': ADD }, 'UPDATE t SET old = 1;'],
    ['it assigns another column too', { 'db/0001_a.sql': ADD }, 'UPDATE t SET c = 1, old = 2;'],
    ['the base has the column', {}, 'ALTER TABLE u ADD COLUMN IF NOT EXISTS c int; UPDATE u SET c = 1;'],
    [
      'the base has the column, and an earlier migration adds it if it is missing',
      { 'db/0001_a.sql': 'ALTER TABLE u ADD COLUMN IF NOT EXISTS c int;' },
      'UPDATE u SET c = 1;',
    ],
    [
      'the base has the column, and an earlier migration adds it',
      { 'db/0001_a.sql': 'ALTER TABLE u ADD COLUMN c int;' },
      'UPDATE u SET c = 1;',
    ],
    [
      'the base is not known, and the column may be there',
      {},
      `${IF_MISSING} ${UPDATE}`,
      { change: { rulesBase: { unavailable: 'shallow' } } },
    ],
    ['a later migration adds it', { 'db/0004_d.sql': ADD }],
    ['a file of another folder adds it', { 'other/0001_a.sql': ADD }],
    [
      'a file of another dialect adds it',
      { 'db/0001_a.sql': ADD },
      UPDATE,
      { config: { files: [{ paths: ['db/0001*'], dialect: 'sqlite' }] } },
    ],
    ['a migration of the base adds it', { 'db/0001_a.sql': ADD }, UPDATE, { base: { 'db/0001_a.sql': 'SELECT 1;' } }],
    ['it is dropped since', { 'db/0001_a.sql': ADD, 'db/0002_b.sql': 'ALTER TABLE t DROP COLUMN c;' }],
    [
      'another column has its name now',
      { 'db/0001_a.sql': ADD, 'db/0002_b.sql': 'ALTER TABLE t RENAME c TO d; ALTER TABLE t RENAME old TO c;' },
    ],
    [
      'it holds the only copy of a value',
      { 'db/0001_a.sql': `${ADD} UPDATE t SET c = old;`, 'db/0002_b.sql': 'ALTER TABLE t DROP COLUMN old;' },
    ],
    [
      'the file drops the column that it was copied from',
      { 'db/0001_a.sql': `${ADD} UPDATE t SET c = old;` },
      'ALTER TABLE t DROP COLUMN old; UPDATE t SET c = 1;',
    ],
    [
      'another table has the name now',
      { 'db/0001_a.sql': `${ADD} ALTER TABLE t RENAME TO x; ALTER TABLE u RENAME TO t;` },
    ],
    ['it is added in another schema', { 'db/0001_a.sql': `SET search_path = s; ${ADD}` }],
    ['it is added by another role', { 'db/0001_a.sql': `SET ROLE app; ${ADD}` }],
    ['it is rolled back', { 'db/0001_a.sql': `BEGIN; ${ADD} ROLLBACK;` }],
    ['it is added in a block', { 'db/0001_a.sql': `DO $$ BEGIN ${ADD} END $$;` }],
    ['it is added in a down section', { 'db/0001_a.sql': `-- +goose Up\nSELECT 1;\n-- +goose Down\n${ADD}` }],
    ['dynamic SQL ran since', { 'db/0001_a.sql': ADD, 'db/0002_b.sql': 'DO $$ BEGIN EXECUTE x; END $$;' }],
    ['a file of unknown order renames to it', { 'db/0001_a.sql': ADD, 'x.sql': 'ALTER TABLE t RENAME old TO c;' }],
    ['the path is another one', { 'db/0001_a.sql': ADD }, `SET search_path = app; ${UPDATE}`],
    ['a file of unknown order adds it', { 'x.sql': ADD }, `${IF_MISSING} ${UPDATE}`],
    ['it is in a down section', { 'db/0001_a.sql': ADD }, `-- +goose Up\nSELECT 1;\n-- +goose Down\n${UPDATE}`],
  ])('counts if %s', async (_, head, text, options) => {
    expect(await overwritesNothing(head, text, options)).toBe(false);
  });
});

describe('a DROP COLUMN IF EXISTS before the file adds the column', () => {
  const AGAIN = 'ALTER TABLE t DROP COLUMN IF EXISTS c; ALTER TABLE t ADD COLUMN c int;';
  const BASE = { 'db/0000.sql': 'CREATE TABLE t (id int, old int); CREATE TABLE u (id int, c int);' };

  async function dropsNothing(text: string, base: Files, head: Files = {}): Promise<boolean | undefined> {
    const operations = await lastOperations(head, { base, text });
    return operations.find(({ kind }) => kind === 'drop_column')?.columnsCreatedHere;
  }

  it.each<[string, Files, string?]>([
    ['the base shows the columns of the table', BASE],
    ['the file drops a function before', BASE, `DROP FUNCTION f(); ${AGAIN}`],
    [
      'the base creates the table, and nothing in it has the name',
      { 'db/0000.sql': 'CREATE TABLE t AS SELECT 1 AS id;' },
    ],
  ])('drops nothing if %s', async (_, base, text = AGAIN) => {
    expect(await dropsNothing(text, base)).toBe(true);
  });

  it.each<[string, string, Files?, Files?]>([
    ['the base has the column', AGAIN.replaceAll('TABLE t', 'TABLE u')],
    ['the base does not show the columns', AGAIN, { 'db/0000.sql': 'CREATE TABLE t AS SELECT 1 AS c;' }],
    ['the base does not show the table', AGAIN, { 'db/0000.sql': 'SELECT 1;' }],
    ['the file does not add it', 'ALTER TABLE t DROP COLUMN IF EXISTS c;'],
    ['the file renames another one to it', `ALTER TABLE t RENAME COLUMN old TO c; ${AGAIN}`],
    ['another file of the change renames one to it', AGAIN, BASE, { 'x.sql': 'ALTER TABLE t RENAME old TO c;' }],
    ['the table has the name of an older one', `ALTER TABLE u RENAME TO t; ${AGAIN}`],
  ])('counts if %s', async (_, text, base = BASE, head) => {
    expect(await dropsNothing(text, base, head)).toBe(false);
  });
});

describe('a value that an earlier migration of the change adds to an enum', () => {
  const ADDS = "ALTER TYPE mood ADD VALUE 'calm';";
  const USES = "INSERT INTO diary (mood) VALUES ('calm');";
  it.each<[string, boolean, Files, string?, Options?]>([
    ['cannot be used: Drizzle runs all files in one transaction', true, { 'db/0001_a.sql': ADDS }],
    ['is another one', false, { 'db/0001_a.sql': "ALTER TYPE mood ADD VALUE 'sad';" }],
    ['was added before the change', false, {}, USES, { base: { 'db/0001_a.sql': ADDS } }],
    ['is of a type that the change creates', false, { 'db/0001_a.sql': "CREATE TYPE mood AS ENUM ('calm');" }],
    [
      'can be used: Flyway commits each file',
      false,
      { 'db/0001_a.sql': ADDS },
      USES,
      { config: { files: [{ paths: ['db/**'], tool: 'flyway' }] } },
    ],
    ['can be used after a COMMIT', false, { 'db/0001_a.sql': ADDS }, `COMMIT; BEGIN; ${USES}`],
  ])('%s', async (_, expected, head, text = USES, options = {}) => {
    const config = { files: [{ paths: ['db/**'], tool: 'drizzle' as const }] };
    const last = (await lastStatements(head, { text, config, ...options })).at(-1);
    expect(last?.facts.usesNewEnumValue).toBe(expected);
  });
});

describe('a CHECK that an earlier migration of the change adds', () => {
  const ADDS = 'ALTER TABLE t ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID;';
  const SETS = 'ALTER TABLE t VALIDATE CONSTRAINT c; ALTER TABLE t ALTER COLUMN a SET NOT NULL;';
  it.each<[string, boolean | undefined, Files, string?]>([
    ['proves that the column is not null once it is validated', true, { 'db/0001_a.sql': ADDS }],
    [
      'proves nothing while it is not validated',
      false,
      { 'db/0001_a.sql': ADDS },
      'ALTER TABLE t ALTER a SET NOT NULL;',
    ],
    ['is of another column', false, { 'db/0001_a.sql': ADDS.replace('(a', '(b') }],
    [
      'is dropped by a migration between them',
      undefined,
      { 'db/0001_a.sql': ADDS, 'db/0002_b.sql': 'ALTER TABLE t DROP CONSTRAINT c;' },
    ],
    [
      'may be dropped by a file of unknown order',
      undefined,
      { 'db/0001_a.sql': ADDS, 'x.sql': 'ALTER TABLE t DROP CONSTRAINT c;' },
    ],
    ['is in no earlier migration', undefined, {}],
  ])('%s', async (_, expected, head, text = SETS) => {
    const base = { 'db/0000.sql': 'CREATE TABLE t (a int, b int);' };
    const operations = await lastOperations(head, { text, base });
    expect(operations.findLast(({ kind }) => kind === 'set_not_null')?.notNullChecked).toBe(expected);
  });
});
