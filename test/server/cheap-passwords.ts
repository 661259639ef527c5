import { vi } from 'vitest';

// Passwords cost nothing in tests of the service: the real cost has its own, in people/password.mocks.test.ts.

vi.mock('../../src/server/people/scrypt-cost.ts', () => ({
  SCRYPT_COST: { N: 16, r: 1, p: 1 },
  CHECKS_AT_ONCE: 2,
  REFUSAL_STEP: 0,
}));
