import { ByteLines, type LineSink } from '../../input/byte-lines.ts';
import { ByteText, decode } from '../../input/byte-text.ts';
import type { Gaps } from '../gaps.ts';
import type { LogReader, ReaderOptions, SourceFormat, StatementSink } from '../source.ts';
import { FIELD, JsonLine, unescapeJson } from './json-line.ts';
import { jsonRecord } from './json-record.ts';
import { isBeforeRun, isFailure } from './log-record.ts';
import { isParseOrBind, LogRecords } from './records.ts';
import { Sessions } from './sessions.ts';
import { ByteSeverities } from './severity.ts';
import { LogTimes } from './time.ts';

/**
 * PostgreSQL's log as JSON, one object per line (`log_destination = jsonlog`, version 15 and newer), and the same
 * records as CloudNativePG wraps them. It records literals, bind values, user, application, database and session.
 */
export const postgresqlJsonlog: SourceFormat = {
  kind: 'postgresql-jsonlog',
  dialects: ['postgresql'],
  notCarried: [],
  sniff,
  open: (sink, options) => new JsonlogReader(sink, options),
};

function sniff(head: Uint8Array): number {
  let lines = 0;
  let records = 0;
  for (const line of decode(head, 0, Math.min(head.length, 64 * 1024))
    .split('\n')
    .slice(0, 40)) {
    if (line.trim() === '') continue;
    lines++;
    const flat = /^\{"timestamp":"\d{4}-/.test(line) && /"error_severity":"/.test(line);
    const wrapped = /"logger":"(?:postgres|pgaudit)"/.test(line) && /"record":\{/.test(line);
    if (flat || wrapped || (/^\{/.test(line) && /"error_severity":"/.test(line))) records++;
  }
  if (records === 0) return 0;
  return records >= lines - 1 ? 1 : 0.6;
}

class JsonlogReader implements LogReader, LineSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #lines = new ByteLines(this);
  readonly #records: LogRecords;
  readonly #sessions: Sessions;
  readonly #times = new LogTimes();
  readonly #line = new JsonLine();
  readonly #users = new ByteText();
  readonly #applications = new ByteText();
  readonly #steps = new ByteText();
  readonly #databases = new ByteText();
  readonly #severities = new ByteSeverities();
  #bytes: Buffer = Buffer.alloc(0);
  #session: ReturnType<Sessions['named']> | undefined;
  #message = Buffer.allocUnsafe(4096);
  #detail = Buffer.allocUnsafe(4096);
  #statement = Buffer.allocUnsafe(4096);
  readonly #stop = (start: number, end: number): boolean => {
    this.#session ??= this.#sessions.at(this.#bytes, start, end);
    return !this.#session.mine;
  };

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#records = new LogRecords(sink);
    this.#sessions = new Sessions(options.part, options.openStatements);
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#records.end();
    this.#sessions.end();
  }

  notes(): readonly string[] {
    return [...this.#records.notes(), ...this.#times.notes()];
  }

  gaps(): Gaps {
    return this.#records.gaps();
  }

  line(bytes: Buffer, start: number, end: number, number: number, complete: boolean): void {
    this.#bytes = bytes;
    this.#session = undefined;
    const cut = this.#line.cut(bytes, start, end, this.#stop);
    if (cut === undefined) return;
    const { starts } = this.#line;
    if (cut && (starts[FIELD.message] as number) >= 0 && (starts[FIELD.error_severity] as number) >= 0) {
      this.#take(bytes, number);
    } else this.#parse(bytes, start, end, number, complete);
  }

  overlong(number: number): void {
    if (number % this.#options.part.of === this.#options.part.index) {
      this.#sink.unread('line longer than 64 MiB', number, 1);
    }
  }

  /** The record of a line that `JsonLine` accepted. */
  #take(bytes: Buffer, number: number): void {
    const { starts, ends, escaped } = this.#line;
    const { record } = this.#records;
    const session = this.#session ?? this.#sessionOf(FIELD.session_id) ?? this.#sessionOf(FIELD.pid);
    record.session = session ?? this.#sessions.nameless(number);
    if (!record.session.mine) return;
    record.at = this.#times.parse(bytes, starts[FIELD.timestamp] as number, ends[FIELD.timestamp] as number);
    record.severity = this.#severities.get(
      bytes,
      starts[FIELD.error_severity] as number,
      ends[FIELD.error_severity] as number,
    );
    record.user = this.#name(FIELD.user, this.#users);
    record.database = this.#name(FIELD.dbname, this.#databases);
    record.application = this.#name(FIELD.application_name, this.#applications);
    record.hasStatement = (starts[FIELD.statement] as number) >= 0;
    record.raised = record.hasStatement || (starts[FIELD.context] as number) >= 0;
    const start = starts[FIELD.message] as number;
    const end = ends[FIELD.message] as number;
    const isStep = isParseOrBind(bytes, start, end);
    if (escaped[FIELD.message] === 0 || isStep) {
      record.bytes = bytes;
      record.start = start;
      record.end = end;
    } else {
      if (this.#message.length < end - start) this.#message = Buffer.allocUnsafe(2 * (end - start));
      record.bytes = this.#message;
      record.start = 0;
      record.end = unescapeJson(bytes, start, end, this.#message);
    }
    const detail = starts[FIELD.detail] as number;
    record.detailEnd = 0;
    if (detail >= 0 && !isStep) {
      const detailEnd = ends[FIELD.detail] as number;
      if (escaped[FIELD.detail] === 0) {
        record.detail = bytes;
        record.detailStart = detail;
        record.detailEnd = detailEnd;
      } else {
        if (this.#detail.length < detailEnd - detail) this.#detail = Buffer.allocUnsafe(2 * (detailEnd - detail));
        record.detail = this.#detail;
        record.detailStart = 0;
        record.detailEnd = unescapeJson(bytes, detail, detailEnd, this.#detail);
      }
    }
    if (isFailure(record)) this.#failure(bytes);
    this.#records.take(number);
  }

  #failure(bytes: Buffer): void {
    const { starts, ends, escaped } = this.#line;
    const { record } = this.#records;
    record.beforeRun = isBeforeRun(this.#name(FIELD.ps, this.#steps));
    const start = starts[FIELD.statement] as number;
    const end = ends[FIELD.statement] as number;
    record.statement = bytes;
    record.statementStart = start;
    record.statementEnd = end;
    if (start < 0 || escaped[FIELD.statement] === 0) return;
    if (this.#statement.length < end - start) this.#statement = Buffer.allocUnsafe(2 * (end - start));
    record.statement = this.#statement;
    record.statementStart = 0;
    record.statementEnd = unescapeJson(bytes, start, end, this.#statement);
  }

  #sessionOf(field: number): ReturnType<Sessions['named']> | undefined {
    const { starts, ends, escaped } = this.#line;
    const start = starts[field] as number;
    const end = ends[field] as number;
    if (start < 0 || start === end) return undefined;
    if (escaped[field] === 0) return this.#sessions.at(this.#bytes, start, end);
    return this.#sessions.named(this.#unescaped(start, end));
  }

  /** A name; empty if the line has none, because PostgreSQL then omits the field. */
  #name(field: number, names: ByteText): string {
    const { starts, ends, escaped } = this.#line;
    const start = starts[field] as number;
    const end = ends[field] as number;
    if (start < 0) return '';
    return escaped[field] === 0 ? names.get(this.#bytes, start, end) : this.#unescaped(start, end);
  }

  #unescaped(start: number, end: number): string {
    const into = Buffer.allocUnsafe(end - start);
    return decode(into, 0, unescapeJson(this.#bytes, start, end, into));
  }

  /** Reads a line in another form: correct, but slow. */
  #parse(bytes: Buffer, start: number, end: number, number: number, complete: boolean): void {
    const line = decode(bytes, start, end);
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() === '') return;
    const found = jsonRecord(text);
    const { part } = this.#options;
    if (found.session !== undefined) this.#session ??= this.#sessions.named(found.session);
    const session = this.#session ?? this.#sessions.nameless(number);
    if (this.#session === undefined && number % part.of !== part.index) return;
    if (!session.mine) return;
    if (found.unread !== undefined) {
      const reason = complete ? found.unread : 'line cut off at the end of the file';
      return this.#sink.unread(reason, number, 1);
    }
    if (found.passedOver !== undefined) return this.#sink.skipped(found.passedOver);
    const { record } = this.#records;
    record.session = session;
    const at = Buffer.from(found.timestamp);
    record.at = this.#times.parse(at, 0, at.length);
    const severity = Buffer.from(found.severity);
    record.severity = this.#severities.get(severity, 0, severity.length);
    record.user = found.user;
    record.database = found.database;
    record.application = found.application;
    record.statement = Buffer.from(found.statement ?? '');
    record.statementStart = 0;
    record.statementEnd = record.statement.length;
    record.beforeRun = isBeforeRun(found.step);
    record.hasStatement = found.statement !== undefined;
    record.raised = found.raised;
    record.bytes = Buffer.from(found.message);
    record.start = 0;
    record.end = record.bytes.length;
    record.detailEnd = 0;
    if (found.detail !== undefined) {
      record.detail = Buffer.from(found.detail);
      record.detailStart = 0;
      record.detailEnd = record.detail.length;
    }
    if (found.audit !== undefined) this.#records.takeAudit(found.audit, number);
    else this.#records.take(number);
  }
}
