import { describe, expect, it } from 'vitest';
import { mysqlDigest } from '../../../src/history/sources/mysql/digest.ts';
import { transcript } from './transcript.ts';

const HEADER = 'SCHEMA_NAME\tDIGEST_TEXT\tCOUNT_STAR\n';

function read(text: string) {
  return transcript(mysqlDigest, Buffer.from(text), { size: 7 });
}

const named = (count: number) => Array.from({ length: count }, (_, at) => `\`column_${100 + at}\` = ?`).join(' AND ');
const plain = (count: number) => Array.from({ length: count }, () => '`a` + ?').join(' + ');

describe('a digest that the server cut off', () => {
  // Sizes as `max_digest_length` counts them: 2 bytes per token, plus 2 and the name for each name.
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['with a mark', 'SELECT `a` FROM `t` WHERE ...', true],
    ['lists do not count as a mark', 'SELECT * FROM `t` WHERE `a` IN (...)', false],
    ['nor are lists of rows', 'INSERT INTO `t` VALUES (...) /* , ... */', false],
    ['nor are values', 'SELECT * FROM `t` LIMIT ?, ...', false],
    ['without a mark, as long as a digest may be', `SELECT * FROM \`t\` WHERE ${named(51)}`, true],
    ['without a mark, of short tokens', `SELECT ${plain(90)}`, true],
    ['shorter', `SELECT * FROM \`t\` WHERE ${named(30)}`, false],
    ['a long text of long keywords', `SELECT ${'CHARACTER_LENGTH ( ? ) , '.repeat(60)} ?`, false],
  ];
  it.each(cases)('%s', (_, digest, cut) => {
    const { lines } = read(`${HEADER}shop\t${digest}\t1\n`);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.includes('"truncated":true')).toBe(cut);
  });
});

describe('words of a digest', () => {
  it.each([
    ['DROP SYSTEM_USER `zz`', 'drop user `zz`'],
    ['SELECT SYSTEM_USER ( )', 'select user ( )'],
    ['SELECT `SYSTEM_USER` , `A``B` , ID FROM STATUS', 'select `SYSTEM_USER` , `A``B` , id from status'],
  ])('%s', (digest, sql) => {
    expect(JSON.parse(read(`${HEADER}shop\t${digest} \t1\n`).lines[0]?.split('\n')[0] ?? '')).toBe(sql);
  });
});

describe('exports', () => {
  it.each([
    ['columns in another order, and in capitals', 'COUNT_STAR,DIGEST_TEXT\n5,SELECT ?\n', ['"select ?"']],
    ['a byte order mark', '\ufeffDIGEST_TEXT,COUNT_STAR\nSELECT ?,5\n', ['"select ?"']],
    ['escapes of `mysql --batch`', `${HEADER}a\\tb\\\\\tSELECT \`x\\ny\`\t1\n`, ['"select `x\\ny`"']],
    [
      'no header',
      'shop\tSELECT ?\t1\n',
      ['UNREAD header without the columns DIGEST_TEXT and COUNT_STAR, line 1, calls 1'],
    ],
    ['nothing', '', []],
    ['no row', HEADER, []],
    ['no line end', `${HEADER}shop\tSELECT ?\t1`, ['"select ?"']],
    [
      'a quote that does not end',
      'digest_text,count_star\n"SELECT ?,1\n',
      ['UNREAD record cut off at the end of the file, line 2, calls 1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text).lines.map((line) => line.split('\n')[0])).toEqual(expected);
  });

  it('database names', () => {
    const { lines } = read(`${HEADER}a\\tb\\\\\tSELECT ?\t1\nNULL\tSELECT ?\t1\n`);
    expect(lines.map((line) => /"database":("(?:[^"\\]|\\.)*")/.exec(line)?.[1])).toEqual(['"a\\tb\\\\"', '""']);
    expect(read('digest_text,count_star\nSELECT ?,1\n').lines[0]).not.toContain('database');
  });
});
