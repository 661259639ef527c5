import { ByteText, decode } from '../../input/byte-text.ts';
import { type CsvFields, CsvReader, type CsvSink, unquote } from '../../input/csv.ts';
import type { Gaps } from '../gaps.ts';
import type { LogReader, ReaderOptions, SourceFormat, StatementSink } from '../source.ts';
import { isBeforeRun, isFailure } from './log-record.ts';
import { LogRecords } from './records.ts';
import { Sessions } from './sessions.ts';
import { ByteSeverities } from './severity.ts';
import { LogTimes } from './time.ts';

/**
 * Columns of the log, as PostgreSQL's manual lists them under `log_destination`. Versions 8.4 to 18 differ only in how
 * many follow: 22 before 9.0, 23 to 12, 24 in 13, 26 since 14.
 */
const COLUMN = {
  time: 0,
  user: 1,
  database: 2,
  pid: 3,
  session: 5,
  step: 7,
  severity: 11,
  message: 13,
  detail: 14,
  context: 18,
  query: 19,
  application: 22,
} as const;
const MIN_COLUMNS = 22;
const MAX_COLUMNS = 40;

/**
 * PostgreSQL's log as CSV (`log_destination = csvlog`). It records literals, bind values, user, application (since
 * 9.0), database and session.
 */
export const postgresqlCsvlog: SourceFormat = {
  kind: 'postgresql-csvlog',
  dialects: ['postgresql'],
  notCarried: [],
  sniff,
  open: (sink, options) => new CsvlogReader(sink, options),
};

const RECORD =
  /^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [^,"]*"?,(?:"(?:[^"]|"")*")?,(?:"(?:[^"]|"")*")?,\d*,[^,]*,[^,]*,\d*,/;

function sniff(head: Uint8Array): number {
  const lines = decode(head, 0, Math.min(head.length, 64 * 1024))
    .split('\n')
    .slice(0, 200);
  const records = lines.filter((line) => RECORD.test(line)).length;
  if (records === 0) return 0;
  return RECORD.test(lines[0] ?? '') ? 1 : 0.7;
}

class CsvlogReader implements LogReader, CsvSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #csv = new CsvReader(this);
  readonly #records: LogRecords;
  readonly #sessions: Sessions;
  readonly #times = new LogTimes();
  readonly #users = new ByteText();
  readonly #applications = new ByteText();
  readonly #databases = new ByteText();
  readonly #severities = new ByteSeverities();
  #message = Buffer.allocUnsafe(4096);
  #detail = Buffer.allocUnsafe(4096);
  #statement = Buffer.allocUnsafe(4096);
  #record = 0;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#records = new LogRecords(sink);
    this.#sessions = new Sessions(options.part, options.openStatements);
  }

  write(chunk: Uint8Array): void {
    this.#csv.write(chunk);
  }

  end(): void {
    this.#csv.end();
    this.#records.end();
    this.#sessions.end();
  }

  notes(): readonly string[] {
    return [...this.#records.notes(), ...this.#times.notes()];
  }

  gaps(): Gaps {
    return this.#records.gaps();
  }

  malformed(reason: string, line: number): void {
    this.#unread(reason, line);
  }

  record(fields: CsvFields, line: number, complete: boolean): void {
    const { count } = fields;
    if (count < MIN_COLUMNS || count > MAX_COLUMNS) {
      return this.#unread(
        complete ? 'record with an unexpected number of columns' : 'record cut off at the end of the file',
        line,
      );
    }
    this.#record++;
    const { bytes, starts, ends, quoted } = fields;
    const sessionField = fields.length(COLUMN.session) > 0 ? COLUMN.session : COLUMN.pid;
    const { record } = this.#records;
    record.session =
      fields.length(sessionField) > 0
        ? this.#sessions.at(bytes, starts[sessionField] as number, ends[sessionField] as number)
        : this.#sessions.nameless(this.#record);
    if (!record.session.mine) return;
    record.at = this.#times.parse(bytes, starts[COLUMN.time] as number, ends[COLUMN.time] as number);
    record.severity = this.#severities.get(bytes, starts[COLUMN.severity] as number, ends[COLUMN.severity] as number);
    record.user = name(fields, COLUMN.user, this.#users);
    record.database = name(fields, COLUMN.database, this.#databases);
    record.application = count > COLUMN.application ? name(fields, COLUMN.application, this.#applications) : undefined;
    record.hasStatement = fields.length(COLUMN.query) > 0;
    record.raised = record.hasStatement || fields.length(COLUMN.context) > 0;
    const start = starts[COLUMN.message] as number;
    const end = ends[COLUMN.message] as number;
    if (quoted[COLUMN.message] === 2) {
      if (this.#message.length < end - start) this.#message = Buffer.allocUnsafe(2 * (end - start));
      record.bytes = this.#message;
      record.start = 0;
      record.end = unquote(bytes, start, end, this.#message);
    } else {
      record.bytes = bytes;
      record.start = start;
      record.end = end;
    }
    record.detailEnd = 0;
    const detail = starts[COLUMN.detail] as number;
    const detailEnd = ends[COLUMN.detail] as number;
    if (quoted[COLUMN.detail] === 2) {
      if (this.#detail.length < detailEnd - detail) this.#detail = Buffer.allocUnsafe(2 * (detailEnd - detail));
      record.detail = this.#detail;
      record.detailStart = 0;
      record.detailEnd = unquote(bytes, detail, detailEnd, this.#detail);
    } else if (detailEnd > detail) {
      record.detail = bytes;
      record.detailStart = detail;
      record.detailEnd = detailEnd;
    }
    if (isFailure(record)) this.#failure(fields);
    this.#records.take(line);
  }

  #failure(fields: CsvFields): void {
    const { record } = this.#records;
    record.beforeRun = isBeforeRun(fields.text(COLUMN.step));
    const start = fields.starts[COLUMN.query] as number;
    const end = fields.ends[COLUMN.query] as number;
    record.statement = fields.bytes;
    record.statementStart = start;
    record.statementEnd = end;
    if (fields.quoted[COLUMN.query] !== 2) return;
    if (this.#statement.length < end - start) this.#statement = Buffer.allocUnsafe(2 * (end - start));
    record.statement = this.#statement;
    record.statementStart = 0;
    record.statementEnd = unquote(fields.bytes, start, end, this.#statement);
  }

  #unread(reason: string, line: number): void {
    const { part } = this.#options;
    if (this.#record++ % part.of === part.index) this.#sink.unread(reason, line, 1);
  }
}

function name(fields: CsvFields, column: number, names: ByteText): string {
  if (fields.quoted[column] === 2) return fields.text(column);
  return names.get(fields.bytes, fields.starts[column] as number, fields.ends[column] as number);
}
