import type { Dialect } from '../../../model/index.ts';
import type { LoggedStatement } from '../../../traffic/index.ts';
import { ByteLines, MAX_RECORD } from '../../input/byte-lines.ts';
import { decode } from '../../input/byte-text.ts';
import { readInstant } from '../instant.ts';
import { blankStatement, type LogReader, type ReaderOptions, type StatementSink } from '../source.ts';
import { withoutColours } from './colours.ts';
import { OpenText } from './open-text.ts';

/** The first line of a record. */
export interface RecordStart {
  /** What the logger writes before the message; empty if it writes nothing. */
  readonly prefix: string;
  readonly text: string;
}

/** A statement that an application ran. */
export interface Ran {
  readonly sql: string;
  readonly at: number;
  readonly calls?: number;
  readonly binds?: readonly (string | null)[] | undefined;
}

/** Receives what a record holds. */
export interface ApplicationSink {
  readonly dialect: Dialect;
  ran(statement: Ran): void;
  skipped(what: string): void;
  unread(reason: string): void;
}

export interface LogRecord {
  readonly prefix: string;
  readonly text: string;
  /** Milliseconds since 1970; NaN if the record has no time. */
  readonly at: number;
}

/** How a program logs its statements. */
export interface ApplicationLogFormat {
  /** Undefined if no record of interest begins with this line. */
  begins(line: string): RecordStart | undefined;
  /** Other lines, which the program writes without a prefix between statements. */
  readonly other: RegExp;
  /** Whether the text is a whole record, whatever follows. */
  isWhole?(text: string): boolean;
  /** Whether each line belongs to a record until it is whole. */
  readonly endsWhole?: boolean;
  read(record: LogRecord, sink: ApplicationSink): void;
  /** All records were read. */
  end?(sink: ApplicationSink): void;
}

/** Beginnings of lines that loggers write; the message may have lines of its own without one. */
const PREFIXES: readonly RegExp[] = [
  /^[DIWEFA], \[/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b/,
  /^\d\d:\d\d:\d\d[.,]\d{3} /,
  /^\[[^\]]{1,200}\] /,
];
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/;

/** A record of more lines is not checked for its end at each line. */
const MAX_CHECKED = 1000;

interface Open {
  readonly start: RecordStart;
  readonly lines: string[];
  readonly line: number;
  /** Index of its prefix in `PREFIXES`; -1 if it has none of these. */
  readonly form: number;
  readonly text: OpenText;
  length: number;
}

/** Reads the log of an application that logs its statements, among other lines. */
export class ApplicationLog implements LogReader {
  readonly #format: ApplicationLogFormat;
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #lines: ByteLines;
  readonly #out: ApplicationSink;
  #open: Open | undefined;
  #line = 0;
  #ordinal = 0;
  #unzoned = false;
  #cut = false;
  readonly #statement: LoggedStatement = blankStatement(new Uint8Array(0));

  constructor(format: ApplicationLogFormat, sink: StatementSink, options: ReaderOptions) {
    this.#format = format;
    this.#sink = sink;
    this.#options = options;
    this.#lines = new ByteLines({
      line: (bytes, start, end, number, complete) => this.#take(decode(bytes, start, end), number, complete),
      overlong: (number) => this.#report(() => sink.unread('line longer than 64 MiB', number, 1)),
    });
    this.#out = {
      dialect: options.dialect,
      ran: (statement) => this.#ran(statement),
      skipped: (what) => this.#report(() => sink.skipped(what)),
      unread: (reason) => this.#report(() => sink.unread(reason, this.#line, 1)),
    };
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#close();
    this.#format.end?.(this.#out);
  }

  notes(): readonly string[] {
    return [
      'statements of one application: what other programs run on the database is not in this log',
      ...(this.#unzoned ? ['times without a time zone are read as UTC'] : []),
    ];
  }

  #take(raw: string, number: number, complete: boolean): void {
    const line = withoutColours(raw).replace(/\r$/, '');
    const start = this.#format.begins(number === 1 ? line.replace(/^\ufeff/, '') : line);
    if (start) {
      this.#close();
      const form = PREFIXES.findIndex((prefix) => prefix.test(start.prefix));
      this.#open = { start, lines: [start.text], line: number, form, text: new OpenText(), length: start.text.length };
      this.#open.text.add(start.text);
    } else if (this.#open && this.#continues(this.#open, line)) this.#append(this.#open, line);
    else {
      this.#close();
      if (line.trim() !== '') this.#report(() => this.#sink.skipped('line without a statement'));
    }
    // The last line may be cut off.
    if (!complete && this.#open) this.#cut = true;
  }

  #continues({ form, lines, text }: Open, line: string): boolean {
    const isChecked = lines.length < MAX_CHECKED;
    if (isChecked && this.#format.isWhole?.(lines.join('\n'))) return false;
    const prefix = PREFIXES[form];
    if (isChecked && !prefix && this.#format.endsWhole) return true;
    return prefix ? !prefix.test(line) : text.continuesWith(line, this.#format.other);
  }

  #append(open: Open, line: string): void {
    open.lines.push(line);
    open.text.add(line);
    open.length += line.length + 1;
    if (open.length <= MAX_RECORD) return;
    this.#report(() => this.#sink.unread('record longer than 64 MiB', open.line, 1));
    this.#open = undefined;
  }

  #close(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    this.#line = open.line;
    const { prefix } = open.start;
    this.#format.read({ prefix, text: open.lines.join('\n').trimEnd(), at: this.#timeIn(prefix) }, this.#out);
  }

  #timeIn(prefix: string): number {
    const found = TIME.exec(prefix)?.[0];
    if (found === undefined) return Number.NaN;
    const { at, zoned } = readInstant(found);
    if (!Number.isNaN(at) && !zoned) this.#unzoned = true;
    return at;
  }

  #ran({ sql, at, calls = 1, binds }: Ran): void {
    const text = sql.trim();
    if (text === '') return this.#out.unread('record without its statement');
    const bytes = Buffer.from(text);
    const statement = this.#statement;
    statement.bytes = bytes;
    statement.end = bytes.length;
    statement.at = at;
    statement.calls = calls;
    statement.binds = binds;
    statement.truncated = this.#cut;
    this.#report(() => this.#sink.statement(statement));
  }

  /** Records name no session, so they are distributed round-robin. */
  #report(report: () => void): void {
    const { of, index } = this.#options.part;
    if (this.#ordinal++ % of === index) report();
  }
}
