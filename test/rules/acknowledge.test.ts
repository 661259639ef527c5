import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { judgeStatement, loadRuleset, type Ruleset, withException } from '../../src/rules/index.ts';
import { contextOf, statementOf, treeOf } from './build.ts';

const MAIN = '.querygate/rules.yml';
const RULE = 'rules:\n  - {id: no-x, operations: [drop_table], verdict: block, message: m}\n';
const REST = 'reason: r, owner: o, until: 2027-01-01';
const FLOW = "flow: '0123456789ab'";

async function load(text: string, more: Record<string, string> = {}): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf({ [MAIN]: text, ...more }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

function withEntry(entry: string): string {
  return `version: 1\n${RULE}acknowledge:\n  - {${entry}}\n`;
}

test.each(['reason', 'owner'])('rejects an exception whose %s is a placeholder', async (key) => {
  const entry = { rule: 'no-x', when: 'true', reason: 'r', owner: 'o', until: '2027-01-01', [key]: `<${key}>` };
  const text = `version: 1\n${RULE}exceptions:\n  - ${JSON.stringify(entry)}\n`;
  await expect(load(text)).rejects.toThrow(new RegExp(`\`exceptions\\[0\\]\\.${key}\` must be a real ${key} instead`));
});

describe('acknowledgements in a rule file', () => {
  test('are loaded by flow and by condition, with their positions', async () => {
    const { acknowledgements } = await load(
      `${withEntry(`rule: no-x, ${FLOW}, ${REST}`)}  - {rule: no-x, when: 'caller.user == "a"', max-flows: 3, ${REST}}\n`,
    );
    expect(acknowledgements).toMatchObject([
      {
        rule: 'no-x',
        flow: '0123456789ab',
        condition: undefined,
        maxFlows: undefined,
        until: '2027-01-01',
        source: MAIN,
        place: { file: MAIN, line: 5 },
      },
      { rule: 'no-x', flow: undefined, condition: { text: 'caller.user == "a"' }, maxFlows: 3, place: { line: 6 } },
    ]);
  });

  test('do not change the hash of the ruleset', async () => {
    const plain = await load(`version: 1\n${RULE}`);
    expect(plain.acknowledgements).toEqual([]);
    expect((await load(withEntry(`rule: no-x, ${FLOW}, ${REST}`))).hash).toBe(plain.hash);
  });

  test('may name a final rule of another file', async () => {
    const org = RULE.replace('message: m', 'message: m, final: true');
    const text = `version: 1\nextends: [../org.yml]\nacknowledge:\n  - {rule: no-x, ${FLOW}, ${REST}}\n`;
    expect((await load(text, { 'org.yml': `version: 1\n${org}` })).acknowledgements).toHaveLength(1);
  });

  const AT = `${MAIN}:5:`;
  test.each([
    [
      'too many flows',
      `rule: no-x, when: 'true', max-flows: 10001, ${REST}`,
      /`acknowledge\[0\]\.max-flows` is too large: at most 10000$/,
    ],
    [
      'a placeholder for a reason',
      `rule: no-x, ${FLOW}, reason: ' <why this may stop> ', owner: o, until: 2027-01-01`,
      /^\.querygate\/rules\.yml:5:\d+: `acknowledge\[0\]\.reason` must be a real reason instead of the placeholder `<…>`, but is/,
    ],
    [
      'a placeholder for an owner',
      `rule: no-x, ${FLOW}, reason: less <b> than > that, owner: <owner>, until: 2027-01-01`,
      /`acknowledge\[0\]\.owner` must be a real owner instead of the placeholder `<…>`, but is `<owner>`/,
    ],
    [
      'an unknown rule',
      `rule: no-y, ${FLOW}, ${REST}`,
      `${AT}12: unknown rule \`no-y\` in this acknowledgement (did you mean \`no-x\`?)`,
    ],
    [
      'an invalid condition',
      `rule: no-x, when: 'operation.x', max-flows: 1, ${REST}`,
      /^\.querygate\/rules\.yml:5:\d+: there is no fact `x` here/,
    ],
    [
      'a condition that reads the file',
      `rule: no-x, when: 'file.path == "x"', max-flows: 1, ${REST}`,
      /^\.querygate\/rules\.yml:5:\d+: the condition reads `file`, which production queries do not have/,
    ],
    [
      'a pattern that is too large',
      `rule: no-x, when: 'operation.kind.matches("(x{500}){500}")', max-flows: 1, ${REST}`,
      /invalid pattern|too large/,
    ],
    ['neither flow nor condition', `rule: no-x, ${REST}`, /give either `flow`, or `when` together with `max-flows`/],
    [
      'both flow and condition',
      `rule: no-x, ${FLOW}, when: 'true', max-flows: 1, ${REST}`,
      /give either `flow`, or `when` together with `max-flows`/,
    ],
    ['a condition without `max-flows`', `rule: no-x, when: 'true', ${REST}`, /`when` and `max-flows` need each other/],
    ['an invalid flow id', `rule: no-x, flow: abc, ${REST}`, /must be the flow id from a simulation report/],
  ])('are rejected with %s', async (_, entry, expected) => {
    const line = await load(withEntry(entry)).then(
      () => 'accepted',
      (error) => {
        if (!(error instanceof ConfigError)) throw error;
        return error.toLine();
      },
    );
    if (typeof expected === 'string') expect(line).toBe(expected);
    else expect(line).toMatch(expected);
  });

  test('may name thousands of flows, without counting towards the rule limit', async () => {
    const many = Array.from(
      { length: 2500 },
      (_, i) => `  - {rule: no-x, flow: '${String(i).padStart(12, '0')}', ${REST}}\n`,
    );
    expect((await load(`version: 1\n${RULE}acknowledge:\n${many.join('')}`)).acknowledgements).toHaveLength(2500);
  });
});

test('withException adds an exception that works like one in a file', async () => {
  const ruleset = await load(`version: 1\n${RULE}`);
  const exception = { rule: 'no-x', reason: 'r', owner: 'o', until: '2027-01-01', source: MAIN, place: { file: MAIN } };
  const excepted = await withException(ruleset, { ...exception, when: 'operation.target.name.matches("^users$")' });
  const exempt = (of: Ruleset): boolean[] =>
    judgeStatement(of, statementOf([{}]), contextOf()).map(({ exemption }) => exemption !== undefined);
  expect([exempt(ruleset), exempt(excepted)]).toEqual([[false], [true]]);
  expect(excepted.hash).not.toBe(ruleset.hash);
  await expect(withException(ruleset, { ...exception, when: 'operation.x' })).rejects.toThrow('there is no fact `x`');
});
