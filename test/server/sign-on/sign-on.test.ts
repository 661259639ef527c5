import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createInvitation } from '../../../src/server/people/invitations.ts';
import { signOnSettings } from '../../../src/server/sign-on/settings.ts';
import { BY, type Reply, startTestApp, type TestApp } from '../http/test-app.ts';
import { startProvider, type TestProvider } from './provider.ts';

// Uses a cheap password hash.
vi.mock('../../../src/server/people/scrypt-cost.ts', () => ({
  SCRYPT_COST: { N: 16, r: 1, p: 1 },
  CHECKS_AT_ONCE: 2,
  REFUSAL_STEP: 0,
}));

const PUBLIC_URL = 'http://localhost:7460';
const BOB = { sub: 'bob', email: 'bob@acme.example', email_verified: true };

let provider: TestProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  app = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings() } });
  await app.workspace('shop');
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

function settings() {
  const env = {
    QUERYGATE_OIDC_ISSUER: provider.issuer,
    QUERYGATE_OIDC_CLIENT_ID: 'querygate',
    QUERYGATE_OIDC_CLIENT_SECRET: 's'.repeat(40),
    QUERYGATE_OIDC_LABEL: 'Acme',
  };
  return signOnSettings(env, PUBLIC_URL);
}

function cookiesOf({ headers }: Reply): string {
  return [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
}

/** Follows the provider's redirects, as a browser without a session there does, to the path of the callback. */
async function visitProvider(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = url;
  for (let hops = 0; hops < 10 && !next.startsWith(PUBLIC_URL); hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const each of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    next = new URL(reply.headers.get('location') ?? '', next).href;
  }
  return next.slice(PUBLIC_URL.length);
}

const get = (url: string, cookie = '', more: Record<string, string> = {}) =>
  app.ask({ url, headers: { ...(cookie !== '' && { cookie }), ...more } });

/** Begins a sign-on, and signs in at the provider. */
async function begin(query = '', cookie = '', more: Record<string, string> = {}) {
  const start = await get(`/auth/oidc/start${query}`, cookie, more);
  expect(start.status).toBe(302);
  return { callback: await visitProvider(String(start.headers['location'])), cookie: cookiesOf(start) };
}

async function signOn(query = ''): Promise<Reply> {
  const { callback, cookie } = await begin(query);
  return get(callback, cookie);
}

async function invite(email: string): Promise<string> {
  return (await createInvitation(app.ctx, 'shop', { email, role: 'member' }, BY)).token;
}

const SAME = { 'sec-fetch-site': 'same-origin' };
const session = async (reply: Reply) => (await get('/api/v1/sessions/current', cookiesOf(reply), SAME)).body;
const goesTo = (reply: Reply) => reply.headers['location'];

describe('single sign-on', () => {
  it('is named on the sign-in page', async () => {
    expect((await get('/api/v1/sign-in-methods')).body).toEqual({ password: true, signOn: { label: 'Acme' } });
  });

  it('refuses who was not invited, even with the e-mail address of a member', async () => {
    const { email } = await app.person('shop', 'owner');
    provider.account = { ...BOB, email };
    expect(goesTo(await signOn())).toBe('/sign-in?problem=not_invited');
    provider.account = BOB;
  });

  it.each([
    { title: 'an address that is not the invited one', account: { ...BOB, email: 'eve@acme.example' } },
    { title: 'an address that the provider did not verify', account: { ...BOB, email_verified: false } },
  ])('does not accept an invitation with $title', async ({ account }) => {
    provider.account = account;
    const reply = await signOn(`?invitation=${await invite(BOB.email)}`);
    expect(goesTo(reply)).toBe('/sign-in?problem=invitation_for_another');
    provider.account = BOB;
  });

  it('does not bind an existing account by an invitation', async () => {
    const { email } = await app.person();
    provider.account = { sub: 'eve', email, email_verified: true };
    expect(goesTo(await signOn(`?invitation=${await invite(email)}`))).toBe('/sign-in?problem=account_exists');
    provider.account = BOB;
  });

  it('accepts an invitation, then signs the same identity in again, also after a change of its address', async () => {
    const token = await invite(BOB.email);
    const joined = await signOn(`?invitation=${token}&return=/workspaces/shop`);
    expect(goesTo(joined)).toBe('/workspaces/shop');
    expect(await session(joined)).toMatchObject({
      user: { email: BOB.email },
      confirmBy: 'sign_on',
      workspaces: [{ id: 'shop', role: 'member' }],
    });
    expect(goesTo(await signOn(`?invitation=${token}`))).toBe('/sign-in?problem=invitation_invalid');
    provider.account = { ...BOB, email: 'robert@acme.example' };
    expect(await session(await signOn())).toMatchObject({ user: { email: BOB.email } });
    provider.account = BOB;
  });

  it('finishes once, only in the browser that began it, and only with its state', async () => {
    const { callback, cookie } = await begin();
    const expired = '/sign-in?problem=sign_on_expired';
    expect(goesTo(await get(callback))).toBe(expired);
    expect(goesTo(await get(callback, (await begin()).cookie))).toBe(expired);
    expect(goesTo(await get(callback.replace(/state=[^&]*/, 'state=wrong'), cookie))).toBe(expired);
    expect(goesTo(await get(callback, cookie))).toBe('/');
    expect(goesTo(await get(callback, cookie))).toBe(expired);
  });

  it('has to be finished before it expires', async () => {
    const { callback, cookie } = await begin();
    await app.ctx.db.query('UPDATE sign_ons SET expires_at = $1', [app.ctx.now()]);
    expect(goesTo(await get(callback, cookie))).toBe('/sign-in?problem=sign_on_expired');
  });

  it('refuses a disabled user', async () => {
    await app.ctx.db.query('UPDATE users SET disabled_at = $1 WHERE email = $2', [app.ctx.now(), BOB.email]);
    expect(goesTo(await signOn())).toBe('/sign-in?problem=sign_on_refused');
    await app.ctx.db.query('UPDATE users SET disabled_at = NULL WHERE email = $1', [BOB.email]);
  });

  it('says so while the provider cannot be reached, and works once it can', async () => {
    await provider.stop();
    const late = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settings() } });
    const start = () => late.ask({ url: '/auth/oidc/start' });
    expect(goesTo(await start())).toBe('/sign-in?problem=sign_on_unavailable');
    await provider.start();
    expect(goesTo(await start())).toContain(provider.issuer);
    await late.close();
  });

  it('refuses a code of another sign-on', async () => {
    const [one, two] = [await begin(), await begin()];
    const code = /code=[^&]*/.exec(two.callback)?.[0] ?? '';
    const reply = await get(one.callback.replace(/code=[^&]*/, code), one.cookie);
    expect(goesTo(reply)).toBe('/sign-in?problem=sign_on_refused');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%0a\n/x'])(
    'does not lead to another site: %j',
    async (to) => {
      expect(goesTo(await signOn(`?return=${encodeURIComponent(to)}`))).toBe('/');
    },
  );

  it('confirms a session by a new sign-in of the same identity, and of no other', async () => {
    const cookie = cookiesOf(await signOn());
    await app.ctx.db.query("UPDATE sessions SET confirmed_at = '2026-01-01'", []);
    const before = (await get('/api/v1/sessions/current', cookie, SAME)).body as { confirmedAt: string };
    const again = await begin('?confirm=1&return=/keys', cookie, SAME);
    expect(goesTo(await get(again.callback, again.cookie))).toBe('/keys');
    const after = (await get('/api/v1/sessions/current', cookie, SAME)).body as { confirmedAt: string };
    expect(Date.parse(after.confirmedAt)).toBeGreaterThan(Date.parse(before.confirmedAt));
    const old = await begin('?confirm=1', cookie, SAME);
    await app.ctx.db.query("UPDATE sign_ons SET created_at = '2100-01-01'", []);
    expect(goesTo(await get(old.callback, old.cookie))).toBe('/sign-in?problem=sign_on_refused');
    provider.account = { ...BOB, sub: 'eve' };
    const other = await begin('?confirm=1', cookie, SAME);
    expect(goesTo(await get(other.callback, other.cookie))).toBe('/sign-in?problem=sign_on_refused');
    provider.account = BOB;
    expect((await get('/auth/oidc/start?confirm=1', cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
