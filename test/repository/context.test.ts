import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/commands/inputs/config.ts';
import type { Change, Dialect, FileContext, MigrationTool } from '../../src/model/index.ts';
import type { ConfigFile } from '../../src/model/schemas/index.ts';
import { contextFinder } from '../../src/repository/context.ts';
import { changeOf, type Files, LINK, OVERSIZED, SUBMODULE } from '../commands/build.ts';

const PATH = 'db/0002.sql';

/** The context of db/0002.sql in a pull request from the base files to these and that file. */
async function contextOf(
  base: Files,
  text: string,
  {
    head = {},
    change = {},
    dialect = 'postgresql',
    configured = {},
    headDialect,
  }: {
    readonly head?: Files;
    readonly change?: Partial<Change>;
    readonly dialect?: Dialect | undefined;
    readonly configured?: Partial<ConfigFile>;
    readonly headDialect?: Dialect;
  } = {},
): Promise<FileContext | undefined> {
  const pull = changeOf(base, { ...base, ...head, [PATH]: text }, change);
  const request = { change: pull, head: pull.head, event: 'pull_request', today: '2026-11-20', service: {} } as const;
  const own: ConfigFile = { version: 1, ...(headDialect ? {} : { dialect }), ...configured };
  const edited = { ...own, files: [{ paths: ['other/**'], dialect: headDialect }] } as ConfigFile;
  const settings = resolveSettings(request, own, headDialect ? edited : undefined);
  const selected = pull.files.filter(({ path }) => settings.selects(path));
  const files = selected.map(({ path, status, previousPath }) => ({ path, status, previousPath }));
  const file = { dialect, tool: undefined, caller: undefined } as const;
  const task = { path: PATH, status: 'added', text, baseText: undefined, settings: file } as const;
  return contextFinder(request, settings, files)(task);
}

const PAIR = 'DROP TABLE IF EXISTS app.jobs; CREATE TABLE app.jobs (id int);';
const MISSING = [{ name: 'jobs', schema: 'app', exists: false }];
const EXISTING = [{ name: 'jobs', schema: 'app', exists: true }];

describe('what the base says about a table that a file replaces', () => {
  it.each<[string, Files, FileContext['tables']]>([
    ['no SQL file creates it', { 'db/0001.sql': 'CREATE TABLE users (id int);' }, MISSING],
    ['there is no SQL file', { 'README.md': 'The table jobs.' }, MISSING],
    ['a file has a longer name', { 'db/0001.sql': 'CREATE TABLE old_jobs (jobs_id int);' }, MISSING],
    ['a file creates it', { 'db/0001.sql': 'CREATE TABLE jobs (id int);' }, EXISTING],
    ['a file in another folder creates it', { 'old/schema.ddl': 'create table "JOBS" (id int);' }, EXISTING],
    ['a file only uses it', { 'seeds/a.sql': 'INSERT INTO app.jobs VALUES (1);' }, EXISTING],
    ['a file creates it in a string', { 'db/0001.sql': "DO $$ BEGIN EXECUTE 'CREATE TABLE jobs()'; END $$" }, EXISTING],
    ['a file renames a table to it', { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs;' }, EXISTING],
    ['a file has it in UTF-16', { 'a.sql': new Uint8Array(Buffer.from('\ufeffTABLE jobs', 'utf16le')) }, EXISTING],
    ['a file escapes a name', { 'db/0001.sql': 'CREATE TABLE U&"\\006Aobs" (id int);' }, []],
    ['a file is too large', { 'db/0001.sql': OVERSIZED }, []],
    ['a file is a link', { 'db/0001.sql': LINK }, []],
    ['a file is in Git LFS', { 'a.sql': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n' }, []],
    ['a submodule could have it', { migrations: SUBMODULE }, []],
  ])('%s', async (_, base, tables) => {
    expect((await contextOf(base, PAIR))?.tables).toEqual(tables);
  });

  it.each<[string, Files, string, FileContext['tables']]>([
    ['no SQL file has it', {}, 'CREATE INDEX i ON app.jobs (id);', MISSING],
    ['a file has it', { 'a.sql': 'SELECT * FROM jobs;' }, 'CREATE INDEX i ON app.jobs (id);', []],
    ['a file may create it', { 'a.sql': 'CREATE TABLE ${p}bs (id int);' }, 'CREATE INDEX i ON app.jobs (id);', []],
    ['the file spells it in two ways', {}, 'CREATE INDEX i ON jobs (id);', MISSING],
  ])('of a table that the file may create, and changes: %s', async (_, base, change, tables) => {
    const text = `CREATE TABLE IF NOT EXISTS app.jobs (id int); ${change}`;
    expect((await contextOf(base, text))?.tables).toEqual(tables);
    const head = { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs;' };
    expect((await contextOf(base, text, { head }))?.tables).toEqual([]);
  });

  const TABLES = { 'db/0001.sql': 'CREATE TABLE done (done_id int); CREATE TABLE jobs (id int);' };
  const DELETE = 'DELETE FROM jobs WHERE EXISTS (SELECT 1 FROM done WHERE done_id = id);';
  const BOTH = ['jobs: id', 'done: done_id'];
  it.each<[string, string, readonly string[]]>([
    ['columns without their tables', DELETE, BOTH],
    ['columns with their tables', DELETE.replace('= id', '= jobs.id'), []],
    ['a column that it adds', `ALTER TABLE done ADD id int; ${DELETE}`, ['jobs: id']],
    ['a table that it adds to in another case', `ALTER TABLE Done ADD id int; ${DELETE}`, ['jobs: id']],
    [
      'a table that it rebuilds',
      `CREATE TABLE n (done_id int, id int); DROP TABLE done; ALTER TABLE n RENAME TO done; ${DELETE}`,
      [],
    ],
    ['a table that it may create', `CREATE TABLE IF NOT EXISTS done (id int); ${DELETE}`, ['jobs: id']],
    ['a call', `CALL f(); ${DELETE}`, []],
    ['another schema', `SET search_path = other; ${DELETE}`, []],
    ['a statement that is not understood', `FROBNICATE; ${DELETE}`, []],
  ])('of the tables that a filter reads, in a file with %s', async (_, text, expected) => {
    const found = (await contextOf(TABLES, text))?.readTables ?? [];
    expect(found.map(({ name, columns }) => `${name}: ${columns.join()}`)).toEqual(expected);
    const head = { 'db/0003.sql': 'ALTER TABLE done ADD id int;' };
    expect((await contextOf(TABLES, text, { head }))?.readTables?.some(({ name }) => name === 'done')).not.toBe(true);
  });

  it.each<[string, string, FileContext['tables']]>([
    ['reads it', 'SELECT * FROM app.jobs WHERE id = $1;', MISSING],
    ['creates it, too', 'CREATE TABLE app.jobs (id int); CREATE INDEX i ON app.jobs (id);', MISSING],
    ['may give its name to an older table', 'ALTER TABLE users RENAME TO jobs;', []],
    ['calls a procedure with its name', "CALL move('users', 'jobs');", []],
    ['runs SQL with its name', "DO $$ BEGIN EXECUTE 'ALTER TABLE users RENAME TO jobs'; END $$;", []],
    ['moves a table into its schema', 'ALTER TABLE old.jobs SET SCHEMA app;', []],
    ['attaches older rows to it', 'ALTER TABLE jobs ATTACH PARTITION old DEFAULT;', []],
  ])('of a table that the file may create, if another file of the change %s: %s', async (_, other, tables) => {
    const text = 'CREATE TABLE IF NOT EXISTS app.jobs (id int); CREATE INDEX i ON app.jobs (id);';
    expect((await contextOf({}, text, { head: { 'db/0001.sql': other } }))?.tables).toEqual(tables);
  });

  it.each([
    'CREATE TABLE app.jobs (id int); CREATE INDEX i ON app.jobs (id);',
    'CREATE TABLE IF NOT EXISTS app.jobs (id int); INSERT INTO app.jobs VALUES (1);',
    '-- +goose Up\nCREATE TABLE app.jobs (id int);\n-- +goose Down\nTRUNCATE app.jobs;',
  ])('is not needed if it does not matter: %s', async (text) => {
    expect(await contextOf({}, text)).toBeUndefined();
  });

  const IN_BODY = (body: string) => ({
    'db/0001.sql': `CREATE FUNCTION f(n text, q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;`,
  });
  it.each<[string, Files, Dialect]>([
    ['its name is built', IN_BODY("EXECUTE format('CREATE TABLE %I (id int)', n);"), 'postgresql'],
    ['its name is concatenated', IN_BODY("EXECUTE 'CREATE TABLE ' || n || ' (id int)';"), 'postgresql'],
    ['any text runs', IN_BODY('EXECUTE q;'), 'postgresql'],
    ['a table gets a built name', IN_BODY("EXECUTE 'ALTER TABLE x RENAME TO ' || n;"), 'postgresql'],
    [
      'a prepared text is built',
      { 'a.sql': "SET @s = CONCAT('CREATE TABLE ', @n, '(id int)'); PREPARE s FROM @s; EXECUTE s;" },
      'mysql',
    ],
    [
      'a prepared text is not known, and another one creates tables',
      {
        'a.sql':
          "CREATE PROCEDURE p(a text) BEGIN SET @r = 'drop table x'; SET @s = CONCAT(a, ' create table ', a); PREPARE s FROM @s; EXECUTE s; END",
      },
      'mysql',
    ],
    ['a prepared text is not known', { 'a.sql': 'PREPARE s FROM @s; EXECUTE s;' }, 'mysql'],
    ['a batch is not known', { 'a.sql': 'EXEC(@s)' }, 'transactsql'],
    ['a table is renamed to a variable', { 'a.sql': "EXEC sp_rename 'a', @n" }, 'transactsql'],
    ['its name has a placeholder', { 'a.sql': 'CREATE TABLE ${prefix}bs (id int);' }, 'postgresql'],
    ['its name is a placeholder', { 'a.sql': 'CREATE TABLE IF NOT EXISTS app.:t (id int);' }, 'postgresql'],
    ['a query fills a placeholder', { 'a.sql': 'SELECT * INTO $(p)bs FROM x' }, 'transactsql'],
    ['a table is renamed to a placeholder', { 'a.sql': 'ALTER TABLE x RENAME TO ${p}bs;' }, 'postgresql'],
    ['a placeholder may be any statement', { 'a.sql': 'SELECT 1;\n{% include "x" %}' }, 'postgresql'],
    ['the rows of a query run', { 'a.sql': "SELECT 'CREATE TABLE ' || a FROM b \\gexec\n" }, 'postgresql'],
    ['psql runs a file that is not SQL by name', { 'a.sql': '\\i x.txt\n' }, 'postgresql'],
    ['mysql runs a file that is not SQL by name', { 'a.sql': 'source x.txt\n' }, 'mysql'],
    ['Rails has the schema', { 'db/schema.rb': 'ActiveRecord::Schema.define do end' }, 'postgresql'],
    ['Prisma has the schema', { 'prisma/schema.prisma': 'model Job { id Int @id }' }, 'postgresql'],
    [
      'a migration is code',
      { 'db/migrate/20200101000000_x.rb': 'class X < ActiveRecord::Migration[7.0]\nend' },
      'postgresql',
    ],
  ])('is not known if %s', async (_, base, dialect) => {
    expect((await contextOf(base, PAIR, { dialect }))?.tables).toEqual([]);
  });

  it.each<[string, Files, Dialect]>([
    ['dynamic SQL drops things', IN_BODY("EXECUTE format('DROP INDEX %I', n);"), 'postgresql'],
    ['dynamic SQL changes rows', IN_BODY("EXECUTE 'UPDATE ' || n || ' SET a = 1';"), 'postgresql'],
    ['dynamic SQL names its table', IN_BODY("EXECUTE 'CREATE TABLE x (id int)';"), 'postgresql'],
    ['dynamic SQL names its table, but not the columns', IN_BODY("EXECUTE 'CREATE TABLE x AS ' || q;"), 'postgresql'],
    [
      'a prepared text is put together, and creates nothing',
      {
        'a.sql':
          "CREATE PROCEDURE p(a text) BEGIN SET @s = CONCAT('alter table ', a, ' add column ', a, a); PREPARE s FROM @s; EXECUTE s; END",
      },
      'mysql',
    ],
    [
      'a built name is that of a temporary table',
      IN_BODY("EXECUTE format('CREATE TEMP TABLE %I ()', n);"),
      'postgresql',
    ],
    [
      'a trigger executes a function',
      { 'a.sql': 'CREATE TRIGGER t BEFORE INSERT ON u EXECUTE FUNCTION f();' },
      'postgresql',
    ],
    ['a placeholder is the schema', { 'a.sql': 'CREATE TABLE ${s}.users (id int);' }, 'postgresql'],
    ['a placeholder is a value', { 'a.sql': 'INSERT INTO users VALUES (${v});' }, 'postgresql'],
    ['psql runs a SQL file', { 'a.sql': '\\i x.sql\n' }, 'postgresql'],
    [
      'Prisma has the schema and migrations',
      { 'p/schema.prisma': 'model Job {}', 'p/migrations/1_a/migration.sql': 'CREATE TABLE x (id int);' },
      'postgresql',
    ],
    ['only an example has a schema in code', { 'examples/db/schema.rb': '' }, 'postgresql'],
  ])('is known if %s', async (_, base, dialect) => {
    expect((await contextOf(base, PAIR, { dialect }))?.tables).toEqual(MISSING);
  });

  it.each<[string, string]>([
    ['is quoted and has other characters', '"my jobs"'],
    ['may be cut by PostgreSQL', 'j'.repeat(63)],
  ])('is not known for a name that %s', async (_, name) => {
    expect((await contextOf({}, `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (id int);`))?.tables).toEqual([]);
  });

  it('is not known if another file of the change may give its name to an older table', async () => {
    const head = { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs;' };
    expect((await contextOf({}, PAIR, { head }))?.tables).toEqual([]);
  });

  it.each([
    ['creates it, too', 'CREATE TABLE app.jobs (id int);'],
    ['replaces it, too', 'DROP TABLE IF EXISTS app.jobs; CREATE TABLE app.jobs (id int);'],
    ['reads it', 'SELECT * FROM app.jobs;'],
    ['has rows for it', 'CREATE TABLE app.jobs (id int); INSERT INTO app.jobs VALUES (1);'],
  ])('is known if another file of the change %s', async (_, text) => {
    expect((await contextOf({}, PAIR, { head: { 'db/0001.sql': text } }))?.tables).toEqual(MISSING);
  });

  it.each<[string, string, Partial<ConfigFile>, boolean]>([
    ['it has another dialect', 'other/1.sql', { files: [{ paths: ['other/**'], dialect: 'mysql' }] }, true],
    ['the configuration ignores it', 'other/1.sql', { ignore: ['other/**'] }, true],
    ['it has the same dialect', 'other/1.sql', { files: [{ paths: ['other/**'], dialect: 'postgresql' }] }, false],
    ['it says in its name that it has another dialect', 'other/1.mysql.sql', {}, true],
    [
      'it has its dialect from its name only',
      'other/1.sql.mysql',
      { dialect: undefined } as Partial<ConfigFile>,
      false,
    ],
  ])('if another file of the change names the table, and %s: %s', async (_, path, configured, known) => {
    const head = { [path]: 'ALTER TABLE users RENAME TO jobs;' };
    expect((await contextOf({}, PAIR, { head, configured }))?.tables).toEqual(known ? MISSING : []);
  });

  it('if another file of the change names the table, whose dialect the change sets', async () => {
    const head = { 'other/1.sql': 'ALTER TABLE users RENAME TO jobs;' };
    expect((await contextOf({}, PAIR, { head, headDialect: 'mysql' }))?.tables).toEqual([]);
  });

  it('is not known if another file may be for MySQL as well as for MariaDB', async () => {
    const head = { 'other/1.sql': 'ALTER TABLE users RENAME TO jobs;' };
    const configured: Partial<ConfigFile> = { files: [{ paths: ['other/**'], dialect: 'mysql' }] };
    expect((await contextOf({}, PAIR, { head, configured, dialect: 'mariadb' }))?.tables).toEqual([]);
  });

  it('says for PostgreSQL whether there may be row security', async () => {
    const base = { 'db/0001.sql': 'CREATE TABLE app.jobs (id int);' };
    const of = async (files: Files) => (await contextOf(files, PAIR))?.tables[0]?.rowSecurity;
    expect(await of(base)).toBe(false);
    expect(await of({ ...base, 'x/1.sql': 'ALTER TABLE app.jobs ENABLE ROW LEVEL SECURITY;' })).toBe(true);
    expect(
      await of({ ...base, 'x/1.sql': "DO $$ BEGIN EXECUTE f('alter table %s force row level security'); END $$" }),
    ).toBe(true);
    expect(await of({ ...base, 'x/1.sql': 'CREATE FUNCTION f() SECURITY DEFINER;' })).toBe(false);
    expect(await of({ ...base, 'x/1.sql': 'CREATE POLICY p ON app.jobs USING (id > 0);' })).toBe(true);
  });

  it.each<[string, Files]>([
    ['only uses the table', { 'db/0001.sql': 'INSERT INTO app.jobs VALUES (1);' }],
    ['runs a file that is not SQL by name', { 'db/0001.sql': 'CREATE TABLE app.jobs (id int);\n\\i x.txt\n' }],
    [
      'is not all that makes the schema',
      { 'db/0001.sql': 'CREATE TABLE app.jobs (id int);', 'db/schema.rb': 'ActiveRecord::Schema.define do end' },
    ],
  ])('does not know for PostgreSQL whether there is row security if the SQL %s', async (_, base) => {
    const [table] = (await contextOf(base, PAIR))?.tables ?? [];
    expect(table).toMatchObject({ name: 'jobs', exists: true });
    expect(table?.rowSecurity).toBeUndefined();
  });

  it('says for SQLite whether foreign keys delete rows of others', async () => {
    const rebuild =
      'CREATE TABLE n (id int); INSERT INTO n SELECT * FROM jobs; DROP TABLE jobs; ALTER TABLE n RENAME TO jobs;';
    const base = { 'db/0001.sql': 'CREATE TABLE jobs (id int);' };
    const cascading = { 'db/0003.sql': 'CREATE TABLE u (j int REFERENCES jobs ON DELETE CASCADE);' };
    const of = async (files: Files, head: Files = {}) =>
      (await contextOf(files, rebuild, { head, dialect: 'sqlite' }))?.tables.find(({ name }) => name === 'jobs');
    expect(await of(base)).toMatchObject({ cascades: false, columns: ['id'] });
    expect(await of({ ...base, ...cascading })).toMatchObject({ cascades: true });
    // A key to the table under a name that it had before.
    const renamed = { 'db/0001.sql': 'CREATE TABLE j0 (id int);', 'db/0004.sql': 'ALTER TABLE j1 RENAME TO jobs;' };
    const earlier = { 'db/0002.sql': 'ALTER TABLE "j0" RENAME TO j1;' };
    const old = { 'db/0003.sql': 'CREATE TABLE u (j int REFERENCES j0 ON DELETE CASCADE);' };
    expect(await of({ ...renamed, ...earlier })).toMatchObject({ cascades: false });
    expect(await of({ ...renamed, ...earlier, ...old })).toMatchObject({ cascades: true });
    expect(await of({ ...renamed, ...old })).toMatchObject({ cascades: false });
    const column = { 'db/0005.sql': 'ALTER TABLE j0 RENAME COLUMN a TO jobs;' };
    expect(await of({ ...base, ...column, ...old })).toMatchObject({ cascades: false });
    const named = { name: 'jobs', schema: '', exists: true };
    expect(await of(base, { 'db/0003.sql': 'ALTER TABLE jobs ADD x int; UPDATE jobs SET id = 1;' })).toEqual({
      ...{ ...named, columns: ['id'], cascades: false },
    });
    expect(await of(base, { 'db/0003.sql': 'ALTER TABLE old RENAME TO jobs;' })).toEqual({
      ...{ ...named, cascades: false, namedElsewhere: true },
    });
    expect(await of(base, cascading)).toEqual({ ...named, columns: ['id'] });
    expect((await contextOf(base, rebuild))?.tables.some(({ cascades }) => cascades !== undefined)).toBe(false);
  });

  it('is not known if the base or the change is not known', async () => {
    const rulesBase = { unavailable: 'shallow clone' };
    expect((await contextOf({}, PAIR, { change: { rulesBase } }))?.tables).toEqual([]);
    expect(await contextOf({}, PAIR, { change: { untrusted: 'shallow clone' } })).toEqual({ tables: [] });
  });

  it('is looked up only for such a table', async () => {
    const base: Files = { 'db/0001.sql': 'CREATE TABLE jobs (id int);' };
    expect(await contextOf(base, 'DROP TABLE jobs;')).toBeUndefined();
    expect(
      await contextOf(base, 'CREATE TABLE t (id int); DROP TABLE IF EXISTS t; CREATE TABLE t ();'),
    ).toBeUndefined();
  });
});

describe('the routines that other files of a change use', () => {
  const CREATED = "CREATE FUNCTION purge() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'x' || y; END $$;";

  it.each<[string, string, readonly string[]]>([
    ['a query that calls it', 'SELECT Purge();', ['purge']],
    ['a trigger', 'CREATE TRIGGER t BEFORE INSERT ON users EXECUTE FUNCTION app.purge();', ['purge']],
    ['SQL in a string', "DO $$ BEGIN EXECUTE 'SELECT purge()'; END $$;", ['purge']],
    ['the body of another function', "CREATE FUNCTION f() RETURNS void AS 'SELECT purge()' LANGUAGE sql;", ['purge']],
    ['a comment', '-- then purge\nSELECT 1;', ['purge']],
    ['its new name', 'ALTER FUNCTION purge() RENAME TO clean; SELECT clean();', ['purge']],
    ['a longer name', 'SELECT purge_all();', []],
    ['its own CREATE', 'CREATE OR REPLACE FUNCTION purge() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;', []],
    ['its own DROP', 'DROP FUNCTION IF EXISTS purge();', []],
    ['its own ALTER', 'ALTER FUNCTION purge() OWNER TO admin;', []],
    ['its own COMMENT', "COMMENT ON FUNCTION purge() IS 'x';", []],
    ['its own GRANT', 'GRANT EXECUTE ON FUNCTION purge() TO app;', []],
  ])('are found in %s', async (_, text, routinesUsed) => {
    expect(await contextOf({}, CREATED, { head: { 'db/0003.sql': text } })).toMatchObject({ tables: [], routinesUsed });
  });

  it('are looked for if the file only alters them', async () => {
    const text = 'ALTER PROCEDURE purge AS EXEC(@x)';
    const head = { 'db/0003.sql': 'EXEC purge' };
    expect((await contextOf({}, text, { head, dialect: 'transactsql' }))?.routinesUsed).toEqual(['purge']);
  });

  it('are not those that only the file itself or the base uses', async () => {
    const base: Files = { 'db/0001.sql': 'SELECT purge();' };
    expect((await contextOf(base, `${CREATED} SELECT purge();`))?.routinesUsed).toEqual([]);
  });

  it('are not known if a file of the change cannot be read', async () => {
    expect(await contextOf({}, CREATED, { head: { 'db/0003.sql': LINK } })).toEqual({ tables: [] });
  });
});

describe('the routines that a change runs', () => {
  const CREATED = 'CREATE FUNCTION purge() RETURNS void LANGUAGE plpgsql AS $$ BEGIN TRUNCATE jobs; END $$;';
  const inBody = (name: string, call: string) =>
    `CREATE FUNCTION ${name}() RETURNS int LANGUAGE sql AS $$ SELECT ${call}() $$;`;

  it.each<[string, string, readonly string[]]>([
    ['a query that calls it', 'SELECT Purge();', ['purge']],
    ['a trigger', 'CREATE TRIGGER t BEFORE INSERT ON users EXECUTE FUNCTION app.purge();', ['purge']],
    ['SQL in a string', "SELECT cron.schedule('x', '* * * * *', 'SELECT purge()');", ['purge']],
    ['the body of a routine that is called', `${inBody('f', 'purge')} SELECT f();`, ['purge']],
    [
      'the body of a routine that an attached one calls',
      `${inBody('f', 'purge')} ${inBody('g', 'f')} CREATE INDEX i ON users (g(a));`,
      ['purge'],
    ],
    ['the body of a routine that is not called', inBody('f', 'purge'), []],
    ['routines that call each other', `${inBody('f', 'g')} ${inBody('g', 'purge')} ${inBody('purge', 'f')}`, []],
    ['its own statements', 'COMMENT ON FUNCTION purge() IS $$$$; GRANT EXECUTE ON FUNCTION purge() TO app;', []],
    ['its new name', 'ALTER FUNCTION purge() RENAME TO clean; SELECT clean();', ['purge']],
  ])('are found in %s', async (_, text, routinesRun) => {
    expect((await contextOf({}, CREATED, { head: { 'db/0003.sql': text } }))?.routinesRun).toEqual(routinesRun);
    const own = await contextOf({}, `${CREATED} ${text}`);
    expect(own?.routinesRun?.filter((name) => name === 'purge')).toEqual(routinesRun);
  });

  it.each([
    ['a migration in Ruby', 'db/migrate/20260101000000_purge.rb', 'execute "SELECT purge()"'],
    ['a changelog in XML', 'db/changelog.xml', '<sql>SELECT purge()</sql>'],
  ])('are found in %s', async (_, path, text) => {
    expect((await contextOf({}, CREATED, { head: { [path]: text } }))?.routinesRun).toEqual(['purge']);
    expect((await contextOf({}, CREATED, { head: { 'src/purge.rb': text } }))?.routinesRun).toEqual([]);
  });

  it('are not known if a migration in another language cannot be read', async () => {
    const head = { 'db/migrate/1_purge.rb': LINK };
    expect(await contextOf({}, CREATED, { head })).toEqual({ tables: [], routinesUsed: [] });
  });

  it('include those of the file of which that is not looked for', async () => {
    const harmless = "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';";
    expect((await contextOf({}, `${CREATED} ${harmless}`))?.routinesRun).toEqual(['f']);
    expect((await contextOf({}, harmless))?.routinesRun).toBeUndefined();
  });

  it('are not known if a file of the change cannot be read', async () => {
    expect(await contextOf({}, CREATED, { head: { 'db/0003.sql': LINK } })).toEqual({ tables: [] });
  });
});

describe('what the base says about a policy that a file drops and creates', () => {
  const RECREATED = 'DROP POLICY "own rows" ON app.t; CREATE POLICY "own rows" ON app.t USING (a = 1);';
  const own = (text: string) => `CREATE POLICY "own rows" ON app.t ${text}`;
  const known = (...definitions: string[]) => [{ name: 'own rows', table: 'app.t', definitions }];

  it.each<[string, Files, FileContext['policies']]>([
    ['a file creates it', { 'db/0001.sql': `${own('USING (a = 1)')};` }, known(own('USING (a = 1)'))],
    [
      'two files create it',
      { 'db/0001.sql': `${own('USING (a = 1)')};`, 'old/x.sql': own('USING (a = 2)') },
      known(own('USING (a = 1)'), own('USING (a = 2)')),
    ],
    [
      'it has a query',
      { 'a.sql': own('USING (a IN (SELECT b FROM c))') },
      known(own('USING (a IN (SELECT b FROM c))')),
    ],
    ['no file creates it', { 'db/0001.sql': 'CREATE POLICY "own" ON app.t;' }, known()],
    [
      'its table may have had another name',
      { 'db/0001.sql': 'CREATE POLICY "own rows" ON app.old;' },
      known('CREATE POLICY "own rows" ON app.old'),
    ],
    [
      'a file alters it',
      { 'a.sql': own('USING (a = 1)'), 'b.sql': 'ALTER POLICY "own rows" ON app.t USING (a = 1 AND b)' },
      known(own('USING (a = 1)'), 'ALTER POLICY "own rows" ON app.t USING (a = 1 AND b)'),
    ],
    ['a file alters it, and none creates it', { 'a.sql': 'ALTER POLICY "own rows" ON app.t USING (a = 1 AND b);' }, []],
    ['a file gives it its name', { 'a.sql': 'ALTER POLICY x ON app.t RENAME TO "own rows";' }, []],
    ['a block creates it', { 'a.sql': `DO $$ BEGIN ${own('USING (a = 1)')}; END $$` }, []],
    ['a block creates some', { 'a.sql': "DO $$ BEGIN EXECUTE 'CREATE POLICY ' || n || ' ON t'; END $$" }, []],
    [
      'a block creates others',
      { 'a.sql': `DO $$ BEGIN EXECUTE format('CREATE POLICY "read" ON %I USING (true)', t); END $$` },
      known(),
    ],
    [
      'a block creates it on any table',
      { 'a.sql': `DO $$ BEGIN EXECUTE format('CREATE POLICY "own rows" ON %I USING (true)', t); END $$` },
      [],
    ],
    ['a block runs a text that is not known', { 'a.sql': "DO $$ BEGIN EXECUTE replace(v, 'policy', 'x'); END $$" }, []],
    ['a name is not known', { 'a.sql': 'CREATE POLICY ${p} ON app.t USING (a = 1);' }, []],
    ['a definition is too long', { 'a.sql': own(`USING (a = '${'x'.repeat(4000)}')`) }, []],
    ['a file is a link', { 'a.sql': LINK }, []],
  ])('%s', async (_, base, policies) => {
    expect(await contextOf(base, RECREATED)).toEqual({ tables: [], routinesUsed: [], policies });
  });

  it('is looked up only for such a policy', async () => {
    const base: Files = { 'db/0001.sql': own('USING (a = 1)') };
    expect(await contextOf(base, 'DROP POLICY "own rows" ON app.t; CREATE POLICY x ON app.t;')).toBeUndefined();
  });

  it('is looked up for a policy that is altered', async () => {
    const base: Files = { 'db/0001.sql': own('USING (a = 1)') };
    expect(await contextOf(base, 'ALTER POLICY "own rows" ON app.t TO app;')).toEqual({
      ...{ tables: [], routinesUsed: [] },
      policies: known(own('USING (a = 1)')),
    });
  });
});

describe('what the base says about the options of a view or routine that a file replaces', () => {
  const VIEW = 'CREATE OR REPLACE VIEW v AS SELECT 2;';
  const known = (...options: string[]) => ({ options: [{ type: 'view', name: 'v', schema: '', options }] });

  it.each<[string, Files, object]>([
    [
      'it has one',
      { 'db/0001.sql': 'CREATE VIEW public.v WITH (security_invoker) AS SELECT 1' },
      known('security_invoker'),
    ],
    [
      'in the order of the versions',
      {
        'db/9_a.sql': 'CREATE VIEW v WITH (security_invoker) AS SELECT 1',
        'db/10_b.sql': 'CREATE OR REPLACE VIEW v AS SELECT 1; ALTER VIEW v SET (security_barrier)',
      },
      known('security_barrier'),
    ],
    ['it is in another schema', { 'db/0001.sql': 'CREATE VIEW app.v WITH (security_invoker) AS SELECT 1' }, {}],
    ['no file creates it', { 'db/0001.sql': 'SELECT 1' }, {}],
  ])('%s', async (_, base, options) => {
    expect(await contextOf(base, VIEW)).toEqual({ tables: [], routinesUsed: [], ...options });
  });

  it('tells routines of one name apart by their parameters', async () => {
    const base = {
      'db/0001.sql': `CREATE FUNCTION f(a int) RETURNS int SECURITY DEFINER SET search_path = '' AS 'x';
        CREATE FUNCTION f() RETURNS int AS 'x'; ALTER FUNCTION f(int) SECURITY INVOKER;`,
    };
    const context = await contextOf(base, "CREATE OR REPLACE FUNCTION f() RETURNS int AS 'y'");
    expect(context?.options).toEqual([
      { type: 'routine', name: 'f', schema: '', parameters: 1, options: ['search_path'] },
      { type: 'routine', name: 'f', schema: '', parameters: 0, options: [] },
    ]);
  });
});

describe('the routines that the base attaches', () => {
  const REPLACED =
    "CREATE OR REPLACE FUNCTION purge() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'x' || y; END $$;";
  const inBody = (name: string, call: string) =>
    `CREATE FUNCTION ${name}() RETURNS int LANGUAGE sql AS $$ SELECT ${call}() $$;`;

  it.each<[string, string, readonly string[]]>([
    ['a trigger', 'CREATE TRIGGER t BEFORE INSERT ON users EXECUTE FUNCTION app.Purge();', ['purge']],
    ['a default', 'CREATE TABLE users (id int DEFAULT purge());', ['purge']],
    ['a generated column', 'ALTER TABLE users ADD x int GENERATED ALWAYS AS (purge()) STORED;', ['purge']],
    ['a policy', 'CREATE POLICY p ON users USING (a = purge());', ['purge']],
    ['an index', 'CREATE INDEX i ON users (purge(a));', ['purge']],
    ['a job', "SELECT cron.schedule('x', '* * * * *', 'SELECT purge()');", ['purge']],
    ['a job in a row', "INSERT INTO jobs VALUES ('SELECT purge()');", ['purge']],
    ['a view', 'CREATE VIEW v AS SELECT purge();', ['purge']],
    ['a block', 'DO $$ BEGIN PERFORM purge(); END $$;', ['purge']],
    [
      'a routine that another attached one calls',
      `${inBody('f', 'purge')} ${inBody('g', 'f')} CREATE INDEX i ON users (g(a));`,
      ['purge'],
    ],
    ['routines that are not attached', `${inBody('f', 'purge')} ${inBody('purge', 'f')}`, []],
    ['a query that called it once', 'SELECT purge();', []],
    ['its own statements', 'CREATE FUNCTION purge() RETURNS int LANGUAGE sql RETURN 1; DROP FUNCTION purge;', []],
    ['a longer name', 'CREATE INDEX i ON users (purge_all(a));', []],
  ])('are found in %s', async (_, text, routinesAttached) => {
    expect((await contextOf({ 'db/0001.sql': text }, REPLACED))?.routinesAttached).toEqual(routinesAttached);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a condition that looks for its id',
      "IF EXISTS (SELECT * FROM sysobjects WHERE id = object_id(N'[dbo].[purge]')) DROP PROCEDURE dbo.purge;",
      [],
    ],
    [
      'a condition that looks for its name',
      "IF EXISTS (SELECT 1 FROM sys.procedures WHERE name = 'purge') DROP PROCEDURE dbo.purge;",
      [],
    ],
    ['a condition that calls it', "IF dbo.purge('a') = 1 PRINT 'b';", ['purge']],
    ['what a condition calls', "IF OBJECT_ID('dbo.purge') IS NOT NULL EXEC dbo.purge;", ['purge']],
    ['a string that a condition sends', "IF EXISTS (SELECT 1 FROM OPENQUERY(s, 'EXEC purge')) PRINT 'b';", ['purge']],
    ['a string of another statement', "EXEC sp_procoption @ProcName = 'purge', @OptionName = 'startup';", ['purge']],
  ])('are found in T-SQL in %s', async (_, text, routinesAttached) => {
    const replaced = 'DROP PROCEDURE dbo.purge;\nGO\nCREATE PROCEDURE dbo.purge AS BEGIN TRUNCATE TABLE users; END';
    const context = await contextOf({ 'db/script.sql': text }, replaced, { dialect: 'transactsql' });
    expect(context?.routinesAttached).toEqual(routinesAttached);
  });

  const CALLER = inBody('g', 'purge');
  it.each<[string, string, string, Files, readonly string[]]>([
    ['calls it', CALLER, 'SELECT g();', {}, ['purge']],
    ['calls it in another case', inBody('G', 'Purge'), 'DO $$ BEGIN PERFORM g(); END $$;', {}, ['purge']],
    ['calls one that calls it', `${CALLER} ${inBody('h', 'g')}`, 'SELECT h();', {}, ['purge']],
    ['calls it, and is called in another file', CALLER, '', { 'db/0003.sql': 'SELECT g();' }, ['purge']],
    ['calls it, and is attached', CALLER, 'CREATE TRIGGER t BEFORE INSERT ON u EXECUTE FUNCTION g();', {}, ['purge']],
    ['calls it, and is renamed', CALLER, 'ALTER FUNCTION g() RENAME TO h; SELECT h();', {}, ['purge']],
    ['calls it, and was renamed', `${CALLER} ALTER FUNCTION g() RENAME TO h;`, 'SELECT h();', {}, ['purge']],
    ['calls it, and is not called', CALLER, 'SELECT h();', {}, []],
    ['calls it, and is only dropped', CALLER, 'DROP FUNCTION g();', {}, []],
    ['calls it, and is replaced', CALLER, 'CREATE OR REPLACE FUNCTION g() RETURNS int RETURN 1;', {}, []],
    ['does not call it', inBody('g', 'purge_all'), 'SELECT g();', {}, []],
  ])('are known if a routine that the change runs %s', async (_, base, text, head, routinesAttached) => {
    const replaced = await contextOf({ 'db/0001.sql': base }, `${REPLACED} ${text}`, { head });
    expect(replaced?.routinesAttached).toEqual(routinesAttached);
    const created = await contextOf({ 'db/0001.sql': base }, `${REPLACED.replace('OR REPLACE', '')} ${text}`, { head });
    expect(created?.routinesAttached).toEqual(routinesAttached);
  });

  it('are not known if the base is not', async () => {
    expect(await contextOf({ 'a.sql': LINK }, REPLACED)).toEqual({ tables: [], routinesUsed: [], routinesRun: [] });
  });

  it('are looked for only if a routine loses data, or its SQL cannot be read', async () => {
    const text = "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'";
    expect(await contextOf({ 'a.sql': 'CREATE INDEX i ON users (f(a))' }, text)).toEqual({
      tables: [],
      routinesUsed: [],
    });
  });
});

describe('what the base says about constraints and partitions', () => {
  const CHECK = 'ALTER TABLE t ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID;';
  const VALIDATE = 'ALTER TABLE t VALIDATE CONSTRAINT c;';
  const SET = 'ALTER TABLE t ALTER COLUMN a SET NOT NULL;';
  const proven = (valid: boolean) => [{ name: 't', schema: '', constraint: 'c', columns: ['a'], valid }];
  it.each<[string, Files, FileContext['checks']]>([
    ['two files add and validate it', { 'db/0000.sql': CHECK, 'db/0001.sql': VALIDATE }, proven(true)],
    ['a file adds it', { 'db/0001.sql': CHECK }, proven(false)],
    ['a later file drops it', { 'db/0000.sql': CHECK, 'db/0001.sql': 'ALTER TABLE t DROP CONSTRAINT c;' }, undefined],
    ['their order is not known', { 'db/0000.sql': CHECK, 'other/0001.sql': VALIDATE }, undefined],
    ['the file runs before them', { 'db/0003.sql': CHECK, 'db/0004.sql': VALIDATE }, undefined],
    ['a file of the change names the table', { 'db/0000.sql': CHECK }, undefined],
  ])('a CHECK of a column that is set NOT NULL: %s', async (title, base, checks) => {
    const head: Files = title.startsWith('a file of the change') ? { 'db/0001.sql': 'SELECT * FROM t;' } : {};
    expect((await contextOf(base, SET, { head }))?.checks).toEqual(checks);
  });

  it.each<[string, Files, FileContext['partitioned']]>([
    ['a file creates it', { 'a.sql': 'CREATE TABLE t (a int) PARTITION BY RANGE (a);' }, [{ name: 't', schema: '' }]],
    [
      'a file creates a partition',
      { 'a.sql': 'CREATE TABLE x PARTITION OF s.t DEFAULT;' },
      [{ name: 't', schema: '' }],
    ],
    [
      'a file creates a partition of one in quotes',
      { 'a.sql': 'CREATE TABLE x PARTITION OF s."T" DEFAULT;' },
      [{ name: 'T', schema: '' }],
    ],
    ['it is a partition', { 'a.sql': 'CREATE TABLE t PARTITION OF x DEFAULT;' }, undefined],
    ['it is not', { 'a.sql': 'CREATE TABLE t (a int); CREATE TABLE x (a int) PARTITION BY RANGE (a);' }, undefined],
  ])('whether a table is partitioned: %s', async (title, base, partitioned) => {
    const table = title.endsWith('in quotes') ? '"T"' : 't';
    expect((await contextOf(base, `CREATE INDEX CONCURRENTLY i ON ${table} (a);`))?.partitioned).toEqual(partitioned);
  });

  it.each<[string, string, string[], FileContext['partitioned']]>([
    ['of a database that is not read, and ignored', 'clickhouse/1.sql', ['clickhouse/**'], undefined],
    ['of a database that is not read', 'clickhouse/1.sql', [], [{ name: 't', schema: '' }]],
    ['that is ignored', 'old/1.sql', ['old/**'], [{ name: 't', schema: '' }]],
  ])('whether a table is partitioned, by a file %s', async (_, path, ignore, partitioned) => {
    const base = { [path]: 'CREATE TABLE t (a Int64) ENGINE = MergeTree PARTITION BY a ORDER BY a;' };
    const configured = { ignore };
    const context = await contextOf(base, 'CREATE INDEX CONCURRENTLY i ON t (a);', { configured });
    expect(context?.partitioned).toEqual(partitioned);
  });
});

describe('an index that a file drops', () => {
  const DROP = 'DROP INDEX order_items_x; ALTER TABLE orders ADD COLUMN a int;';
  it.each<[string, Files, FileContext['indexes']]>([
    [
      'is on the table on which a file creates it',
      { 'a.sql': 'CREATE INDEX order_items_x ON app.order_items (x);' },
      [{ name: 'order_items_x', table: 'order_items' }],
    ],
    [
      'may be on two',
      { 'a.sql': 'CREATE INDEX order_items_x ON a (x);', 'b.sql': 'CREATE INDEX order_items_x ON b (x);' },
      [
        { name: 'order_items_x', table: 'a' },
        { name: 'order_items_x', table: 'b' },
      ],
    ],
    [
      'is on a table in quotes',
      { 'a.sql': 'CREATE INDEX order_items_x ON "App"."OrderItems" (x);' },
      [{ name: 'order_items_x', table: 'OrderItems' }],
    ],
    ['is not known if no file creates it', { 'a.sql': 'CREATE INDEX y ON order_items (order_items_x);' }, undefined],
  ])('%s', async (_, base, indexes) => {
    expect((await contextOf(base, DROP))?.indexes).toEqual(indexes);
  });

  it('is not looked for if the file does nothing else', async () => {
    expect(await contextOf({ 'a.sql': 'CREATE INDEX x ON t (a);' }, 'DROP INDEX x;')).toBeUndefined();
  });
});

describe('a table that a file creates if it does not exist', () => {
  const INDEXED = 'CREATE TABLE IF NOT EXISTS jobs (id int); CREATE INDEX i ON jobs (id);';
  it.each<[string, boolean, Files, Files?]>([
    ['is new if nothing names it', true, {}],
    ['is new if a column has the name', true, { 'a.sql': 'CREATE TABLE users (id int, jobs int);' }],
    ['is new if a value has the name', true, { 'a.sql': "CREATE TYPE kind AS ENUM ('users', 'jobs');" }],
    ['is new if a row has the name', true, { 'a.sql': "INSERT INTO kinds VALUES ('users'), ('jobs');" }],
    ['is older if a call may have its name', false, { 'a.sql': "SELECT create_hypertable('jobs', 'at');" }],
    ['is older if a block has the name', false, { 'a.sql': "DO $$ BEGIN PERFORM make(ARRAY['jobs']); END $$;" }],
    ['is new if a comment has the name', true, { 'a.sql': '-- jobs come later\nSELECT 1;' }],
    ['is new beside a name with a placeholder', true, { 'a.sql': 'CREATE TABLE IF NOT EXISTS ${name} (id int);' }],
    ['is new beside dynamic SQL', true, { 'a.sql': "DO $$ BEGIN EXECUTE 'CREATE TABLE ' || x; END $$;" }],
    ['is older if the base creates it', false, { 'a.sql': 'CREATE TABLE jobs (id int);' }],
    ['is new if the base only drops it', true, { 'a.sql': 'DROP TABLE IF EXISTS jobs; -- jobs is not needed' }],
    [
      'is older if the base drops and creates it',
      false,
      { 'a.sql': 'DROP TABLE jobs;', 'b.sql': 'CREATE TABLE jobs ();' },
    ],
    ['is older if the base drops it in a block', false, { 'a.sql': 'DO $$ BEGIN DROP TABLE jobs; END $$;' }],
    ['is older if the base reads it', false, { 'a.sql': 'SELECT * FROM users JOIN app.jobs USING (id);' }],
    ['is older if the base refers to it', false, { 'a.sql': 'CREATE TABLE users (id int REFERENCES jobs);' }],
    ['is older if a text that may be SQL names it', false, { 'a.sql': "SELECT f('CREATE TABLE jobs ()');" }],
    ['is older if an unreadable statement names it', false, { 'a.sql': 'FROBNICATE jobs;' }],
    ['is older if tables may be in code', false, { 'db/schema.rb': 'create_table :jobs' }],
    [
      'is new if the change adds a type with the value',
      true,
      {},
      { 'db/0001.sql': "CREATE TYPE kind AS ENUM ('jobs');" },
    ],
    ['is older if the change renames another one', false, {}, { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs;' }],
  ])('%s', async (_, expected, base, head = {}) => {
    const context = await contextOf(base, INDEXED, { head });
    expect((context?.presumablyNew ?? []).length === 1).toBe(expected);
  });
});

describe('a table that an edited file creates if it does not exist', () => {
  const CREATED = 'CREATE TABLE IF NOT EXISTS jobs (id int);';
  it.each<[string, boolean, MigrationTool | undefined, Files?]>([
    ['is new, since the tool does not run the file again', true, 'dbmate'],
    ['is older if the tool may', false, 'sqitch'],
    ['is older if no tool is known', false, undefined],
    ['is older if another file creates it', false, 'dbmate', { 'db/0001.sql': CREATED }],
    [
      'is new if the undo of another file drops it',
      true,
      'dbmate',
      { 'db/0001.sql': '-- migrate:down\nDROP TABLE jobs;' },
    ],
  ])('%s', async (_, expected, tool, base = {}) => {
    const configured = { files: tool ? [{ paths: ['db/**'], tool }] : [] };
    const text = `${CREATED} CREATE INDEX i ON jobs (id);`;
    const context = await contextOf({ [PATH]: CREATED, ...base }, text, { configured });
    expect((context?.presumablyNew ?? []).length === 1).toBe(expected);
  });
});

describe('a table that a file drops if it exists', () => {
  const DROP = 'DROP TABLE IF EXISTS jobs_map; CREATE TEMP TABLE jobs_map AS SELECT 1;';
  // The name of the table is put together, so that it is not certain that there is no other one.
  const HIDING = "DO $$ BEGIN EXECUTE 'CREATE TABLE ' || prefix || '_map (a int)'; END $$;";
  it.each<[string, boolean, Files, Files?]>([
    ['is no older one if no file shows it', true, { 'a.sql': HIDING }],
    ['may be older if the base shows it', false, { 'a.sql': `${HIDING} CREATE TABLE jobs_map (a int);` }],
    [
      'may be older if the change renames one',
      false,
      { 'a.sql': HIDING },
      { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs_map;' },
    ],
  ])('%s', async (_, expected, base, head = {}) => {
    const context = await contextOf(base, DROP, { head });
    expect((context?.presumablyNew ?? []).length === 1).toBe(expected);
  });
});

describe('a table that a file creates if it does not exist, and then gives a primary key', () => {
  const BASE: Files = { 'a.sql': 'CREATE TABLE jobs (id int PRIMARY KEY, at date);' };
  const CREATE = 'CREATE TABLE IF NOT EXISTS jobs (id int);';
  const KEY = 'ALTER TABLE ONLY jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);';
  const INDEX = 'CREATE INDEX i ON jobs (id);';
  const LARGE = `${BASE['a.sql']} ${'-- a line\n'.repeat(600_000)}`;
  it.each<[string, boolean, string, { base?: Files; tool?: MigrationTool; head?: Files }?]>([
    ['is new, since the file fails where the table has a key', true, CREATE + KEY + INDEX],
    ['is new if the base adds the key later', true, CREATE + KEY + INDEX, { base: { 'a.sql': `${CREATE}${KEY}` } }],
    [
      'is new after what a dump does before',
      true,
      `${CREATE} ALTER TABLE jobs OWNER TO o; COMMENT ON TABLE jobs IS 'x'; CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'DELETE FROM jobs'; ALTER TABLE jobs ADD CONSTRAINT c CHECK (id > 0); ${KEY}${INDEX}`,
    ],
    ['is new in a base that is too large to be read', true, CREATE + KEY + INDEX, { base: { 'a.sql': LARGE } }],
    [
      'is new after a routine that a trigger runs later',
      true,
      `${CREATE} CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN EXECUTE q; DELETE FROM jobs; END'; CREATE TRIGGER g AFTER INSERT ON users EXECUTE FUNCTION f(); ${KEY}${INDEX} SELECT f();`,
    ],
    [
      'is older if the file calls a routine before',
      false,
      `${CREATE} CREATE FUNCTION app.f() RETURNS void LANGUAGE plpgsql AS 'BEGIN EXECUTE q; END'; SELECT F(); ${KEY}${INDEX}`,
    ],
    ['is older without the key', false, CREATE + INDEX],
    ['is older if another table gets the key', false, CREATE + KEY.replace(' jobs ', ' users ') + INDEX],
    ['is older if the base has it without a key', false, CREATE + KEY + INDEX, { base: { 'a.sql': CREATE } }],
    [
      'is older if the base may drop the key',
      false,
      CREATE + KEY + INDEX,
      { base: { ...BASE, 'b.sql': 'ALTER TABLE jobs DROP CONSTRAINT jobs_pkey;' } },
    ],
    [
      'is new if the base creates it again with a key',
      true,
      CREATE + KEY + INDEX,
      { base: { 'a.sql': `${CREATE}${KEY} DROP TABLE jobs; ${CREATE}${KEY}` } },
    ],
    [
      'is older if the base drops it last',
      false,
      CREATE + KEY + INDEX,
      { base: { 'a.sql': `${CREATE}${KEY}`, 'b.sql': `DROP TABLE jobs; ${CREATE}` } },
    ],
    [
      'is older if the base may drop a column of the key',
      false,
      CREATE + KEY + INDEX,
      { base: { 'a.sql': `${CREATE}${KEY} ALTER TABLE jobs DROP COLUMN id;` } },
    ],
    [
      'is older if the base drops the key by its name',
      false,
      CREATE + KEY + INDEX,
      { base: { 'a.sql': `${CREATE}${KEY} ALTER TABLE jobs DROP CONSTRAINT jobs_pkey;` } },
    ],
    [
      'is new if the base drops another column and constraint',
      true,
      CREATE + KEY + INDEX,
      { base: { 'a.sql': `${CREATE}${KEY} ALTER TABLE jobs DROP COLUMN at, DROP CONSTRAINT jobs_fkey;` } },
    ],
    [
      'is older if only a test has the key',
      false,
      CREATE + KEY + INDEX,
      { base: { 'test/a.sql': BASE['a.sql'] ?? '' } },
    ],
    ['is older if the file goes on after an error', false, CREATE + KEY + INDEX, { tool: 'up-down-files' }],
    ['is older if rows are deleted before', false, `${CREATE} DELETE FROM jobs; ${KEY}${INDEX}`],
    [
      'is older if the key is dropped before',
      false,
      `${CREATE} ALTER TABLE jobs DROP CONSTRAINT jobs_pkey; ${KEY}${INDEX}`,
    ],
    ['is older if a block runs before', false, `${CREATE} DO $$ BEGIN DELETE FROM jobs; END $$; ${KEY}${INDEX}`],
    ['is older if the key is added in a block', false, `${CREATE} DO $$ BEGIN ${KEY} END $$; ${INDEX}`],
    [
      'is older if the change renames another one',
      false,
      CREATE + KEY + INDEX,
      { head: { 'db/0001.sql': 'ALTER TABLE users RENAME TO jobs;' } },
    ],
  ])('%s', async (_, expected, text, { base = BASE, tool = 'goose', head = {} } = {}) => {
    const configured = { files: [{ paths: ['db/**'], tool }] };
    const context = await contextOf(base, text, { head, configured });
    expect((context?.presumablyNew ?? []).length === 1).toBe(expected);
  });
});

it('a table whose schema is a placeholder is new if the base has no table of its name', async () => {
  const NAME = '{{ index .Options "Namespace" }}.jobs';
  const text = `create table if not exists ${NAME} (id int); create index i on ${NAME} (id);`;
  expect((await contextOf({}, text))?.presumablyNew).toEqual([{ name: 'jobs', schema: '' }]);
  expect((await contextOf({ 'a.sql': `create table ${NAME} (id int);` }, text))?.presumablyNew).toBeUndefined();
});
