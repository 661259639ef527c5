import { describe, expect, it } from 'vitest';
import type { HistoryInput } from '../../../src/history/input/open.ts';
import { readSnapshot } from '../../../src/history/snapshot/read.ts';

// A character may begin in one chunk and end in another.

const row = (shape: string) =>
  `{"shape":${JSON.stringify(shape)},"dialect":"postgresql","facts":{},"operations":[{"kind":"select"}],"caller":{"user":"app"},"days":{"2026-11-19":1}}\n`;
const SHAPES = ['select a', 'select "größe"', 'select "表"', 'select "😀", b', 'select c'];
const HEADER = `{"querygateHistory":1,"factsVersion":2,"tool":"0.1.0","collected":"2026-11-20T12:00:00.000Z","sources":[],"rows":${SHAPES.length},"statements":${SHAPES.length},"unread":0,"truncated":0,"folded":{"maxVariants":1000,"flows":0,"rows":0}}\n`;
const SNAPSHOT = Buffer.from(HEADER + SHAPES.map(row).join(''));

/** The input in pieces, with empty ones between them. */
function inPieces(bytes: Uint8Array, size: number): HistoryInput {
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
      yield new Uint8Array();
    }
  }
  const fixed = { name: 'h', size: bytes.length, compression: 'none', head: bytes } as const;
  return { ...fixed, chunks, consumed: () => bytes.length, damage: () => undefined, close: async () => {} };
}

const shapesIn = async (size: number) =>
  (await readSnapshot(inPieces(SNAPSHOT, size), 'h')).rows.map(({ shape }) => shape);

describe('a snapshot in pieces', () => {
  it('has the same rows, whatever the size of the pieces', async () => {
    for (const size of [1, 2, 3, 5, 7, 64, 1000, SNAPSHOT.length])
      expect(await shapesIn(size), `${size}`).toEqual(SHAPES);
  });

  it('is refused if a character is not complete', async () => {
    const at = SNAPSHOT.indexOf('表');
    const without = (from: number, to: number) => Buffer.concat([SNAPSHOT.subarray(0, from), SNAPSHOT.subarray(to)]);
    for (const broken of [without(at, at + 1), without(at + 1, at + 3), SNAPSHOT.subarray(0, at + 1)])
      for (const size of [1, 2, 3, broken.length])
        await expect(readSnapshot(inPieces(broken, size), 'h')).rejects.toThrow('the snapshot is not valid UTF-8');
  });
});
