import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { type Inspected, inspectedAt } from './inspected.ts';
import { ApplicationLog, type ApplicationLogFormat } from './log.ts';
import { withoutPyformat } from './placeholders.ts';

/** `(0.001) SELECT … WHERE id = 1; args=(1,); alias=default`: the values are in the text, except for `executemany`. */
const STATEMENT = /^(.*?)\((\d+\.\d{3})\) (\s*|\S.*)$/s;
const ARGS = '; args=';

const FORMAT: ApplicationLogFormat = {
  begins(line) {
    const [, prefix, , text = ''] = STATEMENT.exec(line) ?? [];
    return prefix === undefined ? undefined : { prefix, text };
  },
  other: /^(?!)/,
  // A statement ends with its arguments.
  endsWhole: true,
  isWhole: (text) => splitArgs(text) !== undefined,
  read({ text, at }, sink) {
    const found = splitArgs(text);
    if (!found) return sink.unread('statement without its `args`');
    const { sql, args } = found;
    const sets = setsOf(args);
    if (sets === undefined) return sink.ran({ sql, at });
    // Only `executemany` leaves the parameters in the text.
    sink.ran({ sql: withoutPyformat(sql, undefined, sink.dialect).sql, at, calls: Math.max(1, sets) });
  },
};

function splitArgs(text: string): { readonly sql: string; readonly args: Inspected } | undefined {
  const end = /; alias=[\w-]+$/.exec(text)?.index ?? text.length;
  const whole = text.slice(0, end);
  for (let at = whole.indexOf(ARGS); at >= 0; at = whole.indexOf(ARGS, at + 1)) {
    const args = inspectedAt(whole, at + ARGS.length);
    if (args !== undefined) return { sql: whole.slice(0, at), args };
  }
  return undefined;
}

/** The number of sets of values of an `executemany`. */
function setsOf(args: Inspected): number | undefined {
  return Array.isArray(args) &&
    args.length > 0 &&
    args.every((set: Inspected) => Array.isArray(set) || set instanceof Map)
    ? args.length
    : undefined;
}

/** The logger `django.db.backends`, at the level `DEBUG`. It does not mark statements that failed. */
export function openDjango(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(FORMAT, sink, options);
}
