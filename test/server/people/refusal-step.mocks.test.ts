import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signIn } from '../../../src/server/people/sign-in.ts';
import { createUser } from '../../../src/server/people/users.ts';
import { codeOf, newWorld, openTestStore } from '../keys/world.ts';
import type { TestStore } from '../test-store.ts';

// A cheap password hash, so that only the delay step takes time.
vi.mock('../../../src/server/people/scrypt-cost.ts', () => ({
  SCRYPT_COST: { N: 16, r: 1, p: 1 },
  CHECKS_AT_ONCE: 2,
  REFUSAL_STEP: 700,
}));

const waits: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    waits.push(milliseconds);
  },
}));

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('a refused sign-in waits until the next step, whatever the reason; a successful one does not wait', async () => {
  const { ctx } = await newWorld(store);
  const password = 'correct horse battery';
  await createUser(ctx, { email: 'step@acme.example', password });
  const act = async (email: string, given: string) => {
    waits.length = 0;
    const startedAt = performance.now();
    const code = await codeOf(signIn(ctx, { email, password: given }, { address: '192.0.2.1' }));
    return { code, waited: waits.reduce((sum, each) => sum + each, 0), took: performance.now() - startedAt };
  };
  for (const email of ['step@acme.example', 'ghost@acme.example']) {
    const { code, waited, took } = await act(email, 'wrong password');
    expect(code).toBe('sign_in_failed');
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThanOrEqual(700);
    // Duration plus delay is a multiple of the step, and what the test itself takes.
    expect((took + waited) % 700).toBeLessThan(350);
  }
  expect(await act('step@acme.example', password)).toMatchObject({ code: 'ok', waited: 0 });
});
