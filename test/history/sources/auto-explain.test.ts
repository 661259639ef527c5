import { describe, expect, it } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { FORMATS, findFormat } from '../../../src/history/sources/formats.ts';
import { plannedStatement } from '../../../src/history/sources/postgresql/plan-text.ts';
import { NOW } from '../build.ts';
import { fixture, readAll, sqlOf } from './read.ts';

const read = (name: string) => {
  const bytes = fixture(`postgresql/${name}`);
  return readAll(findFormat(bytes, name), bytes);
};

/** What the clients of the fixtures ran, without what failed and what ran in functions. */
const RAN = [
  'select id, total from orders where customer_id = 1 limit 50;',
  "select id,\n       note\nfrom orders\nwhere note = 'a\n  Seq Scan on x  (cost=1..2 rows=1 width=1)'\norder by id;",
  "update orders set state = 'sent' where id = 1;",
  "insert into customers (name) values ('cas'), ('dan');",
  "delete from customers where name = 'dan';",
  'select id from orders where customer_id = $1 limit $2',
  'select count(*) from orders where state = $1',
  'select count(*) from orders where state = $1',
  'select 1 as a; select 2 as b',
  'select f()',
  'explain select * from orders',
];

describe('a log with plans of auto_explain', () => {
  it.each([
    'auto-explain.text',
    'auto-explain.jsonlog',
    'auto-explain.csvlog',
    'auto-explain-json.jsonlog',
    'auto-explain-yaml.csvlog',
    'auto-explain-xml.text',
  ])('%s has each statement once', (name) => {
    const found = read(name);
    expect(sqlOf(found)).toEqual(RAN);
    expect(found.unread).toEqual([]);
    expect(found.passedOver).toEqual({
      'failed statement': 1,
      'further plan of a statement': 1,
      // Of functions and foreign keys.
      'server message': 3,
    });
  });

  it.each([
    // `begin` and `set local`, `prepare`, `execute`, `commit`, `create function` and `pg_sleep` have no plan, or are only in these logs.
    ['auto-explain-duration.text', 18],
    ['auto-explain-statement.text', 18],
    ['auto-explain-nameless.text', 18],
  ])('%s has each statement once, though most are logged too', (name, statements) => {
    const found = read(name);
    const texts = sqlOf(found).map((sql) => sql.trim());
    for (const sql of new Set(RAN)) {
      const expected = RAN.filter((one) => one === sql).length;
      // Two plans of one text cannot be told from two runs if the log names no sessions.
      const isTwice = name.includes('nameless') && sql.includes('; select');
      expect([sql, texts.filter((one) => one === sql).length]).toEqual([sql, isTwice ? 2 : expected]);
    }
    expect(found.statements.length - (name.includes('nameless') ? 1 : 0)).toBe(statements);
    expect(found.unread).toEqual([]);
  });

  it('may be incomplete if statements are counted from plans', async () => {
    const gapsOf = async (name: string) => {
      const input = { name, bytes: fixture(`postgresql/${name}`) };
      return (await collectHistory([input], { now: NOW }, COLLECT_TOOLS)).header.sources[0]?.gaps;
    };
    expect(await gapsOf('auto-explain.jsonlog')).toEqual(['sampled']);
    expect(await gapsOf('auto-explain-duration.text')).toEqual([]);
    expect(await gapsOf('auto-explain-statement.text')).toEqual([]);
  });

  it('has parameters since PostgreSQL 16', () => {
    const plan = "Query Text: SELECT $1\nQuery Parameters: $1 = 'it''s'\nResult  (cost=0.00..0.01 rows=1.00 width=4)";
    const line = (text: string) =>
      JSON.stringify({ session_id: 'a.1', error_severity: 'LOG', message: `duration: 1.000 ms  plan:\n${text}` });
    const found = readAll(FORMATS['postgresql-jsonlog'], `${line(plan)}\n`);
    expect(found.statements.map(({ sql, binds }) => [sql, binds])).toEqual([['SELECT $1', ["it's"]]]);
    const json = '{\n  "Query Text": "SELECT $1",\n  "Query Parameters": "$1 = \'7\'",\n  "Plan": {}\n}';
    expect(readAll(FORMATS['postgresql-jsonlog'], `${line(json)}\n`).statements[0]?.binds).toEqual(['7']);
    expect(readAll(FORMATS['postgresql-jsonlog'], `${line('Query Text: SELECT 1')}\n`).unread).toEqual([
      '1: auto_explain plan in an unknown format (1)',
    ]);
  });
});

it.each([
  ['XML', '<explain><Query-Text>a &lt; b &amp;&amp; c</Query-Text>', { sql: 'a < b && c', parameters: undefined }],
  ['YAML', 'Query Text: "a\\n\\"b\\""\nPlan: \n', { sql: 'a\n"b"', parameters: undefined }],
  ['another text', 'Plan: x', undefined],
])('reads the text of a plan as %s', (_, text, expected) => {
  expect(plannedStatement(text)).toEqual(expected);
});
