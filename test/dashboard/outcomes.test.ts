import { describe, expect, it } from 'vitest';
import { barsOf, totalsOf } from '../../dashboard/src/screens/queries/bars.ts';
import {
  ALL_OUTCOMES,
  ALL_VERDICTS,
  type OutcomeCalls,
  outcomesSentence,
  outcomesText,
  verdictPhrase,
} from '../../dashboard/src/screens/queries/outcomes.ts';

const NONE: OutcomeCalls = { ran: 0, failed: 0, refused: 0, advised: 0 };

describe('what happened to calls', () => {
  it.each<readonly [Partial<OutcomeCalls>, string, string]>([
    [{ ran: 1000 }, 'Ran', '1,000 calls ran'],
    [{ refused: 1 }, 'Refused', '1 call was refused'],
    [{ ran: 50, refused: 4 }, '50 ran, 4 refused', '50 calls ran, 4 calls were refused'],
    [{ failed: 2, advised: 1 }, '2 failed, 1 advised', '2 calls failed, 1 call was asked about before it ran'],
    [{}, 'Not known', ''],
  ])('%o reads %s', (calls, text, sentence) => {
    expect(outcomesText({ ...NONE, ...calls })).toBe(text);
    expect(outcomesSentence({ ...NONE, ...calls })).toBe(sentence);
  });

  it.each([
    ['block', { ran: 5 }, 'Would be blocked'],
    ['block', { advised: 1 }, 'Would be blocked'],
    ['block', { ran: 5, refused: 1 }, 'Blocked'],
    ['unknown', { ran: 1 }, 'Undecided'],
    ['warn', { ran: 1 }, 'Warned about'],
    ['allow', { failed: 1 }, 'Allowed'],
  ] as const)('%s with %o is: %s', (verdict, calls, phrase) => {
    expect(verdictPhrase(verdict, { ...NONE, ...calls })).toBe(phrase);
  });
});

describe('bars', () => {
  const counts = [
    {
      at: '2026-11-20T10:00:00.000Z',
      ...{ allow: 7, warn: 0, unknown: 0, block: 10 },
      // One blocked call is from before outcomes were recorded.
      outcomes: { allow: { ...NONE, ran: 7 }, warn: NONE, unknown: NONE, block: { ...NONE, ran: 5, refused: 4 } },
    },
  ];
  const span = { from: Date.parse('2026-11-20T10:00:00Z'), to: Date.parse('2026-11-20T12:00:00Z'), length: 3_600_000 };

  it.each([
    ['all', ALL_VERDICTS, ALL_OUTCOMES, { allow: 7, block: 10 }, { ran: 12, refused: 4 }],
    ['what ran', ALL_VERDICTS, ['ran'], { allow: 7, block: 5 }, { ran: 12, refused: 4 }],
    ['what is blocked', ['block'], ALL_OUTCOMES, { allow: 7, block: 10 }, { ran: 5, refused: 4 }],
  ] as const)('count %s: verdicts by the chosen outcomes, and outcomes by the chosen verdicts', (...row) => {
    const [, verdicts, outcomes, byVerdict, byOutcome] = row;
    const bars = barsOf(counts, span, { verdicts, outcomes });
    expect(bars).toHaveLength(2);
    expect(totalsOf(bars)).toEqual({ warn: 0, unknown: 0, ...byVerdict, outcomes: { ...NONE, ...byOutcome } });
  });
});
