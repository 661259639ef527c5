import { ZSTDDecoder } from 'zstddec/stream';

/**
 * The decompressed bytes of a zstd file, of several frames too; checksums are verified, windows beyond 128 MiB refused (as
 * the zstd program does). Where it is cut off or damaged, the chunks end with what could be read, and `damaged` is told.
 *
 * Not Node's own decoder, where there is one: that of Node 24 ends after the first frame, and at the end of a file that is
 * cut off, without a word.
 */
export async function unzstd(
  stored: AsyncIterable<Uint8Array>,
  damaged: (what: string) => void,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return decoded(decoder, stored, damaged);
}

async function* decoded(
  decoder: ZSTDDecoder,
  stored: AsyncIterable<Uint8Array>,
  damaged: (what: string) => void,
): AsyncGenerator<Uint8Array, void> {
  const input = new InputQueue();
  // The decoder pulls its input: it is asked to go on only while a chunk lies ready, so that it never runs dry.
  const output = decoder.decodeStreaming(input);
  // On damaged data it makes no progress, for ever.
  let idle = 0;
  try {
    for await (const chunk of stored) {
      if (chunk.length === 0) continue;
      input.waiting = chunk;
      while (input.waiting) {
        const { value } = output.next();
        if (value && value.length > 0) {
          idle = 0;
          yield value;
        } else if (++idle > input.emptyFrames) {
          damaged('is damaged (zstd)');
          return;
        }
      }
    }
    input.ended = true;
    for (;;) {
      const { value, done } = output.next();
      if (done) return;
      if (value.length > 0) {
        idle = 0;
        yield value;
      } else if (++idle > input.emptyFrames) {
        damaged('is damaged (zstd)');
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || !/incomplete stream/i.test(error.message)) throw error;
    damaged('is cut off (zstd)');
  }
}

class InputQueue implements Iterable<Uint8Array> {
  waiting: Uint8Array | undefined;
  ended = false;
  /** How many empty frames (9 bytes each, giving nothing) the chunk that was taken last can hold, with some to spare. */
  emptyFrames = 0;

  *[Symbol.iterator](): Iterator<Uint8Array, void> {
    for (;;) {
      const chunk = this.waiting;
      if (!chunk) {
        if (this.ended) return;
        throw new Error('the zstd decoder asked for input that is not there');
      }
      this.waiting = undefined;
      this.emptyFrames = 2 + chunk.length / 9;
      yield chunk;
    }
  }
}
