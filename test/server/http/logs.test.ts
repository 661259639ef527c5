import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, type CallName } from '../../../src/contract/index.ts';
import { EngineBusy, EngineLimit } from '../../../src/server/engine/engine.ts';
import { safeError } from '../../../src/server/http/index.ts';
import { activeRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { StoreError } from '../../../src/server/store/database.ts';
import { GITHUB_TRUST } from '../trusts/issuer.ts';
import { type Ask, startTestApp, type TestApp } from './test-app.ts';

// No text of a client, no key and no password ever gets into the log or the metrics, whatever fails.

let app: TestApp;
let workspace: string;
let key: { id: string; secret: string };
let owner: { id: string; token: string };
/** If set, thrown by the store, the engine and the recorder of every request. */
let fault: (() => Error) | undefined;

const CANARY = 'canary7c1e';

/** Like the error of a database driver: with the statement, its parameters and row values. */
class DriverError extends Error {
  override readonly name = 'error';
  readonly code = '23505';
  readonly detail = `Key (name)=(${CANARY}) already exists.`;
  readonly where = `SQL statement "SELECT '${CANARY}'"`;
  readonly parameters = [CANARY];
}

function trap<T extends (...given: never[]) => unknown>(call: T): T {
  return ((...given: never[]) => (fault ? Promise.reject(fault()) : call(...given))) as T;
}

/** Rules of the active ruleset. */
let etag: string;

beforeAll(async () => {
  app = await startTestApp({
    engine: (real) => ({
      ...real,
      get load() {
        return real.load;
      },
      dryRun: trap(real.dryRun),
      query: trap(real.query),
      events: trap(real.events),
      loadRuleset: trap(real.loadRuleset),
    }),
  });
  workspace = await app.workspace();
  key = await app.key(workspace);
  owner = await app.person(workspace, 'owner');
});
afterAll(() => app.close());
beforeEach(async () => {
  fault = undefined;
  etag = etagOf(await activeRuleset(app.ctx, workspace));
});

/** Every call, with canaries wherever a client can write text. */
function asks(): Readonly<Record<CallName, Ask>> {
  const at = (path: string) => `/api/v1/workspaces/${workspace}/${path}`;
  const caller = { user: CANARY, application: CANARY, tags: { job: CANARY } };
  const sql = `SELECT '${CANARY}' FROM ${CANARY} WHERE`;
  const rules = {
    files: [{ path: `.querygate/rules.yml`, text: `version: 1\nrules: [] # ${CANARY}` }],
    commit: CANARY,
  };
  const change = { repository: CANARY, event: CANARY, base: CANARY, head: CANARY };
  const as = key.secret;
  const by = owner.token;
  return {
    dryRun: {
      method: 'POST',
      url: '/api/v1/ci/dry-run',
      as,
      body: {
        workspace,
        files: [{ path: `${CANARY}.sql`, dialect: 'postgresql', status: 'given', source: { text: sql }, caller }],
        head: rules,
        change,
      },
    },
    putText: {
      method: 'PUT',
      url: at(`texts/${'0'.repeat(64)}`),
      as,
      body: sql,
      headers: { 'content-type': 'text/plain' },
    },
    startSimulation: {
      method: 'POST',
      url: '/api/v1/ci/rules/simulate',
      as,
      body: { workspace, head: rules, change },
      headers: { 'idempotency-key': `${CANARY}${randomUUID()}` },
    },
    readSimulation: { url: `/api/v1/ci/rules/simulations/${CANARY}`, as },
    query: {
      method: 'POST',
      url: '/api/v1/proxy/query',
      as,
      body: { workspace, query: sql, dialect: 'postgresql', caller },
    },
    ingestEvents: {
      method: 'POST',
      url: '/api/v1/ingest/events',
      as,
      body: {
        workspace,
        events: [
          {
            id: `${CANARY}${randomUUID()}`,
            type: 'query',
            at: '2026-11-20T11:00:00Z',
            query: sql,
            dialect: 'postgresql',
            caller,
          },
          { id: CANARY, type: CANARY },
        ],
      },
    },
    readRuleset: { url: at('ruleset'), as, headers: { 'if-none-match': `"${CANARY}"` } },
    activateRuleset: {
      method: 'PUT',
      url: at('ruleset'),
      as: by,
      headers: { 'if-match': etag },
      body: { ruleset: rules, reason: CANARY },
    },
    listRulesets: { url: at(`rulesets?cursor=${CANARY}`), as: by },
    checkRuleset: { method: 'POST', url: at('ruleset/check'), as: by, body: { ruleset: rules } },
    startWorkspaceSimulation: { method: 'POST', url: at('simulations'), as: by, body: { head: rules } },
    listRules: { url: at(`ruleset/rules?from=${CANARY}`), as: by },
    readRulesetVersion: { url: at(`rulesets/${CANARY}`), as: by },
    readDataPolicy: { url: at('data-policy'), as },
    changeDataPolicy: { method: 'PUT', url: at('data-policy'), as: by, body: { [CANARY]: 1 } },
    listProxies: { url: at(`proxies?cursor=${CANARY}`), as: by },
    readProxyModes: { url: at('proxy-modes'), as: by },
    changeProxyModes: {
      method: 'PUT',
      url: at('proxy-modes'),
      as: by,
      body: { default: 'observe', databases: { [CANARY]: 'warn' } },
    },
    listAuditEvents: { url: at(`audit-events?type=${CANARY}`), as },
    listQueries: { url: at(`queries?databaseId=${CANARY}`), as },
    countQueries: { url: at(`queries/counts?interval=${CANARY}`), as },
    listFlows: { url: at(`queries/flows?databaseId=${CANARY}`), as },
    tryQuery: {
      method: 'POST',
      url: at('try'),
      as: by,
      body: { query: sql, dialect: 'postgresql', caller },
    },
    exportQueries: { url: at(`queries/export?search=${CANARY}&event=${CANARY}`), as: by },
    exportFlows: { url: at(`queries/flows/export?search=${CANARY}`), as: by },
    readQuery: { url: at(`queries/${CANARY}`), as: by },
    readFlow: { url: at(`queries/flows/${CANARY}`), as: by },
    listDryRuns: { url: at(`dry-runs?key=${CANARY}`), as: by },
    readDryRun: { url: at(`dry-runs/${CANARY}`), as: by },
    listSchemaUse: { url: at(`schema-use?search=${CANARY}&cursor=${CANARY}`), as: by },
    readTableUse: { url: at(`schema-use/table?table=${CANARY}&schema=${CANARY}&column=${CANARY}`), as: by },
    exportAudit: { url: at(`audit-events/export?actor=${CANARY}`), as },
    readAuditChain: { url: at('audit-chain'), as },
    verifyAudit: { method: 'POST', url: at('audit-chain/verify'), as: by },
    previewDataPolicy: { method: 'POST', url: at('data-policy/preview'), as: by, body: { [CANARY]: 1 } },
    rotateKeys: { method: 'POST', url: at('keys/rotate-all'), as: by, body: { createdBy: CANARY } },
    readSimulatedRuleset: { url: at(`simulations/${CANARY}/ruleset`), as: by },
    listKeys: { url: at(`keys?cursor=${CANARY}`), as: by },
    createKey: {
      method: 'POST',
      url: at('keys'),
      as: by,
      body: { name: CANARY, scopes: ['rules:read'], databaseId: CANARY },
    },
    readKey: { url: at(`keys/${CANARY}`), as: by },
    readOwnKey: { url: '/api/v1/key', as },
    rotateKey: { method: 'POST', url: at(`keys/${CANARY}/rotate`), as: by, body: {} },
    confirmRotation: { method: 'POST', url: at(`keys/${CANARY}/rotate/confirm`), as: by },
    revokeKey: { method: 'POST', url: at(`keys/${CANARY}/revoke`), as: by },
    exchangeToken: {
      method: 'POST',
      url: '/api/v1/auth/token',
      body: `grant_type=${CANARY}&subject_token=${CANARY}&scope=${CANARY}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    listTrusts: { url: at(`trusts?cursor=${CANARY}`), as: by },
    createTrust: {
      method: 'POST',
      url: at('trusts'),
      as: by,
      body: {
        ...GITHUB_TRUST,
        name: CANARY,
        baseUrl: `https://${CANARY}.example`,
        claims: { ...GITHUB_TRUST.claims, [CANARY]: CANARY },
      },
    },
    removeTrust: { method: 'DELETE', url: at(`trusts/${CANARY}`), as: by },
    signIn: { method: 'POST', url: '/api/v1/sessions', body: { email: `${CANARY}@acme.example`, password: CANARY } },
    readSession: { url: '/api/v1/sessions/current', as: by },
    listMembers: { url: at(`members?cursor=${CANARY}`), as: by },
    changeMember: { method: 'PUT', url: at(`members/${CANARY}`), as: by, body: { role: 'viewer' } },
    removeMember: { method: 'DELETE', url: at(`members/${CANARY}`), as: by },
    revokeMemberSessions: { method: 'POST', url: at(`members/${CANARY}/revoke-sessions`), as: by },
    createInvitation: {
      method: 'POST',
      url: at('invitations'),
      as: by,
      body: { email: `${CANARY}@acme.example`, role: 'viewer' },
    },
    listInvitations: { url: at(`invitations?cursor=${CANARY}`), as: by },
    revokeInvitation: { method: 'DELETE', url: at(`invitations/${CANARY}`), as: by },
    readInvitation: { method: 'POST', url: '/api/v1/invitations/read', body: { token: CANARY } },
    acceptInvitation: {
      method: 'POST',
      url: '/api/v1/invitations/accept',
      body: { token: CANARY, name: CANARY, password: CANARY },
    },
    joinWorkspace: { method: 'POST', url: '/api/v1/invitations/join', as: by, body: { token: CANARY } },
    confirmSession: { method: 'POST', url: '/api/v1/sessions/current/confirm', as: by, body: { password: CANARY } },
    beginSignOn: { method: 'POST', url: '/api/v1/sign-on', body: { invitation: CANARY, return: `/${CANARY}` } },
    listIdentities: { url: `/api/v1/account/identities?cursor=${CANARY}`, as: by },
    connectIdentity: { method: 'POST', url: '/api/v1/account/identities', as: by, body: { return: `/${CANARY}` } },
    disconnectIdentity: { method: 'DELETE', url: `/api/v1/account/identities/${CANARY}`, as: by },
    readSignInMethods: { url: '/api/v1/sign-in-methods' },
    readSetUp: { url: '/api/v1/setup' },
    setUp: {
      method: 'POST',
      url: '/api/v1/setup',
      body: {
        code: CANARY,
        workspace: { id: 'made' },
        email: `${CANARY}@acme.example`,
        name: CANARY,
        password: CANARY,
      },
    },
    listWorkspaces: { url: `/api/v1/workspaces?cursor=${CANARY}`, as: by },
    createWorkspace: { method: 'POST', url: '/api/v1/workspaces', as: by, body: { id: 'made', name: CANARY } },
    readWorkspace: { url: `/api/v1/workspaces/${workspace}`, as: by },
    renameWorkspace: { method: 'PUT', url: `/api/v1/workspaces/${workspace}`, as: by, body: { name: CANARY } },
    readRulesetDifference: { url: at(`rulesets/1/difference?from=${CANARY}`), as: by },
    listRotations: { url: at(`rotations?cursor=${CANARY}`), as: by },
    listSimulations: { url: at(`simulations?ref=${CANARY}`), as: by },
    readWorkspaceSimulation: { url: at(`simulations/${CANARY}`), as: by },
    activateSimulation: {
      method: 'POST',
      url: at(`simulations/${CANARY}/activate`),
      as: by,
      headers: { 'if-match': etag },
      body: { reason: CANARY },
    },
    renameAccount: { method: 'PUT', url: '/api/v1/account', as: by, body: { name: CANARY } },
    changePassword: {
      method: 'PUT',
      url: '/api/v1/account/password',
      as: by,
      body: { current: CANARY, password: CANARY },
    },
    listSessions: { url: `/api/v1/sessions?cursor=${CANARY}`, as: by },
    revokeSession: { method: 'DELETE', url: `/api/v1/sessions/${CANARY}`, as: by },
    revokeOtherSessions: { method: 'POST', url: '/api/v1/sessions/revoke-others', as: by },
    signOut: { method: 'DELETE', url: '/api/v1/sessions/current', as: by },
  };
}

/** New log lines; the line of a request follows right after its response. */
async function linesOf(act: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const before = app.log.length;
  await act();
  await expect.poll(() => app.log.length).toBeGreaterThan(before);
  await sleep(5);
  return app.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function expectNoCanary(): Promise<void> {
  const metrics = await app.ask({ url: '/metrics' });
  for (const text of [...app.log, metrics.text]) {
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(key.secret.slice(3, 20));
    expect(text).not.toContain(owner.token.slice(4, 20));
  }
}

const names = Object.keys(CALLS) as CallName[];

describe('the log of each call', () => {
  it.each(names.filter((name) => name !== 'signOut'))('%s', async (name) => {
    const ask = asks()[name];
    const [line, ...more] = await linesOf(() => app.ask(ask));
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'info',
      msg: 'request',
      call: name,
      route: CALLS[name].path,
      method: CALLS[name].method,
      status: expect.any(Number),
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^req_/),
      address: '127.0.0.1',
    });
    expect(line?.['status']).not.toBe(500);
    const open = 'session' in CALLS[name] && CALLS[name].session === 'none';
    if (!open) expect(line?.['key'] ?? line?.['user']).toBe(ask.as === key.secret ? key.id : owner.id);
    if (ask.url.includes('/workspaces/') || ask.as === key.secret) expect(line).toMatchObject({ workspace });
    await expectNoCanary();
  });
});

const faults: Readonly<Record<string, [make: () => Error, status: number, code: string]>> = {
  'a statement that failed': [() => new DriverError(`duplicate key: ${CANARY}`), 500, 'internal'],
  'an error with lines like those of a stack': [
    () => new TypeError(`x\n    at ${CANARY} (file:///a.ts:1:1)\n    at SELECT ${CANARY}`),
    500,
    'internal',
  ],
  'an error with a name of its own': [
    () => Object.assign(new Error(CANARY), { name: CANARY.repeat(20) }),
    500,
    'internal',
  ],
  'an error with a cause': [() => new Error(CANARY, { cause: new DriverError(CANARY) }), 500, 'internal'],
  'an error whose stack is its own': [
    () => Object.assign(new Error('x'), { stack: `Error: x\n${CANARY}` }),
    500,
    'internal',
  ],
  'a store that is gone': [
    () => new StoreError(`cannot reach ${CANARY}`, { cause: new DriverError(CANARY) }),
    503,
    'unavailable',
  ],
  'an engine that is full': [() => new EngineBusy('200 dry runs wait'), 503, 'unavailable'],
};

describe('an internal fault', () => {
  const calls: readonly CallName[] = ['dryRun', 'query', 'ingestEvents', 'startSimulation', 'activateRuleset'];
  it.each(calls.flatMap((name) => Object.keys(faults).map((what) => [name, what] as const)))(
    'of %s leaves nothing of the request: %s',
    async (name, what) => {
      const [make, status, code] = faults[what] ?? [() => new Error(), 0, ''];
      fault = make;
      let text = '';
      const [line] = await linesOf(async () => {
        const reply = await app.ask(asks()[name]);
        expect([reply.status, reply.code]).toEqual([status, code]);
        ({ text } = reply);
      });
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('.ts');
      expect(line).toMatchObject({ status, code, call: name });
      if (status === 500) expect(line).toMatchObject({ level: 'error', error: { name: expect.any(String) } });
      await expectNoCanary();
    },
  );

  it('is logged with its place', async () => {
    fault = () => new DriverError(CANARY);
    const [line] = await linesOf(() => app.ask(asks().query));
    expect(line).toMatchObject({
      msg: 'request failed',
      error: {
        name: 'error',
        code: '23505',
        stack: expect.arrayContaining([expect.stringMatching(/^at .*logs\.test\.ts:\d+:\d+/)]),
      },
    });
  });
});

describe('a limit of the engine', () => {
  const limit = 'loading the rulesets takes longer than 10 s';
  it.each<[string, () => Ask, number, string]>([
    ['that the rule files of the request may have hit is theirs', () => asks().startSimulation, 422, 'rules_invalid'],
    ['that a ruleset to be activated hit is its own', () => asks().activateRuleset, 422, 'rules_invalid'],
    ['that the active ruleset hit is not the client’s: of a query', () => asks().query, 503, 'unavailable'],
    [
      'that the active ruleset hit is not the client’s: of a dry run',
      () => {
        const ask = asks().dryRun;
        const { head: _, ...body } = ask.body as Record<string, unknown>;
        return { ...ask, body };
      },
      503,
      'unavailable',
    ],
  ])('%s', async (_, ask, status, code) => {
    fault = () => new EngineLimit(limit);
    const reply = await app.ask(ask());
    expect([reply.status, reply.code]).toEqual([status, code]);
    expect(reply.body).toMatchObject({ detail: expect.stringContaining(limit) });
  });
});

describe('the loggable part of an error', () => {
  it.each<[string, unknown, object]>([
    [
      'a limit of the engine in its words',
      new EngineLimit('the query took 2 s'),
      { name: 'EngineLimit', message: 'the query took 2 s' },
    ],
    ['nothing of a value that is not an error', `x ${CANARY}`, { name: 'string' }],
    ['no code that is a sentence', Object.assign(new Error('x'), { code: `x ${CANARY}` }), { name: 'Error' }],
  ])('%s', (_, error, expected) => {
    expect(safeError(error)).toMatchObject(expected);
    expect(JSON.stringify(safeError(error))).not.toContain(CANARY);
  });

  it('is bounded, even with many causes', () => {
    const error: Error & { cause?: unknown } = new Error('x');
    error.cause = error;
    expect(JSON.stringify(safeError(error)).length).toBeLessThan(20_000);
  });
});

it('logs only the address of an unauthenticated client', async () => {
  const [line] = await linesOf(() =>
    app.ask({ url: `/api/v1/workspaces/${CANARY}/ruleset?${CANARY}=1`, as: `qg_${CANARY}` }),
  );
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: expect.any(String),
    method: 'GET',
    route: '/api/v1/workspaces/{workspace}/ruleset',
    call: 'readRuleset',
    status: 401,
    code: 'key_malformed',
    ms: expect.any(Number),
    address: '127.0.0.1',
    msg: 'request',
  });
  for (const url of [`/${CANARY}`, `/%zz${CANARY}`, `/healthz?${CANARY}`]) {
    const [other] = await linesOf(() => app.ask({ url }));
    expect(other).toMatchObject({ route: url.startsWith('/healthz') ? '/healthz' : 'other' });
  }
  await expectNoCanary();
});
