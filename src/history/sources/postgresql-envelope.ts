import { ByteLines } from '../byte-lines.ts';
import { JsonEntries } from './json-entries.ts';

/** What the lines of a log are packed in. */
export type EnvelopeKind = 'none' | 'json' | 'stamped';

export interface InnerTaker {
  /** A line as the server wrote it. `at`: when the entry says that it was written, ms since 1970 UTC, or NaN. */
  line(bytes: Buffer, start: number, end: number, number: number, at: number): void;
  passedOver(what: string, number: number): void;
  unread(reason: string, number: number): void;
}

/** `2026-11-20T16:22:57.123Z `, as CloudWatch's exports, container runtimes and `kubectl logs --timestamps` begin each line. */
const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?:std(?:out|err) ([FP]) )?/;

/** Told from the first bytes (64 KiB, or all). */
export function envelopeOf(head: Buffer): EnvelopeKind {
  const text = head
    .toString('latin1', 0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^(?:\[\s*)?\{\s*"/.test(text)) return 'json';
  const lines = head.toString('latin1', 0, 65_536).split('\n').slice(0, 20);
  const stamped = lines.filter((line) => STAMP.test(line)).length;
  return stamped > 0 && stamped >= lines.filter((line) => line !== '').length - 1 ? 'stamped' : 'none';
}

/** Takes lines out of what a service or a container runtime has packed them in. */
export class Envelope {
  readonly #taker: InnerTaker;
  readonly #entries: JsonEntries | undefined;
  readonly #lines: ByteLines | undefined;
  /** The beginning of a line that a container runtime has split. */
  #split: Buffer[] = [];
  #last = Number.NaN;
  #backwards = 0;
  #forwards = 0;

  constructor(kind: EnvelopeKind, taker: InnerTaker) {
    this.#taker = taker;
    if (kind === 'json') {
      this.#entries = new JsonEntries({
        entry: (text, line) => this.#entry(text, line),
        malformed: (reason, line) => taker.unread(reason, line),
      });
    } else {
      this.#lines = new ByteLines({
        line: (bytes, start, end, number) => this.#stamped(bytes, start, end, number),
        overlong: (number) => taker.unread('line longer than 64 MiB', number),
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
    if (this.#split.length > 0) this.#give(Buffer.alloc(0), 0, Number.NaN);
  }

  notes(): readonly string[] {
    if (this.#backwards <= this.#forwards) return [];
    return [
      'the entries run from the newest to the oldest: statements over several lines are not whole; export them oldest first',
    ];
  }

  #entry(text: string, number: number): void {
    let entry: unknown;
    try {
      entry = JSON.parse(text);
    } catch {
      return this.#taker.unread('line that is no JSON', number);
    }
    const found = innerText(entry);
    if (found === undefined) return this.#taker.passedOver('entry without a line of the log', number);
    const { message, at } = found;
    if (at < this.#last) this.#backwards++;
    if (at > this.#last) this.#forwards++;
    this.#last = at;
    if (found.split && !message.endsWith('\n')) {
      this.#split.push(Buffer.from(message));
      return;
    }
    const bytes = Buffer.from(message.replace(/\r?\n$/, ''));
    this.#give(bytes, number, at);
  }

  #stamped(bytes: Buffer, start: number, end: number, number: number): void {
    const match = STAMP.exec(bytes.toString('latin1', start, Math.min(end, start + 80)));
    const [lead = '', stamp = '', whole] = match ?? [];
    const rest = bytes.subarray(start + lead.length, end);
    if (whole === 'P') {
      this.#split.push(Buffer.from(rest));
      return;
    }
    const at = stamp === '' ? Number.NaN : Date.parse(stamp);
    if (this.#split.length === 0) this.#taker.line(bytes, start + lead.length, end, number, at);
    else this.#give(Buffer.from(rest), number, at);
  }

  /** An entry may hold several lines. */
  #give(bytes: Buffer, number: number, at: number): void {
    const whole = this.#split.length === 0 ? bytes : Buffer.concat([...this.#split, bytes]);
    this.#split = [];
    let start = 0;
    for (;;) {
      const lf = whole.indexOf(0x0a, start);
      this.#taker.line(whole, start, lf < 0 ? whole.length : lf, number, at);
      if (lf < 0) return;
      start = lf + 1;
    }
  }
}

interface Inner {
  readonly message: string;
  readonly at: number;
  /** A line may be split over several entries, of which the last ends in a line end (Docker). */
  readonly split: boolean;
}

/** The line, and the time, of an entry: Cloud SQL's LogEntry, CloudWatch's events, Azure's records, Docker's files. */
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
