import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMATS, findFormat } from '../../../src/history/sources/formats.ts';
import { ConfigError, HISTORY_SOURCES } from '../../../src/model/index.ts';
import { readAll } from './read.ts';

const head = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url)).subarray(0, 256 * 1024);

it('the table has every source under its own name', () => {
  expect(Object.keys(FORMATS)).toEqual(Object.keys(HISTORY_SOURCES));
  for (const [kind, format] of Object.entries(FORMATS)) expect(format.kind).toBe(kind);
});

describe('format detection', () => {
  it.each([
    ['mariadb-slow.log', 'mysql-slow', 'mariadb'],
    ['mysql-slow.log', 'mysql-slow', 'mysql'],
    ['mariadb-general.log', 'mysql-general', 'mariadb'],
    ['mysql-general.log', 'mysql-general', 'mysql'],
    ['mariadb-digest.tsv', 'mysql-digest', 'mariadb'],
    ['mysql-digest.csv', 'mysql-digest', 'mysql'],
    ['statements.jsonl', 'jsonl', 'postgresql'],
  ])('%s is detected as %s of %s', (name, kind, dialect) => {
    const format = findFormat(head(name), name);
    expect([format.kind, format.dialects[0]]).toEqual([kind, dialect]);
    // The name does not show the format.
    expect(findFormat(head(name), 'postgresql.log').kind).toBe(kind);
  });

  const KINDS: Readonly<Record<string, string>> = {
    jsonlog: 'postgresql-jsonlog',
    csvlog: 'postgresql-csvlog',
    text: 'postgresql-stderr',
  };
  const postgresql = readdirSync(new URL('../fixtures/postgresql', import.meta.url)).flatMap((name) => {
    const kind = KINDS[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    return kind === undefined ? [] : [[name, kind] as const];
  });
  it.each(postgresql)('%s is %s', (name, kind) => {
    expect(findFormat(head(`postgresql/${name}`), name).kind).toBe(kind);
  });

  it('a slow log inside a general log is a general log, and vice versa', () => {
    const slow = head('mysql-slow.log').toString();
    const general = head('mysql-general.log').toString();
    expect(findFormat(Buffer.from(`${general}\n${slow}`), 'x').kind).toBe('mysql-general');
    expect(findFormat(Buffer.from(`${slow}\n${general}`), 'x').kind).toBe('mysql-slow');
  });

  const MYSQL =
    '/usr/sbin/mysqld, Version: 8.4.6 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /run/mysqld.sock\nTime                 Id Command    Argument\n';
  const MARIADB =
    'C:\\mariadbd.exe, Version: 11.4.2-MariaDB-log (mariadb.org binary distribution). started with:\r\nTCP Port: 3306, Named Pipe: MySQL\r\nTime\t\t    Id Command\tArgument\r\n';
  it.each([
    ['mysql-slow.log.1', MYSQL, 'mysql-slow', 'mysql'],
    ['general.log.1', MYSQL, 'mysql-general', 'mysql'],
    ['mysql.log.1', MYSQL, 'mysql-general', 'mysql'],
    ['db1-slow.log', MARIADB.repeat(2), 'mysql-slow', 'mariadb'],
  ])('%s is a log without statements if it has only the header', (name, text, kind, dialect) => {
    const format = findFormat(Buffer.from(text), name);
    expect([format.kind, format.dialects[0]]).toEqual([kind, dialect]);
    expect(readAll(format, text)).toMatchObject({ statements: [], unread: [] });
  });

  it('the requested format has priority', () => {
    expect(findFormat(head('mysql-slow.log'), 'x', 'jsonl').kind).toBe('jsonl');
    expect(findFormat(head('mariadb-slow.log'), 'x', 'mysql-general').dialects[0]).toBe('mariadb');
  });
});

describe('an unknown format is rejected', () => {
  it.each([
    ['', 'this looks like an empty file, not a log or export that can be read: leave the file out'],
    [
      'hello\nworld\n',
      'this looks like text, not a log or export that can be read: convert it to JSON Lines, a line for',
    ],
    ['mysqld, Version: 8.4.6. started with:\nhello\n', 'this looks like text, not a log'],
    [
      '{"a":1}\n',
      'the nearest format is `postgresql-jsonlog` (`--format postgresql-jsonlog`); if it is another one, convert',
    ],
    ['{"query":"select 1","n":1}\n', 'the nearest format is `jsonl` (`--format jsonl`)'],
    ['# Time: yesterday\nhello\n', 'the nearest format is `mysql-slow`'],
    ['queryid,text\n1,hello\n', 'the nearest format is `pg-stat-statements`'],
    ['2026-11-20 12:00:00 app hello django\n', 'the nearest format is `django`'],
    ['[{"sql":"select 1"}]', 'this looks like a JSON array, not a log'],
    [
      '{"data":{"getQueryStats":[{"normalizedQuery":"hello $1","totalCalls":3}]}}',
      'it may be query statistics of pganalyze: write `normalizedQuery` as `sql`, `totalCalls` as `calls` and `"normalised":true`, and pass `--completeness top-n`; convert it to JSON Lines',
    ],
    [
      '{"Keys":[{"Dimensions":{"db.sql.statement":"hello"}}]}',
      'RDS Performance Insights: it has load instead of calls',
    ],
    ['[{"event_message":"hello","timestamp":1}]', 'it may be an export of the Supabase logs explorer: write'],
    ['{"data":[{"traceID":"a","spans":[]}]}', 'traces of Jaeger: export the spans with the file exporter'],
    [' query | calls\n-------+-------\n hello | 1\n', 'a table that `psql` printed: export it as CSV'],
    ['<html>', 'this looks like XML or HTML, not a log'],
    ['\x7fELF\0\0', 'this looks like binary data, not a log'],
    [
      '{"querygateHistory":1,"factsVersion":1}\n',
      'this looks like a Querygate snapshot, not a log or export that can be read: merge snapshots with `querygate history merge`',
    ],
  ])('%j', (text, message) => {
    expect(() => findFormat(Buffer.from(text), 'some.log')).toThrow(message);
    try {
      findFormat(Buffer.from(text), 'some.log');
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).place).toEqual({ file: 'some.log' });
      expect((error as ConfigError).toLine()).not.toContain('hello');
    }
  });

  it('with two equally likely formats', () => {
    const both = 'digest_text,count_star,query,calls\n';
    expect(() => findFormat(Buffer.from(both), 'x')).toThrow(
      /^this may be `[a-z-]+` or `[a-z-]+`: name the format with `querygate history collect --format`$/,
    );
  });
});
