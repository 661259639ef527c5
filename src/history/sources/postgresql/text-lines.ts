import { MAX_RECORD } from '../../input/byte-lines.ts';
import { decode } from '../../input/byte-text.ts';
import type { Gaps } from '../gaps.ts';
import type { ReaderOptions, StatementSink } from '../source.ts';
import { isBindContext, labelInEnglish, UNKNOWN_NAMES } from './languages.ts';
import { isFailure } from './log-record.ts';
import { isMarked, type LinePrefix, type PrefixField } from './prefix.ts';
import { guessPrefix } from './prefix-guess.ts';
import { LogRecords } from './records.ts';
import { Sessions } from './sessions.ts';
import { severityOf } from './severity.ts';
import { LogTimes } from './time.ts';

const TAB = 0x09;
/** Maximum length of a prefix; the label is searched only within it. */
const MAX_PREFIX = 512;
/** Bytes that are buffered until the prefix is known. */
const HEAD = 256 * 1024;
const MAX_NAMES = 10_000;

/** A growing buffer. */
class Growing {
  bytes: Buffer = Buffer.allocUnsafe(4096);
  length = 0;

  append(from: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    this.bytes.set(from.subarray(start, end), this.length);
    this.length = length;
  }

  clear(): void {
    this.length = 0;
    if (this.bytes.length > 1024 * 1024) this.bytes = Buffer.allocUnsafe(4096);
  }
}

interface HeldLine {
  readonly bytes: Buffer;
  readonly number: number;
  readonly at: number;
  readonly pid: string | undefined;
}

const LF = Uint8Array.of(0x0a);
/** A process id as most prefixes write it, `[4711]:`: no user has such a name. */
const BRACKETED_ID = /^\[\d+(?:-\d+)?\]:?$/;

/**
 * Joins the lines of a text log into records. A record begins with the prefix and a severity. Lines that begin with a
 * tab continue the text before them. Lines with the prefix and DETAIL, CONTEXT, STATEMENT, … belong to the record too.
 */
export class TextLines {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #records: LogRecords;
  readonly #sessions: Sessions;
  readonly #times = new LogTimes();
  readonly #names = new Map<string, string>();
  readonly #message = new Growing();
  readonly #detail = new Growing();
  readonly #statement = new Growing();
  #prefix: LinePrefix | undefined;
  #wider: LinePrefix | undefined;
  #known: boolean;
  #held: HeldLine[] = [];
  #heldBytes = 0;
  #open = false;
  #line = 0;
  /** Buffer that continuation lines (with a tab) are appended to. */
  #into: Growing | undefined;
  #record = 0;
  /** Whether sessions are identified by process id. */
  #byProcess = false;
  /** Whether some lines have a process id where the prefix says that the user is. */
  #misplacedUser = false;
  readonly #time = Buffer.alloc(128);

  constructor(sink: StatementSink, options: ReaderOptions, prefix: LinePrefix | undefined) {
    this.#sink = sink;
    this.#options = options;
    this.#records = new LogRecords(sink);
    this.#sessions = new Sessions(options.part, options.openStatements);
    this.#prefix = prefix;
    this.#known = prefix !== undefined;
  }

  /** Processes a line; `at` and `pid` are its time and process, if known from outside the prefix. */
  take(bytes: Buffer, start: number, end: number, number: number, at: number, complete: boolean, pid?: string): void {
    if (!this.#known) {
      this.#held.push({ bytes: Buffer.from(bytes.subarray(start, end)), number, at, pid });
      this.#heldBytes += end - start + 1;
      if (this.#heldBytes >= HEAD) this.#guess();
      return;
    }
    this.#take(bytes, start, end, number, at, complete, pid);
  }

  end(complete: boolean): void {
    this.#guess();
    if (this.#open && !complete) this.#records.record.truncated = true;
    this.#close();
    this.#records.end();
    this.#sessions.end();
  }

  gaps(): Gaps {
    return this.#records.gaps();
  }

  notes(): readonly string[] {
    const notes = [...this.#records.notes(), ...this.#times.notes()];
    const prefix = this.#prefix;
    if (prefix !== undefined && this.#options.linePrefix === undefined) {
      notes.push(`\`log_line_prefix\` detected as \`${prefix.text}\``);
    }
    if (prefix === undefined)
      notes.push('no known `log_line_prefix` matches these lines: give it with `--log-line-prefix`');
    if (this.#misplacedUser) {
      notes.push('some user names look like process ids: check `--log-line-prefix` against `SHOW log_line_prefix`');
    }
    // Lines of the server end at `%q`, so they may lack a `%c` that the lines of sessions have.
    if (this.#byProcess && prefix?.carries('session') !== true) {
      notes.push('sessions are identified by process id, which the system reuses: add `%c` to `log_line_prefix`');
    }
    return notes;
  }

  notCarried(): readonly string[] {
    const prefix = this.#prefix;
    const missing: string[] = [];
    for (const field of ['user', 'application', 'database'] as const) {
      if (prefix === undefined || !prefix.carries(field)) missing.push(`caller.${field}`);
    }
    return missing;
  }

  /** Detects the prefix from the buffered lines, and processes them. */
  #guess(): void {
    if (this.#known) return;
    this.#known = true;
    const lines = this.#held
      .filter(({ bytes }) => bytes.length > 0 && bytes[0] !== TAB)
      .map(({ bytes }) => bytes.toString('latin1', 0, MAX_PREFIX));
    const guessed = guessPrefix(lines);
    this.#prefix = guessed?.prefix;
    this.#wider = guessed?.wider;
    const held = this.#held;
    this.#held = [];
    for (const { bytes, number, at, pid } of held) this.#take(bytes, 0, bytes.length, number, at, true, pid);
  }

  #take(
    bytes: Buffer,
    start: number,
    end: number,
    number: number,
    at: number,
    complete: boolean,
    pid: string | undefined,
  ): void {
    if (bytes[start] === TAB && end > start) {
      if (this.#open) this.#append(bytes, start + 1, end);
      else this.#stray('continuation line without its first line');
      return;
    }
    const head = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
    let prefix = this.#prefix;
    let message = prefix === undefined ? -1 : prefix.match(head);
    if (message < 0 && this.#wider !== undefined) {
      message = this.#wider.match(head);
      if (message >= 0) {
        prefix = this.#wider;
        this.#prefix = prefix;
        this.#wider = undefined;
      }
    }
    if (prefix === undefined || message < 0) return this.#unprefixed(bytes, start, end, head, number);
    const label = labelInEnglish(asText(prefix.label));
    switch (label) {
      case 'DETAIL':
        return this.#part(bytes, start + message, end, this.#detail);
      case 'CONTEXT':
        this.#records.record.raised = true;
        this.#records.record.beforeRun ||= isBindContext(asText(head.slice(message)));
        return this.#part(bytes, 0, 0, undefined);
      case 'STATEMENT':
        this.#records.record.raised = true;
        this.#records.record.hasStatement = true;
        return this.#part(bytes, start + message, end, isFailure(this.#records.record) ? this.#statement : undefined);
      case 'HINT':
      case 'QUERY':
      case 'LOCATION':
      case 'BACKTRACE':
        return this.#part(bytes, 0, 0, undefined);
    }
    this.#close();
    this.#begin(prefix, label, number, at, pid);
    this.#message.append(bytes, start + message, end);
    if (!complete) this.#records.record.truncated = true;
  }

  #begin(prefix: LinePrefix, label: string, number: number, at: number, pid: string | undefined): void {
    const { record } = this.#records;
    const { values } = prefix;
    this.#open = true;
    this.#line = number;
    this.#record++;
    this.#into = this.#message;
    record.severity = severityOf(label);
    record.user = this.#name(prefix, 'user');
    if (record.user !== undefined && BRACKETED_ID.test(record.user)) this.#misplacedUser = true;
    record.application = this.#name(prefix, 'application');
    record.database = this.#name(prefix, 'database');
    const session = values.session ?? values.pid ?? pid;
    if (values.session === undefined && session !== undefined) this.#byProcess = true;
    record.session = session === undefined ? this.#sessions.nameless(this.#record) : this.#sessions.named(session);
    record.raised = false;
    record.hasStatement = false;
    record.beforeRun = false;
    record.truncated = false;
    if (values.time !== undefined) record.at = this.#parseTime(values.time);
    else record.at = values.epoch === undefined ? at : Math.round(Number(values.epoch) * 1000);
  }

  #parseTime(time: string): number {
    const length = this.#time.write(time, 'latin1');
    return this.#times.parse(this.#time, 0, length);
  }

  /** A name; empty if the server had none yet, undefined if the prefix does not have it. */
  #name(prefix: LinePrefix, field: PrefixField): string | undefined {
    if (!prefix.carries(field)) return undefined;
    const raw = prefix.values[field] ?? '';
    let name = this.#names.get(raw);
    if (name === undefined) {
      name = asText(raw);
      if (UNKNOWN_NAMES.has(name)) name = '';
      if (this.#names.size >= MAX_NAMES) this.#names.clear();
      this.#names.set(raw, name);
    }
    return name;
  }

  /** Processes a line that is part of the open record. */
  #part(bytes: Buffer, start: number, end: number, into: Growing | undefined): void {
    if (!this.#open) return this.#stray('continuation line without its first line');
    this.#into = into;
    into?.append(bytes, start, end);
  }

  /** Processes a line that does not begin like a server line. */
  #unprefixed(bytes: Buffer, start: number, end: number, head: string, number: number): void {
    if (isMarked(head)) {
      this.#close();
      if (this.#record++ % this.#options.part.of === this.#options.part.index) {
        this.#sink.unread('line with a different `log_line_prefix`', number, 1);
      }
    } else if (this.#open) this.#append(bytes, start, end);
    else this.#stray('line of another program');
  }

  /** Continues the open record: some collectors remove the tab. */
  #append(bytes: Buffer, start: number, end: number): void {
    const into = this.#into;
    if (into === undefined) return;
    if (into.length + end - start > MAX_RECORD) {
      if (this.#records.record.session.mine) this.#sink.unread('record longer than 64 MiB', this.#line, 1);
      this.#drop();
      return;
    }
    into.append(LF, 0, 1);
    into.append(bytes, start, end);
  }

  #stray(what: string): void {
    if (this.#record++ % this.#options.part.of === this.#options.part.index) this.#sink.skipped(what);
  }

  #close(): void {
    if (!this.#open) return;
    const { record } = this.#records;
    record.bytes = this.#message.bytes;
    record.start = 0;
    record.end = this.#message.length;
    record.detail = this.#detail.bytes;
    record.detailStart = 0;
    record.detailEnd = this.#detail.length;
    record.statement = this.#statement.bytes;
    record.statementStart = 0;
    record.statementEnd = this.#statement.length;
    this.#records.take(this.#line);
    this.#drop();
  }

  #drop(): void {
    this.#open = false;
    this.#into = undefined;
    this.#message.clear();
    this.#detail.clear();
    this.#statement.clear();
  }
}

/** Decodes text that has one letter per byte. */
function asText(latin1: string): string {
  // Most names are ASCII.
  if (/^[\x20-\x7e]*$/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  return decode(bytes, 0, bytes.length);
}
