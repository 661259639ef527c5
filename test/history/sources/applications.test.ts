import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMATS, findFormat } from '../../../src/history/sources/formats.ts';
import type { Dialect, HistorySourceKind } from '../../../src/model/index.ts';
import { expectGolden } from '../../golden.ts';
import { fixture, printed, transcript } from './transcript.ts';

/** What the fixtures' README says wrote each of them. */
const FILES = readdirSync(new URL('../fixtures/applications', import.meta.url)).filter((name) => name !== 'README.md');
const kindOf = (name: string) => /^[a-z]+/.exec(name)?.[0] as HistorySourceKind;

describe.each(FILES)('%s', (name) => {
  const bytes = fixture(`applications/${name}`);
  const format = FORMATS[kindOf(name)];
  const whole = transcript(format, bytes, {});

  it('is read', () => {
    expectGolden(`history/sources/golden/applications/${name}`, printed(whole));
    expect(whole.lines.filter((line) => line.startsWith('UNREAD'))).toEqual([]);
  });

  it('is detected from its content', () => {
    expect(findFormat(bytes, 'x').kind).toBe(format.kind);
  });

  it('does not depend on chunk boundaries', () => {
    for (const size of [1, 7, 64, 1000])
      expect(transcript(format, bytes, { size }), `chunks of ${size}`).toEqual(whole);
  });

  it('is read the same with Windows line ends', () => {
    const crlf = Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    expect(transcript(format, crlf, {}).lines).toEqual(whole.lines);
  });

  it('is divided into parts, with each record in one', () => {
    const parts = [0, 1, 2].map((index) => transcript(format, bytes, { part: { index, of: 3 } }));
    expect(parts.flatMap(({ lines }) => lines).sort()).toEqual([...whole.lines].sort());
    for (const { notes } of parts) expect(notes).toEqual(whole.notes);
  });
});

/** The texts of the statements in a log, and their values. */
function read(kind: HistorySourceKind, log: string, dialect: Dialect = 'postgresql'): readonly string[] {
  return transcript(FORMATS[kind], Buffer.from(log), { dialect }).lines.flatMap((line) => {
    if (!line.startsWith('"')) return line === 'SKIPPED line without a statement' ? [] : [line];
    const [text = '', facts = ''] = line.split('\n    ');
    const { binds, calls, truncated } = JSON.parse(facts) as Readonly<Record<string, unknown>>;
    const more = [
      ...(binds ? [JSON.stringify(binds)] : []),
      ...(calls ? [`x${String(calls)}`] : []),
      ...(truncated ? ['cut'] : []),
    ];
    return [[JSON.parse(text) as string, ...more].join(' ')];
  });
}

const SPRING = '2026-11-30T08:00:00.123Z DEBUG 7 --- [nio-8080-exec-1] org.hibernate.SQL                        : ';
const BIND = '2026-11-30T08:00:00.123Z TRACE 7 --- [nio-8080-exec-1] org.hibernate.orm.jdbc.bind              : ';

describe('a log', () => {
  it.each<[string, HistorySourceKind, string, readonly string[]]>([
    [
      'of Rails 7 with tags and an asynchronous query',
      'rails',
      '[3f2a] [ann]   ASYNC Order Load (0.0ms) (db time 0.4ms)  SELECT 1 FROM t LIMIT $1  [["LIMIT", 9]]\n',
      ['SELECT 1 FROM t LIMIT $1 ["9"]'],
    ],
    [
      'of Rails whose values have brackets',
      'rails',
      '  (0.1ms)  SELECT $1  [["a", "x  [[\\"b\\", 1]]"]]\n',
      ['SELECT $1 ["x  [[\\"b\\", 1]]"]'],
    ],
    [
      'of Rails with a statement in lines, and other lines after it',
      'rails',
      '  (0.1ms)  DELETE FROM t\nWHERE a = 1\n  AND b IN (\n1,\n2)\nOrder 7 was shipped\n  indented text\nStarted GET "/"\n',
      ['DELETE FROM t\nWHERE a = 1\n  AND b IN (\n1,\n2)'],
    ],
    [
      'of Rails with a line end and the start of a request in a string',
      'rails',
      "  (0.1ms)  SELECT 'a\nStarted GET x' FROM t\nStarted GET y\n",
      ["SELECT 'a\nStarted GET x' FROM t"],
    ],
    ['of Rails, whose comments have quotes', 'rails', "  (0.1ms)  SELECT 1 -- it's\nOrder 7\n", ["SELECT 1 -- it's"]],
    ['of Rails that is cut off', 'rails', '  (0.1ms)  SELECT 1 FROM t WHERE', ['SELECT 1 FROM t WHERE cut']],
    ['of Django 4 with an alias', 'django', '(0.001) SELECT 1; args=None; alias=default\n', ['SELECT 1']],
    [
      'of Django with values of all kinds',
      'django',
      "(0.001) SELECT 1; args=(Decimal('1'), datetime.datetime(2026, 1, 2, tzinfo=<UTC>), None)\n(0.001) SELECT 2; args=(UUID('a'), {'b': [1]}, datetime.date(2026, 1, 2))\n",
      ['UNREAD statement without its `args`, line 1, calls 1', 'SELECT 2'],
    ],
    [
      'of Django with a traceback after a statement',
      'django',
      '2026-11-30 08:00:00 (0.001) SELECT 1; args=()\nTraceback (most recent call last):\n  File "x.py", line 1\n',
      ['SELECT 1'],
    ],
    [
      'of SQLAlchemy 2 with psycopg and asyncpg',
      'sqlalchemy',
      [
        '2026-11-30 08:00:00,123 INFO sqlalchemy.engine.Engine SELECT 1 WHERE a = %(a_1)s::INTEGER LIMIT %(b_1)s::INTEGER',
        "2026-11-30 08:00:00,123 INFO sqlalchemy.engine.Engine [generated in 0.1s] {'a_1': 1, 'b_1': 9}",
        '2026-11-30 08:00:00,123 INFO sqlalchemy.engine.Engine SELECT 2 LIMIT $1::INTEGER',
        '2026-11-30 08:00:00,123 INFO sqlalchemy.engine.Engine [cached since 2s ago] (9,)',
        '',
      ].join('\n'),
      ['SELECT 1 WHERE a = $1::INTEGER LIMIT $2::INTEGER ["1","9"]', 'SELECT 2 LIMIT $1::INTEGER ["9"]'],
    ],
    [
      'of SQLAlchemy whose values belong to another statement',
      'sqlalchemy',
      [
        'INFO:sqlalchemy.engine.Engine:SELECT 1 WHERE a = %(a)s',
        'INFO:sqlalchemy.engine.Engine:SELECT 2 WHERE b = %(b)s',
        "INFO:sqlalchemy.engine.Engine:[generated in 0.1s] {'a': 1}",
        "INFO:sqlalchemy.engine.Engine:[generated in 0.1s] {'b': 2}",
        '',
      ].join('\n'),
      ['SELECT 1 WHERE a = $1', 'SELECT 2 WHERE b = $1', 'SKIPPED values without a statement'],
    ],
    [
      'of SQLAlchemy with hidden values',
      'sqlalchemy',
      'INFO:sqlalchemy.engine.Engine:SELECT 1 WHERE a = %(a)s\nINFO:sqlalchemy.engine.Engine:[SQL parameters hidden due to hide_parameters=True]\n',
      ['SELECT 1 WHERE a = $1'],
    ],
    ...(
      [
        ['the level behind the logger', '2026-11-30 08:00:00,123 - sqlalchemy.engine.Engine - INFO - '],
        ['a thread behind the logger', '2026-11-30 08:00:00,123 INFO  [sqlalchemy.engine.Engine][MainThread] '],
        ['a function behind the logger', '2026-11-30 08:00:00.123 | INFO | sqlalchemy.engine.Engine:_log_info:180 - '],
        ['the level before the logger', 'INFO:sqlalchemy.engine.Engine:'],
      ] as const
    ).map(([title, prefix]): [string, HistorySourceKind, string, readonly string[]] => [
      `of SQLAlchemy with ${title}, and texts that begin with line ends and comments`,
      'sqlalchemy',
      [
        'BEGIN (implicit)',
        'SELECT 1 FROM a WHERE b = %(x)s',
        "[generated in 0.1s] {'x': 1}",
        '\n    SELECT 2\n    FROM b\n',
        '[raw sql] {}',
        '/* tag */ SELECT 3',
        '[raw sql] {}',
        '-- find\nSELECT 4',
        '[raw sql] ()',
        'INSERT INTO t VALUES (%(x)s)',
        "[{'x': 1}, {'x': 2}]",
        'COMMIT',
        '',
      ]
        .map((message, at, all) => (at === all.length - 1 ? '' : `${prefix}${message}`))
        .join('\n'),
      [
        'BEGIN',
        'SELECT 1 FROM a WHERE b = $1 ["1"]',
        'SELECT 2\n    FROM b',
        '/* tag */ SELECT 3',
        '-- find\nSELECT 4',
        'INSERT INTO t VALUES ($1) x2',
        'COMMIT',
      ],
    ]),
    [
      'of Django with texts that begin with line ends',
      'django',
      '(0.001) \n    SELECT 1\n    FROM t\n; args=(); alias=default\n(0.002) -- find\nSELECT 2; args=None\nTotal (3.141)\n',
      ['SELECT 1\n    FROM t', '-- find\nSELECT 2'],
    ],
    [
      'of Rails with texts that begin with line ends, spaces and comments',
      'rails',
      '  Order Load (0.1ms)  \n  SELECT 1\n  FROM t\n   (0.1ms)          SELECT 2\n  (0.1ms)  -- find\nSELECT 3\nStarted GET "/"\n',
      ['SELECT 1\n  FROM t', 'SELECT 2', '-- find\nSELECT 3'],
    ],
    [
      'of Prisma with a text that begins with a line end',
      'prisma',
      'prisma:query \n    SELECT 1\n    FROM t\nprisma:query SELECT 2\n',
      ['SELECT 1\n    FROM t', 'SELECT 2'],
    ],
    ['of Prisma with colours', 'prisma', '\x1b[34mprisma:query\x1b[39m SELECT 1\n', ['SELECT 1']],
    [
      'of Prisma 5, whose values are not JSON',
      'prisma',
      '{"timestamp":"2026-11-30T08:00:00.123Z","query":"SELECT $1, $2","params":"[1,2026-01-02 03:04:05 UTC]","duration":1,"target":"quaint::connector::metrics"}\n',
      ['SELECT $1, $2'],
    ],
    [
      'of Laravel with an operator that has a question mark',
      'laravel',
      '[2026-11-30 08:00:00] production.INFO: select * from "t" where "a" ?? ? and b = \'?\' {"bindings":["x"]} []\n',
      ['select * from "t" where "a" ? $1 and b = \'?\' ["x"]'],
    ],
    [
      'of Laravel with the text of a query alone',
      'laravel',
      '[2026-11-30 08:00:00] local.INFO: select 1 from "t"  \n[2026-11-30 08:00:00] local.INFO: Select a seat  \n',
      ['select 1 from "t"'],
    ],
    [
      'of Hibernate 6 in Spring, with values',
      'hibernate',
      `${SPRING}select a from t where b=? fetch first ? rows only\n${BIND}binding parameter (1:BIGINT) <- [7]\n${BIND}binding parameter (2:INTEGER) <- [50]\n`,
      [
        'SKIPPED value of a statement',
        'SKIPPED value of a statement',
        'select a from t where b=$1 fetch first $2 rows only ["7","50"]',
      ],
    ],
    [
      'of Hibernate with a batch',
      'hibernate',
      `${SPRING}insert into t (a) values (?)\n${BIND}binding parameter (1:BIGINT) <- [7]\n${BIND}binding parameter (1:BIGINT) <- [null]\n`,
      [
        'SKIPPED value of a statement',
        'insert into t (a) values ($1) ["7"]',
        'SKIPPED value of a statement',
        'insert into t (a) values ($1) [null]',
      ],
    ],
    [
      'of Hibernate that logs and prints each statement',
      'hibernate',
      `${SPRING}select 1\nHibernate: select 1\n${SPRING}select 1\nHibernate: select 1\n`,
      ['SKIPPED line of a logged statement', 'select 1', 'SKIPPED line of a logged statement', 'select 1'],
    ],
  ])('%s', (_, kind, log, expected) => {
    expect(read(kind, log)).toEqual(expected);
  });

  it('keeps the parameters of dialects without numbered ones', () => {
    expect(read('rails', '  (0.1ms)  SELECT ?  [["a", 1]]\n', 'mysql')).toEqual(['SELECT ? ["1"]']);
    expect(read('django', '(0.1) x\n(0.100) INSERT INTO t VALUES (%s); args=[(1,), (2,)]\n', 'sqlite')).toEqual([
      'INSERT INTO t VALUES (?) x2',
    ]);
  });
});

/** A line with one span. */
function spanLine(attributes: Readonly<Record<string, unknown>>, more: object = {}): string {
  const list = Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: list, ...more }] }] }] })}\n`;
}

describe('spans', () => {
  const pg = { 'db.system': 'postgresql' };

  it.each<[string, string, readonly string[]]>([
    ['of the older conventions', spanLine({ ...pg, 'db.statement': 'SELECT 1' }), ['SELECT 1']],
    [
      'with parameters',
      spanLine({ ...pg, 'db.query.text': 'SELECT $1, $2', 'db.query.parameter.0': 'a', 'db.query.parameter.1': 7 }),
      ['SELECT $1, $2 ["a","7"]'],
    ],
    [
      'of a call that failed',
      spanLine({ ...pg, 'db.query.text': 'SELECT 1' }, { status: { code: 2 } }),
      ['SKIPPED failed statement'],
    ],
    [
      'of another SQL database',
      spanLine({ 'db.system.name': 'mysql', 'db.query.text': 'SELECT 1' }),
      ['SKIPPED span of another database system'],
    ],
    [
      'of no SQL database',
      spanLine({ 'db.system': 'redis', 'db.statement': 'GET x' }),
      ['SKIPPED span of another database system'],
    ],
    [
      'of a call without its text',
      spanLine({ ...pg, 'db.operation.name': 'SELECT' }),
      ['UNREAD span of a database call without its text, line 1, calls 1'],
    ],
    ['of another kind', spanLine({ 'http.route': '/' }), ['SKIPPED span without a statement']],
    [
      'that end in the middle',
      spanLine(pg).slice(0, 60),
      ['UNREAD entry cut off at the end of the file, line 1, calls 1'],
    ],
    ['whose text is marked as cut off', spanLine({ ...pg, 'db.statement': 'SELECT a ...' }), ['SELECT a ... cut']],
    [
      'in a scope of an old version, in several lines',
      JSON.stringify(
        {
          resourceSpans: [
            {
              instrumentationLibrarySpans: [
                { spans: [{ attributes: [{ key: 'db.statement', value: { stringValue: 'SELECT 2' } }] }] },
              ],
            },
          ],
        },
        undefined,
        1,
      ),
      ['SELECT 2'],
    ],
  ])('%s', (_, log, expected) => {
    expect(read('opentelemetry', log)).toEqual(expected);
  });

  it('whose literals are replaced by question marks are normalised', () => {
    const { lines } = transcript(
      FORMATS.opentelemetry,
      Buffer.from(spanLine({ ...pg, 'db.statement': 'SELECT 1 FROM t WHERE a IN (?) LIMIT ?' })),
      {},
    );
    expect(lines[0]).toContain('"SELECT 1 FROM t WHERE a IN ($1) LIMIT $2"');
    expect(lines[0]).toContain('"normalised":true');
  });

  it('name their dialect, and those of other dialects', () => {
    const both =
      spanLine({ 'db.system.name': 'microsoft.sql_server', 'db.query.text': 'SELECT 1' }) +
      spanLine({ ...pg, 'db.statement': 'SELECT 2' });
    const format = findFormat(Buffer.from(both), 'x');
    expect([format.kind, format.dialects[0]]).toEqual(['opentelemetry', 'transactsql']);
    expect(transcript(format, Buffer.from(both), {}).notes).toContain(
      'spans of postgresql were skipped: collect them with `--dialect postgresql`',
    );
  });
});
