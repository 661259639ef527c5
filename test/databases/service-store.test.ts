import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, StoreError, sqlState } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { segmentsSuite } from '../server/audit-segments-suite.ts';
import { historySuite } from '../server/history-suite.ts';
import { largeBatchSuite } from '../server/queries/large-batch-suite.ts';
import { narrowSuite } from '../server/queries/narrow-suite.ts';
import { recorderSuite } from '../server/queries/recorder-suite.ts';
import { slowestSuite } from '../server/queries/slowest-suite.ts';
import { trailSuite } from '../server/queries/suite.ts';
import { retentionSuite } from '../server/retention-suite.ts';
import { catalogOf } from '../server/store/catalog.ts';
import { Acknowledged, expectNothingLost, startWriter } from '../server/store/kill.ts';
import { storeSuite } from '../server/store/suite.ts';
import { addWorkspace, makeDatabase, openOn, type TestStore } from '../server/test-store.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// The store of the service on a real PostgreSQL: the same cases as on the embedded one, plus cases that only a server
// has.

const MIGRATIONS = new URL('../../src/server/store/migrations/', import.meta.url);
const server = await tryStart('the store of the service on PostgreSQL', startPostgresql);
const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
afterAll(() => server?.stop());

describe.skipIf(!server)('on PostgreSQL', () => {
  let opened: TestStore | undefined;
  const store = (): TestStore => {
    if (!opened) throw new Error('the store is not open');
    return opened;
  };
  beforeAll(async () => {
    opened = await openOn(url);
  });
  afterAll(() => opened?.close());

  it('has the same tables if it is made by the baseline, and by the files from before it', async () => {
    const fresh = await openOn(url);
    const grown = await makeDatabase(url);
    const db = await openDatabase({ url: grown.url });
    try {
      await migrate(db, new URL('former/', MIGRATIONS));
      await migrate(db);
      expect(await catalogOf(db)).toEqual(await catalogOf(fresh.db));
    } finally {
      await db.close();
      await grown.drop();
      await fresh.close();
    }
  });

  describe('the store', () => storeSuite(store));
  describe('the audit trail', { tags: ['variant'] }, () => trailSuite(store));
  describe('traffic in the audit trail', { tags: ['variant'] }, () => segmentsSuite(store));
  describe('the recorder', { tags: ['variant'] }, () => recorderSuite(store));
  describe('narrow rows of the audit trail', { tags: ['variant'] }, () => narrowSuite(store));
  describe('the slowest queries', () => slowestSuite(store));
  describe('large batches', () => largeBatchSuite(store));
  describe('the history', () => historySuite(store));
  describe('the retention', () => retentionSuite(store));
});

describe.skipIf(!server)('a server', () => {
  let made: Awaited<ReturnType<typeof makeDatabase>>;
  const databases: Database[] = [];
  const open = async (more: { connections?: number; statementMilliseconds?: number; url?: string } = {}) => {
    const db = await openDatabase({ url: made.url, ...more });
    databases.push(db);
    return db;
  };
  beforeAll(async () => {
    made = await makeDatabase(url);
  });
  afterAll(async () => {
    for (const db of databases) await db.close();
    await made?.drop();
  });
  /** Terminates all other connections. */
  const endOthers = async () => {
    const db = await openDatabase({ url: made.url, connections: 1 });
    await db.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await db.close();
  };

  it('is migrated once if several start at once', async () => {
    const all = await Promise.all([open(), open(), open()]);
    const applied = await Promise.all(all.map((db) => migrate(db)));
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
    // Servers take turns, so each may apply a part.
    expect(
      applied
        .flat()
        .map((name) => `${name}.sql`)
        .sort(),
    ).toEqual(files.sort());
  });

  it('may use any time format', async () => {
    const db = await open();
    const { rows } = await db.query<{ name: string }>('SELECT current_database() AS name');
    const name = rows[0]?.name ?? '';
    await db.query(`ALTER DATABASE ${name} SET timezone = 'Asia/Kolkata'`);
    await db.query(`ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
    await db.query(`ALTER DATABASE ${name} SET bytea_output = 'escape'`);
    const other = await open({ url: `${made.url}&options=-c%20work_mem%3D5MB` });
    const instant = new Date('2026-11-20T16:22:57.123Z');
    const read = await other.query(
      `SELECT $1::timestamptz AS t, $2::date AS d, $3::bytea AS b, current_setting('work_mem') AS own`,
      [instant, '2026-02-03', new Uint8Array([0, 92, 255])],
    );
    expect(read.rows).toEqual([{ t: instant, d: '2026-02-03', b: new Uint8Array([0, 92, 255]), own: '5MB' }]);
  });

  it('may break idle connections', async () => {
    const db = await open();
    await Promise.all([1, 2, 3].map(() => db.query('SELECT pg_sleep(0.05)')));
    await endOthers();
    // Until the process has read from its sockets that they are closed.
    await sleep(1_000);
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('may break a connection in a transaction, which is then retried', async () => {
    const db = await open();
    await db.query('CREATE TABLE broken (id integer)');
    let attempts = 0;
    await db.transaction(async (tx) => {
      await tx.query('INSERT INTO broken VALUES (1)');
      if (++attempts === 1) await endOthers();
      await tx.query('INSERT INTO broken VALUES (2)');
    });
    expect(attempts).toBe(2);
    expect((await db.query('SELECT id FROM broken ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
    await expect(
      db.transaction(async (tx) => {
        await endOthers();
        await tx.query('SELECT 1');
      }),
    ).rejects.toThrow(StoreError);
    expect((await db.query('SELECT 1')).count).toBe(1);
  });

  it('aborts one of two deadlocked transactions, which is then retried', async () => {
    const db = await open();
    await db.query('CREATE TABLE dead (id integer PRIMARY KEY, n integer)');
    await db.query('INSERT INTO dead VALUES (1, 0), (2, 0)');
    let attempts = 0;
    const both = [
      [1, 2],
      [2, 1],
    ].map((order) =>
      db.transaction(async (tx) => {
        attempts++;
        for (const id of order) {
          await tx.query('UPDATE dead SET n = n + 1 WHERE id = $1', [id]);
          await tx.query('SELECT pg_sleep(0.3)');
        }
      }),
    );
    await Promise.all(both);
    expect(attempts).toBeGreaterThan(2);
    expect((await db.query('SELECT n FROM dead')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('may be slow, full, stopped or missing: the client is told to retry', async () => {
    const slow = await open({ statementMilliseconds: 100 });
    await expect(slow.query('SELECT pg_sleep(5)')).rejects.toThrow(StoreError);
    await expect(slow.ping(1)).rejects.toThrow(StoreError);
    const one = await open({ connections: 1 });
    const held = one.query('SELECT pg_sleep(0.5)');
    await expect(one.ping(100)).rejects.toThrow('the store did not answer within 100 ms');
    await held;
    const gone = await open({ url: 'postgres://owner:s3cret@127.0.0.1:1/none' });
    const problem = await gone.query('SELECT 1').catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StoreError);
    expect(JSON.stringify({ ...(problem as Error), message: (problem as Error).message })).not.toContain('s3cret');
    await expect(gone.transaction(async () => 1)).rejects.toThrow(StoreError);
    const none = await open({ url: made.url.replace(/test_[0-9a-f]+/, 'there_is_none') });
    await expect(none.query('SELECT 1')).rejects.toThrow('the store does not answer (SQLSTATE 3D000)');
    const fine = await open();
    expect(sqlState(await fine.query('SELECT 1 / 0').catch((error: unknown) => error))).toBe('22012');
  });

  it.each(['', 'nonsense', 'mysql://root@localhost/x', '/var/lib'])(
    'must have a valid address: %j',
    async (address) => {
      await expect(openDatabase({ url: address })).rejects.toMatchObject({ name: 'ConfigError' });
    },
  );

  it('loses nothing that two processes acknowledged, although one is killed repeatedly', async () => {
    const target = await makeDatabase(url);
    const db = await openDatabase({ url: target.url });
    try {
      await migrate(db);
      await addWorkspace(db, 'acme');
      const acknowledged = new Acknowledged();
      const steady = startWriter({ url: target.url }, 'acme', 'steady', acknowledged);
      await steady.ready;
      for (let round = 0; round < 5; round++) {
        const writer = startWriter({ url: target.url }, 'acme', `r${round}`, acknowledged);
        await writer.ready;
        await sleep(Math.random() * 700);
        writer.child.kill('SIGKILL');
        expect(await writer.gone).toBe('');
      }
      steady.child.stdin?.end();
      expect(await steady.gone).toBe('');
      expect(steady.child.exitCode).toBe(0);
      const records = await expectNothingLost({ db, now: () => new Date() }, 'acme', acknowledged);
      expect(records).toBeGreaterThanOrEqual(acknowledged.size);
      process.stdout.write(`${acknowledged.size} records were acknowledged, ${records} are there\n`);
    } finally {
      await db.close();
      await target.drop();
    }
  });
});
