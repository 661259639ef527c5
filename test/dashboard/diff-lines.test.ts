import { expect, test } from 'vitest';
import { changedBlocks, diffLines } from '../../dashboard/src/ui/diff-lines.ts';
import { expectNotEndless } from '../costs.ts';

/** A line as `-6 when: > [5000]`: sign, number, text with its marks in brackets. */
function shown(before: string, after: string): readonly string[] {
  const signs = { same: ' ', added: '+', removed: '-' };
  return (diffLines(before, after) ?? []).map(({ kind, text, before: old, after: now, marks }) => {
    const marked = marks
      .toReversed()
      .reduce((line, { start, end }) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`, text);
    return `${signs[kind]}${now ?? old} ${marked}`;
  });
}

test.each([
  {
    what: 'marks the words of a replaced line',
    before: 'a\nwhen: statement.limit > 5000\n',
    after: 'a\nwhen: statement.limit > 1000\n',
    lines: [' 1 a', '-2 when: statement.limit > [5000]', '+2 when: statement.limit > [1000]'],
  },
  {
    what: 'marks nothing in lines that have little in common',
    before: 'verdict: block\n',
    after: 'message: something else entirely\n',
    lines: ['-1 verdict: block', '+1 message: something else entirely'],
  },
  { what: 'adds a file', before: '', after: 'a\nb\n', lines: ['+1 a', '+2 b'] },
  { what: 'removes a file', before: 'a\n', after: '', lines: ['-1 a'] },
  { what: 'keeps equal texts', before: 'a\nb', after: 'a\nb\n', lines: [' 1 a', ' 2 b'] },
])('$what', ({ before, after, lines }) => {
  expect(shown(before, after)).toEqual(lines);
});

test('lines far from a change are left out and counted, and none is lost', () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const after = before.with(20, 'changed');
  const lines = diffLines(before.join('\n'), after.join('\n')) ?? [];
  const blocks = changedBlocks(lines);
  expect(blocks.map(({ hidden, lines: { length } }) => [hidden, length])).toEqual([
    [18, 6],
    [17, 0],
  ]);
});

test('a single line is shown instead of the note that it is left out', () => {
  const before = Array.from({ length: 6 }, (_, at) => `line ${at}`);
  const after = before.with(0, 'first').with(5, 'last');
  const blocks = changedBlocks(diffLines(before.join('\n'), after.join('\n')) ?? []);
  expect(blocks.map(({ hidden }) => hidden)).toEqual([0]);
});

test('large texts without a common line take no hours', async () => {
  const text = (word: string) => Array.from({ length: 30_000 }, (_, at) => `${word} ${at}`).join('\n');
  await expectNotEndless(() => diffLines(text('a'), text('b')));
});
