import { createWriteStream, type WriteStream } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../../model/index.ts';
import type { RecordedStatement, RecordingEnd, RecordingHeader } from '../../model/schemas/index.ts';

/** Writes a recording line by line, for its owner alone. */
export class RecordingFile {
  readonly #stream: WriteStream;
  readonly #path: string;
  #statements = 0;
  #error: NodeJS.ErrnoException | undefined;

  private constructor(stream: WriteStream, path: string) {
    this.#stream = stream;
    this.#path = path;
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  /** Replaces the file at `path`. Raises ConfigError if it cannot be written. */
  static async create(path: string, header: RecordingHeader): Promise<RecordingFile> {
    try {
      await mkdir(dirname(path), { recursive: true });
      // A file that stands there keeps its mode. A device or a pipe must not be replaced.
      const before = await lstat(path).catch(() => undefined);
      if (before && !before.isFile()) throw Object.assign(new Error(), { code: 'it is not a file' });
      await rm(path, { force: true });
      const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      const file = new RecordingFile(stream, path);
      file.#line(header);
      return file;
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new ConfigError(
        `the recording cannot be written to \`${path}\` (${code}); name another file by \`--output\``,
      );
    }
  }

  get statements(): number {
    return this.#statements;
  }

  add(statement: RecordedStatement): void {
    this.#statements++;
    this.#line({ ...statement, sql: withoutPasswords(statement.sql) });
  }

  /** Raises ConfigError if not everything could be written. */
  async end(end: Omit<RecordingEnd['end'], 'statements'>): Promise<void> {
    this.#line({ end: { ...end, statements: this.#statements } });
    await new Promise<void>((resolve) => this.#stream.once('close', () => resolve()).end());
    if (this.#error)
      throw new ConfigError(
        `the recording could not be written to \`${this.#path}\` (${this.#error.code}); free some space`,
      );
  }

  #line(value: object): void {
    this.#stream.write(`${JSON.stringify(value)}\n`);
  }
}

/** What a password of a role or server follows, also in a body: `PASSWORD 'x'`, `SET PASSWORD = PASSWORD('x')`. */
const BEFORE_PASSWORD = [
  /\bpassword\s+(?:E|U&)?(?=')/,
  /\bpassword\s*\(\s*(?=')/,
  /\bset\s+password(?:\s+for\s+[^=;]{1,300})?\s*=\s*(?=')/,
  /\b(?:master|source)_password\s*=\s*(?=')/,
  /\bidentified\s+(?:by|(?:with|via)\s+\S{1,100}\s+(?:by|as|using))\s+(?:password\s+)?(?:E|U&)?(?=')/,
];
const PASSWORD = new RegExp(`(${BEFORE_PASSWORD.map(({ source }) => source).join('|')})'(?:[^']|'')*'`, 'gi');
const IN_ADDRESS = /(:\/\/[^:@/\s']{0,300}:)[^@/\s']{1,300}@/g;

/** The text with `***` in place of passwords of roles and servers. */
export function withoutPasswords(sql: string): string {
  return sql.replaceAll(PASSWORD, "$1'***'").replaceAll(IN_ADDRESS, '$1***@');
}
