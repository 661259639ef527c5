import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/contract/index.ts';
import { createApp } from '../../../src/server/http/index.ts';
import { createInvitation } from '../../../src/server/people/invitations.ts';
import { changeMember } from '../../../src/server/people/manage-members.ts';
import { setMember } from '../../../src/server/people/members.ts';
import { createUser } from '../../../src/server/people/users.ts';
import type { ProblemError } from '../../../src/server/problems/error.ts';
import { disconnectIdentity } from '../../../src/server/sign-on/identities.ts';
import { BY, PASSWORD, type Reply, startTestApp, type TestApp } from '../http/test-app.ts';
import { auditOf, browserOf, cookiesOf, goesTo, PUBLIC_URL, SAME, settingsFor } from './browser.ts';
import { type Account, startProvider, type TestProvider } from './provider.ts';

// Which accounts and roles people get by single sign-on, and what is left of passwords.

const OWNER = 'owner@other.example';
const EMERGENCY = 'emergency@other.example';
const GUEST = 'guest@other.example';

let provider: TestProvider;
let app: TestApp;
let people = 0;
const { get, send, signOn, accept, connect, session } = browserOf(() => app);

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  const signOnSettings = settingsFor(provider, {
    QUERYGATE_OIDC_ROLES:
      'db-admins=shop:admin; developers=shop:member; CN=Leads,OU=Groups=shop:owner; developers=bank:viewer; db-admins=gone:admin',
    QUERYGATE_OIDC_DOMAINS: 'corp.example, bücher.example',
    QUERYGATE_OIDC_DEFAULT_ROLE: 'shop:viewer',
  });
  app = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: signOnSettings } });
  for (const workspace of ['shop', 'bank', 'club']) await app.workspace(workspace);
  for (const email of [OWNER, EMERGENCY]) {
    await createUser(app.ctx, { email, password: PASSWORD });
    await setMember(app.ctx, 'shop', { email, role: 'owner' }, BY);
  }
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** A person whom the provider has, and the service does not know yet. */
function newPerson(given: Partial<Account> = {}): Account {
  const sub = `sub-${++people}`;
  return { sub, email: `${sub}@corp.example`, email_verified: true, name: `Person ${people}`, groups: [], ...given };
}

/** Signs on as a person with these groups. */
async function signOnWith(person: Account, ...groups: readonly string[]): Promise<Reply> {
  provider.account = { ...person, groups };
  return signOn();
}

async function idOf(email: string): Promise<string> {
  const { rows } = await app.store.db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  return rows[0]?.id ?? '';
}

async function roleOf(email: string, workspace = 'shop'): Promise<Role | undefined> {
  const { rows } = await app.store.db.query<{ role: Role }>(
    'SELECT m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND u.email = $2',
    [workspace, email],
  );
  return rows[0]?.role;
}

describe('the first sign-on of a person', () => {
  it.each<[string, Partial<Account>, string]>([
    ['of an allowed domain gives an account', {}, '/'],
    ['of an allowed domain in another case gives an account', { email: 'Big@CORP.Example' }, '/'],
    ['of an allowed domain with letters beyond ASCII gives an account', { email: 'a@bücher.example' }, '/'],
    ['of another domain is refused', { email: 'eve@evil.example' }, 'not_invited'],
    ['of a domain that ends like an allowed one is refused', { email: 'eve@notcorp.example' }, 'not_invited'],
    ['of a domain below an allowed one is refused', { email: 'eve@sub.corp.example' }, 'not_invited'],
    ['of a domain above is refused', { email: 'eve@example' }, 'not_invited'],
    ['of a domain that only begins like an allowed one is refused', { email: 'eve@corp.example.org' }, 'not_invited'],
    ['with two domains is refused', { email: 'eve@corp.example@evil.example' }, 'not_invited'],
    ['with an address that is not verified is refused', { email_verified: false }, 'email_unverified'],
    [
      'of another domain with a mapped group is refused',
      { email: 'x@y.example', groups: ['db-admins'] },
      'not_invited',
    ],
  ])('%s', async (_, given, end) => {
    provider.account = newPerson(given);
    expect(goesTo(await signOn())).toBe(end === '/' ? end : `/sign-in?problem=${end}`);
  });

  it('gives the default role, no password, and an entry in the audit trail', async () => {
    const person = newPerson();
    const reply = await signOnWith(person);
    expect(await session(reply)).toMatchObject({
      user: { email: person.email, name: person.name },
      workspaces: [{ id: 'shop', role: 'viewer' }],
    });
    expect(await auditOf(app, 2)).toMatchObject([
      { type: 'member.set', email: person.email, role: 'viewer', from: 'domain' },
      { type: 'session.created', by: 'sign_on', issuer: provider.issuer },
    ]);
    const body = { email: person.email, password: PASSWORD };
    expect((await send('POST', '/api/v1/sessions', body)).code).toBe('sign_in_failed');
  });

  it('gives the roles of the groups instead of the default role of the same workspace', async () => {
    const person = newPerson();
    await signOnWith(person, 'developers');
    expect([await roleOf(person.email), await roleOf(person.email, 'bank')]).toEqual(['member', 'viewer']);
  });

  it('does not sign in to a local account with the same address', async () => {
    await createUser(app.ctx, { email: 'local@corp.example', password: PASSWORD });
    provider.account = newPerson({ email: 'Local@corp.example' });
    expect(goesTo(await signOn())).toBe('/sign-in?problem=account_exists');
  });

  it('gives one account to two browsers at once', async () => {
    const person = newPerson();
    const ends = await Promise.all([signOnWith(person), signOnWith(person)]);
    expect(ends.map(goesTo)).toContain('/');
    const { rows } = await app.store.db.query('SELECT 1 FROM users WHERE email = $1', [person.email]);
    expect(rows).toHaveLength(1);
  });

  it('is refused, and makes no account, if nothing gives a role', async () => {
    const settings = settingsFor(provider, {
      QUERYGATE_OIDC_ROLES: 'db-admins=shop:admin',
      QUERYGATE_OIDC_DOMAINS: 'corp.example',
    });
    const other = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings } });
    await other.workspace('shop');
    provider.account = newPerson();
    expect(goesTo(await browserOf(() => other).signOn())).toBe('/sign-in?problem=no_role');
    const { rows } = await other.store.db.query('SELECT 1 FROM users', []);
    expect(rows).toEqual([]);
    await other.close();
  });

  it.each<[string, Readonly<Record<string, string>>, Partial<Account>]>([
    ['as a text', {}, { email_verified: 'true' as unknown as boolean }],
    [
      'in another claim, as a number',
      { QUERYGATE_OIDC_VERIFIED_CLAIM: 'xms_edov' },
      { email_verified: false, xms_edov: 1 },
    ],
  ])('accepts that the provider verified the address %s', async (_, env, given) => {
    const settings = settingsFor(provider, {
      ...env,
      QUERYGATE_OIDC_DOMAINS: 'corp.example',
      QUERYGATE_OIDC_DEFAULT_ROLE: 'shop:viewer',
    });
    const other = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings } });
    await other.workspace('shop');
    provider.account = newPerson(given);
    expect(goesTo(await browserOf(() => other).signOn())).toBe('/');
    await other.close();
  });
});

describe('groups', () => {
  it('give, change and take a role at each sign-on, the highest one of several', async () => {
    const guest = newPerson({ email: `g${people}@other.example` });
    const { token } = await createInvitation(app.ctx, 'club', { email: guest.email, role: 'viewer' }, BY);
    provider.account = guest;
    await accept(token);
    const roles: (Role | undefined)[] = [];
    for (const groups of [
      ['developers'],
      ['developers', 'db-admins', 'CN=Leads,OU=Groups'],
      ['db-admins', 'x'],
      ['x'],
    ]) {
      await signOnWith(guest, ...groups);
      roles.push(await roleOf(guest.email));
    }
    expect(roles).toEqual(['member', 'owner', 'admin', undefined]);
    expect(await auditOf(app, 1)).toMatchObject([{ type: 'member.removed', before: 'admin', from: 'groups' }]);
    // The role of the invitation stays.
    expect(await roleOf(guest.email, 'club')).toBe('viewer');
  });

  it('leave a role alone that a person gave, until the member is removed', async () => {
    const person = newPerson();
    await signOnWith(person);
    await signOnWith(person, 'db-admins');
    expect(await roleOf(person.email)).toBe('viewer');
    await signOnWith(person);
    expect(await roleOf(person.email)).toBe('viewer');
    await app.store.db.query('DELETE FROM members WHERE user_id = $1', [await idOf(person.email)]);
    await signOnWith(person, 'db-admins');
    expect(await roleOf(person.email)).toBe('admin');
  });

  it('no longer change a role that a person has changed', async () => {
    const person = newPerson();
    await signOnWith(person, 'developers');
    await changeMember(app.ctx, 'shop', await idOf(person.email), { role: 'viewer' }, BY);
    await signOnWith(person, 'db-admins');
    expect(await roleOf(person.email)).toBe('viewer');
    await signOnWith(person);
    expect(await roleOf(person.email)).toBe('viewer');
  });

  it('do not enable a member who was disabled, whatever they give', async () => {
    const person = newPerson();
    await signOnWith(person, 'developers');
    await changeMember(app.ctx, 'shop', await idOf(person.email), { disabled: true }, BY);
    for (const groups of [[], ['db-admins']])
      expect(await session(await signOnWith(person, ...groups))).toMatchObject({ workspaces: [] });
    const { rows } = await app.store.db.query<{ disabled: boolean }>(
      "SELECT disabled_at IS NOT NULL AS disabled FROM members WHERE user_id = $1 AND workspace_id = 'shop'",
      [await idOf(person.email)],
    );
    expect(rows).toEqual([{ disabled: true }]);
  });

  it('do not take the last owner from a workspace', async () => {
    const settings = settingsFor(provider, {
      QUERYGATE_OIDC_ROLES: 'leads=shop:owner; developers=shop:member',
      QUERYGATE_OIDC_DOMAINS: 'corp.example',
    });
    const other = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings } });
    await other.workspace('shop');
    const browser = browserOf(() => other);
    const person = newPerson();
    const roles: unknown[] = [];
    for (const groups of [['leads'], ['developers'], []]) {
      provider.account = { ...person, groups };
      roles.push(await browser.session(await browser.signOn()));
    }
    expect(roles).toMatchObject(Array.from({ length: 3 }, () => ({ workspaces: [{ id: 'shop', role: 'owner' }] })));
    await other.close();
  });

  it('are also applied when a session is confirmed', async () => {
    const person = newPerson();
    const cookie = cookiesOf(await signOnWith(person, 'developers'));
    expect(await roleOf(person.email, 'bank')).toBe('viewer');
    provider.account = person;
    const again = await browserOf(() => app).begin('?confirm=1', cookie, SAME);
    await get(again.callback, again.cookie);
    expect(await roleOf(person.email, 'bank')).toBeUndefined();
  });

  it('that the provider cannot send, because there are too many, refuse the sign-on and take nothing', async () => {
    const person = newPerson();
    await signOnWith(person, 'developers');
    provider.account = { ...person, groups: undefined, _claim_names: { groups: 'src1' } };
    expect(goesTo(await signOn())).toBe('/sign-in?problem=groups_unknown');
    expect(await roleOf(person.email)).toBe('member');
  });

  it('can be in a claim of another name, at the userinfo endpoint', async () => {
    const settings = settingsFor(provider, {
      QUERYGATE_OIDC_ROLES: 'dba=shop:admin',
      QUERYGATE_OIDC_GROUPS_CLAIM: 'roles_of_team',
      QUERYGATE_OIDC_DOMAINS: 'corp.example',
    });
    const other = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings } });
    await other.workspace('shop');
    const browser = browserOf(() => other);
    provider.claimsInToken = false;
    provider.account = newPerson({ roles_of_team: 'dba' });
    const shown = await browser.session(await browser.signOn());
    provider.claimsInToken = true;
    await other.close();
    expect(shown).toMatchObject({ workspaces: [{ id: 'shop', role: 'admin' }] });
  });

  it('are shown with the members that they made', async () => {
    const person = newPerson();
    await signOnWith(person, 'developers');
    const { token } = await app.person('shop', 'owner');
    const { body } = await app.ask({ url: '/api/v1/workspaces/shop/members?limit=100', as: token });
    const { items } = body as { items: readonly { user: { email: string }; byGroups: boolean }[] };
    expect(
      items.filter(({ user: { email } }) => [person.email, OWNER].includes(email)).map((each) => each.byGroups),
    ).toEqual(expect.arrayContaining([true, false]));
  });
});

describe('connecting an account', () => {
  let cookie: string;
  const identities = async () =>
    (await get('/api/v1/account/identities', cookie, SAME)).body as {
      password: boolean;
      items: readonly { id: string; lastUsedAt?: string }[];
    };
  beforeEach(async () => {
    await createUser(app.ctx, { email: `${++people}${GUEST}`, password: PASSWORD });
    await setMember(app.ctx, 'shop', { email: `${people}${GUEST}`, role: 'member' }, BY);
    const body = { email: `${people}${GUEST}`, password: PASSWORD, cookie: true };
    cookie = cookiesOf(await send('POST', '/api/v1/sessions', body));
  });

  it('lets its user sign on, whatever the address at the provider is, and is recorded', async () => {
    const email = `${people}${GUEST}`;
    provider.account = newPerson({ email: 'someone-else@evil.example', email_verified: false });
    expect(goesTo(await signOn())).toBe('/sign-in?problem=not_invited');
    expect(goesTo(await connect(cookie))).toBe('/account');
    expect(await auditOf(app, 1)).toMatchObject([{ type: 'user.identity_connected', email, issuer: provider.issuer }]);
    expect(await session(await signOn())).toMatchObject({ user: { email }, confirmBy: 'sign_on' });
    expect(await identities()).toMatchObject({ password: true, items: [{ lastUsedAt: expect.any(String) }] });
    // A second time changes nothing.
    expect(goesTo(await connect(cookie))).toBe('/account');
    expect((await identities()).items).toHaveLength(1);
  });

  it('needs a recent sign-in, and the dashboard itself', async () => {
    const url = '/api/v1/account/identities';
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    expect((await app.ask({ method: 'POST', url, body: {}, headers: foreign })).code).toBe('cross_site');
    await app.store.db.query("UPDATE sessions SET confirmed_at = '2026-01-01'", []);
    expect((await send('POST', url, {}, cookie)).code).toBe('confirmation_needed');
  });

  it('is refused for an account of the provider that another user has, and recorded', async () => {
    provider.account = newPerson();
    await signOn();
    expect(goesTo(await connect(cookie))).toBe('/account?sign-on-problem=identity_taken');
    expect(await auditOf(app, 1)).toMatchObject([{ type: 'session.failed', reason: 'identity_taken' }]);
    expect((await identities()).items).toEqual([]);
  });

  it('is refused once the session has ended', async () => {
    provider.account = newPerson();
    const begun = await send('POST', '/api/v1/account/identities', {}, cookie);
    await send('DELETE', '/api/v1/sessions/current', undefined, cookie);
    expect(goesTo(await browserOf(() => app).goOn(begun))).toBe('/?sign-on-problem=sign_on_expired');
  });

  it('can be undone, which ends the sessions that the provider opened, and is recorded', async () => {
    provider.account = newPerson();
    await connect(cookie);
    const opened = cookiesOf(await signOn());
    const [identity] = (await identities()).items;
    const url = `/api/v1/account/identities/${identity?.id}`;
    expect((await send('DELETE', url, undefined, cookie)).status).toBe(204);
    expect(await auditOf(app, 1)).toMatchObject([{ type: 'user.identity_disconnected' }]);
    expect((await get('/api/v1/sessions/current', opened, SAME)).code).toBe('session_unknown');
    expect((await get('/api/v1/sessions/current', cookie, SAME)).status).toBe(200);
    expect(goesTo(await signOn())).toBe('/'); // A new person now: the domain is allowed.
    expect((await send('DELETE', url, undefined, cookie)).code).toBe('identity_not_found');
  });

  it('cannot be undone by a user whose password is switched off', async () => {
    const email = `${people}${GUEST}`;
    provider.account = newPerson();
    await connect(cookie);
    const [identity] = (await identities()).items;
    const off = { on: false, emergencyOwner: EMERGENCY };
    for (const [policy, code] of [
      [off, 'last_sign_in'],
      [{ ...off, emergencyOwner: email }, undefined],
    ] as const) {
      const undone = disconnectIdentity(app.ctx, {
        email,
        session: Buffer.alloc(32),
        id: identity?.id ?? '',
        policy,
        by: BY,
      });
      expect(
        await undone.then(
          () => undefined,
          (error: ProblemError) => error.code,
        ),
      ).toBe(code);
    }
  });

  it('cannot be undone by a user who has no password', async () => {
    cookie = cookiesOf(await signOnWith(newPerson()));
    const { password, items } = await identities();
    expect(password).toBe(false);
    const reply = await send('DELETE', `/api/v1/account/identities/${items[0]?.id}`, undefined, cookie);
    expect([reply.status, reply.code]).toEqual([409, 'last_sign_in']);
    expect((await identities()).items).toHaveLength(1);
  });
});

describe('a user without a password', () => {
  it.each([
    ['change it', 'PUT', '/api/v1/account/password', { current: PASSWORD, password: PASSWORD }],
    ['confirm with it', 'POST', '/api/v1/sessions/current/confirm', { password: PASSWORD }],
  ])('cannot %s', async (_, method, url, body) => {
    const cookie = cookiesOf(await signOnWith(newPerson()));
    const reply = await send(method, url, body, cookie);
    expect([reply.status, reply.code]).toEqual([403, 'passwords_off']);
  });
});

describe('passwords that are switched off', () => {
  const byPassword = (email: string, password = PASSWORD) =>
    off.ask({ method: 'POST', url: '/api/v1/sessions', body: { email, password } });
  let off: TestApp;
  /** A session that was open before. */
  let before: { readonly token: string };
  let emergency: { readonly token: string };

  beforeAll(async () => {
    const passwords = { on: false, emergencyOwner: EMERGENCY };
    const { ctx, engine, recorder, store } = app;
    before = await app.person('shop', 'owner');
    const { body } = await send('POST', '/api/v1/sessions', { email: EMERGENCY, password: PASSWORD });
    emergency = body as { token: string };
    const options = {
      publicUrl: PUBLIC_URL,
      signOn: settingsFor(provider),
      passwords,
      log: { level: 'silent' },
    } as const;
    const made = await createApp({ ctx, engine, recorder, wake: () => undefined, options });
    const url = new URL(await made.fastify.listen({ host: '127.0.0.1', port: 0 }));
    off = {
      ...app,
      store,
      app: made,
      url,
      ask: async ({ method = 'GET', url: path, headers, body: sent, as }) => {
        const response = await fetch(new URL(path, url), {
          method,
          redirect: 'manual',
          headers: {
            ...headers,
            ...(as !== undefined && { authorization: `Bearer ${as}` }),
            ...(sent !== undefined && { 'content-type': 'application/json' }),
          },
          ...(sent !== undefined && { body: JSON.stringify(sent) }),
        });
        const text = await response.text();
        const parsed = text === '' ? undefined : (JSON.parse(text) as { code?: string });
        return { status: response.status, headers: {}, body: parsed, text, code: parsed?.code };
      },
      close: () => made.fastify.close(),
    };
  });
  afterAll(() => off.close());

  it('are named to the sign-in page', async () => {
    expect((await off.ask({ url: '/api/v1/sign-in-methods' })).body).toEqual({
      password: false,
      signOn: { label: 'Acme' },
    });
  });

  it('sign in the emergency owner only, and refuse all others alike', async () => {
    const refused = await Promise.all([
      byPassword(OWNER),
      byPassword(OWNER, 'a wrong password'),
      byPassword(EMERGENCY, 'a wrong password'),
      byPassword('nobody@acme.example'),
    ]);
    expect(
      new Set(refused.map(({ status, code, body }) => `${status} ${code} ${(body as { detail: string }).detail}`)).size,
    ).toBe(1);
    expect(refused[0]).toMatchObject({ status: 403, code: 'passwords_off' });
    expect((await byPassword(EMERGENCY.toUpperCase())).status).toBe(201);
  });

  it('end the sessions that they opened, but those of the emergency owner', async () => {
    const current = (as: string) => off.ask({ url: '/api/v1/sessions/current', as });
    expect((await current(before.token)).code).toBe('session_unknown');
    expect((await current(emergency.token)).status).toBe(200);
  });

  it('do not accept invitations', async () => {
    const { token } = await createInvitation(app.ctx, 'shop', { email: 'late@other.example', role: 'viewer' }, BY);
    const body = { token, password: PASSWORD };
    expect((await off.ask({ method: 'POST', url: '/api/v1/invitations/accept', body })).code).toBe('passwords_off');
  });

  it('let only the emergency owner set up the service', async () => {
    const passwords = { on: false, emergencyOwner: EMERGENCY };
    const fresh = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider), passwords } });
    const setUp = (email: string) =>
      fresh.ask({
        method: 'POST',
        url: '/api/v1/setup',
        body: { code: fresh.app.setUpCode, workspace: { id: 'shop' }, email, password: PASSWORD },
      });
    expect((await setUp(OWNER)).body).toMatchObject({ code: 'field_invalid', errors: [{ pointer: '/email' }] });
    expect((await setUp(EMERGENCY)).status).toBe(201);
    expect(fresh.log.join('\n')).toContain('the emergency owner cannot sign in');
    await fresh.close();
  });
});

describe('a call that begins a sign-on', () => {
  it('sets the cookie, and never sends the token of an invitation', async () => {
    const { token } = await createInvitation(app.ctx, 'shop', { email: 'x@other.example', role: 'viewer' }, BY);
    const reply = await send('POST', '/api/v1/sign-on', { invitation: token });
    expect(reply.headers['set-cookie']?.toString()).toMatch(
      /^__Host-querygate-sign-on=.*HttpOnly; Secure; SameSite=Lax/,
    );
    expect(`${reply.text}${JSON.stringify(reply.headers)}`).not.toContain(token);
  });

  it('is refused from another site, and while the provider cannot be reached', async () => {
    const url = '/api/v1/sign-on';
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await app.ask({ method: 'POST', url, body: {}, headers: foreign })).code).toBe('cross_site');
    await provider.stop();
    const late = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider) } });
    const reply = await late.ask({ method: 'POST', url, body: {}, headers: SAME });
    await late.close();
    await provider.start();
    expect([reply.status, reply.code]).toEqual([503, 'sign_on_unavailable']);
  });

  it('is refused by a service without a provider', async () => {
    const without = await startTestApp();
    const reply = await without.ask({ method: 'POST', url: '/api/v1/sign-on', body: {}, headers: SAME });
    await without.close();
    expect([reply.status, reply.code]).toEqual([409, 'sign_on_off']);
  });
});
