import { describe, expect, test } from 'vitest';
import { flowId, type SimulationResult } from '../../src/model/index.ts';
import { proposeAcknowledgements } from '../../src/simulation/index.ts';
import { blocks, file, limited, row, run } from './build.ts';

const WEB = row();
const ETL = row({ caller: { application: 'etl' }, days: 3 });
const RULES = [blocks('no-x', 'true')];
const ack = (about: string, rule = 'no-x', until = '2027-01-01'): string =>
  `rule: ${rule}, ${about}, reason: because of ${rule}, owner: dba, until: ${until}`;
const flow = (of = WEB): string => `flow: '${flowId(of)}'`;
const when = (text: string, maxFlows = 1): string => `when: '${text}', max-flows: ${maxFlows}`;

function states({ acknowledgements }: SimulationResult): unknown {
  return acknowledgements.map(({ state, flows }) => `${state} ${flows}`);
}

function acknowledged({ flows }: SimulationResult): unknown {
  return flows.filter((entry) => entry.acknowledged).map(({ caller }) => caller.application);
}

describe('acknowledgements of the head', () => {
  const cases: [string, string[], string[], string[]][] = [
    ['none', [], [], []],
    ['by flow', [ack(flow())], ['used 1'], ['web']],
    [
      'by flow and condition',
      [ack(flow()), ack(when('caller.application == "etl"'))],
      ['used 1', 'used 1'],
      ['web', 'etl'],
    ],
    ['of another flow', [ack("flow: '000000000000'")], ['unused 0'], []],
    ['on its last day', [ack(flow(), 'no-x', '2026-11-20')], ['used 1'], ['web']],
    ['after its last day', [ack(flow(), 'no-x', '2026-11-19')], ['expired 1'], []],
    ['a condition within `max-flows`', [ack(when('true', 2))], ['used 2'], ['web', 'etl']],
    ['a condition that matches more flows than `max-flows`', [ack(when('true', 1))], ['refused 2'], []],
    ['a condition that is true for no flow', [ack(when('operation.cascade'))], ['unused 0'], []],
    ['a condition that cannot be decided', [ack(when('statement.limit > 1'))], ['unused 0'], []],
    ['one of two entries for a flow', [ack(when('true', 1)), ack(flow(ETL))], ['refused 2', 'used 1'], ['etl']],
  ];
  test.each(cases)('%s', async (_, acknowledge, expected, covered) => {
    const rows = [WEB, ETL].map((entry) => ({ ...entry, facts: { ...entry.facts, limit: undefined } }));
    const result = await run(rows, undefined, file(RULES, { acknowledge }));
    expect(states(result)).toEqual(expected);
    expect(acknowledged(result)).toEqual(covered);
    expect(result.totals.acknowledged.flows).toBe(covered.length);
    expect(result.totals.newlyBlocked.flows).toBe(2 - covered.length);
    // The rule still breaks the flows.
    expect(result.ruleChanges[0]?.newlyBlocked.flows).toBe(2);
  });

  test('do not count as a difference between rulesets, and change no verdict', async () => {
    const result = await run([WEB], file(RULES), file(RULES, { acknowledge: [ack(flow())] }));
    expect(result.ruleChanges).toEqual([]);
    expect(states(result)).toEqual(['unused 0']);
    const ofBase = await run([WEB], file([blocks('no-x', 'false')], { acknowledge: [ack(flow())] }), file(RULES));
    expect([states(ofBase), ofBase.totals.newlyBlocked.flows]).toEqual([[], 1]);
  });

  describe('that the base already has cover nothing, since they were approved for another change', () => {
    // The first change blocked runs over 5000 and acknowledged that; now runs over 1000 are blocked too.
    const [loose, tight] = [5000, 1000].map((max) => [blocks('no-x', `statement.limit > ${max}`)]);
    const rows = [limited(2000), limited(9000)];
    const more = `rule: no-x, ${flow(limited(1))}, owner: dba, until: 2027-01-01`;
    const cases: [string, string, string, string][] = [
      ['the same entry', ack(flow()), ack(flow()), 'merged 1'],
      ['the same entry, expired', ack(flow(), 'no-x', '2026-11-19'), ack(flow(), 'no-x', '2026-11-19'), 'merged 1'],
      ['the same entry, covering nothing', ack("flow: '000000000000'"), ack("flow: '000000000000'"), 'merged 0'],
      [
        'the same entry with other white space',
        ack(when('caller.user=="app"')),
        ack(when('caller.user  == "app"')),
        'merged 1',
      ],
      ['another flow', ack("flow: '000000000000'"), ack(flow()), 'used 1'],
      ['another reason', `${more}, reason: a`, `${more}, reason: b`, 'used 1'],
      ['another owner', ack(flow()), ack(flow()).replace('dba', 'etl'), 'used 1'],
      ['a later end', ack(flow()), ack(flow(), 'no-x', '2027-01-02'), 'used 1'],
      ['another condition', ack(when('true')), ack(when('caller.user == "app"')), 'used 1'],
      ['another bound', ack(when('true', 1)), ack(when('true', 2)), 'used 1'],
      ['a condition instead of the flow', ack(flow()), ack(when('true')), 'used 1'],
    ];
    test.each(cases)('%s', async (_, before, after, expected) => {
      const base = file(loose ?? [], { acknowledge: [before] });
      const result = await run(rows, base, file(tight ?? [], { acknowledge: [after] }));
      expect(states(result)).toEqual([expected]);
      const isCovered = expected.startsWith('used');
      expect(result.totals.newlyBlocked.flows + result.totals.partlyBlocked.flows).toBe(isCovered ? 0 : 1);
      expect(result.flows[0]?.acknowledged === undefined).toBe(!isCovered);
    });
  });

  test('must cover both rules of a flow that two rules break', async () => {
    const rules = [...RULES, blocks('no-y', 'true')];
    const one = await run([WEB], undefined, file(rules, { acknowledge: [ack(flow())] }));
    expect([states(one), acknowledged(one)]).toEqual([['used 1'], []]);
    const both = await run(
      [WEB],
      undefined,
      file(rules, { acknowledge: [ack(flow()), ack(flow(), 'no-y', '2026-12-01')] }),
    );
    expect(both.flows[0]?.acknowledged).toEqual({
      reason: 'because of no-x; because of no-y',
      owner: 'dba',
      until: '2026-12-01',
    });
  });

  test('do not cover what another rule leaves undecided', async () => {
    const rules = [blocks('no-x', 'statement.limit > 1000'), blocks('no-y', 'statement.offset > 5')];
    const rows = [limited(2000), limited(1, { facts: { offset: undefined } })];
    const one = await run(rows, undefined, file(rules, { acknowledge: [ack(flow(limited(1)))] }));
    expect([one.flows[0]?.class, acknowledged(one)]).toEqual(['partly_blocked', []]);
    const both = await run(rows, undefined, file(rules, { acknowledge: [ack(flow()), ack(flow(), 'no-y')] }));
    expect(acknowledged(both)).toEqual(['web']);
  });

  test('need a condition that is true for every run that breaks', async () => {
    const rules = [blocks('no-x', 'statement.limit > 1000')];
    const rows = [limited(2000), limited(9000)];
    const some = await run(rows, undefined, file(rules, { acknowledge: [ack(when('statement.limit < 5000'))] }));
    expect([states(some), acknowledged(some)]).toEqual([['unused 0'], []]);
    const all = await run(rows, undefined, file(rules, { acknowledge: [ack(when('statement.limit < 10000'))] }));
    expect(acknowledged(all)).toEqual(['web']);
  });

  test('can cover undecided flows', async () => {
    const rules = [blocks('no-x', 'statement.limit > 1000')];
    const result = await run([limited(undefined)], undefined, file(rules, { acknowledge: [ack(flow())] }));
    expect([result.flows[0]?.class, acknowledged(result), result.totals.unknown.flows]).toEqual([
      'unknown',
      ['web'],
      0,
    ]);
  });

  test('do not apply to a loosening', async () => {
    const off = file([blocks('no-x', 'true', 'off')], { acknowledge: [ack(flow())] });
    const result = await run([WEB], file(RULES), off);
    expect([result.flows[0]?.class, states(result), acknowledged(result)]).toEqual(['newly_allowed', ['unused 0'], []]);
  });
});

describe('the proposal of acknowledgements', () => {
  const HOSTILE = row({
    shape: 'select \u2028\n  - rule: no-evil\r\n# "\'}]: *a &b !c \u202e\u0007\ufeff\ud800 <!-- -->',
    caller: { application: 'a\nacknowledge: []\t"\\ \u0085 \u{1f600}' },
  });

  test('covers all broken flows, whatever their names', async () => {
    const rules = [
      `id: no-x, verdict: block, owner: "o: #'", when: 'true'`,
      blocks('no-y', 'caller.application == "etl"'),
    ];
    const before = await run([WEB, ETL, HOSTILE], undefined, file(rules));
    const yaml = proposeAcknowledgements(before, { until: '2027-01-01' });
    expect(yaml?.split('\n').filter((line) => !/^ {2}(# \S| {2}[a-z]+: "|- rule: ")/.test(line))).toEqual([
      'acknowledge:',
      '',
    ]);
    expect(yaml).toMatch(/^[\n\x20-\x7e\u{1f600}…]+$/u);
    await expect(run([WEB, ETL, HOSTILE], undefined, file(rules) + yaml)).rejects.toThrow(/must be a real reason/);
    const reasoned = yaml?.replaceAll(/"<why .*>"/g, 'meant');
    await expect(run([WEB, ETL, HOSTILE], undefined, file(rules) + reasoned)).rejects.toThrow(/must be a real owner/);
    const filled = reasoned?.replaceAll('"<owner>"', 'dba');
    const after = await run([WEB, ETL, HOSTILE], undefined, file(rules) + filled);
    expect(after.totals).toMatchObject({ newlyBlocked: { flows: 0 }, acknowledged: { flows: 3 } });
    expect(states(after)).toEqual(['used 1', 'used 1', 'used 1', 'used 1']);
    expect(new Set(after.acknowledgements.map(({ owner }) => owner))).toEqual(new Set(["o: #'", 'dba']));
    expect(proposeAcknowledgements(after, { until: '2027-01-01' })).toBeUndefined();
  });

  test('uses the given owner', async () => {
    const result = await run([WEB], undefined, file(RULES));
    expect(proposeAcknowledgements(result, { owner: 'dba: "x"', until: '2027-01-01' })).toBe(
      [
        'acknowledge:',
        '  # web: select ?',
        '  - rule: "no-x"',
        `    flow: "${flowId(WEB)}"`,
        '    reason: "<why 10 recorded calls may stop>"',
        '    owner: "dba: \\"x\\""',
        '    until: "2027-01-01"',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [1, '<why 1 recorded call may stop>'],
    [1_234_567, '<why 1,234,567 recorded calls may stop>'],
  ])('states the number of calls: %i', async (calls, words) => {
    const result = await run([row({ days: calls })], undefined, file(RULES));
    expect(proposeAcknowledgements(result, { until: '2027-01-01' })).toContain(words);
  });

  test('has at most 1,000 entries, counts the rest, and is valid YAML', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => row({ shape: `select ${at}`, days: 1 }));
    const rules = ['no-x', 'no-y', 'no-z'].map((id) => blocks(id, 'true'));
    const { flows, ruleChanges } = await run(rows, undefined, file(rules));
    const yaml = proposeAcknowledgements({ flows, ruleChanges }, { until: '2027-01-01' }) ?? '';
    expect(yaml.match(/^ {2}- rule:/gm)).toHaveLength(1000);
    expect(yaml).toMatch(/\n {2}# 200 more are left out: narrow the rule, or .* by `when` and `max-flows`\n$/);
    const filled = yaml.replaceAll(/"<.*>"/g, 'meant');
    const { totals } = await run(rows, undefined, file(rules) + filled);
    expect(totals.acknowledged.flows).toBe(333);
  });

  test('is empty if nothing breaks', async () => {
    const result = await run([limited(undefined)], undefined, file([blocks('no-x', 'statement.limit > 1')]));
    expect(proposeAcknowledgements(result, { until: '2027-01-01' })).toBeUndefined();
  });
});
