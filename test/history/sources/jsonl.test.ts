import { describe, expect, it } from 'vitest';
import { jsonl } from '../../../src/history/sources/jsonl.ts';
import type { LoggedStatement } from '../../../src/traffic/index.ts';
import { transcript } from './transcript.ts';

const read = (text: string) => transcript(jsonl, Buffer.from(text), { size: 11 });
const facts = (line: object) =>
  JSON.parse(read(JSON.stringify({ sql: 'select 1', ...line })).lines[0]?.split('\n')[1] ?? '') as Record<
    string,
    unknown
  >;

describe('values as exports write them', () => {
  it.each([
    [{ calls: '12' }, { calls: 12 }],
    [{ calls: null }, {}],
    [{ truncated: 1 }, { truncated: true }],
    [{ truncated: 'true' }, { truncated: true }],
    [{ truncated: 0, normalised: 'false' }, {}],
    [{ normalised: '1' }, { normalised: true }],
    [{ session: 12 }, { session: '12' }],
    [{ session: null }, {}],
    [
      { user: '', database: '', application: '' },
      { user: '', database: '', application: '' },
    ],
    [{ binds: [] }, { binds: [] }],
    [{ binds: [1.5, 'x', false, null] }, { binds: ['1.5', 'x', 'false', null] }],
    [{ binds: [[1]] }, {}],
  ])('%j', (line, expected) => {
    expect(facts(line)).toEqual({ session: '', ...expected });
  });

  it.each([
    [{ calls: -1 }, 'line whose `calls` is not a positive integer'],
    [{ calls: 1e300 }, 'line whose `calls` is not a positive integer'],
    [{ calls: true }, 'line whose `calls` is not a positive integer'],
    [{ database: 5 }, 'line whose `database` is not a string'],
    [{ application: {} }, 'line whose `application` is not a string'],
    [{ sql: null }, 'line without `sql`'],
  ])('%j is unread', (line, reason) => {
    expect(read(JSON.stringify({ sql: 'select 1', ...line })).lines).toEqual([`UNREAD ${reason}, line 1, calls 1`]);
  });
});

describe('outcomes', () => {
  it.each([
    ['failed', 'SKIPPED failed statement'],
    ['blocked', 'SKIPPED blocked statement'],
  ])('a statement that %s is not counted, and its session is in doubt', (outcome, skipped) => {
    const { lines, failed } = read(JSON.stringify({ sql: 'create table t (a int)', session: 's', outcome }));
    expect({ lines, failed }).toEqual({ lines: [skipped], failed: ['s'] });
  });

  it.each(['ok', 'success', undefined])('%s counts as run', (outcome) => {
    const { lines, failed } = read(JSON.stringify({ sql: 'select 1', session: 's', outcome }));
    expect({ lines, failed }).toEqual({ lines: ['"select 1"\n    {"session":"s"}'], failed: [] });
  });

  it('keys that the proxy writes are not noted as ignored', () => {
    const line = { sql: 'select 1', id: 'p:1', durationMs: 1, sqlstate: '42501', inTransaction: false, judged: {} };
    expect(read(JSON.stringify(line)).notes).toEqual([]);
  });
});

describe('texts', () => {
  it.each(['', ';', 'é\u0000\u2028😀', `select '${'x'.repeat(200_000)}'`, 'a\n\tb\r\n'])(
    'of any length and letters',
    (sql) => {
      const { lines } = read(JSON.stringify({ sql }));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0]?.split('\n    {')[0] ?? '')).toBe(sql);
    },
  );

  it('a line that is too long is unread', () => {
    const long = Buffer.concat([
      Buffer.from('{"sql":"a"}\n{"sql":"'),
      Buffer.alloc(65 * 1024 * 1024, 'x'),
      Buffer.from('"}\n{"sql":"b"}\n'),
    ]);
    expect(transcript(jsonl, long, { size: 1024 * 1024 }).lines.map((line) => line.split('\n')[0])).toEqual([
      '"a"',
      'UNREAD line longer than 64 MiB, line 2, calls 1',
      '"b"',
    ]);
  });

  it('unknown keys are harmless, and only repeated if they are names', () => {
    const { lines, notes } = read('{"sql":"a","__proto__":{"sql":"b"},"constructor":1,"pass word":2,"x-y":3}');
    expect(lines).toHaveLength(1);
    expect(notes).toEqual(['ignored keys: `constructor`, `x-y`, others']);
  });

  it('only a limited number of unknown keys is named', () => {
    const line = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key${at}`, at]));
    expect(read(JSON.stringify({ sql: 'a', ...line })).notes[0]?.match(/`key\d+`/g)).toHaveLength(20);
  });
});

describe('detection', () => {
  it.each([
    ['{"sql":"x"}', true],
    ['\ufeff\n \n{"calls":1,"sql":"x"}\n{', true],
    [`{"sql":"${'x'.repeat(300_000)}`, true],
    ['{"message":"x"}', false],
    ['{"sql":1}', false],
    ['sql', false],
    ['["sql"]', false],
    ['', false],
  ])('%#', (text, found) => {
    expect(jsonl.sniff(Buffer.from(text).subarray(0, 256 * 1024), 'x') > 0.5).toBe(found);
  });
});

it.each([
  ['that the session set', 's', [['s', 'SET standard_conforming_strings = off']], { backslash: 'always' }],
  ['that another session set', 'other', [['s', 'SET standard_conforming_strings = off']], undefined],
  ['that no named session set', undefined, [[undefined, 'SET standard_conforming_strings = off']], undefined],
  [
    'that the session reset',
    's',
    [
      ['s', 'SET standard_conforming_strings TO off'],
      ['s', 'RESET standard_conforming_strings'],
    ],
    undefined,
  ],
])('strings are read by the setting %s', (_, session, before, mode) => {
  const modes: unknown[] = [];
  const sink = {
    statement: (statement: LoggedStatement) => modes.push(statement.mode),
    started: () => ({ ran() {}, failed() {} }),
    skipped() {},
    unread() {},
  };
  const reader = jsonl.open(sink, { dialect: 'postgresql', part: { index: 0, of: 1 } });
  const lines = [...before.map(([name, sql]) => ({ session: name, sql })), { session, sql: 'select 1' }];
  reader.write(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  reader.end();
  expect(modes.at(-1)).toEqual(mode);
});
