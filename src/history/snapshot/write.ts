import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ConfigError, type HistoryHeader } from '../../model/index.ts';
import { addDays, type Days } from './days.ts';
import { MAX_ROWS } from './limits.ts';
import { lineOf } from './row-text.ts';
import type { Run } from './runs.ts';

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

/** Where the bytes of a snapshot go, links followed. */
interface Destination {
  readonly path: string;
  /** A regular file, or none yet: replaced by a rename, so that readers never find half of a snapshot. */
  readonly replaced: boolean;
}

/** Raises ConfigError where the path cannot take a snapshot. */
async function destinationOf(path: string): Promise<Destination> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new ConfigError(`\`${path}\` is a folder: name a file`);
  // A rename would put a regular file in the place of the device or pipe itself.
  if (there && !there.isFile()) return { path, replaced: false };
  if (there) return { path: await realpath(path), replaced: true };
  if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
    throw new ConfigError(`\`${path}\` is a symbolic link to a file that does not exist: name the file itself`);
  return { path, replaced: true };
}

/**
 * Writes a snapshot. The header comes first and counts the rows behind it, so it is a gzip member of its own, and the rows
 * wait in a temporary file. Equal rows and header give equal bytes.
 *
 * @param path packed if it ends in `.gz`, else plain. Symbolic links are followed; a device or pipe is written through
 * @param headerOf is asked once all lines have gone through
 * @returns the header that was written. Raises ConfigError
 */
export async function writeSnapshot(
  path: string,
  lines: Run,
  headerOf: (written: Written) => HistoryHeader,
): Promise<HistoryHeader> {
  const temporary: string[] = [];
  const packed = path.endsWith('.gz');
  const written: Written = { rows: 0, statements: 0 };
  try {
    await mkdir(dirname(path), { recursive: true });
    const to = await destinationOf(path);
    // Beside the file, where a rename stays within one file system; never among devices.
    const beside = to.replaced ? dirname(to.path) : await mkdtemp(join(tmpdir(), 'querygate-snapshot-'));
    if (!to.replaced) temporary.push(beside);
    const draft = join(beside, `${basename(to.path)}.${randomUUID()}`);
    const [rowsPath, wholePath] = [`${draft}.rows`, to.replaced ? `${draft}.part` : to.path];
    temporary.push(rowsPath);
    await pack(texts(lines, written), createWriteStream(rowsPath, { flags: 'wx' }), packed);
    const header = headerOf(written);
    if (to.replaced) temporary.push(wholePath);
    const whole = createWriteStream(wholePath, { flags: to.replaced ? 'wx' : 'w' });
    await pack([`${JSON.stringify(header)}\n`], whole, packed, false);
    await pipeline(createReadStream(rowsPath), whole);
    if (to.replaced) await rename(wholePath, to.path);
    return header;
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`cannot write \`${path}\` (${String(error.code)}): name a file that this user can write`);
  } finally {
    // Where it could not even be made, there is nothing to remove, and a second error would hide the first.
    for (const left of temporary) await rm(left, { force: true, recursive: true }).catch(() => {});
  }
}

/** zlib writes no time into a gzip header, so that the bytes depend on the text alone. */
async function pack(chunks: Iterable<string>, to: Writable, packed: boolean, end = true): Promise<void> {
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  if (packed) await pipeline(source, createGzip(), to, { end });
  else await pipeline(source, to, { end });
  if (!end && to.writableNeedDrain) await once(to, 'drain');
}
