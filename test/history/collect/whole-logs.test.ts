import { describe, expect, test } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { describeHistory, descriptionText } from '../../../src/history/index.ts';
import type { History } from '../../../src/model/index.ts';
import { callerFacts, history, NOW, row } from '../build.ts';

const record = (message: string, at = 0): string =>
  JSON.stringify({
    timestamp: `2026-11-19 12:00:${String(at % 60).padStart(2, '0')}.000 UTC`,
    user: 'app',
    dbname: 'shop',
    pid: 7,
    session_id: `67.${at}`,
    error_severity: 'LOG',
    message,
    backend_type: 'client backend',
  });

function collected(files: Readonly<Record<string, string>>): Promise<History> {
  const inputs = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return collectHistory(inputs, { dialect: 'postgresql', now: NOW }, COLLECT_TOOLS);
}

describe('the note about slow statements only', () => {
  const slow = Array.from({ length: 12 }, (_, at) => record(`duration: ${5 + at}.120 ms  statement: SELECT ${at}`, at));
  const notes = async (lines: readonly string[]) => {
    const { header } = await collected({ 'a.json': lines.join('\n') });
    return header.sources[0]?.notes.filter((note) => note.includes('slow statements only')).length;
  };

  test.each<[string, string[], number]>([
    ['no statement is quick', slow, 1],
    ['one is quick', [...slow, record('duration: 4.999 ms  statement: SELECT 1')], 0],
    ['one has no duration', [...slow, record('statement: SELECT 1')], 0],
    ['there are too few to tell', slow.slice(0, 9), 0],
  ])('%s', async (_, lines, expected) => {
    expect(await notes(lines)).toBe(expected);
  });
});

test('an empty file among others has no statements', async () => {
  const { header } = await collected({ 'a.json': '', 'b.json': record('statement: SELECT 1'), 'c.json': '' });
  expect(header.sources.map(({ name, statements, notes }) => [name, statements, notes])).toEqual([
    ['a.json', 0, ['the file is empty']],
    ['b.json', 1, expect.any(Array)],
    ['c.json', 0, ['the file is empty']],
  ]);
  await expect(collected({ 'a.json': '', 'b.json': '' })).rejects.toThrow('an empty file');
});

test.each([
  ['postgresql-jsonlog', record(`statement: SELECT '${'x'.repeat(300_000)}'`)],
  ['jsonl', JSON.stringify({ sql: `SELECT '${'x'.repeat(300_000)}'` })],
  ['jsonl', JSON.stringify({ binds: ['{', 'y'.repeat(250)], sql: `SELECT '${'x'.repeat(300_000)}'` })],
  ['jsonl', JSON.stringify({ at: '2026-11-19T12:00:00Z', user: 'a', sql: `SELECT '${'x'.repeat(300_000)}'` })],
])('the format is detected from a first line longer than the head: %s', async (kind, line) => {
  const { header } = await collected({ a: `${line}\n${line}\n` });
  expect(header.sources[0]).toMatchObject({ kind, statements: 2 });
});

test('no caller name can start a line of its own', () => {
  const caller = callerFacts({ application: 'web\nunread: 0 \u2028 \u001b[2J', user: 'app', database: 'shop' });
  const { header, rows } = history([row({ caller })]);
  const text = descriptionText(describeHistory(header, rows, { today: '2026-11-20', top: 5 }));
  expect(text).toContain('by web\\u000aunread: 0 \\u2028 \\u001b[2J on shop');
  expect(text.match(/^unread/gm)).toHaveLength(1);
});
