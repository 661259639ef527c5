import { describe, expect, it } from 'vitest';
import { findFormat } from '../../../src/history/sources/formats.ts';
import { LinePrefix } from '../../../src/history/sources/postgresql/prefix.ts';
import { postgresqlStderr } from '../../../src/history/sources/postgresql/stderr.ts';
import { ConfigError } from '../../../src/model/index.ts';
import { readAll, sqlOf } from './read.ts';

/** Prefixes that users and services set, with a line that such a server writes. */
const PREFIXES: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['%m [%p] ', '2026-11-20 16:22:57.299 UTC [4711] ', { time: '2026-11-20 16:22:57.299 UTC', pid: '4711' }],
  ['%m [%p] %q%u@%d ', '2026-11-20 16:22:57.299 CET [4711] ann@shop ', { user: 'ann', database: 'shop' }],
  [
    '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
    '2026-11-20 16:22:57 +03 [4711]: user=ann,db=shop,app=web "x" = y,client=10.0.0.1 ',
    { user: 'ann', database: 'shop', application: 'web "x" = y' },
  ],
  ['%t:%r:%u@%d:[%p]:', '2026-11-20 16:22:57 UTC:10.0.0.1(5432):ann@shop:[4711]:', { user: 'ann', pid: '4711' }],
  ['%t:%r:%u@%d:[%p]:', '2026-11-20 16:22:57 UTC::@:[4711]:', { user: '', database: '' }],
  // A user may be an e-mail address, and an application may have an `@`.
  [
    '%t:%r:%u@%d:[%p]:',
    '2026-11-20 16:22:57 UTC:10.0.0.1(5432):ann.kanarie@example.com@shop:[4711]:',
    { user: 'ann.kanarie@example.com', database: 'shop' },
  ],
  ['%m [%p] %q%u@%d ', '2026-11-20 16:22:57.299 CET [4711] a@b.org@shop ', { user: 'a@b.org', database: 'shop' }],
  ['%u@%d/%a ', 'a@b.org@shop/web@1 ', { user: 'a@b.org', database: 'shop', application: 'web@1' }],
  ['[%p]: [%l-1] db=%d,user=%u ', '[4711]: [3-1] db=shop,user=ann ', { user: 'ann', database: 'shop', pid: '4711' }],
  ['%t-%c-', '2026-11-20 16:22:57 UTC-6b007c2d.2760-', { session: '6b007c2d.2760' }],
  ['%n %c %l|', '1795192176.415 6b007c2d.2760 12|', { epoch: '1795192176.415', session: '6b007c2d.2760' }],
  [
    '%m [%p] %e %i|%b|%Q|%v|%x|%s|%P ',
    '2026-11-20 16:29:36.415 UTC [3058] 00000 idle in transaction|client backend|-77|3/11|0|2026-11-20 16:29:36 UTC| ',
    { pid: '3058' },
  ],
  ['%-8u|%8d|%5p ', 'ann     |    shop| 3091 ', { user: 'ann', database: 'shop', pid: '3091' }],
  ['%% (%a) [%u] ^$.*+?{} ', '% (web) [ann] ^$.*+?{} ', { application: 'web', user: 'ann' }],
  ['%L %h %a:', '127.0.0.1 db.example.org :', { application: '' }],
  ['', '', {}],
];

describe('a line prefix', () => {
  it.each(PREFIXES)('parses %j', (text, written, values) => {
    const prefix = new LinePrefix(text);
    for (const label of ['LOG', 'ERROR', 'DETAIL', 'СООБЩЕНИЕ']) {
      const line = Buffer.from(`${written}${label}:  message: LOG:  no`).toString('latin1');
      const start = prefix.match(line);
      expect(line.slice(start)).toBe('message: LOG:  no');
      expect(Buffer.from(prefix.label, 'latin1').toString()).toBe(label);
      expect(prefix.values).toMatchObject(values);
    }
    expect(prefix.match(`something else ${written}no`)).toBe(-1);
  });

  it('skips the SQLSTATE of verbose lines, and nothing that only looks like one', () => {
    const prefix = new LinePrefix('%p ');
    expect('7 LOG:  00000: statement: x'.slice(prefix.match('7 LOG:  00000: statement: x'))).toBe('statement: x');
    expect('7 LOG:  AUDIT: SESSION'.slice(prefix.match('7 LOG:  AUDIT: SESSION'))).toBe('AUDIT: SESSION');
  });

  it('rejects an escape that PostgreSQL does not have', () => {
    expect(() => new LinePrefix('%m %z ')).toThrow(ConfigError);
    expect(() => new LinePrefix('%m %z ')).toThrow(/`%z`/);
  });
});

const lines = (prefix: string) =>
  [
    `${prefix}LOG:  statement: SELECT 1`,
    `${prefix}LOG:  duration: 0.1 ms  execute <unnamed>: SELECT`,
    '\t  $1',
    '\t',
    '\tLIMIT 5',
    `${prefix}DETAIL:  parameters: $1 = 'a`,
    "\tb'",
    `${prefix}ERROR:  no such table`,
    `${prefix}HINT:  look`,
    `${prefix}STATEMENT:  SELECT * FROM nosuch`,
    '\tWHERE true',
    '',
  ].join('\n');

describe('detecting the prefix', () => {
  it.each([
    ['2026-11-20 16:22:57.299 UTC [4711] ', '%m [%p] ', ['user', 'application', 'database']],
    ['2026-11-20 16:22:57.299 UTC [4711] ann@shop ', '%m [%p] %q%u@%d ', ['application']],
    [
      '2026-11-20 16:22:57 UTC [4711]: user=ann,db=shop,app=web,client=[local] ',
      '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
      [],
    ],
    ['2026-11-20 16:22:57 UTC:10.0.0.1(99):ann@shop:[4711]:', '%t:%r:%u@%d:[%p]:', ['application']],
    ['[4711]: [3-1] db=shop,user=ann ', '[%p]: [%l-1] db=%d,user=%u ', ['application']],
    [
      '2026-11-20 16:22:57 UTC [4711]: [3-1] [0] usr=ann,db=shop,appli=web ',
      '%t [%p]: [%l-1] [%l] usr=%u,db=%d,appli=%a ',
      [],
    ],
    ['2026-11-20 16:22:57.440 UTC [691] [queryid=108] ann@shop ', '%m [%p] [queryid=%Q] %u@%d ', ['application']],
    ['2026-11-20 16:22:57.299 UTC [4711] ann@shop/web ', '%m [%p] %q%u@%d/%a ', []],
    ['2026-11-20 16:22:57.299 UTC [4711] ann@shop/web 6b007c2d.2760 ', '%m [%p] %q%u@%d/%a %c ', []],
    ['6b007c2d.2760 9 user=ann|db=shop|app=web|', '%c %p user=%u|db=%d|app=%a|', []],
    ['10.0.0.1 2026-11-20 16:22:57.299 UTC [4711] ann@shop ', '%h %m [%p] %q%u@%d ', ['application']],
    [
      'sql_error_code = 00000 time_ms = "2026-11-20 16:22:57.299 UTC" pid="4711" proc_start_time="2026-11-20 16:20:00 UTC" session_id="6b007c2d.2760" vtid="34/62754118" tid="0" log_line="4" database="shop" connection_source="10.0.0.1(99)" user="ann" application_name="web" ',
      'sql_error_code = %e time_ms = "%m" pid="%p" proc_start_time="%s" session_id="%c" vtid="%v" tid="%x" log_line="%l" %qdatabase="%d" connection_source="%r" user="%u" application_name="%a" ',
      [],
    ],
    ['[4711] 00000 user="ann" db="shop" app="web" ', '[%p] %e user="%u" db="%d" app="%a" ', []],
    ['sqlstate=00000 user=ann,db=shop ', 'sqlstate=%e user=%u,db=%d ', ['application']],
    ['', '', ['user', 'application', 'database']],
  ])('%j', (written, prefix, missing) => {
    const read = readAll(postgresqlStderr, lines(written));
    expect(read.notes).toContain(`\`log_line_prefix\` detected as \`${prefix}\``);
    expect(read.notCarried).toEqual(missing.map((name) => `caller.${name}`));
    expect(read.statements.map(({ sql, binds }) => [sql, binds])).toEqual([
      ['SELECT 1', undefined],
      ['SELECT\n  $1\n\nLIMIT 5', ['a\nb']],
    ]);
    const [first] = read.statements;
    expect(first?.user).toBe(missing.includes('user') ? undefined : 'ann');
    expect(first?.database).toBe(missing.includes('database') ? undefined : 'shop');
    expect(first?.application).toBe(missing.includes('application') ? undefined : 'web');
    expect(read.unread).toEqual([]);
    expect(read.passedOver).toEqual({ 'failed statement': 1 });
  });

  it.each([
    [
      'Supabase, whose own processes have no host',
      '127.0.0.1 2026-11-20 16:22:57.299 UTC [4711] ann@shop LOG:  statement: SELECT 1\n',
      ' 2026-11-20 16:22:57.300 UTC [9] LOG:  checkpoint starting: time\n',
    ],
    [
      'Heroku, whose failed statements have another SQLSTATE',
      'sql_error_code = 00000 time_ms = "2026-11-20 16:22:57.299 UTC" pid="4711" proc_start_time="2026-11-20 16:20:00 UTC" session_id="6b007c2d.2760" vtid="34/6" tid="0" log_line="4" database="shop" connection_source="[local]" user="ann" application_name="web 1 [2 of 3]" LOG:  statement: SELECT 1\n',
      'sql_error_code = 55P03 time_ms = "2026-11-20 16:22:57.299 UTC" pid="4712" proc_start_time="2026-11-20 16:20:00 UTC" session_id="6b007c2d.2761" vtid="34/7" tid="0" log_line="5" database="shop" connection_source="[local]" user="ann" application_name="" ERROR:  could not obtain lock\n',
    ],
  ])('reads all lines of %s', (_, statement, other) => {
    const read = readAll(postgresqlStderr, `${other}${statement.repeat(20)}${other}`);
    expect(read.unread).toEqual([]);
    expect(read.statements).toHaveLength(20);
    expect(read.statements[0]).toMatchObject({ sql: 'SELECT 1', user: 'ann', database: 'shop' });
  });

  it('finds client sessions that occur only after the sample', () => {
    const quiet = '2026-11-20 16:22:57.299 UTC [1] LOG:  checkpoint starting: time\n'.repeat(6000);
    const read = readAll(
      postgresqlStderr,
      `${quiet}2026-11-20 16:22:58.299 UTC [4711] ann@shop LOG:  statement: SELECT 1\n`,
    );
    expect(read.statements.map(({ sql, user }) => [sql, user])).toEqual([['SELECT 1', 'ann']]);
    expect(read.notCarried).toEqual(['caller.application']);
  });

  it.each([
    ['%m [%p] ', true],
    ['%m [%p] %q%u@%d/%a ', true],
    ['%m [%p] %q%u@%d/%a %c ', false],
    ['%m %c ', false],
  ])('notes that process ids name the sessions, unless the prefix has %%c: %j', (linePrefix, isNoted) => {
    const at = '2026-11-20 16:22:57.299 UTC';
    const [server = ''] = linePrefix.split('%q');
    const lead = (text: string) =>
      text.replace('%m', at).replace('%p', '9').replace('%u@%d/%a', 'ann@shop/web').replace('%c', '6b007c2d.2760');
    const log = `${lead(server)}LOG:  checkpoint starting: time\n${lead(linePrefix.replace('%q', ''))}LOG:  statement: SELECT 1\n`;
    for (const given of [undefined, linePrefix]) {
      const { notes, statements } = readAll(postgresqlStderr, log, { linePrefix: given });
      expect(statements).toHaveLength(1);
      expect(notes.some((note) => note.startsWith('sessions are identified by process id'))).toBe(isNoted);
    }
  });

  it.each([
    ['%m %u ', '[3028]', true],
    ['%m %u ', '[3028-1]:', true],
    ['%m %u ', 'ann', false],
    ['%m %u ', '3028', false],
  ])('notes that a prefix such as %j takes %s for a user', (linePrefix, user, isNoted) => {
    const log = `2026-11-20 16:22:57.299 UTC ${user} LOG:  statement: SELECT 1\n`;
    const { notes } = readAll(postgresqlStderr, log, { linePrefix });
    const note = 'some user names look like process ids: check `--log-line-prefix` against `SHOW log_line_prefix`';
    expect(notes.includes(note)).toBe(isNoted);
  });

  it('counts each line with a different prefix', () => {
    const other = '[9] LOG:  statement: SELECT 2\n';
    const read = readAll(postgresqlStderr, `${lines('2026-11-20 16:22:57.299 UTC [4711] ').repeat(3)}${other}`);
    expect(read.unread).toEqual(['34: line with a different `log_line_prefix` (1)']);
  });

  it('uses the given prefix', () => {
    const read = readAll(postgresqlStderr, lines('ann/shop/web/7 '), { linePrefix: '%u/%d/%a/%p ' });
    expect(read.statements[0]).toMatchObject({ user: 'ann', database: 'shop', application: 'web', session: '7' });
    expect(read.notCarried).toEqual([]);
  });

  it('gives up if nothing matches, and counts every line', () => {
    const read = readAll(
      postgresqlStderr,
      Array.from({ length: 40 }, (_, at) => `${'x'.repeat(at)}! LOG:  statement: SELECT 1\n`).join(''),
    );
    expect(read.statements).toEqual([]);
    expect(read.unread).toHaveLength(40);
    expect(read.notes).toEqual(['no known `log_line_prefix` matches these lines: give it with `--log-line-prefix`']);
  });
});

describe('records of several lines', () => {
  const told = { linePrefix: '%p ' };

  it('mark a text that the end of the file cuts off', () => {
    const cut = (text: string) => readAll(postgresqlStderr, text, told).statements.map(({ truncated }) => truncated);
    expect(cut('1 LOG:  statement: SELECT 1\n')).toEqual([false]);
    expect(cut('1 LOG:  statement: SELECT 1')).toEqual([true]);
    expect(cut('1 LOG:  statement: SELECT 1\n\tFROM t')).toEqual([true]);
    expect(cut('1 LOG:  statement: SELECT 1\n1 LOG:  statement: SELECT')).toEqual([false, true]);
  });

  it('continue with lines whose tab a collector removed', () => {
    const read = readAll(
      postgresqlStderr,
      '1 LOG:  statement: SELECT 1\n\n  FROM t\n1 LOG:  statement: SELECT 2\n',
      told,
    );
    expect(sqlOf(read)).toEqual(['SELECT 1\n\n  FROM t', 'SELECT 2']);
  });

  it('do not include earlier lines of another program', () => {
    const read = readAll(
      postgresqlStderr,
      'waiting for server to start....\n\tof nothing\n1 LOG:  statement: SELECT 1\n',
      told,
    );
    expect(sqlOf(read)).toEqual(['SELECT 1']);
    expect(read.passedOver).toEqual({ 'line of another program': 1, 'continuation line without its first line': 1 });
  });

  it('treat a message with a context as raised, not logged by the server', () => {
    const read = readAll(
      postgresqlStderr,
      '1 LOG:  statement: DROP TABLE users\n1 CONTEXT:  PL/pgSQL function f() line 1 at RAISE\n1 STATEMENT:  SELECT f()\n',
      told,
    );
    expect(read.statements).toEqual([]);
    expect(read.passedOver).toEqual({ 'server message': 1 });
  });
});

describe('envelopes', () => {
  const inner = [
    '2026-11-20 10:00:00.000 UTC [7]: [1-1] db=shop,user=ann LOG:  statement: SELECT 1\n\tFROM t',
    '2026-11-20 10:00:01.000 UTC [7]: [2-1] db=shop,user=ann LOG:  execute <unnamed>: SELECT $1',
    "2026-11-20 10:00:01.000 UTC [7]: [3-1] db=shop,user=ann DETAIL:  parameters: $1 = '7'",
  ];
  const at = (number: number) => `2026-11-20T10:00:0${number}.000Z`;
  const cloudSql = inner.map((textPayload, number) => ({
    insertId: String(number),
    resource: { labels: { database_id: 'p:{"events":[' } },
    textPayload,
    timestamp: at(number),
  }));
  const events = inner.map((message, number) => ({ timestamp: Date.parse(at(number)), message, ingestionTime: 1 }));
  const docker = inner
    .flatMap((text) => text.split('\n'))
    .flatMap((text, number) =>
      // A runtime splits long lines: only the last piece ends in a line end.
      [text.slice(0, 20), `${text.slice(20)}\n`].map((log) => ({
        log,
        stream: 'stderr',
        time: at(Math.min(number, 9)),
      })),
    );
  const stamped = inner.flatMap((text) => text.split('\n')).map((text, number) => `${at(number)} ${text}`);
  const cri = inner
    .flatMap((text) => text.split('\n'))
    .flatMap((text) => [`${at(1)} stderr P ${text.slice(0, 30)}`, `${at(1)} stderr F ${text.slice(30)}`]);
  const json = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

  it.each([
    ['Cloud SQL, one a line', `${json(cloudSql)}\n`],
    ['Cloud SQL, an array', JSON.stringify(cloudSql)],
    ['Cloud SQL, an array laid out', JSON.stringify(cloudSql, undefined, 2)],
    ['CloudWatch, events', JSON.stringify({ events, nextForwardToken: 'f/1' })],
    ['CloudWatch, events laid out', JSON.stringify({ events, nextForwardToken: 'f/1' }, undefined, 4)],
    [
      'CloudWatch, subscription',
      json([{ messageType: 'DATA_MESSAGE', owner: '1', subscriptionFilters: ['all'], logEvents: events }]),
    ],
    ['CloudWatch, export to S3', `${stamped.join('\n')}\n`],
    ['RDS, portion of a file', JSON.stringify({ LogFileData: `${inner.join('\n')}\n`, Marker: '1' })],
    [
      'Azure',
      json(
        inner.map((message) => ({
          time: at(1),
          category: 'PostgreSQLLogs',
          properties: { message, errorLevel: 'LOG' },
        })),
      ),
    ],
    ['Docker', `${json(docker)}\n`],
    ['Kubernetes', `${cri.join('\n')}\n`],
  ])('%s', (_, text) => {
    expect(postgresqlStderr.sniff(Buffer.from(text), 'x')).toBeGreaterThan(0.5);
    const whole = readAll(postgresqlStderr, text);
    expect(
      whole.statements.map(({ sql, user, database, binds, session }) => [sql, user, database, binds, session]),
    ).toEqual([
      ['SELECT 1\nFROM t', 'ann', 'shop', undefined, '7'],
      ['SELECT $1', 'ann', 'shop', ['7'], '7'],
    ]);
    expect(whole.unread).toEqual([]);
    for (const chunk of [1, 5, 100]) expect(readAll(postgresqlStderr, text, { chunk })).toEqual(whole);
  });

  it('joins syslog pieces that are interleaved with other processes', () => {
    const at = 'Nov 20 16:22:57 db1';
    const long = `SELECT '${'x'.repeat(880)}`;
    const text = [
      `${at} postgres[7]: [3-1] user=ann,db=shop LOG:  statement: ${long}`,
      `${at} postgres[8]: [9-1] user=bob,db=shop LOG:  execute a: SELECT $1`,
      `${at} postgres[7]: [3-2]  y'`,
      `${at} systemd[1]: Started something.`,
      `${at} postgres[7]: [3-3] #011FROM t`,
      `${at} postgres[8]: [9-2] user=bob,db=shop DETAIL:  parameters: $1 = 'a#011b`,
      `${at} postgres[8]: [9-3] #011c'`,
      '',
    ].join('\n');
    expect(postgresqlStderr.sniff(Buffer.from(text), 'syslog')).toBeGreaterThan(0.5);
    const read = readAll(postgresqlStderr, text);
    expect(read.statements.map(({ sql, user, session, binds }) => [sql, user, session, binds])).toEqual([
      [`${long} y'\nFROM t`, 'ann', '7', undefined],
      ['SELECT $1', 'bob', '8', ['a\tb\nc']],
    ]);
    expect(read.passedOver).toEqual({ 'line of another program': 1 });
    expect(read.notes.join()).toContain('syslog timestamps have no year');
    for (const chunk of [1, 100]) expect(readAll(postgresqlStderr, text, { chunk })).toEqual(read);
  });

  it('uses the time of the entry if the prefix has none', () => {
    const [entry] = cloudSql;
    const text = json([{ ...entry, textPayload: '[7]: [1-1] db=shop,user=ann LOG:  statement: SELECT 1' }]);
    expect(readAll(postgresqlStderr, text).statements[0]?.at).toBe('2026-11-20T10:00:00.000Z');
  });

  it('counts cut-off or broken entries, and continues after them', () => {
    const [first, second, third] = cloudSql.map((value) => JSON.stringify(value));
    const read = readAll(
      postgresqlStderr,
      `${first}\n{"textPayload":"cut\n{"textPayload":{"a":1\n${second}\n${third}\n{"x":`,
    );
    expect(sqlOf(read)).toEqual(['SELECT 1\nFROM t', 'SELECT $1']);
    expect(read.unread).toEqual([
      '2: line is not valid JSON (1)',
      '3: line is not valid JSON (1)',
      '6: entry cut off at the end of the file (1)',
    ]);
  });

  it('notes that entries are in reverse order', () => {
    const read = readAll(postgresqlStderr, json(cloudSql.toReversed()));
    expect(read.notes.join()).toContain('sorted newest first');
  });

  it('skips entries that do not belong to the log', () => {
    const read = readAll(postgresqlStderr, json([...cloudSql, { protoPayload: { a: 1 }, timestamp: at(3) }]));
    expect(read.passedOver).toEqual({ 'entry without a log line': 1 });
  });
});

describe('fetches from the unnamed portal', () => {
  const first = 'execute s1: SELECT a';
  const fetch = 'execute fetch from s1: SELECT a';
  it.each([
    ['count with the first one', [first, fetch, fetch], ['SELECT a']],
    ['count once if the first one is not in the log', [fetch, fetch], ['SELECT a']],
    ['count again after another execution', [first, fetch, first, fetch], ['SELECT a', 'SELECT a']],
    [
      'count once if another statement ran in the portal before',
      [first, 'execute s2: SELECT b', fetch, fetch],
      ['SELECT a', 'SELECT b', 'SELECT a'],
    ],
    [
      'count once after a simple statement, which closes the portal',
      [first, fetch, 'statement: COMMIT', fetch, fetch],
      ['SELECT a', 'COMMIT', 'SELECT a'],
    ],
    [
      'count with the first one if a named portal was executed in between',
      [first, 'execute s2/p: SELECT b', fetch],
      ['SELECT a', 'SELECT b'],
    ],
  ])('%s', (_, messages, counted) => {
    for (const duration of ['', 'duration: 0.010 ms  ']) {
      const log = messages
        .map((message) => `7 LOG:  ${duration}${message}\n7 DETAIL:  parameters: $1 = '1'\n`)
        .join('');
      const read = readAll(postgresqlStderr, log, { linePrefix: '%p ' });
      expect(sqlOf(read)).toEqual(counted);
      expect(read.passedOver['further fetch from a portal'] ?? 0).toBe(messages.length - counted.length);
    }
  });

  it('count once in each session', () => {
    const log = [1, 2].flatMap((pid) => [`${pid} LOG:  ${first}\n`, `${pid} LOG:  ${fetch}\n`]).join('');
    expect(sqlOf(readAll(postgresqlStderr, log, { linePrefix: '%p ' }))).toEqual(['SELECT a', 'SELECT a']);
  });
});

describe('a log without session names', () => {
  const record = (message: string, detail?: string) =>
    `10.5 LOG:  ${message}\n${detail === undefined ? '' : `10.5 DETAIL:  ${detail}\n`}`;
  const PREPARE = 'PREPARE by_id (int) AS SELECT * FROM t WHERE id = $1';
  const log = [
    record(`statement: ${PREPARE}`),
    record('statement: EXECUTE by_id (1)', `prepare: ${PREPARE}`),
    record('statement: EXECUTE by_id (2)', `prepare: ${PREPARE}`),
    record('statement: EXECUTE quick (3)', 'prepare: PREPARE quick AS DELETE FROM t'),
    record('statement: EXECUTE quick (4)', 'prepare: PREPARE quick AS DELETE FROM t'),
    record('statement: EXECUTE other (5)', 'prepare: PREPARE other AS UPDATE t SET a = 1 WHERE id = 1'),
    record('statement: EXECUTE other (6)', 'prepare: PREPARE other AS UPDATE t SET b = 1 WHERE id = 1'),
    record('execute <unnamed>/C_1: SELECT 5'),
    record('execute fetch from <unnamed>/C_1: SELECT 5'),
    record('duration: 900.1 ms  execute fetch from <unnamed>/C_1: SELECT 6'),
    record('duration: 900.1 ms  execute fetch from <unnamed>/C_1: SELECT 6'),
    record('execute <unnamed>/C_1: SELECT 5'),
    record('execute s1: SELECT 7'),
    record('execute fetch from s1: SELECT 7'),
    record('execute fetch from s1: SELECT 8'),
  ].join('');
  const SQL = [
    PREPARE,
    'EXECUTE by_id (1)',
    'EXECUTE by_id (2)',
    'PREPARE quick AS DELETE FROM t',
    'EXECUTE quick (3)',
    'EXECUTE quick (4)',
    'PREPARE other AS UPDATE t SET a = 1 WHERE id = 1',
    'EXECUTE other (5)',
    'PREPARE other AS UPDATE t SET b = 1 WHERE id = 1',
    'EXECUTE other (6)',
    'SELECT 5',
    'SELECT 6',
    'SELECT 5',
    'SELECT 7',
    'SELECT 8',
  ];

  it('reports each PREPARE and each portal once, with any number of parts', () => {
    for (const of of [1, 2, 3]) {
      const parts = Array.from({ length: of }, (_, index) =>
        readAll(postgresqlStderr, log, { linePrefix: '%n ', part: { index, of } }),
      );
      expect(parts.flatMap(sqlOf).sort()).toEqual([...SQL].sort());
      const passed = parts.map(({ passedOver }) => passedOver['further fetch from a portal'] ?? 0);
      expect(passed.reduce((sum, count) => sum + count)).toBe(3);
    }
  });
});

describe('lines of Heroku', () => {
  const PREFIX =
    ' sql_error_code = 00000 time_ms = "2026-11-20 16:22:57.299 UTC" pid="4711" proc_start_time="2026-11-20 16:20:00 UTC" session_id="6b007c2d.2760" vtid="34/6" tid="0" log_line="4" database="shop" connection_source="10.0.0.1(99)" user="ann" application_name="web" ';
  const drain = (piece: string) => `290 <134>1 2026-11-20T16:22:57+00:00 host app postgres.9 - [GREEN] [${piece}] `;
  const shown = (piece: string) => `2026-11-20T16:22:57+00:00 app[postgres.9]: [DATABASE] [${piece}] `;

  it.each([
    ['from a drain', drain],
    ['as `heroku logs` prints them', shown],
  ])('are read %s', (_, lead) => {
    const log = [
      `${lead('7-1')}${PREFIX}LOG:  duration: 1.000 ms  execute <unnamed>: SELECT a`,
      `${lead('12-1')}${PREFIX}LOG:  checkpoint starting: time`,
      `${lead('7-2')}\t  FROM t`,
      `${lead('7-3')}\tWHERE b = 1`,
      // Another process.
      `${lead('7-1')}${PREFIX}LOG:  duration: 1.000 ms  statement: SELECT 2`,
      '2026-11-20T16:22:57+00:00 app[web.1]: hello',
      '',
    ].join('\n');
    const read = readAll(postgresqlStderr, log);
    expect(read.unread).toEqual([]);
    expect(sqlOf(read).sort()).toEqual(['SELECT 2', 'SELECT a\nFROM t\nWHERE b = 1']);
    expect(read.statements[0]).toMatchObject({
      ...{ user: 'ann', application: 'web', database: 'shop', session: '6b007c2d.2760' },
      at: '2026-11-20T16:22:57.299Z',
    });
    expect(findFormat(Buffer.from(log), 'x').kind).toBe('postgresql-stderr');
  });
});
