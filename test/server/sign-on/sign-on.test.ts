import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/server/http/index.ts';
import { createInvitation } from '../../../src/server/people/invitations.ts';
import { BY, PASSWORD, startTestApp, type TestApp } from '../http/test-app.ts';
import { auditOf, browserOf, cookiesOf, goesTo, PUBLIC_URL, SAME, settingsFor } from './browser.ts';
import { signingKey, startProvider, type Tampering, type TestProvider, visitProvider } from './provider.ts';

const BOB = { sub: 'bob', email: 'bob@acme.example', email_verified: true };

let provider: TestProvider;
let app: TestApp;
const { get, begin, signOn, accept, session } = browserOf(() => app);

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  app = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider) } });
  await app.workspace('shop');
});
beforeEach(() => {
  provider.account = BOB;
  provider.claimsInToken = true;
  provider.cancels = false;
  provider.tampering = undefined;
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function invite(email: string): Promise<string> {
  return (await createInvitation(app.ctx, 'shop', { email, role: 'member' }, BY)).token;
}

const audit = (count: number) => auditOf(app, count);

describe('single sign-on', () => {
  it('is named on the sign-in page', async () => {
    expect((await get('/api/v1/sign-in-methods')).body).toEqual({ password: true, signOn: { label: 'Acme' } });
  });

  it('refuses a user who was not invited, even with the e-mail address of a member', async () => {
    const { email } = await app.person('shop', 'owner');
    provider.account = { ...BOB, email };
    expect(goesTo(await signOn())).toBe('/sign-in?problem=not_invited');
  });

  it.each([
    { title: 'an address that is not the invited one', account: { ...BOB, email: 'eve@acme.example' } },
    { title: 'an address that the provider did not verify', account: { ...BOB, email_verified: false } },
  ])('does not accept an invitation with $title', async ({ account }) => {
    provider.account = account;
    expect(goesTo(await accept(await invite(BOB.email)))).toBe('/invitation?problem=invitation_for_another');
  });

  it('does not bind an existing account by an invitation', async () => {
    const { email } = await app.person();
    provider.account = { sub: 'eve', email, email_verified: true };
    expect(goesTo(await accept(await invite(email)))).toBe('/invitation?problem=account_exists');
  });

  it('accepts an invitation, then signs the same identity in again, also after a change of its address', async () => {
    const token = await invite(BOB.email);
    const joined = await accept(token, '/w/shop/start');
    expect(goesTo(joined)).toBe('/w/shop/start');
    expect(await session(joined)).toMatchObject({
      user: { email: BOB.email },
      confirmBy: 'sign_on',
      workspaces: [{ id: 'shop', role: 'member' }],
    });
    expect((await accept(token)).code).toBe('invitation_invalid');
    provider.account = { ...BOB, email: 'robert@acme.example' };
    expect(await session(await signOn())).toMatchObject({ user: { email: BOB.email } });
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

  it('must be finished before it expires', async () => {
    const { callback, cookie } = await begin();
    await app.ctx.db.query('UPDATE sign_ons SET expires_at = $1', [app.ctx.now()]);
    expect(goesTo(await get(callback, cookie))).toBe('/sign-in?problem=sign_on_expired');
  });

  it('refuses a disabled user', async () => {
    await app.ctx.db.query('UPDATE users SET disabled_at = $1 WHERE email = $2', [app.ctx.now(), BOB.email]);
    expect(goesTo(await signOn())).toBe('/sign-in?problem=account_disabled');
    expect(await audit(1)).toMatchObject([{ type: 'session.failed', reason: 'disabled' }]);
    await app.ctx.db.query('UPDATE users SET disabled_at = NULL WHERE email = $1', [BOB.email]);
  });

  it('says so while the provider cannot be reached, and works once it can', async () => {
    await provider.stop();
    const late = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider) } });
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

  describe('a confirmation of a session', () => {
    let cookie: string;
    const confirmedAt = async () =>
      Date.parse(((await get('/api/v1/sessions/current', cookie, SAME)).body as { confirmedAt: string }).confirmedAt);
    const confirm = async () => {
      const again = await begin('?confirm=1&return=/w/shop/keys?tab=all', cookie, SAME);
      return get(again.callback, again.cookie);
    };
    beforeEach(async () => {
      cookie = cookiesOf(await signOn());
      await app.ctx.db.query("UPDATE sessions SET confirmed_at = '2026-01-01'", []);
    });

    it('succeeds by a new sign-in of the same identity, leads back to the page, and is recorded', async () => {
      const before = await confirmedAt();
      expect(goesTo(await confirm())).toBe('/w/shop/keys?tab=all');
      expect(await confirmedAt()).toBeGreaterThan(before);
      expect(await audit(1)).toMatchObject([{ type: 'session.confirmed', by: 'sign_on' }]);
    });

    it.each([
      ['of another identity', 'sign_on_other', { account: { ...BOB, sub: 'eve' } }],
      ['that the user cancels', 'sign_on_refused', { cancels: true }],
      ['with a sign-in of before', 'sign_on_old', { tampering: { claims: { auth_time: 1 } } }],
      ['without a time of the sign-in', 'sign_on_old', { tampering: { claims: { auth_time: undefined } } }],
    ])('%s is refused on the page where the user was, and recorded', async (_, problem, change) => {
      const before = await confirmedAt();
      Object.assign(provider, change);
      expect(goesTo(await confirm())).toBe(`/w/shop/keys?tab=all&sign-on-problem=${problem}`);
      expect(await confirmedAt()).toBe(before);
      expect(await audit(1)).toMatchObject([{ type: 'session.failed', by: 'sign_on', reason: problem }]);
    });

    it('asks the provider for the sign-in again', async () => {
      const start = await get('/auth/oidc/start?confirm=1', cookie, SAME);
      const { searchParams } = new URL(String(goesTo(start)));
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    });

    it('succeeds without a time of the sign-in where the settings do not need it', async () => {
      const signOnSettings = settingsFor(provider, { QUERYGATE_OIDC_AUTH_TIME: 'optional' });
      const { ctx, engine, recorder } = app;
      const options = { publicUrl: PUBLIC_URL, signOn: signOnSettings, log: { level: 'silent' } } as const;
      const { fastify } = await createApp({ ctx, engine, recorder, wake: () => undefined, options });
      const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
      const headersOf = async (path: string, with_: string) => {
        const asked = http.get(new URL(path, url), {
          agent: false,
          headers: { ...SAME, host: 'localhost', cookie: with_ },
        });
        const [reply] = (await once(asked, 'response')) as [http.IncomingMessage];
        reply.resume();
        return reply.headers;
      };
      provider.tampering = { claims: { auth_time: undefined } };
      const start = await headersOf('/auth/oidc/start?confirm=1&return=/account', cookie);
      const page = new URL(String(start.location));
      expect(page.searchParams.get('prompt')).toBe('select_account');
      const [begun = ''] = start['set-cookie'] ?? [];
      const end = await headersOf(await visitProvider(page.href, PUBLIC_URL), begun.split(';')[0] ?? '');
      await fastify.close();
      expect(end.location).toBe('/account');
    });

    it('is refused on the page where the user was while the provider cannot be reached', async () => {
      const again = await begin('?confirm=1&return=/w/shop/keys', cookie, SAME);
      await provider.stop();
      const reply = await get(again.callback, again.cookie);
      await provider.start();
      expect(goesTo(reply)).toBe('/w/shop/keys?sign-on-problem=sign_on_unavailable');
    });

    it('cannot be begun by another site', async () => {
      const reply = await get('/auth/oidc/start?confirm=1', cookie, { 'sec-fetch-site': 'cross-site' });
      expect([reply.status, reply.code]).toEqual([403, 'cross_site']);
    });
  });

  it('opens a session that is as old as the sign-in at the provider', async () => {
    const at = Math.floor(app.ctx.now().getTime() / 1000) - 3600;
    provider.tampering = { claims: { auth_time: at } };
    expect(await session(await signOn())).toMatchObject({ confirmedAt: new Date(at * 1000).toISOString() });
  });

  describe('an answer of the provider', () => {
    const DAY = 24 * 60 * 60;
    it.each<[string, Tampering]>([
      ['with another nonce', { claims: { nonce: 'another' } }],
      ['without a nonce', { claims: { nonce: undefined } }],
      ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - DAY } }],
      ['of another issuer', { claims: { iss: 'https://evil.example' } }],
      ['for another client', { claims: { aud: 'another' } }],
      ['without a subject', { claims: { sub: undefined } }],
      ['that another key has signed', { key: signingKey() }],
    ])('%s is refused', async (_, tampering) => {
      provider.tampering = tampering;
      expect(goesTo(await signOn())).toBe('/sign-in?problem=sign_on_refused');
      provider.tampering = undefined;
      expect(goesTo(await signOn())).toBe('/');
    });

    it('that names another issuer in its URL is refused', async () => {
      const { callback, cookie } = await begin();
      expect(callback).toContain('iss=');
      const reply = await get(callback.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'), cookie);
      expect(goesTo(reply)).toBe('/sign-in?problem=sign_on_refused');
    });

    it('that is signed with a key made since the last sign-on is accepted', async () => {
      expect(goesTo(await signOn())).toBe('/');
      provider.rotate();
      expect(goesTo(await signOn())).toBe('/');
    });

    it('can have the claims at the userinfo endpoint only', async () => {
      provider.claimsInToken = false;
      provider.account = { sub: 'cid', email: 'cid@acme.example', email_verified: true, name: 'Cid' };
      expect(await session(await accept(await invite('cid@acme.example')))).toMatchObject({ user: { name: 'Cid' } });
    });
  });

  it('leaves passwords working while the provider cannot be reached', async () => {
    const { email } = await app.person('shop', 'viewer');
    const { callback, cookie } = await begin();
    await provider.stop();
    expect(goesTo(await get(callback, cookie))).toBe('/sign-in?problem=sign_on_unavailable');
    const byPassword = { method: 'POST', url: '/api/v1/sessions', body: { email, password: PASSWORD } };
    expect((await app.ask(byPassword)).status).toBe(201);
    await provider.start();
  });

  it('logs why a sign-on was refused, and nothing that the provider said', async () => {
    provider.tampering = { claims: { aud: 'secret-audience' } };
    await signOn();
    const line = JSON.parse(app.log.findLast((each) => each.includes('a sign-on was refused')) ?? '{}');
    expect(line).toMatchObject({ problem: 'sign_on_refused', error: { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' } });
    expect(app.log.join('\n')).not.toMatch(/secret-audience|bob@acme/);
  });
});
