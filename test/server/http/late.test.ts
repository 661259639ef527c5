import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/contract/index.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { removeMember, setMember } from '../../../src/server/people/members.ts';
import { signOut } from '../../../src/server/people/sessions.ts';
import { disableUser } from '../../../src/server/people/users.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { entries } from '../keys/world.ts';
import { BY, checkReply, type Reply, replyOf, startTestApp, type TestApp } from './test-app.ts';

// Callers that were authenticated by their headers and lost the permission before they acted.

let app: TestApp;
let workspace: string;
/** Statements that the service sent to the store, outside transactions. */
const asked: string[] = [];
/** If set, transactions of the service wait for it. */
let gate: Promise<void> | undefined;
let waiting = 0;

beforeAll(async () => {
  app = await startTestApp({ ctx: (real) => ({ ...real, db: watched(real.db) }) });
});
afterAll(() => app.close());
beforeEach(async () => {
  workspace = await app.workspace();
  asked.length = 0;
});

function watched(db: Database): Database {
  return {
    kind: db.kind,
    query: async (sql, parameters) => {
      const answer = await db.query<never>(sql, parameters);
      asked.push(sql);
      return answer;
    },
    transaction: async (work) => {
      waiting++;
      await gate;
      waiting--;
      return db.transaction(work);
    },
    exclusively: (lock, work) => db.exclusively(lock, work),
    ping: (milliseconds) => db.ping(milliseconds),
    close: () => db.close(),
  };
}

interface Late {
  readonly method: string;
  readonly path: string;
  readonly as: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the headers and the first bytes of a body, and waits until the service has authenticated the request. */
async function begin({ method, path, as, body, headers = {} }: Late): Promise<{ rest(): Promise<Reply> }> {
  const text = JSON.stringify(body);
  const sent: ClientRequest = request(new URL(path, app.url), {
    agent: false,
    method,
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    },
  });
  const reply = new Promise<Reply>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let all = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        all += piece;
      });
      response.on('end', () => resolve(replyOf(response.statusCode ?? 0, response.headers, all)));
    });
  });
  sent.write(text.slice(0, 5));
  await expect.poll(() => asked.some((sql) => /FROM (api_keys|sessions)/.test(sql))).toBe(true);
  return {
    rest: async () => {
      sent.end(text.slice(5));
      const answer = await reply;
      checkReply(method, path, answer);
      return answer;
    },
  };
}

const types = async () => (await entries(app.ctx.db, workspace)).map(({ type }) => type);

type Lost = (user: { readonly email: string; readonly token: string }) => Promise<unknown>;
const LOST: readonly [string, Lost, string][] = [
  ['signed out', ({ token }) => signOut(app.store.ctx, token), 'session_unknown'],
  ['is disabled', ({ email }) => disableUser(app.store.ctx, { email }, BY), 'session_unknown'],
  ['is a member no more', ({ email }) => removeMember(app.store.ctx, workspace, { email }, BY), 'workspace_not_found'],
  [
    'is a viewer now',
    ({ email }) => setMember(app.store.ctx, workspace, { email, role: 'viewer' }, BY),
    'role_missing',
  ],
];

describe('a body that arrives late', () => {
  it('with a revoked key is neither judged nor recorded', async () => {
    const key = await app.key(workspace);
    const body = { workspace, query: 'SELECT 1', dialect: 'postgresql' };
    const late = await begin({ method: 'POST', path: '/api/v1/proxy/query', as: key.secret, body });
    await revokeKey(app.store.ctx, workspace, key.id, BY);
    expect((await late.rest()).code).toBe('key_revoked');
    expect(await types()).not.toContain('query.evaluated');
  });

  it.each(LOST)('from a user who %s creates no key', async (_, lose, code) => {
    const user = await app.person(workspace, 'admin');
    const path = `/api/v1/workspaces/${workspace}/keys`;
    const late = await begin({
      method: 'POST',
      path,
      as: user.token,
      body: { name: 'spare', scopes: ['rules:read'] },
    });
    await lose(user);
    expect((await late.rest()).code).toBe(code);
    expect(await types()).not.toContain('key.created');
  });

  it('from a user with the permission is accepted', async () => {
    const { token } = await app.person(workspace, 'admin');
    const path = `/api/v1/workspaces/${workspace}/keys`;
    const late = await begin({ method: 'POST', path, as: token, body: { name: 'spare', scopes: ['rules:read'] } });
    expect((await late.rest()).status).toBe(201);
  });

  it('is not authenticated twice if it arrived with the headers', async () => {
    const { secret } = await app.key(workspace);
    asked.length = 0;
    const body = { workspace, query: 'SELECT 1', dialect: 'postgresql' };
    expect((await app.ask({ method: 'POST', url: '/api/v1/proxy/query', as: secret, body })).status).toBe(200);
    expect(asked.filter((sql) => /FROM api_keys/.test(sql))).toHaveLength(1);
  });
});

describe('a change that waits for a lock', () => {
  interface Change {
    readonly method?: string;
    readonly path: (key: string) => string;
    readonly body?: unknown;
    readonly tag?: boolean;
    readonly type: string;
  }
  const CHANGES: Readonly<Record<string, Change>> = {
    'making a key': {
      path: () => 'keys',
      body: { name: 'spare', scopes: ['rules:read'] },
      type: 'key.created',
    },
    'rotating a key': { path: (key) => `keys/${key}/rotate`, body: {}, type: 'key.rotation_begun' },
    'revoking a key': { path: (key) => `keys/${key}/revoke`, type: 'key.revoked' },
    'a ruleset': { method: 'PUT', path: () => 'ruleset', body: { restore: 1 }, tag: true, type: 'ruleset.activated' },
    'the data policy': {
      method: 'PUT',
      path: () => 'data-policy',
      body: { retentionDays: 5 },
      type: 'data_policy.changed',
    },
  };
  const cells = Object.entries(CHANGES).flatMap(([name, change]) =>
    LOST.map(([lost, lose, code]) => [name, lost, change, lose, code] as const),
  );

  it.each(cells)('(%s) by a user who %s in the meantime is refused', async (_, __, change, lose, code) => {
    const user = await app.person(workspace, 'admin' satisfies Role);
    const key = await app.key(workspace);
    const before = (await types()).filter((type) => type === change.type).length;
    const ruleset = await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: key.secret });
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const reply = app.ask({
      method: change.method ?? 'POST',
      url: `/api/v1/workspaces/${workspace}/${change.path(key.id)}`,
      as: user.token,
      ...(change.body !== undefined && { body: change.body }),
      ...(change.tag && { headers: { 'if-match': ruleset.headers['etag'] ?? '' } }),
    });
    try {
      await expect.poll(() => waiting).toBeGreaterThan(0);
      await lose(user);
    } finally {
      gate = undefined;
      open();
    }
    expect((await reply).code).toBe(code);
    expect((await types()).filter((type) => type === change.type)).toHaveLength(before);
  });

  it('that confirms a rotation is refused too', async () => {
    const user = await app.person(workspace, 'owner');
    await app.person(workspace, 'owner');
    const key = await app.key(workspace);
    const url = `/api/v1/workspaces/${workspace}/keys/${key.id}/rotate`;
    expect((await app.ask({ method: 'POST', url, as: user.token, body: {} })).status).toBe(201);
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const reply = app.ask({ method: 'POST', url: `${url}/confirm`, as: user.token });
    await expect.poll(() => waiting).toBeGreaterThan(0);
    await disableUser(app.store.ctx, { email: user.email }, BY);
    gate = undefined;
    open();
    expect((await reply).code).toBe('session_unknown');
    expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: key.secret })).status).toBe(200);
  });
});
