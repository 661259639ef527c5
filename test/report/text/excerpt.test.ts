import { describe, expect, it } from 'vitest';
import { cutExcerpt } from '../../../src/model/index.ts';
import { markExcerpt } from '../../../src/report/text/excerpt.ts';
import { textWidth, wrapped } from '../../../src/report/text/width.ts';
import { finding } from '../build.ts';

function drawn(sql: string, part: string, width = 80): string[] {
  const { code, indent, length } = markExcerpt(finding('a.sql', sql, part), width, '…');
  return [code, ' '.repeat(indent) + '^'.repeat(length)];
}

it.each([
  [
    'a part of a line',
    'SELECT 1; DROP TABLE a;',
    'DROP TABLE a',
    ['SELECT 1; DROP TABLE a;', '          ^^^^^^^^^^^^'],
  ],
  ['white space before it', '    DROP TABLE a;', 'DROP TABLE a', ['DROP TABLE a;', '^^^^^^^^^^^^']],
  ['tabs', '\tx;\tDROP;', 'DROP', ['x;  DROP;', '    ^^^^']],
  ['wide characters', "SELECT '漢字'; DROP;", 'DROP', ["SELECT '漢字'; DROP;", '               ^^^^']],
  ['wide characters under it', 'DROP TABLE 漢字;', '漢字', ['DROP TABLE 漢字;', '           ^^^^']],
  ['emoji of several characters', "'👩🏽‍🚀' DROP", 'DROP', ["'👩🏽<U+200D>🚀' DROP", '               ^^^^']],
  ['combining marks', "'e\u0301' DROP", 'DROP', ["'e\u0301' DROP", '    ^^^^']],
  ['hidden characters', '\u202eDROP', 'DROP', ['<U+202E>DROP', '        ^^^^']],
  ['a command mark', '/*##[x]*/ DROP', 'DROP', ['/*##\u200b[x]*/ DROP', '          ^^^^']],
  ['several lines', 'x; DROP TABLE\n a;', 'DROP TABLE\n a', ['x; DROP TABLE', '   ^^^^^^^^^^']],
])('marks %s', (_, sql, part, expected) => {
  expect(drawn(sql, part)).toEqual(expected);
});

describe('long lines', () => {
  const sql = `${'x'.repeat(3000)} DROP TABLE a; ${'y'.repeat(3000)}`;

  it.each([20, 40, 80, 200])('are cut around the carets to %i columns', (width) => {
    const [code = '', caret = ''] = drawn(sql, 'DROP TABLE a', width);
    expect(textWidth(code)).toBeLessThanOrEqual(width);
    expect(code).toMatch(/^…x+ DROP TABLE a;?.*…$/);
    expect(code.indexOf('DROP TABLE a')).toBe(caret.indexOf('^'));
    expect(caret.trim()).toHaveLength('DROP TABLE a'.length);
  });

  it('are cut within wide characters without exceeding the width', () => {
    const [code = '', caret = ''] = drawn(`${'漢'.repeat(150)}DROP${'字'.repeat(150)}`, 'DROP', 41);
    expect(textWidth(code)).toBeLessThanOrEqual(41);
    expect(textWidth(code.slice(0, code.indexOf('DROP')))).toBe(caret.indexOf('^'));
  });

  it('shorten a run of carets that is longer than the width', () => {
    const [code = '', caret = ''] = drawn(`DROP TABLE ${'a'.repeat(300)};`, `DROP TABLE ${'a'.repeat(300)}`, 40);
    expect(caret.length).toBeLessThanOrEqual(textWidth(code));
    expect(caret.startsWith('^'.repeat(30))).toBe(true);
  });
});

it.each([
  [0, 1, 1],
  [5000, 1, 1],
  [5000, 101, 1],
  [5000, 102, 2],
  [5000, 4990, 4601],
  [5000, 5001, 4601],
  [399, 300, 1],
])('cuts a line of %i characters at column %i from column %i on', (length, column, from) => {
  const line = Array.from({ length }, (_, i) => String(i % 10)).join('');
  const { excerpt, excerptColumn } = cutExcerpt(line, column);
  expect(excerptColumn).toBe(from);
  expect(excerpt).toBe(line.slice(from - 1, from + 399));
});

it.each([
  ['one two three', 20, ['one two three']],
  ['aaaa bbbb cccc dddd eeee ffff', 20, ['aaaa bbbb cccc dddd', 'eeee ffff']],
  ['x '.repeat(15).trim(), 20, ['x x x x x x x x x x', 'x x x x x']],
  ['a'.repeat(45), 20, ['a'.repeat(20), 'a'.repeat(20), 'aaaaa']],
  ['漢'.repeat(12), 20, ['漢'.repeat(10), '漢漢']],
  ['', 20, ['']],
])('wraps %j', (text, width, expected) => {
  expect(wrapped(text, width)).toEqual(expected);
});
