import type { LoggedStatement } from '../../../traffic/index.ts';
import { ByteLines, type LineSink } from '../../input/byte-lines.ts';
import { ByteText } from '../../input/byte-text.ts';
import { LogTimes } from '../postgresql/time.ts';
import {
  blankStatement,
  type LogReader,
  partOf,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';
import { isBanner, isBannerColumns, isBannerPort } from './banner.ts';
import { Connections } from './connections.ts';
import { GeneralLine, readGeneralLine } from './general-line.ts';
import { sniffMysql } from './sniff.ts';
import { isSpace, MysqlText } from './text.ts';
import { mysqlTime } from './time.ts';
import { databaseAfter } from './use-database.ts';

/** General query log of MySQL 5.7 to 9, and MariaDB 10 and 11. */
export const mysqlGeneral: SourceFormat = {
  kind: 'mysql-general',
  dialects: ['mysql', 'mariadb'],
  notCarried: ['caller.application'],
  sniff: (head, name) => sniffMysql(head, 'general', name),
  open: (sink, options) => new GeneralLogReader(sink, options),
};

const CR = 0x0d;
const COLON = 0x3a;

/** Commands whose argument is an executed statement. */
const RUNS = new Set(['Query', 'Execute', 'Bulk_execute']);
/** Commands of old clients that act like a statement but are logged without one. */
const WITHOUT_STATEMENT = new Set(['Create DB', 'Drop DB']);
const CONNECTION = new Set(['Connect', 'Quit', 'Change user', 'Reset Connection']);

/**
 * A record is a line `time, connection id, command, argument`; the following lines that are not such lines belong to
 * its argument. Arguments are not escaped: a line of an argument that looks like a record is read as one.
 */
class GeneralLogReader implements LogReader, LineSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #lines = new ByteLines(this);
  readonly #line = new GeneralLine();
  readonly #text = new MysqlText();
  readonly #connections = new Connections();
  readonly #statement: LoggedStatement;
  /** The type of the current record; undefined outside any record. */
  #command: string | undefined;
  #thread = '';
  readonly #threads = new ByteText();
  #recordLine = 0;
  #mine = true;
  #at = Number.NaN;
  readonly #times = new LogTimes();
  #unzoned = false;
  /** Whether the log separates its columns with tabs, as servers do; undefined before its first record. */
  #tabs: boolean | undefined;
  /** Length of the text before a line that may be a server start; -1 for none. */
  #bannerAt = -1;
  #ordinal = 0;
  #stray = false;
  /** Whether the previous line has no line end: the log stops inside it. */
  #cut = false;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#statement = blankStatement(this.#text.bytes);
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#finish(this.#text.length);
  }

  overlong(number: number): void {
    this.#bannerAt = -1;
    // Its beginning, which may have named another connection, is lost.
    if (this.#command !== undefined) this.#finish(this.#text.length);
    if (this.#inTurn()) this.#sink.unread('line longer than 64 MiB', number, 1);
    this.#stray = true;
  }

  line(bytes: Buffer, start: number, lineEnd: number, number: number, complete: boolean): void {
    this.#read(bytes, start, lineEnd, number);
    this.#cut = !complete;
  }

  #read(bytes: Buffer, start: number, lineEnd: number, number: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (this.#bannerAt >= 0) {
      const before = this.#bannerAt;
      this.#bannerAt = -1;
      if (isBannerPort(bytes, start, end)) {
        this.#finish(before);
        this.#opened();
        return;
      }
      this.#outside(number - 1);
    }
    if (readGeneralLine(bytes, start, end, this.#tabs, this.#line)) {
      this.#record(bytes, lineEnd, number);
      return;
    }
    if (bytes[end - 1] === COLON && isBanner(bytes, start, end)) this.#bannerAt = this.#text.length;
    else if (this.#command === undefined && end > start && !isBannerColumns(bytes, start, end)) this.#outside(number);
    if (this.#command !== undefined && this.#mine) this.#text.add(bytes, start, lineEnd);
  }

  #record(bytes: Buffer, end: number, number: number): void {
    this.#finish(this.#text.length);
    const { timeStart, timeEnd, threadStart, threadEnd, command, argument, tabs } = this.#line;
    this.#tabs ??= tabs;
    this.#stray = false;
    if (timeEnd > timeStart) this.#time(bytes, timeStart, timeEnd);
    this.#command = command;
    this.#recordLine = number;
    this.#thread = this.#threads.get(bytes, threadStart, threadEnd);
    this.#mine = partOf(this.#thread, this.#options.part) === this.#options.part.index;
    if (this.#mine) this.#text.add(bytes, Math.min(argument, end), end);
  }

  /** MariaDB, and MySQL before 5.7, write the time only when it changes, once a second. */
  #time(bytes: Buffer, start: number, end: number): void {
    const known = this.#times.parse(bytes, start, end);
    if (!Number.isNaN(known) && isZoned(bytes, end)) {
      this.#at = known;
      return;
    }
    const { at, zoned } = mysqlTime(bytes.toString('latin1', start, end));
    this.#at = at;
    if (!zoned) this.#unzoned = true;
  }

  #opened(): void {
    this.#connections.forget();
    this.#stray = false;
    if (this.#inTurn()) this.#sink.skipped('server start');
  }

  #inTurn(): boolean {
    return this.#ordinal++ % this.#options.part.of === this.#options.part.index;
  }

  #outside(number: number): void {
    if (this.#stray || this.#command !== undefined) return;
    this.#stray = true;
    if (this.#inTurn()) this.#sink.unread('text outside any record', number, 1);
  }

  /** Emits the record, whose argument is the first `length` bytes. */
  #finish(length: number): void {
    const command = this.#command;
    if (command !== undefined && this.#mine) this.#give(command, length);
    this.#command = undefined;
    this.#text.clear();
  }

  #give(command: string, length: number): void {
    const { bytes, overlong } = this.#text;
    let start = 0;
    let end = length;
    while (end > start && isSpace(bytes[end - 1])) end--;
    while (start < end && isSpace(bytes[start])) start++;
    if (overlong) {
      this.#sink.unread('statement longer than 64 MiB', this.#recordLine, 1);
      return;
    }
    if (RUNS.has(command)) {
      this.#run(command, start, end);
      return;
    }
    const thread = this.#thread;
    const connections = this.#connections;
    const argument = () => bytes.toString('utf8', start, Math.min(end, start + 1000));
    switch (command) {
      case 'Connect':
      case 'Change user':
        connections.connect(thread, argument());
        break;
      case 'Reset Connection':
        connections.reset(thread);
        break;
      case 'Init DB':
        connections.use(thread, argument());
        break;
      case 'Quit':
        connections.quit(thread);
        break;
    }
    if (WITHOUT_STATEMENT.has(command)) {
      this.#sink.unread('command logged without its statement', this.#recordLine, 1);
    } else if (command === 'Prepare') this.#sink.skipped('PREPARE (its executions are logged separately)');
    else this.#sink.skipped(CONNECTION.has(command) ? 'connection' : 'command without a statement');
  }

  #run(command: string, from: number, end: number): void {
    const { bytes } = this.#text;
    let start = from;
    // MySQL 5.0 writes `[7] SELECT …`, with the number of the prepared statement.
    if (command === 'Execute' && bytes[start] === 0x5b) {
      const number = /^\[\d+\]\s*/.exec(bytes.toString('latin1', start, Math.min(end, start + 24)))?.[0] ?? '';
      start += number.length;
    }
    if (start === end) {
      if (command === 'Query') this.#sink.skipped('empty statement');
      else this.#sink.unread('command logged without its statement', this.#recordLine, 1);
      return;
    }
    const connection = this.#connections.of(this.#thread);
    const statement = this.#statement;
    statement.bytes = bytes;
    statement.start = start;
    statement.end = end;
    statement.at = this.#at;
    statement.user = connection.user;
    statement.database = connection.database;
    statement.session = connection.session;
    statement.truncated = this.#cut;
    this.#sink.statement(statement);
    connection.database = databaseAfter(bytes, start, end, connection.database);
  }

  notes(): readonly string[] {
    return this.#unzoned ? ['times without a time zone are read as UTC'] : [];
  }
}

/** Whether a time in ISO 8601 ends with `Z` or an offset. */
function isZoned(bytes: Buffer, end: number): boolean {
  return bytes[end - 1] === 0x5a || (bytes[end - 3] === COLON && (bytes[end - 6] === 0x2b || bytes[end - 6] === 0x2d));
}
