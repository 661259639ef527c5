import { describe, expect, test } from 'vitest';
import type { CallerFacts, CallerPattern } from '../../../src/model/index.ts';
import { fits } from '../../../src/rules/cel/caller-names.ts';
import { judgeStatement, loadRuleset } from '../../../src/rules/index.ts';
import { CALLER, ruleFile, statementOf, treeOf } from '../build.ts';

async function answers(when: string): Promise<(caller: CallerFacts, callerPatterns?: CallerPattern[]) => string> {
  const ruleset = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': ruleFile(when) }) });
  if (!ruleset) throw new Error('no ruleset');
  return (caller, callerPatterns) => {
    const context = { file: undefined, caller, callerPatterns, today: '2026-11-20' };
    const [hit] = judgeStatement(ruleset, statementOf([{ kind: 'select' }]), context);
    return hit === undefined ? 'no' : hit.verdict === 'unknown' ? `unknown: ${hit.cause}` : 'yes';
  };
}

const IN_PART = 'unknown: `caller.user` is only partly known';

describe('a name that is known only as a pattern', () => {
  test.each([
    ['caller.user == "etl_20231"', IN_PART],
    ['caller.user != "etl_20231"', IN_PART],
    ['caller.user == "etl_"', IN_PART],
    ['caller.user == "etl_*"', IN_PART],
    ['"etl_1" == caller.user', IN_PART],
    ['caller.user in ["web", "etl_5"]', IN_PART],
    ['caller.user.startsWith("etl_2")', IN_PART],
    ['caller.user.contains("*")', IN_PART],
    ['caller.user.startsWith("etl_")', 'yes'],
    ['caller.user.startsWith("e")', 'yes'],
    ['!caller.user.startsWith("web")', 'yes'],
    ['caller.user.startsWith("etlx")', 'no'],
    ['caller.user.endsWith("5")', IN_PART],
    ['caller.user.contains("tl_")', 'yes'],
    ['caller.user.contains("web")', IN_PART],
    ['caller.user.startsWith(caller.application)', IN_PART],
    ['caller.user.startsWith("etl_") && caller.user != "web"', 'yes'],
    ['caller.user.startsWith("etl_") && caller.user.size() > 2', IN_PART],
    ['caller.user == caller.application', IN_PART],
    ['caller.user < "f"', IN_PART],
    ['caller.user in statement.tablesRead', IN_PART],
    ['[caller].exists(c, c.user == "web")', IN_PART],
    ['caller.user == "web"', 'no'],
    ['caller.user != "web"', 'yes'],
    ['"web" != caller.user', 'yes'],
    ['caller.user in ["web", "ops"]', 'no'],
    ['!(caller.user in ["web", "ops"]) && caller.application == "web"', 'yes'],
    // A comparison is decided only if the condition does not use the name in any other way.
    ['caller.user == "web" || caller.user == "etl_7"', IN_PART],
    ['caller.application == "web"', 'yes'],
    ['caller.application == "web" || caller.user == "etl_7"', 'yes'],
  ])('%s', async (when, expected) => {
    const ask = await answers(when);
    expect(ask({ ...CALLER, user: 'etl_*' }, ['user'])).toBe(expected);
  });

  test('a `*` in a fully known name is an ordinary character', async () => {
    const ask = await answers('caller.user == "etl_*"');
    expect(ask({ ...CALLER, user: 'etl_*' })).toBe('yes');
  });

  const TAGS_IN_PART = 'unknown: `caller.tags` is only partly known';
  test.each([
    ['caller.tags.controller == "users"', 'yes'],
    ['"controller" in caller.tags && caller.tags["controller"] == "admin"', 'no'],
    ['has(caller.tags.controller)', 'yes'],
    ['caller.tags.route == "/users/7"', TAGS_IN_PART],
    ['"route" in caller.tags', TAGS_IN_PART],
    ['"route" in caller.tags && caller.tags["controller"] == "admin"', 'no'],
    ['has(caller.tags.job)', TAGS_IN_PART],
    ['!("job" in caller.tags)', TAGS_IN_PART],
    ['size(caller.tags) > 1', TAGS_IN_PART],
    ['caller.tags.size() > 1', TAGS_IN_PART],
    ['caller.tags == {"controller": "users"}', TAGS_IN_PART],
    ['caller.tags.exists(name, name == "controller")', TAGS_IN_PART],
    ['caller.tags[caller.user] == "x"', TAGS_IN_PART],
  ])('partly known tags: %s', async (when, expected) => {
    const ask = await answers(when);
    expect(ask({ ...CALLER, tags: { controller: 'users', route: '/users/*' } }, ['tags'])).toBe(expected);
  });

  test('a `*` in fully known tags is an ordinary character', async () => {
    const ask = await answers('caller.tags.route == "/x/*" && size(caller.tags) == 1');
    expect(ask({ ...CALLER, tags: { route: '/x/*' } })).toBe('yes');
  });
});

test.each([
  ['etl_1', 'etl_*', true],
  ['etl_', 'etl_*', true],
  ['xetl_1', 'etl_*', false],
  ['a-1-b-2', 'a-*-b-*', true],
  ['a-b', 'a-*-b', false],
  ['aXbXc', 'a*b*c', true],
  ['ab', 'ab*b', false],
  ['abb', 'ab*b', true],
  ['exact', 'exact', true],
  ['long name and more', 'long name…', true],
  ['other', 'long name…', false],
])('%s fits %s: %s', (text, pattern, expected) => {
  expect(fits(text, pattern)).toBe(expected);
});

test.each([
  ['worker-*-*', 'caller.user.startsWith("worker-")', 'yes'],
  ['worker-*-*', 'caller.user.startsWith("worker-7")', IN_PART],
  ['*-nightly', 'caller.user.endsWith("-nightly")', 'yes'],
  ['*-nightly', 'caller.user.endsWith("-daily")', 'no'],
  ['long name…', 'caller.user.startsWith("long")', 'yes'],
  ['long name…', 'caller.user.endsWith("…")', IN_PART],
])('%s with %s: %s', async (user, when, expected) => {
  expect((await answers(when))({ ...CALLER, user }, ['user'])).toBe(expected);
});

describe('an answer for a pattern is the same for every name that matches it', () => {
  const NAMES = ['etl_', 'etl_1', 'etl_20231', 'etl_*', 'etl', 'web', 'web-1', 'web-1-x', 'web--x', ''];
  const PATTERNS = ['etl_*', 'web-*', 'web-*-x', '*', 'etl…', 'e*'];
  const name = JSON.stringify;
  const CONDITIONS = [
    ...NAMES.flatMap((text) => [
      `caller.user == ${name(text)}`,
      `caller.user != ${name(text)}`,
      `caller.user.startsWith(${name(text)})`,
      `caller.user.endsWith(${name(text)})`,
      `caller.user.contains(${name(text)})`,
      `caller.user < ${name(text)}`,
      `caller.user in [${name(text)}, "web"]`,
      `caller.user == ${name(text)} ? caller.user == "web-1" : caller.user != "etl"`,
    ]),
    'caller.user.size() > 5',
    'caller.user.matches("^etl_[0-9]")',
    'has(caller.user)',
  ];

  test.each(CONDITIONS)('%s', async (when) => {
    const ask = await answers(when);
    for (const pattern of PATTERNS) {
      const answer = ask({ ...CALLER, user: pattern }, ['user']);
      if (answer.startsWith('unknown')) continue;
      for (const user of NAMES.filter((text) => fits(text, pattern))) {
        expect(ask({ ...CALLER, user }), `${user} of ${pattern}`).toBe(answer);
      }
    }
  });
});
