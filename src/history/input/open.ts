import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConfigError } from '../../model/index.ts';
import { gunzipped } from './gunzip.ts';

/** Bytes of an input that are read ahead to detect its format: 256 KiB. */
const HEAD = 256 * 1024;
const FILE_CHUNK = 1024 * 1024;

/** A path, `-` for standard input, or bytes in memory (a file of a commit). */
export type InputSource = string | { readonly name: string; readonly bytes: Uint8Array };

/** Name of an input in messages. */
export function inputName(source: InputSource): string {
  if (source === '-') return 'standard input';
  return typeof source === 'string' ? source : source.name;
}

export type Compression = 'none' | 'gzip' | 'zstd';

/** One opened input of a history. */
export interface HistoryInput {
  /** File name without its folder; `standard input`. */
  readonly name: string;
  /** Stored size in bytes, before decompression; undefined if unknown (a pipe). */
  readonly size: number | undefined;
  readonly compression: Compression;
  /** The first 256 KiB, decompressed; less if the input is shorter. */
  readonly head: Uint8Array;
  /**
   * The whole input from its first byte, decompressed. Call it once. A chunk is valid until the next one is requested.
   */
  chunks(): AsyncGenerator<Uint8Array, void>;
  /** Stored bytes read so far; with `size`, the progress. */
  consumed(): number;
  /**
   * Available once all chunks are read: why the input ends early (compressed data that is cut off or damaged), in one
   * line; undefined if it is complete. Everything before the damage is right; what is missing cannot be counted.
   */
  damage(): string | undefined;
  /** Closes the file if `chunks` was not read to its end. */
  close(): Promise<void>;
}

interface Progress {
  consumed: number;
  damage: string | undefined;
}

/** Opens an input. Its compression is detected from its first bytes, never from its name. Raises ConfigError. */
export async function openInput(source: InputSource): Promise<HistoryInput> {
  const progress: Progress = { consumed: 0, damage: undefined };
  const { name, size, stored } = await openStored(source);
  const raw = counted(stored, progress);
  const start = await readAhead(raw, 18);
  const compression = compressionOf(start, name);
  const chunks = await decompressed(compression, joined(start, raw), name, progress);
  const ahead = await readAhead(chunks, HEAD);
  return {
    name,
    size,
    compression,
    head: ahead.subarray(0, HEAD),
    chunks: () => joined(ahead, chunks),
    consumed: () => progress.consumed,
    damage: () => progress.damage,
    close: async () => {
      await chunks.return();
      await raw.return();
    },
  };
}

interface Stored {
  readonly name: string;
  readonly size: number | undefined;
  readonly stored: AsyncIterable<Uint8Array>;
}

async function openStored(source: InputSource): Promise<Stored> {
  if (typeof source !== 'string') {
    return { name: basename(source.name), size: source.bytes.length, stored: slices(source.bytes) };
  }
  if (source === '-') return { name: 'standard input', size: undefined, stored: process.stdin };
  const name = basename(source);
  try {
    const file = await open(source);
    const stat = await file.stat();
    if (stat.isDirectory()) {
      await file.close();
      throw new ConfigError(`\`${source}\` is a folder; name the log files in it`);
    }
    return {
      name,
      size: stat.isFile() ? stat.size : undefined,
      stored: contentsOf(file),
    };
  } catch (error) {
    throw unreadable(error, source);
  }
}

/** Reads into one buffer: a stream would allocate a megabyte for each chunk. */
async function* contentsOf(file: FileHandle): AsyncGenerator<Uint8Array, void> {
  const buffer = Buffer.allocUnsafeSlow(FILE_CHUNK);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, FILE_CHUNK);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file; correct the path',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder, not a file; name the files in it',
  ELOOP: 'circular symbolic links',
};

function unreadable(error: unknown, path: string): Error {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  return new ConfigError(`cannot read \`${path}\`: ${REASONS[error.code] ?? error.code}`);
}

/** Splits bytes into pieces, so that the output of decompressing one piece is bounded. */
async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += FILE_CHUNK) yield bytes.subarray(at, at + FILE_CHUNK);
}

async function* counted(chunks: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    progress.consumed += chunk.length;
    yield chunk;
  }
}

/** Reads at least `length` bytes, or all there are, and consumes the chunks that hold them. */
async function readAhead(chunks: AsyncGenerator<Uint8Array, void>, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let have = 0;
  while (have < length) {
    const { value, done } = await chunks.next();
    if (done) break;
    parts.push(Uint8Array.from(value));
    have += value.length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, have);
}

async function* joined(first: Uint8Array, rest: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  if (first.length > 0) yield first;
  yield* rest;
}

/** First bytes of unsupported files, and what these files are. */
const REFUSED: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'compressed with xz'],
  [[0x04, 0x22, 0x4d, 0x18], 'compressed with lz4'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
  [[0xff, 0xfe], 'UTF-16 text'],
  [[0xfe, 0xff], 'UTF-16 text'],
];

function compressionOf(start: Uint8Array, name: string): Compression {
  const begins = (...magic: readonly number[]) => magic.every((byte, at) => start[at] === byte);
  if (begins(0x1f, 0x8b)) return 'gzip';
  if (begins(0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  // A skippable frame, with which pzstd and seekable archives begin.
  if ((start[0] ?? 0) >> 4 === 5 && start[1] === 0x2a && start[2] === 0x4d && start[3] === 0x18) return 'zstd';
  for (const [magic, what] of REFUSED) {
    if (begins(...magic)) {
      const how = what === 'UTF-16 text' ? 'convert it to UTF-8' : 'unpack it, or compress it with gzip or zstd';
      throw new ConfigError(`\`${name}\` is ${what}, which is not supported: ${how}`);
    }
  }
  return 'none';
}

async function decompressed(
  compression: Compression,
  stored: AsyncGenerator<Uint8Array, void>,
  name: string,
  progress: Progress,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const damaged = (what: string) => {
    progress.damage = `\`${name}\` ${what}: the rest of the file is missing from the history and cannot be counted`;
  };
  switch (compression) {
    case 'none':
      return stored;
    case 'gzip':
      return gunzipped(stored, damaged);
    case 'zstd':
      return (await import('./zstd.ts')).unzstd(stored, damaged);
  }
}
