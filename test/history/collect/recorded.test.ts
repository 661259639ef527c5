import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordedTests } from '../../../src/history/collect/recorded.ts';
import { createTrafficReader, snapshotFrom, type TrafficReader } from '../../../src/history/index.ts';
import type { CallerMask } from '../../../src/model/index.ts';

let folder = '';
let reader: TrafficReader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  reader = await createTrafficReader('postgresql');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sent {
  readonly sql: string;
  readonly database?: string;
  readonly session?: string;
  readonly hasFailed?: boolean;
  readonly inTransaction?: boolean;
}

const AT = Date.parse('2026-11-20T11:00:00Z');
const NOW = new Date('2026-11-20T12:00:00Z');

async function recorded(sent: readonly (Sent | string)[], callerMasks: readonly CallerMask[] = [], now = NOW) {
  const tests = new RecordedTests();
  for (const each of sent) {
    const {
      sql,
      database = 'shop_test',
      session = '1',
      hasFailed = false,
      inTransaction,
    } = typeof each === 'string' ? { sql: each } : (each as Sent);
    const caller = { user: 'app', role: undefined, application: 'shop', database, tags: undefined };
    const text = { query: sql, caller, normalised: false, truncated: false, session, inTransaction };
    const rows = reader.read(text).rows.map((row) => row.text);
    tests.add({ session, rows, at: AT, hasFailed });
  }
  const path = join(folder, 'tests.jsonl.gz');
  const written = await tests.write(path, { dialect: 'postgresql', callerMasks, now });
  return { ...written, rows: (await snapshotFrom(path)).rows };
}

const calls = (days: Readonly<Record<string, number>>) => Object.values(days).reduce((sum, count) => sum + count, 0);

describe('what tests ran', () => {
  it('is a snapshot whose origin is tests, without literals, and without what surrounds tests', async () => {
    const { header, rows } = await recorded([
      { sql: "SELECT id FROM users WHERE email = 'a@example.com'", inTransaction: true },
      "SELECT id FROM users WHERE email = 'b@example.com'",
      { sql: 'SELECT nothing FROM nowhere', hasFailed: true },
    ]);
    expect(rows.map(({ shape, days, facts }) => [shape, days, facts.inTransaction])).toEqual([
      ['select id from users where email = ?', { '2026-11-20': 2 }, undefined],
    ]);
    expect(header).toMatchObject({ statements: 2, from: '2026-11-20T11:00:00.000Z', to: '2026-11-20T11:00:00.000Z' });
    expect(header.sources).toMatchObject([
      { kind: 'recorded', origin: 'tests', statements: 2, records: 2, passedOver: { 'failed statement': 1 } },
    ]);
  });

  it.each<[string, readonly (string | Sent)[], readonly string[]]>([
    ['TRUNCATE of several tables', ['TRUNCATE a, b', 'SELECT 1'], ['select ?']],
    [
      'DELETE of one table after the other',
      ['BEGIN', 'DELETE FROM a', 'SET CONSTRAINTS ALL DEFERRED', 'DELETE FROM "b"', 'COMMIT'],
      ['begin', 'commit', 'set constraints all deferred'],
    ],
    [
      'fixtures that replace rows, in one text',
      ["DELETE FROM a; DELETE FROM b; INSERT INTO a VALUES ('x')"],
      ['insert into a values (?)'],
    ],
    [
      'of two sessions',
      [
        { sql: 'DELETE FROM a', session: '1' },
        { sql: 'DELETE FROM b', session: '2' },
      ],
      ['delete from a', 'delete from b'],
    ],
    ['one table alone', ['DELETE FROM a', 'DELETE FROM a', 'SELECT 1'], ['delete from a', 'select ?']],
    [
      'a table that the application empties too',
      ['DELETE FROM a', 'DELETE FROM b', 'SELECT 1', 'DELETE FROM a'],
      ['delete from a', 'select ?'],
    ],
    [
      'a filter',
      ['DELETE FROM a WHERE id = 1', 'DELETE FROM b WHERE id = 1'],
      ['delete from a where id = ?', 'delete from b where id = ?'],
    ],
  ])('leaves out what only a cleaner ran: %s', async (_, sent, shapes) => {
    const { header, rows } = await recorded(sent);
    expect(rows.map(({ shape }) => shape).sort()).toEqual(shapes);
    const kept = rows.reduce((sum, { days }) => sum + calls(days), 0);
    const skipped = header.sources[0]?.passedOver['statement of a cleaner, which empties tables between tests'] ?? 0;
    const all = sent.flatMap((each) => (typeof each === 'string' ? each : each.sql).split(';')).length;
    expect(kept + skipped).toBe(all);
  });

  it('is of tables that production has, also where the session of the tests made them, but for temporary ones', async () => {
    const { rows } = await recorded([
      ...['CREATE TABLE orders (id int, state text)', 'CREATE TEMP TABLE chosen (id int)'],
      ...["UPDATE orders SET state = 'x'", 'DELETE FROM chosen', 'ALTER TABLE orders ALTER state TYPE int'],
    ]);
    const facts = rows.flatMap(({ operations }) =>
      operations.flatMap(({ kind, createdHere, tableCreatedHere, temporary }) =>
        kind === 'create_table' ? [] : [[kind, createdHere, tableCreatedHere, temporary]],
      ),
    );
    expect(facts.sort()).toEqual([
      ['alter_column_type', false, false, false],
      ['delete', false, true, true],
      ['update', false, false, false],
    ]);
  });

  it('has callers of their own for parallel databases, with a pattern that makes them one', async () => {
    const sent = [1, 2].map((worker) => ({ sql: 'SELECT 1', database: `shop_test_${worker}` }));
    const apart = await recorded(sent);
    expect(apart.rows).toHaveLength(2);
    expect(apart.proposals.masks).toEqual([{ fact: 'database', pattern: 'shop_test_*', count: 2, isMore: false }]);
    const together = await recorded(sent, [{ database: 'shop_test_*' }]);
    expect(
      together.rows.map(({ caller, callerPatterns, days }) => [caller.database, callerPatterns, calls(days)]),
    ).toEqual([['shop_test_*', ['database'], 2]]);
    expect(together.proposals.masks).toEqual([]);
  });

  it('is another source each time, even if the same ran', async () => {
    const [one, two] = [
      await recorded(['SELECT 1']),
      await recorded(['SELECT 1'], [], new Date('2026-11-20T13:00:00Z')),
    ];
    expect(one.rows).toEqual(two.rows);
    expect(one.header.sources[0]?.identity).not.toBe(two.header.sources[0]?.identity);
  });
});
