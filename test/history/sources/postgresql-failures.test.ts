import { expect, test } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { postgresqlCsvlog } from '../../../src/history/sources/postgresql/csvlog.ts';
import { postgresqlJsonlog } from '../../../src/history/sources/postgresql/jsonlog.ts';
import { postgresqlStderr } from '../../../src/history/sources/postgresql/stderr.ts';
import { NOW } from '../build.ts';
import { readAll, sqlOf } from './read.ts';

/** A record of a log, as PostgreSQL 15 was seen to write it. */
interface Record {
  readonly message: string;
  readonly severity?: string;
  readonly session?: number;
  readonly statement?: string;
  readonly context?: string;
  /** The command tag of the process. */
  readonly tag?: string;
}

const ran = (sql: string, session = 1): Record => ({ message: `statement: ${sql}`, session });
const executed = (sql: string, name = '<unnamed>'): Record => ({ message: `execute ${name}: ${sql}` });
const audited = (number: number, sql: string): Record => ({
  message: `AUDIT: SESSION,${number},1,READ,SELECT,,,"${sql.replaceAll('"', '""')}",<not logged>`,
});
const ended: Record = { message: 'duration: 0.100 ms' };
const failed = (statement: string, more: Partial<Record> = {}): Record => ({
  message: 'division by zero',
  severity: 'ERROR',
  statement,
  tag: 'SELECT',
  ...more,
});

const LONG = `SELECT ${Array.from({ length: 400 }, (_, n) => `'${n}\n"'`).join(', ')}`;

const LOGS: readonly (readonly [name: string, records: readonly Record[], counted: readonly string[]])[] = [
  [
    'a statement',
    [ran('SELECT 1'), ran('SELECT 1/0'), failed('SELECT 1/0'), ran('SELECT 2')],
    ['SELECT 1', 'SELECT 2'],
  ],
  ['the last statement of a log', [ran('SELECT 1'), ran('SELECT 1/0'), failed('SELECT 1/0')], ['SELECT 1']],
  [
    'the second of two equal statements',
    [ran('SELECT f()'), ran('SELECT f()'), failed('SELECT f()'), ran('SELECT f()')],
    ['SELECT f()', 'SELECT f()'],
  ],
  [
    'one of two sessions that run the same statement',
    [ran('SELECT f()', 1), ran('SELECT f()', 2), failed('SELECT f()', { session: 1 }), ran('SELECT 2', 2)],
    ['SELECT f()', 'SELECT 2'],
  ],
  [
    'another text, which was not logged',
    [ran('SELECT * FROM orders'), failed('SELECT * FORM orders', { message: 'syntax error' })],
    ['SELECT * FROM orders'],
  ],
  [
    'a text of several statements, as a whole',
    [ran('DELETE FROM t WHERE a = 1;\n\tSELECT 1/0'), failed('DELETE FROM t WHERE a = 1;\n\tSELECT 1/0')],
    [],
  ],
  ['a long text', [ran(LONG), failed(LONG), ran(LONG)], [LONG]],
  [
    'an execution of the extended protocol',
    [executed('SELECT 1/$1'), executed('SELECT 1/$1'), failed('SELECT 1/$1')],
    ['SELECT 1/$1'],
  ],
  [
    'the binding of a value, after an execution that succeeded',
    [executed('SELECT 1/$1'), failed('SELECT 1/$1', { tag: 'BIND', context: 'unnamed portal parameter $1' })],
    ['SELECT 1/$1'],
  ],
  [
    'an execution whose error lists the values',
    [executed('SELECT 1/$1'), failed('SELECT 1/$1', { context: "unnamed portal with parameters: $1 = '0'" })],
    [],
  ],
  [
    'a later fetch from a portal',
    [
      executed('SELECT g', '<unnamed>/C_1'),
      ran('SELECT 2'),
      executed('SELECT g', 'fetch from <unnamed>/C_1'),
      failed('SELECT g'),
      ran('SELECT 3'),
    ],
    ['SELECT 2', 'SELECT 3'],
  ],
  [
    'a later fetch from the unnamed portal',
    [ran('SELECT 1'), executed('SELECT g'), executed('SELECT g', 'fetch from <unnamed>'), failed('SELECT g')],
    ['SELECT 1'],
  ],
  [
    'a statement after one whose duration shows that it ended',
    [executed('SELECT f($1)'), ended, failed('SELECT f($1)', { message: 'relation "t" does not exist' })],
    ['SELECT f($1)'],
  ],
  ['an audited statement', [audited(1, 'SELECT 1'), audited(2, 'SELECT "x"'), failed('SELECT "x"')], ['SELECT 1']],
  [
    'an audited statement that is logged too',
    [ran('SELECT f()'), audited(1, 'SELECT f()'), failed('SELECT f()'), ran('SELECT f()'), audited(2, 'SELECT f()')],
    ['SELECT f()'],
  ],
  [
    'audited statements beside durations',
    [
      audited(1, 'SELECT f()'),
      { message: 'duration: 0.100 ms  statement: SELECT f()' },
      audited(2, 'SELECT f()'),
      failed('SELECT f()'),
    ],
    ['SELECT f()'],
  ],
  [
    'a statement that was running when its session was ended',
    [ran('SELECT pg_sleep(9)'), failed('SELECT pg_sleep(9)', { severity: 'FATAL', message: 'terminating connection' })],
    [],
  ],
  [
    'no statement: an idle session was ended',
    [ran('SELECT 1'), { severity: 'FATAL', message: 'terminating connection' }],
    ['SELECT 1'],
  ],
];

const FORMATS = { csv: postgresqlCsvlog, json: postgresqlJsonlog, text: postgresqlStderr } as const;
type Format = keyof typeof FORMATS;
const TIME = '2026-11-20 12:00:00.000 UTC';

function written(records: readonly Record[], format: Format, prefix = `${TIME} [%p] app@shop `): string {
  return records.map((record) => `${LINE[format](record, prefix)}\n`).join('');
}

const LINE: { readonly [format in Format]: (record: Record, prefix: string) => string } = {
  json: ({ message, severity = 'LOG', session = 1, statement, context, tag = 'SELECT' }) =>
    JSON.stringify({
      ...{ timestamp: TIME, user: 'app', dbname: 'shop', pid: session, session_id: `s.${session}`, ps: tag },
      ...{ error_severity: severity, message, context, statement, backend_type: 'client backend' },
    }),
  csv: ({ message, severity = 'LOG', session = 1, statement = '', context = '', tag = 'SELECT' }) => {
    const quote = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);
    return [
      ...[TIME, '"app"', '"shop"', session, '"[local]"', `s.${session}`, 1, quote(tag), TIME, '3/1', 0, severity],
      ...['00000', quote(message), '', '', '', '', quote(context), quote(statement), '', '', '"web"'],
      ...['"client backend"', '', 0],
    ].join(',');
  },
  text: ({ message, severity = 'LOG', session = 1, statement, context }, prefix) => {
    const line = (label: string, text: string | undefined) =>
      text === undefined ? [] : [`${prefix.replace('%p', String(session))}${label}:  ${text.replaceAll('\n', '\n\t')}`];
    return [...line(severity, message), ...line('CONTEXT', context), ...line('STATEMENT', statement)].join('\n');
  },
};

const CASES = LOGS.flatMap(([name, records, counted]) =>
  (['csv', 'json', 'text'] as const).map((format) => ({ name, format, records, counted })),
);

test.each(CASES)('a failure takes out $name (log as $format)', ({ format, records, counted }) => {
  const log = written([ran('SET a = 1', 9), ...records], format);
  const read = readAll(FORMATS[format], log);
  expect(sqlOf(read)).toEqual(['SET a = 1', ...counted]);
  expect(read.unread).toEqual([]);
  const parts = [0, 1, 2].map((index) => readAll(FORMATS[format], log, { part: { index, of: 3 } }));
  expect(parts.flatMap(sqlOf).sort()).toEqual(['SET a = 1', ...counted].sort());
});

test.each(['csv', 'json', 'text'] as const)(
  'an error without its statement leaves the latest one unread: %s',
  (format) => {
    const read = readAll(
      FORMATS[format],
      written([ran('SELECT 1'), ran('COMMIT'), { severity: 'ERROR', message: 'x' }], format),
    );
    expect(sqlOf(read)).toEqual(['SELECT 1']);
    expect(read.unread.map((text) => text.replace(/^\d+: /, ''))).toEqual([
      'error that does not name its statement (1)',
    ]);
  },
);

test('a text log without sessions: text and caller name what failed, in whatever part it is', () => {
  const records = [ran('SELECT f()'), ran('SELECT 1/0'), ran('SELECT f()'), failed('SELECT 1/0'), failed('SELECT f()')];
  const log = written(records, 'text', 'app|shop|');
  for (const of of [1, 2, 3, 4]) {
    const parts = Array.from({ length: of }, (_, index) =>
      readAll(postgresqlStderr, log, { part: { index, of }, linePrefix: '%u|%d|' }),
    );
    expect(parts.flatMap(sqlOf)).toEqual(['SELECT f()']);
  }
});

test.each(['csv', 'json', 'text'] as const)('a failure at the start of the next file: %s', async (format) => {
  const files = [
    [ran('SELECT 1'), ran('SELECT 1/0')],
    [failed('SELECT 1/0'), ran('SELECT 2', 2)],
  ].map((records, at) => ({ name: `${at}.log`, bytes: Buffer.from(written(records, format)) }));
  const { header } = await collectHistory(files, { now: NOW, format: FORMATS[format].kind }, COLLECT_TOOLS);
  expect(header.sources.map(({ statements, passedOver }) => [statements, passedOver])).toEqual([
    [1, { 'line of a failed statement': 1 }],
    [1, { 'failed statement': 1 }],
  ]);
});

test('refuses the same traffic in two formats, and names both files', async () => {
  const records = [ran('SELECT 1'), ran('SELECT 2', 2), ran('SELECT 1/0'), failed('SELECT 1/0')];
  const files = (['json', 'text'] as const).map((format) => ({
    name: `server.${format}`,
    bytes: Buffer.from(written(records, format)),
  }));
  await expect(collectHistory(files, { now: NOW }, COLLECT_TOOLS)).rejects.toThrow(
    '`server.json` (postgresql-jsonlog) and `server.text` (postgresql-stderr) hold the same statements of the same time, which would count twice: give only `server.json`, or pass `--allow-overlap` if they are of different servers',
  );
  await expect(collectHistory(files, { now: NOW, allowOverlap: true }, COLLECT_TOOLS)).resolves.toBeDefined();
});

test('refuses an older copy of a log, and accepts a log of other sessions', async () => {
  const records = Array.from({ length: 30 }, (_, at) => ran(`SELECT ${at}`, at % 3));
  const file = (name: string, list: readonly Record[]) => ({ name, bytes: Buffer.from(written(list, 'json')) });
  const whole = file('whole.json', records);
  await expect(
    collectHistory([file('older.json', records.slice(0, 20)), whole], { now: NOW }, COLLECT_TOOLS),
  ).rejects.toThrow('give only `whole.json`');
  const others = records.map((record) => ({ ...record, session: 9 }));
  await expect(collectHistory([file('other.json', others), whole], { now: NOW }, COLLECT_TOOLS)).resolves.toBeDefined();
});
