import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../dashboard/src/screens/queries/reason.ts';

type Details = Parameters<typeof reasonOf>[0];

/** A blocked flow of a rule with a message. */
function flow(message: string | undefined, values: Details['values'] = []): Details {
  const rule = { rule: 'no-large-page', message } as Details['rules'][number];
  return { flow: { verdict: 'block' }, rules: [rule], values };
}

const value = (text: string, verdict: 'allow' | 'block') => ({ value: text, calls: 1, verdict });
const limits = (...values: ReturnType<typeof value>[]) => [{ fact: 'statement.limit', values, more: 0 }];

describe('the reason of a verdict', () => {
  it.each<readonly [string, Details, string | undefined]>([
    ['is the message', flow('all rows go'), 'all rows go'],
    ['is missing without a rule', { ...flow(''), rules: [] }, undefined],
    ['is missing without a message', flow(undefined), undefined],
    [
      'names the value of the calls with that verdict',
      flow('{statement.limit} rows', limits(value('500', 'allow'), value('10000', 'block'))),
      '10000 rows',
    ],
    [
      'names two values',
      flow('{statement.limit} rows', limits(value('8000', 'block'), value('10000', 'block'))),
      '8000 or 10000 rows',
    ],
    [
      'names three values, and that there are more',
      flow('{statement.limit} rows', limits(...['1', '2', '3', '4'].map((text) => value(text, 'block')))),
      '1, 2, 3 and more rows',
    ],
    ['is missing if a value is not known', flow('{statement.limit} rows'), undefined],
    ['keeps other braces', flow('use {} instead'), 'use {} instead'],
  ])('%s', (_, details, expected) => {
    expect(reasonOf(details)).toBe(expected);
  });
});
