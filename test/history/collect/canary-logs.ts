import type { Dialect, HistorySourceKind } from '../../../src/model/index.ts';
import type { Canaries } from './canaries.ts';

// Logs of every kind, as servers write them, with marked values wherever a log can contain one.

export interface CanaryLog {
  readonly kind: HistorySourceKind;
  readonly dialect: Dialect;
  readonly text: string;
  readonly linePrefix?: string;
}

const TIME = '2026-11-02 08:00:00.123';

interface PgRecord {
  readonly severity: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly context?: string;
  readonly statement?: string;
}

/** Each statement in one of the ways in which PostgreSQL logs it, with other records around it. */
function pgRecords(c: Canaries): readonly PgRecord[] {
  const ways: readonly ((sql: string) => PgRecord)[] = [
    (sql) => ({ severity: 'LOG', message: `statement: ${sql}` }),
    (sql) => ({ severity: 'LOG', message: `duration: 12.345 ms  statement: ${sql}` }),
    (sql) => ({
      severity: 'LOG',
      message: `execute <unnamed>: ${sql}`,
      detail: `parameters: $1 = '${c.text()}', $2 = NULL, $3 = 'it''s ${c.text()}'`,
    }),
    (sql) => ({
      severity: 'LOG',
      message: `duration: 0.100 ms  execute S_1/C_2: ${sql}`,
      detail: `Parameters: $1 = '${c.text()}'`,
    }),
    (sql) => ({
      severity: 'LOG',
      message: `AUDIT: SESSION,1,1,READ,SELECT,,,"${sql.replaceAll('"', '""')}","${c.text()}"`,
    }),
  ];
  const statements = c.statements('postgresql').flatMap((sql, at) => {
    const first = ways[at % ways.length];
    const second = ways[(at + 1) % ways.length];
    return first && second ? [first(sql), second(c.fill("SELECT '{s}' FROM t WHERE a = {n}"))] : [];
  });
  return [
    ...statements,
    { severity: 'LOG', message: `duration: 1 ms  parse q: SELECT '${c.text()}'` },
    {
      severity: 'LOG',
      message: `duration: 1 ms  bind q: SELECT '${c.text()}'`,
      detail: `parameters: $1 = '${c.text()}'`,
    },
    {
      severity: 'ERROR',
      message: `duplicate key value "${c.text()}"`,
      detail: `Key (email)=(${c.text()}) already exists.`,
      hint: c.text(),
      context: `SQL statement "SELECT '${c.text()}'"`,
      statement: `INSERT INTO t VALUES ('${c.text()}')`,
    },
    { severity: 'FATAL', message: `password authentication failed for "${c.text()}"` },
    { severity: 'LOG', message: `connection received: host=${c.text()}` },
    { severity: 'LOG', message: `duration: 5 ms  plan:\nQuery Text: SELECT '${c.text()}'` },
    {
      severity: 'LOG',
      message: `duration: 5.000 ms  plan:\nQuery Text: SELECT '${c.text()}'\nQuery Parameters: $1 = '${c.text()}'\nResult  (cost=0.00..0.01 rows=1 width=4)\n  Filter: ('${c.text()}')`,
    },
    {
      severity: 'LOG',
      message: `duration: 5.000 ms  plan:\n{\n  "Query Text": "SELECT '${c.text()}'",\n  "Plan": "${c.text()}"}`,
    },
    { severity: 'LOG', message: c.text() },
    { severity: 'LOG', message: `execute fetch from q: SELECT '${c.text()}'` },
    {
      severity: 'LOG',
      message: `statement: SELECT f('${c.text()}')`,
      detail: `prepare: PREPARE q AS SELECT '${c.text()}'`,
    },
  ];
}

function jsonlog(c: Canaries): string {
  const lines = pgRecords(c).map(({ severity, ...texts }, at) =>
    JSON.stringify({
      timestamp: `${TIME} UTC`,
      user: 'app',
      dbname: 'shop',
      pid: 4711,
      session_id: `6543.${at % 7}`,
      line_num: at,
      error_severity: severity,
      ...texts,
      application_name: 'web',
      backend_type: 'client backend',
    }),
  );
  lines.push(
    `{"timestamp":"${TIME} UTC","message":"statement: SELECT '${c.text()}`,
    c.text(),
    `{"message":${c.text()}}`,
  );
  return `${lines.join('\n')}\n`;
}

const csv = (value: string | undefined) => (value === undefined ? '' : `"${value.replaceAll('"', '""')}"`);

function csvlog(c: Canaries): string {
  const lines = pgRecords(c).map((record, at) =>
    [
      `${TIME} UTC,"app","shop",4711,"[local]",6543.${at % 7},${at},"SELECT",${TIME.slice(0, 19)} UTC,3/4,0,${record.severity},00000`,
      csv(record.message),
      csv(record.detail),
      csv(record.hint),
      ',',
      csv(record.context),
      csv(record.statement),
      ',,"web","client backend",,0',
    ].join(','),
  );
  lines.push(`${TIME} UTC,"${c.text()}`, `"${c.text()},${c.text()}`);
  return `${lines.join('\n')}\n`;
}

function stderr(c: Canaries): string {
  const lines = pgRecords(c).flatMap((record, at) => {
    const prefix = `${TIME} UTC [${4711 + (at % 7)}] app@shop `;
    const line = (label: string, text: string | undefined): string[] =>
      text === undefined ? [] : [`${prefix}${label}:  ${text.replaceAll('\n', '\n\t')}`];
    return [
      ...line(record.severity, record.message),
      ...line('DETAIL', record.detail),
      ...line('HINT', record.hint),
      ...line('CONTEXT', record.context),
      ...line('STATEMENT', record.statement),
    ];
  });
  // Before the first record: after one, lines of another program look like lines of a statement.
  const foreign = [c.text(), `\tSELECT '${c.text()}'`, `${TIME} UTC [1] ${c.text()}`];
  return `${[...foreign, ...lines].join('\n')}\n`;
}

function pgStatStatements(c: Canaries): string {
  const lines = c.statements('postgresql').map((sql, at) => `app,shop,${at},${csv(sql)},${1 + at}`);
  lines.push(`app,shop,7,${c.text()},${c.text()}`, `app,shop,7,"${c.text()}`);
  return `rolname,datname,queryid,query,calls\n${lines.join('\n')}\n`;
}

function mysqlSlow(c: Canaries, dialect: Dialect): string {
  const entries = c
    .statements(dialect)
    .map((sql, at) =>
      [
        '# Time: 2026-11-02T08:00:00.000113Z',
        `# User@Host: shop[shop] @ host [10.0.3.17]  Id:    ${at % 7}`,
        '# Query_time: 0.001093  Lock_time: 0.000005 Rows_sent: 3  Rows_examined: 40',
        'SET timestamp=1795132801;',
        `${sql};`,
      ].join('\n'),
    );
  const odd = [
    `# Time: ${c.text()}`,
    c.text(),
    `# User@Host: ${c.text()}`,
    `# Query_time: ${c.text()}`,
    `SELECT '${c.text()}'`,
  ];
  return `${[...entries, ...odd].join('\n')}\n`;
}

function mysqlGeneral(c: Canaries, dialect: Dialect): string {
  const head =
    '/usr/sbin/mysqld, Version: 8.4.6 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /x.sock\n';
  const at = '2026-11-02T08:00:00.000113Z';
  const lines = c.statements(dialect).map((sql) => `${at}\t   11 Query\t${sql}`);
  const odd = [
    `${at}\t   11 Prepare\tSELECT '${c.text()}'`,
    `${at}\t   11 Execute\tSELECT a FROM t WHERE b = '${c.text()}'`,
    `${at}\t   12 Connect\tAccess denied for user '${c.text()}'`,
    `${at}\t   11 ${c.text()}\t${c.text()}`,
    `${at}\t   11 Quit\t${c.text()}`,
    `${at}\t   11 Field List\t${c.text()}`,
  ];
  return `${head}Time                 Id Command    Argument\n${at}\t   11 Connect\tshop@host on shop using TCP/IP\n${[...lines, ...odd].join('\n')}\n`;
}

function mysqlDigest(c: Canaries, dialect: Dialect): string {
  const lines = c.statements(dialect).map((sql, at) => `shop,${at},${csv(sql)},${1 + at},${csv(c.text())}`);
  lines.push(
    `shop,9,${csv(`${c.fill("SELECT a FROM t WHERE b = '{s}'")} ...`)},1,x`,
    `shop,8,${c.text()},${c.text()},x`,
  );
  return `SCHEMA_NAME,DIGEST,DIGEST_TEXT,COUNT_STAR,QUERY_SAMPLE_TEXT\n${lines.join('\n')}\n`;
}

function jsonl(c: Canaries, dialect: Dialect): string {
  const lines = c.statements(dialect).map((sql, at) =>
    JSON.stringify({
      sql,
      calls: 2,
      user: 'app',
      application: 'web',
      database: 'shop',
      at: '2026-11-02T08:00:00Z',
      binds: at % 2 === 0 ? [c.text(), null] : undefined,
      // In a text that is cut off, an unclosed string does not mean that it was read wrongly.
      truncated: at % 5 === 0 && !sql.includes("'it's "),
      note: c.text(),
    }),
  );
  lines.push(`{"sql": "${c.text()}`, c.text(), JSON.stringify({ sql: 'SELECT 1', calls: c.text(), at: c.text() }));
  return `${lines.join('\n')}\n`;
}

function queryStore(c: Canaries): string {
  const lines = c.statements('transactsql').map((sql, at) => `2026-11-02,shop,${1 + at},${at % 4},${csv(sql)}`);
  lines.push(`${c.text()},shop,1,0,SELECT 1`, `2026-11-02,shop,${c.text()},0,x`, `2026-11-02,shop,1,0,"${c.text()}`);
  return `day,database_name,count_executions,query_parameterization_type,query_sql_text\n${lines.join('\n')}\n`;
}

function extendedEvents(c: Canaries): string {
  const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const event = (name: string, fields: Readonly<Record<string, string>>) =>
    `<event name="${name}" timestamp="2026-11-02T08:00:00Z">${Object.entries(fields)
      .map(([key, value]) => `<data name="${key}"><value>${xml(value)}</value></data>`)
      .join('')}</event>`;
  const sent = c
    .statements('transactsql')
    .map((sql, at) => event('sql_batch_completed', { batch_text: sql, session_id: String(at % 7), note: c.text() }));
  const call = `exec sp_executesql N'SELECT a FROM t WHERE b = ''${c.text()}''', N'@p int', @p = 1`;
  const odd = [
    event('rpc_completed', { statement: call }),
    event('rpc_completed', { statement: `exec p '${c.text()}'`, result: 'Error' }),
    event('login', { options: c.text() }),
    event('rpc_completed', { other: c.text() }),
    `<event name="x"><data name="y"><value>${c.text()}</event>`,
    c.text(),
    `<event name="${c.text()}`,
  ];
  return `${[...sent, ...odd].join('\n')}\n`;
}

function spans(c: Canaries): string {
  const attributes = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }));
  const span = (values: Readonly<Record<string, string>>, code = 0) => ({
    name: c.text(),
    startTimeUnixNano: '1795132801000000000',
    attributes: attributes({ 'db.system.name': 'postgresql', 'db.user': 'app', 'db.namespace': 'shop', ...values }),
    events: [{ name: 'exception', attributes: attributes({ 'exception.message': c.text() }) }],
    status: { code, message: c.text() },
  });
  const list = [
    ...c.statements('postgresql').map((sql) => span({ 'db.query.text': sql, 'db.query.parameter.0': c.text() })),
    span({ 'db.statement': `SELECT '${c.text()}'` }, 2),
    span({ 'db.operation.name': c.text() }),
    span({ 'db.system.name': 'mysql', 'db.query.text': `SELECT "${c.text()}"` }),
  ];
  const lines = list.map((one) =>
    JSON.stringify({
      resourceSpans: [
        { resource: { attributes: attributes({ 'service.name': 'web' }) }, scopeSpans: [{ spans: [one] }] },
      ],
    }),
  );
  return `${lines.join('\n')}\n{"resourceSpans":[{"${c.text()}\n${c.text()}\n`;
}

/** How applications log a statement and its values; each record has a prefix, or is in one line. */
function applicationLogs(c: Canaries): readonly (readonly [HistorySourceKind, string])[] {
  const at = '2026-11-02 08:00:00,123';
  const sql = c.statements('postgresql');
  const line = (one: string) => one.replaceAll(/\s*\n\s*/g, ' ');
  const between = [`${at} INFO app: ${c.text()}`, c.text(), ''];
  const log = (records: readonly string[]) => `${[...records, ...between].join('\n')}\n`;
  const bind = () => `SELECT a FROM t WHERE b = $1 AND c = '${c.text()}'`;
  return [
    [
      'rails',
      log([
        ...sql.map((one) => `D, [${at} #7] DEBUG -- :   Order Load (0.2ms)  ${one}`),
        `D, [${at} #7] DEBUG -- :   Order Load (0.2ms)  ${bind()}  [["b", "${c.text()}"]]`,
        `D, [${at} #7] DEBUG -- :   CACHE Order Load (0.0ms)  ${bind()}  [["b", "${c.text()}"]]`,
        `  Order Load (0.2ms)  ${bind()}  [["b", "${c.text()}"]]`,
        `  Parameters: {"q"=>"${c.text()}"}`,
        `Started GET "/?q=${c.text()}"`,
      ]),
    ],
    [
      'django',
      log([
        ...sql.map((one) => `DEBUG ${at} (0.001) ${one}; args=('${c.text()}',)`),
        `DEBUG ${at} (0.001) INSERT INTO t (a) VALUES (%s); args=[('${c.text()}',)]; alias=default`,
        `DEBUG ${at} (0.001) SELECT 1 FROM t WHERE a = '${c.text()}'`,
      ]),
    ],
    [
      'sqlalchemy',
      log(
        [...sql, 'SELECT a FROM t WHERE b = %(b)s'].flatMap((one) => [
          `${at} INFO sqlalchemy.engine.Engine ${one}`,
          `${at} INFO sqlalchemy.engine.Engine [generated in 0.1s] {'b': '${c.text()}'}`,
        ]),
      ),
    ],
    [
      'prisma',
      log([
        ...sql.map((one) => `prisma:query ${line(one)}`),
        JSON.stringify({ timestamp: at, query: bind(), params: `["${c.text()}"]`, target: 'x' }),
        `prisma:error ${c.text()}`,
      ]),
    ],
    [
      'laravel',
      log([
        ...sql.map((one) => `[2026-11-02 08:00:00] local.DEBUG: ${one} {"bindings":["${c.text()}"],"time":0.1}`),
        `[2026-11-02 08:00:00] local.INFO: ${c.text()} {"id":"${c.text()}"}`,
      ]),
    ],
    [
      'hibernate',
      log([
        ...sql.map((one) => `Hibernate: ${line(one)}`),
        ...sql.flatMap((one) => [
          `${at} DEBUG org.hibernate.SQL - ${one}`,
          `${at} TRACE org.hibernate.orm.jdbc.bind - binding parameter (1:VARCHAR) <- [${c.text()}]`,
        ]),
        c.text(),
      ]),
    ],
  ];
}

/** One log of each kind, in each dialect that it can have. */
export function canaryLogs(c: Canaries): readonly CanaryLog[] {
  const pg = 'postgresql' as const;
  return [
    { kind: 'postgresql-jsonlog', dialect: pg, text: jsonlog(c) },
    { kind: 'postgresql-csvlog', dialect: pg, text: csvlog(c) },
    { kind: 'postgresql-stderr', dialect: pg, text: stderr(c), linePrefix: '%m [%p] %q%u@%d ' },
    { kind: 'pg-stat-statements', dialect: pg, text: pgStatStatements(c) },
    ...(['mysql', 'mariadb'] as const).flatMap((dialect): CanaryLog[] => [
      { kind: 'mysql-slow', dialect, text: mysqlSlow(c, dialect) },
      { kind: 'mysql-general', dialect, text: mysqlGeneral(c, dialect) },
      { kind: 'mysql-digest', dialect, text: mysqlDigest(c, dialect) },
    ]),
    { kind: 'query-store', dialect: 'transactsql', text: queryStore(c) },
    { kind: 'extended-events', dialect: 'transactsql', text: extendedEvents(c) },
    { kind: 'opentelemetry', dialect: pg, text: spans(c) },
    ...applicationLogs(c).map(([kind, text]): CanaryLog => ({ kind, dialect: pg, text })),
    ...([pg, 'mysql', 'mariadb', 'sqlite', 'transactsql'] as const).map(
      (dialect): CanaryLog => ({ kind: 'jsonl', dialect, text: jsonl(c, dialect) }),
    ),
  ];
}
