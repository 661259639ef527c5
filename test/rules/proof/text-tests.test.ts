import { describe, expect, it } from 'vitest';
import type { Logic } from '../../../src/rules/proof/logic.ts';
import { testsOfPattern } from '../../../src/rules/proof/pattern-tests.ts';
import { type Answered, passes, type TextTest, textWhere, textWith } from '../../../src/rules/proof/text-tests.ts';

const is = (...texts: string[]): TextTest => ({ op: 'is', texts });
const startsWith = (text: string): TextTest => ({ op: 'startsWith', text });
const endsWith = (text: string): TextTest => ({ op: 'endsWith', text });
const contains = (text: string): TextTest => ({ op: 'contains', text });

describe('a text that gives the answers', () => {
  it.each<[string, Answered<TextTest>[]]>([
    [
      'that it is one of two, but not the first',
      [
        [is('a', 'b'), true],
        [is('a'), false],
      ],
    ],
    [
      'of a prefix without its longer form',
      [
        [startsWith('tmp_'), true],
        [startsWith('tmp_2026'), false],
      ],
    ],
    [
      'of a suffix and a part',
      [
        [endsWith('_log'), true],
        [contains('audit'), true],
        [startsWith('audit'), false],
      ],
    ],
    [
      'that it is none of these',
      [
        [is('users', 'x', ''), false],
        [contains('_q_'), false],
      ],
    ],
  ])('exists: %s', (_, answers) => {
    const text = textWith(answers);
    expect(text).toBeDefined();
    for (const [test, answer] of answers) expect(passes(test, text ?? '')).toBe(answer);
  });

  it.each<[string, Answered<TextTest>[]]>([
    [
      'two names',
      [
        [is('a'), true],
        [is('b'), true],
      ],
    ],
    [
      'two prefixes that exclude each other',
      [
        [startsWith('a_'), true],
        [startsWith('b_'), true],
      ],
    ],
    [
      'a longer prefix without the shorter',
      [
        [startsWith('tmp_2026'), true],
        [startsWith('tmp_'), false],
      ],
    ],
    [
      'a prefix that contains what is excluded',
      [
        [startsWith('my_users'), true],
        [contains('users'), false],
      ],
    ],
    [
      'a name that does not end so',
      [
        [is('audit_log'), true],
        [endsWith('_log'), false],
      ],
    ],
  ])('does not exist: %s', (_, answers) => {
    expect(textWith(answers)).toBeUndefined();
  });

  it('is only looked for among the values that a fact can have', () => {
    const answers: Answered<TextTest>[] = [
      [is('none', 'always_true'), false],
      [is('conditional'), false],
    ];
    expect(textWith(answers)).toBeDefined();
    expect(textWith(answers, ['none', 'always_true', 'conditional'])).toBeUndefined();
  });

  it('is looked for in each case of an alternative', () => {
    const either: Logic<TextTest> = {
      op: 'some',
      parts: [
        { op: 'atom', atom: is('a') },
        { op: 'atom', atom: is('b') },
      ],
    };
    const notA: Logic<TextTest> = { op: 'not', part: { op: 'atom', atom: is('a') } };
    expect(textWhere([either, notA])).toBe('b');
    expect(textWhere([either, { op: 'atom', atom: startsWith('c') }])).toBeUndefined();
  });
});

describe('a pattern', () => {
  it.each([
    ['^tmp_', ['tmp_x'], ['x_tmp_']],
    ['_old$', ['a_old'], ['a_older']],
    ['^(tmp|bak)_', ['tmp_1', 'bak_1'], ['tmp', 'old_1']],
    ['^events_(2019|2020)$', ['events_2019', 'events_2020'], ['events_2021', 'events_20199']],
    ['audit', ['my_audit_log'], ['aud']],
    ['^a.*', ['ab', 'a\n'], ['ba']],
    ['^a|b$', ['ax', 'xb'], ['xa']],
    ['^v1\\.0$', ['v1.0'], ['v1x0']],
    ['^logs?$', ['log', 'logs'], ['logss']],
  ])('stands for tests of the text: %s', (pattern, matching, others) => {
    const tests = testsOfPattern(pattern);
    expect(tests?.op).toBe('some');
    const matches = (text: string) =>
      tests?.op === 'some' && tests.parts.some((part) => part.op === 'atom' && passes(part.atom, text));
    expect(matching.filter((text) => !matches(text) || !new RegExp(pattern).test(text))).toEqual([]);
    expect(others.filter((text) => matches(text) || new RegExp(pattern).test(text))).toEqual([]);
  });

  it.each(['^[a-z]+$', '(?i)users', 'a+', '^.*x', 'x.*$', '\\d', 'a.b', '(', '^a{2}$'])(
    'is left to the expression language: %s',
    (pattern) => {
      expect(testsOfPattern(pattern)).toBeUndefined();
    },
  );
});
