import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { schemaUseSchema, TableUseAnswer } from '../../../src/contract/index.ts';
import { NOON } from '../test-store.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// What the page "Schema use" of the dashboard reads.

type List = z.output<typeof schemaUseSchema>;

let app: TestApp;
let workspace: string;
let member: string;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  member = (await app.person(workspace, 'member')).token;
  const { secret } = await app.key(workspace, ['telemetry:write']);
  await ran(secret, 'web', 'SELECT id, country FROM customers WHERE id = 5', 300);
  await ran(secret, 'reports', 'SELECT * FROM customers', 14);
  await ran(secret, 'web', 'UPDATE shop.orders SET total = 7 WHERE id = 5', 20);
  await ran(secret, 'jobs', 'SELECT o.total, note FROM shop.orders o, customers', 3);
  for (let at = 0; at < 5; at++) await ran(secret, 'web', `SELECT 1 FROM small_${at}`, 1);
});
afterAll(() => app.close());

async function ran(key: string, application: string, query: string, calls: number) {
  const at = NOON.toISOString();
  const event = {
    ...{ id: `${application}-${query.length}-${Math.random()}`, type: 'query', at, query, dialect: 'postgresql' },
    ...(calls > 1 && { calls, lastAt: at }),
    caller: { application, user: 'app', database: 'shop' },
  };
  const reply = await app.ask({
    method: 'POST',
    url: '/api/v1/ingest/events',
    as: key,
    body: { workspace, events: [event] },
  });
  expect(reply.body).toMatchObject({ accepted: 1 });
}

async function read<T>(path: string, of = workspace, as = member): Promise<T> {
  const reply = await app.ask({ url: `/api/v1/workspaces/${of}/schema-use${path}`, as });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
}

describe('the tables of a workspace', () => {
  it('are listed with their use, most calls first', async () => {
    const { items, ...rest } = await read<List>('?limit=2');
    const day = '2026-11-20';
    expect(items).toEqual([
      { dialect: 'postgresql', schema: '', name: 'customers', calls: 317, writes: 0, callers: 3, lastDay: day },
      { dialect: 'postgresql', schema: 'shop', name: 'orders', calls: 23, writes: 20, callers: 2, lastDay: day },
    ]);
    expect(rest).toMatchObject({ state: 'read', total: 7, from: `${day}T00:00:00.000Z`, to: NOON.toISOString() });
  });

  it.each([
    ['ORD', ['orders']],
    ['shop.o', ['orders']],
    ['nothing', []],
  ])('are found by a part of the name: %s', async (search, names) => {
    const { items, total } = await read<List>(`?search=${search}`);
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
  });

  it('are read page by page', async () => {
    const names: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: List = await read<List>(`?limit=3${next && `&cursor=${next}`}`);
      names.push(...page.items.map(({ name }) => name));
      next = page.next;
    }
    expect(names).toEqual(['customers', 'orders', 'small_0', 'small_1', 'small_2', 'small_3', 'small_4']);
  });

  it.each(['x', 'W10', 'WzEsMl0', ''])('refuse the cursor `%s`', async (cursor) => {
    const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/schema-use?cursor=${cursor}`, as: member });
    expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
  });

  it('are none without a history', async () => {
    const other = await app.workspace();
    const { token } = await app.person(other, 'owner');
    expect(await read<List>('', other, token)).toMatchObject({ items: [], state: 'none', total: 0 });
    expect(await read<TableUseAnswer>('/table?table=customers', other, token)).toMatchObject({
      state: 'none',
      calls: 0,
    });
  });
});

describe('a table', () => {
  it('has its columns, callers and queries', async () => {
    const use = await read<TableUseAnswer>('/table?table=customers');
    expect(use).toMatchObject({
      ...{
        state: 'read',
        dialect: 'postgresql',
        calls: 317,
        writes: 0,
        callers: 3,
        lastDay: '2026-11-20',
        allColumns: 14,
      },
      topCallers: [
        { name: 'web', calls: 300 },
        { name: 'reports', calls: 14 },
        { name: 'jobs', calls: 3 },
      ],
      more: { columns: 0, callers: 0, queries: 0 },
    });
    expect(use.columns.map(({ name, calls }) => [name, calls])).toEqual([
      ['country', 314],
      ['id', 314],
    ]);
    expect(use.queries[0]).toEqual({
      ...{ shape: 'select id, country from customers where id = ?', calls: 300, unclear: false },
    });
  });

  it('has the callers and queries of a column, and those that may use it', async () => {
    const use = await read<TableUseAnswer>('/table?table=orders&schema=shop&column=note');
    expect(use).toMatchObject({ calls: 0, unclear: 3, topCallers: [], queries: [{ calls: 3, unclear: true }] });
    const total = await read<TableUseAnswer>('/table?table=orders&column=total');
    expect(total).toMatchObject({ calls: 23, writes: 20, unclear: 0 });
  });

  it('that nothing uses has no use', async () => {
    expect(await read<TableUseAnswer>('/table?table=elsewhere')).toMatchObject({
      state: 'read',
      calls: 0,
      queries: [],
    });
  });

  it('has no query shapes if the data policy allows no texts', async () => {
    await app.store.db.query("UPDATE workspaces SET query_text = 'none' WHERE id = $1", [workspace]);
    const { queries, topCallers } = await read<TableUseAnswer>('/table?table=customers');
    expect(queries.map(({ shape }) => shape)).toEqual([undefined, undefined, undefined]);
    expect(topCallers).toHaveLength(3);
  });
});
