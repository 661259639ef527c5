import knex, { type Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyMode } from '../../src/proxy/types.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// A query builder with a pool of its own, through the proxy: its transactions, savepoints and prepared statements give
// the results that they give without the proxy.

const server = await tryStart('Knex through the PostgreSQL proxy', startPostgresql);
const proxies = new Map<ProxyMode, Awaited<ReturnType<typeof startTestProxy>>>();
const MODES = ['observe', 'warn', 'enforce'] as const;

beforeAll(async () => {
  if (!server) return;
  await server.asOwner('postgres', [
    'CREATE ROLE app SUPERUSER LOGIN',
    'CREATE TABLE item (id int PRIMARY KEY, note text)',
  ]);
  for (const mode of MODES)
    proxies.set(mode, await startTestProxy({ host: server.folder, port: server.port }, { mode }));
});

afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.close();
  await server?.stop();
});

/** Runs `work` with a pool of one connection, so that a query after an error uses the connection of the error. */
async function withKnex<Result>(host: string, port: number, work: (db: Knex) => Promise<Result>): Promise<Result> {
  const connection = { host, port, user: 'app', database: 'postgres' };
  const db = knex({ client: 'pg', connection, pool: { min: 1, max: 1 } });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const sqlstate = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error);
const backend = async (db: Knex | Knex.Transaction) => (await db.raw('SELECT pg_backend_pid() AS pid')).rows[0].pid;
const items = (db: Knex) => db('item').select('id', 'note').orderBy('id');

const WORK: readonly (readonly [string, (db: Knex) => Promise<unknown>])[] = [
  [
    'creates, reads, updates and deletes rows',
    async (db) => [
      await db('item').insert([
        { id: 1, note: 'naïve' },
        { id: 2, note: null },
      ]),
      await db('item').where({ id: 2 }).update({ note: 'two' }, ['id', 'note']),
      await items(db),
      await db('item').whereIn('id', [1, 2]).del(),
      await items(db),
    ],
  ],
  [
    'commits a transaction and rolls one back to a savepoint',
    async (db) => {
      await db.transaction(async (outer) => {
        await outer('item').insert({ id: 3, note: 'kept' });
        const inner = outer.transaction(async (nested) => {
          await nested('item').insert({ id: 4, note: 'undone' });
          await nested('item').insert({ id: 3, note: 'duplicate' });
        });
        expect(sqlstate(await inner.catch((error: unknown) => error))).toBe('23505');
      });
      return [await items(db), await db('item').where('id', '>', 0).del()];
    },
  ],
  [
    'rolls back a transaction after an error of the server',
    async (db) => {
      const failed = db.transaction(async (transaction) => {
        await transaction('item').insert({ id: 5, note: 'undone' });
        const first = await transaction.raw('SELECT 1/0').catch(sqlstate);
        const second = await transaction.raw('SELECT 1').catch(sqlstate);
        throw new Error(`${first} ${second}`);
      });
      await expect(failed).rejects.toThrow('22012 25P02');
      return await items(db);
    },
  ],
  [
    'runs a named prepared statement again with other values',
    async (db) => {
      const client: pg.Client = await db.client.acquireConnection();
      const next = { name: 'next', text: 'SELECT $1::int + 1 AS next' };
      const rows = [1, 41].map(async (value) => (await client.query({ ...next, values: [value] })).rows);
      const results = await Promise.all(rows);
      await db.client.releaseConnection(client);
      return results;
    },
  ],
];

describe.skipIf(!server).each(MODES)('Knex in mode %s', (mode) => {
  it.each(WORK)('%s as without the proxy', async (_, work) => {
    const proxy = proxies.get(mode);
    const direct = await withKnex(server?.folder ?? '', server?.port ?? 0, work);
    expect(await withKnex('127.0.0.1', proxy?.port ?? 0, work)).toEqual(direct);
    expect(proxy?.problems).toEqual([]);
  });
});

describe.skipIf(!server)('Knex in mode enforce', () => {
  it('gets 42501 for a blocked statement, and uses the same connection again', async () => {
    await withKnex('127.0.0.1', proxies.get('enforce')?.port ?? 0, async (db) => {
      const before = await backend(db);
      expect(await db('item').del().catch(sqlstate)).toBe('42501');
      expect(await backend(db)).toBe(before);
    });
  });

  it('rolls back the transaction of a blocked statement', async () => {
    await withKnex('127.0.0.1', proxies.get('enforce')?.port ?? 0, async (db) => {
      const before = await backend(db);
      const blocked = db.transaction(async (transaction) => {
        await transaction('item').insert({ id: 6, note: 'undone' });
        await transaction('item').del();
      });
      expect(sqlstate(await blocked.catch((error: unknown) => error))).toBe('42501');
      expect([await items(db), await backend(db)]).toEqual([[], before]);
    });
  });
});
