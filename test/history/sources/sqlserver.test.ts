import { describe, expect, it } from 'vitest';
import { findFormat } from '../../../src/history/sources/formats.ts';
import { extendedEvents } from '../../../src/history/sources/sqlserver/extended-events.ts';
import { queryStore } from '../../../src/history/sources/sqlserver/query-store.ts';
import { executedText, withoutDeclarations } from '../../../src/history/sources/sqlserver/texts.ts';
import { expectLinear } from '../../costs.ts';
import { readAll, sqlOf } from './read.ts';

const STORE = `"day","database_name","count_executions","query_parameterization_type","query_sql_text"
"2026-11-19","shop","12","0","SELECT TOP 5 * FROM dbo.orders
WHERE note = 'a ""b""'"
"2026-11-20","shop","3","2","(@1 tinyint,@2 varchar(8000))SELECT * FROM dbo.orders WHERE id = @1 AND note = @2"
"2026-11-20","shop","1","1","(@p decimal(10,2))SELECT TOP 7 * FROM dbo.orders WHERE total > @p"
"2026-11-20","shop","0","0","SELECT 1"
"2026-11-20","shop","many","0","SELECT 2"
"2026-11-20","shop","1","0"
`;

describe('Query Store', () => {
  it('reads texts, calls, day and database', () => {
    expect(findFormat(Buffer.from(STORE), 'export.csv').kind).toBe('query-store');
    const read = readAll(queryStore, STORE);
    expect(
      read.statements.map(({ sql, calls, at, database, normalised }) => [sql, calls, at, database, normalised]),
    ).toEqual([
      [`SELECT TOP 5 * FROM dbo.orders\nWHERE note = 'a "b"'`, 12, '2026-11-19T00:00:00.000Z', 'shop', false],
      ['SELECT * FROM dbo.orders WHERE id = @1 AND note = @2', 3, '2026-11-20T00:00:00.000Z', 'shop', true],
      ['SELECT TOP 7 * FROM dbo.orders WHERE total > @p', 1, '2026-11-20T00:00:00.000Z', 'shop', false],
    ]);
    expect(read.unread).toEqual([
      '7: row whose `count_executions` is not an integer (1)',
      '8: record with an unexpected number of columns (1)',
    ]);
    expect(read.passedOver).toEqual({ 'entry that never ran': 1 });
  });

  it('gives each row to one part', () => {
    const parts = [0, 1].map((index) => readAll(queryStore, STORE, { part: { index, of: 2 }, chunk: 7 }));
    expect(parts.flatMap(sqlOf).sort()).toEqual(sqlOf(readAll(queryStore, STORE)).sort());
    expect(parts.flatMap(({ unread }) => unread)).toHaveLength(2);
  });
});

const action = (name: string, value: string) =>
  `<action name="${name}" package="sqlserver"><value>${value}</value></action>`;
const event = (name: string, field: string, text: string, result = 'OK', session = '51') =>
  `<event name="${name}" package="sqlserver" timestamp="2026-11-20T16:22:57.299Z">
  <data name="cpu_time"><value>0</value></data>
  <data name="result"><value>0</value><text>${result}</text></data>
  <data name="${field}"><value>${text}</value></data>
  ${action('session_id', session)}${action('server_principal_name', 'app')}${action('client_app_name', 'shop-web')}${action('database_name', 'shop')}
</event>`;

const EVENTS = [
  event('sql_batch_completed', 'batch_text', 'SELECT TOP 5 * FROM t WHERE a &lt; 3 AND b = N&apos;x&amp;y&#10;z&apos;'),
  event(
    'rpc_completed',
    'statement',
    "exec sp_executesql N'SELECT * FROM t WHERE a = @p AND b = N''it''''s''',N'@p int',@p=5",
  ),
  event('rpc_completed', 'statement', 'exec dbo.clean_up @days = 30'),
  event('sql_batch_completed', 'batch_text', 'SELECT 1/0', 'Error'),
  event('rpc_completed', 'statement', 'exec dbo.slow', 'Abort'),
  event('login', 'options', ''),
  event('sql_batch_completed', 'other', ''),
];
const EXECUTED = [
  "SELECT TOP 5 * FROM t WHERE a < 3 AND b = N'x&y\nz'",
  "SELECT * FROM t WHERE a = @p AND b = N'it''s'",
  'exec dbo.clean_up @days = 30',
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const FORMS = {
  'elements, one after another': EVENTS.join('\n'),
  'one document': `\ufeff<?xml version="1.0"?>\n<RingBufferTarget truncated="0">${EVENTS.join('')}</RingBufferTarget>`,
  'CSV with a column of XML': `event_data\r\n${EVENTS.map((xml) => `${quoted(xml)}\r\n`).join('')}`,
};

describe('Extended Events', () => {
  it.each(Object.entries(FORMS))('reads %s', (_, text) => {
    expect(findFormat(Buffer.from(text), 'events').kind).toBe('extended-events');
    for (const chunk of [1, 13, 65_536]) {
      const read = readAll(extendedEvents, text, { chunk });
      expect(sqlOf(read)).toEqual(EXECUTED);
      expect(read.statements[0]).toMatchObject({
        user: 'app',
        application: 'shop-web',
        database: 'shop',
        session: '51',
      });
      expect(read.statements[0]?.at).toBe('2026-11-20T16:22:57.299Z');
      expect(read.passedOver).toEqual({ 'failed statement': 2, 'event of another kind': 1 });
      expect(read.unread.map((line) => line.replace(/^\d+: /, ''))).toEqual([
        'event without the text of its statement (1)',
      ]);
      expect(read.notCarried).toEqual([]);
    }
  });

  it('reads CSV with a column for each field', () => {
    const text = [
      'name,timestamp,batch_text,statement,result,username,client_app_name,database_name,session_id',
      'sql_batch_completed,2026-11-20 16:22:57.2990000,"SELECT 1, 2",NULL,OK,app,web,shop,51',
      "rpc_completed,2026-11-20 16:22:57.2990000,NULL,\"exec sp_executesql N'SELECT @p',N'@p int',@p=5\",OK,app,web,shop,51",
      'sql_batch_completed,2026-11-20 16:22:57.2990000,SELECT 1/0,NULL,Error,app,web,shop,51',
      '',
    ].join('\n');
    expect(findFormat(Buffer.from(text), 'events.csv').kind).toBe('extended-events');
    const read = readAll(extendedEvents, text);
    expect(sqlOf(read)).toEqual(['SELECT 1, 2', 'SELECT @p']);
    expect(read.statements[0]).toMatchObject({ user: 'app', application: 'web', at: '2026-11-20T16:22:57.299Z' });
  });

  it('says what the session does not record', () => {
    const read = readAll(
      extendedEvents,
      '<event name="sql_batch_completed"><data name="batch_text"><value>SELECT 1</value></data></event>',
    );
    expect(read.notCarried).toEqual(['caller.user', 'caller.application', 'caller.database']);
  });

  it('reports an event that is cut off, and one that is malformed', () => {
    const read = readAll(extendedEvents, '<event name="x"><data name="y"><value>1</event>\n<event name="sql_batch');
    expect(read.unread).toEqual(['1: text that is not an event (1)', '2: event cut off at the end of the file (1)']);
  });

  it('reads a long malformed event in time that grows with its length', async () => {
    await expectLinear((times) =>
      readAll(extendedEvents, `<event name="x">${'<data name="y"><value>'.repeat(20_000 * times)}</event>`),
    );
  });

  it('keeps a session in one part', () => {
    const text = EVENTS.join('\n') + event('sql_batch_completed', 'batch_text', 'SELECT 9', 'OK', '52');
    const parts = [0, 1, 2].map((index) => readAll(extendedEvents, text, { part: { index, of: 3 } }));
    expect(parts.flatMap(sqlOf).sort()).toEqual([...EXECUTED, 'SELECT 9'].sort());
  });
});

it.each([
  ['(@1 int)SELECT @1', 'SELECT @1'],
  ["(@a varchar(8000),@b varchar(10) = ')')UPDATE t SET a = @a", 'UPDATE t SET a = @a'],
  ['(SELECT 1) UNION (SELECT 2)', '(SELECT 1) UNION (SELECT 2)'],
  ['(@1 int', '(@1 int'],
])('%j without its declarations is %j', (text, expected) => {
  expect(withoutDeclarations(text)).toBe(expected);
});

it.each([
  ["exec sp_executesql N'SELECT 1'", 'SELECT 1'],
  ["EXECUTE sys.sp_executesql @stmt = N'SELECT ''x''', N'@p int', 1;", "SELECT 'x'"],
  ['exec sp_executesql @sql', 'exec sp_executesql @sql'],
  ["exec sp_executesql N'SELECT ' + @more", "exec sp_executesql N'SELECT ' + @more"],
  ["exec sp_executesql N'SELECT", "exec sp_executesql N'SELECT"],
])('what %j executes', (text, expected) => {
  expect(executedText(text)).toBe(expected);
});
