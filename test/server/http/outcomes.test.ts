import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDetails, QueryOutcome } from '../../../src/contract/index.ts';
import { NOON } from '../test-store.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// What the rules say about a query, and what happened to it, are two things in every list, count and flow.

const DESTROYS = 'delete from orders';
const READS = 'select 1 from orders where id = 1';
const NONE = { ran: 0, failed: 0, refused: 0, advised: 0 };

let app: TestApp;
let workspace: string;
let owner: string;
let key: string;
let events = 0;

/** An execution that a proxy reports with its verdict. */
function execution(
  mode: 'observe' | 'warn' | 'enforce',
  outcome: 'ok' | 'failed' | 'blocked',
  { query = DESTROYS, calls = 1, application = 'web' } = {},
) {
  const [verdict, rules] = query === DESTROYS ? ['block', ['no-unfiltered-delete']] : ['allow', []];
  events++;
  return {
    ...{ id: `e${events}`, type: 'query', at: NOON.toISOString(), query, dialect: 'postgresql', proxy: 'p1' },
    ...{ judged: { verdict, rules, ruleset: 1, mode }, outcome },
    caller: { application, user: 'app', database: 'shop' },
    ...(calls > 1 && { calls, lastAt: NOON.toISOString() }),
    ...(outcome !== 'ok' && { sqlstate: '42501' }),
  };
}

async function read<T>(path: string): Promise<T> {
  const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/queries${path}`, as: owner });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
}

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  owner = (await app.person(workspace, 'owner')).token;
  key = (await app.key(workspace)).secret;
  const sent = [
    execution('observe', 'ok', { calls: 1000, application: 'observed' }),
    execution('enforce', 'blocked', { calls: 3, application: 'enforced' }),
    execution('warn', 'failed', { calls: 2, application: 'mixed' }),
    execution('warn', 'ok', { application: 'mixed' }),
    execution('observe', 'ok', { calls: 7, application: 'mixed', query: READS }),
  ];
  const ingested = await app.ask({
    ...{ method: 'POST', url: '/api/v1/ingest/events', as: key, body: { workspace, events: sent } },
  });
  expect(ingested.body).toMatchObject({ accepted: sent.length, refused: [] });
  const asked = await app.ask({
    ...{ method: 'POST', url: '/api/v1/proxy/query', as: key },
    body: { workspace, query: DESTROYS, dialect: 'postgresql', caller: { application: 'cart', user: 'app' } },
  });
  expect(asked.body).toMatchObject({ verdict: 'block' });
});
afterAll(() => app.close());

describe('a single query', () => {
  it.each<[string, readonly string[]]>([
    ['outcome=ran', ['mixed observe ran', 'mixed warn ran', 'observed observe ran']],
    ['outcome=ran&verdict=block', ['mixed warn ran', 'observed observe ran']],
    ['outcome=refused', ['enforced enforce refused']],
    ['outcome=failed,advised', ['cart - advised', 'mixed warn failed']],
    ['mode=observe&verdict=block', ['observed observe ran']],
    ['mode=enforce&outcome=ran', []],
  ])('is found by %s', async (filter, expected) => {
    interface Item {
      readonly caller: { readonly application: string };
      readonly mode?: string;
      readonly outcome: QueryOutcome;
    }
    const { items } = await read<{ items: Item[] }>(`?${filter}`);
    const found = items.map(({ caller, mode = '-', outcome }) => `${caller.application} ${mode} ${outcome}`);
    expect(found.sort()).toEqual(expected);
  });

  it('is not found by an outcome that there is not', async () => {
    const url = `/api/v1/workspaces/${workspace}/queries?outcome=ran,blocked`;
    expect(await app.ask({ url, as: owner })).toMatchObject({ status: 422, code: 'field_invalid' });
  });
});

describe('a flow', () => {
  interface Flow {
    readonly id: string;
    readonly caller: { readonly application: string };
    readonly verdict: string;
    readonly verdicts: Record<string, number>;
    readonly outcomes: Record<string, Record<QueryOutcome, number>>;
  }
  const flows = async (filter: string) =>
    (await read<{ items: Flow[] }>(`/flows?${filter}`)).items.map(({ caller, verdict, verdicts, outcomes }) => [
      `${caller.application} ${verdict} ${verdicts[verdict]}`,
      outcomes[verdict],
    ]);

  it('has its calls by verdict and outcome', async () => {
    expect(Object.fromEntries(await flows('verdict=block'))).toEqual({
      'observed block 1000': { ...NONE, ran: 1000 },
      'enforced block 3': { ...NONE, refused: 3 },
      'mixed block 3': { ...NONE, ran: 1, failed: 2 },
      'cart block 1': { ...NONE, advised: 1 },
    });
  });

  it.each<[string, readonly string[]]>([
    ['verdict=block&outcome=ran', ['mixed block 3', 'observed block 1000']],
    ['verdict=block&outcome=refused', ['enforced block 3']],
    ['outcome=advised', ['cart block 1']],
    ['sort=verdict&outcome=ran', ['mixed allow 7', 'mixed block 3', 'observed block 1000']],
  ])('is found by %s', async (filter, expected) => {
    expect((await flows(filter)).map(([name]) => name).sort()).toEqual(expected);
  });

  it('counts in the totals if some of its calls had the outcome', async () => {
    const { totals } = await read<{ totals: unknown }>('/flows?outcome=ran');
    expect(totals).toEqual({ allow: 1, warn: 0, unknown: 0, block: 2 });
  });

  it('has the same in its details, and adds up what is recorded later', async () => {
    const { items } = await read<{ items: Flow[] }>('/flows?application=enforced');
    const body = { workspace, events: [execution('observe', 'ok', { application: 'enforced' })] };
    await app.ask({ method: 'POST', url: '/api/v1/ingest/events', as: key, body });
    const { flow } = await read<FlowDetails>(`/flows/${items[0]?.id}`);
    expect(flow.outcomes.block).toEqual({ ...NONE, ran: 1, refused: 3 });
  });
});

describe('counts', () => {
  interface Counts {
    readonly items: readonly { readonly block: number; readonly allow: number; readonly outcomes: unknown }[];
  }
  const counts = async (more = '') => {
    const day = `${NOON.toISOString().slice(0, 10)}T00:00:00Z`;
    const end = new Date(Date.parse(day) + 86_400_000).toISOString();
    const { items } = await read<Counts>(`/counts?interval=day&from=${day}&to=${end}${more}`);
    return items;
  };

  it('are by verdict, and by outcome within it', async () => {
    expect(await counts()).toMatchObject([
      {
        ...{ allow: 7, block: 1008 },
        outcomes: {
          allow: { ...NONE, ran: 7 },
          block: { ran: 1002, failed: 2, refused: 3, advised: 1 },
        },
      },
    ]);
  });

  it.each<[string, object]>([
    ['&outcome=ran', { allow: 7, block: 1002 }],
    ['&outcome=refused,advised', { allow: 0, block: 4 }],
    ['&outcome=advised&channel=proxy', { allow: 0, block: 0 }],
  ])('are limited by %s', async (filter, expected) => {
    expect(await counts(filter)).toMatchObject([expected]);
  });
});

describe('a flow with calls of several verdicts', () => {
  const ALL = ['allowed', 'blocked', 'both'];
  let own: string;
  let reader: string;

  beforeAll(async () => {
    own = await app.workspace();
    reader = (await app.person(own, 'owner')).token;
    const { secret } = await app.key(own);
    const some = (application: string, verdict: string, outcome: string, calls: number) => ({
      ...{ id: `${application}-${verdict}`, type: 'query', at: NOON.toISOString(), dialect: 'postgresql', outcome },
      ...{ query: 'select id from orders limit 6000', calls, lastAt: NOON.toISOString() },
      ...{ caller: { application }, judged: { verdict, rules: verdict === 'block' ? ['no-page'] : [], ruleset: 1 } },
    });
    const sent = [
      some('allowed', 'allow', 'ok', 7),
      some('blocked', 'block', 'ok', 50),
      some('both', 'block', 'ok', 5),
      some('both', 'allow', 'failed', 90),
    ];
    const reply = await app.ask({
      ...{ method: 'POST', url: '/api/v1/ingest/events', as: secret, body: { workspace: own, events: sent } },
    });
    expect(reply.body).toMatchObject({ accepted: sent.length, refused: [] });
  });

  interface Page {
    readonly items: readonly { readonly caller: { readonly application: string } }[];
    readonly next?: string;
    readonly matching?: number;
    readonly totals?: unknown;
  }
  const flows = async (query: string) => {
    const reply = await app.ask({ url: `/api/v1/workspaces/${own}/queries/flows?${query}`, as: reader });
    expect(reply.status, reply.text).toBe(200);
    return reply.body as Page;
  };
  const names = ({ items }: Page) => items.map(({ caller }) => caller.application);

  it.each<[string, readonly string[]]>([
    ['verdict=allow', ['allowed', 'both']],
    ['verdict=block', ['blocked', 'both']],
    ['verdict=allow,block', ALL],
    ['verdict=warn', []],
    ['verdict=allow&outcome=failed', ['both']],
    ['verdict=block&outcome=failed', []],
    ['verdict=warn,allow&outcome=ran', ['allowed']],
  ])('is found by %s, in each order', async (filter, expected) => {
    for (const sort of ['recent', 'verdict', 'calls']) {
      const page = await flows(`${filter}&sort=${sort}`);
      expect(names(page).toSorted(), sort).toEqual(expected);
      expect(page.matching, sort).toBe(expected.length);
    }
    expect(await flows(`${filter}&databaseId=none`)).toMatchObject({ items: [], matching: 0 });
  });

  it('counts in the totals by its worst verdict', async () => {
    const totals = { allow: 1, warn: 0, unknown: 0, block: 2 };
    expect(await flows('verdict=allow')).toMatchObject({ totals, matching: 2 });
  });

  it.each([
    ['allow', 'calls', ['both', 'allowed']],
    ['block', 'calls', ['blocked', 'both']],
    ['allow', 'verdict', ['both', 'allowed']],
  ])('is sorted by its calls of %s, page by page, in the order %s', async (verdict, sort, expected) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await flows(`verdict=${verdict}&sort=${sort}&limit=1${cursor}`);
      found.push(...names(page));
      cursor = page.next === undefined ? '' : `&cursor=${encodeURIComponent(page.next)}`;
    } while (cursor !== '');
    expect(found).toEqual(expected);
  });
});
