import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/server/context/types.ts';
import { activateRuleset } from '../../../src/server/rulesets/activate.ts';
import { activeRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { RECORDED_QUERIES } from '../traffic.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

// Calls whose key and ruleset are remembered by one server, while another server on the same store changes them.

let app: TestApp;
let workspace: string;
let key: { id: string; secret: string };

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  workspace = await app.workspace();
  key = await app.key(workspace);
});
afterEach(() => {
  app.store.clock.now = new Date('2026-11-20T12:00:00Z');
});

const query = (text = 'SELECT id FROM users WHERE id = 1') => ({
  method: 'POST',
  url: '/api/v1/proxy/query',
  as: key.secret,
  body: { workspace, dialect: 'postgresql', query: text },
});

let events = 0;
const event = (text = 'SELECT id FROM users WHERE id = 1') => ({
  method: 'POST',
  url: '/api/v1/ingest/events',
  as: key.secret,
  body: {
    workspace,
    events: [
      { id: `e${events++}`, type: 'query', at: '2026-11-20T11:00:00Z', query: text, dialect: 'postgresql' } as const,
    ],
  },
});

const calls = [
  ['a proxy query', query],
  ['a call with events', event],
] as const;

async function recorded(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = {
    queries: RECORDED_QUERIES,
    history_days: 'history_days',
    event_ids: 'event_ids',
    audit: 'audit_events',
  };
  for (const [name, table] of Object.entries(tables)) {
    const { rows } = await app.store.db.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`,
      [workspace],
    );
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/** The same store as another server sees it, which remembers nothing of this one. */
function otherServer(): Context {
  const { db } = app.store;
  return {
    ...app.ctx,
    db: {
      kind: db.kind,
      query: (sql, parameters) => db.query(sql, parameters),
      transaction: (work) => db.transaction(work),
      exclusively: (lock, work) => db.exclusively(lock, work),
      ping: (milliseconds) => db.ping(milliseconds),
      close: () => db.close(),
    },
  };
}

describe('a key that was used a moment ago, and that another server', () => {
  const changes = [
    ['revoked', 'UPDATE api_keys SET revoked_at = $2 WHERE id = $1', 401, 'key_revoked'],
    ['saw expire', 'UPDATE api_keys SET expired_at = $2 WHERE id = $1', 401, 'key_expired'],
  ] as const;
  describe.each(calls)('since then, for %s', (_, call) => {
    it.each(changes)('%s, is refused and nothing is recorded', async (_change, sql, status, code) => {
      expect(await app.ask(call())).toMatchObject({ status: 200 });
      const before = await recorded();
      expect(before).toMatchObject({ queries: 1, history_days: 1 });
      await app.store.db.query(sql, [key.id, app.ctx.now()]);
      expect(await app.ask(call())).toMatchObject({ status, code });
      expect(await app.ask(call())).toMatchObject({ status, code });
      expect(await recorded()).toEqual(before);
    });

    it('revoked, is refused as such if its body is invalid too', async () => {
      expect(await app.ask(call())).toMatchObject({ status: 200 });
      await app.store.db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [key.id, app.ctx.now()]);
      expect(await app.ask({ ...call(), body: { workspace } })).toMatchObject({ status: 401, code: 'key_revoked' });
    });

    it('revoked, is refused while others in the same transaction are recorded', async () => {
      const other = await app.key(workspace);
      expect(await app.ask(call())).toMatchObject({ status: 200 });
      expect(await app.ask({ ...call(), as: other.secret })).toMatchObject({ status: 200 });
      await app.store.db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [key.id, app.ctx.now()]);
      const before = await recorded();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => app.ask({ ...call(), as: at % 2 === 0 ? key.secret : other.secret })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 === 0 ? 401 : 200)));
      expect((await recorded())['queries']).toBe((before['queries'] ?? 0) + 10);
    });
  });

  it('did not change, is looked up by other calls each time', async () => {
    expect(await app.ask(query())).toMatchObject({ status: 200 });
    await app.store.db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [key.id, app.ctx.now()]);
    expect(await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: key.secret })).toMatchObject({
      status: 401,
      code: 'key_revoked',
    });
  });
});

describe('a ruleset that another server activated', () => {
  const STRICT = `version: 1
rules:
  - id: no-users
    operations: [select]
    verdict: block
    message: users are not read
`;

  it('judges the next query and the next event, whose records name it', async () => {
    expect((await app.ask(query())).body).toMatchObject({ verdict: 'allow', ruleset: { version: 1 } });
    const other = otherServer();
    const etag = etagOf(await activeRuleset(other, workspace));
    const ruleset = { commit: 'abc', files: [{ path: '.querygate/rules.yml', text: STRICT }] };
    await activateRuleset(other, app.engine, {
      workspace,
      body: { ruleset, reason: 'because' },
      ifMatch: etag,
      by: BY,
    });
    expect((await app.ask(query())).body).toMatchObject({ verdict: 'block', ruleset: { version: 2 } });
    expect(await app.ask(event())).toMatchObject({ status: 200, body: { accepted: 1 } });
    const { rows } = await app.store.db.query(
      `SELECT verdict, ruleset_version FROM ${RECORDED_QUERIES} WHERE workspace_id = $1 ORDER BY sequence`,
      [workspace],
    );
    expect(rows).toEqual([
      { verdict: 'allow', ruleset_version: 1 },
      { verdict: 'block', ruleset_version: 2 },
      { verdict: 'block', ruleset_version: 2 },
    ]);
  });
});
