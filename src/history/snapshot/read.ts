import { ConfigError, counted, type History, type HistoryHeader, type HistoryRow } from '../../model/index.ts';
import { ByteLines, type LineSink } from '../input/byte-lines.ts';
import type { HistoryInput } from '../input/open.ts';
import { readHeader } from './header-reader.ts';
import { MAX_LINE, MAX_ROWS, MAX_UNPACKED } from './limits.ts';
import { type RowReader, RowReaders } from './row-reader.ts';
import { RowProblem } from './row-values.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Receives a snapshot: the header first, then its rows in order. */
export interface SnapshotSink {
  header?(header: HistoryHeader): void;
  row(row: HistoryRow): void;
  /** Whether a row matters, by its line. Reading one takes longer than looking for a text in it. */
  wants?(line: string): boolean;
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

class SnapshotLines implements LineSink {
  count = 0;
  readonly #file: string;
  readonly #readers: RowReaders;
  readonly #lines = new ByteLines(this, MAX_LINE);
  readonly #sink: SnapshotSink;
  #rows = 0;
  #header: HistoryHeader | undefined;
  #reader: RowReader | undefined;
  #before = 0;
  #bytes = 0;

  constructor(file: string, readers: RowReaders, sink: SnapshotSink) {
    this.#file = file;
    this.#readers = readers;
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_UNPACKED) this.#fail(`the snapshot holds more than ${MAX_UNPACKED} bytes`);
    this.#lines.write(chunk);
  }

  end(): HistoryHeader {
    this.#lines.end();
    const [header, reader] = [this.#header, this.#reader];
    if (!header || !reader) return this.#fail('the file is empty: create a snapshot with `querygate history collect`');
    const statements = reader.statements - this.#before;
    // Where rows were passed over, their statements were not counted.
    if (this.#rows !== header.rows || (!this.#sink.wants && statements !== header.statements)) {
      this.#fail(
        `the snapshot holds ${counted(this.#rows, 'row')} with ${counted(statements, 'execution')}, but its header says ${header.rows} with ${header.statements}: it was cut off or edited; collect it again`,
      );
    }
    return header;
  }

  overlong(): void {
    this.count++;
    this.#fail(`a line has more than ${MAX_LINE} bytes`);
  }

  line(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    this.count++;
    try {
      if (!this.#header || !this.#reader) {
        this.#header = readHeader(this.#text(bytes, start, end));
        this.#reader = this.#readers.of(this.#header.factsVersion);
        this.#before = this.#reader.statements;
        if (this.#header.rows > MAX_ROWS) this.#fail(`the snapshot has more than ${MAX_ROWS} rows`);
        this.#sink.header?.(this.#header);
        return;
      }
      if (this.#sink.wants && !this.#sink.wants(this.#text(bytes, start, end))) {
        this.#rows++;
        return;
      }
      const row = this.#reader.readBytes(bytes, start, end) ?? this.#reader.readWhole(this.#text(bytes, start, end));
      this.#sink.row(row);
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

  #text(bytes: Buffer, start: number, end: number): string {
    try {
      return DECODER.decode(bytes.subarray(start, end));
    } catch {
      return this.#fail('the snapshot is not valid UTF-8: it was damaged; collect it again');
    }
  }

  #fail(message: string): never {
    throw new ConfigError(message, { file: this.#file, line: Math.max(1, this.count) });
  }
}
