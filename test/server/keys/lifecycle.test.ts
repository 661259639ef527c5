import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedKey } from '../../../src/contract/index.ts';
import { findKey } from '../../../src/server/keys/find-key.ts';
import { listKeys, readKey } from '../../../src/server/keys/read-keys.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { rotateAll } from '../../../src/server/keys/rotate-all.ts';
import { confirmRotation, rotateKey } from '../../../src/server/keys/rotate-key.ts';
import { sweep } from '../../../src/server/retention/sweep.ts';
import type { TestStore } from '../test-store.ts';
import { BY, codeOf, newWorld, openTestStore, type World } from './world.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const begin = (world: World, key: CreatedKey) => rotateKey(world.ctx, world.workspace, key.key.id, {}, BY);
const replace = (world: World, key: CreatedKey) =>
  rotateKey(world.ctx, world.workspace, key.key.id, { atOnce: true }, BY);
const confirm = (world: World, key: CreatedKey) => confirmRotation(world.ctx, world.workspace, key.key.id, BY);
const revoke = (world: World, key: CreatedKey) => revokeKey(world.ctx, world.workspace, key.key.id, BY);
const read = (world: World, key: CreatedKey) => readKey(world.ctx, world.workspace, key.key.id);

/**
 * Every state of a key, and how it gets there. The keys have names; the first one is the one under test.
 */
const STATES: Readonly<Record<string, (world: World) => Promise<Record<string, CreatedKey>>>> = {
  active: async (w) => ({ key: await w.make() }),
  'active without end': async (w) => {
    const { name, scopes } = { name: 'ci', scopes: ['ci_dryrun:execute'] as const };
    const key = await w.make({ name, scopes: [...scopes], ttlDays: undefined });
    w.later(20_000);
    return { key };
  },
  expired: async (w) => {
    const key = await w.make();
    w.later(10);
    return { key };
  },
  revoked: async (w) => {
    const key = await w.make();
    await revoke(w, key);
    return { key };
  },
  'revoked, and its time over': async (w) => {
    const key = await w.make();
    await revoke(w, key);
    w.later(11);
    return { key };
  },
  pending: async (w) => {
    const key = await w.make();
    return { key, successor: await begin(w, key) };
  },
  'expired while pending': async (w) => {
    const key = await w.make();
    w.later(9);
    const successor = await begin(w, key);
    w.later(1);
    return { key, successor };
  },
  'pending, new key revoked': async (w) => {
    const key = await w.make({ ttlDays: undefined });
    const successor = await begin(w, key);
    await revoke(w, successor);
    return { key, successor };
  },
  'pending, new key expired': async (w) => {
    const key = await w.make();
    w.later(5);
    const successor = await begin(w, key);
    w.later(10);
    return { key, successor };
  },
  'the new key of a rotation that is pending': async (w) => {
    const old = await w.make();
    return { key: await begin(w, old), old };
  },
  'the new key, after the old was confirmed': async (w) => {
    const old = await w.make();
    const key = await begin(w, old);
    await confirm(w, old);
    return { key, old };
  },
  'the new key, after the old was revoked': async (w) => {
    const old = await w.make();
    const key = await begin(w, old);
    await revoke(w, old);
    return { key, old };
  },
  'replaced at once': async (w) => {
    const key = await w.make();
    return { key, successor: await replace(w, key) };
  },
  'confirmed away': async (w) => {
    const key = await w.make();
    const successor = await begin(w, key);
    await confirm(w, key);
    return { key, successor };
  },
  'pending, new key itself pending': async (w) => {
    const key = await w.make();
    const successor = await begin(w, key);
    return { key, successor, third: await begin(w, successor) };
  },
  'pending, new key replaced at once': async (w) => {
    const key = await w.make();
    const successor = await begin(w, key);
    return { key, successor, third: await replace(w, successor) };
  },
  'pending, new key rotated and that one revoked': async (w) => {
    const key = await w.make();
    const successor = await begin(w, key);
    const third = await replace(w, successor);
    await revoke(w, third);
    return { key, successor, third };
  },
  'expired, and so are two new keys, one rotated again': async (w) => {
    const key = await w.make({ ttlDays: 1 });
    w.later(1);
    const successor = await begin(w, key);
    w.later(1);
    const second = await begin(w, key);
    w.later(1);
    return { key, successor, second, third: await begin(w, successor) };
  },
};

interface Cell {
  readonly state: 'active' | 'revoked' | 'expired';
  /** Name of the key that replaces it. */
  readonly pending?: string;
  readonly begin: string;
  readonly confirm: string;
}

const REVOKED: Cell = { state: 'revoked', begin: 'key_not_active', confirm: 'rotation_not_pending' };
const FREE: Cell = { state: 'active', begin: 'ok', confirm: 'rotation_not_pending' };

/** What is allowed in this state. Revoking is always allowed. */
const CELLS: Readonly<Record<string, Cell>> = {
  active: FREE,
  'active without end': FREE,
  expired: { ...FREE, state: 'expired' },
  revoked: REVOKED,
  'revoked, and its time over': REVOKED,
  pending: { state: 'active', pending: 'successor', begin: 'rotation_pending', confirm: 'ok' },
  'expired while pending': { state: 'expired', pending: 'successor', begin: 'rotation_pending', confirm: 'ok' },
  'pending, new key revoked': FREE,
  'pending, new key expired': { ...FREE, state: 'expired' },
  'the new key of a rotation that is pending': FREE,
  'the new key, after the old was confirmed': FREE,
  'the new key, after the old was revoked': FREE,
  'replaced at once': REVOKED,
  'confirmed away': REVOKED,
  'pending, new key itself pending': {
    state: 'active',
    pending: 'successor',
    begin: 'rotation_pending',
    confirm: 'ok',
  },
  'pending, new key replaced at once': { state: 'active', pending: 'third', begin: 'rotation_pending', confirm: 'ok' },
  'pending, new key rotated and that one revoked': FREE,
  'expired, and so are two new keys, one rotated again': {
    state: 'expired',
    pending: 'third',
    begin: 'rotation_pending',
    confirm: 'ok',
  },
};

const KEYS_OF_STATES = Object.keys(STATES);

async function arrive(state: string): Promise<{ world: World; keys: Record<string, CreatedKey>; key: CreatedKey }> {
  const world = await newWorld(store);
  const keys = (await STATES[state]?.(world)) ?? {};
  const { key } = keys;
  if (!key) throw new Error(state);
  return { world, keys, key };
}

/** The stored keys of a workspace, and whether a request with each would be accepted. */
async function standing(world: World, keys: Record<string, CreatedKey>): Promise<Record<string, string>> {
  const found = await Promise.all(
    Object.entries(keys).map(async ([name, { secret }]) => [name, (await findKey(world.ctx, secret))?.state ?? 'none']),
  );
  return Object.fromEntries(found);
}

describe('a key that is', () => {
  it('in each state has a row in the table', () => {
    expect(Object.keys(CELLS)).toEqual(KEYS_OF_STATES);
  });

  it.each(Object.entries(CELLS))('%s: is shown in this state', async (name, cell) => {
    const { world, keys, key } = await arrive(name);
    const shown = await read(world, key);
    expect(shown.state).toBe(cell.state);
    expect((await findKey(world.ctx, key.secret))?.state).toBe(cell.state);
    expect(shown.rotation?.newKey).toBe(cell.pending && keys[cell.pending]?.key.id);
    const { items } = await listKeys(world.ctx, world.workspace, {});
    expect(items.find(({ id }) => id === shown.id)).toEqual(shown);
  });

  it.each(Object.entries(CELLS))('%s: can be rotated as the table says', async (name, cell) => {
    const { world, keys, key } = await arrive(name);
    const before = await standing(world, keys);
    const trail = await world.trail();
    expect(await codeOf(begin(world, key))).toBe(cell.begin);
    expect(await standing(world, keys)).toEqual(before);
    const added = (await world.trail()).slice(trail.length);
    expect(added.map(({ type }) => type)).toEqual(cell.begin === 'ok' ? ['key.rotation_begun'] : []);
    expect((await read(world, key)).rotation?.newKey !== undefined).toBe(cell.begin !== 'key_not_active');
  });

  it.each(Object.entries(CELLS))('%s: can be rotated at once as the table says', async (name, cell) => {
    const { world, keys, key } = await arrive(name);
    const before = await standing(world, keys);
    const trail = await world.trail();
    expect(await codeOf(replace(world, key))).toBe(cell.begin);
    expect(await standing(world, keys)).toEqual({ ...before, ...(cell.begin === 'ok' && { key: 'revoked' }) });
    const added = (await world.trail()).slice(trail.length);
    expect(added.map(({ type }) => type)).toEqual(cell.begin === 'ok' ? ['key.rotation_begun', 'key.rotated'] : []);
  });

  it.each(Object.entries(CELLS))('%s: can be confirmed as the table says', async (name, cell) => {
    const { world, keys, key } = await arrive(name);
    const before = await standing(world, keys);
    const trail = await world.trail();
    expect(await codeOf(confirm(world, key))).toBe(cell.confirm);
    expect(await standing(world, keys)).toEqual({ ...before, ...(cell.confirm === 'ok' && { key: 'revoked' }) });
    const added = (await world.trail()).slice(trail.length);
    expect(added.map(({ type, details }) => [type, details['newKey']])).toEqual(
      cell.confirm === 'ok' ? [['key.rotated', cell.pending && keys[cell.pending]?.key.id]] : [],
    );
    expect(await codeOf(confirm(world, key))).toBe('rotation_not_pending');
  });

  it.each(Object.entries(CELLS))('%s: is revoked, once', async (name, cell) => {
    const { world, keys, key } = await arrive(name);
    const before = await standing(world, keys);
    const trail = await world.trail();
    const revoked = await revoke(world, key);
    expect(revoked).toMatchObject({ state: 'revoked', rotation: undefined, old: false });
    expect(await standing(world, keys)).toEqual({ ...before, key: 'revoked' });
    world.later(1);
    expect(await revoke(world, key)).toEqual(revoked);
    const added = (await world.trail()).slice(trail.length);
    expect(added.map(({ type }) => type)).toEqual(cell.state === 'revoked' ? [] : ['key.revoked']);
  });

  it.each(Object.entries(CELLS))('%s: is not visible in another workspace', async (name) => {
    const { world, keys, key } = await arrive(name);
    const before = await standing(world, keys);
    const other = await newWorld(store);
    const foreign = { ...other, ctx: world.ctx };
    for (const act of [begin, replace, confirm, revoke, read])
      expect(await codeOf(act(foreign, key))).toBe('key_not_found');
    expect(await other.trail()).toEqual([]);
    expect((await standing(world, keys))['key'] === 'revoked').toBe(before['key'] === 'revoked');
  });
});

describe('a rotation', () => {
  it('is canceled by revoking the new key, which the audit trail says', async () => {
    const world = await newWorld(store);
    const old = await world.make();
    const unused = await begin(world, old);
    const next = await begin(world, unused);
    await revoke(world, unused);
    await revoke(world, next);
    const entries = (await world.trail()).filter(({ type }) => type === 'key.revoked');
    expect(entries.map(({ details }) => [details['key'], details['canceledRotationOf']])).toEqual([
      [unused.key.id, old.key.id],
      [next.key.id, old.key.id],
    ]);
    expect((await read(world, old)).rotation).toBeUndefined();
  });

  it('keeps name, scopes, database and lifetime, which starts again', async () => {
    const world = await newWorld(store);
    const old = await world.make({
      name: 'proxy',
      scopes: ['telemetry:write', 'proxy:evaluate'],
      databaseId: 'orders-eu',
      ttlDays: 30,
    });
    world.later(12);
    const { key, secret } = await begin(world, old);
    expect(key).toMatchObject({
      name: 'proxy',
      scopes: ['telemetry:write', 'proxy:evaluate'],
      databaseId: 'orders-eu',
      ttlDays: 30,
      createdAt: '2026-12-02T12:00:00.000Z',
      expiresAt: '2027-01-01T12:00:00.000Z',
      rotates: old.key.id,
      state: 'active',
      createdBy: BY.actor,
    });
    expect(secret).not.toBe(old.secret);
    const rotation = { newKey: key.id, begunAt: '2026-12-02T12:00:00.000Z' };
    expect((await read(world, old)).rotation).toEqual({ ...rotation, ageDays: 0 });
    world.later(9.9);
    expect((await read(world, old)).rotation).toEqual({ ...rotation, ageDays: 9 });
  });

  it('never disables a key that was not revoked, and never restores one, in any order of actions', async () => {
    const world = await newWorld(store);
    const keys = [await world.make({ ttlDays: 40 }), await world.make({ ttlDays: undefined })];
    const acts = [begin, confirm, begin, replace, confirm, revoke];
    const dead = new Set<string>();
    let seed = 20261120;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    let confirmed = 0;
    for (let step = 0; step < 400; step++) {
      if (random(4) === 0) world.later(random(6));
      const key = keys[keys.length - 1 - random(Math.min(8, keys.length))];
      const act = acts[random(acts.length)];
      if (!key || !act || (act === revoke && random(3) > 0)) continue;
      const before = await read(world, key);
      const successor = before.rotation && (await readKey(world.ctx, world.workspace, before.rotation.newKey));
      expect(successor?.state ?? 'active').toBe('active');
      const made = await act(world, key).catch((error: unknown) => codeOf(Promise.reject(error)));
      if (typeof made === 'object' && 'secret' in made) keys.push(made);
      if (act === revoke || (act === replace && typeof made === 'object')) dead.add(key.key.id);
      if (act === confirm && typeof made === 'object') {
        expect(before.rotation).toBeDefined();
        dead.add(key.key.id);
        confirmed++;
      }
    }
    const shown = new Map<string, string>();
    let cursor: string | undefined;
    do {
      const page = await listKeys(world.ctx, world.workspace, { cursor, limit: 7 });
      for (const { id, state } of page.items) shown.set(id, state);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(shown.size).toBe(keys.length);
    for (const { key } of keys) expect(shown.get(key.id) === 'revoked', key.id).toBe(dead.has(key.id));
    expect(confirmed).toBeGreaterThan(10);
    expect(keys.length).toBeGreaterThan(30);
  });
});

describe('a clock that goes back', () => {
  const seenBy: readonly (readonly [string, (world: World, made: CreatedKey) => Promise<unknown>])[] = [
    ['a request', (world, { secret }) => findKey(world.ctx, secret)],
    ['the list', (world) => listKeys(world.ctx, world.workspace, {})],
    ['reading the key', (world, { key }) => readKey(world.ctx, world.workspace, key.id)],
    ['the sweep', (world) => sweep(world.ctx)],
  ];
  it.each(seenBy)('does not bring back a key that %s has seen expired', async (_, see) => {
    const world = await newWorld(store);
    const made = await world.make({ ttlDays: 1 });
    const other = await world.make({ ttlDays: 3 });
    world.later(1.5);
    await see(world, made);
    world.later(-1.4);
    expect((await findKey(world.ctx, made.secret))?.state).toBe('expired');
    expect((await read(world, made)).state).toBe('expired');
    expect((await findKey(world.ctx, other.secret))?.state).toBe('active');
    const rotated = await rotateAll(world.ctx, { workspace: world.workspace, scope: 'ci_dryrun:execute' }, BY);
    expect(rotated.flatMap(({ replaces }) => replaces)).toEqual([other.key.id]);
    // It can still be replaced, and revoked.
    expect((await begin(world, made)).key.state).toBe('active');
    await revoke(world, made);
    expect((await read(world, made)).state).toBe('revoked');
  });
});
