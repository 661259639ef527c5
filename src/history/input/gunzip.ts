import { createGunzip } from 'node:zlib';

/** Deflate expands one byte to at most 1,032, so the size of a write bounds the size of the output (17 MB). */
const WRITE = 16 * 1024;
/** Memory for the texts of larger chunks comes from the kernel each time, which takes twice as long as all of the rest. */
const CHUNK = 64 * 1024;

/**
 * Decompresses a gzip file, including one of several members. If it is cut off or damaged, the chunks end with what
 * could be read, the same in each run, and `damaged` is called with the reason.
 */
export async function* gunzipped(
  stored: AsyncIterable<Uint8Array>,
  damaged: (what: string) => void,
): AsyncGenerator<Uint8Array, void> {
  // Not piped: a failing stream drops its buffer, and how much it drops varies from run to run.
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const out: Uint8Array[] = [];
  let failure: NodeJS.ErrnoException | undefined;
  // For damaged data, the callback of `write` is never called.
  let wake = () => {};
  gunzip.on('data', (chunk: Uint8Array) => out.push(chunk));
  gunzip.on('error', (error) => {
    failure ??= error;
    wake();
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  try {
    for await (const chunk of stored) {
      for (let at = 0; at < chunk.length && !failure; at += WRITE) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          gunzip.write(chunk.subarray(at, at + WRITE), () => resolve());
        });
        if (gunzip.readableLength > 0) await settled();
        yield* out.splice(0);
      }
      if (failure) break;
    }
    if (!failure) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        gunzip.once('end', resolve);
        gunzip.end();
      });
    }
    yield* out.splice(0);
    if (failure) damaged(failure.code === 'Z_BUF_ERROR' ? 'is cut off (gzip)' : 'is damaged (gzip)');
  } finally {
    gunzip.destroy();
  }
}
