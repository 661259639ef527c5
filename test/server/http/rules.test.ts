import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ActiveRule, LIMITS } from '../../../src/contract/index.ts';
import { NOON } from '../test-store.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// The rules in force, on the store that QUERYGATE_TEST_POSTGRESQL names or an embedded one.

const DAY = 24 * 3_600_000;
const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-large-page
    operations: [select]
    when: statement.limit > 5000
    verdict: block
    message: '{statement.limit} rows at once'
    owner: data-platform
  - { id: no-grant, verdict: off }
exceptions:
  - rule: no-large-page
    when: 'caller.application == "export"'
    reason: nightly export
    owner: data-platform
    until: 2027-03-31
  - rule: no-large-page
    when: 'caller.application == "old"'
    reason: gone
    owner: data-platform
    until: 2026-10-31
`;

let app: TestApp;
let workspace: string;
let owner: string;
let key: { readonly secret: string };

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.store.clock.now = NOON;
  workspace = await app.workspace();
  owner = (await app.person(workspace, 'owner')).token;
  key = await app.key(workspace);
});

interface Answer {
  readonly version: number;
  readonly from: string;
  readonly to: string;
  readonly rules: readonly ActiveRule[];
}
const list = async (query = '', as = owner) => {
  const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset/rules${query}`, as });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Answer;
};
const rule = ({ rules }: Answer, id: string) => rules.find((each) => each.rule === id);

async function activate(text: string): Promise<void> {
  const url = `/api/v1/workspaces/${workspace}/ruleset`;
  const { headers } = await app.ask({ url, as: owner });
  const reply = await app.ask({
    ...{ method: 'PUT', url, as: owner, headers: { 'if-match': headers['etag'] ?? '' } },
    body: { ruleset: { files: [{ path: '.querygate/rules.yml', text }] } },
  });
  expect(reply.status, reply.text).toBe(200);
}

/** Executions that a proxy reports. */
async function ran(query: string, calls: number, at: Date): Promise<void> {
  const event = {
    ...{ id: `e-${Math.random()}`, type: 'query', at: at.toISOString(), query, dialect: 'postgresql', proxy: 'p1' },
    ...(calls > 1 && { calls, lastAt: new Date(at.getTime() + 1000).toISOString() }),
  };
  const reply = await app.ask({
    ...{ method: 'POST', url: '/api/v1/ingest/events', as: key.secret, body: { workspace, events: [event] } },
  });
  expect(reply.body).toMatchObject({ accepted: 1 });
}

describe('the rules in force', () => {
  it('of a workspace without files are those of the built-in packs, with their texts', async () => {
    const answer = await list();
    expect(answer.version).toBe(1);
    expect(new Set(answer.rules.map(({ source }) => source))).toEqual(
      new Set(['querygate:recommended@1', 'querygate:availability@1']),
    );
    const drop = rule(answer, 'no-drop-table');
    expect(drop).toMatchObject({
      ...{ verdict: 'block', operations: ['drop_table'], source: 'querygate:recommended@1', exceptions: [] },
      fired: { queries: 0, calls: 0, atLeast: false },
    });
    expect(drop?.place).toBeUndefined();
    for (const text of [drop?.when, drop?.message, drop?.description, drop?.help, drop?.docs])
      expect(text).toBeTruthy();
  });

  it('name the file and line that decides, and the exceptions with their end', async () => {
    await activate(RULES);
    const answer = await list();
    expect(rule(answer, 'no-large-page')).toMatchObject({
      ...{ verdict: 'block', when: 'statement.limit > 5000', message: '{statement.limit} rows at once' },
      ...{ source: '.querygate/rules.yml', owner: 'data-platform' },
      place: { file: '.querygate/rules.yml', line: 6, column: 5 },
      excerpt: { firstLine: 4, lines: RULES.split('\n').slice(3, 9) },
      exceptions: [
        {
          ...{ when: 'caller.application == "export"', reason: 'nightly export', owner: 'data-platform' },
          ...{ until: '2027-03-31', expired: false, place: { file: '.querygate/rules.yml', line: 12 } },
        },
        { until: '2026-10-31', expired: true },
      ],
    });
    expect(rule(answer, 'no-grant')).toMatchObject({ verdict: 'off', place: { line: 10 } });
    expect(rule(answer, 'no-drop-table')).toMatchObject({ verdict: 'block', source: 'querygate:recommended@1' });
  });

  it('are counted by the queries and calls that they fired on in the time', async () => {
    await ran('delete from orders', 1, NOON);
    await ran('delete from items', 40, new Date(NOON.getTime() - DAY));
    await ran('delete from users', 1, new Date(NOON.getTime() - 8 * DAY));
    await ran('select 1', 1, NOON);
    app.store.clock.now = new Date(NOON.getTime() + 1000);
    const week = await list();
    expect(rule(week, 'no-unfiltered-delete')?.fired).toEqual({
      ...{ queries: 2, calls: 41, atLeast: false, lastAt: NOON.toISOString() },
    });
    expect(rule(week, 'no-drop-table')?.fired).toEqual({ queries: 0, calls: 0, atLeast: false });
    expect(Date.parse(week.to) - Date.parse(week.from)).toBe(7 * DAY);
    const earlier = await list(`?from=2026-11-01T00:00:00Z&to=${new Date(NOON.getTime() - 2 * DAY).toISOString()}`);
    expect(rule(earlier, 'no-unfiltered-delete')?.fired).toMatchObject({ queries: 1, calls: 1 });
  });

  it('fired at least as often as the newest queries that are counted', async () => {
    await app.store.db.query(
      `INSERT INTO query_rules (workspace_id, rule, at, sequence)
       SELECT $1, 'no-drop-table', $2::timestamptz - i * interval '1 second', 1000000 + i FROM generate_series(1, $3) AS i`,
      [workspace, NOON, LIMITS.countedFirings + 10],
    );
    await app.store.db.query(
      `INSERT INTO queries (workspace_id, sequence, id, at, channel, dialect, caller, calls, rules)
       SELECT $1, 1000000 + i, 'q' || i, $2::timestamptz - i * interval '1 second', 'http', 'postgresql', '{}', 1, '{}'
       FROM generate_series(1, $3) AS i`,
      [workspace, NOON, LIMITS.countedFirings + 10],
    );
    expect(rule(await list(), 'no-drop-table')?.fired).toMatchObject({
      ...{ queries: LIMITS.countedFirings + 1, atLeast: true },
    });
  });

  it('are shown to viewers without the traffic', async () => {
    const viewer = (await app.person(workspace, 'viewer')).token;
    const { rules } = await list('', viewer);
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter(({ fired }) => fired !== undefined)).toEqual([]);
  });

  it.each([
    ['a time that ends before it begins', '?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z'],
    ['a time that is not a timestamp', '?from=yesterday'],
    ['a field that it does not know', '?version=2'],
  ])('are refused for %s', async (_, query) => {
    const reply = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset/rules${query}`, as: owner });
    expect(reply).toMatchObject({ status: 422, code: 'field_invalid' });
  });
});
