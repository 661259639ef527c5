import { describe, expect, it } from 'vitest';
import { IGNORED_CALLER, type SimulationReport, TESTS_SETUP } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { type Command, commandsIn } from '../runner.ts';
import { cause, flow, flowId, RULES, report, result, ruleChange } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

function annotations(made: SimulationReport): readonly Command[] {
  return commandsIn(SIMULATION_FORMATS.github.render(made));
}

function only(made: SimulationReport, name: string): Command {
  const [first, ...rest] = annotations(made).filter((command) => command.name === name);
  if (!first || rest.length > 0) throw new Error(`expected one ${name}`);
  return first;
}

const { policy } = report();

it('shows the query, caller, calls and dates of a broken flow, and what to do', () => {
  const broken = flow('partly_blocked', {
    id: flowId(0x4fd3),
    calls: 4210,
    affectedCalls: 312,
    examples: ['statement.limit 5000 (312 calls)'],
    proposal: { rule: 'require-limit', when: 'statement.limit <= 5000' },
  });
  const { properties, data } = only(report({ exitCode: 1, result: result({ flows: [broken] }) }), 'error');
  expect(properties).toMatchObject({
    file: RULES,
    line: '12',
    endLine: '12',
    title: 'require-limit would break 1 flow',
  });
  for (const part of [
    '312 of 1,690,299 calls (0.02 %) would be blocked: a SELECT of customers',
    broken.shape,
    'run by `report-builder` (user `reporting`, database `shop`): 312 of 4,210 calls would be blocked',
    'seen on 30 days from 2026-10-20 to 2026-11-19',
    `flow ${flowId(0x4fd3)}`,
    'with: statement.limit 5000 (312 calls)',
    'exception that keeps it working: statement.limit <= 5000',
    'To do: narrow the rule, add an exception that keeps the flow working, or acknowledge the break',
    'docs/simulate.md',
  ])
    expect(data).toContain(part);
});

it('annotates each rule that breaks a flow, on its own line', () => {
  const other = cause({ rule: 'no-star', place: { file: 'other.yml', line: 3 } });
  const flows = [flow('newly_blocked', { causes: [cause(), other] }), flow('newly_blocked', { causes: [other] })];
  const errors = annotations(report({ exitCode: 1, result: result({ flows }) })).filter(({ name }) => name === 'error');
  expect(errors.map(({ properties: { file, line, title } }) => [file, line, title])).toEqual([
    [RULES, '12', 'require-limit would break 1 flow'],
    ['other.yml', '3', 'no-star would break 2 flows'],
  ]);
});

describe('annotations of rules without a line of their own', () => {
  it.each([
    [
      'a rule of a pack',
      { place: { file: 'querygate:recommended@1' } },
      {},
      undefined,
      'The rule is in querygate:recommended@1.',
    ],
    [
      'a rule without a position',
      { place: undefined },
      { place: undefined, basePlace: undefined },
      undefined,
      'require-limit',
    ],
    ['a rule of which only the file is known', { place: { file: 'a.yml' } }, {}, 'a.yml', 'The rule is in a.yml.'],
    [
      'a rule that only the base has',
      { place: undefined },
      { place: undefined },
      RULES,
      `The rule is in ${RULES}:10:5 on the base branch.`,
    ],
  ])('%s', (_, where, change, file, expected) => {
    const flows = [flow('newly_blocked', { causes: [cause(where)] })];
    const made = report({ exitCode: 1, result: result({ flows, ruleChanges: [ruleChange(change)] }) });
    const { properties, data } = only(made, 'error');
    expect(properties['file']).toBe(file);
    expect(properties['line']).toBeUndefined();
    expect(`${properties['title']} ${data}`).toContain(expected);
  });
});

it('shows a flow without a cause', () => {
  const { properties, data } = only(
    report({ exitCode: 1, result: result({ flows: [flow('newly_blocked', { causes: [] })] }) }),
    'error',
  );
  expect(properties['title']).toBe('the change would break 1 flow');
  expect(data).toContain('SELECT id, email FROM customers');
});

it.each([
  ['newly_blocked', {}, 'error'],
  ['newly_blocked', { maxBrokenFlows: 1 }, 'warning'],
  ['newly_blocked', { failOn: 'never' }, 'warning'],
  ['partly_blocked', {}, 'error'],
  ['unknown', {}, 'error'],
  ['unknown', { maxUnknown: 1 }, 'warning'],
  ['unknown', { failOn: 'never' }, 'warning'],
  ['newly_allowed', {}, 'warning'],
  ['newly_allowed', { failOnNewlyAllowed: true }, 'error'],
  ['newly_allowed', { failOnNewlyAllowed: true, failOn: 'never' }, 'warning'],
] as const)('a %s flow under %j is shown as %s', (kind, changes, name) => {
  const made = report({ policy: { ...policy, ...changes }, result: result({ flows: [flow(kind)] }) });
  expect(annotations(made).map((command) => command.name)).toEqual([name]);
});

it.each([
  [1, 'block', 'error'],
  [4, 'never', 'warning'],
  [5, 'never', 'warning'],
  [2, 'never', 'error'],
  [70, 'never', 'error'],
] as const)('a problem of exit code %i under fail-on %s is shown as %s', (exitCode, failOn, name) => {
  const problems = [{ kind: 'history', message: 'x', place: undefined, exitCode }] as const;
  expect(annotations(report({ policy: { ...policy, failOn }, problems })).map((command) => command.name)).toEqual([
    name,
  ]);
});

it('annotates the line at which a rule file fails to load', () => {
  const [error] = annotations(SCENARIOS['broken-rules']);
  expect(error).toMatchObject({
    name: 'error',
    properties: { file: RULES, line: '14', col: '11', title: 'the rules cannot be used' },
  });
});

it('reports many rules that no call exercises in one notice', () => {
  const ruleChanges = Array.from({ length: 55 }, (_, at) =>
    ruleChange({
      rule: `no-x${at}`,
      effect: 'stricter',
      exercised: { rows: 0, calls: 0 },
      place: { file: at < 3 ? 'querygate:recommended@1' : RULES, line: at + 1, column: 1 },
    }),
  );
  const found = annotations(report({ result: result({ flows: [], ruleChanges }) }));
  expect(found).toHaveLength(1);
  const [notice] = found.map((command) => JSON.stringify(command));
  expect(notice).toContain('not exercised: 55 rules');
  expect(notice).toContain('no-x0, no-x1');
  expect(notice).toContain('and 35 more rules');
  expect(notice).toContain(RULES);
});

it('reports a rule that no call exercises as not exercised, never as safe', () => {
  const text = SIMULATION_FORMATS.github.render(SCENARIOS.clean);
  expect(only(SCENARIOS.clean, 'notice').data).toContain(
    'not exercised: no statement of the kinds that this rule checks was replayed',
  );
  expect(text).not.toMatch(/\bsafe\b/);
});

it('shows looser rules with the flows that they newly allow, and states that the history cannot show all', () => {
  const warnings = annotations(SCENARIOS.loosened).filter(({ name }) => name === 'warning');
  expect(warnings.map(({ properties }) => properties['title'])).toEqual([
    'looser: no-truncate',
    'looser: no-wide-delete',
    'looser: no-drop-table',
  ]);
  const [removed, possibly, excepted] = warnings;
  expect(removed?.properties).toMatchObject({ file: RULES });
  expect(removed?.properties['line']).toBeUndefined();
  expect(removed?.data).toContain('all 30 calls newly allowed');
  expect(excepted?.data).toContain('The history cannot show what was blocked');
  // It is reported once: there is no separate notice.
  expect(excepted?.data).toContain('not exercised: no statement of the kinds that this rule checks was replayed');
  expect(annotations(SCENARIOS.loosened).filter(({ name }) => name === 'notice')).toEqual([]);
  expect(possibly?.data).toContain('all 3 calls possibly newly allowed');
});

it('warns of breaks that do not count because they are rare', () => {
  const flows = [
    flow('newly_blocked', { leftOut: 'seen on 1 day only', shape: 'drop table a' }),
    flow('unknown', { leftOut: 'seen on 1 day only' }),
    flow('newly_allowed', { leftOut: 'seen on 1 day only' }),
  ];
  const found = annotations(report({ result: result({ flows }) }));
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found[0])).toContain('2 flows not counted');
  expect(JSON.stringify(found[0])).toContain('drop table a');
});

it('leaves out flows that do not count because of their caller or as DDL of tests, and those that are acknowledged', () => {
  const flows = [
    flow('newly_blocked', { leftOut: IGNORED_CALLER }),
    flow('newly_blocked', { leftOut: TESTS_SETUP }),
    flow('newly_blocked', { acknowledged: { reason: 'r', owner: 'o', until: '2027-01-01' } }),
    flow('changed'),
  ];
  expect(annotations(report({ result: result({ flows }) }))).toEqual([]);
});

it('shows declared flows that would break or could not be decided', () => {
  const declared = (['block', 'unknown'] as const).map((head) => ({
    name: `to ${head}`,
    owner: 'billing',
    place: { file: 'flows.yml', line: 3, column: 5 },
    base: 'allow' as const,
    head,
    causes: [cause({ undecided: head === 'unknown' ? 'not recorded' : undefined })],
    breaks: true,
  }));
  const errors = annotations(report({ exitCode: 1, result: result({ declared }) }));
  expect(errors.map(({ name, properties: { title, line } }) => [name, title, line])).toEqual([
    ['error', 'declared flow would break: to block', '3'],
    ['error', 'declared flow could not be decided: to unknown', '3'],
  ]);
});

describe('limits', () => {
  const commands = annotations(SCENARIOS.huge);
  const of = (name: string) => commands.filter((command) => command.name === name);

  it('writes at most ten of each kind, worst first, and counts the rest', () => {
    // 14 rules break flows, 3 are undecided. 15 rules newly allow flows, 20 are looser by their text, and 8 are both.
    expect(of('error')).toHaveLength(10);
    expect(of('error').every(({ properties }) => /would break \d+ flows$/.test(properties['title'] ?? ''))).toBe(true);
    expect(of('error').at(-1)?.data).toContain('… and 7 more errors');
    expect(of('warning')).toHaveLength(10);
    expect(of('warning').at(-1)?.data).toMatch(/… and \d+ more warnings/);
    expect(of('notice')).toHaveLength(10);
    expect(of('notice').at(-1)?.data).toMatch(/… and \d+ more notices/);
  });

  it('counts the flows of a rule that do not fit, and keeps the advice', () => {
    for (const { data, properties } of of('error')) {
      const [, all] = /would break (\d+) flows$/.exec(properties['title'] ?? '') ?? [];
      const [, more] = /… and (\d+) more flows: the job summary lists them/.exec(data) ?? [];
      const shown = data.match(/^• /gm)?.length ?? 0;
      expect(shown).toBeGreaterThan(3);
      expect(shown + Number(more)).toBe(Number(all));
      expect(data).toContain('To do: narrow the rule');
      expect(data).not.toContain('(cut)');
      expect(data.length).toBeLessThanOrEqual(4096);
    }
  });

  it('keeps the advice even after very long texts', () => {
    const long = '\u202e'.repeat(9000);
    const flows = [
      flow('newly_blocked', {
        id: long,
        shape: long,
        caller: { application: long, user: long, database: long },
        examples: [long, long, long, long, long],
        causes: [cause({ message: long, rule: long, place: { file: long } })],
        proposal: { rule: long, when: long },
      }),
    ];
    const { data } = only(report({ exitCode: 1, result: result({ flows }) }), 'error');
    expect(data.length).toBeLessThanOrEqual(4096);
    expect(data).toContain('To do: narrow the rule');
  });
});

it('has an error with the reason whenever the check fails', () => {
  const conclusion = 'failed: whatever';
  expect(annotations(report({ exitCode: 5, conclusion }))).toEqual([
    { name: 'error', properties: { title: 'Querygate' }, data: conclusion },
  ]);
  for (const made of Object.values(SCENARIOS)) {
    expect(annotations(made).some(({ name }) => name === 'error')).toBe(made.exitCode !== 0);
  }
});

it('always reports a failed self-test', () => {
  const made = report({ exitCode: 70, result: result({ selfTest: false }) });
  expect(only(made, 'error').properties['title']).toBe('a bug in Querygate');
});

it('contains no command from untrusted text', () => {
  const commands = annotations(SCENARIOS.hostile);
  expect(new Set(commands.map(({ name }) => name))).toEqual(new Set(['error', 'warning', 'notice']));
  expect(commands.every(({ properties }) => !('name' in properties))).toBe(true);
});
