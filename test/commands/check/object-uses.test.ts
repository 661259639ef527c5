import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT, HISTORY_FILE } from '../../../src/model/index.ts';
import { checkFiles, checkPull, type Files } from '../build.ts';
import { NO_DISK } from '../simulate/build.ts';
import { snapshotOf } from '../snapshot.ts';
import {
  baseOf,
  checkMigration,
  checkTwoDatabases,
  config,
  type Given,
  HISTORY,
  linesOf,
  MONTHS,
  NOT_PROVEN,
  NOT_USED,
  OF_OTHER_OBJECTS,
  OF_TESTS,
  otherBase,
  RAN,
  REQUIRED,
  TABLES,
  TWO_DATABASES,
  USED,
} from './object-use-cases.ts';

interface Checked extends Given {
  readonly more?: Files;
}

/** The report on a change that adds one migration. */
function checked(sql: string, { history = HISTORY, settings = '', more = {}, given = {} }: Checked = {}) {
  return checkMigration(baseOf(settings, { ...(history && { [HISTORY_FILE]: history }), ...more }), sql, given);
}

describe('a change that takes away what recorded queries use', () => {
  it.each(USED)('%s', async (sql, line) => {
    const report = await checked(sql);
    expect(report.exitCode).toBe(EXIT.blocked);
    expect(linesOf(report)).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  });
});

describe('a change that takes other things away than tables and columns', () => {
  it.each(OF_OTHER_OBJECTS)('%s', async (sql, line, given) => {
    const lines = linesOf(await checked(sql, given)).filter((each) => each.includes('no-removal-of-used'));
    expect(lines).toEqual(line === undefined ? [] : [expect.stringMatching(line)]);
  });
});

it.each(REQUIRED)(
  '%s: a column that recorded INSERTs may leave out becomes required: %s',
  async (dialect, sql, line) => {
    const { base, history } = otherBase(dialect);
    const lines = linesOf(await checkMigration({ ...base, [HISTORY_FILE]: history }, sql));
    const left = lines.filter((each) => each.includes('no-required-column-left-out'));
    expect(left).toEqual(line === undefined ? [] : [expect.stringMatching(line)]);
  },
);

it('files of two databases that take away the same are answered each for its own', async () => {
  const { findings } = await checkTwoDatabases(baseOf(TWO_DATABASES, { [HISTORY_FILE]: HISTORY }));
  const uses = findings.map(({ path, message }) => [path, /still used: \d+|shows no use/.exec(message)?.[0]]);
  expect(uses).toEqual([
    ['db/other/2.sql', 'shows no use'],
    ['db/shop/2.sql', 'still used: 414'],
  ]);
});

describe('a change that takes away what no recorded query uses', () => {
  it.each(NOT_USED)('does not block: %s', async (sql) => {
    const lines = linesOf(await checked(sql));
    expect(lines.filter((line) => /^(?:block|unknown)/.test(line))).toEqual([]);
  });

  it('blocks a drop all the same, and says that nothing was found', async () => {
    const [line] = linesOf(await checked('DROP TABLE old_events'));
    expect(line).toBe(
      'block no-drop-table: dropping table old_events loses all its rows; the history from 2026-09-01 to 2026-11-19 shows no use of old_events',
    );
  });
});

describe('a column of new rows that get a value from a trigger', () => {
  const TABLE = 'CREATE TABLE tickets (id bigserial, title text, slug text, closed date);\n';
  const trigger = (body: string, events = 'INSERT OR UPDATE', when = '') =>
    `${TABLE}CREATE FUNCTION set_slug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$;
CREATE TRIGGER fill BEFORE ${events} ON tickets FOR EACH ROW ${when} EXECUTE FUNCTION set_slug();`;
  const ALWAYS = 'NEW.slug := lower(NEW.title);';
  const IF_MISSING = `IF NEW.slug IS NULL THEN ${ALWAYS} END IF;`;
  const ON_UPDATE = `IF TG_OP = 'UPDATE' THEN ${ALWAYS} END IF;`;
  it.each([
    ['slug', 'in each row', trigger(ALWAYS), []],
    ['slug', 'in rows without one', trigger(IF_MISSING), []],
    ['slug', 'for some events', trigger(ON_UPDATE), ['block']],
    ['slug', 'for some rows', trigger(ALWAYS, 'INSERT', "WHEN (NEW.title <> '')"), ['block']],
    ['slug', 'in updates', trigger(`INSERT INTO log VALUES (1); ${ALWAYS}`, 'UPDATE'), ['block']],
    ['id', 'elsewhere, and its type gives one', trigger(ALWAYS), []],
    ['closed', 'elsewhere', trigger(ALWAYS), ['block']],
  ])('may be required: %s, %s', async (column, _, sql, verdicts) => {
    const history = await snapshotOf([{ sql: "INSERT INTO tickets (title) VALUES ('a')", calls: 9 }], { days: MONTHS });
    const base = { ...config(), 'db/1.sql': sql, [HISTORY_FILE]: history };
    const lines = linesOf(await checkMigration(base, `ALTER TABLE tickets ALTER COLUMN ${column} SET NOT NULL`));
    expect(lines.filter((line) => /^(?:block|unknown)/.test(line))).toEqual(
      verdicts.map((verdict) => expect.stringMatching(`^${verdict} no-required-column-left-out: .*9 calls of INSERT`)),
    );
  });

  it('is not one that a trigger on updates gives, although its body inserts elsewhere', async () => {
    const history = await snapshotOf([{ sql: "INSERT INTO tickets (title) VALUES ('a')", calls: 9 }], {
      ...{ days: MONTHS, dialect: 'mysql' },
    });
    const sql = `CREATE TABLE tickets (id int auto_increment primary key, title text, slug varchar(9));
DELIMITER //
CREATE TRIGGER fill BEFORE UPDATE ON tickets FOR EACH ROW BEGIN INSERT INTO log VALUES (1); SET NEW.slug = 'a'; END//
DELIMITER ;`;
    const base = { ...config('', 'mysql'), 'db/1.sql': sql, [HISTORY_FILE]: history };
    const lines = linesOf(await checkMigration(base, 'ALTER TABLE tickets MODIFY slug varchar(9) NOT NULL'));
    expect(lines).toContainEqual(expect.stringMatching(/^block no-required-column-left-out: /));
  });
});

describe('a drop of what nothing has used for `unused-days`', () => {
  const settings = 'unused-days: 60\n';
  it.each(['DROP TABLE old_events', 'ALTER TABLE old_events DROP COLUMN body'])('warns: %s', async (sql) => {
    const report = await checked(sql, { settings });
    expect(report.exitCode).toBe(EXIT.ok);
    expect(linesOf(report).filter((line) => line.includes('used'))).toEqual([
      expect.stringMatching(/^warn no-drop-of-unused: .*shows no use of old_events/),
    ]);
  });

  it.each(NOT_PROVEN)('blocks, as %s', async (why, sql, more) => {
    const [line] = linesOf(await checked(sql, { settings, ...more }));
    expect(line).toMatch(/^block no-drop-(?:table|column): .*which does not count, as /);
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
    const [line] = linesOf(await checkMigration(baseOf(), 'DROP TABLE orders'));
    expect(line).toContain('no history shows whether it is still used');
  });

  it('is never one that the change brings', async () => {
    const base = { ...config(), 'db/1.sql': TABLES };
    const sql = 'ALTER TABLE customers RENAME TO clients';
    const report = await checkPull(base, { ...base, [HISTORY_FILE]: HISTORY, 'db/2.sql': sql }, { disk: NO_DISK });
    expect(report.exitCode).toBe(EXIT.ok);
  });

  it('leaves rules undecided if it cannot be read', async () => {
    const report = await checked('ALTER TABLE customers RENAME TO clients', { history: Buffer.from('no snapshot') });
    expect(report.exitCode).toBe(EXIT.unknown);
    expect(linesOf(report)).toContainEqual(
      expect.stringMatching(/^unknown no-removal-of-used: .*whether it is still used is not known: .*not a snapshot/),
    );
  });

  it('says nothing of another dialect', async () => {
    const history = await snapshotOf(RAN, { days: MONTHS, dialect: 'mysql' });
    const [line] = linesOf(await checked('DROP TABLE orders', { history }));
    expect(line).toMatch(/^block no-drop-table: .*the history has no statements of this dialect/);
  });

  describe('of several files', () => {
    const SQL = 'ALTER TABLE customers RENAME TO clients';
    const settings = 'simulate:\n  history: [one, two]\n';
    const with2 = async (one: Uint8Array, two: Uint8Array) =>
      linesOf(await checked(SQL, { settings, more: { one, two } })).filter((line) => !line.includes(' no-rename'));
    const webAlone = () => snapshotOf(RAN.slice(2), { days: MONTHS, name: 'web' });

    it('is that of all of them', async () => {
      const desk = await snapshotOf(RAN.slice(0, 2), { days: MONTHS, name: 'desk' });
      expect(await with2(await webAlone(), desk)).toEqual([expect.stringMatching(/^block .*still used: 414 calls/)]);
    });

    it('is that of production if others are of tests', async () => {
      expect(await with2(OF_TESTS, await webAlone())).toEqual([]);
    });

    it('leaves rules undecided if they cover the same time', async () => {
      expect(await with2(HISTORY, HISTORY)).toEqual([expect.stringMatching(/^unknown no-removal-of-used: /)]);
    });
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
  writeFileSync(
    at,
    await snapshotOf([...RAN.slice(2), { sql: 'SELECT id FROM customers WHERE id = 1', calls: 3 }], {
      origin: 'tests',
      name: 'head',
      days: MONTHS,
    }),
  );
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
