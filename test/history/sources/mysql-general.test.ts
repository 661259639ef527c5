import { describe, expect, it } from 'vitest';
import { mysqlGeneral } from '../../../src/history/sources/mysql/general.ts';
import { databaseAfter } from '../../../src/history/sources/mysql/use-database.ts';
import { transcript } from './transcript.ts';

function read(log: string) {
  const bytes = Buffer.from(log);
  const whole = transcript(mysqlGeneral, bytes, {});
  expect(transcript(mysqlGeneral, bytes, { size: 1 })).toEqual(whole);
  return whole;
}

const at = (argument: string, thread = 7) => `2026-11-20T07:10:00.100000Z\t${String(thread).padStart(5)} ${argument}\n`;

describe('the caller', () => {
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ['app@localhost on shop using Socket', { user: 'app', database: 'shop' }],
    ['app@10.0.0.1 on  using TCP/IP', { user: 'app', database: '' }],
    ['app@localhost on using SSL/TLS', { user: 'app', database: '' }],
    ['app@localhost on ', { user: 'app', database: '' }],
    ['app@localhost on shop', { user: 'app', database: 'shop' }],
    ['app@localhost as ann on shop using Socket', { user: 'app', database: 'shop' }],
    ['app@localhost as  on ', { user: 'app', database: '' }],
    ['odd user[x] @ y@localhost on ware house using Named Pipe', { user: 'odd user[x] @ y', database: 'ware house' }],
    ['@localhost on shop', { user: '', database: 'shop' }],
    ['something else', {}],
  ];
  it.each(cases)('%s', (argument, facts) => {
    const { lines } = read(`${at(`Connect\t${argument}`)}${at('Query\tselect 1')}`);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1]?.split('\n')[1] ?? '')).toEqual({
      at: '2026-11-20T07:10:00.100Z',
      session: '7/0',
      ...facts,
    });
  });
});

describe('the time', () => {
  it('is written once a second by MariaDB', () => {
    const log = '261120 16:22:13\t     3 Query\ta\n\t\t     3 Query\tb\n261120  6:22:14\t    33 Query\tc\n';
    const { lines, notes } = read(log);
    expect(lines.map((line) => /"at":"([^"]*)"/.exec(line)?.[1])).toEqual([
      '2026-11-20T16:22:13.000Z',
      '2026-11-20T16:22:13.000Z',
      '2026-11-20T06:22:14.000Z',
    ]);
    expect(notes).toEqual(['times without a time zone are read as UTC']);
  });

  it('is not known before the first one', () => {
    expect(read('\t\t     3 Query\ta\n').lines).toEqual(['"a"\n    {"session":"3/0"}']);
  });
});

describe('the end of an argument', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'lines that are not records',
      `${at("Query\tselect '\n\t\tx 5 Query\ty\n\n 12 Query\n")}`,
      ["select '\n\t\tx 5 Query\ty\n\n 12 Query"],
    ],
    ['the next record', `${at('Query\ta\nb')}${at('Query\tc')}`, ['a\nb', 'c']],
    [
      'a server that starts',
      `${at('Query\ta')}x, Version: 9. started with:\nTcp port: 1\nTime  Id Command Argument\n${at('Query\tb')}`,
      ['a', 'SKIPPED server start', 'b'],
    ],
    [
      'text like a server start',
      at('Query\ta\nx, Version: 9. started with:\nb'),
      ['a\nx, Version: 9. started with:\nb'],
    ],
    [
      'the beginning inside a record',
      `from t\nwhere x\n${at('Query\ta')}`,
      ['UNREAD text outside any record, line 1, calls 1', 'a'],
    ],
    [
      'a log copied from a terminal',
      '051007 21:55:24       42 Query       SELECT a\n                     FROM b\n                 43 Query       SELECT c\n',
      ['SELECT a\n                     FROM b', 'SELECT c'],
    ],
    ['with tabs, spaces make no record', `${at('Query\ta')}    12 Query       b\n`, ['a\n    12 Query       b']],
    ['a number of a prepared statement', at('Execute\t[12] select 1'), ['select 1']],
    [
      'an execution without its text',
      at('Execute\t'),
      ['UNREAD command logged without its statement, line 1, calls 1'],
    ],
    ['nothing', at('Query\t'), ['SKIPPED empty statement']],
    [
      'commands that are not known',
      at('Subscribe Group Replication Stream\tx'),
      ['SKIPPED command without a statement'],
    ],
  ];
  it.each(cases)('%s', (_, log, expected) => {
    const first = (line: string) => (line.startsWith('"') ? (JSON.parse(line.split('\n')[0] ?? '') as string) : line);
    expect(read(log).lines.map(first)).toEqual(expected);
  });
});

describe('the database after a statement', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['select 1', 'shop'],
    ['use stats', 'stats'],
    ['USE `a``b`;', 'a`b'],
    ['use`x`', 'x'],
    ['user_function()', 'shop'],
    ['  use stats', undefined],
    ['/* x */ use stats', undefined],
    ['-- x\nuse stats', undefined],
    ['# x\nuse stats', undefined],
    ['/*!40101 use stats */', undefined],
    ['/*M! use stats */', undefined],
    ['select 1; use stats', undefined],
    ['select 1;use stats;', undefined],
    ["select '; use stats'", undefined],
    ['select 1; -- x', 'shop'],
    ['select * from t use index (a)', 'shop'],
    ['select 1; select * from t use index (a)', 'shop'],
    ['drop database shop', ''],
    ['DROP SCHEMA IF EXISTS `shop`', ''],
    ['drop database other', 'shop'],
    ['drop table shop', 'shop'],
    [`/* ${'x'.repeat(20_000)} */ use stats`, undefined],
    [`update t set a = '; ${'x'.repeat(20_000)}'`, 'shop'],
    ['select 1 from t\nuse index (a)', 'shop'],
    ['select 1 from t -- x\nuse key (a)', 'shop'],
    ['/*!use stats*/', undefined],
    ['select 1 use stats', undefined],
    ['select a.use from t', 'shop'],
  ];
  it.each(cases)('%s', (sql, expected) => {
    const bytes = Buffer.from(sql);
    expect(databaseAfter(bytes, 0, bytes.length, 'shop')).toBe(expected);
  });
});

it('a text of more than 64 MiB is unread', () => {
  const long = `${'x'.repeat(1023)}\n`.repeat(65 * 1024);
  const { lines } = transcript(mysqlGeneral, Buffer.from(`${at('Query\ta')}${at(`Query\t${long}`)}${at('Query\tb')}`), {
    size: 1024 * 1024,
  });
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    '"a"',
    'UNREAD statement longer than 64 MiB, line 2, calls 1',
    '"b"',
  ]);
});

it('a line of more than 64 MiB is unread and belongs to no record', () => {
  const { lines } = transcript(
    mysqlGeneral,
    Buffer.from(`${at(`Query\t${'x'.repeat(65 * 1024 * 1024)}`)}more\n${at('Query\tb')}`),
    {
      size: 1024 * 1024,
    },
  );
  expect(lines.map((line) => line.split('\n')[0])).toEqual(['UNREAD line longer than 64 MiB, line 1, calls 1', '"b"']);
});
