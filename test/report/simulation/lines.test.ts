import { expect, it } from 'vitest';
import type { RuleChange } from '../../../src/model/index.ts';
import {
  changeText,
  declaredText,
  historyLine,
  looserChanges,
  notExercised,
  otherChanges,
  resultLine,
  sourceLines,
  unreadLine,
} from '../../../src/report/simulation/lines.ts';
import { cause, flow, history, report, result, ruleChange, source } from './build.ts';

const names = Array.from({ length: 300 }, (_, i) => `name-${i}`);
const { policy } = report();

it.each([
  [
    'reasons',
    unreadLine(
      result({ unread: { calls: 300, share: 0.5, byReason: Object.fromEntries(names.map((name) => [name, 1])) } }),
      policy,
    ),
  ],
  ['files', historyLine(history({ from: names }), 30)],
  [
    'kinds',
    sourceLines(history({ sources: [source({ unread: Object.fromEntries(names.map((name) => [name, 1])) })] })).join(),
  ],
  ['facts', sourceLines(history({ sources: [source({ notCarried: names })] })).join()],
  ['notes', sourceLines(history({ sources: [source({ notes: names })] })).join()],
  ['differences', changeText(ruleChange({ differences: names }))],
  [
    'causes',
    declaredText({
      name: 'n',
      owner: 'o',
      place: { file: 'f' },
      base: 'allow',
      head: 'block',
      breaks: true,
      causes: names.map((rule) => cause({ rule })),
    }),
  ],
])('says a few of many %s, and counts the others', (what, line) => {
  expect(line).toContain(`and 292 more ${what}`);
  expect(line.length).toBeLessThan(1200);
});

it.each([
  [
    report({ outcome: 'no_effective_change', result: undefined }),
    'no effective change: both rulesets judge alike, so nothing was replayed',
  ],
  [
    report({ outcome: 'not_simulated', result: undefined }),
    'not simulated: nothing is known of what this change would break',
  ],
  [report(), 'no flow of 4,928 would break: 1,690,299 calls replayed'],
  [
    report({ result: result({ totals: { ...result().totals, replayed: { flows: 0, calls: 0 } } }) }),
    'nothing was replayed: the history holds no flow',
  ],
  [
    report({ result: result({ flows: [flow('newly_blocked', { calls: 1 })] }) }),
    '1 flow of 4,928 would break: 1 of 1,690,299 calls (< 0.01 %)',
  ],
  [
    report({
      result: result({
        flows: [flow('newly_blocked'), flow('unknown', { calls: 7, causes: [cause({ undecided: 'x' })] })],
      }),
    }),
    '1 flow of 4,928 would break: 1,204 of 1,690,299 calls (0.07 %); 1 flow (7 calls) could not be decided',
  ],
  [
    report({
      result: result({ flows: [flow('newly_blocked', { acknowledged: { reason: 'r', owner: 'o', until: 'u' } })] }),
    }),
    'no flow of 4,928 would break: 1,690,299 calls replayed; 1 flow (1,204 calls) acknowledged',
  ],
  // What is not to be relied on is no good news.
  [
    report({ problems: [{ kind: 'history', message: 'too old', place: undefined, exitCode: 5 }] }),
    'no flow of 4,928 is known to break: 1,690,299 calls replayed',
  ],
  [report({ verdict: 'unknown' }), 'no flow of 4,928 is known to break: 1,690,299 calls replayed'],
  [report({ result: result({ selfTest: false }) }), 'no flow of 4,928 is known to break: 1,690,299 calls replayed'],
])('puts the numbers into one sentence', (made, expected) => {
  expect(resultLine(made)).toBe(expected);
});

it('puts what lets most through first, and every change into one of two lists', () => {
  const change = (rule: string, changes: Partial<RuleChange>) => ruleChange({ rule, ...changes });
  const made = result({
    flows: [flow('newly_allowed', { causes: [cause({ rule: 'by-its-flows', undecided: 'x' })] })],
    ruleChanges: [
      change('stricter', { effect: 'stricter' }),
      change('not-exercised', { effect: 'looser', exercised: { rows: 0, calls: 0 } }),
      change('exercised', { effect: 'looser' }),
      change('by-its-flows', { effect: 'either', exercised: { rows: 1, calls: 1 } }),
      change('lets-through', { effect: 'either', newlyAllowed: { flows: 1, calls: 1 } }),
      change('quiet', { effect: 'either', exercised: { rows: 0, calls: 0 } }),
    ],
  });
  const names = (list: readonly RuleChange[]) => list.map(({ rule }) => rule);
  expect(names(looserChanges(made))).toEqual(['lets-through', 'exercised', 'by-its-flows', 'not-exercised']);
  expect(names(otherChanges(made))).toEqual(['stricter', 'quiet']);
  expect(names(notExercised(made))).toEqual(['quiet']);
});

it('says of which the share of what is unread is: of calls, or of entries', () => {
  const unread = { calls: 100, share: 0.5, byReason: { 'line that is no JSON object': 100 } };
  expect(unreadLine(result({ unread }), policy)).toContain('unread or cut off: 100 calls, 50.0 % of all (at most');
  expect(unreadLine(result({ unread: { ...unread, records: { all: 200, unread: 100 } } }), policy)).toContain(
    'unread or cut off: 100 calls; of the 200 entries of the logs 100, which is 50.0 % (at most',
  );
});
