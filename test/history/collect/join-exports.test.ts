import { describe, expect, test } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { mergeHistories } from '../../../src/history/index.ts';
import type { Dialect, History } from '../../../src/model/index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

function collect(files: Readonly<Record<string, string>>, dialect: Dialect = 'postgresql'): Promise<History> {
  const inputs = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return collectHistory(inputs, { dialect, now: NOW }, COLLECT_TOOLS);
}

/** `shape by application/user of database: calls, limit`. */
function rows({ rows: all }: History): string[] {
  return all.map(({ shape, caller, days, facts }) => {
    const calls = Object.values(days).reduce((sum, count) => sum + count, 0);
    const { application = '?', user = '?', database = '?' } = caller;
    return `${shape} by ${application}/${user} of ${database}: ${calls}, ${facts.limit ?? '?'}`;
  });
}

const line = (sql: string, more: object = {}): string =>
  `${JSON.stringify({ sql, user: 'app', application: 'web', database: 'shop', at: '2026-11-19T10:00:00Z', ...more })}\n`;

const LOG =
  line('SELECT a FROM t WHERE b = 5 LIMIT 10') +
  line('SELECT a FROM t WHERE b = 5 LIMIT 5000', { application: 'etl' }) +
  line('UPDATE users SET deleted_at = NULL WHERE id = -5');
const STAT = `query,calls,rolname,datname
"SELECT a FROM t WHERE b = $1 LIMIT $2",900,app,shop
"UPDATE users SET deleted_at = $1 WHERE id = $2",80,app,shop
"UPDATE users SET deleted_at = $1 WHERE id = $2",7,other,shop
"SELECT rare FROM t LIMIT $1",1,app,shop
`;

describe('a log and pg_stat_statements of one server', () => {
  const JOINED = [
    'select a from t where b = ? limit ? by etl/app of shop: 1, 5000',
    'select a from t where b = ? limit ? by web/app of shop: 1, 10',
    'select rare from t limit ? by ?/app of shop: 1, ?',
    'update users set deleted_at = ? where id = ? by ?/other of shop: 7, 0',
    'update users set deleted_at = ? where id = ? by web/app of shop: 1, 0',
  ];

  test('are one history, with each query once', async () => {
    const history = await collect({ 'a.jsonl': LOG, 'stat.csv': STAT });
    expect(rows(history).sort()).toEqual(JOINED);
    expect(history.header.statements).toBe(11);
    const [, stat] = history.header.sources;
    expect([stat?.statements, stat?.notes.at(-1)]).toEqual([
      988,
      '2 rows of the exports (980 executions) are in a log too, and count there',
    ]);
  });

  test('are the same if each was collected by itself', async () => {
    const parts = [await collect({ 'stat.csv': STAT }), await collect({ 'a.jsonl': LOG })];
    const merged = mergeHistories(parts, {});
    expect(rows(merged).sort()).toEqual(JOINED);
    expect(mergeHistories([merged], {}).rows).toEqual(merged.rows);
  });

  test('without a log, and without an export, nothing is left out', async () => {
    expect((await collect({ 'stat.csv': STAT })).header.statements).toBe(988);
    const unnamed = line('SELECT a FROM t', { application: null, at: null }) + line('SELECT a FROM t');
    expect((await collect({ 'a.jsonl': unnamed })).header.statements).toBe(2);
  });
});

test('a log and a digest of MySQL are one history, whatever the digest quotes', async () => {
  const log =
    line('select a from t where b = 5 limit 10') +
    line('insert into t (a, b) values (1, NULL)') +
    line('update `t` set `order` = -1 where a = true');
  const digest = `SCHEMA_NAME,DIGEST_TEXT,COUNT_STAR
shop,SELECT \`a\` FROM \`t\` WHERE \`b\` = ? LIMIT ?,90
shop,"INSERT INTO \`t\` ( \`a\` , \`b\` ) VALUES (...)",80
shop,UPDATE \`t\` SET \`order\` = ? WHERE \`a\` = TRUE,70
shop,SELECT \`c\` FROM \`t\`,5
`;
  const history = await collect({ 'a.jsonl': log, 'digest.csv': digest }, 'mysql');
  expect(rows(history).sort()).toEqual([
    'insert into t(a, b) values (...) by ?/? of shop: 80, 0',
    'insert into t(a, b) values (?, ?) by web/app of shop: 1, 0',
    'select a from t where b = ? limit ? by web/app of shop: 1, 10',
    'select c from t by ?/? of shop: 5, 0',
    'update t set `order` = ? where a = ? by web/app of shop: 1, 0',
  ]);
});

describe('what sessions created, in an export that names no sessions', () => {
  test('is known of what no statement of the export creates', async () => {
    const stat = `query,calls
DELETE FROM jobs,5
DELETE FROM app.staging,5
TRUNCATE t,2
DROP TABLE x,2
CREATE TABLE x (a int),2
CREATE TEMP TABLE staging (a int),2
DROP TABLE y,2
DROP INDEX i,2
ALTER TABLE y_new RENAME TO z,1
DROP TABLE z,1
`;
    const found = (await collect({ 'stat.csv': stat })).rows.flatMap(({ shape, operations }) =>
      operations.map(({ createdHere, temporary }) => `${shape}: ${createdHere ?? '?'} ${temporary ?? '?'}`),
    );
    expect(found.filter((text) => !/^(?:create|alter)/.test(text)).sort()).toEqual([
      'delete from app.staging: ? ?',
      'delete from jobs: false false',
      'drop index i: ? ?',
      'drop table x: ? ?',
      'drop table y: false false',
      'drop table z: ? ?',
      'truncate t: false false',
    ]);
  });

  test.each<[Dialect, string]>([
    [
      'mysql',
      'SCHEMA_NAME,DIGEST_TEXT,COUNT_STAR\nshop,DELETE FROM `jobs`,5\nshop,CREATE TEMPORARY TABLE `a` ( `b` INTEGER ),1\n',
    ],
    [
      'transactsql',
      'day,database_name,count_executions,query_parameterization_type,query_sql_text\n2026-11-19,shop,5,0,DELETE FROM jobs\n',
    ],
  ])('%s: too', async (dialect, text) => {
    const { rows: all } = await collect({ 'export.csv': text }, dialect);
    const [row] = all.filter(({ shape }) => shape.startsWith('delete'));
    expect([row?.operations[0]?.createdHere, row?.operations[0]?.temporary]).toEqual([false, false]);
  });

  test('is not known if a text that creates something was not read', async () => {
    const stat = 'query,calls\nDELETE FROM jobs,5\n"CREATE NONSENSE jobs WITH, (",1\n';
    const { rows: all } = await collect({ 'stat.csv': stat });
    expect(all.find(({ shape }) => shape === 'delete from jobs')?.operations[0]?.createdHere).toBeUndefined();
  });
});
