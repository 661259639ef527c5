import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/model/index.ts';
import { knexRow, recordingOf } from '../../record/build.ts';
import { checkFiles, checkPull, config, type Files } from '../build.ts';

type Statements = Parameters<typeof recordingOf>[0];

/** The check of a change with a recording for each database. */
async function checked(base: Files, change: Files, ...recorded: readonly Statements[]) {
  const recordings = recorded.map((statements, at) => ({ name: `${at}.jsonl`, text: recordingOf(statements) }));
  return checkPull({ ...config(), ...base }, { ...config(), ...base, ...change }, { recordings });
}

type Report = Awaited<ReturnType<typeof checked>>;
const found = ({ findings }: Report) => findings.map(({ rule, path }) => `${rule} ${path}`);
const silent = ({ notices }: Report) => notices.filter(({ message }) => message.includes('executed no statement'));

describe('recordings of several databases', () => {
  const CODE = 'exports.up = async (knex) => {};\n';
  const base = { 'shop/migrations/1_a.js': CODE, 'crm/migrations/1_b.js': CODE };
  const change = { 'shop/migrations/2_a.js': CODE, 'crm/migrations/2_b.js': CODE };
  const shop = [
    'CREATE TABLE t (a int, b int)',
    knexRow('1_a.js'),
    'ALTER TABLE t DROP COLUMN b',
    knexRow('2_a.js'),
  ] as const;
  const crm = ['CREATE TABLE t (c int)', knexRow('1_b.js'), 'DROP TABLE t', knexRow('2_b.js')] as const;

  it('are judged together, each with what is in its own database', async () => {
    const report = await checked(base, change, shop, crm);
    expect(found(report).sort()).toEqual([
      'no-drop-column shop/migrations/2_a.js',
      'no-drop-table crm/migrations/2_b.js',
    ]);
    expect(report.exitCode).toBe(EXIT.blocked);
  });

  it('leave what none of them holds unknown', async () => {
    expect(found(await checked(base, change, shop))).toContain('unread-migrations crm/migrations/2_b.js');
  });

  it('are each unknown if they are not complete', async () => {
    const report = await checked(base, change, shop, []);
    expect(found(report)).toContain('unreadable 1.jsonl');
  });
});

describe('a migration of Django that a router sends to another database', () => {
  const row = (name: string) => `INSERT INTO django_migrations (app, name) VALUES ('shop', '${name}')`;
  const path = 'shop/migrations/0002_x.py';
  const migration = (text: string) => ({ [path]: `class Migration(migrations.Migration):\n    ${text}\n` });
  const base = { 'shop/migrations/0001_initial.py': 'class Migration(migrations.Migration):\n    pass\n' };
  const initial = ['CREATE TABLE t (a int, b int)', row('0001_initial')] as const;
  const noted = [row('0001_initial'), row('0002_x')] as const;
  const ran = [...initial, 'ALTER TABLE t DROP COLUMN b', row('0002_x')] as const;
  const remove = migration("operations = [migrations.RemoveField('t', 'b')]");

  it('is judged as the recording of that database has it, once', async () => {
    for (const recorded of [
      [noted, ran],
      [ran, noted],
      [ran, ran],
    ]) {
      const report = await checked(base, remove, ...recorded);
      expect(found(report)).toEqual([`no-drop-column ${path}`]);
      expect(silent(report)).toEqual([]);
    }
  });

  it.each<[string, string]>([
    ['removes a field', "operations = [migrations.RemoveField('t', 'b')]"],
    ['runs SQL', "operations = [migrations.RunSQL('DROP TABLE t')]"],
    ['runs code', 'operations = [migrations.RunPython(fill, migrations.RunPython.noop)]'],
    ['adds an index', "operations = [AddIndexConcurrently('t', models.Index(fields=['a'], name='i'))]"],
  ])('is unknown if it %s, and no recording has a statement of it', async (_, text) => {
    const report = await checked(base, migration(text), noted);
    expect(found(report)).toEqual([`unread-migrations ${path}`]);
    expect(report.exitCode).toBe(EXIT.unknown);
    expect(report.findings[0]?.message).toBe(
      'this migration of Django has operations that execute statements, and none was recorded, so it was not checked',
    );
    expect(silent(report)).toEqual([]);
  });

  it('can be accepted by a comment', async () => {
    const comment = '# querygate:allow unread-migrations: in the archive\n    ';
    const report = await checked(base, migration(`${comment}operations = [migrations.RunSQL('DROP TABLE t')]`), noted);
    expect(found(report)).toEqual([]);
  });

  it('is named in a run without a change', async () => {
    const recordings = [{ name: 'r', text: recordingOf(noted) }];
    const report = await checkFiles({ ...config(), ...base, ...remove }, { recordings });
    expect(silent(report)).toMatchObject([{ message: expect.stringContaining('shop.0002_x') }]);
  });

  it.each<[string, string]>([
    ['changes options of a model', "operations = [migrations.AlterModelOptions('t', {})]"],
    ['merges others', 'operations = []'],
    ['replaces others', "replaces = [('shop', '0001_initial')]\n    operations = [migrations.RunSQL('SELECT 1')]"],
    [
      'changes the state alone',
      "operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField('t', 'b')])]",
    ],
    ['makes a proxy', "operations = [migrations.CreateModel('p', [], {'proxy': True})]"],
    ['does nothing', 'operations = [migrations.RunPython(migrations.RunPython.noop, back)]'],
  ])('is named, and passes, if it %s', async (_, text) => {
    const report = await checked(base, migration(text), noted);
    expect(found(report)).toEqual([]);
    expect(silent(report)).toHaveLength(1);
  });
});
