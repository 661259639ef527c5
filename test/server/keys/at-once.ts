import { expect, it } from 'vitest';
import type { CreatedKey } from '../../../src/contract/index.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { findKey } from '../../../src/server/keys/find-key.ts';
import { listKeys, readKey } from '../../../src/server/keys/read-keys.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { rotateAll } from '../../../src/server/keys/rotate-all.ts';
import { confirmRotation, rotateKey } from '../../../src/server/keys/rotate-key.ts';
import type { TestStore } from '../test-store.ts';
import { BY, codeOf, newWorld, type World } from './world.ts';

/** Concurrent actions on keys, by two servers on one store. */
export function actsAtOnce(servers: () => readonly [TestStore, TestStore]): void {
  /** A workspace, as each of the servers sees it. */
  async function worlds(): Promise<readonly [World, World]> {
    const [first, second] = servers();
    const world = await newWorld(first);
    return [world, { ...world, db: second.db, ctx: { db: second.db, now: world.ctx.now } }];
  }

  const counted = (codes: readonly string[]) =>
    Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((each) => each === code).length]));

  const stateOf = async (world: World, { secret }: CreatedKey) => (await findKey(world.ctx, secret))?.state;

  async function holds({ ctx, workspace }: World): Promise<void> {
    expect((await verifyAudit(ctx, workspace)).broken).toBeUndefined();
  }

  it('eight rotations of one key start one rotation', async () => {
    const [a, b] = await worlds();
    const { key } = await a.make();
    const codes = await Promise.all(
      [a, b, a, b, a, b, a, b].map((world) => codeOf(rotateKey(world.ctx, world.workspace, key.id, {}, BY))),
    );
    expect(counted(codes)).toEqual({ ok: 1, rotation_pending: 7 });
    expect((await listKeys(a.ctx, a.workspace, {})).items).toHaveLength(2);
    await holds(a);
  });

  it('of a rotation to confirm and one at once, one succeeds', async () => {
    for (let n = 0; n < 5; n++) {
      const [a, b] = await worlds();
      const made = await a.make();
      const codes = await Promise.all([
        codeOf(rotateKey(a.ctx, a.workspace, made.key.id, {}, BY)),
        codeOf(rotateKey(b.ctx, a.workspace, made.key.id, { atOnce: true }, BY)),
      ]);
      const old = await stateOf(b, made);
      expect([...codes, old]).toEqual(
        codes[0] === 'ok' ? ['ok', 'rotation_pending', 'active'] : ['key_not_active', 'ok', 'revoked'],
      );
      await holds(a);
    }
  });

  it('a rotation is confirmed once', async () => {
    const [a, b] = await worlds();
    const old = await a.make();
    await rotateKey(a.ctx, a.workspace, old.key.id, {}, BY);
    const codes = await Promise.all(
      [a, b, a, b].map((world) => codeOf(confirmRotation(world.ctx, world.workspace, old.key.id, BY))),
    );
    expect(counted(codes)).toEqual({ ok: 1, rotation_not_pending: 3 });
    await holds(a);
  });

  it('confirming and revoking the new key act as if one came after the other', async () => {
    for (let n = 0; n < 5; n++) {
      const [a, b] = await worlds();
      const old = await a.make();
      const made = await rotateKey(a.ctx, a.workspace, old.key.id, {}, BY);
      const [confirmed] = await Promise.all([
        codeOf(confirmRotation(a.ctx, a.workspace, old.key.id, BY)),
        revokeKey(b.ctx, b.workspace, made.key.id, BY),
      ]);
      expect(await stateOf(a, made)).toBe('revoked');
      expect([confirmed, await stateOf(b, old)]).toEqual(
        confirmed === 'ok' ? ['ok', 'revoked'] : ['rotation_not_pending', 'active'],
      );
      await holds(a);
    }
  });

  it('four revocations count as one, and apply on the other server at once', async () => {
    const [a, b] = await worlds();
    const made = await a.make();
    expect(await stateOf(b, made)).toBe('active');
    const revoked = await Promise.all(
      [a, b, a, b].map((world) => revokeKey(world.ctx, world.workspace, made.key.id, BY)),
    );
    expect(new Set(revoked.map(({ revokedAt }) => revokedAt)).size).toBe(1);
    expect(await stateOf(b, made)).toBe('revoked');
    expect((await a.trail()).map(({ type }) => type)).toEqual(['key.created', 'key.revoked']);
    await holds(a);
  });

  it('rotating all keys while others are created and revoked replaces each one completely or not at all', async () => {
    const [a, b] = await worlds();
    const first = await Promise.all([a.make(), a.make(), a.make()]);
    const create = () => createKey(b.ctx, b.workspace, { name: 'late', scopes: ['ci_dryrun:execute'] }, BY);
    const all = () => rotateAll(a.ctx, { workspace: a.workspace, scope: 'ci_dryrun:execute', atOnce: true }, BY);
    const [, late, one, more, two] = await Promise.all([
      revokeKey(b.ctx, b.workspace, first[0].key.id, BY),
      Promise.all(Array.from({ length: 6 }, create)),
      all(),
      Promise.all(Array.from({ length: 6 }, create)),
      all(),
    ]);
    const made = [...one, ...two];
    const replaced = made.flatMap(({ replaces }) => replaces);
    expect(new Set(replaced).size).toBe(replaced.length);
    for (const each of [...first, ...late, ...more, ...made]) {
      const dead = replaced.includes(each.key.id) || each.key.id === first[0].key.id;
      expect(await stateOf(b, each), each.key.id).toBe(dead ? 'revoked' : 'active');
    }
    const { items } = await listKeys(a.ctx, a.workspace, { limit: 500 });
    expect(items).toHaveLength(15 + made.length);
    // Fourteen uses of a key there are, whatever came first; and the one that was revoked has none, or a new one of a
    // rotation.
    expect(items.filter(({ state }) => state === 'active').length - 14).toBe(
      replaced.includes(first[0].key.id) ? 1 : 0,
    );
    await holds(a);
  });

  it('random actions keep the audit chain intact, and never restore a key', async () => {
    const [a, b] = await worlds();
    const keys = await Promise.all([a.make(), b.make(), a.make()]);
    const dead = new Set<string>();
    for (let round = 0; round < 12; round++) {
      await Promise.all(
        keys.slice(-6).flatMap(({ key }, at) => {
          const world = at % 2 === 0 ? a : b;
          const other = at % 2 === 0 ? b : a;
          return [
            rotateKey(world.ctx, world.workspace, key.id, { atOnce: round % 3 === 0 }, BY).then(
              (made) => void keys.push(made),
              (error: unknown) => codeOf(Promise.reject(error)),
            ),
            codeOf(confirmRotation(other.ctx, other.workspace, key.id, BY)),
          ];
        }),
      );
      for (const each of keys) {
        const { state } = await readKey(a.ctx, a.workspace, each.key.id);
        if (dead.has(each.key.id)) expect(state).toBe('revoked');
        if (state === 'revoked') dead.add(each.key.id);
      }
    }
    expect(keys.length - dead.size).toBeGreaterThanOrEqual(3);
    await holds(a);
  });
}
