import { describe, expect, it } from 'vitest';
import { changedLines } from '../../../src/fixes/changed-lines.ts';
import type { Fix, ReportedFinding } from '../../../src/model/index.ts';
import { suggestionsOf } from '../../../src/report/check/suggestions.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { applied } from '../../e2e/suggestions.ts';
import { finding, report } from '../build.ts';

const SQL = 'SELECT 1;\nCREATE INDEX a ON t (x);\nCREATE INDEX b ON t (y);\n';

const LONG = `x${'\n1'.repeat(120)}\nx`;

/** A finding on `part` whose fix replaces it. */
function fixed(
  part: string,
  by: string,
  more: { text?: string; path?: string; files?: Fix['files']; renamedTo?: string } = {},
): ReportedFinding {
  const { text = SQL, path = 'db/2.sql', files = [], renamedTo } = more;
  const found = finding(path, text, part, { rule: 'no-x', verdict: 'warn', message: `${part.slice(0, 30)} waits` });
  if (!found.location) throw new Error('without a place');
  const lines = changedLines(text, text.replace(part, by));
  return {
    ...found,
    fix: { title: 'write it otherwise', edits: [{ location: found.location, text: by }], lines, files, renamedTo },
  };
}

const suggested = (findings: readonly ReportedFinding[], host: 'github' | 'gitlab' = 'github') =>
  suggestionsOf(report({ findings }), host);

describe('the lines that a fix changes', () => {
  it.each([
    ['a line', 'a\nb\nc\n', 'a\nx\nc\n', { first: 2, before: ['b'], after: ['x'] }],
    ['several', 'a\nb\nc\n', 'x\nb\nz\n', { first: 1, before: ['a', 'b', 'c'], after: ['x', 'b', 'z'] }],
    ['a line before the first', 'a\nb\n', 'x\na\nb\n', { first: 1, before: ['a'], after: ['x', 'a'] }],
    ['a line behind the last', 'a\nb\n', 'a\nb\nx\n', { first: 2, before: ['b'], after: ['b', 'x'] }],
    ['a line less', 'a\nb\nc\n', 'a\nc\n', { first: 2, before: ['b'], after: [] }],
    ['the only line', 'a', 'b\n', { first: 1, before: ['a'], after: ['b'] }],
    ['a repeated line', 'a\na\n', 'a\na\na\n', { first: 2, before: ['a'], after: ['a', 'a'] }],
  ])('%s', (_, before, after, expected) => {
    expect(changedLines(before, after)).toEqual(expected);
  });
});

describe('suggestions', () => {
  const A = fixed('CREATE INDEX a ON', 'CREATE INDEX CONCURRENTLY a ON');
  const B = fixed('CREATE INDEX b ON t', 'CREATE INDEX\n  CONCURRENTLY b ON t');

  it.each(['github', 'gitlab'] as const)('replace exactly the lines that the fix changes, on %s', (host) => {
    const { suggestions, others } = suggested([A, B], host);
    expect(others).toEqual([]);
    const comments = suggestions.map(({ first, lines, body }) => ({
      line: first + lines.length - 1,
      start_line: first,
      body,
    }));
    expect(applied(SQL, comments)).toBe(
      'SELECT 1;\nCREATE INDEX CONCURRENTLY a ON t (x);\nCREATE INDEX\n  CONCURRENTLY b ON t (y);\n',
    );
  });

  it('say what is wrong, and which rule says so', () => {
    expect(suggested([A]).suggestions).toEqual([
      {
        path: 'db/2.sql',
        first: 2,
        lines: ['CREATE INDEX a ON t (x);'],
        body: '⚠️ CREATE INDEX a ON waits (`no-x`)\n\nFix: write it otherwise\n\n```suggestion\nCREATE INDEX CONCURRENTLY a ON t (x);\n```\n',
      },
    ]);
    expect(suggested([fixed('1;\nCREATE INDEX a', '2;')], 'gitlab').suggestions[0]?.body).toContain(
      '\n```suggestion:-1+0\n',
    );
  });

  it('are one for several findings with the same fix', () => {
    const other = { ...A, rule: 'no-y', message: 'another' };
    expect(suggested([A, other]).suggestions.map(({ body }) => body)).toEqual([
      expect.stringMatching(/`no-x`\)\n\n.*another \(`no-y`\)/),
    ]);
  });

  it.each([
    [
      'adds a file',
      fixed('CREATE INDEX a', 'SELECT', { files: [{ path: 'db/3.sql', text: 'SELECT 1;\n' }] }),
      'it adds a file',
    ],
    ['renames the file', fixed('CREATE INDEX a', 'SELECT', { renamedTo: 'db/3.sql' }), 'it renames the file'],
    [
      'changes lines of another one',
      fixed('CREATE INDEX a ON t', 'CREATE INDEX c ON t'),
      'another suggestion changes the same lines',
    ],
    ['is too long', fixed('CREATE INDEX b', `/*${'x'.repeat(20_000)}*/`), 'it is too long'],
    [
      'replaces too many lines',
      fixed(LONG, `y${LONG.slice(1, -1)}y`, { text: LONG, path: 'db/3.sql' }),
      'it is too long',
    ],
    [
      'has other line ends',
      fixed('x', 'y', { text: 'x\r\ny\r\n', path: 'db/3.sql' }),
      'it has line ends or characters that are not shown',
    ],
    [
      'has a character that is not shown',
      fixed('x', 'y\u202e', { text: 'x\n', path: 'db/3.sql' }),
      'it has line ends or characters that are not shown',
    ],
    [
      'ends the block',
      fixed('x', 'a\n```\n/close', { text: 'x\n', path: 'db/3.sql' }),
      'a line would end the suggestion, or be a command of the host',
    ],
    [
      'is a command of the host',
      fixed('x', 'a\n /close', { text: 'x\n', path: 'db/3.sql' }),
      'a line would end the suggestion, or be a command of the host',
    ],
  ])('leave out a fix that %s', (_, other, why) => {
    const { suggestions, others } = suggested([A, other]);
    expect([suggestions.length, others]).toEqual([1, [`1 fix not suggested: ${why}`]]);
  });

  it('are at most 30 in a run', () => {
    const text = Array.from({ length: 40 }, (_, at) => `CREATE INDEX i${at}_ ON t (x);\n`).join('');
    const many = Array.from({ length: 40 }, (_, at) => fixed(`i${at}_`, `j${at}`, { text }));
    const { suggestions, others } = suggested(many);
    expect(suggestions).toHaveLength(30);
    expect(others).toEqual(['10 fixes not suggested: a run suggests at most 30']);
  });

  it('have no mention and no link of the SQL in their text', () => {
    const hostile = { ...A, message: 'x @octocat <img src=http://a.example> #1\n/close' };
    const [before = ''] = suggested([hostile]).suggestions[0]?.body.split('```') ?? [];
    expect(before).not.toMatch(/@octocat|<img|:\/\/|#1|^\s*\//m);
  });
});

describe.each(['summary', 'markdown'] as const)('the %s', (format) => {
  const text = (findings: readonly ReportedFinding[]) => FORMATS[format].render(report({ findings }));

  it('shows each fix as a diff, with the files that it adds', () => {
    const files = [{ path: 'db/3.sql', text: 'CREATE INDEX CONCURRENTLY a ON t (x);\n' }];
    const shown = text([fixed('CREATE INDEX a ON t (x);\n', '', { files }), fixed('CREATE INDEX b', 'create index b')]);
    expect(shown).toContain('SQL to write instead');
    expect(shown).toContain(
      '```diff\n--- db/2.sql\n+++ db/2.sql\n@@ -2,1 +2,0 @@\n-CREATE INDEX a ON t (x);\n--- /dev/null\n+++ db/3.sql\n@@ -0,0 +1,1 @@\n+CREATE INDEX CONCURRENTLY a ON t (x);\n```',
    );
    expect(shown).toContain('@@ -3,1 +3,1 @@\n-CREATE INDEX b ON t (y);\n+create index b ON t (y);\n');
  });

  it('names the command that prints a long fix, and counts those without space', () => {
    const long = fixed('CREATE INDEX a', `/*${'x'.repeat(20_000)}*/`);
    expect(text([long])).toContain('querygate check --fix');
    const many = Array.from({ length: 2_000 }, (_, at) =>
      fixed('CREATE INDEX b', `CREATE INDEX b${'y'.repeat(900)}${at}`),
    );
    expect(text(many)).toMatch(/\d more fixes left out for lack of space/);
  });

  it('has no such section without fixes', () => {
    expect(text([finding('db/2.sql', SQL, 'SELECT 1')])).not.toContain('SQL to write instead');
  });
});
