import type { LoggedStatement } from '../../../traffic/index.ts';
import { ByteCache } from '../../input/byte-text.ts';
import type { Gaps } from '../gaps.ts';
import {
  blankStatement,
  type LogReader,
  partOf,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';
import { type EntrySink, SlowLogEntries, type SlowLogEntry } from './entries.ts';
import { beginsWith, type EntryHeader } from './header.ts';
import { sniffMysql } from './sniff.ts';

/** Slow query log of MySQL 5.7 to 9, MariaDB 10 and 11, and Percona Server. */
export const mysqlSlow: SourceFormat = {
  kind: 'mysql-slow',
  dialects: ['mysql', 'mariadb'],
  notCarried: ['caller.application'],
  sniff: (head, name) => sniffMysql(head, 'slow', name),
  open: (sink, options) => new SlowLogReader(sink, options),
};

const ADMINISTRATOR = Buffer.from('# administrator command: ');
const THROTTLE = Buffer.from('throttle: ');
const HASH = 0x23;

/** Interprets the entries of a slow log. */
class SlowLogReader implements LogReader, EntrySink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #entries = new SlowLogEntries(this);
  readonly #statement: LoggedStatement;
  /** Entries without a connection, and lines outside any entry, are distributed round-robin. */
  #ordinal = 0;
  /**
   * Database of the previous entry. Without a `Schema:` field, servers write `use` only when the database changes,
   * across all connections, and start with none when they open the log. Undefined if the log begins in the middle.
   */
  #database: string | undefined;
  #sessions = new ByteCache((thread) => this.#sessionOf(thread));
  /** Number of server starts: connection ids start again. */
  #opened = 0;
  /** How often each connection was reset (by a pool, or by a change of user). */
  readonly #resets = new Map<string, number>();
  readonly #seen = { entries: 0, fast: false, carriedOver: 0, unzoned: false, rate: 1 };

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#statement = blankStatement(Buffer.alloc(0));
  }

  write(chunk: Uint8Array): void {
    this.#entries.write(chunk);
  }

  end(): void {
    this.#entries.end();
  }

  wanted({ threadEnd, thread }: EntryHeader): boolean {
    const { part } = this.#options;
    if (part.of === 1) return true;
    return (threadEnd === 0 ? this.#inTurn() : partOf(thread.subarray(0, threadEnd), part)) === part.index;
  }

  #inTurn(): number {
    return this.#ordinal++ % this.#options.part.of;
  }

  stray(line: number, what: 'text' | 'header'): void {
    if (this.#inTurn() !== this.#options.part.index) return;
    this.#sink.unread(what === 'text' ? 'text outside any entry' : 'entry without a statement', line, 1);
  }

  opened(): void {
    this.#database = '';
    this.#opened++;
    this.#forgetSessions();
    this.#resets.clear();
    if (this.#inTurn() === this.#options.part.index) this.#sink.skipped('server start');
  }

  entry(entry: SlowLogEntry): void {
    const { header, wanted } = entry;
    const seen = this.#seen;
    seen.entries++;
    if (header.fast) seen.fast = true;
    if (header.rate > seen.rate) seen.rate = header.rate;
    if (entry.used !== undefined) this.#database = entry.used;
    const database = header.schema ?? this.#database;
    if (header.schema === undefined && entry.used === undefined && database) seen.carriedOver++;
    const dated = !Number.isNaN(entry.timestamp);
    const time = dated ? undefined : header.time();
    if (time?.zoned === false) seen.unzoned = true;
    if (!wanted) return;
    if (this.#noStatement(entry)) return;
    const statement = this.#statement;
    statement.bytes = entry.bytes;
    statement.start = entry.start;
    statement.end = entry.end;
    statement.at = time?.at ?? entry.timestamp;
    statement.user = header.user;
    statement.database = database;
    statement.session = header.threadEnd === 0 ? '' : this.#sessions.get(header.thread, 0, header.threadEnd);
    statement.truncated = entry.state === 'cut';
    this.#sink.statement(statement);
  }

  /** Reports an entry that is not a client statement; false for all others. */
  #noStatement(entry: SlowLogEntry): boolean {
    const { header, bytes, start, end } = entry;
    const sink = this.#sink;
    if (entry.state === 'overlong') sink.unread('statement longer than 64 MiB', entry.line, 1);
    else if (entry.state === 'none') sink.unread('entry without a statement', entry.line, 1);
    else if (start === end) sink.skipped('empty statement');
    else if (bytes[start] === HASH && beginsWith(bytes, start, end, ADMINISTRATOR)) this.#administrator(entry);
    else if (beginsWith(bytes, start, end, THROTTLE)) this.#throttle(entry);
    else if (header.failed) sink.skipped('failed statement');
    else if (header.routine) sink.skipped('statement inside a stored routine');
    else return false;
    return true;
  }

  /** A protocol command without SQL, such as `Quit`. */
  #administrator({ bytes, start, end, line, header }: SlowLogEntry): void {
    const name = bytes.toString('latin1', start + ADMINISTRATOR.length, Math.min(end, start + 80));
    if (/^(?:Change user|Reset Connection)$/i.test(name)) {
      const thread = header.thread.toString('latin1', 0, header.threadEnd);
      this.#resets.set(thread, (this.#resets.get(thread) ?? 0) + 1);
      this.#forgetSessions();
    }
    // Servers before 5.7 write only these names; later ones write the executed statement.
    if (/^(?:Execute|Bulk_execute|Create DB|Drop DB)$/i.test(name)) {
      this.#sink.unread('command logged without its statement', line, 1);
    } else this.#sink.skipped('administrator command');
  }

  /** `throttle:         10 'index not used' warning(s) suppressed.` */
  #throttle({ bytes, start, end, line }: SlowLogEntry): void {
    const count = Number(/\d{1,15}/.exec(bytes.toString('latin1', start, Math.min(end, start + 200)))?.[0] ?? 1);
    this.#sink.unread('statement left out by the server (`log_throttle_queries_not_using_indexes`)', line, count || 1);
  }

  #sessionOf(thread: string): string {
    const resets = this.#resets.get(thread) ?? 0;
    return `${this.#opened}/${thread}${resets === 0 ? '' : `/${resets}`}`;
  }

  #forgetSessions(): void {
    this.#sessions = new ByteCache((thread) => this.#sessionOf(thread));
  }

  gaps(): Gaps {
    const { entries, fast, rate } = this.#seen;
    return { shown: rate > 1 ? ['sampled'] : [], assumed: entries > 0 && !fast ? ['slow-only'] : [] };
  }

  notes(): readonly string[] {
    const { entries, fast, carriedOver, unzoned, rate } = this.#seen;
    const notes: string[] = [];
    if (entries > 0 && !fast) {
      notes.push(
        'no statement took less than 0.1 s: the log holds slow statements only; set `long_query_time = 0` to log all of them',
      );
    }
    if (carriedOver > 0) {
      notes.push(
        `${carriedOver} entries take their database from the entry before: the server writes it only when it changes, so a connection without a database is not recognised`,
      );
    }
    if (rate > 1)
      notes.push(
        `the server logged only one in ${rate} (\`log_slow_rate_limit\`): counts are too low, and rare flows are missing`,
      );
    if (unzoned) notes.push('times without a time zone are read as UTC');
    return notes;
  }
}
