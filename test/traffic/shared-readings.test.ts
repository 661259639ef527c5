import { expect, test } from 'vitest';
import { type ClassReading, SharedReadings, shareReadings } from '../../src/traffic/shared-readings.ts';

/** A key as the lexer makes it: its last word is padded with zeros. */
function keyOf(text: string): { readonly words: Uint32Array; readonly length: number } {
  const bytes = Buffer.from(text);
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return { words, length: bytes.length };
}

const BY_TEXT: ClassReading = { statements: undefined, squashed: false };
const reading = (shape: string): ClassReading =>
  ({ statements: [{ shape, operations: [], facts: {}, truncated: false }], squashed: true }) as unknown as ClassReading;

test('a reading is found by its key, in every view of the memory', () => {
  const memory = shareReadings();
  const [one, two] = [new SharedReadings(memory, 'postgresql'), new SharedReadings(memory, 'postgresql')];
  const texts = Array.from({ length: 2000 }, (_, at) => `select ${'x'.repeat(at % 9)} größe ${at}`);
  for (const [at, text] of texts.entries()) {
    const { words, length } = keyOf(text);
    expect(two.get(words, length)).toBeUndefined();
    (at % 2 === 0 ? one : two).set(words, length, at % 5 === 0 ? BY_TEXT : reading(text));
  }
  for (const [at, text] of texts.entries()) {
    const { words, length } = keyOf(text);
    expect(one.get(words, length)).toEqual(at % 5 === 0 ? BY_TEXT : reading(text));
  }
});

test('a key is not confused with its beginning, its padding, or the same key of another dialect', () => {
  const memory = shareReadings();
  const readings = new SharedReadings(memory, 'postgresql');
  const { words, length } = keyOf('abcde');
  readings.set(words, length, reading('abcde'));
  for (const other of ['abcd', 'abcde\0', 'abcdf', 'abcdefgh'])
    expect(readings.get(keyOf(other).words, keyOf(other).length), other).toBeUndefined();
  expect(new SharedReadings(memory, 'mysql').get(words, length)).toBeUndefined();
});

test('the first of two readings of one class is kept', () => {
  const readings = new SharedReadings(shareReadings(), 'mysql');
  const { words, length } = keyOf('select ?');
  readings.set(words, length, reading('first'));
  readings.set(words, length, reading('second'));
  expect(readings.get(words, length)).toEqual(reading('first'));
});

test('nothing is added to a full memory, and what is there stays', () => {
  const readings = new SharedReadings(shareReadings(), 'mysql');
  const large = reading('x'.repeat(8 << 20));
  const keys = Array.from({ length: 40 }, (_, at) => keyOf(`select ${at}`));
  for (const { words, length } of keys) readings.set(words, length, large);
  const found = keys.map(({ words, length }) => readings.get(words, length)?.statements?.[0]?.shape.length);
  const kept = found.filter((length) => length !== undefined);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(16);
  expect(found).toEqual([...kept, ...Array.from({ length: 40 - kept.length }, () => undefined)]);
  expect(new Set(kept)).toEqual(new Set([8 << 20]));
});

test('more classes than there are places are not added', () => {
  const readings = new SharedReadings(shareReadings(), 'mysql');
  let added = 0;
  for (let at = 0; at < 70_000; at++) {
    const { words, length } = keyOf(`select ${at}`);
    readings.set(words, length, BY_TEXT);
    if (readings.get(words, length)) added++;
  }
  expect(added).toBeGreaterThan(60_000);
  expect(added).toBeLessThan(66_000);
});
