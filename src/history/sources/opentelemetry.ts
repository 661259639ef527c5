import { DIALECT_WORDS, DIALECTS, type Dialect } from '../../model/index.ts';
import type { SourceFormat } from './source.ts';
import { openSpans } from './spans.ts';

/**
 * Spans as OTLP JSON, as the file exporter of the OpenTelemetry Collector writes them
 * (https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/). A span is a statement if it has `db.query.text` or
 * `db.statement`.
 */
export const openTelemetry: SourceFormat = {
  kind: 'opentelemetry',
  dialects: DIALECTS,
  notCarried: [],
  reportsFailures: true,
  sniff: (head) => (/^\s*\{\s*"resourceSpans"\s*:/.test(startOf(head, 256)) ? 1 : 0),
  dialectIn: (head) => {
    for (const [, name = ''] of startOf(head, head.length).matchAll(SYSTEM)) {
      const dialect = dialectOfSystem(name);
      if (dialect) return dialect;
    }
    return undefined;
  },
  open: (sink, options) => openSpans(sink, options, dialectOfSystem),
};

const SYSTEM = /"key"\s*:\s*"db\.system(?:\.name)?"\s*,\s*"value"\s*:\s*\{\s*"stringValue"\s*:\s*"([\w.]{1,64})"/g;

/** The dialect of a `db.system.name` or `db.system`, such as `postgresql` or `microsoft.sql_server`. */
function dialectOfSystem(name: string): Dialect | undefined {
  return DIALECT_WORDS.get(name.toLowerCase().split('.').at(-1) ?? '');
}

function startOf(head: Uint8Array, length: number): string {
  return Buffer.from(head.subarray(0, length)).toString('latin1');
}
