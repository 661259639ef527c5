import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/model/index.ts';
import { knexRow, recordingOf } from '../../record/build.ts';
import { checkPull, config, type Files } from '../build.ts';

const BASE = config();
const CODE = 'exports.up = async (knex) => {};\n';
const OLD = 'migrations/1_old.js';
const NEW = 'migrations/2_new.js';

type Statements = Parameters<typeof recordingOf>[0];

/** The check of a change that adds a Knex migration, with a recording of it and of an older one. */
async function checked(
  statements: Statements,
  { head = {}, text, settings = {} }: { head?: Files; text?: string; settings?: object } = {},
) {
  const older = ['CREATE TABLE t (id int PRIMARY KEY, a text NOT NULL, b text)', knexRow('1_old.js')];
  const recording = { name: 'recording.jsonl', text: text ?? recordingOf([...older, ...statements]) };
  const base = { ...BASE, [OLD]: CODE };
  return checkPull(base, { ...base, [NEW]: CODE, ...head }, { recordings: [recording], ...settings });
}

const found = ({ findings }: Awaited<ReturnType<typeof checked>>) =>
  findings.map(({ rule, status, path, location }) => `${rule} ${status} ${path}:${location?.start.line ?? ''}`);

it('the first line of the report tells recorded migrations from SQL files', async () => {
  const first = async (more: Files) =>
    (await checked(['CREATE INDEX i ON t (id)', knexRow('2_new.js')], { head: more })).headline;
  expect(await first({})).toContain(' over 1 recorded migration of ');
  expect(await first({ 'a.sql': 'SELECT 1' })).toContain(' over 1 changed SQL file and 1 recorded migration of ');
});

describe('migrations that were recorded', () => {
  it('are judged at the start of their source, which a message completes by the statement', async () => {
    const report = await checked(['ALTER TABLE t DROP COLUMN b', knexRow('2_new.js')]);
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:1`]);
    expect(report.findings[0]?.message).toMatch(/; recorded: `ALTER TABLE t DROP COLUMN b`$/);
    expect(report.exitCode).toBe(EXIT.blocked);
    expect(report.files.map(({ path }) => path)).toEqual([NEW]);
  });

  const SOURCE = 'exports.up = async (knex) => {\n  await knex.raw(1);\n};\n';
  const drop = 'ALTER TABLE t DROP COLUMN b';
  it.each<[string, string, number]>([
    ["Rails' query log tags", `${drop} /*application:Shop,line:/app/${NEW}:2:in \`up'*/`, 2],
    ['a path from a folder of the repository', `${drop} /*line:2_new.js:2*/`, 2],
    ['tags before the statement', `/*source_location:${NEW}:2,job:x*/ ${drop}`, 2],
    ['sqlcommenter', `${drop} /*application='Shop',source_location='migrations%2F2_new.js%3A2'*/`, 2],
    ['an escaped quote', `${drop} /*job='it\\'s',source_location='${NEW}:2%3Ain%20%60up%27'*/`, 2],
    ['a comment within the statement', `ALTER TABLE t /*line:${NEW}:2*/ DROP COLUMN b`, 2],
    ['the last of several comments', `/*line:${NEW}:1*/ ${drop} /*line:${NEW}:3*/`, 3],
    ['no line that the file has', `${drop} /*line:${NEW}:99*/`, 1],
    ['line 0', `${drop} /*line:${NEW}:0*/`, 1],
    ['another file', `${drop} /*line:${OLD}:2*/`, 1],
    ['a file whose name only ends alike', `${drop} /*line:other${NEW}:2*/`, 1],
    ['something else', `${drop} /*outline:${NEW}:2,controller:x:2*/`, 1],
    ['a malformed value', `${drop} /*source_location='%E0%A4%A'*/`, 1],
    ['a comment to the end of the line', `${drop} -- line:${NEW}:2`, 1],
  ])('stand at the line of their source that a comment names: %s', async (_, sql, line) => {
    const report = await checked([sql, knexRow('2_new.js')], { head: { [NEW]: SOURCE } });
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:${line}`]);
    const [finding] = report.findings;
    expect(finding?.location?.start).toMatchObject({
      line,
      column: 1,
      offset: SOURCE.split('\n', line - 1).join('\n').length + Number(line > 1),
    });
    expect(finding?.message).toMatch(/; recorded: `ALTER TABLE t .*DROP COLUMN b/);
  });

  it('have what older ones made as their base, and not as their own', async () => {
    expect(found(await checked(['DELETE FROM t', knexRow('2_new.js')]))).toEqual([`no-unfiltered-delete new ${NEW}:1`]);
    const own = ['CREATE TABLE n (id int)', 'DELETE FROM n', 'DROP TABLE n', knexRow('2_new.js')];
    expect(found(await checked(own))).toEqual([]);
    expect(found(await checked(['ALTER TABLE t ALTER a TYPE varchar', knexRow('2_new.js')]))).toEqual([]);
  });

  it('may use tables that other recorded migrations of the change made', async () => {
    const third = 'migrations/3_next.js';
    const statements = ['CREATE TABLE n (id int, x int)', knexRow('2_new.js'), 'DROP TABLE n', knexRow('3_next.js')];
    expect(found(await checked(statements, { head: { [third]: CODE } }))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['exempts', '// querygate:allow no-drop-column: archived\n', [`no-drop-column suppressed ${NEW}:1`]],
    ['of another rule exempts nothing', '// querygate:allow no-drop-table: x\n', [`no-drop-column new ${NEW}:1`]],
    [
      'that has expired exempts nothing',
      '// querygate:allow no-drop-column until 2020-01-01: x\n',
      [`no-drop-column new ${NEW}:1`],
    ],
    [
      'in a string exempts nothing',
      'const x = "// querygate:allow no-drop-column: x";\n',
      [`no-drop-column new ${NEW}:1`],
    ],
  ])('a comment in the source %s', async (_, comment, expected) => {
    const report = await checked(['ALTER TABLE t DROP COLUMN b', knexRow('2_new.js')], {
      head: { [NEW]: comment + CODE },
    });
    expect(found(report)).toEqual(expected);
  });

  it('no comment exempts what cannot be exempt', async () => {
    const head = { [NEW]: `// querygate:allow no-execute-program: x\n${CODE}` };
    const report = await checked(["COPY t FROM PROGRAM 'id'", knexRow('2_new.js')], { head });
    expect(found(report)).toContain(`no-execute-program new ${NEW}:1`);
  });

  it.each<[string, Statements, RegExp | undefined]>([
    [
      'a write',
      [{ sql: 'UPDATE t SET b = a WHERE id > 5', rows: 0 }],
      /^1 recorded write changed no row \(2_new\.js\)/,
    ],
    ['a loop', [{ sql: 'SELECT id FROM t', empty: true }], /^1 recorded read returned no row \(2_new\.js\)/],
    [
      'both',
      [
        { sql: 'SELECT 1 FROM t', empty: true },
        { sql: 'SELECT 2 FROM t', empty: true },
        { sql: 'DELETE FROM t WHERE id > 5', rows: 0 },
      ],
      /^1 recorded write changed no row and 2 recorded reads returned no row /,
    ],
    ['a read of the catalog', [{ sql: 'SELECT 1 FROM pg_class', empty: true }, 'SELECT id FROM t'], undefined],
  ])('show which statements found no row: %s', async (_, statements, message) => {
    const report = await checked([...statements, knexRow('2_new.js')]);
    const shown = report.notices.flatMap((notice) =>
      notice.message.includes('on empty tables') ? notice.message : [],
    );
    expect(shown).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  it('that the change edits are judged, and still are what was there before others', async () => {
    const head = { [OLD]: `${CODE}// more\n` };
    const drop = await checked(['DROP TABLE t', knexRow('2_new.js')], { head });
    expect(found(drop)).toEqual([`no-drop-table new ${NEW}:1`]);
    expect(drop.files.map(({ path }) => path).sort()).toEqual([OLD, NEW]);
    expect(drop.notices.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`the change edits ${OLD}`),
    );
  });

  it('that only moved are older, also where they drop something', async () => {
    const [from, to] = ['migrations/1_old.js', 'db/migrations/1_old.js'];
    const added = 'db/migrations/2_new.js';
    const base = { ...BASE, [from]: CODE };
    const head = { ...BASE, [to]: CODE, [added]: CODE };
    const text = recordingOf([
      ...['CREATE TABLE t (id int, b text)', 'ALTER TABLE t DROP COLUMN b', knexRow('1_old.js')],
      ...['DROP TABLE t', knexRow('2_new.js')],
    ]);
    const files = [
      { path: to, status: 'renamed' as const, previousPath: from },
      { path: added, status: 'added' as const, previousPath: undefined },
    ];
    const report = await checkPull(base, head, { recordings: [{ name: 'r', text }] }, { files });
    expect(found(report)).toEqual([`no-drop-table new ${added}:1`]);
  });

  it('that replace deleted ones may make tables that databases have', async () => {
    const [squashed, next] = ['migrations/2_squashed.js', 'migrations/3_next.js'];
    const text = recordingOf([
      'CREATE TABLE t (id int)',
      knexRow('2_squashed.js'),
      'DROP TABLE t',
      knexRow('3_next.js'),
    ]);
    const base = { ...BASE, [OLD]: CODE };
    const report = await checkPull(
      base,
      { ...BASE, [squashed]: CODE, [next]: CODE },
      { recordings: [{ name: 'r', text }] },
    );
    expect(found(report)).toEqual([`no-drop-table new ${next}:1`]);
  });

  it('end at the rows of a table that the base branch names, and not of one that the change names', async () => {
    const row = { sql: 'INSERT INTO versions (name) VALUES ($1)', values: ['2_new.js'], rows: 1 };
    const recording = { name: 'r', text: recordingOf(['CREATE TABLE t (id int)', 'DELETE FROM t', row]) };
    const named = config('migration-tables: { Versions: sequelize }');
    expect(found(await checkPull(named, { ...named, [NEW]: CODE }, { recordings: [recording] }))).toEqual([]);
    const report = await checkPull(BASE, { ...named, [NEW]: CODE }, { recordings: [recording] });
    expect(report.findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/no row of a migration table .*`migration-tables` in the configuration of the base branch/),
    );
    expect(report.exitCode).toBe(EXIT.unknown);
  });

  it('may clean up rows of the framework that are not there', async () => {
    const clean = { sql: "DELETE FROM knex_migrations WHERE name IN ('0.js')", rows: 0 };
    const report = await checked(['ALTER TABLE t DROP COLUMN b', clean, 'SELECT 1 FROM t', knexRow('2_new.js')]);
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:1`]);
  });

  it('are not exempt by a comment in the text that they send', async () => {
    const report = await checked([
      'ALTER TABLE t /* querygate:allow no-drop-column: x */ DROP COLUMN b',
      knexRow('2_new.js'),
    ]);
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:1`]);
  });

  it('of one name in several applications are told apart by their folders', async () => {
    const row = (app: string, name: string) => `INSERT INTO django_migrations (app, name) VALUES ('${app}', '${name}')`;
    const code = 'class Migration(migrations.Migration):\n    pass\n';
    const initial = 'shop/migrations/0001_initial.py';
    const [carts, shop] = ['shop/carts/migrations/0002_x.py', 'shop/migrations/0002_x.py'];
    const text = recordingOf([
      ...['CREATE TABLE auth_user (id int)', row('auth', '0001_initial'), 'CREATE TABLE t (id int)'],
      ...[
        row('shop', '0001_initial'),
        'DROP TABLE t',
        row('shop', '0002_x'),
        'DELETE FROM auth_user',
        row('carts', '0002_x'),
      ],
    ]);
    const base = { ...BASE, [initial]: code };
    const head = { ...base, [carts]: code, [shop]: code };
    const report = await checkPull(base, head, { recordings: [{ name: 'r', text }] });
    expect(found(report).sort()).toEqual([`no-drop-table new ${shop}:1`, `no-unfiltered-delete new ${carts}:1`]);
  });

  it('are not taken for a file of SQL that they read', async () => {
    const sql = 'db/2_new.sql';
    const report = await checked(['ALTER TABLE t DROP COLUMN b', knexRow('2_new.js')], {
      head: { [sql]: 'SELECT 1;' },
    });
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:1`]);
  });

  it('are not taken for those of another database with the same names', async () => {
    const twin = 'migrations-sqlite/2_new.js';
    const report = await checked(['ALTER TABLE t DROP COLUMN b', knexRow('2_new.js')], { head: { [twin]: CODE } });
    expect(found(report).filter((each) => each.startsWith('no-'))).toEqual([`no-drop-column new ${NEW}:1`]);
  });

  it('say if the schemas were not compared', async () => {
    const text = recordingOf([knexRow('2_new.js')], { schema: undefined });
    expect((await checked([], { text })).notices).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('was not compared') }),
    );
  });

  it('that executed nothing are named', async () => {
    const report = await checked(['BEGIN', knexRow('2_new.js')]);
    expect(report.notices).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(/^1 migration of this change executed no/),
      }),
    );
  });

  it('may write rows into the table of the framework themselves', async () => {
    const report = await checked(['ALTER TABLE t DROP COLUMN b', knexRow('gone.js'), knexRow('2_new.js')]);
    expect(found(report)).toEqual([`no-drop-column new ${NEW}:1`]);
  });

  it('that repeat a statement in a loop have one finding, with its number', async () => {
    const loop = Array.from({ length: 3 }, () => 'DELETE FROM t');
    const report = await checked([...loop, knexRow('2_new.js')]);
    expect(report.findings).toMatchObject([{ rule: 'no-unfiltered-delete', count: 3 }]);
  });

  it('show what failed on the scratch database, and judge what failed because something is missing', async () => {
    const failed = [
      { sql: 'DROP TABLE legacy', failed: '42P01' },
      { sql: 'DROP TABLE t', failed: '2BP01' },
    ];
    const report = await checked([...failed, knexRow('2_new.js')]);
    expect(found(report)).toEqual([`no-drop-table new ${NEW}:1`]);
    expect(report.findings[0]?.message).toContain('legacy');
    expect(report.notices.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^1 statement of this change failed .*\(2BP01: DROP TABLE t\)$/),
    );
  });

  it('of SQL are judged as files only', async () => {
    const sql = 'migrations/2_new.sql';
    const report = await checkPull(
      BASE,
      { ...BASE, [sql]: 'DROP TABLE t;' },
      { recordings: [{ name: 'r', text: recordingOf(['DROP TABLE t', knexRow('2_new.sql')]) }] },
    );
    expect(found(report)).toEqual([`no-drop-table new ${sql}:1`]);
  });
});

describe('a recording is unknown', () => {
  const unknown = { verdict: 'unknown', exitCode: EXIT.unknown };
  it.each<[string, string, RegExp]>([
    ['if the command failed', recordingOf([knexRow('2_new.js')], { exitCode: 1 }), /failed \(exit code 1\)/],
    ['if it is cut off', recordingOf([knexRow('2_new.js')], null), /has no end/],
    ['without a statement', recordingOf([]), /holds no statement: the command did not connect/],
    [
      'if the repository has none of its migrations',
      recordingOf([knexRow('x.js')]),
      /the source of none of its migrations/,
    ],
    ['without a row of a migration', recordingOf(['SELECT f()']), /holds no row of a migration table/],
    [
      'if the framework loaded a schema',
      recordingOf([`INSERT INTO "schema_migrations" (version) VALUES ('2'), ('1')`]),
      /loaded a schema/,
    ],
    [
      'if a migration was noted twice',
      recordingOf([knexRow('2_new.js'), knexRow('2_new.js')]),
      /2_new\.js was noted twice/,
    ],
    [
      'if migrations of the change used several databases',
      recordingOf([
        { sql: 'INSERT INTO a VALUES (1)', database: 'a' },
        { sql: 'INSERT INTO b VALUES (1)', database: 'b' },
        knexRow('2_new.js'),
      ]),
      /used several databases \(a, b\)/,
    ],
    [
      'if a migration did not wait for its statements',
      recordingOf([knexRow('2_new.js'), 'DROP TABLE t']),
      /^the recording is not complete: 1 statement came after the last migration.*\(DROP TABLE t\)$/,
    ],
    ['if something went past the recorder', recordingOf([knexRow('2_new.js')], { problems: ['it did'] }), /it did$/],
  ])('%s', async (_, text, message) => {
    const report = await checked([], { text });
    expect(report).toMatchObject(unknown);
    expect(report.findings.map((each) => each.message)).toContainEqual(expect.stringMatching(message));
  });

  it('if it does not hold a migration of the change', async () => {
    const report = await checked([]);
    expect(report).toMatchObject(unknown);
    expect(found(report)).toEqual([`unread-migrations new ${NEW}:`]);
    expect(report.findings[0]?.message).toBe(
      'the recording does not hold this migration of Knex, so it was not checked',
    );
  });

  it('if a file beside recorded migrations is not in it, whatever it looks like', async () => {
    const other = 'migrations/3_other.js';
    const report = await checked([knexRow('2_new.js')], { head: { [other]: 'module.exports = run("drop");\n' } });
    expect(report).toMatchObject(unknown);
    expect(found(report)).toEqual([`unread-migrations new ${other}:`]);
  });

  it('if it does not hold a migration of the change, also where unread migrations are ignored', async () => {
    const ignoring = config('unread-migrations: ignore\n');
    const base = { ...ignoring, [OLD]: CODE };
    const recording = { name: 'r', text: recordingOf([knexRow('1_old.js')]) };
    expect(await checkPull(base, { ...base, [NEW]: CODE }, { recordings: [recording] })).toMatchObject(unknown);
  });

  it('but never takes away what the files give', async () => {
    const head = { 'db/1.sql': 'DROP TABLE users;' };
    const report = await checked([knexRow('2_new.js')], { head });
    expect(found(report)).toEqual(['no-drop-table new db/1.sql:1']);
  });
});
