import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT, HISTORY_FILE } from '../../../src/model/index.ts';
import { CONFIG, checkFiles, checkPull, type Files } from '../build.ts';
import { NO_DISK } from '../simulate/build.ts';
import { type Ran, snapshotOf } from '../snapshot.ts';

const RAN: readonly Ran[] = [
  { sql: 'SELECT id, country FROM customers WHERE id = 1', application: 'support-desk', calls: 300 },
  { sql: 'SELECT id, country, email FROM customers LIMIT 5', application: 'reports', user: 'reporting', calls: 114 },
  { sql: 'SELECT total FROM monthly_sales', application: 'web', calls: 9 },
  { sql: 'INSERT INTO orders (id, total) VALUES (1, 2)', application: 'web', calls: 42 },
];
const TABLES = `CREATE TABLE customers (id int, country text, email text);
CREATE TABLE orders (id int, total int, note text, state text DEFAULT 'new');
CREATE VIEW monthly_sales AS SELECT sum(total) AS total FROM orders;
CREATE TABLE old_events (id int, body text);
CREATE TABLE audited (id int);
CREATE FUNCTION write_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audited VALUES (1); RETURN NEW; END $$;
`;
const MONTHS = ['2026-09-01', '2026-10-15', '2026-11-19'];
const config = (more = '') => ({ [CONFIG]: `version: 1\ndialect: postgresql\n${more}` });
const HIDDEN: Ran = { sql: "DO $$ BEGIN EXECUTE 'DELETE FROM ' || current_setting('x'); END $$", calls: 3 };
const HISTORY = await snapshotOf(RAN, { days: MONTHS });
const OF_TESTS = await snapshotOf(RAN, { days: MONTHS, origin: 'tests' });
const PARTLY_READ = await snapshotOf(RAN, { days: MONTHS, unread: 3 });
const SAMPLED = await snapshotOf(RAN, { days: MONTHS, gaps: ['sampled'] });
const WITH_HIDDEN = await snapshotOf([...RAN, HIDDEN], { days: MONTHS });

interface Checked {
  readonly history?: Uint8Array | undefined;
  readonly settings?: string;
  readonly more?: Files;
  readonly given?: Parameters<typeof checkPull>[2];
}

/** The findings of a change that adds one migration. */
async function checked(sql: string, { history = HISTORY, settings = '', more = {}, given = {} }: Checked = {}) {
  const base: Files = { ...config(settings), 'db/1.sql': TABLES, ...(history && { [HISTORY_FILE]: history }), ...more };
  return checkPull(base, { ...base, 'db/2.sql': sql }, { disk: NO_DISK, ...given });
}

const linesOf = ({ findings }: Awaited<ReturnType<typeof checked>>) =>
  findings.map(({ verdict, rule, message }) => `${verdict} ${rule}: ${message}`);

describe('a change that takes away what recorded queries use', () => {
  it.each([
    [
      'ALTER TABLE customers DROP COLUMN country',
      'block no-drop-column: dropping column country of customers deletes its values; still used: 414 calls by `support-desk` and `reports`, last on 2026-11-19, such as `select id , country from customers where id = ?`',
    ],
    ['DROP TABLE customers', /^block no-drop-table: .*still used: 414 calls/],
    ['ALTER TABLE customers RENAME COLUMN country TO land', /^block no-removal-of-used: .*still used: 414 calls/],
    ['ALTER TABLE customers RENAME TO clients', /^block no-removal-of-used: .*still used: 414 calls/],
    ['DROP VIEW monthly_sales', /^block no-removal-of-used: .*still used: 9 calls by `web`/],
    ['ALTER TABLE orders RENAME COLUMN total TO amount', /^block no-removal-of-used: .*still used: 42 calls by `web`/],
    ['REVOKE SELECT ON customers FROM reporting', /^block no-removal-of-used: .*still used: 114 calls by `reports`/],
    ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL', /^block no-required-column-left-out: .*42 calls of INSERT/],
    ['ALTER TABLE orders ADD COLUMN kind int NOT NULL', /^block no-required-column-left-out: .*42 calls of INSERT/],
  ])('%s', async (sql, line) => {
    const report = await checked(sql);
    expect(report.exitCode).toBe(EXIT.blocked);
    expect(linesOf(report)).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  });
});

describe('a change that takes away what no recorded query uses', () => {
  it.each([
    'ALTER TABLE customers RENAME COLUMN email_2 TO mail',
    'ALTER TABLE old_events RENAME TO events',
    'REVOKE DELETE ON customers FROM reporting',
    'REVOKE SELECT ON customers FROM PUBLIC',
    'ALTER TABLE orders ALTER COLUMN state SET NOT NULL',
    "ALTER TABLE orders ALTER COLUMN note SET DEFAULT ''; ALTER TABLE orders ALTER COLUMN note SET NOT NULL",
    'DROP VIEW monthly_sales; CREATE VIEW monthly_sales AS SELECT 1 AS total',
  ])('does not block: %s', async (sql) => {
    const lines = linesOf(await checked(sql));
    expect(lines.filter((line) => /^(?:block|unknown)/.test(line))).toEqual([]);
  });

  it('blocks a drop all the same, and says that nothing was found', async () => {
    const [line] = linesOf(await checked('DROP TABLE old_events'));
    expect(line).toBe(
      'block no-drop-table: dropping table old_events loses all its rows; the history from 2026-09-01 to 2026-11-19 shows no use of it',
    );
  });
});

describe('a drop of what nothing has used for `unused-days`', () => {
  const settings = 'unused-days: 60\n';
  it.each(['DROP TABLE old_events', 'ALTER TABLE old_events DROP COLUMN body'])('warns: %s', async (sql) => {
    const report = await checked(sql, { settings });
    expect(report.exitCode).toBe(EXIT.ok);
    expect(linesOf(report).filter((line) => line.includes('used'))).toEqual([
      expect.stringMatching(/^warn no-drop-of-unused: .*shows no use of it$/),
    ]);
  });

  it.each<readonly [why: string, sql: string, Checked]>([
    ['it covers 79 days of the 90', 'DROP TABLE old_events', { settings: 'unused-days: 90\n' }],
    ['it ended 41 days ago', 'DROP TABLE old_events', { given: { today: '2026-12-31' } }],
    ['tests do not show', 'DROP TABLE old_events', { history: OF_TESTS }],
    ['could not be read', 'DROP TABLE old_events', { history: PARTLY_READ }],
    ['it holds a sample of the calls', 'DROP TABLE old_events', { history: SAMPLED }],
    ['build SQL', 'DROP TABLE old_events', { history: WITH_HIDDEN }],
    ['the function write_audit of the base branch names it', 'DROP TABLE audited', {}],
    ['no SQL file of the base branch creates it', 'DROP TABLE elsewhere', {}],
  ])('blocks, as %s', async (why, sql, more) => {
    const [line] = linesOf(await checked(sql, { settings, ...more }));
    expect(line).toMatch(/^block no-drop-table: .*which proves nothing, as /);
    expect(line).toContain(why);
  });

  it('is decided by the base, not by what the change sets', async () => {
    const base = { ...config(), 'db/1.sql': TABLES, [HISTORY_FILE]: HISTORY };
    const report = await checkPull(
      base,
      { ...base, ...config(settings), 'db/2.sql': 'DROP TABLE old_events' },
      { disk: NO_DISK },
    );
    expect(linesOf(report)[0]).toMatch(/^block no-drop-table/);
  });
});

describe('the history that shows who uses something', () => {
  it('is said to be missing', async () => {
    const [line] = linesOf(await checked('DROP TABLE orders', { history: undefined, more: { [HISTORY_FILE]: 'x' } }));
    expect(line).toContain('no history shows whether it is still used');
  });

  it('is never one that the change brings', async () => {
    const base = { ...config(), 'db/1.sql': TABLES };
    const sql = 'ALTER TABLE customers RENAME TO clients';
    const report = await checkPull(base, { ...base, [HISTORY_FILE]: HISTORY, 'db/2.sql': sql }, { disk: NO_DISK });
    expect(report.exitCode).toBe(EXIT.ok);
  });

  it('leaves a warning if it cannot be read', async () => {
    const report = await checked('DROP TABLE orders', { history: Buffer.from('no snapshot') });
    expect(report.notices.filter(({ level }) => level === 'warning').map(({ message }) => message)).toEqual([
      expect.stringContaining('who still uses what the change takes away is not known'),
    ]);
  });

  it('is that of the working directory in a run without a change', async () => {
    const disk = { ...NO_DISK, find: async () => ({ kind: 'file', at: join(folder, 'history') }) as const };
    writeFileSync(join(folder, 'history'), HISTORY);
    const report = await checkFiles({ ...config(), 'a.sql': 'ALTER TABLE customers RENAME TO clients' }, { disk });
    expect(linesOf(report)).toContainEqual(expect.stringMatching(/^block no-removal-of-used: .*414 calls/));
  });

  it('is not asked by files that take nothing away', async () => {
    const disk = { ...NO_DISK, find: () => Promise.reject(new Error('asked')) };
    await expect(
      checkFiles({ ...config(), 'a.sql': 'CREATE INDEX i ON orders (id)' }, { disk }),
    ).resolves.toBeDefined();
  });
});

it('a drop says that the tests of the change no longer use it', async () => {
  const at = join(folder, 'tests');
  writeFileSync(at, await snapshotOf(RAN.slice(2), { origin: 'tests', name: 'head', days: MONTHS }));
  const [line] = linesOf(
    await checked('ALTER TABLE customers DROP COLUMN country', { given: { tests: { name: 'tests', at } } }),
  );
  expect(line).toMatch(/still used: 414 calls .*; the code of this change no longer uses it, as its tests show$/);
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'object-uses-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
