import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreatedKey, createdKeySchema, isApiKey, keySchema } from '../../../src/contract/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { findKey, touchKey } from '../../../src/server/keys/find-key.ts';
import { listKeys, readKey } from '../../../src/server/keys/read-keys.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { rotateAll } from '../../../src/server/keys/rotate-all.ts';
import { confirmRotation, rotateKey } from '../../../src/server/keys/rotate-key.ts';
import type { Database } from '../../../src/server/store/database.ts';
import type { TestStore } from '../test-store.ts';
import { BY, codeOf, entries, newWorld, openTestStore } from './world.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('a new key', () => {
  it('is shown once, with its exact expiry', async () => {
    const world = await newWorld(store);
    const made = await world.make({ ttlDays: 90, databaseId: 'orders' });
    expect(createdKeySchema.parse(made)).toEqual(made);
    expect(isApiKey(made.secret)).toBe(true);
    expect(made.key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
      hashPrefix: createHash('sha256').update(made.secret).digest('hex').slice(0, 8),
      workspace: world.workspace,
      name: 'ci',
      scopes: ['ci_dryrun:execute'],
      databaseId: 'orders',
      state: 'active',
      createdAt: '2026-11-20T12:00:00.000Z',
      createdBy: BY.actor,
      ttlDays: 90,
      expiresAt: '2027-02-18T12:00:00.000Z',
      lastUsedAt: undefined,
      revokedAt: undefined,
      old: false,
      rotates: undefined,
      rotation: undefined,
    });
    expect(await readKey(world.ctx, world.workspace, made.key.id)).toEqual(made.key);
  });

  it('is stored only as its SHA-256', async () => {
    const world = await newWorld(store);
    const first = await world.make();
    const second = await rotateKey(world.ctx, world.workspace, first.key.id, {}, BY);
    const [third] = await rotateAll(
      world.ctx,
      { workspace: world.workspace, scope: 'ci_dryrun:execute', atOnce: true },
      BY,
    );
    await touchKey(world.ctx, second.key);
    const tables = await world.db.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    let text = '';
    for (const { name } of tables.rows) {
      const { rows } = await world.db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      text += rows.map(({ row }) => row).join('\n');
    }
    for (const { secret } of [first, second, third ?? first]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(3, 43));
      expect(text).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('is refused for an unknown workspace', async () => {
    expect(await codeOf(createKey(store.ctx, 'nowhere', { name: 'ci', scopes: ['rules:read'] }, BY))).toBe(
      'workspace_not_found',
    );
  });

  it.each(['name', 'databaseId'] as const)('refuses an API key as %s', async (field) => {
    const world = await newWorld(store);
    const { secret } = await world.make();
    const error = await world.make({ [field]: `mine ${secret}` }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'field_invalid', more: { errors: [{ pointer: `/${field}` }] } });
    expect(String(error)).not.toContain(secret.slice(3, 20));
  });

  it('is in the audit trail, with its creator', async () => {
    const world = await newWorld(store);
    const { key } = await world.make({ databaseId: 'orders' });
    expect(await entries(world.db, world.workspace)).toEqual([
      expect.objectContaining({
        type: 'key.created',
        actor: BY.actor,
        requestId: 'req_1',
        details: {
          key: key.id,
          name: 'ci',
          scopes: ['ci_dryrun:execute'],
          databaseId: 'orders',
          expiresAt: key.expiresAt,
        },
      }),
    ]);
  });
});

describe('the state of a key', () => {
  const end = Date.parse('2026-11-30T12:00:00.000Z');
  it.each([
    [end - 1, 'active'],
    [end, 'expired'],
    [end + 1, 'expired'],
  ])('at %d is %s', async (at, state) => {
    const world = await newWorld(store);
    const { secret } = await world.make({ ttlDays: 10 });
    world.clock.now = new Date(at);
    expect(await findKey(world.ctx, secret)).toMatchObject({ state, workspace: world.workspace });
  });

  it.each([
    [90, false],
    [90.001, true],
  ])('after %d days of use is marked: %s', async (days, old) => {
    const world = await newWorld(store);
    const { key } = await world.make({ ttlDays: undefined });
    world.later(days);
    expect(await readKey(world.ctx, world.workspace, key.id)).toMatchObject({ old });
    const revoked = await revokeKey(world.ctx, world.workspace, key.id, BY);
    expect(revoked.old).toBe(false);
  });

  it('is returned with everything that a request needs; an unknown key is not found', async () => {
    const world = await newWorld(store);
    const { key, secret } = await world.make({ scopes: ['rules:read', 'audit:read'], databaseId: 'orders' });
    expect(await findKey(world.ctx, secret)).toEqual({
      kind: 'key',
      id: key.id,
      workspace: world.workspace,
      name: 'ci',
      scopes: new Set(['rules:read', 'audit:read']),
      databaseId: 'orders',
      expiresAt: new Date('2026-11-30T12:00:00.000Z'),
      state: 'active',
    });
    for (const other of ['', 'x', secret.slice(0, -1), `${secret} `, secret.toUpperCase(), '\0'])
      expect(await findKey(world.ctx, other)).toBeUndefined();
  });
});

describe('the store', () => {
  it.each([
    ["revoked_at = NULL WHERE id = '<revoked>'", 'revoked'],
    ["revoked_at = now() WHERE id = '<revoked>'", 'revoked'],
    ["expires_at = NULL WHERE id = '<active>'", 'active'],
    ["scopes = ARRAY['rules:simulate'] WHERE id = '<active>'", 'active'],
    ["key_hash = '\\x00' WHERE id = '<active>'", 'active'],
    ["workspace_id = 'other' WHERE id = '<active>'", 'active'],
    ["rotates = NULL WHERE id = '<successor>'", 'successor'],
  ])('refuses UPDATE api_keys SET %s', async (rest) => {
    const world = await newWorld(store);
    const keys: Record<string, CreatedKey> = { active: await world.make(), revoked: await world.make() };
    keys['successor'] = await rotateKey(world.ctx, world.workspace, keys['active']?.key.id ?? '', {}, BY);
    await revokeKey(world.ctx, world.workspace, keys['revoked']?.key.id ?? '', BY);
    const sql = `UPDATE api_keys SET ${rest.replace(/<(\w+)>/, (_, name: string) => keys[name]?.key.id ?? '')}`;
    await expect(world.db.query(sql)).rejects.toThrow('an API key cannot be changed');
  });

  it('refuses to delete a key', async () => {
    const world = await newWorld(store);
    const { key } = await world.make();
    await expect(world.db.query('DELETE FROM api_keys WHERE id = $1', [key.id])).rejects.toThrow('cannot be changed');
  });

  it('gets no statement that undoes a revocation', () => {
    const folder = join(import.meta.dirname, '../../../src/server');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sql)$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8'));
    const writes = texts.flatMap((text) => text.match(/revoked_at\s*=\s*[^=\s].*/g) ?? []);
    expect(writes.sort()).toEqual([
      // At the start on a restored store.
      expect.stringMatching(/^revoked_at = \$1 WHERE revoked_at IS NULL AND /),
      expect.stringMatching(/^revoked_at = \$2 WHERE id = ANY .* AND revoked_at IS NULL/),
    ]);
  });
});

describe('the list of keys', () => {
  it('has all keys, newest first, page by page, even with equal timestamps', async () => {
    const world = await newWorld(store);
    const made: string[] = [];
    for (let day = 0; day < 4; day++) {
      for (let n = 0; n < 3; n++) made.push((await world.make({ name: `${day}.${n}` })).key.id);
      world.later(1);
    }
    for (const limit of [1, 2, 5, 12, 100]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listKeys(world.ctx, world.workspace, { cursor, limit });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        for (const item of page.items) expect(keySchema.parse(item)).toEqual(item);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(seen.toSorted(), `pages of ${limit}`).toEqual(made.toSorted());
      expect(seen.map((id) => Math.floor(made.indexOf(id) / 3))).toEqual([3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]);
    }
  });

  it.each([
    '',
    'x',
    '%%',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ])('refuses the cursor `%s`', async (cursor) => {
    expect(await codeOf(listKeys(store.ctx, 'w1', { cursor }))).toBe('field_invalid');
  });

  it('is empty for a workspace without keys', async () => {
    const world = await newWorld(store);
    const { items, next, totals } = await listKeys(world.ctx, world.workspace, {});
    expect({ items, next }).toEqual({ items: [], next: undefined });
    expect(Object.values(totals ?? {}).every((count) => count === 0)).toBe(true);
  });
});

describe('the date of the last use', () => {
  /** A store that counts writes. */
  function counting(db: Database): { readonly db: Database; writes: number } {
    const counted = {
      writes: 0,
      db: {
        ...db,
        query: (sql: string, parameters?: readonly unknown[]) => {
          if (sql.startsWith('UPDATE')) counted.writes++;
          return db.query(sql, parameters);
        },
      } as Database,
    };
    return counted;
  }

  it('is written once a minute, on each of two servers, and never goes back', async () => {
    const world = await newWorld(store);
    const { key } = await world.make();
    const servers = [counting(world.db), counting(world.db)];
    const use = async (seconds: number) => {
      const now = new Date(Date.parse('2026-11-20T12:00:00.000Z') + seconds * 1000);
      for (const { db } of servers) for (let n = 0; n < 10; n++) await touchKey({ db, now: () => now }, key);
      return (await readKey(world.ctx, world.workspace, key.id)).lastUsedAt;
    };
    expect((await readKey(world.ctx, world.workspace, key.id)).lastUsedAt).toBeUndefined();
    expect(await use(0)).toBe('2026-11-20T12:00:00.000Z');
    expect(servers.map(({ writes }) => writes)).toEqual([1, 1]);
    expect(await use(59)).toBe('2026-11-20T12:00:00.000Z');
    expect(servers.map(({ writes }) => writes)).toEqual([1, 1]);
    expect(await use(60)).toBe('2026-11-20T12:01:00.000Z');
    expect(servers.map(({ writes }) => writes)).toEqual([2, 2]);
    // A clock that was set back.
    expect(await use(-7200)).toBe('2026-11-20T12:01:00.000Z');
    expect(await use(125)).toBe('2026-11-20T12:02:05.000Z');
  });

  it('is written by the next use if the store did not answer', async () => {
    const world = await newWorld(store);
    const { key } = await world.make();
    const broken = { ...world.db, query: () => Promise.reject(new Error('away')) } as Database;
    await expect(touchKey({ ...world.ctx, db: broken }, key)).rejects.toThrow('away');
    const seen = counting(world.db);
    await touchKey({ ...world.ctx, db: seen.db }, key);
    expect(seen.writes).toBe(1);
  });
});

describe('the rotation of all keys with a scope', () => {
  it.each([false, true])('rotates the active keys, and of each line the newest; at once: %s', async (atOnce) => {
    const world = await newWorld(store);
    const other = await newWorld(store);
    const expired = await world.make({ ttlDays: 1 });
    const revoked = await world.make();
    await revokeKey(world.ctx, world.workspace, revoked.key.id, BY);
    world.later(2);
    const plain = await world.make({ name: 'plain', scopes: ['rules:read', 'ci_dryrun:execute'], databaseId: 'd' });
    const without = await world.make({ name: 'without', scopes: ['audit:read'] });
    const old = await world.make({ name: 'line' });
    const successor = await rotateKey(world.ctx, world.workspace, old.key.id, {}, BY);
    const foreign = await other.make();
    const before = (await world.trail()).length;

    const made = await rotateAll(world.ctx, { workspace: world.workspace, scope: 'ci_dryrun:execute', atOnce }, BY);
    expect(made.map(({ key, replaces }) => [key.name, key.rotates, replaces.toSorted()])).toEqual(
      expect.arrayContaining([
        ['plain', plain.key.id, [plain.key.id]],
        ['line', successor.key.id, [old.key.id, successor.key.id].toSorted()],
      ]),
    );
    expect(made).toHaveLength(2);
    const states = async (keys: readonly CreatedKey[]) =>
      Promise.all(keys.map(async ({ secret }) => (await findKey(world.ctx, secret))?.state));
    const replaced = atOnce ? 'revoked' : 'active';
    expect(await states([expired, revoked, plain, without, old, successor, foreign])).toEqual([
      'expired',
      'revoked',
      replaced,
      'active',
      replaced,
      replaced,
      'active',
    ]);
    expect(await Promise.all(made.map(async ({ secret }) => (await findKey(world.ctx, secret))?.state))).toEqual([
      'active',
      'active',
    ]);
    const types = (await world.trail()).slice(before).map(({ type }) => type);
    expect(types.toSorted()).toEqual([
      ...(atOnce ? ['key.rotated', 'key.rotated', 'key.rotated'] : []),
      'key.rotation_begun',
      'key.rotation_begun',
    ]);
    if (atOnce) return;
    // Then each is confirmed, in any order.
    for (const { key } of [old, plain, successor])
      expect(await confirmRotation(world.ctx, world.workspace, key.id, BY)).toMatchObject({ state: 'revoked' });
  });

  it('covers all workspaces if none is given', async () => {
    const worlds = [await newWorld(store), await newWorld(store)];
    const keys = await Promise.all(worlds.map((world) => world.make({ scopes: ['rules:simulate'] })));
    const made = await rotateAll(store.ctx, { scope: 'rules:simulate', atOnce: true }, BY);
    expect(made.map(({ key }) => key.workspace).toSorted()).toEqual(
      worlds.map(({ workspace }) => workspace).toSorted(),
    );
    for (const { secret } of keys) expect((await findKey(store.ctx, secret))?.state).toBe('revoked');
    expect(await rotateAll(store.ctx, { scope: 'telemetry:write' }, BY)).toEqual([]);
    expect(await codeOf(rotateAll(store.ctx, { workspace: 'nowhere', scope: 'rules:read' }, BY))).toBe(
      'workspace_not_found',
    );
  });
});
