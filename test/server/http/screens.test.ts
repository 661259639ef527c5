import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AuditChain,
  AuditEvent,
  CreatedKey,
  DryRun,
  FlowDetails,
  KeyFilter,
  PolicyPreview,
  TriedQuery,
} from '../../../src/contract/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { touchKey } from '../../../src/server/keys/find-key.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { rotateKey } from '../../../src/server/keys/rotate-key.ts';
import { sweep } from '../../../src/server/retention/sweep.ts';
import { activateRuleset } from '../../../src/server/rulesets/activate.ts';
import { activeRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { changeDataPolicy } from '../../../src/server/workspaces/data-policy.ts';
import { NOON } from '../test-store.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

// The calls of the dashboard's screens, over HTTP, on the store that QUERYGATE_TEST_POSTGRESQL names or an embedded one.

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

  - id: not-in-transaction
    operations: [create_index]
    when: statement.inTransaction
    verdict: block
    message: not in a transaction
`;
const ORDERS = (limit: number) => `select id from orders order by id limit ${limit}`;

let app: TestApp;
let workspace: string;
let owner: string;
let key: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  app = await startTestApp({ http: { publicUrl: 'https://gate.example/' }, runner: true });
  workspace = await app.workspace();
  owner = (await app.person(workspace, 'owner')).token;
  key = await app.key(workspace);
  await activate(RULES);
});
afterAll(() => app.close());

async function activate(text: string): Promise<void> {
  const ifMatch = etagOf(await activeRuleset(app.ctx, workspace));
  const ruleset = { files: [{ path: '.querygate/rules.yml', text }] };
  await activateRuleset(app.ctx, app.engine, { workspace, body: { ruleset }, ifMatch, by: BY });
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const url = `/api/v1/workspaces/${workspace}/${path}`;
  const reply = await app.ask({ url, as: owner, ...(body !== undefined && { method: 'POST', body }) });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body as T;
}

/** Executions that a proxy reports. */
async function ran(application: string, ...queries: readonly (readonly [query: string, calls: number])[]) {
  const events = queries.map(([query, calls], index) => ({
    ...{ id: `${application}-${Math.random()}`, type: 'query', at: new Date(NOON.getTime() + index).toISOString() },
    ...{ query, dialect: 'postgresql', caller: { application, user: 'app', database: 'shop' }, proxy: 'p1' },
    ...(calls > 1 && { calls, lastAt: new Date(NOON.getTime() + 1000).toISOString() }),
  }));
  const reply = await app.ask({
    ...{ method: 'POST', url: '/api/v1/ingest/events', as: key.secret, body: { workspace, events } },
  });
  expect(reply.body).toMatchObject({ accepted: queries.length });
}

async function flowOf(application: string): Promise<string> {
  const { items } = await call<{ items: { id: string }[] }>(`queries/flows?application=${application}`);
  return items[0]?.id ?? '';
}

describe('a query that is tried', () => {
  const tryIt = (query: string, more: object = {}) =>
    call<TriedQuery>('try', { query, dialect: 'postgresql', ...more });

  it('gets the verdict, the rule with its lines, and the place in the text', async () => {
    const { verdict, findings, statements } = await tryIt('select 1;\nselect id\nfrom orders limit 6000');
    expect(verdict).toBe('block');
    expect(findings).toMatchObject([
      {
        ...{ rule: 'no-large-page', message: '6000 rows at once', line: 2, column: 1 },
        ruleText: {
          place: { file: '.querygate/rules.yml', line: 6, column: 5 },
          excerpt: { firstLine: 4, lines: RULES.split('\n').slice(3, 9) },
          owner: 'data-platform',
          ruleset: 2,
        },
      },
    ]);
    expect(statements).toHaveLength(2);
    expect(statements[1]).toMatchObject({
      facts: { 'statement.limit': 6000, 'statement.tablesRead': ['orders'] },
      operations: [{ kind: 'select' }],
      notKnown: expect.arrayContaining(['statement.lockTimeoutSet']),
    });
  });

  it('is judged by the given transaction state only if it is a single statement', async () => {
    const query = 'create index i on t (a)';
    const broken = async (text: string, inTransaction?: boolean) => {
      const { findings } = await tryIt(text, { inTransaction });
      return findings.filter(({ rule }) => rule === 'not-in-transaction').map(({ verdict }) => verdict);
    };
    expect(await broken(query, true)).toEqual(['block']);
    expect(await broken(query, false)).toEqual([]);
    expect(await broken(query)).toEqual(['unknown']);
    expect(await broken(`commit; ${query}`, true)).not.toEqual(['block']);
    expect(await broken(`begin; ${query}`)).toEqual(['block']);
  });

  it('leaves nothing in the workspace', async () => {
    const before = await call<AuditChain>('audit-chain');
    await tryIt('drop table orders');
    expect(await call<AuditChain>('audit-chain')).toEqual(before);
    expect(await call('queries')).toMatchObject({ items: [] });
  });

  it('that cannot be read is unknown', async () => {
    expect(await tryIt('selec from from')).toMatchObject({ verdict: 'unknown', findings: [{ rule: 'unreadable' }] });
  });
});

describe('a flow', () => {
  it('shows its values with their verdicts, and an exception that lets through nothing else', async () => {
    await ran('reports', [ORDERS(500), 10], [ORDERS(2000), 5], [ORDERS(10_000), 3]);
    await ran('other', [ORDERS(9000), 1]);
    const id = await flowOf('reports');
    const flow = await call<FlowDetails>(`queries/flows/${id}`);
    expect(flow).toMatchObject({
      flow: { id, calls: 18, verdict: 'block', verdicts: { allow: 15, warn: 0, unknown: 0, block: 3 } },
      statement: { text: 'select id from orders order by id limit ?', kind: 'shape' },
      rules: [{ rule: 'no-large-page', place: { line: 6 } }],
      ...{
        days: 1,
        history: 'read',
        databaseIds: ['db-1'],
        url: `https://gate.example/w/${workspace}/queries?flow=${id}`,
      },
      values: [
        {
          fact: 'statement.limit',
          values: [
            { value: '500', calls: 10, verdict: 'allow' },
            { value: '2000', calls: 5, verdict: 'allow' },
            { value: '10000', calls: 3, verdict: 'block' },
          ],
          more: 0,
        },
      ],
    });
    expect(flow.exception?.when).toBe(
      'caller.application == "reports" && statement.tablesRead == ["orders"] && statement.limit <= 10000',
    );
    const pasted = flow.exception?.yaml.replaceAll(/<[a-zA-Z-]+>/g, (hole) =>
      hole.includes('Y') ? '2027-01-01' : 'x',
    );
    await activate(`${RULES}exceptions:\n${pasted?.replaceAll(/^/gm, '  ').trimEnd()}\n`);
    const verdictOf = async (application: string, limit: number) =>
      (
        await call<TriedQuery>('try', {
          ...{ query: ORDERS(limit), dialect: 'postgresql', caller: { application, user: 'app', database: 'shop' } },
        })
      ).verdict;
    expect(await verdictOf('reports', 10_000)).toBe('allow');
    expect(await verdictOf('reports', 10_001)).toBe('block');
    expect(await verdictOf('other', 9000)).toBe('block');
    await activate(RULES);
  });

  it('that only ever was blocked over HTTP is not in the history, and says so', async () => {
    const body = { workspace, query: ORDERS(7000), dialect: 'postgresql', caller: { application: 'asks' } };
    const { body: answer } = await app.ask({ method: 'POST', url: '/api/v1/proxy/query', as: key.secret, body });
    expect(answer).toMatchObject({ verdict: 'block', url: expect.stringContaining('/queries?query=qry_') });
    expect(await call(`queries/flows/${await flowOf('asks')}`)).toMatchObject({ history: 'none', values: [], days: 0 });
    const { id } = answer as { id: string };
    expect(await call(`queries/${id}`)).toMatchObject({
      query: { id, verdict: 'block', channel: 'http', flow: await flowOf('asks') },
      ...{ statement: { kind: 'shape' }, keyName: 'ci', rules: [{ rule: 'no-large-page' }] },
    });
  });

  it('is a filter of the single queries, alone and with another filter', async () => {
    type Queries = { items: { flow: string; caller: { application: string } }[] };
    const [reports, asks] = await Promise.all([flowOf('reports'), flowOf('asks')]);
    const flowsOf = async (query: string) => (await call<Queries>(`queries?${query}`)).items.map(({ flow }) => flow);
    const all = await flowsOf('limit=500');
    expect(new Set(all).size).toBeGreaterThan(1);
    expect(await flowsOf(`flow=${reports}`)).toEqual(all.filter((flow) => flow === reports));
    expect(await flowsOf(`flow=${asks}&application=asks`)).toEqual([asks]);
    expect(await flowsOf(`flow=${asks}&application=reports`)).toEqual([]);
    const wrong = await app.ask({ url: `/api/v1/workspaces/${workspace}/queries?flow=xyz`, as: owner });
    expect(wrong.status).toBe(422);
  });

  it('has the id of simulations', async () => {
    const { body } = await app.ask({
      ...{ method: 'POST', url: '/api/v1/ci/rules/simulate', as: key.secret },
      body: { workspace, head: { files: [{ path: '.querygate/rules.yml', text: RULES.replace('5000', '100') }] } },
    });
    const { id, url } = body as { id: string; url: string };
    expect(url).toBe(`https://gate.example/w/${workspace}/simulations/${id}`);
    const read = () => call<{ status: string; url: string; result: { flows: { id: string }[] } }>(`simulations/${id}`);
    await expect.poll(async () => (await read()).status).toBe('done');
    const { result, url: same } = await read();
    expect(same).toBe(url);
    expect(result.flows.map((flow) => flow.id)).toContain(await flowOf('reports'));
  });

  it.each(['queries/qry_0000000000000000000000', 'queries/flows/0123456789ab', 'dry-runs/run_0'])(
    'of another workspace, or a record that does not exist, is not found: %s',
    async (path) => {
      const { status } = await app.ask({ url: `/api/v1/workspaces/${workspace}/${path}`, as: owner });
      expect(status).toBe(404);
    },
  );

  it('is not found in another workspace', async () => {
    const other = await app.workspace();
    const { token } = await app.person(other, 'owner');
    const { items } = await call<{ items: { id: string; flow: string }[] }>('queries?limit=1');
    for (const path of [`queries/${items[0]?.id}`, `queries/flows/${items[0]?.flow}`])
      expect((await app.ask({ url: `/api/v1/workspaces/${other}/${path}`, as: token })).status).toBe(404);
  });
});

describe('a dry run', () => {
  it('is kept with its findings and without its SQL', async () => {
    const sql = "drop table canary_table;\nselect 'canary';";
    const { body } = await app.ask({
      ...{ method: 'POST', url: '/api/v1/ci/dry-run', as: key.secret },
      body: {
        ...{ workspace, change: { repository: 'acme/shop', ref: 'refs/pull/1/merge' } },
        files: [
          { path: 'a.sql', dialect: 'postgresql', status: 'added', source: { text: sql } },
          { path: 'b.sql', dialect: 'postgresql', status: 'added', source: { text: 'create table notes (id int);' } },
        ],
      },
    });
    const { id, url } = body as DryRun;
    expect(url).toBe(`https://gate.example/w/${workspace}/dry-runs/${id}`);
    const record = await call(`dry-runs/${id}`);
    expect(record).toMatchObject({
      ...{ id, verdict: 'block', files: 2, repository: 'acme/shop', findings: { block: 1, exempted: 0 }, more: 0 },
      items: [{ rule: 'no-drop-table', path: 'a.sql', line: 1, operation: 'drop_table' }],
      rules: [{ rule: 'no-drop-table' }],
      // Also files without a finding.
      checked: [
        { path: 'a.sql', statements: 2 },
        { path: 'b.sql', statements: 1 },
      ],
    });
    expect(JSON.stringify(record)).not.toContain('canary');
    expect(await call('dry-runs?verdict=block')).toMatchObject({ items: [{ id }] });
    expect(await call('dry-runs?verdict=allow')).toMatchObject({ items: [] });
  });
});

describe('the audit trail', () => {
  it.each(['', '?type=ruleset.activated', '?from=2026-11-20T12:00:00Z&actor=nobody'])(
    'is exported as it is listed: %s',
    async (query) => {
      const url = `/api/v1/workspaces/${workspace}/audit-events`;
      const exported = await app.ask({ url: `${url}/export${query}`, as: owner });
      expect(exported.headers['content-disposition']).toContain('attachment');
      const lines = exported.text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AuditEvent);
      const listed: AuditEvent[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page: { items: AuditEvent[]; next?: string } = await call(
          `audit-events${query === '' ? '?' : `${query}&`}limit=5${cursor && `&cursor=${cursor}`}`,
        );
        listed.push(...page.items);
        cursor = page.next;
      }
      expect(lines).toEqual(listed);
    },
  );

  const verified = async () => {
    await call('audit-chain/verify', {});
    const read = () => call<AuditChain>('audit-chain');
    await expect.poll(async () => (await read()).verification?.state).not.toBe('running');
    return read();
  };

  it('is verified in the background', async () => {
    const { sequence, entries, verification } = await verified();
    expect(entries).toBe(sequence);
    expect(verification).toMatchObject({ state: 'intact', entries: sequence, upTo: sequence });
  });

  it('that was changed is broken where it was changed', async () => {
    await app.store.db.transaction(async (tx) => {
      await tx.script('ALTER TABLE audit_events DISABLE TRIGGER ALL');
      await tx.query("UPDATE audit_events SET entry = replace(entry, 'ruleset', 'rulesat') WHERE sequence = 2", []);
      await tx.script('ALTER TABLE audit_events ENABLE TRIGGER ALL');
    });
    expect((await verified()).verification).toMatchObject({ state: 'broken', upTo: 1, broken: { sequence: 2 } });
  });

  it('whose verification stopped with its server is interrupted, and can be verified again', async () => {
    await app.store.db.query(
      'UPDATE audit_verifications SET finished_at = NULL, alive_at = $2 WHERE workspace_id = $1',
      [workspace, new Date(NOON.getTime() - 120_000)],
    );
    expect((await call<AuditChain>('audit-chain')).verification?.state).toBe('interrupted');
    expect((await verified()).verification?.state).toBe('broken');
  });
});

describe('a preview of the data policy', () => {
  it('says what the sweep then deletes', async () => {
    const at = (days: number) => new Date(NOON.getTime() - days * DAY).toISOString();
    const events = [1, 40, 50].map((days) => ({
      ...{ id: `old-${days}`, type: 'query', at: at(days), query: `select ${'a'.repeat(days)}`, dialect: 'postgresql' },
    }));
    await app.ask({ method: 'POST', url: '/api/v1/ingest/events', as: key.secret, body: { workspace, events } });
    const preview = await call<PolicyPreview>('data-policy/preview', { retentionDays: 30, graceDays: 0 });
    const counts = Object.fromEntries(preview.deletes.map(({ what, count }) => [what, count]));
    expect(counts).toEqual({ queries: 2, flows: 2, historyDays: 2 });
    expect(preview.deletes[0]?.oldest).toBe(at(50));
    expect(preview.deletedOn).toBe('2026-11-27');
    await changeDataPolicy(app.ctx, workspace, { graceDays: 0 }, BY);
    await changeDataPolicy(app.ctx, workspace, { retentionDays: 30 }, BY);
    const { deleted } = await sweep(app.ctx);
    expect(deleted).toMatchObject({ queries: 2, queryFlows: 2, historyDays: 2 });
    expect(await call('data-policy/preview', { retentionDays: 30 })).toMatchObject({ deletes: [] });
    expect(await call('data-policy/preview', { retentionDays: 300 })).toMatchObject({ deletes: [] });
  });

  it('counts the texts that are no longer allowed', async () => {
    const { deletes } = await call<PolicyPreview>('data-policy/preview', { queryText: 'none' });
    expect(deletes.map(({ what }) => what)).toEqual(['queryTexts', 'flowShapes']);
    expect(await call('data-policy/preview', { queryText: 'full' })).toMatchObject({ deletes: [] });
  });
});

describe('the list of keys', () => {
  it('is narrowed to a state, and counts the keys of each', async () => {
    workspace = await app.workspace();
    owner = (await app.person(workspace, 'owner')).token;
    const made = async (
      name: string,
      days: number,
      ttlDays?: number,
      scope: 'rules:read' | 'audit:read' = 'rules:read',
    ) => {
      app.store.clock.now = new Date(NOON.getTime() - days * DAY);
      const body = { name, scopes: [scope], ttlDays };
      const by = { actor: { kind: 'user', id: 'user_7', name: 'lee@acme.example' } } as const;
      const { key: each } = await createKey(app.ctx, workspace, body, days > 80 ? by : BY);
      app.store.clock.now = NOON;
      return each.id;
    };
    await made('new', 1);
    const used = await made('used', 40);
    await touchKey(app.ctx, { id: used });
    await made('unused', 31);
    await made('soon', 20, 30);
    await made('Old one', 91);
    await made('over', 50, 40);
    await revokeKey(app.ctx, workspace, await made('gone', 95, undefined, 'audit:read'), BY);
    const names = async (query: string) => {
      const { items } = await call<{ items: { name: string }[] }>(`keys?${query}`);
      return items.map(({ name }) => name);
    };
    const expected: Readonly<Record<KeyFilter, readonly string[]>> = {
      current: ['new', 'soon', 'unused', 'used', 'over', 'Old one'],
      active: ['new', 'soon', 'unused', 'used', 'Old one'],
      expiring: ['soon'],
      old: ['Old one'],
      unused: ['unused', 'Old one'],
      expired: ['over'],
      revoked: ['gone'],
    };
    for (const [state, keys] of Object.entries(expected)) expect(await names(`state=${state}`), state).toEqual(keys);
    const { totals } = await call<{ totals: Record<KeyFilter, number> }>('keys?state=revoked');
    expect(totals).toEqual(Object.fromEntries(Object.entries(expected).map(([state, keys]) => [state, keys.length])));
    expect(await names('name=OLD')).toEqual(['Old one']);
    expect(await names('name=%25')).toEqual([]);
    expect(await names('scope=audit:read')).toEqual(['gone']);
    expect(await names('createdBy=lee@acme.example')).toEqual(['Old one', 'gone']);
    expect(await names('createdBy=user_7&state=active')).toEqual(['Old one']);
  });

  it('rotates all keys of a person, and no others', async () => {
    const { keys } = await call<{ keys: (CreatedKey & { replaces: string[] })[] }>('keys/rotate-all', {
      createdBy: 'user_7',
    });
    expect(keys.map(({ key: each }) => each.name)).toEqual(['Old one']);
    expect(keys[0]?.secret).toMatch(/^qg_/);
  });

  it('is refused without a selection', async () => {
    const { code } = await app.ask({
      ...{ method: 'POST', url: `/api/v1/workspaces/${workspace}/keys/rotate-all`, as: owner, body: {} },
    });
    expect(code).toBe('field_invalid');
  });

  it('ends a rotation if the new key is revoked, and the old key stays', async () => {
    const { key: old } = await createKey(app.ctx, workspace, { name: 'r', scopes: ['rules:read'] }, BY);
    const { key: next } = await rotateKey(app.ctx, workspace, old.id, {}, BY);
    expect(await call(`keys/${old.id}`)).toMatchObject({ rotation: { newKey: next.id } });
    await revokeKey(app.ctx, workspace, next.id, BY);
    const after = await call<object>(`keys/${old.id}`);
    expect(after).toMatchObject({ state: 'active' });
    expect(after).not.toHaveProperty('rotation');
  });
});

describe('the versions of the ruleset', () => {
  it('are listed by time, and compared with what a simulation of both found', async () => {
    const { secret } = await app.key(workspace);
    key = { id: '', secret };
    await activate(RULES);
    await ran('reports', [ORDERS(500), 10], [ORDERS(2000), 5]);
    const head = { files: [{ path: '.querygate/rules.yml', text: RULES.replace('5000', '1000') }] };
    const { body } = await app.ask({
      ...{ method: 'POST', url: '/api/v1/ci/rules/simulate', as: secret, body: { workspace, head } },
    });
    const { id } = body as { id: string };
    const status = async () => (await call<{ status: string }>(`simulations/${id}`)).status;
    await expect.poll(status).toBe('done');
    expect(await call(`simulations/${id}/ruleset`)).toMatchObject({ ruleset: head });
    await activate(RULES.replace('5000', '1000'));
    expect(await call('rulesets/3/difference')).toMatchObject({
      simulation: { id },
      rules: [
        {
          ...{ rule: 'no-large-page', effect: 'stricter' },
          replayed: { newlyBlocked: { flows: 1, calls: 5 }, partlyBlocked: { flows: 1, calls: 5 } },
        },
      ],
    });
    expect(await call('rulesets/2/difference?from=3')).not.toHaveProperty('simulation');
    const count = async (query: string) => (await call<{ items: unknown[] }>(`rulesets?${query}`)).items.length;
    expect(await count('from=2026-11-20T12:00:00Z')).toBe(3);
    expect(await count('to=2026-11-20T12:00:00Z')).toBe(0);
  });
});
