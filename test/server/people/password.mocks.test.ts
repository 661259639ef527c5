import type * as Crypto from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, passwordMatches } from '../../../src/server/people/password.ts';
import { codeOf } from '../keys/world.ts';

/** Calls of scrypt, which also run. */
const asked: unknown[] = [];
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  const scrypt = (...given: readonly unknown[]) => {
    asked.push(given[3]);
    Reflect.apply(crypto.scrypt, undefined, given);
  };
  return { ...crypto, scrypt };
});

beforeEach(() => {
  asked.length = 0;
});

const CHEAP = `scrypt$16$1$1$AAAA$${'A'.repeat(43)}=`;

describe('the check of a password', () => {
  it('costs 128 MiB, also for an unknown user', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$/);
    expect(await passwordMatches('correct horse battery', stored)).toBe(true);
    expect(await passwordMatches('wrong password', stored)).toBe(false);
    expect(await passwordMatches('wrong password', undefined)).toBe(false);
    expect(asked).toHaveLength(4);
    for (const cost of asked) expect(cost).toMatchObject({ N: 131_072, r: 8, p: 1 });
  });

  it('is refused if too many are waiting', async () => {
    const codes = await Promise.all(Array.from({ length: 36 }, () => codeOf(passwordMatches('wrong password', CHEAP))));
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(2);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(34);
    expect(await codeOf(passwordMatches('wrong password', CHEAP))).toBe('ok');
  });
});
