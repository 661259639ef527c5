import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeDataPolicy } from '../../../src/server/workspaces/data-policy.ts';
import { NOON } from '../test-store.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

// A query is found by the id of its event, by what its text or caller contains, and goes out as a file.

/** As the error of a blocked query has it. */
const EVENT = 'vm-0606d7fe:_T1KFi73u_lg:1xmi';

let app: TestApp;
let workspace: string;
let owner: string;
let key: string;

interface Sent {
  readonly id: string;
  readonly query: string;
  readonly application: string;
  readonly calls?: number;
  readonly durationMs?: number;
}

async function report(...sent: readonly Sent[]): Promise<void> {
  const events = sent.map(({ id, query, application, calls = 1, durationMs }) => ({
    ...{ durationMs, id, type: 'query', at: NOON.toISOString(), query, dialect: 'postgresql', proxy: 'p1' },
    ...(calls > 1 && { calls, lastAt: NOON.toISOString() }),
    caller: { application, user: 'app', database: 'shop' },
  }));
  const reply = await app.ask({ method: 'POST', url: '/api/v1/ingest/events', as: key, body: { workspace, events } });
  expect(reply.body).toMatchObject({ accepted: sent.length, refused: [] });
}

const ask = (path: string, as = owner) => app.ask({ url: `/api/v1/workspaces/${workspace}/${path}`, as });

async function found(path: string, as = owner): Promise<readonly string[]> {
  const { body, status, text } = await ask(path, as);
  expect(status, text).toBe(200);
  const { items } = body as { items: { caller: { application: string } }[] };
  return items.map(({ caller }) => caller.application).sort();
}

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  owner = (await app.person(workspace, 'owner')).token;
  key = (await app.key(workspace)).secret;
  await changeDataPolicy(app.ctx, workspace, { queryText: 'full' }, BY);
  await report(
    { id: EVENT, query: "delete from Orders where note = 'geheim'", application: 'cart', durationMs: 3 },
    { id: 'e-2', query: 'select id from orders where id = 1', application: 'web', calls: 100, durationMs: 20 },
    { id: 'e-3', query: 'select id from carts', application: '=cmd', calls: 7 },
  );
});
afterAll(() => app.close());

describe('the id of an event', () => {
  it('finds its query, and its entry in the audit trail', async () => {
    expect(await found(`queries?event=${EVENT}`)).toEqual(['cart']);
    const { body } = await ask(`audit-events?event=${EVENT}`);
    expect((body as { items: unknown[] }).items).toMatchObject([{ type: 'query.ingested', details: { event: EVENT } }]);
  });

  it.each(['vm-0606d7fe:_T1KFi73u_lg:1xm', 'nothing', '%25', '"'])('is no other, such as %s', async (event) => {
    expect((await ask(`queries?event=${event}`)).body).toEqual({ items: [] });
    expect((await ask(`audit-events?event=${event}`)).body).toEqual({ items: [] });
  });

  it('finds nothing in another workspace, or outside of the time', async () => {
    const other = await app.workspace();
    const stranger = (await app.person(other, 'owner')).token;
    const url = `/api/v1/workspaces/${other}/queries?event=${EVENT}`;
    expect((await app.ask({ url, as: stranger })).body).toEqual({ items: [] });
    expect(await found(`queries?event=${EVENT}&to=2020-01-01T00:00:00Z`)).toEqual([]);
  });
});

describe('a search', () => {
  it.each([
    ['queries', 'ORDERS', ['cart', 'web']],
    ['queries', 'geheim', ['cart']],
    ['queries', 'cart', ['=cmd', 'cart']],
    ['queries', '%25', []],
    ['queries/flows', 'ORDERS', ['cart', 'web']],
    ['queries/flows', 'geheim', []],
    ['queries/flows', 'no-unfiltered', []],
    ['queries/flows', 'shop', ['=cmd', 'cart', 'web']],
  ])('of %s for %s', async (list, search, expected) => {
    expect(await found(`${list}?search=${search}`)).toEqual(expected);
  });

  it('with a key does not tell what is in a text', async () => {
    const { secret } = await app.key(workspace, ['audit:read']);
    for (const list of ['queries', 'queries/flows']) {
      expect(await found(`${list}?search=orders`, secret)).toEqual([]);
      expect(await found(`${list}?search=web`, secret)).toEqual(['web']);
    }
  });

  it('counts only what it finds', async () => {
    const { body } = await ask('queries/flows?search=orders');
    expect(body).toMatchObject({ totals: { allow: 2 } });
  });
});

describe('flows by calls', () => {
  it('come most calls first, page by page', async () => {
    const calls: number[] = [];
    let cursor = '';
    do {
      const { body } = await ask(`queries/flows?sort=calls&limit=1${cursor}`);
      const { items, next } = body as { items: { calls: number }[]; next?: string };
      calls.push(...items.map((item) => item.calls));
      cursor = next === undefined ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(calls).toEqual([100, 7, 1]);
  });

  it('do not take the cursor of another order', async () => {
    const { body } = await ask('queries/flows?limit=1');
    const reply = await ask(`queries/flows?sort=calls&cursor=${(body as { next: string }).next}`);
    expect(reply).toMatchObject({ status: 422, code: 'field_invalid' });
  });
});

describe('single queries', () => {
  const times = async (sort: string) => {
    const { body } = await ask(`queries?sort=${sort}`);
    return (body as { items: { at: string }[] }).items.map(({ at }) => at);
  };

  it('come slowest first, also in a file', async () => {
    const { body } = await ask('queries?sort=slowest&limit=2');
    const page = body as { items: { caller: { application: string } }[]; next: string; sortedNewest?: number };
    expect(page.items.map(({ caller }) => caller.application)).toEqual(['web', 'cart']);
    expect(page).not.toHaveProperty('sortedNewest');
    const { body: second } = await ask(`queries?sort=slowest&limit=2&cursor=${page.next}`);
    expect((second as typeof page).items.map(({ caller }) => caller.application)).toEqual(['=cmd']);
    const { text } = await ask('queries/export?sort=slowest');
    const lines = text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).caller.application)).toEqual(['web', 'cart', '=cmd']);
  });

  it('come newest first, or oldest first', async () => {
    const [recent, oldest] = [await times('recent'), await times('oldest')];
    expect(recent.length).toBeGreaterThan(1);
    expect(recent).toEqual(recent.toSorted().toReversed());
    expect(oldest).toEqual(recent.toReversed());
    const { text } = await ask('queries/export?format=csv&sort=oldest');
    expect(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1]),
    ).toEqual(oldest);
  });

  it.each(['calls', 'duration', 'fastest', 'Slowest', ''])('have no order %j', async (sort) => {
    expect(await ask(`queries?sort=${sort}`)).toMatchObject({ status: 422, code: 'field_invalid' });
  });
});

describe('a download', () => {
  it('has what the list has, as JSON Lines', async () => {
    const { text, headers } = await ask('queries/export?search=orders');
    expect(headers['content-type']).toBe('application/jsonl');
    expect(headers['content-disposition']).toBe(`attachment; filename="queries-${workspace}.jsonl"`);
    const lines = text.trimEnd().split('\n');
    const { items } = (await ask('queries?search=orders')).body as { items: unknown[] };
    expect(lines.map((line) => JSON.parse(line))).toEqual(items);
  });

  it('is CSV that a spreadsheet does not run', async () => {
    const { text, headers } = await ask('queries/flows/export?format=csv&sort=calls');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [names, ...lines] = text.trimEnd().split('\r\n');
    expect(names).toBe(
      'id,verdict,ran,refused,failed,advised,calls,allow,warn,block,unknown,databaseId,application,user,role,database,rules,firstAt,lastAt,shape',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^[0-9a-f]{12},allow,7,0,0,0,7,7,0,0,0,.*,'=cmd,app,,shop,,/);
  });

  it('is in the audit trail, with its filters', async () => {
    await ask('queries/export?format=csv&verdict=block');
    const { body } = await ask('audit-events?type=queries.exported&limit=1');
    expect((body as { items: unknown[] }).items).toMatchObject([
      { details: { list: 'queries', format: 'csv', filters: { verdict: 'block' } } },
    ]);
  });

  it('is refused to viewers and keys', async () => {
    const viewer = (await app.person(workspace, 'viewer')).token;
    const { secret } = await app.key(workspace, ['audit:read']);
    for (const as of [viewer, secret]) expect((await ask('queries/export', as)).status).toBe(403);
  });
});
