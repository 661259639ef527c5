import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { bindsFrom, type Inspected, inspectedAt } from './inspected.ts';
import { ApplicationLog, type ApplicationLogFormat } from './log.ts';
import { numberedMarks } from './placeholders.ts';

/**
 * `  Order Load (0.2ms)  SELECT … LIMIT $1  [["LIMIT", 50]]`, after what the formatter writes. Statements from the query
 * cache did not run.
 */
const STATEMENT =
  /^(.*?) {2}(?:ASYNC )?(CACHE )?(?:[A-Z][\w:.?]*(?: [\w:.?]+)*)? ?\(\d+(?:\.\d+)?ms\)(?: \(db time \d+(?:\.\d+)?ms\))? {2}(\s*(?:[A-Za-z(/]|--).*|\s*)$/s;
const CACHED = 'CACHE ';

const FORMAT: ApplicationLogFormat = {
  begins(line) {
    const [, prefix, cached = '', text = ''] = STATEMENT.exec(line) ?? [];
    return prefix === undefined ? undefined : { prefix, text: cached + text };
  },
  other:
    /^\s*(?:↳|Started |Processing by |Parameters: |Completed |Render(?:ed|ing) |Redirected to |Sent |Performing |Performed |Enqueued |Read |Write |Unpermitted |Filter chain |Delivered |Processed |\[)/,
  isWhole: (text) => splitBinds(text).binds !== undefined,
  read({ text, at }, sink) {
    if (text.startsWith(CACHED)) return sink.skipped('statement that the query cache answered');
    const { sql, binds } = splitBinds(text);
    sink.ran({ sql: numberedMarks(sql, sink.dialect), at, binds });
  },
};

/** Splits `SELECT … LIMIT $1  [["LIMIT", 50]]`. */
function splitBinds(text: string): { readonly sql: string; readonly binds: readonly (string | null)[] | undefined } {
  for (let at = text.indexOf('  [['); at >= 0; at = text.indexOf('  [[', at + 1)) {
    const pairs = inspectedAt(text, at);
    if (Array.isArray(pairs) && pairs.every((pair: Inspected) => Array.isArray(pair) && pair.length === 2)) {
      return { sql: text.slice(0, at), binds: bindsFrom(pairs.map((pair: readonly Inspected[]) => pair[1])) };
    }
  }
  return { sql: text, binds: undefined };
}

/** The log of ActiveRecord, at the level `debug`. It does not mark statements that failed. */
export function openRails(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(FORMAT, sink, options);
}
