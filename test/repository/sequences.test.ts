import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/commands/inputs/config.ts';
import type { Dialect, MigrationTool, OperationKind } from '../../src/model/index.ts';
import { contextFinder } from '../../src/repository/context.ts';
import { changeOf, type Files } from '../commands/build.ts';
import { read } from '../sql/read.ts';

interface Change {
  readonly base: Files;
  readonly head: Files;
  readonly dialect: Dialect;
  readonly tool?: MigrationTool;
}

const PROOFS = ['rebuilt', 'rowsCopied', 'valuesMoved', 'valuesCopied', 'columnsCreatedHere'] as const;
const LOSES: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_table', 'drop_column', 'update']);

/** Why the first statement that may lose something loses nothing, by file. */
async function provenBy({ base, head, dialect, tool }: Change): Promise<Readonly<Record<string, readonly string[]>>> {
  const pull = changeOf(base, { ...base, ...head }, {});
  const request = { change: pull, head: pull.head, event: 'pull_request', today: '2026-11-20', service: {} } as const;
  const files = [{ paths: ['db/**'], ...(tool && { tool }) }];
  const settings = resolveSettings(request, { version: 1, dialect, files }, undefined);
  const changed = pull.files.map(({ path, status, previousPath }) => ({ path, status, previousPath }));
  const find = contextFinder(request, settings, changed);
  const found: Record<string, readonly string[]> = {};
  for (const { path } of changed) {
    const text = String(head[path]);
    const own = settings.of(path).dialect ?? dialect;
    const how = { dialect: own, tool, caller: undefined } as const;
    const context = await find({ path, text, settings: how });
    const run = { tool, runBy: undefined, transaction: undefined, serverVersion: undefined };
    const operations = read(own, text, path, context, run).statements.flatMap((each) => each.operations);
    for (const operation of operations)
      if (LOSES.has(operation.kind)) found[path] ??= PROOFS.filter((fact) => operation[fact] === true);
  }
  return found;
}

const USERS = 'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);';
const NEW = 'CREATE TABLE _users_tmp (id INTEGER PRIMARY KEY, name TEXT NOT NULL);';
const COPY = 'INSERT INTO _users_tmp (id, name) SELECT id, name FROM users';
const DROP = 'DROP TABLE users';
const RENAME = 'ALTER TABLE _users_tmp RENAME TO users;';

const POPX = { dialect: 'postgresql', tool: 'popx', base: { 'db/10_a.sqlite3.up.sql': USERS } } as const;
const REBUILD = {
  'db/20_b.sqlite3.up.sql': NEW,
  'db/30_b.sqlite3.up.sql': COPY,
  'db/40_b.sqlite3.up.sql': DROP,
  'db/50_b.sqlite3.up.sql': RENAME,
};
const DROPPED = 'db/40_b.sqlite3.up.sql';

describe('a rebuild of a table, each step of which is a new migration', () => {
  it.each<[string, Files, Partial<Change>?]>([
    ['keeps its rows', REBUILD],
    [
      'keeps its rows beside files for other databases and those that undo it',
      {
        ...REBUILD,
        'db/30_b.mysql.up.sql': 'DROP TABLE x',
        'db/40_b.sqlite3.down.sql': DROP,
        'db/40_b.up.sql': 'SELECT 1',
      },
    ],
    ['keeps its rows if other migrations of the change are before it', { ...REBUILD, 'db/10_z.up.sql': 'SELECT 1' }],
    [
      'keeps its rows if later migrations of the base change another table',
      REBUILD,
      {
        base: { ...POPX.base, 'db/90_z.sqlite3.up.sql': 'CREATE TABLE other (id INTEGER)' },
      },
    ],
  ])('%s', async (_, head, change) => {
    expect((await provenBy({ ...POPX, ...change, head }))[DROPPED]).toEqual(['rebuilt']);
  });

  it.each<[string, Files, Partial<Change>?]>([
    ['the copy leaves out rows', { ...REBUILD, 'db/30_b.sqlite3.up.sql': `${COPY} WHERE id > 10` }],
    [
      'the copy leaves out a column',
      { ...REBUILD, 'db/30_b.sqlite3.up.sql': 'INSERT INTO _users_tmp (id) SELECT id FROM users' },
    ],
    ['the copy is emptied before', { ...REBUILD, 'db/30_c.sqlite3.up.sql': 'DELETE FROM _users_tmp' }],
    ['no copy is made', { ...REBUILD, 'db/30_b.sqlite3.up.sql': 'SELECT 1' }],
    [
      'the copy is made on another database',
      { ...REBUILD, 'db/30_b.sqlite3.up.sql': 'SELECT 1', 'db/30_b.up.sql': COPY },
    ],
    ['a file for each database empties the copy', { ...REBUILD, 'db/35_a.up.sql': 'DELETE FROM _users_tmp' }],
    ['the copy is made after the drop', { ...REBUILD, 'db/30_b.sqlite3.up.sql': DROP, [DROPPED]: COPY }],
    ['a file of the base is between', REBUILD, { base: { ...POPX.base, 'db/35_z.sqlite3.up.sql': 'SELECT 1' } }],
    [
      'a file of the base for each database is between',
      REBUILD,
      { base: { ...POPX.base, 'db/35_z.up.sql': 'SELECT 1' } },
    ],
    ['a migration in another language is between', { ...REBUILD, 'db/35_z.go': 'package migrations' }],
    ['the copy is a migration of the base', REBUILD, { base: { ...POPX.base, 'db/30_b.sqlite3.up.sql': 'SELECT 1' } }],
    [
      'the copy is in another folder',
      { ...REBUILD, 'db/30_b.sqlite3.up.sql': 'SELECT 1', 'other/3_b.sqlite3.up.sql': COPY },
    ],
    [
      'a setting may change the copy',
      { ...REBUILD, 'db/20_b.sqlite3.up.sql': `PRAGMA recursive_triggers = 1; ${NEW}` },
    ],
    ['the copy is rolled back', { ...REBUILD, 'db/30_b.sqlite3.up.sql': `BEGIN; ${COPY}; ROLLBACK` }],
  ])('does not count if %s', async (_, head, change) => {
    const proven = await provenBy({ ...POPX, ...change, head });
    expect(proven[head[DROPPED] === COPY ? 'db/30_b.sqlite3.up.sql' : DROPPED]).toEqual([]);
  });
});

const COCKROACH = {
  dialect: 'postgresql',
  tool: 'popx',
  base: { 'db/10_a.cockroach.up.sql': 'CREATE TABLE users (id UUID PRIMARY KEY, name VARCHAR(40));' },
} as const;
const WIDEN = {
  'db/20_b.cockroach.up.sql': 'ALTER TABLE users RENAME COLUMN name TO _name_tmp;',
  'db/30_b.cockroach.up.sql': 'ALTER TABLE users ADD COLUMN name TEXT;',
  'db/40_b.cockroach.up.sql': 'UPDATE users SET name = _name_tmp;',
  'db/50_b.cockroach.up.sql': 'ALTER TABLE users DROP COLUMN _name_tmp;',
};

describe('a column that is replaced in several new migrations', () => {
  it('keeps its values', async () => {
    expect(await provenBy({ ...COCKROACH, head: WIDEN })).toMatchObject({
      'db/40_b.cockroach.up.sql': ['columnsCreatedHere'],
      'db/50_b.cockroach.up.sql': ['valuesMoved', 'valuesCopied'],
    });
  });

  it.each<[string, Files, Partial<Change>?]>([
    ['only some rows are copied', { 'db/40_b.cockroach.up.sql': 'UPDATE users SET name = _name_tmp WHERE id > 10;' }],
    [
      'another database copies them',
      { 'db/40_b.cockroach.up.sql': '', 'db/40_b.postgres.up.sql': 'UPDATE users SET name = _name_tmp;' },
    ],
    [
      'they are copied after the DROP',
      { 'db/40_b.cockroach.up.sql': '', 'db/60_b.cockroach.up.sql': 'UPDATE users SET name = _name_tmp;' },
    ],
    ['a file of unknown order renames the column', { 'db/x.sql': 'ALTER TABLE users RENAME COLUMN id TO _name_tmp;' }],
    ['a file of the base may run between', {}, { base: { ...COCKROACH.base, 'db/45_c.up.sql': 'SELECT 1;' } }],
  ])('counts if %s', async (_, head, change) => {
    const proven = await provenBy({ ...COCKROACH, ...change, head: { ...WIDEN, ...head } });
    expect(proven['db/50_b.cockroach.up.sql']).toEqual([]);
  });
});

describe('what one new migration copies and the next one drops', () => {
  const base = {
    'db/001_a.sql': 'CREATE TABLE users (id int, email text); CREATE TABLE contacts (id int, email text);',
  };
  const copy = 'INSERT INTO contacts (id, email) SELECT id, email FROM users;';
  const drop = 'ALTER TABLE users DROP COLUMN email;';
  const up = (text: string) => `-- +goose Up\n${text}\n-- +goose Down\nDROP TABLE contacts;\n`;

  it.each<[string, Files, MigrationTool?]>([
    ['in a plain folder', { 'db/002_b.sql': copy, 'db/003_c.sql': drop }],
    ['before the sections that undo them', { 'db/002_b.sql': up(copy), 'db/003_c.sql': up(drop) }, 'goose'],
    [
      'beside files that name nothing of it',
      { 'db/002_b.sql': copy, 'db/003_c.sql': drop, 'db/004_d.sql': "SET lock_timeout = '5s'; DROP TABLE other;" },
    ],
    ['in transactions', { 'db/002_b.sql': `BEGIN; ${copy} COMMIT;`, 'db/003_c.sql': `BEGIN; ${drop} COMMIT;` }],
  ])('is moved: %s', async (_, head, tool) => {
    const proven = await provenBy({ base, head, dialect: 'postgresql', ...(tool && { tool }) });
    expect(proven['db/003_c.sql']).toEqual(['valuesMoved']);
  });

  it.each<[string, Files, MigrationTool?]>([
    ['a section runs that its tool is not known for', { 'db/002_b.sql': up(copy), 'db/003_c.sql': drop }],
    ['another schema is searched', { 'db/002_b.sql': `SET search_path = app; ${copy}`, 'db/003_c.sql': drop }],
    [
      'the changesets may be skipped',
      { 'db/002_b.sql': `--liquibase formatted sql\n--changeset a:1\n${copy}`, 'db/003_c.sql': drop },
    ],
    ['a transaction is left open', { 'db/002_b.sql': `BEGIN; ${copy}`, 'db/003_c.sql': drop }],
    ['the copy is emptied', { 'db/002_b.sql': copy, 'db/002_c.sql': 'TRUNCATE contacts;', 'db/003_c.sql': drop }],
    [
      'a later file takes the copy away',
      { 'db/002_b.sql': copy, 'db/003_c.sql': drop, 'db/004_d.sql': "SET lock_timeout = '5s'; DROP TABLE contacts;" },
    ],
    [
      'a later file may take the copy away',
      {
        'db/002_b.sql': copy,
        'db/003_c.sql': drop,
        'db/004_d.sql': "DO $$ BEGIN EXECUTE 'DROP TABLE ' || name; END $$;",
      },
    ],
    [
      'a migration in another folder runs between',
      { 'db/002_b.sql': copy, 'db/003_c.sql': drop, 'app/db/2_5__Clean.java': 'class Clean {}' },
    ],
    ['their order is not certain', { 'db/003_b.sql': copy, 'db/003_c.sql': drop }],
    ['the plan of the tool has the order', { 'db/002_b.sql': copy, 'db/003_c.sql': drop }, 'sqitch'],
    ['a part of the copy cannot be read', { 'db/002_b.sql': `${copy} SELECT 'x`, 'db/003_c.sql': drop }],
  ])('counts if %s', async (_, head, tool) => {
    const proven = await provenBy({ base, head, dialect: 'postgresql', ...(tool && { tool }) });
    expect(proven['db/003_c.sql']).toEqual([]);
  });
});

it('does not count as moved if Flyway skips the file with the copy', async () => {
  const base = {
    'db/V001__a.sql': 'CREATE TABLE users (id int, email text); CREATE TABLE contacts (id int, email text);',
  };
  const of = (copied: string) => ({
    [copied]: 'INSERT INTO contacts (id, email) SELECT id, email FROM users;',
    'db/V003__c.sql': 'ALTER TABLE users DROP COLUMN email;',
  });
  const proofs = async (copied: string) =>
    (await provenBy({ base, head: of(copied), dialect: 'postgresql', tool: 'flyway' }))['db/V003__c.sql'];
  expect(await proofs('db/V002__b.sql')).toEqual(['valuesMoved']);
  expect(await proofs('db/v002__b.sql')).toEqual([]);
  expect(await proofs('db/B002__b.sql')).toEqual([]);
});

it('does not count as moved if the configuration ignores the file with the copy', async () => {
  const base = {
    'db/001_a.sql': 'CREATE TABLE users (id int, email text); CREATE TABLE contacts (id int, email text);',
  };
  const head = {
    'db/002_b.sql': 'INSERT INTO contacts (id, email) SELECT id, email FROM users;',
    'db/003_c.sql': 'ALTER TABLE users DROP COLUMN email;',
  };
  const pull = changeOf(base, { ...base, ...head }, {});
  const request = { change: pull, head: pull.head, event: 'pull_request', today: '2026-11-20', service: {} } as const;
  const contextOf = async (ignore: string[]) => {
    const settings = resolveSettings(request, { version: 1, dialect: 'postgresql', ignore }, undefined);
    const selected = pull.files.filter(({ path }) => settings.selects(path));
    const task = { path: 'db/003_c.sql', text: head['db/003_c.sql'], settings: { dialect: 'postgresql' } } as const;
    return (await contextFinder(request, settings, selected)(task))?.proven;
  };
  expect(await contextOf([])).toHaveLength(1);
  expect(await contextOf(['db/002*'])).toBeUndefined();
});
