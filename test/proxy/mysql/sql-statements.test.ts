import { describe, expect, it } from 'vitest';
import {
  endsItsSettings,
  readAssignments,
  readPreparedStatement,
  readUse,
} from '../../../src/proxy/mysql/sql-statements.ts';

describe('USE', () => {
  it.each([
    ['USE shop', 'shop'],
    [' use `a``b` ; ', 'a`b'],
    ['USE shop -- comment', undefined],
    ['USE shop other', undefined],
    ['USE "shop"', undefined],
    ['SELECT 1', undefined],
  ])('%s names %s', (text, name) => {
    expect(readUse(text)).toBe(name);
  });
});

describe('statements about prepared statements', () => {
  it.each([
    ["PREPARE S FROM 'SELECT ''a'''", { kind: 'prepare', name: 's', query: "SELECT 'a'" }],
    ['prepare `A b` from @Text', { kind: 'prepare', name: 'a b', query: undefined, variable: 'text' }],
    ['EXECUTE s USING @a, @b;', { kind: 'execute', name: 's' }],
    ['execute `S`', { kind: 'execute', name: 's' }],
    ['DROP PREPARE s', { kind: 'deallocate', name: 's' }],
    ['DEALLOCATE PREPARE s', { kind: 'deallocate', name: 's' }],
    ["PREPARE s FROM 'a\\'b'", undefined],
    ["PREPARE s FROM 'a' 'b'", undefined],
    ["EXECUTE IMMEDIATE 'SELECT 1'", undefined],
    ['EXECUTE s /* comment */', undefined],
  ])('%s is read as %j', (text, statement) => {
    expect(readPreparedStatement(text)).toEqual(statement);
  });
});

describe('SET', () => {
  const names = (text: string) => readAssignments(text)?.map(({ name, value, isGlobal }) => [name, value, isGlobal]);

  it.each([
    ['SET NAMES utf8mb4', [['names', 'utf8mb4', false]]],
    ["set names 'latin1' collate latin1_bin", [['names', 'latin1', false]]],
    ['SET CHARACTER SET gbk', [['names', 'gbk', false]]],
    [
      'SET @@session.sql_mode = "ANSI", NAMES utf8',
      [
        ['sql_mode', 'ANSI', false],
        ['names', 'utf8', false],
      ],
    ],
    ['SET GLOBAL sql_mode := DEFAULT', [['sql_mode', 'DEFAULT', true]]],
    ['SET @@global.x = 1', [['x', '1', true]]],
    [
      "SET @a = 'x, NAMES gbk', @B = f(1, 2)",
      [
        ['@a', 'x, NAMES gbk', false],
        ['@b', undefined, false],
      ],
    ],
    ["SET @a = 'x''y'", [['@a', "x'y", false]]],
    ['SET @@`sql_mode` = 1', undefined],
    ["SET @a = 'x\\', NAMES gbk -- '", undefined],
    ["SET @a = 'open", undefined],
    ['SET PASSWORD FOR a = 1', undefined],
    ['SELECT 1', undefined],
  ])('%s is read as %j', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ['SET STATEMENT max_statement_time = 1 FOR SELECT 1', true],
    ['SET STATEMENT character_set_client = gbk FOR SET NAMES gbk', false],
    ['SET @a = 1', false],
  ])('%s ends its settings: %s', (text, expected) => {
    expect(endsItsSettings(text)).toBe(expected);
  });
});
