import { ConfigError, counted, type History, type HistoryHeader, type HistoryRow } from '../../model/index.ts';
import type { HistoryInput } from '../input/open.ts';
import { readHeader } from './header-reader.ts';
import { MAX_LINE, MAX_ROWS, MAX_UNPACKED } from './limits.ts';
import { RowProblem, type RowReader, RowReaders } from './row-reader.ts';

/** Receives a snapshot: the header first, then its rows in order. */
export interface SnapshotSink {
  header?(header: HistoryHeader): void;
  row(row: HistoryRow): void;
}

/**
 * Reads a snapshot. Raises ConfigError with the line if it is not a snapshot, was cut off or edited, or is too large.
 *
 * @param file name of the snapshot in messages
 * @param readers share objects between rows; the same ones for several snapshots save memory
 */
export async function readSnapshot(input: HistoryInput, file: string, readers = new RowReaders()): Promise<History> {
  const rows: HistoryRow[] = [];
  const header = await streamSnapshot(input, file, { row: (row) => rows.push(row) }, readers);
  return { header, rows };
}

/** Reads a snapshot row by row, in constant memory. Its rows can be trusted only once this returns. Raises ConfigError. */
export async function streamSnapshot(
  input: HistoryInput,
  file: string,
  sink: SnapshotSink,
  readers = new RowReaders(),
): Promise<HistoryHeader> {
  const lines = new SnapshotLines(file, readers, sink);
  for await (const chunk of input.chunks()) lines.write(chunk);
  const damage = input.damage();
  if (damage !== undefined)
    throw new ConfigError('the snapshot is cut off or damaged: collect it again', { file, line: lines.count });
  return lines.end();
}

class SnapshotLines {
  count = 0;
  readonly #file: string;
  readonly #readers: RowReaders;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #sink: SnapshotSink;
  #rows = 0;
  #header: HistoryHeader | undefined;
  #reader: RowReader | undefined;
  #before = 0;
  #bytes = 0;
  #rest = '';

  constructor(file: string, readers: RowReaders, sink: SnapshotSink) {
    this.#file = file;
    this.#readers = readers;
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_UNPACKED) this.#fail(`the snapshot holds more than ${MAX_UNPACKED} bytes`);
    this.#take(this.#decode(chunk));
  }

  end(): HistoryHeader {
    this.#take(`${this.#decode()}\n`);
    const [header, reader] = [this.#header, this.#reader];
    if (!header || !reader) return this.#fail('the file is empty: create a snapshot with `querygate history collect`');
    const statements = reader.statements - this.#before;
    if (this.#rows !== header.rows || statements !== header.statements) {
      this.#fail(
        `the snapshot holds ${counted(this.#rows, 'row')} with ${counted(statements, 'execution')}, but its header says ${header.rows} with ${header.statements}: it was cut off or edited; collect it again`,
      );
    }
    return header;
  }

  #decode(chunk?: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      return this.#fail('the snapshot is not valid UTF-8: it was damaged; collect it again');
    }
  }

  #take(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.#rest === '' ? text.slice(start, end) : this.#rest + text.slice(start, end);
      this.#rest = '';
      start = end + 1;
      this.#line(line);
    }
    this.#rest += text.slice(start);
    this.#checkLength(this.#rest);
  }

  #checkLength(line: string): void {
    if (line.length > MAX_LINE) this.#fail(`a line has more than ${MAX_LINE} characters`);
  }

  #line(line: string): void {
    if (line === '') return;
    this.count++;
    this.#checkLength(line);
    try {
      if (!this.#header || !this.#reader) {
        this.#header = readHeader(line);
        this.#reader = this.#readers.of(this.#header.factsVersion);
        this.#before = this.#reader.statements;
        if (this.#header.rows > MAX_ROWS) this.#fail(`the snapshot has more than ${MAX_ROWS} rows`);
        this.#sink.header?.(this.#header);
        return;
      }
      this.#sink.row(this.#reader.read(line));
      this.#rows++;
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      this.#fail(error.message);
    }
    if (this.#rows > this.#header.rows)
      this.#fail(
        `the snapshot has more rows than its header says (${this.#header.rows}): it was edited; collect it again`,
      );
  }

  #fail(message: string): never {
    throw new ConfigError(message, { file: this.#file, line: Math.max(1, this.count) });
  }
}
