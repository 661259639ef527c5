import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { ApplicationLog, type ApplicationLogFormat, type ApplicationSink, type LogRecord } from './log.ts';
import { countMarks, numberedMarks } from './placeholders.ts';

/** `Hibernate: select …`, of `show_sql`. */
const PRINTED = /^(Hibernate: ?)(.*)$/s;
/** `… DEBUG org.hibernate.SQL - select …`, with the name of the logger in any place before it, also shortened. */
const LOGGED = /^(.*?\b(?:org|o)\.(?:hibernate|h)\.SQL\b[\s\]:-]*)(\S.*)?$/s;
/** `binding parameter (1:BIGINT) <- [7]`; before version 6, `binding parameter [1] as [BIGINT] - [7]`. */
const BIND = /^(.*?)binding parameter (?:\[(\d+)\] as \[\w+\] - |\((\d+):[^)]*\) <- )(.*)$/s;
const NULL = /^\[?(?:<null>|null)\]?$/;

interface Pending {
  readonly sql: string;
  readonly at: number;
  readonly isLogged: boolean;
  readonly binds: Map<number, string | null>;
}

/** The text of a statement and each of its values are records of their own. */
class Format implements ApplicationLogFormat {
  readonly other = /^(?:Hibernate:|\S*\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|(?:TRACE|DEBUG|INFO|WARN|ERROR)\b)/;
  #pending: Pending | undefined;

  begins(line: string) {
    const bind = BIND.exec(line);
    if (bind) return { prefix: bind[1] ?? '', text: line.slice((bind[1] ?? '').length) };
    const printed = PRINTED.exec(line);
    if (printed) return { prefix: printed[1] ?? '', text: printed[2] ?? '' };
    const [, prefix, text = ''] = LOGGED.exec(line) ?? [];
    return prefix === undefined ? undefined : { prefix, text };
  }

  read({ prefix, text, at }: LogRecord, sink: ApplicationSink): void {
    const bind = BIND.exec(text);
    if (bind) return this.#bind(Number(bind[2] ?? bind[3]), bind[4] ?? '', sink);
    const isPrinted = PRINTED.test(prefix);
    const sql = text.trim();
    // With the logger, `show_sql` prints the same statement again.
    if (isPrinted && this.#pending?.isLogged && this.#pending.sql === sql)
      return sink.skipped('line of a logged statement');
    this.end(sink);
    this.#pending = { sql, at, isLogged: !isPrinted, binds: new Map() };
  }

  end(sink: ApplicationSink): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    const { sql, at, binds } = pending;
    const isBound = binds.size > 0 && binds.size === countMarks(sql);
    const values = [...binds].sort(([a], [b]) => a - b).map(([, value]) => value);
    sink.ran({ sql: numberedMarks(sql, sink.dialect), at, binds: isBound ? values : undefined });
  }

  #bind(number: number, value: string, sink: ApplicationSink): void {
    if (!this.#pending) return sink.skipped('values without a statement');
    if (this.#pending.binds.has(number)) {
      // A batch binds the next set of values to the same statement.
      const { sql, at, isLogged } = this.#pending;
      this.end(sink);
      this.#pending = { sql, at, isLogged, binds: new Map() };
    }
    this.#pending.binds.set(number, NULL.test(value) ? null : value.replace(/^\[([\s\S]*)\]$/, '$1'));
    sink.skipped('value of a statement');
  }
}

/** What Hibernate prints (`show_sql`) or logs (`org.hibernate.SQL`). It does not mark statements that failed. */
export function openHibernate(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(new Format(), sink, options);
}
