import { docsPage, type HistorySourceKind } from '../../model/index.ts';

/** A line of JSON Lines, as an example. */
const LINE =
  '{"sql":"select id from orders where id = 7","calls":3,"user":"app","application":"web","database":"shop","at":"2026-11-20T16:22:57Z"}';

interface Known {
  readonly name: string;
  /** What its files have. */
  readonly mark: RegExp;
  readonly advice: string;
}

/** Exports of other products that are recognised, but not read: what to do with each. */
const PRODUCTS: readonly Known[] = [
  {
    // https://pganalyze.com/docs/api/queries/getQueryStats
    name: 'query statistics of pganalyze',
    mark: /"(?:getQueryStats|normalizedQuery)"\s*:/,
    advice:
      'write `normalizedQuery` as `sql`, `totalCalls` as `calls` and `"normalised":true`, and pass `--completeness top-n`',
  },
  {
    // https://docs.aws.amazon.com/performance-insights/latest/APIReference/API_DescribeDimensionKeys.html
    name: 'an export of RDS Performance Insights',
    mark: /"db\.sql(?:_tokenized)?\.\w+"/,
    advice:
      'it has load instead of calls, and only the first 500 bytes of texts, so take the log of the server or its statistics (`querygate history export-sql`)',
  },
  {
    // https://docs.datadoghq.com/database_monitoring/guide/build_apps_with_dbm_api
    name: 'an export of Datadog',
    mark: /"(?:query_signature|dd\.trace_id|@db\.statement)"/,
    advice: 'write its statement as `sql`, and pass `--completeness sampled`',
  },
  {
    name: 'an export of PlanetScale Insights',
    mark: /\bnormalized_sql\b/,
    advice:
      'write its statement as `sql`, its count as `calls` and `"normalised":true`, and pass `--completeness top-n`',
  },
  {
    name: 'an export of the Supabase logs explorer',
    mark: /\bevent_message\b/,
    advice: 'write the statement in `event_message` as `sql`, and `timestamp` as `at`',
  },
  {
    name: 'traces of Jaeger',
    mark: /"traceID"\s*:|"operationName"\s*:/,
    advice: 'export the spans with the file exporter of the OpenTelemetry Collector, which is read as `opentelemetry`',
  },
  {
    name: 'traces of Zipkin',
    mark: /"localEndpoint"\s*:/,
    advice: 'export the spans with the file exporter of the OpenTelemetry Collector, which is read as `opentelemetry`',
  },
  {
    name: 'a table that `psql` printed',
    mark: /^ *\w+ +\|[^\n]*\n-+\+-/,
    advice: 'export it as CSV with a header (`psql --csv`), which is read as `pg-stat-statements`',
  },
];

/** What a file that is not certain may be, by what it has; the first that matches is the nearest. */
const NEAREST: readonly (readonly [HistorySourceKind, RegExp])[] = [
  ['opentelemetry', /"(?:scopeSpans|spans|spanId)"\s*:/],
  ['jsonl', /^\s*\{.*"(?:query|statement|query_text|sql_text|SQL|sqlText)"\s*:/],
  ['postgresql-jsonlog', /^\s*\[?\s*\{/],
  ['extended-events', /^\s*</],
  ['mysql-slow', /^# (?:Time|User@Host|Query_time)/m],
  ['mysql-general', /\t *\d+ (?:Query|Connect|Execute)\b/],
  ['mysql-digest', /\bdigest\b/i],
  ['query-store', /\b(?:query_sql_text|count_executions)\b/i],
  ['pg-stat-statements', /^[\w"]+(?:,[\w"]+)+\s*$/m],
  ['sqlalchemy', /\bsqlalchemy\b/],
  ['django', /\bdjango\b/i],
  ['rails', /\bActiveRecord\b|\(\d+\.\d+ms\)/],
  ['hibernate', /\bhibernate\b/i],
  ['prisma', /\bprisma\b/i],
  ['laravel', /\blocal\.(?:DEBUG|INFO)\b/],
  ['postgresql-csvlog', /^[^,\n]*\d\d:\d\d:\d\d[^,\n]*,(?:[^,\n]*,){8}/m],
  ['postgresql-stderr', /\d\d:\d\d:\d\d|\b(?:LOG|ERROR|STATEMENT): /],
];

/**
 * What to do with a file whose format is not certain: the product that wrote it, or the nearest format, and a line to
 * write. It contains nothing of the file.
 */
export function adviceOnUnknown(head: Uint8Array): string {
  const text = Buffer.from(head.subarray(0, 16_384)).toString('latin1');
  const product = PRODUCTS.find(({ mark }) => mark.test(text));
  if (product)
    return `it may be ${product.name}: ${product.advice}${product.advice.startsWith('write') ? `; ${lines()}` : ''}`;
  const near = NEAREST.find(([, mark]) => mark.test(text))?.[0];
  const named =
    near === undefined ? '' : `the nearest format is \`${near}\` (\`--format ${near}\`); if it is another one, `;
  return `${named}${lines()}`;
}

function lines(): string {
  return `convert it to JSON Lines, a line for each statement, such as \`${LINE}\` (${docsPage('history-sources')})`;
}
