import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InputSource, openInput } from '../../../src/history/input/open.ts';
import { ConfigError } from '../../../src/model/index.ts';

const TEXT = Buffer.from(Array.from({ length: 40_000 }, (_, n) => `line ${n} ${(n * 7919) % 1013}\n`).join(''));
/** Incompressible, so that its compressed form is cut in the middle of the content. */
const NOISE = randomBytes(300_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-input-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(source: InputSource) {
  const input = await openInput(source);
  const parts: Buffer[] = [];
  for await (const chunk of input.chunks()) parts.push(Buffer.from(chunk));
  return { input, bytes: Buffer.concat(parts) };
}

const named = (bytes: Uint8Array, name = 'in/a.log') => ({ name, bytes });

/** A skippable frame of zstd: magic, length, content. */
const SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
const EMPTY_FRAME = zstdCompressSync(Buffer.alloc(0));

describe('complete inputs', () => {
  const cases: readonly (readonly [string, Uint8Array, Uint8Array, string])[] = [
    ['nothing', Buffer.alloc(0), Buffer.alloc(0), 'none'],
    ['two bytes', Buffer.from('ab'), Buffer.from('ab'), 'none'],
    ['plain', TEXT, TEXT, 'none'],
    ['gzip', gzipSync(TEXT), TEXT, 'gzip'],
    ['gzip of nothing', gzipSync(Buffer.alloc(0)), Buffer.alloc(0), 'gzip'],
    ['gzip, members', Buffer.concat([gzipSync(TEXT), gzipSync(NOISE)]), Buffer.concat([TEXT, NOISE]), 'gzip'],
    ['zstd', zstdCompressSync(TEXT), TEXT, 'zstd'],
    ['zstd of nothing', EMPTY_FRAME, Buffer.alloc(0), 'zstd'],
    [
      'zstd, frames',
      Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(NOISE)]),
      Buffer.concat([TEXT, NOISE]),
      'zstd',
    ],
    [
      'zstd, frames that are skipped',
      Buffer.concat([SKIPPABLE, zstdCompressSync(TEXT), SKIPPABLE, zstdCompressSync(TEXT)]),
      Buffer.concat([TEXT, TEXT]),
      'zstd',
    ],
    [
      'zstd, many empty frames',
      Buffer.concat([...Array(5000).fill(EMPTY_FRAME), zstdCompressSync(TEXT), ...Array(5000).fill(EMPTY_FRAME)]),
      TEXT,
      'zstd',
    ],
  ];
  it.each(cases)('%s', async (_, stored, expected, compression) => {
    for (const source of [named(stored), join(folder, 'a.log')]) {
      if (typeof source === 'string') await writeFile(source, stored);
      const { input, bytes } = await read(source);
      expect(bytes.equals(expected)).toBe(true);
      expect(input).toMatchObject({ name: 'a.log', size: stored.length, compression });
      expect(Buffer.from(input.head).equals(expected.subarray(0, 256 * 1024))).toBe(true);
      expect(input.consumed()).toBe(stored.length);
      expect(input.damage()).toBeUndefined();
    }
  });

  it('gzip that unpacks to a thousand times its size is read in chunks', async () => {
    const zeros = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const input = await openInput(named(zeros));
    let bytes = 0;
    let largest = 0;
    for await (const chunk of input.chunks()) {
      bytes += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect(bytes).toBe(200 * 1024 * 1024);
    expect(largest).toBeLessThanOrEqual(1024 * 1024);
  });
});

describe('truncated or damaged inputs', () => {
  it.each([
    ['gzip', gzipSync(NOISE), 'is cut off (gzip)'],
    ['gzip, second member', Buffer.concat([gzipSync(TEXT), gzipSync(NOISE)]), 'is cut off (gzip)'],
    ['zstd', zstdCompressSync(NOISE), 'is cut off (zstd)'],
    ['zstd, second frame', Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(NOISE)]), 'is cut off (zstd)'],
  ])('%s: the beginning is read, and the damage is reported', async (_, stored, what) => {
    const whole = (await read(named(stored))).bytes;
    for (const missing of [1, 5, 1000, 140_000]) {
      const cut = stored.subarray(0, stored.length - missing);
      const first = await read(named(cut));
      expect(first.input.damage()).toBe(
        `\`a.log\` ${what}: the rest of the file is missing from the history and cannot be counted`,
      );
      expect(whole.subarray(0, first.bytes.length).equals(first.bytes)).toBe(true);
      expect(first.bytes.length).toBeGreaterThan(whole.length - missing - 150_000);
      const again = await read(named(cut));
      expect(again.bytes.equals(first.bytes)).toBe(true);
    }
  });

  it.each([
    ['gzip', gzipSync(NOISE), 'is damaged (gzip)'],
    ['zstd', zstdCompressSync(NOISE), 'is damaged (zstd)'],
  ])('%s with other bytes in it', async (_, stored, what) => {
    const broken = Buffer.from(stored);
    // In gzip, any byte of a stored block can be changed; only the checksum at the end shows it.
    const at = what.includes('gzip') ? broken.length - 6 : 4;
    broken.fill(0xff, at, at + 4);
    const { input } = await read(named(broken));
    expect(input.damage()).toContain(what);
  });

  it('zstd with a wrong checksum', async () => {
    const packed = zstdCompressSync(NOISE, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const broken = Buffer.from(packed);
    broken[100_000] = (broken[100_000] ?? 0) ^ 1;
    expect((await read(named(broken))).input.damage()).toContain('is damaged (zstd)');
  });

  it.each([
    ['gzip', Buffer.concat([gzipSync(TEXT), Buffer.from('more text')]), 'is damaged (gzip)'],
    ['zstd', Buffer.concat([zstdCompressSync(TEXT), Buffer.from('more text, more than a magic number')]), 'is damaged'],
  ])('%s followed by something else', async (_, stored, what) => {
    const { input, bytes } = await read(named(stored));
    // The output of a decompression step is lost if that step fails.
    expect(TEXT.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(bytes.length).toBeGreaterThan(TEXT.length - 262_144);
    expect(input.damage()).toContain(what);
  });

  it('a zstd window that would need a gigabyte', async () => {
    // Frame header without a single segment: window descriptor with exponent 20 (1 GiB).
    const hostile = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x01, 0x00, 0x00, ...Array(32).fill(0)]);
    const before = process.memoryUsage().rss;
    expect((await read(named(hostile))).input.damage()).toContain('is damaged (zstd)');
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });
});

describe('unsupported inputs', () => {
  it.each([
    [
      'zip',
      Buffer.from('PK\x03\x04rest of it'),
      '`a.log` is a zip archive, which is not supported: unpack it, or compress it',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffa line', 'utf16le'),
      '`a.log` is UTF-16 text, which is not supported: convert it to UTF-8',
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(openInput(named(bytes))).rejects.toThrow(message);
    await expect(openInput(named(bytes))).rejects.toBeInstanceOf(ConfigError);
  });

  it('a missing file', async () => {
    const path = join(folder, 'none.log');
    await expect(openInput(path)).rejects.toThrow(`cannot read \`${path}\`: no such file; correct the path`);
  });

  it('a folder', async () => {
    await expect(openInput(folder)).rejects.toThrow(`\`${folder}\` is a folder; name the log files in it`);
  });
});

it('closes an input that is not read to its end', async () => {
  const path = join(folder, 'long.log');
  await writeFile(path, Buffer.alloc(5_000_000, 'x'));
  const input = await openInput(path);
  await input.close();
  const again = await openInput(path);
  await again.chunks().next();
  await again.close();
});
