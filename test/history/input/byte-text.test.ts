import { expect, it } from 'vitest';
import { ByteCache } from '../../../src/history/input/byte-text.ts';
import { LogTimes } from '../../../src/history/sources/postgresql/time.ts';

// Readers write one record over another in the same memory.
it('a cached name does not change with the memory that it was read from', () => {
  const cache = new ByteCache((text) => text);
  const bytes = Buffer.from('ann');
  expect(cache.get(bytes, 0, 3)).toBe('ann');
  bytes.write('bob');
  expect(cache.get(bytes, 0, 3)).toBe('bob');
});

it('neither does a cached day or zone', () => {
  const times = new LogTimes();
  const bytes = Buffer.from('2026-11-20 16:22:57.299 EET');
  expect(times.parse(bytes, 0, bytes.length)).toBe(Date.parse('2026-11-20T14:22:57.299Z'));
  bytes.write('2026-11-21');
  bytes.write('CET', 24);
  expect(times.parse(bytes, 0, bytes.length)).toBe(Date.parse('2026-11-21T15:22:57.299Z'));
});
