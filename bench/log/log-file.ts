import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATOR_VERSION } from './workload.ts';

const FLUSH = 4 * 1024 * 1024;

/** A file that is written up to a given size. */
export class LogFile {
  readonly #file: number;
  readonly #size: number;
  readonly #buffer = Buffer.allocUnsafe(2 * FLUSH);
  #used = 0;
  #written = 0;

  constructor(path: string, size: number) {
    this.#file = openSync(path, 'wx');
    this.#size = size;
  }

  /** Share of it that is written; 1 or more at the end. */
  get share(): number {
    return (this.#written + this.#used) / this.#size;
  }

  write(text: string): void {
    const maxBytes = text.length * 3;
    if (this.#used + maxBytes > this.#buffer.length) this.#flush();
    if (maxBytes > this.#buffer.length) throw new RangeError('a record is too long for the buffer');
    this.#used += this.#buffer.write(text, this.#used);
    if (this.#used > FLUSH) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    for (let at = 0; at < this.#used; ) at += writeSync(this.#file, this.#buffer, at, this.#used - at);
    this.#written += this.#used;
    this.#used = 0;
  }
}

/** The log with the given name and approximate size: from an earlier run, or generated now. */
export function cachedLog(name: string, size: number, write: (file: LogFile) => void): string {
  const folder = join(tmpdir(), `querygate-bench-${process.getuid?.() ?? 'logs'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `v${GENERATOR_VERSION}-${size}-${name}`);
  if (existsSync(path) && statSync(path).size >= size) return path;
  const unfinished = `${path}.${process.pid}`;
  process.stderr.write(`generating ${path}\n`);
  try {
    const file = new LogFile(unfinished, size);
    write(file);
    file.close();
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return path;
}
