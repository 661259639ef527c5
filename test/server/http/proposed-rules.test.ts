import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedRulesetBody } from '../../../src/contract/index.ts';
import { entries } from '../keys/world.ts';
import { NOON } from '../test-store.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// Rules that a signed-in user proposes: they are checked, and simulated on the history.

const PATH = '.querygate/rules.yml';
const HEAD = 'version: 1\nextends: [querygate:recommended@1]\nrules:\n';
const WIDE = `${HEAD}  - id: no-wide-read
    operations: [select]
    when: statement.limit > 1000
    verdict: block
    message: too many rows
    examples:
      block: ['SELECT id FROM orders LIMIT 2000']
      pass: ['SELECT id FROM orders LIMIT 10']
`;
const filesOf = (text: string) => ({ files: [{ path: PATH, text }] });

let app: TestApp;
let workspace: string;
let owner: string;

beforeAll(async () => {
  app = await startTestApp({ runner: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.store.clock.now = NOON;
  workspace = await app.workspace();
  owner = (await app.person(workspace, 'owner')).token;
});

const post = (path: string, body: unknown, as = owner, headers: Record<string, string> = {}) =>
  app.ask({ method: 'POST', url: `/api/v1/workspaces/${workspace}/${path}`, as, body, headers });
const get = (path: string, as = owner) => app.ask({ url: `/api/v1/workspaces/${workspace}/${path}`, as });

async function check(text: string): Promise<CheckedRulesetBody> {
  const reply = await post('ruleset/check', { ruleset: filesOf(text) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as CheckedRulesetBody;
}

describe('rules that are checked', () => {
  it('are compared with the active ruleset, and their examples are run', async () => {
    const { valid, problems, checked } = await check(WIDE);
    expect({ valid, problems }).toEqual({ valid: true, problems: [] });
    expect(checked).toMatchObject({
      sources: ['querygate:recommended@1', PATH],
      examples: { passed: 2, rulesWithout: 0, failed: [] },
      compared: { version: 1, equal: false },
    });
    const changes = checked?.compared?.changes ?? [];
    expect(changes.find(({ rule }) => rule === 'no-wide-read')).toMatchObject({ change: 'added', effect: 'stricter' });
    // The workspace began with querygate:availability too.
    expect(changes.filter(({ change }) => change === 'removed').length).toBeGreaterThan(0);
  });

  it('list every mistake with its line', async () => {
    const { valid, problems, checked } = await check(
      `${HEAD}  - { id: a-rule, operations: [select], when: 'statement.limt > 1', verdict: block, message: m }\n  - { id: b-rule, operations: [selct], verdict: block, message: m }\n`,
    );
    expect(valid).toBe(false);
    expect(checked).toBeUndefined();
    expect(problems.map(({ place }) => [place?.file, place?.line])).toEqual([
      [PATH, 4],
      [PATH, 5],
    ]);
    expect(problems[0]?.detail).toContain('limt');
  });

  it.each([
    ['does not match what it must', WIDE.replace('2000', '20'), 'block', 'the rule does not match it'],
    ['matches what it must not', WIDE.replace('LIMIT 10', 'LIMIT 9999'), 'pass', 'the rule matches it'],
    ['cannot be read', WIDE.replace('LIMIT 10', 'LIMITED TO 10'), 'pass', 'could not be read'],
  ])('fail if an example %s', async (_, text, wanted, problem) => {
    const { valid, checked } = await check(text);
    expect(valid).toBe(false);
    expect(checked?.examples.failed).toMatchObject([
      { rule: 'no-wide-read', wanted, problem: expect.stringContaining(problem), place: { file: PATH, line: 4 } },
    ]);
  });

  it('run the examples of built-in rules that they override, unless these match something else now', async () => {
    const override = (keys: string) => check(`${HEAD}  - { id: no-drop-table, ${keys} }\n`);
    const examples = async (keys: string) => (await override(keys)).checked?.examples;
    expect(await examples('verdict: warn')).toMatchObject({ failed: [], rulesWithout: 0 });
    expect((await examples('verdict: warn'))?.passed).toBeGreaterThan(1);
    expect(await examples("when: 'operation.temporary'")).toMatchObject({ passed: 0, failed: [], rulesWithout: 1 });
  });

  it('change nothing', async () => {
    const before = await entries(app.store.db, workspace);
    await check(WIDE);
    expect(await entries(app.store.db, workspace)).toEqual(before);
    expect((await get('ruleset')).body).toMatchObject({ version: 1 });
  });
});

describe('rules that a signed-in user simulates', () => {
  const start = (as = owner, headers: Record<string, string> = {}) =>
    post('simulations', { head: filesOf(WIDE) }, as, headers);
  const done = async (id: string) => {
    await expect.poll(async () => (await get(`simulations/${id}`)).body).toMatchObject({ status: 'done' });
    return (await get(`simulations/${id}`)).body;
  };

  it.each(['owner', 'admin', 'member'] as const)('are replayed on the history for a %s, and audited', async (role) => {
    const { token } = await app.person(workspace, role);
    const { secret } = await app.key(workspace);
    const event = { id: 'e1', type: 'query', at: NOON.toISOString(), dialect: 'postgresql' };
    await app.ask({
      ...{ method: 'POST', url: '/api/v1/ingest/events', as: secret },
      body: { workspace, events: [{ ...event, query: 'select id from orders limit 5000' }] },
    });
    const reply = await start(token);
    expect(reply.status, reply.text).toBe(202);
    const { id } = reply.body as { id: string };
    expect(reply.headers['location']).toBe(`simulations/${id}`);
    expect(await done(id)).toMatchObject({
      ...{ outcome: 'simulated', ruleset: { version: 1 } },
      result: { totals: { newlyBlocked: { flows: 1, calls: 1 } } },
    });
    const actor = { kind: 'user', id: expect.stringMatching(/^user_/), name: expect.stringContaining('@') };
    expect((await entries(app.store.db, workspace)).find(({ type }) => type === 'simulation.started')).toMatchObject({
      actor,
      details: { simulation: id, head: { files: 1 } },
    });
    expect((await get('simulations')).body).toMatchObject({
      items: [{ id, status: 'done', startedBy: actor, defaultBranch: false, activatable: false }],
    });
    expect((await get(`simulations/${id}/ruleset`)).body).toMatchObject({ ruleset: filesOf(WIDE) });
  });

  it('cannot be activated', async () => {
    const { id } = (await start()).body as { id: string };
    await done(id);
    const etag = (await get('ruleset')).headers['etag'] ?? '';
    const reply = await post(`simulations/${id}/activate`, { reason: 'try' }, owner, { 'if-match': etag });
    expect(reply.code).toBe('simulation_not_activatable');
  });

  it('are refused for a viewer, a mistake and a claim to be a branch', async () => {
    const viewer = (await app.person(workspace, 'viewer')).token;
    expect((await start(viewer)).code).toBe('role_missing');
    expect((await post('simulations', { head: filesOf('version: 2') })).code).toBe('rules_invalid');
    const change = { ref: 'refs/heads/main', defaultBranch: true };
    expect((await post('simulations', { head: filesOf(WIDE), change })).code).toBe('field_invalid');
    expect((await get('simulations')).body).toMatchObject({ items: [] });
  });

  it('start once for one `Idempotency-Key`, and need no sign-in of the last minutes', async () => {
    app.store.clock.now = new Date(NOON.getTime() + 60 * 60_000);
    const replies = [await start(owner, { 'idempotency-key': 'k' }), await start(owner, { 'idempotency-key': 'k' })];
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([202, 202]);
  });
});
