import { readInstant } from '../instant.ts';
import type { LogReader, ReaderOptions, StatementSink } from '../source.ts';
import { bindsFrom, type Inspected, inspectedAt } from './inspected.ts';
import { ApplicationLog, type ApplicationLogFormat } from './log.ts';
import { numberedMarks } from './placeholders.ts';

/** `prisma:query SELECT …`, without values; or an event of `$on('query')` as JSON. */
const STATEMENT = /^(.*?)\bprisma:query (.*)$/s;
const EVENT = /^\s*\{.*"query"\s*:\s*"/;

interface QueryEvent {
  readonly query: string;
  readonly params: unknown;
  readonly timestamp: unknown;
}

const FORMAT: ApplicationLogFormat = {
  begins(line) {
    const [, prefix, text = ''] = STATEMENT.exec(line) ?? [];
    if (prefix !== undefined) return { prefix, text };
    return EVENT.test(line) && eventIn(line) ? { prefix: '', text: line } : undefined;
  },
  other: /^(?:prisma:|\{|\[)/,
  isWhole: (text) => eventIn(text) !== undefined,
  read({ text, at }, sink) {
    const event = eventIn(text);
    if (!event) return sink.ran({ sql: numberedMarks(text, sink.dialect), at });
    const values = typeof event.params === 'string' ? inspectedAt(event.params) : undefined;
    const binds = Array.isArray(values) && values.length > 0 ? bindsFrom(values as readonly Inspected[]) : undefined;
    sink.ran({ sql: numberedMarks(event.query, sink.dialect), at: readInstant(event.timestamp).at, binds });
  },
};

function eventIn(line: string): QueryEvent | undefined {
  if (!EVENT.test(line)) return undefined;
  try {
    const event = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const { query, params, timestamp } = event;
    return typeof query === 'string' && typeof event['target'] === 'string' ? { query, params, timestamp } : undefined;
  } catch {
    return undefined;
  }
}

/** The log of Prisma Client with `log: ['query']`, or its query events, one as JSON a line. */
export function openPrisma(sink: StatementSink, options: ReaderOptions): LogReader {
  return new ApplicationLog(FORMAT, sink, options);
}
