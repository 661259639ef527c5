import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { bindsFrom, type Inspected, inspectedAt } from './inspected.ts';
import { ApplicationLog, type ApplicationLogFormat, type ApplicationSink, type LogRecord } from './log.ts';
import { numberedMarks, withoutPyformat } from './placeholders.ts';

/** What may stand between the name of the logger and the message: a level, a thread, a function and its line. */
const BETWEEN =
  /[\]\s:|>,]|-(?!-)|\[(?!raw sql|generated in|cached since|no key|caching disabled|dialect |SQL param|[[({])[^\]]{1,60}\]|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL)\b|_\w{1,60}:\d+/;
/** `2026-11-30 03:34:14,871 INFO sqlalchemy.engine.Engine SELECT …`, with the name of the logger in any place before it. */
const RECORD = new RegExp(
  String.raw`^(.*?\bsqlalchemy\.engine(?:\.base)?\.(?:Option)?Engine(?!\w)(?:\.[\w.]+)?(?:${BETWEEN.source})*)(.*)$`,
  's',
);
/** `[generated in 0.00010s] {'id_1': 1}`, `[raw sql] ()`, of version 1.3 `{'id_1': 1}`. */
const ARGS = /^(?:\[(raw sql|generated in|cached since|no key|caching disabled|dialect )[^\]]*\] )?(?=[({[])/;
const TRANSACTION = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PREPARE)\b/;
const OTHER = /^(?:Col |Row |Connection |\[SQL parameters hidden)/;

interface Pending {
  readonly sql: string;
  readonly at: number;
}

/** The text of a statement and its values are two records. */
class Format implements ApplicationLogFormat {
  readonly other = /^(?!)/;
  #pending: Pending | undefined;

  begins(line: string) {
    const [, prefix, text = ''] = RECORD.exec(line) ?? [];
    return prefix === undefined ? undefined : { prefix, text };
  }

  isWhole(text: string): boolean {
    const args = ARGS.exec(text);
    return args !== null && inspectedAt(text, args[0].length) !== undefined;
  }

  read({ text, at }: LogRecord, sink: ApplicationSink): void {
    const args = ARGS.exec(text);
    if (args) {
      if (!this.#pending) return sink.skipped('values without a statement');
      return this.#give(sink, inspectedAt(text, args[0].length), args[1] === 'raw sql');
    }
    this.end(sink);
    if (OTHER.test(text)) return sink.skipped('line without a statement');
    const transaction = TRANSACTION.exec(text);
    if (transaction && /\(implicit\)$|\busing\b/.test(text)) return sink.ran({ sql: transaction[0], at });
    if (transaction && /^(?:COMMIT|ROLLBACK)$/.test(text)) return sink.ran({ sql: text, at });
    this.#pending = { sql: text, at };
  }

  end(sink: ApplicationSink): void {
    if (this.#pending) this.#give(sink, undefined, false);
  }

  #give(sink: ApplicationSink, args: Inspected | undefined, isRaw: boolean): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    const { at } = pending;
    const sets = setsOf(args);
    const calls = sets === undefined ? 1 : Math.max(1, sets.length);
    const own = sets === undefined ? args : undefined;
    if (isRaw && isEmpty(own)) return sink.ran({ sql: pending.sql, at, calls });
    const bound = withoutPyformat(pending.sql, own, sink.dialect);
    const list = bound.values.length === 0 && Array.isArray(own) ? (own as readonly Inspected[]) : bound.values;
    const sql = numberedMarks(bound.sql, sink.dialect);
    sink.ran({ sql, at, calls, binds: list.length === 0 ? undefined : bindsFrom(list) });
  }
}

/** The sets of values of an `executemany`. */
function setsOf(args: Inspected | undefined): readonly Inspected[] | undefined {
  return Array.isArray(args) &&
    args.length > 0 &&
    args.every((set: Inspected) => Array.isArray(set) || set instanceof Map)
    ? (args as readonly Inspected[])
    : undefined;
}

function isEmpty(args: Inspected | undefined): boolean {
  return args === undefined || (Array.isArray(args) && args.length === 0) || (args instanceof Map && args.size === 0);
}

/** The logger `sqlalchemy.engine`, at the level `INFO` (`echo=True`). It does not mark statements that failed. */
export function openSqlAlchemy(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(new Format(), sink, options);
}
