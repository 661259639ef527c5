import { ByteLines, type LineSink } from '../../input/byte-lines.ts';
import type { Gaps } from '../gaps.ts';
import type { LogReader, ReaderOptions, SourceFormat, StatementSink } from '../source.ts';
import { Envelope, envelopeOf } from './envelope.ts';
import { isMarked, LinePrefix } from './prefix.ts';
import { guessPrefix } from './prefix-guess.ts';
import { TextLines } from './text-lines.ts';

const HEAD = 64 * 1024;

/**
 * PostgreSQL's log as text (`log_destination = stderr`), with any `log_line_prefix`, also if its lines are wrapped in
 * entries of syslog, Cloud SQL, CloudWatch, Azure, Docker or Kubernetes. It records literals and bind values; user,
 * application, database and session only as far as the prefix has them.
 */
export const postgresqlStderr: SourceFormat = {
  kind: 'postgresql-stderr',
  dialects: ['postgresql'],
  notCarried: [],
  sniff,
  open: (sink, options) => new StderrReader(sink, options),
};

function sniff(head: Uint8Array): number {
  const start = Buffer.from(head.subarray(0, HEAD));
  const kind = envelopeOf(start);
  const lines: string[] = [];
  const take = (bytes: Buffer, from: number, to: number) => {
    if (to > from && bytes[from] !== 0x09) lines.push(bytes.toString('latin1', from, Math.min(to, from + 512)));
  };
  if (kind === 'none') {
    const cut = new ByteLines({ line: take, overlong: () => undefined });
    cut.write(start);
    cut.end();
  } else {
    const envelope = new Envelope(kind, { line: take, passedOver: () => undefined, unread: () => undefined });
    envelope.write(start);
    envelope.end();
  }
  if (lines.length === 0) return 0;
  const prefix = guessPrefix(lines)?.prefix;
  // If no prefix can be guessed, the log is still recognised as one of a server; the user must then give the prefix.
  if (prefix === undefined) return 2 * lines.filter(isMarked).length > lines.length ? 0.5 : 0;
  const matched = lines.filter((line) => prefix.match(line) >= 0).length;
  return matched === lines.length ? 0.9 : 0.4 + (0.5 * matched) / lines.length;
}

class StderrReader implements LogReader, LineSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #lines: ByteLines;
  readonly #text: TextLines;
  #head: Buffer | undefined = Buffer.alloc(0);
  #envelope: Envelope | undefined;
  #complete = true;

  constructor(sink: StatementSink, options: ReaderOptions) {
    const { linePrefix } = options;
    this.#sink = sink;
    this.#options = options;
    this.#lines = new ByteLines(this);
    this.#text = new TextLines(sink, options, linePrefix === undefined ? undefined : new LinePrefix(linePrefix));
  }

  write(chunk: Uint8Array): void {
    if (this.#head === undefined) return this.#write(chunk);
    // The envelope is detected from the first bytes.
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.length >= HEAD) this.#begin();
  }

  end(): void {
    this.#begin();
    this.#lines.end();
    this.#envelope?.end();
    this.#text.end(this.#complete);
  }

  gaps(): Gaps {
    return this.#text.gaps();
  }

  notes(): readonly string[] {
    return [...this.#text.notes(), ...(this.#envelope?.notes() ?? [])];
  }

  notCarried(): readonly string[] {
    return this.#text.notCarried();
  }

  line(bytes: Buffer, start: number, end: number, number: number, complete: boolean): void {
    if (!complete) this.#complete = false;
    this.#text.take(bytes, start, bytes[end - 1] === 0x0d && end > start ? end - 1 : end, number, Number.NaN, complete);
  }

  overlong(number: number): void {
    this.#unread('line longer than 64 MiB', number);
  }

  #begin(): void {
    const head = this.#head;
    if (head === undefined) return;
    this.#head = undefined;
    const kind = envelopeOf(head);
    if (kind !== 'none') {
      this.#envelope = new Envelope(kind, {
        line: (bytes, start, end, number, at, pid) => this.#text.take(bytes, start, end, number, at, true, pid),
        passedOver: (what, number) => {
          if (number % this.#options.part.of === this.#options.part.index) this.#sink.skipped(what);
        },
        unread: (reason, number) => this.#unread(reason, number),
      });
    }
    this.#write(head);
  }

  #write(chunk: Uint8Array): void {
    if (this.#envelope === undefined) this.#lines.write(chunk);
    else this.#envelope.write(chunk);
  }

  #unread(reason: string, number: number): void {
    if (number % this.#options.part.of === this.#options.part.index) this.#sink.unread(reason, number, 1);
  }
}
