import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, ReadOnlyStore, StoreError } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import type { PostgresqlOptions } from '../../src/server/store/postgresql.ts';
import { makeDatabase } from '../server/test-store.ts';
import { CutRelay } from './cut-relay.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// A server that stops answering, without an error that the client could see. A server of its own: it is stopped.

const server = await tryStart('the faults of PostgreSQL', startPostgresql);
const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
afterAll(() => server?.stop());

/** The server with its children: connections, and processes of its own. */
function processes(): readonly number[] {
  const [line = ''] = readFileSync(join(server?.folder ?? '', 'data/postmaster.pid'), 'utf8').split('\n');
  const pid = Number(line);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.filter((child) => child !== '').map(Number)];
}

/** Stops the server with SIGSTOP; returns what continues it. */
function freeze(): () => void {
  const pids = processes();
  const signal = (pid: number, name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended in the meantime.
    }
  };
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT');
  };
}

/** What happened, and after how many milliseconds. */
async function timed(work: Promise<unknown>): Promise<{ readonly error: unknown; readonly took: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  return { error, took: performance.now() - startedAt };
}

/** Deadlines: statements 2.5 s on this side, connections 1 s. */
const QUICK = { statementMilliseconds: 500, connectMilliseconds: 1_000 };
const DEADLINE = 2_500;
/** A slow machine; without a deadline nothing would end. */
const SLACK = 60_000;

describe.skipIf(!server)('PostgreSQL', () => {
  let made: Awaited<ReturnType<typeof makeDatabase>>;
  const opened: Database[] = [];
  const open = async (more: Partial<PostgresqlOptions> = {}) => {
    const db = await openDatabase({ url: made.url, ...QUICK, ...more });
    opened.push(db);
    return db;
  };
  beforeAll(async () => {
    made = await makeDatabase(url);
    const db = await open();
    await migrate(db);
    await db.query('CREATE TABLE marks (id integer PRIMARY KEY)');
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });
  afterAll(() => made?.drop());

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['a query', (db) => db.query('SELECT 1')],
    ['a transaction', (db) => db.transaction((tx) => tx.query('SELECT 1'))],
    ['a ping', (db) => db.ping(DEADLINE)],
  ])('that is stopped fails %s at the deadline, and works again afterwards by itself', async (_, work) => {
    const db = await open();
    await Promise.all([work(db), work(db), work(db)]);
    const thaw = freeze();
    try {
      const all = await Promise.all(Array.from({ length: 15 }, () => timed(work(db))));
      for (const { error, took } of all) {
        expect(error).toBeInstanceOf(StoreError);
        expect(took).toBeLessThan(DEADLINE + SLACK);
      }
      // Connections that are opened meanwhile have their own deadline.
      const next = await timed(work(db));
      expect(next.error).toBeInstanceOf(StoreError);
      expect(next.took).toBeLessThan(1_000 + SLACK);
    } finally {
      thaw();
    }
    expect((await timed(work(db))).error).toBeUndefined();
  });

  it('that stops in a transaction fails it without a retry, and commits nothing', async () => {
    const db = await open();
    let attempts = 0;
    let thaw = () => {};
    const { error, took } = await timed(
      db.transaction(async (tx) => {
        attempts++;
        await tx.query('INSERT INTO marks VALUES (1)');
        thaw = freeze();
        await tx.query('INSERT INTO marks VALUES (2)');
      }),
    );
    thaw();
    expect(error).toBeInstanceOf(StoreError);
    expect(attempts).toBe(1);
    expect(took).toBeLessThan(DEADLINE + SLACK);
    expect((await db.query('SELECT id FROM marks')).rows).toEqual([]);
  });

  it('that stops during COMMIT leaves it open whether it was committed, so nothing is retried', async () => {
    const db = await open();
    let attempts = 0;
    let thaw = () => {};
    const { error } = await timed(
      db.transaction(async (tx) => {
        attempts++;
        await tx.query('INSERT INTO marks VALUES (3)');
        thaw = freeze();
      }),
    );
    thaw();
    expect(error).toBeInstanceOf(StoreError);
    expect(attempts).toBe(1);
    await db.query('DELETE FROM marks');
  });

  it('has no deadline for migrations, and a longer one for bulk work', async () => {
    const db = await open();
    for (const limit of ['none', 'bulk'] as const) await db.transaction((tx) => tx.query('SELECT pg_sleep(3)'), limit);
    const { error } = await timed(db.transaction((tx) => tx.query('SELECT pg_sleep(3)')));
    expect(error).toBeInstanceOf(StoreError);
    expect((await db.query("SELECT current_setting('statement_timeout') AS limit")).rows).toEqual([{ limit: '500ms' }]);
  });

  it('reuses a connection after an error of a statement', async () => {
    const db = await open({ connections: 1 });
    const pid = async () => (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const before = await pid();
    await expect(db.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(db.transaction((tx) => tx.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(before);
  });

  describe('behind a network that drops connections silently', () => {
    let relay: CutRelay;
    let name = 0;
    const through = (more: Partial<PostgresqlOptions> = {}) => {
      const address = new URL(made.url);
      address.searchParams.delete('host');
      address.host = `127.0.0.1:${relay.port}`;
      address.searchParams.set('application_name', `cut-${++name}`);
      return open({ url: address.href, ...more });
    };
    beforeAll(async () => {
      relay = await CutRelay.start(join(server?.folder ?? '', '.s.PGSQL.5432'));
    });
    afterAll(() => relay?.close());

    it('fails a running statement at the deadline, and works on a new connection at once', async () => {
      const db = await through();
      const running = timed(db.query('SELECT pg_sleep(0.3)'));
      await sleep(100);
      expect(relay.cutOpen()).toBe(1);
      const { error, took } = await running;
      expect(error).toBeInstanceOf(StoreError);
      expect(took).toBeLessThan(DEADLINE + SLACK);
      const again = await timed(db.query('SELECT 1'));
      expect(again.error).toBeUndefined();
      expect(again.took).toBeLessThan(SLACK);
    });

    it('notices it on idle connections before they are used, all at once', async () => {
      const db = await through();
      await Promise.all(Array.from({ length: 8 }, () => db.query('SELECT pg_sleep(0.2)')));
      await sleep(1_200);
      expect(relay.cutOpen()).toBe(8);
      const all = await Promise.all(Array.from({ length: 8 }, () => timed(db.query('SELECT 1'))));
      // Two seconds for the test of the first; then none of the others is used.
      for (const { error, took } of all) {
        expect(error).toBeUndefined();
        expect(took).toBeLessThan(2_000 + SLACK);
      }
      const { error, took } = await timed(db.query('SELECT 1'));
      expect(error).toBeUndefined();
      expect(took).toBeLessThan(SLACK);
    });
  });

  describe('that is read-only', () => {
    const readOnly = async (value: 'on' | 'off') => {
      await server?.asOwner('postgres', [
        `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
        'SELECT pg_reload_conf()',
      ]);
      await sleep(300);
    };
    afterEach(() => readOnly('off'));

    it('is not ready, says so, and is ready again afterwards', async () => {
      const db = await open();
      await db.ping(1_000);
      await readOnly('on');
      const { error } = await timed(db.ping(1_000));
      expect(error).toBeInstanceOf(ReadOnlyStore);
      expect(error).toMatchObject({ message: 'the database is read-only (`default_transaction_read_only`)' });
      expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await expect(db.query('INSERT INTO marks VALUES (9)')).rejects.toThrow(ReadOnlyStore);
      await expect(migrate(await open())).rejects.toThrow(ReadOnlyStore);
      await readOnly('off');
      await db.ping(1_000);
      await db.query('INSERT INTO marks VALUES (9)');
    });
  });
});
