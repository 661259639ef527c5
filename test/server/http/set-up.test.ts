import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ http: { trustProxy: true } });
});
afterEach(() => app.close());

const EVE = '198.51.100.66';
const setUp = (given: object = {}, from = '192.0.2.1') =>
  app.ask({
    method: 'POST',
    url: '/api/v1/setup',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from },
    body: {
      code: app.app.setUpCode,
      workspace: { id: 'shop' },
      email: 'ann@acme.example',
      password: PASSWORD,
      ...given,
    },
  });
const needed = async () => (await app.ask({ url: '/api/v1/setup' })).body;

describe('the set-up of a new service', () => {
  it('creates the first workspace and its owner, signs them in, and is recorded', async () => {
    expect(await needed()).toEqual({ needed: true });
    const reply = await setUp({ cookie: true });
    expect(reply).toMatchObject({ status: 201, body: { workspaces: [{ id: 'shop', name: 'shop', role: 'owner' }] } });
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-querygate=qgs_/);
    const { rows } = await app.store.db.query<{ type: string }>(
      "SELECT type FROM audit_events WHERE workspace_id = 'shop' ORDER BY sequence",
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'workspace.created',
      'ruleset.activated',
      'member.set',
      'session.created',
    ]);
    expect(await needed()).toEqual({ needed: false });
  });

  it('is possible once', async () => {
    const [first, second] = await Promise.all([
      setUp(),
      setUp({ email: 'eve@acme.example', workspace: { id: 'eve' } }),
    ]);
    expect([first.status, second.status].sort()).toEqual([201, 409]);
    expect((await setUp({ email: 'sam@acme.example' })).code).toBe('set_up_already');
  });

  it('is refused with a wrong code', async () => {
    expect(await setUp({ code: 'wrong' })).toMatchObject({ status: 422, code: 'set_up_code_wrong' });
    expect(await needed()).toEqual({ needed: true });
  });

  it('waits for 15 minutes after 5 wrong codes from one address, and not for other addresses', async () => {
    for (let tries = 0; tries < 5; tries++)
      expect((await setUp({ code: 'wrong' }, EVE)).code).toBe('set_up_code_wrong');
    const refused = await setUp({}, EVE);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '900']);
    expect((await setUp({ password: 'short' })).code).toBe('field_invalid');
    const { clock } = app.store;
    clock.now = new Date(clock.now.getTime() + 15 * 60_000);
    expect((await setUp({}, EVE)).status).toBe(201);
  });

  it.each([
    ['a short password', { password: 'short' }, '/password'],
    ['a name of several lines', { name: 'a\nb' }, '/name'],
    ['a workspace id with a space', { workspace: { id: 'a b' } }, '/workspace/id'],
  ])('is refused with %s, and creates nothing', async (_, given, pointer) => {
    expect((await setUp(given)).body).toMatchObject({ code: 'field_invalid', errors: [{ pointer }] });
    expect(await needed()).toEqual({ needed: true });
  });
});
