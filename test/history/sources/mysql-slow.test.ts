import { describe, expect, it } from 'vitest';
import { mysqlSlow } from '../../../src/history/sources/mysql/slow.ts';
import { transcript } from './transcript.ts';

const HEADER =
  '# User@Host: app[app] @ localhost []  Id:     7\n# Query_time: 0.000211  Lock_time: 0.000003 Rows_sent: 1';

function read(log: string) {
  const bytes = Buffer.from(log);
  const whole = transcript(mysqlSlow, bytes, {});
  expect(transcript(mysqlSlow, bytes, { size: 1 })).toEqual(whole);
  return whole;
}

/** Statements and facts, one pair each. */
function statements(log: string): readonly (readonly [string, Record<string, unknown>])[] {
  return read(log).lines.map((line) => {
    const [sql = '', facts = '{}'] = line.split('\n');
    return [sql.startsWith('"') ? (JSON.parse(sql) as string) : sql, JSON.parse(facts)];
  });
}

describe('the caller', () => {
  const cases: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['MySQL', '# User@Host: app[app] @ web-7 [10.0.0.1]  Id:     7', { user: 'app', session: '0/7' }],
    ['an address alone', '# User@Host: app[app] @  [10.0.0.1]  Id: 12345', { user: 'app', session: '0/12345' }],
    ['no id', '# User@Host: app[app] @ localhost []', { user: 'app', session: '' }],
    ['an anonymous account', '# User@Host: [guest] @ localhost []', { user: 'guest', session: '' }],
    ['a proxied account', '# User@Host: role[ann] @ localhost []', { user: 'ann', session: '' }],
    ['brackets in the name', '# User@Host: a[b] @ c[a[b] @ c] @ localhost []', { user: 'a[b] @ c', session: '' }],
    ['digits after it', '# User@Host: app[app] @ localhost [] 7', { user: 'app', session: '' }],
    ['no name', '# User@Host: cut', { session: '' }],
    [
      'MariaDB',
      '# User@Host: app[app] @ localhost []\n# Thread_id: 8  Schema: shop  QC_hit: No',
      { user: 'app', database: 'shop', session: '0/8' },
    ],
    ['MariaDB, no database', '# Thread_id: 8  Schema:   QC_hit: No', { database: '', session: '0/8' }],
    ['Percona', '# Thread_id: 8  Schema: shop  Last_errno: 0  Killed: 0', { database: 'shop', session: '0/8' }],
    ['Percona, apart', '# Schema: ware house  Last_errno: 0  Killed: 0', { database: 'ware house', session: '' }],
    ['a database alone', '# Thread_id: 8  Schema: shop', { database: 'shop', session: '0/8' }],
    ['a database like a label', '# Thread_id: 8  Schema: a B: c  QC_hit: No', { database: 'a B: c', session: '0/8' }],
    ['an id without an end', `# Thread_id: ${'9'.repeat(40)}`, { session: `0/${'9'.repeat(20)}` }],
  ];
  it.each(cases)('%s', (_, header, facts) => {
    const log = `${header}\n# Query_time: 0.1  Lock_time: 0.0\nSET timestamp=0;\nselect 1;\n`;
    expect(statements(log)).toEqual([['select 1', { at: '1970-01-01T00:00:00.000Z', ...facts }]]);
  });
});

describe('the time', () => {
  it.each([
    ['SET timestamp=1795132799;', '2026-11-19T23:59:59.000Z'],
    ['SET timestamp=1795132799.123456;', '2026-11-19T23:59:59.000Z'],
    ['SET insert_id=4,timestamp=1795132799;', '2026-11-19T23:59:59.000Z'],
    ['SET last_insert_id=4,insert_id=5,timestamp=1795132799;', '2026-11-19T23:59:59.000Z'],
  ])('%s', (line, at) => {
    expect(statements(`${HEADER}\n${line}\nselect 1;\n`)).toMatchObject([['select 1', { at }]]);
  });

  it.each([
    ['2026-11-20T16:22:13.123456Z', '2026-11-20T16:22:13.123Z', true],
    ['2026-11-20T16:22:13.123456+02:00', '2026-11-20T14:22:13.123Z', true],
    ['261120 16:22:13', '2026-11-20T16:22:13.000Z', false],
    ['261120  6:22:13', '2026-11-20T06:22:13.000Z', false],
    ['yesterday', undefined, true],
    ['261399 16:22:13', undefined, false],
  ])('# Time: %s, without a SET timestamp', (time, at, zoned) => {
    const { lines, notes } = read(`# Time: ${time}\n${HEADER}\nselect 1;\n`);
    expect(lines).toHaveLength(1);
    const facts: unknown = JSON.parse(lines[0]?.split('\n')[1] ?? '');
    expect(facts).toEqual({ user: 'app', session: '0/7', ...(at === undefined ? {} : { at }) });
    expect(notes.includes('times without a time zone are read as UTC')).toBe(!zoned);
  });

  it('continues from the previous entry, and never comes from the next one', () => {
    const log = `# Time: 261120 16:00:00\n${HEADER}\na;\n${HEADER}\nb;\n# Time: 261120 17:00:00\n${HEADER}\nc;\n`;
    expect(statements(log).map(([sql, { at }]) => [sql, at])).toEqual([
      ['a', '2026-11-20T16:00:00.000Z'],
      ['b', '2026-11-20T16:00:00.000Z'],
      ['c', '2026-11-20T17:00:00.000Z'],
    ]);
  });
});

const BANNER = '/usr/sbin/mysqld, Version: 8.4.6 (MySQL). started with:\nTcp port: 3306  Unix socket: /run/s.sock\n';
const COLUMNS = 'Time                 Id Command    Argument\n';
const entry = (sql: string, prelude = '') => `${HEADER}\n${prelude}SET timestamp=0;\n${sql};\n`;

describe('the end of a statement', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['a `;` in it', `${entry("select ';\n;\n'")}${entry('b')}`, ["select ';\n;\n'", 'b']],
    [
      'no `;` before what looks like an entry',
      `${entry(`select '\n${HEADER}\n'`)}${entry('b')}`,
      [`select '\n${HEADER}\n'`, 'b'],
    ],
    [
      'an incomplete header',
      entry("select ';\n# Time: 261120 16:22:13\n# User@Host: a[a] @ b []\nno'"),
      ["select ';\n# Time: 261120 16:22:13\n# User@Host: a[a] @ b []\nno'"],
    ],
    [
      'a `;` inside an incomplete header',
      `${entry("select ';\n# Time: x';\n# User@Host: evil;\n# Query_time: 1;\nx'")}${entry('b')}`,
      ["select ';\n# Time: x';\n# User@Host: evil;\n# Query_time: 1;\nx'", 'b'],
    ],
    [
      'times without an account, where entries have accounts',
      `${entry("select ';\n# Query_time: 1  Lock_time: 2\n'")}${entry('b')}`,
      ["select ';\n# Query_time: 1  Lock_time: 2\n'", 'b'],
    ],
    [
      'times without an account, in a log without accounts',
      '# Query_time: 1  Lock_time: 2\nSET timestamp=0;\na;\n# Query_time: 1  Lock_time: 2\nSET timestamp=0;\nb;\n',
      ['a', 'b'],
    ],
    ['comments', entry('# a\nselect 1 # b\n# c'), ['# a\nselect 1 # b\n# c']],
    ['a comment like a header line', entry('# Schema: x\nselect 1'), ['# Schema: x\nselect 1']],
    ['a USE that a client sent', entry('use shop', 'use `shop`;\n'), ['use shop']],
    ['a SET timestamp that a client sent', entry('SET timestamp=5'), ['SET timestamp=5']],
    ['a server start after it', `${entry('a')}${BANNER}${COLUMNS}${entry('b')}`, ['a', 'SKIPPED server start', 'b']],
    [
      'a server stop inside it',
      `${HEADER}\nSET timestamp=0;\nselect 'a\n${BANNER}${COLUMNS}${entry('b')}`,
      ["select 'a", 'SKIPPED server start', 'b'],
    ],
    [
      'text like a server start',
      entry('select ";\nx, Version: 1. started with:\nand";\nx, Version: 1. started with:'),
      ['select ";\nx, Version: 1. started with:\nand";\nx, Version: 1. started with:'],
    ],
    ['nothing', `${HEADER}\nSET timestamp=0;\n;\n${entry('b')}`, ['SKIPPED empty statement', 'b']],
    [
      'no statement',
      `${HEADER}\n${HEADER}\nSET timestamp=0;\n${entry('b')}`,
      ['UNREAD entry without a statement, line 1, calls 1', 'UNREAD entry without a statement, line 3, calls 1', 'b'],
    ],
    [
      'the end inside a header',
      `${entry('a')}# Time: 261120 16:22:13\n# User@Ho`,
      ['a', 'UNREAD entry without a statement, line 5, calls 1'],
    ],
    ['the end inside a prelude', `${entry('a')}${HEADER}\nSET time`, ['a', 'SET time']],
    [
      'the end after a prelude',
      `${entry('a')}${HEADER}\nSET timestamp=0;\n`,
      ['a', 'UNREAD entry without a statement, line 5, calls 1'],
    ],
    [
      'the beginning inside an entry',
      `where id = 1\n  and x;\n\n# comment;\n${entry('b')}`,
      ['UNREAD text outside any entry, line 1, calls 1', 'b'],
    ],
  ];
  it.each(cases)('%s', (_, log, expected) => {
    expect(statements(log).map(([sql]) => sql)).toEqual(expected);
  });

  it('marks only a statement that the log does not finish as cut off', () => {
    expect(
      statements(`${entry('a')}${HEADER}\nSET timestamp=0;\nselect b`).map(([sql, { truncated }]) => [sql, truncated]),
    ).toEqual([
      ['a', undefined],
      ['select b', true],
    ]);
  });
});

describe('the database, if the log writes it only when it changes', () => {
  it('is unknown before the first `use`, is none after a server start, and continues otherwise', () => {
    const log = [
      entry('a'),
      entry('b', 'use `we``ird`;\n'),
      entry('c'),
      BANNER,
      COLUMNS,
      entry('d'),
      entry('e', 'use shop;\n'),
      entry('f'),
    ].join('');
    const found = statements(log).filter(([sql]) => !sql.startsWith('SKIPPED'));
    expect(found.map(([sql, { database }]) => [sql, database])).toEqual([
      ['a', undefined],
      ['b', 'we`ird'],
      ['c', 'we`ird'],
      ['d', ''],
      ['e', 'shop'],
      ['f', 'shop'],
    ]);
    expect(read(log).notes).toContain(
      '2 entries take their database from the entry before: the server writes it only when it changes, so a connection without a database is not recognised',
    );
  });
});

describe('sessions', () => {
  it('restart with the server, and when the server resets the connection', () => {
    const log = [
      entry('a'),
      entry('# administrator command: Reset Connection'),
      entry('b'),
      entry('# administrator command: Change user'),
      entry('c'),
      entry('# administrator command: Ping'),
      entry('d'),
      BANNER,
      COLUMNS,
      entry('e'),
    ].join('');
    const found = statements(log).filter(([sql]) => !sql.startsWith('SKIPPED'));
    expect(found.map(([, { session }]) => session)).toEqual(['0/7', '0/7/1', '0/7/2', '0/7/2', '1/7']);
  });
});

describe('entries that are not client statements', () => {
  it.each([
    ['# administrator command: Quit', 'SKIPPED administrator command'],
    ['# administrator command: Execute', 'UNREAD command logged without its statement, line 1, calls 1'],
    ['# administrator command: Drop DB', 'UNREAD command logged without its statement, line 1, calls 1'],
    [
      "throttle:         10 'index not used' warning(s) suppressed.",
      'UNREAD statement left out by the server (`log_throttle_queries_not_using_indexes`), line 1, calls 10',
    ],
  ])('%s', (text, expected) => {
    expect(read(entry(text)).lines).toEqual([expected]);
  });

  it('an administrator command of a server that writes no SET timestamp', () => {
    expect(read(`${HEADER}\n# administrator command: Quit;\n${HEADER}\nselect 1;\n`).lines).toEqual([
      'SKIPPED administrator command',
      expect.stringContaining('select 1'),
    ]);
  });

  it('a failed statement, and one inside a routine', () => {
    const extra = (errno: number) =>
      `${HEADER}  Rows_examined: 0 Thread_id: 7 Errno: ${errno} Killed: 0 Bytes_received: 0 Bytes_sent: 60\nSET timestamp=0;\n`;
    expect(
      read(`${extra(1146)}a;\n${extra(0)}b;\n${HEADER}\n# Stored_routine: shop.p\nSET timestamp=0;\nc;\n`).lines,
    ).toEqual([
      'SKIPPED failed statement',
      expect.stringContaining('"b"'),
      'SKIPPED statement inside a stored routine',
    ]);
  });
});

it('notes that a log holds slow statements only, or only one in N', () => {
  const slow = HEADER.replace('0.000211', '2.5');
  expect(read(`${slow}\nSET timestamp=0;\na;\n`).notes[0]).toContain('no statement took less than 0.1 s');
  expect(read(`${slow}\nSET timestamp=0;\na;\n${entry('b')}`).notes).toEqual([]);
  const sampled = `${HEADER}\n# Log_slow_rate_type: query  Log_slow_rate_limit: 20\nSET timestamp=0;\na;\n`;
  expect(read(sampled).notes[0]).toContain('the server logged only one in 20');
});

it.each([
  ['one line', Buffer.alloc(65 * 1024 * 1024, 'x').toString('latin1')],
  ['many lines', `${'x'.repeat(1023)}\n`.repeat(65 * 1024)],
])('a statement of more than 64 MiB, in %s, is unread and takes no more memory', (_, long) => {
  const log = Buffer.from(`${entry('a')}${entry(`select '${long}'`)}${entry('b')}`);
  const { lines } = transcript(mysqlSlow, log, { size: 1024 * 1024 });
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    '"a"',
    'UNREAD statement longer than 64 MiB, line 5, calls 1',
    '"b"',
  ]);
});
