import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES } from '../../../src/contract/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { NOON } from '../test-store.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let workspace: string;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
});
afterAll(() => app.close());

const own = (as: string) => app.ask({ url: '/api/v1/key', as });

describe('a key asks about itself', () => {
  it.each(API_SCOPES.map((scope) => [scope]))('and %s suffices', async (scope) => {
    app.store.clock.now = NOON;
    const body = { name: 'Proxy, orders', scopes: [scope], ttlDays: 90, databaseId: 'orders' };
    const { key, secret } = await createKey(app.ctx, workspace, body, BY);
    const reply = await own(secret);
    expect(reply).toMatchObject({ status: 200, headers: { 'querygate-key-expires': key.expiresAt } });
    expect(reply.body).toEqual({
      id: key.id,
      name: 'Proxy, orders',
      workspace,
      scopes: [scope],
      databaseId: 'orders',
      expiresAt: '2027-02-18T12:00:00.000Z',
    });
  });

  it('and is told neither an expiry nor a database that it does not have', async () => {
    const { secret } = await createKey(app.ctx, workspace, { name: 'ci', scopes: ['rules:read'] }, BY);
    expect(Object.keys((await own(secret)).body as object).sort()).toEqual(['id', 'name', 'scopes', 'workspace']);
  });

  it('and is refused once it is revoked', async () => {
    const { key, secret } = await createKey(app.ctx, workspace, { name: 'ci', scopes: ['rules:read'] }, BY);
    await revokeKey(app.ctx, workspace, key.id, BY);
    expect(await own(secret)).toMatchObject({ status: 401, code: 'key_revoked' });
  });
});
