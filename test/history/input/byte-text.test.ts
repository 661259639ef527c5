import { expect, it } from 'vitest';
import { ByteCache } from '../../../src/history/input/byte-text.ts';
import { LogTimes } from '../../../src/history/sources/postgresql/time.ts';

// Readers reuse the memory of one record for the next.
it('a cached name does not change when its buffer is reused', () => {
  const cache = new ByteCache((text) => text);
  const bytes = Buffer.from('ann');
  expect(cache.get(bytes, 0, 3)).toBe('ann');
  bytes.write('bob');
  expect(cache.get(bytes, 0, 3)).toBe('bob');
});

it('a cached day or zone does not change when its buffer is reused', () => {
  const times = new LogTimes();
  const bytes = Buffer.from('2026-11-20 16:22:57.299 EET');
  expect(times.parse(bytes, 0, bytes.length)).toBe(Date.parse('2026-11-20T14:22:57.299Z'));
  bytes.write('2026-11-21');
  bytes.write('CET', 24);
  expect(times.parse(bytes, 0, bytes.length)).toBe(Date.parse('2026-11-21T15:22:57.299Z'));
});
