import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/contract/index.ts';
import { sessionId } from '../../../src/server/people/own-sessions.ts';
import { entries } from '../keys/world.ts';
import { NOON } from '../test-store.ts';
import { PASSWORD, type Reply, startTestApp, type TestApp } from './test-app.ts';

const NEW = 'a much better password';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.workspace('acme');
});
afterAll(() => app.close());

const signIn = async (email: string, password = PASSWORD, agent = 'test/1') => {
  const { status, body } = await app.ask({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { 'user-agent': agent },
    body: { email, password },
  });
  expect(status).toBe(201);
  return (body as { token: string }).token;
};
const works = async (token: string) => (await app.ask({ url: '/api/v1/sessions/current', as: token })).status === 200;
const result = ({ status, code }: Reply) => code ?? status;
const change = (as: string, body: unknown) =>
  app.ask({ method: 'PUT', url: '/api/v1/account/password', as, body }).then(result);
const list = async (as: string, query = '') =>
  (await app.ask({ url: `/api/v1/sessions${query}`, as })).body as {
    items: { id: string; current: boolean; agent?: string; address?: string; lastUsedAt: string }[];
    next?: string;
  };

describe('changing your own name', () => {
  it('takes effect at once and is audited', async () => {
    const { token, id, email } = await app.person('acme', 'viewer');
    const reply = await app.ask({ method: 'PUT', url: '/api/v1/account', as: token, body: { name: ' Ann Lee ' } });
    expect(reply.body).toEqual({ id, email, name: 'Ann Lee' });
    expect((await app.ask({ url: '/api/v1/sessions/current', as: token })).body).toMatchObject({
      user: { id, email, name: 'Ann Lee' },
    });
    expect((await entries(app.store.db, 'acme')).at(-1)).toMatchObject({ type: 'user.renamed', actor: { id } });
  });

  it.each(['', '   ', 'two\nlines', 'a\u202eb', 'x'.repeat(201), '\0', 'owner@acme.example'])(
    'to %j is refused',
    async (name) => {
      const { token } = await app.person('acme', 'viewer');
      const reply = await app.ask({ method: 'PUT', url: '/api/v1/account', as: token, body: { name } });
      expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
    },
  );
});

describe('changing your own password', () => {
  it('needs the current one, keeps this session and ends all others', async () => {
    const { token, email } = await app.person('acme', 'member');
    const other = await signIn(email);
    expect(await change(token, { current: `${PASSWORD}.`, password: NEW })).toBe('password_wrong');
    expect(await works(other)).toBe(true);
    expect(await change(token, { current: PASSWORD, password: NEW })).toBe(204);
    expect([await works(token), await works(other)]).toEqual([true, false]);
    expect(
      result(await app.ask({ method: 'POST', url: '/api/v1/sessions', body: { email, password: PASSWORD } })),
    ).toBe('sign_in_failed');
    expect(await works(await signIn(email, NEW))).toBe(true);
    const trail = await entries(app.store.db, 'acme');
    expect(trail.filter(({ type }) => type === 'user.password_set')).toHaveLength(1);
    expect(trail.find(({ details }) => details['reason'] === 'current_password')).toMatchObject({
      type: 'session.failed',
    });
    expect(JSON.stringify(trail)).not.toContain(NEW);
  });

  it('refuses a new one that is too short or an API key, and names the field', async () => {
    const { token } = await app.person();
    const { secret } = await app.key('acme');
    for (const password of ['elevenchars', secret]) {
      const reply = await app.ask({
        method: 'PUT',
        url: '/api/v1/account/password',
        as: token,
        body: { current: PASSWORD, password },
      });
      expect(reply.body).toMatchObject({ code: 'field_invalid', errors: [{ pointer: '/password' }] });
      expect(reply.text).not.toContain(password.slice(3, 20));
    }
  });

  it('cannot be used to guess the password: five wrong ones end the session', async () => {
    const { token, email } = await app.person('acme', 'member');
    for (let attempt = 1; attempt < 5; attempt++)
      expect(await change(token, { current: `guess ${attempt}`, password: NEW })).toBe('password_wrong');
    expect(await change(token, { current: 'guess 5', password: NEW })).toBe('session_unknown');
    expect(await works(token)).toBe(false);
    expect((await entries(app.store.db, 'acme')).at(-1)).toMatchObject({
      type: 'session.ended',
      actor: { name: email },
      details: { reason: 'wrong_passwords' },
    });
  });
});

describe('confirming a session', () => {
  const confirm = (as: string, password: string) =>
    app.ask({ method: 'POST', url: '/api/v1/sessions/current/confirm', as, body: { password } }).then(result);

  it('is possible while the user cannot sign in after failed attempts from the same address', async () => {
    const { token, email } = await app.person('acme', 'owner');
    const enter = (address: string, password: string) =>
      app.ask({ method: 'POST', url: '/api/v1/sessions', body: { email: address, password } }).then(result);
    for (let n = 0; n < 25; n++) expect(await enter(`ghost${n}@acme.example`, 'wrong')).toBe('sign_in_failed');
    for (let n = 0; n < 5; n++) expect(await enter(email, 'wrong')).toBe('sign_in_failed');
    expect(await enter(email, PASSWORD)).toBe('rate_limited');
    expect(await confirm(token, PASSWORD)).toBe(204);
  });

  it('ends the session after five wrong passwords, also concurrent ones, and no other session', async () => {
    const { token, email } = await app.person('acme', 'owner');
    const other = await signIn(email);
    const codes = await Promise.all(Array.from({ length: 12 }, () => confirm(token, 'wrong')));
    expect(codes.filter((code) => code === 'password_wrong')).toHaveLength(4);
    expect(codes.filter((code) => code === 'session_unknown').length).toBeGreaterThanOrEqual(1);
    expect([await works(token), await works(other)]).toEqual([false, true]);
    expect(await works(await signIn(email))).toBe(true);
  });

  it('forgets wrong passwords once the right one is given', async () => {
    const { token } = await app.person('acme', 'owner');
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 4; n++) expect(await confirm(token, 'wrong')).toBe('password_wrong');
      expect(await confirm(token, PASSWORD)).toBe(204);
    }
  });
});

describe('your own sessions', () => {
  it('are listed newest first, with address and user agent, in pages', async () => {
    app.store.clock.now = NOON;
    const { email } = await app.person('acme', 'viewer');
    const tokens: string[] = [];
    for (let at = 0; at < 3; at++) {
      app.store.clock.now = new Date(NOON.getTime() + at * 1000);
      tokens.push(await signIn(email, PASSWORD, `Browser/${at}\u00a0x`));
    }
    const [, , newest = ''] = tokens;
    const first = await list(newest, '?limit=2');
    const rest = await list(newest, `?limit=2&cursor=${first.next}`);
    const items = [...first.items, ...rest.items];
    // The session that `person` made is the oldest.
    expect(items.map(({ id }) => id).slice(0, 2)).toEqual(tokens.toReversed().map(sessionId).slice(0, 2));
    expect(items).toHaveLength(4);
    expect(items.map(({ current }) => current)).toEqual([true, false, false, false]);
    expect(items[0]).toMatchObject({ agent: expect.stringContaining('Browser/2'), address: '127.0.0.1' });
    expect(JSON.stringify(items)).not.toContain(newest.slice(4, 20));
  });

  it('can be ended one by one, but never those of another user', async () => {
    app.store.clock.now = NOON;
    const [ann, bob] = [await app.person('acme', 'viewer'), await app.person('acme', 'owner')];
    const other = await signIn(ann.email);
    const end = (id: string, as: string) =>
      app.ask({ method: 'DELETE', url: `/api/v1/sessions/${id}`, as }).then(result);
    expect(await end(sessionId(ann.token), bob.token)).toBe('session_not_found');
    expect(await end(sessionId(other), ann.token)).toBe(204);
    expect(await end(sessionId(other), ann.token)).toBe('session_not_found');
    expect([await works(ann.token), await works(other), await works(bob.token)]).toEqual([true, false, true]);
    expect((await entries(app.store.db, 'acme')).at(-1)).toMatchObject({
      type: 'session.ended',
      actor: { id: ann.id },
      details: { sessions: 1 },
    });
  });

  it('can all be ended except the current one', async () => {
    const ann = await app.person('acme', 'viewer');
    const bob = await app.person('acme', 'viewer');
    const others = [await signIn(ann.email), await signIn(ann.email)];
    const reply = await app.ask({ method: 'POST', url: '/api/v1/sessions/revoke-others', as: ann.token });
    expect(reply.body).toEqual({ revoked: 2 });
    expect(await Promise.all([ann.token, bob.token, ...others].map(works))).toEqual([true, true, false, false]);
  });

  it('end without a request for two hours, and after twelve hours in any case', async () => {
    const minutes = (count: number) => {
      app.store.clock.now = new Date(NOON.getTime() + count * 60_000);
    };
    minutes(0);
    const idle = (await app.person('acme', 'viewer')).token;
    const busy = (await app.person('acme', 'viewer')).token;
    for (let at = 0; at < LIMITS.sessionHours * 60; at += LIMITS.sessionIdleMinutes - 1) {
      minutes(at);
      expect(await works(busy)).toBe(true);
    }
    minutes(LIMITS.sessionIdleMinutes);
    expect(await works(idle)).toBe(false);
    minutes(LIMITS.sessionHours * 60);
    expect(await works(busy)).toBe(false);
    minutes(0);
  });
});
