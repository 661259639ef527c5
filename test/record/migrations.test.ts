import { describe, expect, it } from 'vitest';
import { ConfigError, type MigrationFramework } from '../../src/model/index.ts';
import { parseRecording, readRecorded, recordedText } from '../../src/record/index.ts';
import { knexRow, recordingOf } from './build.ts';

const NO_TABLES = new Map<string, MigrationFramework>();

const split = async (...given: Parameters<typeof recordingOf>) =>
  (await readRecorded(await parseRecording(recordingOf(...given), 'r.jsonl'), NO_TABLES)).split(() => true);

const texts = async (...given: Parameters<typeof recordingOf>) =>
  (await split(...given)).migrations.map((migration) => [
    migration.bookkeeping.name(migration.row),
    recordedText(migration).split('\n').filter(Boolean),
  ]);

describe('the statements of a recording', () => {
  it.each<[string, string, string]>([
    ['Rails', `INSERT INTO "schema_migrations" ("version") VALUES ('20240101') RETURNING "version"`, '20240101'],
    ['Ecto', `INSERT INTO "schema_migrations" ("version","inserted_at") VALUES (20240101, now())`, '20240101'],
    [
      'Django',
      `INSERT INTO "django_migrations" ("app", "name", "applied") VALUES ('shop', '0002_x', '2026-01-01'::timestamptz)`,
      'shop.0002_x',
    ],
    ['Alembic, first', `INSERT INTO alembic_version (version_num) VALUES ('ae1')`, 'ae1'],
    ['Alembic', `UPDATE alembic_version SET version_num='ae2' WHERE alembic_version.version_num = 'ae1'`, 'ae2'],
    ['Laravel', `insert into "migrations" ("migration", "batch") values ('2024_01_01_x', 1)`, '2024_01_01_x'],
    ['TypeORM', `INSERT INTO "migrations"("timestamp", "name") VALUES (1700, 'Orders1700')`, 'Orders1700'],
    [
      'Knex, in a table of another name',
      `insert into "migrations" ("batch", "migration_time", "name") values (1, now(), '1.js')`,
      '1.js',
    ],
    ['Alembic, in a table of another name', `INSERT INTO shop_version (version_num) VALUES ('ae1')`, 'ae1'],
    ['db-migrate', `INSERT INTO "public"."migrations" ("name", "run_on") VALUES ('/1-x', now())`, '/1-x'],
    ['Kysely', `insert into "kysely_migration" ("name", "timestamp") values ('1_x', '2026')`, '1_x'],
    ['Sequelize', `INSERT INTO "SequelizeMeta" ("name") VALUES ('1-x.js') RETURNING "name"`, '1-x.js'],
    ['MikroORM', `insert into "mikro_orm_migrations" ("name") values ('Migration1')`, 'Migration1'],
    ['node-pg-migrate', `INSERT INTO "public"."pgmigrations" (name, run_on) VALUES ('1_x', NOW())`, '1_x'],
    ['EF Core', `INSERT INTO "__EFMigrationsHistory" ("MigrationId", "ProductVersion") VALUES ('1_X', '9.0.0')`, '1_X'],
    ['Doctrine', `INSERT INTO doctrine_migration_versions (version) VALUES ('App\\Version1')`, 'App\\Version1'],
    [
      'Liquibase',
      `INSERT INTO public.databasechangelog (ID, AUTHOR, FILENAME) VALUES ('1', 'me', 'db/changes.xml')`,
      'db/changes.xml::1::me',
    ],
  ])('end with the row of %s, which names the migration', async (_, row, name) => {
    expect(await texts(['CREATE TABLE t (id int)', row])).toEqual([[name, ['CREATE TABLE t (id int);']]]);
  });

  it.each<[MigrationFramework, string, string]>([
    ['rails', `INSERT INTO "App_Versions" ("version") VALUES ('20240101')`, '20240101'],
    ['sequelize', `INSERT INTO app_versions ("name") VALUES ('1-x.js')`, '1-x.js'],
    ['laravel', "insert into public.app_versions (migration, batch) values ('2024_x', 1)", '2024_x'],
    ['node-pg-migrate', "INSERT INTO app_versions (name, run_on) VALUES ('1_x', NOW())", '1_x'],
    ['flyway', "INSERT INTO app_versions (installed_rank, script) VALUES (1, 'V1__x.sql')", 'V1__x.sql'],
  ])('end with the row of %s in a table that the configuration names', async (framework, row, name) => {
    const statements = ['CREATE TABLE t (id int)', row, 'UPDATE app_versions_lock SET a = 1'];
    const recording = await parseRecording(recordingOf(statements), 'r.jsonl');
    const noted = async (tables: ReadonlyMap<string, MigrationFramework>) =>
      (await readRecorded(recording, tables)).noted.map((each) => each.bookkeeping.name(each.row));
    expect(await noted(new Map([['app_versions', framework]]))).toEqual([name]);
    expect(await noted(NO_TABLES)).toEqual([]);
    const { rest } = (await readRecorded(recording, new Map([['app_versions', framework]]))).split(() => true);
    expect(rest).toEqual([]);
  });

  it('are told apart by values that come beside the text', async () => {
    expect(await texts(['DROP TABLE a', knexRow('1.js'), 'DROP TABLE b', knexRow('2.js')])).toEqual([
      ['1.js', ['DROP TABLE a;']],
      ['2.js', ['DROP TABLE b;']],
    ]);
  });

  it('leave out what the framework does for itself, what only reads catalogs, and what failed', async () => {
    const own = [
      'create table "knex_migrations" ("id" serial primary key, "name" varchar(255))',
      'update "knex_migrations_lock" set "is_locked" = 1',
      'SELECT pg_advisory_lock(7)',
      'select * from information_schema.tables where table_name = $1',
      'SHOW server_version',
      { sql: 'DROP TABLE t', failed: '42501' },
      { sql: 'SELECT 1 FROM gone', failed: '42P01' },
    ];
    expect(await texts([...own, 'SELECT make_partitions()', knexRow('1.js')])).toEqual([
      ['1.js', ['SELECT make_partitions();']],
    ]);
  });

  const open = (sql: string) => ({ sql, transaction: true });
  it.each<[string, Parameters<typeof recordingOf>[0], readonly (readonly string[])[]]>([
    [
      'ended after the row',
      ['BEGIN', open('DROP TABLE a'), knexRow('1'), open('COMMIT'), 'BEGIN', open('DROP TABLE b'), knexRow('2')],
      [
        ['BEGIN;', 'DROP TABLE a;', 'COMMIT;'],
        ['BEGIN;', 'DROP TABLE b;'],
      ],
    ],
    [
      'one over all migrations',
      ['BEGIN', open('DROP TABLE a'), knexRow('1'), open('DROP TABLE b'), knexRow('2'), open('COMMIT')],
      [
        ['BEGIN;', 'DROP TABLE a;'],
        ['BEGIN;', 'DROP TABLE b;', 'COMMIT;'],
      ],
    ],
    [
      'of a text with several statements',
      ['DROP TABLE a; DROP TABLE b', knexRow('1')],
      [['BEGIN;', 'DROP TABLE a;', 'DROP TABLE b;', 'COMMIT;']],
    ],
    ['none', ['CREATE INDEX CONCURRENTLY i ON t (a)', knexRow('1')], [['CREATE INDEX CONCURRENTLY i ON t (a);']]],
    [
      'of two sessions, each where it ended',
      ['BEGIN', { sql: 'DROP TABLE b', session: 2 }, open('DROP TABLE a'), open('COMMIT'), knexRow('1')],
      [['DROP TABLE b;', 'BEGIN;', 'DROP TABLE a;', 'COMMIT;']],
    ],
    ['of COPY, without its data', ['COPY t FROM STDIN', knexRow('1')], [['COPY t FROM STDIN;', '\\.']]],
  ])('keep their transactions: %s', async (_, statements, expected) => {
    expect((await texts(statements)).map(([, lines]) => lines)).toEqual(expected);
  });

  it.each<[string, Parameters<typeof recordingOf>[0], readonly (readonly string[])[]]>([
    [
      'that failed because something is missing, since that may exist elsewhere',
      [{ sql: 'DROP TABLE gone', failed: '42P01' }, knexRow('1')],
      [['DROP TABLE gone;']],
    ],
    [
      'that concern other tables beside those of the framework',
      ['DROP TABLE logs, knex_migrations', 'WITH x AS (DELETE FROM t) SELECT * FROM knex_migrations', knexRow('1')],
      [['DROP TABLE logs, knex_migrations;', 'WITH x AS (DELETE FROM t) SELECT * FROM knex_migrations;']],
    ],
    [
      'that concern the table of a framework that is not in use',
      ['CREATE TABLE schema_migrations (id int)', 'DELETE FROM schema_versions', knexRow('1')],
      [['CREATE TABLE schema_migrations (id int);', 'DELETE FROM schema_versions;']],
    ],
    [
      'that call a function for each row of a catalog',
      ['SELECT purge() FROM pg_class', knexRow('1')],
      [['SELECT purge() FROM pg_class;']],
    ],
  ])('keep those %s', async (_, statements, expected) => {
    expect((await texts(statements)).map(([, lines]) => lines)).toEqual(expected);
  });

  it('repeat settings of the session before each migration', async () => {
    const set = "SET lock_timeout = '2s'";
    expect(await texts([set, 'DROP TABLE a', knexRow('1'), 'DROP TABLE b', knexRow('2')])).toEqual([
      ['1', [`${set};`, 'DROP TABLE a;']],
      ['2', [`${set};`, 'DROP TABLE b;']],
    ]);
  });

  it('leave out what a migration did that was taken back', async () => {
    const row = (version: string) => `INSERT INTO schema_migrations (version) VALUES ('${version}')`;
    const statements = [
      'CREATE TABLE a ()',
      row('1'),
      'DROP TABLE a',
      "DELETE FROM schema_migrations WHERE version = '1'",
    ];
    expect((await texts([...statements, 'CREATE TABLE b ()', row('2')])).map(([, lines]) => lines)).toEqual([
      ['CREATE TABLE a ();'],
      ['CREATE TABLE b ();'],
    ]);
    const version = (to: string, from: string) =>
      `UPDATE alembic_version SET version_num='${to}' WHERE alembic_version.version_num = '${from}'`;
    const alembic = ["INSERT INTO alembic_version (version_num) VALUES ('a')", 'CREATE TABLE b ()', version('b', 'a')];
    expect(
      (await texts([...alembic, 'DROP TABLE b', version('a', 'b'), 'CREATE TABLE c ()', version('c', 'a')])).map(
        ([, lines]) => lines,
      ),
    ).toEqual([[], ['CREATE TABLE b ();'], ['CREATE TABLE c ();']]);
  });

  it('split at no row that is not of a migration of the repository', async () => {
    const text = recordingOf(['DROP TABLE a', knexRow('made-up.js'), 'DROP TABLE b', knexRow('1.js')]);
    const read = await readRecorded(await parseRecording(text, 'r.jsonl'), NO_TABLES);
    const { migrations } = read.split(({ row }) => row['name'] === '1.js');
    expect(migrations.map((each) => recordedText(each))).toEqual([
      expect.stringMatching(/^DROP TABLE a;\n(?:insert.*\n)?DROP TABLE b;\n$/),
    ]);
  });

  it('say that a framework loaded a schema, if it notes several migrations at once', async () => {
    const { migrations } = await split([
      'CREATE TABLE t (id int)',
      `INSERT INTO "schema_migrations" (version) VALUES ('2'), ('1')`,
    ]);
    expect(migrations.map(({ isLoaded }) => isLoaded)).toEqual([true, true]);
  });

  it('after the last row belong to no migration', async () => {
    const { migrations, rest } = await split([knexRow('1'), 'INSERT INTO permissions VALUES (1)']);
    expect([migrations.length, rest.length]).toEqual([1, 1]);
  });
});

describe('the file of a recording', () => {
  const problems = async (text: string) => (await parseRecording(text, 'r.jsonl')).problems;
  it.each<[string, string, readonly (string | RegExp)[]]>([
    ['complete', recordingOf(['SELECT 1']), []],
    ['cut off', recordingOf(['SELECT 1'], null), [/^the recording has no end/]],
    [
      'with fewer statements than it says',
      recordingOf(['SELECT 1'], { statements: 2 }),
      [/^2 statements were recorded/],
    ],
    ['that goes on after its end', `${recordingOf([])}${recordingOf([])}`, ['the file goes on after its end']],
    ['with problems of the recorder', recordingOf([], { problems: ['x'] }), ['x']],
  ])('%s', async (_, text, expected) => {
    expect(await problems(text)).toEqual(
      expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    );
  });

  it.each<[string, string]>([
    ['is empty', ''],
    ['is something else', '{"a":1}\n'],
    ['has another version', recordingOf([]).replace('"recording":1', '"recording":2')],
    ['has a line of something else', recordingOf([]).replace('\n', '\n{"sql":1}\n')],
    ['has a line that is no JSON', recordingOf([]).replace('\n', '\nDROP TABLE t\n')],
  ])('that %s is refused', async (_, text) => {
    await expect(parseRecording(text, 'r.jsonl')).rejects.toThrow(ConfigError);
  });
});
