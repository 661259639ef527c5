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
import { type Run, textOf } from './runs.ts';

/** Raised for a history that is larger than a snapshot may be. */
export class TooManyRows extends ConfigError {}

/** Totals of the written rows. */
export interface Written {
  rows: number;
  statements: number;
}

const CHUNK = 64 * 1024;

/** Yields the lines of the rows in chunks. */
function* texts(lines: Run, written: Written): Generator<string> {
  let chunk: string[] = [];
  let size = 0;
  for (const row of lines) {
    if (++written.rows > MAX_ROWS) {
      throw new TooManyRows(
        `the history has more than ${MAX_ROWS} rows: lower \`--max-variants\`, or collect fewer logs at once`,
      );
    }
    written.statements += addDays(JSON.parse(row.days) as Days);
    const line = `${textOf(row)}\n`;
    chunk.push(line);
    size += line.length;
    if (size < CHUNK) continue;
    yield chunk.join('');
    chunk = [];
    size = 0;
  }
  yield chunk.join('');
}

/** Where a snapshot is written, with links followed. */
interface Destination {
  readonly path: string;
  /** True for a regular or new file: it is replaced by a rename, so readers never see half a snapshot. */
  readonly replaced: boolean;
}

/** Raises ConfigError if a snapshot cannot be written to the path. */
async function destinationOf(path: string): Promise<Destination> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new ConfigError(`\`${path}\` is a folder: name a file`);
  // A rename would replace the device or pipe by a regular file.
  if (existing && !existing.isFile()) return { path, replaced: false };
  if (existing) return { path: await realpath(path), replaced: true };
  if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
    throw new ConfigError(`\`${path}\` is a symbolic link to a file that does not exist: name the file itself`);
  return { path, replaced: true };
}

/**
 * Writes a snapshot. The header comes first and counts the rows after it, so it is a gzip member of its own, and the
 * rows wait in a temporary file. Equal rows and header give equal bytes.
 *
 * @param path compressed if it ends in `.gz`, otherwise plain. Symbolic links are followed; devices and pipes are
 * written through
 * @param headerOf called once all lines have been iterated
 * @returns the written header. Raises ConfigError
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
    // Next to the file, so that the rename stays within one file system; never next to a device.
    const beside = to.replaced ? dirname(to.path) : await mkdtemp(join(tmpdir(), 'querygate-snapshot-'));
    if (!to.replaced) temporary.push(beside);
    const draft = join(beside, `${basename(to.path)}.${randomUUID()}`);
    const [rowsPath, snapshotPath] = [`${draft}.rows`, to.replaced ? `${draft}.part` : to.path];
    temporary.push(rowsPath);
    await pack(texts(lines, written), createWriteStream(rowsPath, { flags: 'wx' }), packed);
    const header = headerOf(written);
    if (to.replaced) temporary.push(snapshotPath);
    const snapshot = createWriteStream(snapshotPath, { flags: to.replaced ? 'wx' : 'w' });
    await pack([`${JSON.stringify(header)}\n`], snapshot, packed, false);
    await pipeline(createReadStream(rowsPath), snapshot);
    if (to.replaced) await rename(snapshotPath, to.path);
    return header;
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`cannot write \`${path}\` (${String(error.code)}): name a file that this user can write`);
  } finally {
    // If the file could not be created, there is nothing to remove, and a second error would hide the first.
    for (const left of temporary) await rm(left, { force: true, recursive: true }).catch(() => {});
  }
}

/** zlib writes no time into the gzip header, so the bytes depend on the text alone. */
async function pack(chunks: Iterable<string>, to: Writable, packed: boolean, end = true): Promise<void> {
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  if (packed) await pipeline(source, createGzip(), to, { end });
  else await pipeline(source, to, { end });
  if (!end && to.writableNeedDrain) await once(to, 'drain');
}
