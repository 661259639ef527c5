import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ConfigError, type HistoryHeader } from '../model/index.ts';
import { addDays, type Days } from './days.ts';
import { lineOf } from './row-text.ts';
import type { Run } from './runs.ts';
import { MAX_ROWS } from './snapshot-limits.ts';

/** What the rows that were written hold. */
export interface Written {
  rows: number;
  statements: number;
}

const CHUNK = 256 * 1024;

/** The lines of a snapshot's rows, some at a time. */
function* texts(lines: Run, written: Written): Generator<string> {
  let chunk: string[] = [];
  let size = 0;
  for (const { body, days } of lines) {
    if (++written.rows > MAX_ROWS) {
      throw new ConfigError(
        `the history has more than ${MAX_ROWS} rows: lower \`--max-variants\`, or collect fewer logs at once`,
      );
    }
    written.statements += addDays(JSON.parse(days) as Days);
    const line = `${lineOf(body, days)}\n`;
    chunk.push(line);
    size += line.length;
    if (size < CHUNK) continue;
    yield chunk.join('');
    chunk = [];
    size = 0;
  }
  yield chunk.join('');
}

/**
 * Writes a snapshot: under another name first, so that nobody ever finds half of one. The header comes first and tells
 * what follows it, so it is a gzip member of its own. Equal rows and header give equal bytes.
 *
 * @param path packed if it ends in `.gz`, else plain
 * @param headerOf is asked once all lines have gone through
 * @returns the header that was written. Raises ConfigError
 */
export async function writeSnapshot(
  path: string,
  lines: Run,
  headerOf: (written: Written) => HistoryHeader,
): Promise<HistoryHeader> {
  const unique = randomUUID();
  const rowsPath = `${path}.${unique}.rows`;
  const wholePath = `${path}.${unique}.part`;
  const packed = path.endsWith('.gz');
  const written: Written = { rows: 0, statements: 0 };
  try {
    await mkdir(dirname(path), { recursive: true });
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory()) throw new ConfigError(`\`${path}\` is a folder: name a file`);
    await pack(texts(lines, written), createWriteStream(rowsPath, { flags: 'wx' }), packed);
    const header = headerOf(written);
    const whole = createWriteStream(wholePath, { flags: 'wx' });
    await pack([`${JSON.stringify(header)}\n`], whole, packed, false);
    await pipeline(createReadStream(rowsPath), whole);
    await rename(wholePath, path);
    return header;
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`cannot write \`${path}\` (${String(error.code)}): name a file that this user can write`);
  } finally {
    // Where it could not even be made, there is nothing to remove, and a second error would hide the first.
    for (const left of [rowsPath, wholePath]) await rm(left, { force: true }).catch(() => {});
  }
}

/** zlib writes no time into a gzip header, so that the bytes depend on the text alone. */
async function pack(chunks: Iterable<string>, to: Writable, packed: boolean, end = true): Promise<void> {
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  if (packed) await pipeline(source, createGzip(), to, { end });
  else await pipeline(source, to, { end });
  if (!end && to.writableNeedDrain) await once(to, 'drain');
}
