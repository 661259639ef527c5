import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maxParts, textParts } from '../../src/client/text-parts.ts';
import { LIMITS } from '../../src/contract/index.ts';
import { ConfigError } from '../../src/model/index.ts';

const MIB = 1024 * 1024;

describe('splitting a text into parts', () => {
  // Characters of one to four bytes of UTF-8, with a part boundary at each of their bytes.
  const texts = ['x', 'é', '√', '\u{1f600}'].flatMap((character) =>
    ['', 'x', 'xy', 'xyz'].map((before) => before + character.repeat((9 * MIB) / Buffer.byteLength(character))),
  );

  it.each(texts.map((text) => [text.slice(0, 4), text]))('keeps a text that starts with %j intact', (_, text) => {
    const parts = textParts(text, 'a.sql');
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    expect(parts.map(({ bytes }) => decoder.decode(bytes)).join('') === text).toBe(true);
    for (const { hash, bytes } of parts) {
      expect(bytes.length).toBeLessThanOrEqual(LIMITS.partBytes);
      expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(parts).toHaveLength(3);
    expect(maxParts(Buffer.byteLength(text))).toBeGreaterThanOrEqual(parts.length);
  });

  it('makes one part of a text of exactly that size', () => {
    expect(textParts('x'.repeat(LIMITS.partBytes), 'a.sql')).toHaveLength(1);
    expect(textParts('x'.repeat(LIMITS.partBytes + 1), 'a.sql')).toHaveLength(2);
  });

  it('keeps a byte-order mark at the start of a part', () => {
    const text = `${'x'.repeat(LIMITS.partBytes)}\ufeffSELECT 1`;
    const [, second] = textParts(text, 'a.sql');
    expect(Buffer.from(second?.bytes ?? []).toString('utf8')).toBe('\ufeffSELECT 1');
  });

  it('accepts the largest possible file, and nothing larger', () => {
    // A file of 32 MiB in Latin-1.
    expect(textParts('é'.repeat(32 * MIB), 'a.sql')).toHaveLength(16);
    expect(textParts('é'.repeat(34 * MIB), 'a.sql')).toHaveLength(LIMITS.parts);
    expect(() => textParts('é'.repeat(34 * MIB + 1), 'a.sql')).toThrow(ConfigError);
    expect(() => textParts('é'.repeat(34 * MIB + 1), 'a.sql')).toThrow('split it');
  });
});
