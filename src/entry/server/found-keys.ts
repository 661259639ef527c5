import { createHash } from 'node:crypto';
import { ConfigError } from '../../model/index.ts';
import { isApiKey } from '../../server/index.ts';

/** Bytes read from standard input. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * SHA-256 (hex) of each API key in a text, without repetitions. A key is never an argument, since every process on the
 * machine can read those. Raises ConfigError.
 */
export async function foundKeys(stdin: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ConfigError('standard input is larger than 16 MiB; give only the lines with keys');
    chunks.push(chunk);
  }
  const keys = Buffer.concat(chunks)
    .toString()
    .match(/(?<![0-9A-Za-z_])qg_[0-9A-Za-z]{46}(?![0-9A-Za-z])/g);
  const found = new Set((keys ?? []).filter(isApiKey));
  if (found.size === 0)
    throw new ConfigError(
      'standard input has no complete API key (`qg_` and 46 letters and digits, the last six a checksum); pipe the text in which it was found to this command',
    );
  return [...found].map((key) => createHash('sha256').update(key).digest('hex'));
}
