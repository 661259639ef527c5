import { expect, it } from 'vitest';
import { breakLineCommands, cut, visible, visibleJson, visibleLiteral } from '../../../src/report/text/visible.ts';

it.each([
  ['plain text, ünïcode, 漢字, 😀', 'plain text, ünïcode, 漢字, 😀'],
  ['a\r\nb\tc\0', 'a␍␊b␉c␀'],
  ['\u001b[31m \u007f', '␛[31m ␡'],
  ['\u0085 \u009b31m', '<U+0085> <U+009B>31m'],
  ['\u202e\u2066\u200f', '<U+202E><U+2066><U+200F>'],
  ['zero\u200bwidth\u2060\ufeff', 'zero<U+200B>width<U+2060><U+FEFF>'],
  ['\u2028\u2029', '<U+2028><U+2029>'],
  ['\u{e0041}\u3164\u2800\u00ad', '<U+E0041><U+3164><U+2800><U+00AD>'],
  ['\ud800 alone', '<U+D800> alone'],
  ['##[error]x ###[a]', '##\u200b[error]x ###\u200b[a]'],
  // An invisible character must not join the characters around it into a command.
  ['##\u200b[error]', '##<U+200B>[error]'],
])('shows %j as %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

it.each([
  ['::error::x', '\u200b::error::x'],
  ['  ::error::x', '  \u200b::error::x'],
  ['\u00a0\u3000::x', '\u00a0\u3000\u200b::x'],
  ['/close', '\u200b/close'],
  ['a ::b /c', 'a ::b /c'],
  [':x', ':x'],
])('guards the line %j', (line, expected) => {
  expect(breakLineCommands([line])).toEqual([expected]);
});

it('writes JSON that is lossless and safe to print', () => {
  const value = { text: '##[error]\u001b\u202e\u2028\u{e0041}\ud800 é', list: ['\n', '###['] };
  const text = visibleJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toContain('##[');
  expect(text.replaceAll('\n', '')).toMatch(/^[\x20-\x7eé]*$/);
  expect(JSON.parse(visibleLiteral(value.text))).toBe(value.text);
});

it.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀c', 4, 'ab…'],
  ['abc', 0, '…'],
])('cuts %j to %i', (text, limit, expected) => {
  expect(cut(text, limit)).toBe(expected);
});
