import { expect, test } from 'vitest';
import type { Finding } from '../../../src/model/index.ts';
import { byStatement, findingsIn, withoutRepeats } from '../../../src/report/check/by-statement.ts';
import { finding } from '../build.ts';

const SQL = 'ALTER TABLE t ADD a int, ADD b int;\nDROP TABLE u;\n';

function about(part: string | undefined, changes: Partial<Finding>): Finding {
  return finding('a.sql', SQL, part, { statementOffset: 0, verdict: 'warn', ...changes });
}

const CASES: readonly [string, readonly Finding[], readonly (readonly string[])[]][] = [
  [
    'the warnings about one statement are one entry',
    [about('ADD a', { rule: 'no-a' }), about('ADD b', { rule: 'no-b' })],
    [['no-a', 'no-b']],
  ],
  [
    'a block stays alone, and so does an unknown',
    [
      about('ADD a', { rule: 'no-a' }),
      about('ADD b', { rule: 'no-b', verdict: 'block' }),
      about('ADD b', { rule: 'no-c', verdict: 'unknown' }),
      about('ADD b', { rule: 'no-d', verdict: 'block' }),
      about('ADD b', { rule: 'no-e' }),
    ],
    [['no-a', 'no-e'], ['no-b'], ['no-c'], ['no-d']],
  ],
  [
    'warnings about two statements are two entries',
    [about('ADD a', { rule: 'no-a' }), about('DROP', { rule: 'no-b', statementOffset: 36 })],
    [['no-a'], ['no-b']],
  ],
  [
    'warnings at one offset of two files are two entries',
    [about('ADD a', { rule: 'no-a' }), about('ADD a', { rule: 'no-b', path: 'b.sql' })],
    [['no-a'], ['no-b']],
  ],
  [
    'findings that are not about a statement stay alone',
    [
      about(undefined, { rule: 'no-a', statementOffset: undefined }),
      about(undefined, { rule: 'no-b', statementOffset: undefined }),
    ],
    [['no-a'], ['no-b']],
  ],
  [
    'old and new warnings about one statement are not mixed',
    [about('ADD a', { rule: 'no-a' }), about('ADD b', { rule: 'no-b', status: 'existing' })],
    [['no-a'], ['no-b']],
  ],
];

test.each(CASES)('%s', (_, findings, expected) => {
  const entries = byStatement(findings);
  expect(entries.map((entry) => entry.map(({ rule }) => rule))).toEqual(expected);
  expect(entries.flat()).toHaveLength(findings.length);
});

test('a warning that two columns give with the same words is shown once, and counted twice', () => {
  const entries = byStatement([about('ADD a', {}), about('ADD b', {}), about('ADD b', { message: 'another' })]);
  const shown = entries.map((entry) => withoutRepeats(entry, ({ message }) => message).length);
  expect([shown, findingsIn(entries, 1)]).toEqual([[2], 3]);
});
