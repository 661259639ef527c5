import { expect, it } from 'vitest';
import type { RuleChange, SimulationResult } from '../../../src/model/index.ts';
import {
  changeText,
  declaredText,
  historyLine,
  looserChanges,
  notExercised,
  otherChanges,
  resultLine,
  sourceLines,
  unreadLines,
} from '../../../src/report/simulation/sentences.ts';
import { cause, flow, history, report, result, ruleChange, source } from './build.ts';

const names = Array.from({ length: 300 }, (_, i) => `name-${i}`);
const unreadOf = (unread: SimulationResult['unread']) =>
  unreadLines(report({ outcome: 'simulated', result: result({ unread }) })).join('\n');

it.each([
  ['reasons', unreadOf({ calls: 300, share: 0.5, byReason: Object.fromEntries(names.map((name) => [name, 1])) })],
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
])('lists a few of many %s, and counts the others', (what, line) => {
  expect(line).toContain(`and 292 more ${what}`);
  expect(line.length).toBeLessThan(1200);
});

it.each([
  [
    report({ outcome: 'no_effective_change', result: undefined }),
    'no effective change: both rulesets give the same verdicts, so nothing was replayed',
  ],
  [report({ outcome: 'not_simulated', result: undefined }), 'it is not known what this change would break'],
  [report(), 'none of the 4,928 query flows would break: 1,690,299 recorded calls replayed'],
  [
    report({ result: result({ totals: { ...result().totals, replayed: { flows: 0, calls: 0 } } }) }),
    'nothing was replayed: the history contains no query',
  ],
  [
    report({ result: result({ flows: [flow('newly_blocked', { calls: 1 })] }) }),
    '1 of 4,928 query flows would break: 1 of 1,690,299 recorded calls (< 0.01 %)',
  ],
  [
    report({
      result: result({
        flows: [flow('newly_blocked'), flow('unknown', { calls: 7, causes: [cause({ undecided: 'x' })] })],
      }),
    }),
    '1 of 4,928 query flows would break: 1,204 of 1,690,299 recorded calls (0.07 %); 1 flow (7 calls) could not be decided',
  ],
  [
    report({
      result: result({ flows: [flow('newly_blocked', { acknowledged: { reason: 'r', owner: 'o', until: 'u' } })] }),
    }),
    'none of the 4,928 query flows would break: 1,690,299 recorded calls replayed; 1 flow (1,204 calls) acknowledged',
  ],
  // A result that cannot be trusted is not reported as a success.
  [
    report({ problems: [{ kind: 'history', message: 'too old', place: undefined, exitCode: 5 }] }),
    'none of the 4,928 query flows is known to break: 1,690,299 recorded calls replayed',
  ],
  [
    report({ verdict: 'unknown' }),
    'none of the 4,928 query flows is known to break: 1,690,299 recorded calls replayed',
  ],
  [
    report({ result: result({ selfTest: false }) }),
    'none of the 4,928 query flows is known to break: 1,690,299 recorded calls replayed',
  ],
  [
    report({ result: result({ totals: { ...result().totals, replayed: { flows: 1, calls: 2 } } }) }),
    'the only query flow would not break: 2 recorded calls replayed',
  ],
  [
    report({
      verdict: 'unknown',
      result: result({ totals: { ...result().totals, replayed: { flows: 1, calls: 1 } } }),
    }),
    'the only query flow is not known to break: 1 recorded call replayed',
  ],
])('puts the numbers into one sentence', (made, expected) => {
  expect(resultLine(made)).toBe(expected);
});

it('lists the rule that newly allows the most calls first, and each change in exactly one list', () => {
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
  expect(names(notExercised(report({ outcome: 'simulated' }), made))).toEqual(['quiet']);
  expect(notExercised(report({ outcome: 'not_simulated' }), made)).toEqual([]);
});

it('states whether the unread share is of calls or of log entries', () => {
  const unread = { calls: 100, share: 0.5, byReason: { 'line that is not a JSON object': 100 } };
  expect(unreadOf(unread)).toContain('not readable or cut off: 100 calls, 50.0 % of all (limit 1 %)');
  expect(unreadOf({ ...unread, records: { all: 200, unread: 100 } })).toContain(
    'not readable or cut off: 100 calls, 100 of 200 log entries, 50.0 % (limit 1 %)',
  );
});
