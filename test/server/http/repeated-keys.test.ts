import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CreatedKey, generateApiKey } from '../../../src/contract/index.ts';
import { sweep } from '../../../src/server/retention/sweep.ts';
import { NOON } from '../test-store.ts';
import { type Ask, startTestApp, type TestApp } from './test-app.ts';

// `Idempotency-Key` on the calls that create API keys: a retry must neither create a second key nor lose the first.

let app: TestApp;
let workspace: string;
let token: string;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.store.clock.now = NOON;
  workspace = await app.workspace();
  ({ token } = await app.person(workspace, 'admin'));
});

const BODY = { name: 'ci', scopes: ['ci_dryrun:execute'] };
const newName = () => `retry-${++count}`;
const post = (path: string, body: unknown, idempotencyKey: string | undefined, as = token): Ask => ({
  method: 'POST',
  url: `/api/v1/workspaces/${workspace}/keys${path}`,
  as,
  body,
  headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
});
const create = (key: string | undefined, body: unknown = BODY, as = token) => app.ask(post('', body, key, as));
const keyCount = async (): Promise<number> => {
  const { body } = await app.ask({ url: `/api/v1/workspaces/${workspace}/keys`, as: token });
  return (body as { items: readonly unknown[] }).items.length;
};
const later = (minutes: number) => {
  app.store.clock.now = new Date(app.store.clock.now.getTime() + minutes * 60_000);
};
/** All that the store holds of requests, as text. */
const stored = async (): Promise<string> =>
  JSON.stringify(
    (await app.ctx.db.query('SELECT k::text, encode(sealed, $1) AS sealed FROM key_requests k', ['escape'])).rows,
  );

describe('a repeated request', () => {
  it('to create a key gets the same response, with the secret, and creates one key', async () => {
    const name = newName();
    const first = await create(name);
    expect(first.status).toBe(201);
    const again = await create(name);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await keyCount()).toBe(1);
    const { secret } = first.body as CreatedKey;
    expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: secret })).code).toBe('scope_missing');
  });

  it.each([{}, { atOnce: true }])('to rotate a key gets the same response: %j', async (body) => {
    const { id } = await app.key(workspace);
    const name = newName();
    const first = await app.ask(post(`/${id}/rotate`, body, name));
    const again = await app.ask(post(`/${id}/rotate`, body, name));
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await keyCount()).toBe(2);
  });

  it('that arrives several times at once creates one key', async () => {
    const name = newName();
    const all = await Promise.all(Array.from({ length: 8 }, () => create(name)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(await keyCount()).toBe(1);
  });

  it('without the header creates another key', async () => {
    await create(undefined);
    await create(undefined);
    expect(await keyCount()).toBe(2);
  });

  it('is independent in each workspace', async () => {
    const name = newName();
    await create(name);
    const other = await app.workspace();
    const { token: admin } = await app.person(other, 'owner');
    const reply = await app.ask({ ...post('', BODY, name, admin), url: `/api/v1/workspaces/${other}/keys` });
    expect(reply.status).toBe(201);
  });
});

describe('the secret of the first response', () => {
  it('is shown to no other session, which learns the key that was created', async () => {
    const name = newName();
    const { key, secret } = (await create(name)).body as CreatedKey;
    const { token: other } = await app.person(workspace, 'owner');
    const reply = await create(name, BODY, other);
    expect([reply.status, reply.code]).toEqual([409, 'idempotency_key_used']);
    expect(reply.text).toContain(key.id);
    expect(reply.text).not.toContain(secret);
  });

  it('is shown for ten minutes, and cannot be read from the store', async () => {
    const name = newName();
    const { key, secret } = (await create(name)).body as CreatedKey;
    expect(await stored()).not.toContain(secret);
    later(9.9);
    expect((await create(name)).status).toBe(201);
    later(0.2);
    const reply = await create(name);
    expect([reply.status, reply.code]).toEqual([409, 'idempotency_key_used']);
    expect(reply.text).toContain(key.id);
    await sweep(app.ctx);
    const { rows } = await app.ctx.db.query('SELECT 1 FROM key_requests WHERE sealed IS NOT NULL');
    expect(rows).toEqual([]);
    expect((await create(name)).code).toBe('idempotency_key_used');
    expect(await keyCount()).toBe(1);
  });

  it('is in no log line', async () => {
    const name = newName();
    const { secret } = (await create(name)).body as CreatedKey;
    await create(name);
    expect(app.log.join('\n')).not.toContain(secret);
    expect(app.log.join('\n')).not.toContain(name);
  });
});

describe('the same `Idempotency-Key`', () => {
  it('with another body, another call or another key is refused', async () => {
    const name = newName();
    const { key } = (await create(name)).body as CreatedKey;
    const { id } = await app.key(workspace);
    const others = [
      post('', { ...BODY, name: 'other' }, name),
      post('', { ...BODY, scopes: ['rules:simulate'] }, name),
      post(`/${key.id}/rotate`, BODY, name),
      post(`/${id}/rotate`, {}, name),
    ];
    for (const other of others) {
      const reply = await app.ask(other);
      expect([reply.status, reply.code]).toEqual(
        other === others[2] ? [422, 'field_invalid'] : [409, 'idempotency_key_reused'],
      );
    }
    expect(await keyCount()).toBe(2);
  });

  it('can be used again after a day, and after a request that was refused', async () => {
    const name = newName();
    expect((await create(name, { ...BODY, name: generateApiKey() })).code).toBe('field_invalid');
    expect((await create(name)).status).toBe(201);
    later(24 * 60 + 1);
    // The session has ended in the meantime.
    ({ token } = await app.person(workspace, 'admin'));
    expect((await create(name, { ...BODY, name: 'other' })).status).toBe(201);
    expect(await keyCount()).toBe(2);
  });

  it.each([['a b'], [generateApiKey()], ['x'.repeat(201)]])('must be a short name and no API key: %s', async (name) => {
    expect((await create(name)).code).toBe('field_invalid');
  });

  it('does not replace a permission: a former admin gets nothing', async () => {
    const name = newName();
    const { id, token: admin } = await app.person(workspace, 'admin');
    expect((await create(name, BODY, admin)).status).toBe(201);
    await app.ctx.db.query("UPDATE members SET role = 'viewer' WHERE user_id = $1", [id]);
    expect((await create(name, BODY, admin)).code).toBe('role_missing');
  });
});
