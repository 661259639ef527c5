import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError, type Dialect } from '../../model/index.ts';
import type { RecordedStatement, RecordingEnd, RecordingHeader } from '../../model/schemas/index.ts';
import { lex, T } from '../../sql/index.ts';

/** Writes a recording line by line, for its owner alone. */
export class RecordingFile {
  readonly #stream: WriteStream;
  readonly #dialect: Dialect;
  #statements = 0;

  private constructor(stream: WriteStream, dialect: Dialect) {
    this.#stream = stream;
    this.#dialect = dialect;
  }

  /** Replaces the file at `path`. Raises ConfigError if it cannot be written. */
  static async create(path: string, header: RecordingHeader): Promise<RecordingFile> {
    try {
      await mkdir(dirname(path), { recursive: true });
      // A file that stands there keeps its mode.
      await rm(path, { force: true });
      const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      const file = new RecordingFile(stream, header.dialect);
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
    this.#line({ ...statement, sql: withoutPasswords(statement.sql, this.#dialect) });
  }

  async end(end: Omit<RecordingEnd['end'], 'statements'>): Promise<void> {
    this.#line({ end: { ...end, statements: this.#statements } });
    await new Promise<void>((resolve, reject) => this.#stream.once('error', reject).end(resolve));
  }

  #line(value: object): void {
    this.#stream.write(`${JSON.stringify(value)}\n`);
  }
}

const MAY_HAVE_PASSWORD = /\b(?:password|identified)\b/i;

/** The text with other passwords for roles: `PASSWORD 'x'`, `IDENTIFIED BY 'x'`. */
function withoutPasswords(sql: string, dialect: Dialect): string {
  if (!MAY_HAVE_PASSWORD.test(sql)) return sql;
  const tokens = lex(sql, dialect);
  let text = '';
  let from = 0;
  for (let at = 1; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    const before = tokens.word(at - 1);
    const isPassword = before === 'PASSWORD' || (before === 'BY' && tokens.word(at - 2) === 'IDENTIFIED');
    if (!isPassword || (kind !== T.string && kind !== T.dollar)) continue;
    text += `${sql.slice(from, tokens.start(at))}'***'`;
    from = tokens.end(at);
  }
  return text + sql.slice(from);
}
