import { ZSTDDecoder } from 'zstddec/stream';

/**
 * Decompresses a zstd file, including one of several frames. Checksums are verified, and windows above 128 MiB are
 * rejected (as the zstd program does). If the file is cut off or damaged, the chunks end with what could be read, and
 * `damaged` is called with the reason.
 *
 * Node's own decoder is not used: in Node 24 it stops after the first frame, and reports no error at the end of a file
 * that is cut off.
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
  // The decoder pulls its input, so it is advanced only while a chunk is waiting. That way it never runs out of input.
  const output = decoder.decodeStreaming(input);
  // On damaged data the decoder never makes progress again, and does not end.
  let idle = 0;
  try {
    for await (const chunk of stored) {
      if (chunk.length === 0) continue;
      // The decoder reads on in a chunk after the next one was requested.
      input.waiting = Uint8Array.from(chunk);
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
  /** Upper bound of the empty frames (9 bytes each, without output) in the chunk taken last, with some to spare. */
  emptyFrames = 0;

  *[Symbol.iterator](): Iterator<Uint8Array, void> {
    for (;;) {
      const chunk = this.waiting;
      if (!chunk) {
        if (this.ended) return;
        throw new Error('the zstd decoder read past the end of its input');
      }
      this.waiting = undefined;
      this.emptyFrames = 2 + chunk.length / 9;
      yield chunk;
    }
  }
}
