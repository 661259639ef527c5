import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { bindsFrom, type Inspected, inspectedAt } from './inspected.ts';
import { ApplicationLog, type ApplicationLogFormat } from './log.ts';
import { numberedMarks } from './placeholders.ts';

/** `[2026-11-30 03:34:54] local.DEBUG: select … {"bindings":[1],"time":5.63}`, as `DB::listen` with `Log` writes it. */
const RECORD = /^(\[\d{4}-\d\d-\d\d[T ][^\]]*\] [\w-]+\.[A-Z]+: )(.*)$/s;
/** The query builder writes in lower case. */
const BUILT = /^(?:select|insert into|insert ignore into|update|delete from|delete|with|truncate|alter|create|drop) /;

const FORMAT: ApplicationLogFormat = {
  begins(line) {
    const [, prefix, text = ''] = RECORD.exec(line) ?? [];
    return prefix === undefined ? undefined : { prefix, text };
  },
  other: /^(?!)/,
  isWhole: (text) => splitContext(text) !== undefined,
  read({ text, at }, sink) {
    const found = splitContext(text);
    const sql = found?.sql ?? text;
    const bindings = found?.context.get('bindings');
    if (bindings === undefined && !BUILT.test(sql)) return sink.skipped('line without a statement');
    const values = Array.isArray(bindings) && bindings.length > 0 ? (bindings as readonly Inspected[]) : undefined;
    sink.ran({ sql: numberedMarks(sql, sink.dialect), at, binds: values && bindsFrom(values) });
  },
};

/** Splits the message from its context, an object as JSON in which line ends may be written as they are. */
function splitContext(
  text: string,
): { readonly sql: string; readonly context: ReadonlyMap<string, Inspected> } | undefined {
  const whole = text.trimEnd().replace(/ \[\]$/, '');
  for (let at = whole.indexOf(' {"'); at >= 0; at = whole.indexOf(' {"', at + 1)) {
    const context = inspectedAt(whole, at + 1);
    if (context instanceof Map) return { sql: whole.slice(0, at), context };
  }
  return undefined;
}

/** The log of Laravel, if a listener logs each query with its bindings. Only statements that succeeded have an event. */
export function openLaravel(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(FORMAT, sink, options);
}
