import { ByteLines, MAX_RECORD } from '../../input/byte-lines.ts';
import { JsonEntries } from '../json-entries.ts';
import { isMarked } from './prefix.ts';

/** How the lines of a log are wrapped. */
export type EnvelopeKind = 'none' | 'json' | 'stamped' | 'syslog';

export interface MessageSink {
  /**
   * A line as the server wrote it. `at`: time of the entry, ms since 1970 UTC, or NaN. `pid`: process that wrote it, if
   * the entry has it.
   */
  line(bytes: Buffer, start: number, end: number, number: number, at: number, pid?: string): void;
  passedOver(what: string, number: number): void;
  unread(reason: string, number: number): void;
}

/**
 * `2026-11-20T16:22:57.123Z `, the start of each line in CloudWatch exports, container runtimes and
 * `kubectl logs --timestamps`.
 */
const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?:std(?:out|err) ([FP]) )?/;

/**
 * `Nov 20 16:22:57 host postgres[4711]: [3-1] `, a server line in syslog, with the numbers of the message and of its
 * piece.
 */
const SYSLOG =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))) \S+ [^\s[]{1,64}\[(\d+)\]: \[(\d+)-(\d+)\] ?/;

/**
 * The same on Heroku, as `heroku logs` prints it and as a log drain gets it: `2026-11-20T16:22:57+00:00 app[postgres.9]:
 * [DATABASE] [3-1]  `, `<134>1 2026-11-20T16:22:57+00:00 host app postgres.9 - [DATABASE] [3-1]  `.
 */
const HEROKU =
  /^(?:\d+ )?(?:<\d{1,3}>1 )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?:app\[postgres\.(\d+)\]:|\S+ app postgres\.(\d+) -) \[[A-Z_]+\] \[(\d+)-(\d+)\] ?(?: (?=sql_error_code))?/;

const HEROKU_SERVER = 'postgres.';

/** Detects the envelope from the first bytes (64 KiB, or all). */
export function envelopeOf(head: Buffer): EnvelopeKind {
  const text = head
    .toString('latin1', 0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^(?:\[\s*)?\{\s*"/.test(text)) return 'json';
  const lines = head.toString('latin1', 0, 65_536).split('\n').slice(0, 20);
  const syslog = lines.filter((line) => SYSLOG.test(line) || HEROKU.test(line)).length;
  if (2 * syslog > lines.length) return 'syslog';
  const stamped = lines.filter((line) => STAMP.test(line)).length;
  return stamped > 0 && stamped >= lines.filter((line) => line !== '').length - 1 ? 'stamped' : 'none';
}

/** Unwraps the lines that a service or a container runtime wrapped. */
export class Envelope {
  readonly #sink: MessageSink;
  readonly #entries: JsonEntries | undefined;
  readonly #lines: ByteLines | undefined;
  readonly #syslog: SyslogMessages | undefined;
  /** Start of a line that a container runtime split. */
  #split: Buffer[] = [];
  #held = 0;
  #last = Number.NaN;
  #backwards = 0;
  #forwards = 0;

  constructor(kind: EnvelopeKind, sink: MessageSink) {
    this.#sink = sink;
    if (kind === 'json') {
      this.#entries = new JsonEntries({
        entry: (text, line) => this.#entry(text, line),
        malformed: (reason, line) => sink.unread(reason, line),
      });
    } else {
      const syslog = kind === 'syslog' ? new SyslogMessages(sink) : undefined;
      this.#syslog = syslog;
      this.#lines = new ByteLines({
        line: (bytes, start, end, number) =>
          syslog === undefined ? this.#stamped(bytes, start, end, number) : syslog.line(bytes, start, end, number),
        overlong: (number) => sink.unread('line longer than 64 MiB', number),
      });
    }
  }

  write(chunk: Uint8Array): void {
    this.#entries?.write(chunk);
    this.#lines?.write(chunk);
  }

  end(): void {
    this.#entries?.end();
    this.#lines?.end();
    this.#syslog?.end();
    if (this.#split.length > 0) this.#give(Buffer.alloc(0), 0, Number.NaN);
  }

  notes(): readonly string[] {
    if (this.#syslog?.yearless) {
      return ['syslog timestamps have no year: times are known only if `log_line_prefix` has `%m`'];
    }
    if (this.#backwards <= this.#forwards) return [];
    return ['entries are sorted newest first, which breaks statements of several lines: export them oldest first'];
  }

  #entry(text: string, number: number): void {
    let entry: unknown;
    try {
      entry = JSON.parse(text);
    } catch {
      return this.#sink.unread('line is not valid JSON', number);
    }
    const found = innerText(entry);
    if (found === undefined) return this.#sink.passedOver('entry without a log line', number);
    const { message, at } = found;
    if (at < this.#last) this.#backwards++;
    if (at > this.#last) this.#forwards++;
    this.#last = at;
    if (found.split && !message.endsWith('\n')) {
      return this.#hold(Buffer.from(message), number);
    }
    const bytes = Buffer.from(message.replace(/\r?\n$/, ''));
    this.#give(bytes, number, at);
  }

  #stamped(bytes: Buffer, start: number, end: number, number: number): void {
    const match = STAMP.exec(bytes.toString('latin1', start, Math.min(end, start + 80)));
    const [lead = '', stamp = '', whole] = match ?? [];
    const rest = bytes.subarray(start + lead.length, end);
    if (whole === 'P') {
      return this.#hold(Buffer.from(rest), number);
    }
    const at = stamp === '' ? Number.NaN : Date.parse(stamp);
    if (this.#split.length === 0) this.#sink.line(bytes, start + lead.length, end, number, at);
    else this.#give(Buffer.from(rest), number, at);
  }

  /** Stores a piece of a line until its last one arrives. */
  #hold(piece: Buffer, number: number): void {
    this.#split.push(piece);
    this.#held += piece.length;
    if (this.#held <= MAX_RECORD) return;
    this.#sink.unread('line longer than 64 MiB', number);
    this.#split = [];
    this.#held = 0;
  }

  /** An entry may contain several lines. */
  #give(bytes: Buffer, number: number, at: number): void {
    const whole = this.#split.length === 0 ? bytes : Buffer.concat([...this.#split, bytes]);
    this.#split = [];
    this.#held = 0;
    let start = 0;
    for (;;) {
      const lf = whole.indexOf(0x0a, start);
      this.#sink.line(whole, start, lf < 0 ? whole.length : lf, number, at);
      if (lf < 0) return;
      start = lf + 1;
    }
  }
}

/** Maximum number of processes that can be in the middle of a message. */
const MAX_PROCESSES = 4096;

/** One line of syslog: a piece of a message. */
interface SyslogPiece {
  readonly stamp: string | undefined;
  readonly pid: string;
  readonly message: string;
  readonly piece: string;
  /** Whether it certainly begins a message. */
  readonly isFirst: boolean;
}

function pieceIn(text: string): SyslogPiece | undefined {
  const syslog = SYSLOG.exec(text);
  if (syslog) {
    const [lead, stamp, pid = '', message = ''] = syslog;
    return { stamp, pid, message, piece: text.slice(lead.length), isFirst: false };
  }
  const heroku = HEROKU.exec(text);
  if (!heroku) return undefined;
  const [lead, stamp, , , message = '', number] = heroku;
  const [piece, isFirst] = [text.slice(lead.length), number === '1'];
  // The number of the process is that of the server, and its processes may use the same numbers of messages.
  const pid = `${HEROKU_SERVER}${message}`;
  return { stamp, pid, message, piece: isFirst ? piece : piece.replace(/^\s+/, '#011'), isFirst };
}

interface SyslogMessage {
  readonly message: string;
  readonly number: number;
  readonly at: number;
  readonly pieces: string[];
  length: number;
}

/**
 * Joins messages that the server sends to syslog in pieces: each line of a message is one, and each 900 bytes of a long
 * line. Pieces of other processes are interleaved. Tabs are written as `#011`.
 */
class SyslogMessages {
  readonly #sink: MessageSink;
  readonly #open = new Map<string, SyslogMessage>();
  /** Whether times without a year were seen. */
  yearless = false;

  constructor(sink: MessageSink) {
    this.#sink = sink;
  }

  line(bytes: Buffer, start: number, end: number, number: number): void {
    const found = pieceIn(bytes.toString('latin1', start, end));
    if (found === undefined) return this.#sink.passedOver('line of another program', number);
    const { stamp, pid, message, piece, isFirst } = found;
    if (stamp === undefined) this.yearless = true;
    const open = this.#open.get(pid);
    if (open?.message === message && !isFirst) {
      open.length += piece.length;
      if (open.length > MAX_RECORD) {
        this.#open.delete(pid);
        return this.#sink.unread('record longer than 64 MiB', open.number);
      }
      if (piece.startsWith('#011')) open.pieces.push('\n\t', piece.slice(4));
      else open.pieces.push(isMarked(piece.slice(0, 512)) ? `\n${piece}` : piece);
      return;
    }
    if (open !== undefined) this.#close(pid, open);
    else if (this.#open.size >= MAX_PROCESSES)
      for (const [old, oldest] of this.#open) {
        this.#close(old, oldest);
        break;
      }
    const at = stamp === undefined ? Number.NaN : Date.parse(stamp);
    this.#open.set(pid, { message, number, at, pieces: [piece], length: piece.length });
  }

  end(): void {
    for (const [pid, message] of this.#open) this.#close(pid, message);
  }

  #close(pid: string, { pieces, number, at }: SyslogMessage): void {
    this.#open.delete(pid);
    for (const line of pieces.join('').replaceAll('#011', '\t').split('\n')) {
      const bytes = Buffer.from(line, 'latin1');
      this.#sink.line(bytes, 0, bytes.length, number, at, pid.startsWith(HEROKU_SERVER) ? undefined : pid);
    }
  }
}

interface Inner {
  readonly message: string;
  readonly at: number;
  /** A line may be split over several entries; the last one ends with a line end (Docker). */
  readonly split: boolean;
}

/** The line and the time of an entry: Cloud SQL's LogEntry, CloudWatch events, Azure records, Docker files. */
function innerText(entry: unknown): Inner | undefined {
  if (!isObject(entry)) return undefined;
  const properties = entry['properties'];
  const json = entry['jsonPayload'];
  const message =
    textOf(entry['textPayload']) ??
    (isObject(json) ? textOf(json['message']) : undefined) ??
    (isObject(properties) ? textOf(properties['message']) : undefined) ??
    textOf(entry['log']) ??
    textOf(entry['message']) ??
    textOf(entry['LogFileData']);
  if (message === undefined) return undefined;
  const split = typeof entry['log'] === 'string' && typeof entry['stream'] === 'string';
  return { message, at: timeOf(entry['timestamp'] ?? entry['time']), split };
}

function timeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
