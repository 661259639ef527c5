import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { textWidth } from '../../../src/report/text/width.ts';
import { expectGolden } from '../../golden.ts';
import { flow, report, result } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

const { render } = SIMULATION_FORMATS.terminal;

it('colours', () => {
  const text = render(SCENARIOS.broken, { colour: true, width: 80 }).replaceAll('\u001b', '\\e');
  expectGolden('report/simulation/golden/terminal-colour', text);
});

// The zero-width space that guards a line against the runner comes before its colour.
const { hostile: _, ...TAME } = SCENARIOS;

it.each(Object.entries(TAME))('adds only colours to %s', (_, made) => {
  expect(render(made, { colour: true }).replace(/\p{Cc}\[\d+m/gu, '')).toBe(render(made, { colour: false }));
});

it('uses ASCII marks if Unicode is off', () => {
  for (const name of ['broken', 'clean', 'unknown', 'loosened', 'acknowledged', 'missing'] as const)
    expect(render(SCENARIOS[name], { unicode: false })).toMatch(/^[\n\x20-\x7e]*$/);
});

describe.each([40, 60, 100, 200])('at %i columns', (width) => {
  it.each(['broken', 'unknown', 'loosened', 'acknowledged', 'missing', 'huge'] as const)(
    'wraps the prose of %s',
    (name) => {
      const lines = render(SCENARIOS[name], { width }).split('\n');
      // Lines to paste or click are not wrapped.
      const whole = /dist.cli.js |^ {12}(?:- rule| {2}(?:when|reason|owner|until)):|https:|^[✖?] \S+ {2}|npx /;
      expect(lines.filter((line) => textWidth(line) > width && !whole.test(line))).toEqual([]);
    },
  );
});

it('gives the exception as YAML to paste', () => {
  const when = `caller.application == "it's" && statement.limit <= 5000`;
  const flows = [flow('newly_blocked', { proposal: { rule: 'require-limit', when } })];
  const text = render(report({ result: result({ flows }) }));
  const yaml = text
    .split('\n')
    .filter((line) => /^ {12}(?:- | {2})\w+:/.test(line))
    .join('\n');
  expect(parse(yaml)).toMatchObject([{ rule: 'require-limit', when }]);
});

it('counts what it does not show, per list', () => {
  const text = render(SCENARIOS.huge, { width: 200 });
  // 14 rules break 600 flows, and 3 rules leave 300 flows undecided: 3 of each of the former, 10 of each of the latter.
  const counts = [
    ...text.matchAll(/(\d+) more (broken|undecided) flows are not shown: `querygate simulate --format json`/g),
  ];
  const sum = (what: string) => counts.filter(([, , kind]) => kind === what).reduce((all, [, n]) => all + Number(n), 0);
  expect([sum('broken'), sum('undecided')]).toEqual([600 - 14 * 3, 300 - 3 * 10]);
  expect(text).toContain('180 more newly allowed flows not shown');
  expect(text).toContain('8 more looser rules not shown');
  expect(text).toContain('no exception was searched for 550 broken flows');
  expect(text).toContain('100 flows not counted (100 newly blocked): fewer than 10 calls');
  expect(text.match(/^ {4}flow {4}/gm)).toHaveLength(14 * 3 + 3 * 10);
  expect(text.match(/^✖ no-scan-\d+ would break \d+ flows, /gm)).toHaveLength(14);
});

it('reports a rule that is not exercised as such, never as safe', () => {
  const text = render(SCENARIOS.clean);
  expect(text).toContain('`no-truncate`');
  expect(text.replace(/\s+/g, ' ')).toContain(
    'not exercised: no statement of the kinds that this rule checks was replayed',
  );
  expect(text).not.toMatch(/\bsafe\b/);
});

it('ends with a warning mark if a break within the limits passes', () => {
  const text = render(report({ verdict: 'block', exitCode: 0, conclusion: 'passed, with 1 broken flow' }));
  expect(text).toMatch(/^▲ passed, with 1 broken flow$/m);
});

it('shows a problem once if the conclusion repeats it word for word', () => {
  const message = 'there is no history at `h`: collect one';
  const problems = [{ kind: 'history', message, place: undefined, exitCode: 5 }] as const;
  const text = render(report({ problems, conclusion: `failed: ${message}` }));
  expect(text.split(message)).toHaveLength(2);
});
