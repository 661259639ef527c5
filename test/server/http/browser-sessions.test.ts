import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, type CallEntry, type CallName } from '../../../src/contract/index.ts';
import { setMember } from '../../../src/server/people/members.ts';
import { createUser } from '../../../src/server/people/users.ts';
import { BY, PASSWORD, type Reply, startTestApp, type TestApp } from './test-app.ts';

const OWNER = 'ann@acme.example';
const SAME = { 'sec-fetch-site': 'same-origin' };

let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await startTestApp();
  await app.workspace('shop');
  await createUser(app.ctx, { email: OWNER, password: PASSWORD });
  await setMember(app.ctx, 'shop', { email: OWNER, role: 'owner' }, BY);
});
afterAll(() => app.close());

async function signIn(headers: Record<string, string> = SAME, more: object = {}): Promise<Reply> {
  const body = { email: OWNER, password: PASSWORD, cookie: true, ...more };
  return app.ask({ method: 'POST', url: '/api/v1/sessions', headers, body });
}

beforeEach(async () => {
  cookie = cookieOf(await signIn());
});

/** The name and value of the cookie that a response sets. */
function cookieOf({ headers }: Reply): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A request of a browser with the session cookie. */
function browse(url: string, headers: Record<string, string> = SAME, method = 'GET', body?: unknown): Promise<Reply> {
  return app.ask({ method, url, headers: { cookie, ...headers }, ...(body !== undefined && { body }) });
}

describe('a browser session', () => {
  it('is a cookie that scripts cannot read and that only this host gets over HTTPS, and its token is in no body', async () => {
    const reply = await signIn();
    expect(reply.status).toBe(201);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-querygate=qgs_[0-9A-Za-z]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(reply.body).not.toHaveProperty('token');
  });

  it('has a new id at each sign-in, whatever cookie the browser sends', async () => {
    const again = await signIn({ ...SAME, cookie });
    expect(cookieOf(again)).not.toBe(cookie);
    expect((await browse('/api/v1/sessions/current')).status).toBe(200);
  });

  it('ends at sign-out, which removes the cookie', async () => {
    const reply = await browse('/api/v1/sessions/current', SAME, 'DELETE');
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-querygate=; Max-Age=0; Path=\//);
    expect((await browse('/api/v1/sessions/current')).code).toBe('session_unknown');
  });

  it('cannot be an API key', async () => {
    const { secret } = await app.key('shop', ['rules:read']);
    const headers = { ...SAME, cookie: `__Host-querygate=${secret}` };
    expect((await app.ask({ url: '/api/v1/workspaces/shop/ruleset', headers })).code).toBe('session_unknown');
  });

  it('does not replace an API key: `Authorization` is read first', async () => {
    const { secret } = await app.key('shop', ['rules:read']);
    const reply = await browse('/api/v1/workspaces/shop/keys', { ...SAME, authorization: `Bearer ${secret}` });
    expect(reply.code).toBe('session_needed');
  });
});

/** Headers of a request, and whether a `GET` and a `POST` with the cookie are answered. */
const SITES: readonly (readonly [string, Record<string, string>, boolean, boolean])[] = [
  ['from the dashboard', { 'sec-fetch-site': 'same-origin' }, true, true],
  ['from a sibling host', { 'sec-fetch-site': 'same-site' }, false, false],
  ['from another site', { 'sec-fetch-site': 'cross-site' }, false, false],
  ['from the address bar', { 'sec-fetch-site': 'none' }, true, false],
  ['from another site, with the own origin', { 'sec-fetch-site': 'cross-site', origin: 'http://HOST' }, false, false],
  ['of an older browser, from the dashboard', { origin: 'http://HOST' }, true, true],
  ['of an older browser, from another site', { origin: 'http://evil.example' }, false, false],
  ['of an older browser, from a page without an origin', { origin: 'null' }, false, false],
  ['that says nothing', {}, false, false],
];

describe.each(SITES)('a request with the cookie %s', (_, headers, reads, changes) => {
  const sent = () =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('HOST', app.url.host)]));

  it(`is ${reads ? 'answered' : 'refused'} if it reads`, async () => {
    expect((await browse('/api/v1/sessions/current', sent())).code).toBe(reads ? undefined : 'cross_site');
  });

  it(`is ${changes ? 'answered' : 'refused'} if it changes something`, async () => {
    const reply = await browse('/api/v1/account', sent(), 'PUT', { name: 'Ann' });
    expect(reply.code).toBe(changes ? undefined : 'cross_site');
  });

  it(`is ${changes ? 'answered' : 'refused'} if it signs in`, async () => {
    expect((await signIn(sent())).code).toBe(changes ? undefined : 'cross_site');
  });
});

const CHANGES = (Object.entries(CALLS) as [CallName, CallEntry][]).filter(
  ([, { method, session, roles }]) => method !== 'GET' && session !== 'none' && (roles || session),
);

describe('each change that another site starts with the cookie is refused', () => {
  it.each(CHANGES)('%s', async (_, { path, method }) => {
    const url = path.replace('{workspace}', 'shop').replaceAll(/\{[a-z]+\}/g, 'x_1');
    const reply = await browse(url, { 'sec-fetch-site': 'cross-site' }, method, {});
    expect(reply).toMatchObject({ status: 403, code: 'cross_site' });
  });
});

const CONFIRMED = CHANGES.filter(([, { confirmed }]) => confirmed);

describe('a sign-in that is older than 15 minutes', () => {
  beforeEach(() => {
    app.store.clock.now = new Date(app.store.clock.now.getTime() + 16 * 60_000);
  });

  it('is asked for by every call that changes keys, rules, people, ways to sign in, or what is kept', () => {
    expect(CONFIRMED.map(([name]) => name).sort()).toEqual([
      'activateRuleset',
      'activateSimulation',
      'changeDataPolicy',
      'changeMember',
      'changeProxyModes',
      'confirmRotation',
      'connectIdentity',
      'createInvitation',
      'createKey',
      'createTrust',
      'disconnectIdentity',
      'removeMember',
      'removeTrust',
      'revokeInvitation',
      'revokeKey',
      'revokeMemberSessions',
      'rotateKey',
      'rotateKeys',
    ]);
  });

  it.each(CONFIRMED)('does not suffice for %s', async (_, { path, method }) => {
    const url = path.replace('{workspace}', 'shop').replaceAll(/\{[a-z]+\}/g, 'x_1');
    const reply = await browse(url, SAME, method, {});
    expect(reply).toMatchObject({ status: 403, code: 'confirmation_needed', body: { confirmBy: 'password' } });
  });

  it('suffices for reading', async () => {
    expect((await browse('/api/v1/workspaces/shop/keys')).status).toBe(200);
  });

  it('suffices after the password was given again, and not after a wrong one', async () => {
    const create = () => browse('/api/v1/workspaces/shop/keys', SAME, 'POST', { name: 'ci', scopes: ['rules:read'] });
    const confirm = (password: string) => browse('/api/v1/sessions/current/confirm', SAME, 'POST', { password });
    expect((await confirm(`${PASSWORD}!`)).code).toBe('password_wrong');
    expect((await create()).code).toBe('confirmation_needed');
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect((await create()).status).toBe(201);
  });
});
