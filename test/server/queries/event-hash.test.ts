import { expect, it } from 'vitest';
import type { QueryEvent } from '../../../src/contract/index.ts';
import type { EventOutcome } from '../../../src/server/engine/engine.ts';
import { eventHash } from '../../../src/server/queries/event-hash.ts';

// Stores hold the hashes of earlier versions: with another one, an event that is sent again would be refused.

const row = (byte: number) => ({
  ...{ hash: new Uint8Array(32).fill(byte), text: 'text', flow: 'f', unreadable: false, truncated: false },
});
const READ: EventOutcome = { rows: [row(1), row(2)], shape: 'x', flow: 'f' };
const NOT_READ: EventOutcome = { tooCostly: 'too long' };
const PLAIN = { type: 'query', at: '2026-11-20T08:00:00Z', dialect: 'postgresql' } as const;
const TEXT = 'ü"\\';

const EVENTS: readonly (readonly [string, QueryEvent, EventOutcome])[] = [
  [
    '92175527bdef1c4649717cbd6bce923bd0b8c384f470c4d83e3825c64af3cf37',
    { ...PLAIN, id: 'e-1', factsVersion: 1, rows: [{ a: 1 }] },
    READ,
  ],
  [
    'f8befdcea59dde8b8118a59cc3d863bfc3da19c99363bdd79281e756a0f0611c',
    {
      ...{ id: 'e-2', type: 'query', at: '2026-11-20T09:00:00.000+01:00', lastAt: '2026-11-20T09:10:00Z', calls: 7 },
      ...{ dialect: 'mysql', factsVersion: 1, rows: [{ a: TEXT }], outcome: 'failed', sqlstate: '23505' },
      ...{ durationMs: 1.5, session: 's', proxy: 'p' },
      judged: { verdict: 'warn', rules: ['r'], ruleset: 3, mode: 'warn' },
    },
    READ,
  ],
  [
    'fb1200508ea889128a162428a5af731dd96df1e76e9ef9e652bea51d7ea58475',
    { ...PLAIN, id: 'e-3', factsVersion: 1, rows: [{ a: TEXT }] },
    NOT_READ,
  ],
  [
    'b1089ef6fd5dbdaed6d9657c57607fc6d923e6ff296ae252169313b4f5f7b81e',
    {
      ...{ ...PLAIN, id: 'e-4', query: `SELECT '${TEXT}'`, binds: ['1', null], session: 's', statement: 2 },
      ...{ inTransaction: true, normalised: true, caller: { user: 'u', application: 'a', tags: { z: '1', b: '2' } } },
    },
    READ,
  ],
  [
    '30d5dd136cf7201d48bd530911482fcacba27000d5dfd137f060023612e65a73',
    { ...PLAIN, id: 'e-5', query: 'SELECT 1', truncated: true },
    READ,
  ],
];

it.each(EVENTS)('hashes an event as earlier versions did: %s', (hash, event, outcome) => {
  expect(eventHash(event, outcome)).toBe(hash);
  // Again, with what is remembered of the outcome.
  expect(eventHash(event, outcome)).toBe(hash);
});
