import { describe, expect, it } from 'vitest';
import type { SimulationReport } from '../../../src/model/index.ts';
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

it('says of a broken flow what it is, who runs it, how often, since when, and what to do', () => {
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
    'an exception would save it: statement.limit <= 5000',
    'To do: narrow the rule, add an exception that saves the flow, or acknowledge the break',
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

describe('rules without a line of their own', () => {
  it.each([
    [
      'of a pack',
      { place: { file: 'querygate:recommended@1' } },
      {},
      undefined,
      'The rule stands in querygate:recommended@1.',
    ],
    ['without a place', { place: undefined }, { place: undefined, basePlace: undefined }, undefined, 'require-limit'],
    ['whose file alone is known', { place: { file: 'a.yml' } }, {}, 'a.yml', 'The rule stands in a.yml.'],
    [
      'that only the base has',
      { place: undefined },
      { place: undefined },
      RULES,
      `The rule stands in ${RULES}:10:5 of the base.`,
    ],
  ])('%s', (_, where, change, file, said) => {
    const flows = [flow('newly_blocked', { causes: [cause(where)] })];
    const made = report({ exitCode: 1, result: result({ flows, ruleChanges: [ruleChange(change)] }) });
    const { properties, data } = only(made, 'error');
    expect(properties['file']).toBe(file);
    expect(properties['line']).toBeUndefined();
    expect(`${properties['title']} ${data}`).toContain(said);
  });
});

it('loses no flow whose cause nobody names', () => {
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

it('annotates a rule file that does not load on its line', () => {
  const [error] = annotations(SCENARIOS['broken-rules']);
  expect(error).toMatchObject({
    name: 'error',
    properties: { file: RULES, line: '14', col: '11', title: 'the rules cannot be used' },
  });
});

it('says of a rule that the history does not touch that it is not exercised, never that it is safe', () => {
  const text = SIMULATION_FORMATS.github.render(SCENARIOS.clean);
  expect(only(SCENARIOS.clean, 'notice').data).toContain('not exercised: the history has no statement of its kinds');
  expect(text).not.toMatch(/\bsafe\b/);
});

it('shows what becomes looser with what the history shows of it, and says that it cannot show all', () => {
  const warnings = annotations(SCENARIOS.loosened).filter(({ name }) => name === 'warning');
  expect(warnings.map(({ properties }) => properties['title'])).toEqual([
    'looser: no-truncate',
    'looser: no-wide-delete',
    'looser: no-drop-table',
  ]);
  const [removed, perhaps, excepted] = warnings;
  expect(removed?.properties).toMatchObject({ file: RULES });
  expect(removed?.properties['line']).toBeUndefined();
  expect(removed?.data).toContain('all 30 calls newly allowed');
  expect(excepted?.data).toContain('The history cannot show what was blocked');
  // Said once: there is no notice beside it.
  expect(excepted?.data).toContain('not exercised: the history has no statement of its kinds');
  expect(annotations(SCENARIOS.loosened).filter(({ name }) => name === 'notice')).toEqual([]);
  expect(perhaps?.data).toContain('all 3 calls perhaps newly allowed');
});

it('shows no flow that does not count', () => {
  const flows = [
    flow('newly_blocked', { leftOut: 'ignored caller' }),
    flow('newly_blocked', { acknowledged: { reason: 'r', owner: 'o', until: '2027-01-01' } }),
    flow('changed'),
  ];
  expect(annotations(report({ result: result({ flows }) }))).toEqual([]);
});

it('says what fails where a declared flow would break, or cannot be decided', () => {
  const declared = (['block', 'unknown'] as const).map((head) => ({
    name: `to ${head}`,
    owner: 'billing',
    place: { file: 'flows.yml', line: 3, column: 5 },
    base: 'allow' as const,
    head,
    causes: [cause({ undecided: head === 'unknown' ? 'not carried' : undefined })],
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

  it('stays within ten of each kind, worst first, and says what is missing', () => {
    // 14 rules break, 3 cannot be decided; 15 rules let flows through, and 20 are looser by their text, of which 8 are both.
    expect(of('error')).toHaveLength(10);
    expect(of('error').every(({ properties }) => /would break \d+ flows$/.test(properties['title'] ?? ''))).toBe(true);
    expect(of('error').at(-1)?.data).toContain('… and 7 more errors');
    expect(of('warning')).toHaveLength(10);
    expect(of('warning').at(-1)?.data).toMatch(/… and \d+ more warnings/);
    expect(of('notice')).toHaveLength(10);
    expect(of('notice').at(-1)?.data).toMatch(/… and \d+ more notices/);
  });

  it('counts the flows of a rule that have no room, and keeps the advice', () => {
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

  it('keeps the advice behind the longest texts', () => {
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

it('has an error that says why whenever the check fails', () => {
  const conclusion = 'failed: whatever';
  expect(annotations(report({ exitCode: 5, conclusion }))).toEqual([
    { name: 'error', properties: { title: 'Querygate' }, data: conclusion },
  ]);
  for (const made of Object.values(SCENARIOS)) {
    expect(annotations(made).some(({ name }) => name === 'error')).toBe(made.exitCode !== 0);
  }
});

it('tells of a self-test that failed, whoever wrote the report', () => {
  const made = report({ exitCode: 70, result: result({ selfTest: false }) });
  expect(only(made, 'error').properties['title']).toBe('a defect of Querygate');
});

it('obeys no command of strangers', () => {
  const commands = annotations(SCENARIOS.hostile);
  expect(new Set(commands.map(({ name }) => name))).toEqual(new Set(['error', 'warning', 'notice']));
  expect(commands.every(({ properties }) => !('name' in properties))).toBe(true);
});
