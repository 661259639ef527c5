import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from '../../../../src/service/server/people/password.ts';
import { signIn } from '../../../../src/service/server/people/sign-in.ts';
import { createUser } from '../../../../src/service/server/people/users.ts';
import { codeOf, newWorld, openTestStore } from '../keys/world.ts';
import type { TestStore } from '../test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

describe('the check of a password', () => {
  it('costs 128 MiB, for somebody who is not there too', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$/);
    const wrong = await milliseconds(() => passwordMatches('wrong password', stored));
    const unknown = await milliseconds(() => passwordMatches('wrong password', undefined));
    // What scrypt takes here is some hundred milliseconds, and without it there would be none.
    expect(unknown).toBeGreaterThan(wrong / 4);
    expect(await passwordMatches('', undefined)).toBe(false);
  });

  it('is refused where more wait than can be served', async () => {
    const codes = await Promise.all(
      Array.from({ length: 36 }, () =>
        codeOf(passwordMatches('wrong password', `scrypt$16$1$1$AAAA$${'A'.repeat(43)}=`)),
      ),
    );
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(2);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(34);
    expect(await codeOf(passwordMatches('wrong password', `scrypt$16$1$1$AAAA$${'A'.repeat(43)}=`))).toBe('ok');
  });

  it('answers at steps of half a second where it refuses', async () => {
    const world = await newWorld(store);
    await createUser(world.ctx, { email: 'step@acme.example', password: 'correct horse battery' });
    for (const email of ['step@acme.example', 'ghost@acme.example']) {
      const took = await milliseconds(() =>
        codeOf(signIn(world.ctx, { email, password: 'wrong password' }, { address: '192.0.2.1' })),
      );
      expect(took % 500).toBeLessThan(150);
      expect(took).toBeGreaterThan(450);
    }
  });
});
