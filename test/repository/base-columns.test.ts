import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../../src/commands/inputs/config.ts';
import { isSqlFileName, type MigrationTool } from '../../src/model/index.ts';
import { baseColumns, type ColumnsKnown } from '../../src/repository/base-columns.ts';
import { checkPull, counting, type Files, treeOf } from '../commands/build.ts';

const PATH = 'db/0009_rebuild.sql';
const CREATE = 'CREATE TABLE "t" ("id" integer PRIMARY KEY, "a" text NOT NULL, CONSTRAINT u UNIQUE ("a"));';

/** What the files of the base say of the table t before db/0009_rebuild.sql. */
async function knownOf(files: Files, path = PATH, tool?: MigrationTool, known?: ColumnsKnown) {
  const request = { change: undefined, head: treeOf({}), event: 'local', today: '2026-11-20', service: {} } as const;
  const tools = tool ? [{ paths: ['db/**'], tool }] : [];
  const settings = resolveSettings(request, { version: 1, dialect: 'sqlite', files: tools }, undefined);
  const target = { name: 't', schema: '', quoted: false, text: 't' };
  const named = Object.keys(files).filter(isSqlFileName);
  return baseColumns(target, path, named, treeOf(files), settings, known);
}

/** All of its columns. */
async function columnsOf(files: Files, path = PATH, tool?: MigrationTool): Promise<readonly string[] | undefined> {
  const known = await knownOf(files, path, tool);
  return known?.mayBeOlder ? undefined : known?.columns.map(({ name }) => name);
}

const MADE_IF_MISSING = 'CREATE TABLE IF NOT EXISTS t (id int, a text);';

const changed = (sql: string): Files => ({ 'db/0001_t.sql': CREATE, 'db/0002_t.sql': sql });

describe('the columns of a table in the base are known', () => {
  it.each<[string, Files, readonly string[]]>([
    ['of a CREATE TABLE', { 'db/0001_t.sql': CREATE }, ['id', 'a']],
    ['of a CREATE TABLE IF NOT EXISTS', { 'db/0001_t.sql': 'CREATE TABLE IF NOT EXISTS t (id int);' }, ['id']],
    [
      'after a CREATE TABLE IF NOT EXISTS that does nothing',
      changed('CREATE TABLE IF NOT EXISTS t (x int);'),
      ['id', 'a'],
    ],
    ['after ADD COLUMN', changed('ALTER TABLE t ADD COLUMN b int; ALTER TABLE t ADD c int;'), ['id', 'a', 'b', 'c']],
    ['after DROP COLUMN', changed('ALTER TABLE t DROP COLUMN a;'), ['id']],
    ['after RENAME COLUMN', changed('ALTER TABLE t RENAME COLUMN "a" TO "z";'), ['id', 'z']],
    [
      'after a rebuild',
      changed(
        'CREATE TABLE new_t (id int, z int); INSERT INTO new_t SELECT * FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;',
      ),
      ['id', 'z'],
    ],
    ['after another DROP and CREATE', changed('DROP TABLE t; CREATE TABLE t (x int);'), ['x']],
    ['with rows and indexes', changed('INSERT INTO t VALUES (1, 2); CREATE INDEX i ON t (a);'), ['id', 'a']],
    [
      'in order of versions',
      { 'db/0010_x.sql': 'SELECT 1', 'db/0002_b.sql': 'ALTER TABLE t DROP COLUMN a;', 'db/0001_a.sql': CREATE },
      ['id'],
    ],
    [
      'if other files only use it',
      { 'db/0001_t.sql': CREATE, 'seed.sql': 'INSERT INTO t VALUES (1, 2);' },
      ['id', 'a'],
    ],
    [
      'if another folder creates a table of that name',
      { 'db/0001_t.sql': CREATE, 'other/0001_t.sql': 'CREATE TABLE t (x int);' },
      ['id', 'a'],
    ],
    ['if a dump creates it, too', { 'db/0001_t.sql': CREATE, 'schema.sql': 'CREATE TABLE t (x int);' }, ['id', 'a']],
    [
      'if another dialect has one of that name',
      { 'db/0001_t.sql': CREATE, 'db/0002_t.mysql.sql': 'CREATE TABLE t (x int);' },
      ['id', 'a'],
    ],
    [
      'of a CREATE TABLE IF NOT EXISTS, if another folder makes it with the same columns',
      { 'db/0001_t.sql': MADE_IF_MISSING, 'schema.sql': 'CREATE TABLE IF NOT EXISTS t (a text, id int);' },
      ['id', 'a'],
    ],
    [
      'of a CREATE TABLE IF NOT EXISTS, if a dump has them with those of later migrations',
      {
        'db/0001_t.sql': MADE_IF_MISSING,
        'db/0002_t.sql': 'ALTER TABLE t ADD COLUMN b int;',
        'schema.sql': 'CREATE TABLE t (id int, a text, b int);',
      },
      ['id', 'a', 'b'],
    ],
    [
      'of a CREATE TABLE IF NOT EXISTS, whatever tests make',
      { 'db/0001_t.sql': MADE_IF_MISSING, 'tests/t.sql': 'CREATE TABLE t (x int);' },
      ['id', 'a'],
    ],
    [
      'of a CREATE TABLE IF NOT EXISTS, if a column and a comment have its name before',
      { 'db/0001_u.sql': '-- of t\nCREATE TABLE u (t int);', 'db/0002_t.sql': MADE_IF_MISSING },
      ['id', 'a'],
    ],
    [
      'of a CREATE TABLE IF NOT EXISTS, if only a column is used that it had',
      {
        'db/0001_t.sql': 'CREATE TABLE IF NOT EXISTS t (id int, a text, b int);',
        'db/0002_t.sql': 'CREATE INDEX i ON t (b); UPDATE t SET B = 1; ALTER TABLE t DROP COLUMN b;',
      },
      ['id', 'a'],
    ],
    [
      'of two CREATE TABLE IF NOT EXISTS with the same columns',
      { 'db/0001_t.sql': MADE_IF_MISSING, 'db/0002_t.sql': MADE_IF_MISSING },
      ['id', 'a'],
    ],
    ['if another table refers to it', changed('CREATE TABLE u (t_id int REFERENCES t (id));'), ['id', 'a']],
  ])('%s', async (_, files, columns) => {
    expect(await columnsOf(files)).toEqual(columns);
  });

  it('of migrations in folders', async () => {
    const files = { 'prisma/20240101000000_a/migration.sql': CREATE };
    expect(await columnsOf(files, 'prisma/20250101000000_b/migration.sql')).toEqual(['id', 'a']);
  });

  it('without the down section that the tool does not run', async () => {
    const files = { 'db/0001_t.sql': `-- +goose Up\n${CREATE}\n-- +goose Down\nDROP TABLE t;` };
    expect(await columnsOf(files, PATH, 'goose')).toEqual(['id', 'a']);
    expect(await columnsOf(files)).toBeUndefined();
  });

  it('without a CREATE TABLE in a down section that the tool does not run', async () => {
    const down = '-- +goose Up\nSELECT 1;\n-- +goose Down\nCREATE TABLE IF NOT EXISTS t (id int, x int);';
    const files = { 'db/0001_t.sql': MADE_IF_MISSING, 'db/0002_u.sql': down };
    expect(await columnsOf(files, PATH, 'goose')).toEqual(['id', 'a']);
    expect(await columnsOf(files)).toBeUndefined();
    const init = { 'db/0001_t.sql': MADE_IF_MISSING, 'init.sql': 'CREATE TABLE t (id int, a text, x int);' };
    expect(
      await columnsOf({ ...init, 'db/0002_u.sql': down.replace(' IF NOT EXISTS', '') }, PATH, 'goose'),
    ).toBeUndefined();
  });

  it.each<[MigrationTool, string, Files]>([
    ['golang-migrate', 'db/0009_b.up.sql', { 'db/0001_t.up.sql': CREATE, 'db/0001_t.down.sql': 'DROP TABLE t;' }],
    ['diesel', 'db/2025_b/up.sql', { 'db/2024_t/up.sql': CREATE, 'db/2024_t/down.sql': 'DROP TABLE t;' }],
  ])('without the undo files that the tool does not run: %s', async (tool, path, files) => {
    expect(await columnsOf(files, path, tool)).toEqual(['id', 'a']);
    expect(await columnsOf(files, path)).toBeUndefined();
  });
});

describe('the columns of a table in the base are not known', () => {
  it.each<[string, Files]>([
    ['without a CREATE TABLE', { 'db/0001_t.sql': 'ALTER TABLE t ADD COLUMN a int;' }],
    [
      'if it may have been there',
      { 'db/0001_t.sql': 'CREATE TABLE IF NOT EXISTS t (id int);', 'db/0002_t.sql': 'CREATE TABLE t (id int);' },
    ],
    [
      'if the first file that has it renames it so',
      changed('ALTER TABLE t RENAME TO x; ALTER TABLE y RENAME TO t; CREATE TABLE IF NOT EXISTS t (id int);'),
    ],
    ['of a query', { 'db/0001_t.sql': 'CREATE TABLE t AS SELECT 1 AS id;' }],
    ['of a temporary table', { 'db/0001_t.sql': 'CREATE TEMP TABLE t (id int);' }],
    ['if another table has its name now', changed('ALTER TABLE t RENAME TO x; ALTER TABLE y RENAME TO t;')],
    ['if another table of that name is in a schema', changed('CREATE TABLE app.t (id int);')],
    ['after an unknown statement', changed('FROBNICATE t;')],
    ['after an unknown action', changed('ALTER TABLE t FROBNICATE a;')],
    ['after a rollback', changed('BEGIN; ALTER TABLE t ADD COLUMN b int; ROLLBACK;')],
    ['if another folder changes it', { 'db/0001_t.sql': CREATE, 'fix/0001_t.sql': 'ALTER TABLE t ADD COLUMN b int;' }],
    [
      'if another folder may change it',
      { 'db/0001_t.sql': CREATE, 'fix/0001_t.sql': 'CREATE TABLE IF NOT EXISTS t (id int); ALTER TABLE t ADD b int;' },
    ],
    ['of a schema file', { 'schema.sql': CREATE }],
    ['of two files with one version', { 'db/0001_a.sql': CREATE, 'db/0001_b.sql': 'ALTER TABLE t ADD COLUMN b int;' }],
    ['of a later migration', { 'db/0001_t.sql': CREATE, 'db/0010_t.sql': 'ALTER TABLE t ADD COLUMN b int;' }],
    ['of the same migration', { 'db/0001_t.sql': CREATE, [PATH]: 'ALTER TABLE t ADD COLUMN b int;' }],
    ['of versions of another kind', { 'db/20240101000000_t.sql': CREATE }],
    ['of a file in another dialect', { 'db/0001_t.mysql.sql': CREATE }],
  ])('%s', async (_, files) => {
    expect(await columnsOf(files)).toBeUndefined();
  });
});

describe('a table that CREATE TABLE IF NOT EXISTS makes may have more columns', () => {
  const made = { 'db/0002_t.sql': MADE_IF_MISSING };
  it.each<[string, Files]>([
    ['if another folder makes it with others', { ...made, 'init/t.sql': 'CREATE TABLE t (id int, b int);' }],
    ['if another folder makes it of a query', { ...made, 'init/t.sql': 'CREATE TABLE t AS SELECT * FROM u;' }],
    [
      'if another folder makes it, and then adds a column',
      { ...made, 'init/1.sql': 'CREATE TABLE t (id int, a text);', 'init/2.sql': 'ALTER TABLE t ADD COLUMN b int;' },
    ],
    ['if it is used before', { ...made, 'db/0001_t.sql': 'UPDATE t SET a = 1;' }],
    [
      'if two files make it, with others',
      { ...made, 'db/0003_t.sql': 'CREATE TABLE IF NOT EXISTS t (id int, a text, b int);' },
    ],
    ['if a schema is in code', { ...made, 'db/schema.rb': 'create_table :t' }],
    ['if a later migration writes another one', { ...made, 'db/0003_t.sql': 'UPDATE t SET b = 1;' }],
    ['if a later migration indexes another one', { ...made, 'db/0003_t.sql': 'CREATE INDEX i ON t (id, b);' }],
    ['if rows have another one', { ...made, 'seeds/t.sql': 'INSERT INTO t (id, b) VALUES (1, 2);' }],
  ])('%s', async (_, files) => {
    const { columns = [], mayBeOlder } = (await knownOf(files)) ?? {};
    expect(mayBeOlder).toBe(true);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'a']);
  });
});

describe('the types of the columns of a table that CREATE TABLE IF NOT EXISTS makes', () => {
  it.each<[string, string, readonly string[]]>([
    ['are known if a dump has the same', 'CREATE TABLE t (id integer, a text);', ['int', 'text']],
    ['are not known if another file has others', 'CREATE TABLE t (id integer, a varchar(9));', ['int', '']],
    ['are known whatever else alters them', 'ALTER TABLE u MODIFY a varchar(9); SELECT 1 FROM t;', ['int', 'text']],
  ])('%s', async (_, dump, types) => {
    const known = await knownOf(
      { 'db/0001_t.sql': MADE_IF_MISSING, 'schema.sql': dump },
      PATH,
      undefined,
      'definitions',
    );
    expect(known?.mayBeOlder).toBe(false);
    expect(known?.columns.map(({ type }) => type)).toEqual(types);
  });
});

describe('a pull request that rebuilds a table', () => {
  const BASE: Files = { '.querygate/config.yml': 'version: 1\ndialect: sqlite\n', 'db/0001_t.sql': CREATE };
  const rebuild = (columns: string) =>
    `CREATE TABLE new_t (id int, a text, b int); INSERT INTO new_t (${columns}) SELECT ${columns} FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;`;

  it('passes if it keeps every column of the base, and is blocked if not', async () => {
    expect(counting(await checkPull(BASE, { ...BASE, 'db/0002.sql': rebuild('id, a') }))).toEqual([]);
    expect(counting(await checkPull(BASE, { ...BASE, 'db/0002.sql': rebuild('id') }))).toEqual([
      'block no-drop-table db/0002.sql:1',
    ]);
  });

  it('is blocked without a column of the base, also of a table that may have more', async () => {
    const of = async (columns: string, files: Files) => {
      const base = { ...BASE, 'db/0001_t.sql': MADE_IF_MISSING, ...files };
      const text = rebuild(columns).replace('(*) ', '');
      return counting(await checkPull(base, { ...base, 'db/0002.sql': text }));
    };
    const doubted: readonly Files[] = [
      { 'schema.sql': 'CREATE TABLE t (id int, a text, x int);' },
      { 'db/schema.rb': 'ActiveRecord::Schema.define do\nend' },
      { 'db/0000_u.sql': 'UPDATE t SET a = 1;' },
    ];
    for (const files of doubted) {
      expect(await of('id', files)).toEqual(['block no-drop-table db/0002.sql:1']);
      expect(await of('id, a', files)).toEqual(['warn no-unproven-rebuild db/0002.sql:1']);
      expect(await of('*', files)).toEqual([]);
    }
    expect(await of('id', { 'schema.sql': 'CREATE TABLE t (id int, a text);' })).toEqual([
      'block no-drop-table db/0002.sql:1',
    ]);
    expect(await of('id, a', { 'schema.sql': 'CREATE TABLE t (id int, a text);' })).toEqual([]);
  });

  it('passes with CREATE TABLE IF NOT EXISTS if the base has no table of that name', async () => {
    const text = rebuild('id, a').replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS');
    const older = { ...BASE, 'db/0000.sql': 'CREATE TABLE new_t (id int);' };
    expect(counting(await checkPull(BASE, { ...BASE, 'db/0002.sql': text }))).toEqual(['warn no-rename db/0002.sql:1']);
    expect(counting(await checkPull(older, { ...older, 'db/0002.sql': text }))).toEqual([
      'block no-drop-table db/0002.sql:1',
      'warn no-rename db/0002.sql:1',
    ]);
  });

  it.each<[string, string, string]>([
    [
      'of the base',
      'ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (true);',
      'CREATE INDEX CONCURRENTLY i ON t (a);',
    ],
    [
      'of another file of the change',
      '',
      'ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (true);',
    ],
  ])('is blocked if policies %s are lost, whatever else names the table', async (_, base, other) => {
    const before = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n', 'db/0001_t.sql': CREATE + base };
    const head = { ...before, 'db/0002.sql': other, 'db/0003.sql': rebuild('id, a') };
    expect(counting(await checkPull(before, head))).toContain('block no-drop-table db/0003.sql:1');
  });

  it.each<[string, string, Files]>([
    ['passes', 'makes a table that is called policy', { 'db/0002.sql': 'CREATE TABLE policy (t int);' }],
    [
      'passes',
      'has a comment on a policy',
      { 'db/0002.sql': '-- the policy of t\nCREATE INDEX CONCURRENTLY i ON t (a);' },
    ],
    [
      'passes',
      'secures another table',
      {
        'db/0002.sql':
          'ALTER TABLE u ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON u USING (id IN (SELECT id FROM t));',
      },
    ],
    ['passes', 'secures it afterwards', { 'db/0004.sql': 'ALTER TABLE t ENABLE ROW LEVEL SECURITY;' }],
    ['blocks', 'secures it before', { 'db/0002.sql': 'ALTER TABLE t ENABLE ROW LEVEL SECURITY;' }],
    ['blocks', 'creates a policy of it before', { 'db/0002.sql': 'CREATE POLICY p ON public.t USING (true);' }],
    ['blocks', 'secures it at a time that is not known', { 'fix/t.sql': 'ALTER TABLE t ENABLE ROW LEVEL SECURITY;' }],
    [
      'warns',
      'may secure it before',
      { 'db/0002.sql': "DO $$ BEGIN EXECUTE f('alter table %s force row level security'); END $$; SELECT 1 FROM t;" },
    ],
  ])('%s if another file of the change %s', async (verdict, _, files) => {
    const before = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n', 'db/0001_t.sql': CREATE };
    const found = counting(await checkPull(before, { ...before, ...files, 'db/0003.sql': rebuild('id, a') }));
    const expected = { passes: [], warns: ['no-unproven-rebuild'], blocks: ['no-drop-table'] }[verdict];
    expect(
      found.filter((line) => line.includes('0003')).flatMap((line) => /no-drop-table|no-unproven\S+/.exec(line) ?? []),
    ).toEqual(expected);
  });

  it('passes in two folders that hold the same migration', async () => {
    const old =
      'ALTER TABLE t RENAME TO old_t; CREATE TABLE t (id int, a text); INSERT INTO t (id, a) SELECT id, a FROM old_t; DROP TABLE old_t;';
    const base = { ...BASE, 'db2/0001_t.sql': CREATE };
    const of = async (copy: string) =>
      counting(await checkPull(base, { ...base, 'db/0002.sql': old, 'db2/0002.sql': copy }));
    expect(await of(old)).toEqual(['warn no-rename db/0002.sql:1', 'warn no-rename db2/0002.sql:1']);
    expect(await of(`ALTER TABLE y RENAME TO t; ${old}`)).toContain('block no-drop-table db/0002.sql:1');
  });

  it('is blocked if another file of the change may give the name to an older table', async () => {
    const of = async (text: string, path = 'db/0002.sql') =>
      counting(await checkPull(BASE, { ...BASE, [path]: text, 'db/0003.sql': rebuild('id, a') }));
    expect(await of('ALTER TABLE u RENAME TO t;', 'db/x.sql')).toEqual([
      'block no-drop-table db/0003.sql:1',
      'warn no-rename db/x.sql:1',
    ]);
    expect(await of('ALTER TABLE u RENAME TO t;')).toEqual([
      'warn no-rename db/0002.sql:1',
      'warn no-unproven-rebuild db/0003.sql:1',
    ]);
    expect(await of('ALTER TABLE t ADD COLUMN b int; UPDATE t SET b = 1 WHERE b IS NULL;')).toEqual([]);
  });

  it('only warns about a drop before the CREATE of a table that the base does not name', async () => {
    const pair = (name: string) => `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (id int);`;
    expect(counting(await checkPull(BASE, { ...BASE, 'db/0002.sql': pair('x') }))).toEqual([
      'warn no-drop-before-create db/0002.sql:1',
    ]);
    expect(counting(await checkPull(BASE, { ...BASE, 'db/0002.sql': pair('t') }))).toEqual([
      'block no-drop-table db/0002.sql:1',
    ]);
  });

  it.each<[string, string, string, Files]>([
    ['warn', 'no-drop-before-create', 'that the base does not name', {}],
    ['block', 'no-drop-table', 'that the base creates', { 'db/0001.sql': 'CREATE TABLE `%P%notes` (id int);' }],
    [
      'block',
      'no-drop-table',
      'that the base renames so',
      { 'db/0001.sql': 'ALTER TABLE `%P%a` RENAME TO `%P%notes`;' },
    ],
    [
      'warn',
      'no-drop-before-create',
      'unlike a renamed one',
      { 'db/0001.sql': 'ALTER TABLE `%P%a` RENAME TO `%P%b`;' },
    ],
    [
      'block',
      'no-drop-table',
      'if a new name is a placeholder',
      { 'db/0001.sql': 'ALTER TABLE `a` RENAME TO `%NAME%`;' },
    ],
  ])('%ss by %s of a name with a placeholder for the prefix %s', async (verdict, rule, _, files) => {
    const base: Files = {
      ...BASE,
      '.querygate/config.yml': 'version: 1\ndialect: mysql\n',
      'db/0001.sql': '',
      ...files,
    };
    const pair = 'DROP TABLE IF EXISTS `%P%notes`; CREATE TABLE `%P%notes` (id int);';
    expect(counting(await checkPull(base, { ...base, 'db/0002.sql': pair }))).toEqual([
      `${verdict} ${rule} db/0002.sql:1`,
    ]);
  });
});
