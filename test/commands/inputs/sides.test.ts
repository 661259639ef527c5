import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/model/index.ts';
import {
  CONFIG,
  checkFiles,
  checkPull,
  config,
  counting,
  type Files,
  linkTo,
  notices,
  RULES,
  rules,
  treeOf,
} from '../build.ts';

// A pull request cannot approve itself. Each row is a pull request that adds a migration which drops a table, and
// changes the rules or the configuration.

const DROP = { 'db/2.sql': 'DROP TABLE users;\n' };
const FINE = { 'db/2.sql': 'CREATE TABLE invoices (id bigint PRIMARY KEY);\n' };

/** A rule of the team's own, which the migration that creates a table breaks. */
const NO_CREATE = `rules:
  - id: no-create-table
    operations: [create_table]
    verdict: block
    message: ask before you create {operation.target}
`;
const strictRules = { [RULES]: `version: 1\nextends: [querygate:recommended@1]\n${NO_CREATE}` };
const looseRules = rules({ 'no-drop-table': 'off' });
const warnRules = rules({ 'no-drop-table': 'warn' });
const BROKEN = { [RULES]: 'version: 1\nrules:\n  - id: no-drop-table\n    verdict: nope\n' };
const BROKEN_CONFIG = { [CONFIG]: 'version: 1\nfial-on: never\n' };
const DECIDE = config('head-rules: decide\n');
const NOTHING: Files = {};

interface Row {
  readonly name: string;
  readonly base: Files;
  readonly head: Files;
  /** `side:sources` of each ruleset that judges. */
  readonly judges: readonly string[];
  readonly verdict: CheckReport['verdict'];
  readonly exit: CheckReport['exitCode'];
  readonly findings: readonly string[];
  readonly headline?: RegExp;
  readonly notice?: RegExp;
}

const PACK = 'querygate:recommended@1';
const DEFAULTS = `${PACK} querygate:availability@1`;
const OWN = `${PACK} ${RULES}`;

const ROWS: readonly Row[] = [
  {
    name: 'neither side has rules: the built-in ones judge',
    base: config(),
    head: { ...config(), ...DROP },
    judges: [`only:${DEFAULTS}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
    headline: /^judged by querygate:recommended@1, querygate:availability@1 (?:in force|\()/,
  },
  {
    name: 'both sides have the same rules',
    base: { ...config(), ...looseRules },
    head: { ...config(), ...looseRules, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'allow',
    exit: 0,
    findings: [],
  },
  {
    name: 'the change loosens a rule: the one in force decides',
    base: { ...config(), ...rules() },
    head: { ...config(), ...looseRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
    headline: /in force \(\d+ rules\) and .* as edited by the change \(\d+ rules\) \(the stricter verdict decides\)/,
    notice:
      /1 of the findings comes from the rules in force, which still apply until the change is merged: the rules that it loosens take effect then/,
  },
  {
    name: 'the change weakens a verdict: the stricter one applies to the single finding',
    base: { ...config(), ...rules() },
    head: { ...config(), ...warnRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
    notice: /1 of the findings comes from the rules in force, which still apply until the change is merged/,
  },
  {
    name: 'the change tightens a rule: the edited one decides at once',
    base: { ...config(), ...rules() },
    head: { ...config(), ...strictRules, ...FINE },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
  },
  {
    name: 'the change rewrites the rules to the same effect: there is one ruleset',
    base: { ...config(), ...rules() },
    head: {
      ...config(),
      [RULES]: 'version: 1\n# The same in other words.\nextends:\n  - "querygate:recommended@1"\n',
      ...DROP,
    },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
  },
  {
    name: 'the change deletes the rule file: what was in force still blocks',
    base: { ...config(), ...strictRules },
    head: { ...config(), ...FINE },
    judges: [`base:${OWN}`, `head:${DEFAULTS}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (base)'],
    notice: /which still apply until the change is merged/,
  },
  {
    name: 'the change moves the rule file into the folder: the rules stay the same',
    base: { ...config(), ...strictRules },
    head: { ...config(), '.querygate/rules/main.yml': strictRules[RULES], ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1'],
  },
  {
    name: 'the change points the configuration at a looser file: the one in force decides',
    base: { ...config(), ...rules() },
    head: {
      ...config('rules: loose.yml\n'),
      ...rules(),
      'loose.yml': 'version: 1\nextends: [querygate:recommended@1]\nrules: [{ id: no-drop-table, verdict: off }]\n',
      ...DROP,
    },
    judges: [`base:${OWN}`, `head:${PACK} loose.yml`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'the change removes the pack: the ruleset in force decides',
    base: { ...config(), ...rules() },
    head: { ...config(), [RULES]: 'version: 1\n', ...DROP },
    judges: [`base:${OWN}`, `head:${RULES}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'the change adds an exception for itself: the rules in force do not have it',
    base: { ...config(), ...rules() },
    head: {
      ...config(),
      ...rules(
        {},
        "exceptions:\n  - { rule: no-drop-table, when: 'true', reason: mine, owner: me, until: 2030-01-01 }\n",
      ),
      ...DROP,
    },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'the change breaks the rule file: the error fails, and the rules in force judge',
    base: { ...config(), ...rules() },
    head: { ...config(), ...BROKEN, ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: [`unknown configuration ${RULES}:4`],
  },
  {
    name: 'the change breaks the rule file and drops a table: the block has the smaller exit code',
    base: { ...config(), ...rules() },
    head: { ...config(), ...BROKEN, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1', `unknown configuration ${RULES}:4`],
  },
  {
    name: 'the change breaks the configuration: the one in force applies',
    base: { ...config(), ...rules() },
    head: { ...BROKEN_CONFIG, ...rules(), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: [`unknown configuration ${CONFIG}:2`],
  },
  {
    name: 'the change has an invalid glob: the error does not hide a block',
    base: { ...config(), ...rules() },
    head: { ...config("ignore: ['!db/**']\n"), ...rules(), ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1', `unknown configuration ${CONFIG}:3`],
  },
  {
    name: 'the base’s baseline is broken: nothing is accepted',
    base: { ...config(), ...rules(), '.querygate/baseline.json': '{' },
    head: { ...config(), ...rules(), '.querygate/baseline.json': '{', ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 5,
    findings: ['unknown rules-in-force .querygate/baseline.json'],
  },
  {
    name: 'the base is broken: the rules in force are unknown',
    base: { ...config(), ...BROKEN },
    head: { ...config(), ...rules(), ...FINE },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${RULES}:4`],
    headline: /the rules in force could not be read/,
  },
  {
    name: 'the base is broken and the change fixes it with looser rules: the built-in ones judge too',
    base: { ...config(), ...BROKEN },
    head: { ...config(), ...looseRules, ...DROP },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)', `unknown rules-in-force ${RULES}:4`],
  },
  {
    name: 'the base’s rules are broken, but its configuration still applies',
    base: { ...config(), ...BROKEN },
    head: { ...config('fail-on: never\non-unknown: pass\n'), ...rules(), ...FINE },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${RULES}:4`],
  },
  {
    name: 'the base’s configuration is broken: the change’s own cannot switch the gate off',
    base: { ...BROKEN_CONFIG, ...rules() },
    head: { ...config('fail-on: never\non-unknown: pass\n'), ...rules(), ...FINE },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${CONFIG}:2`],
  },
  {
    name: 'the base’s configuration names rules that do not exist',
    base: config('rules: gone.yml\n'),
    head: { ...config('rules: gone.yml\n'), 'gone.yml': looseRules[RULES], ...DROP },
    judges: [`base:${DEFAULTS}`, `head:${PACK} gone.yml`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)', 'unknown rules-in-force gone.yml'],
  },
  {
    name: 'the head’s configuration names rules that do not exist',
    base: { ...config(), ...rules() },
    head: { ...config('rules: gone.yml\n'), ...rules(), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: ['unknown configuration gone.yml'],
  },
  {
    name: 'a rule file that is not read is not ignored silently',
    base: { ...config(), ...rules(), '.querygate/rules/team.yml': strictRules[RULES] },
    head: { ...config(), ...rules(), '.querygate/rules/team.yml': strictRules[RULES], ...FINE },
    judges: [`only:${DEFAULTS}`],
    verdict: 'unknown',
    exit: 2,
    findings: ['unknown rules-in-force .querygate/rules/team.yml', 'unknown configuration .querygate/rules/team.yml'],
  },
  {
    name: 'a rule file that another one extends is part of it',
    base: config(),
    head: {
      ...config(),
      [RULES]: 'version: 1\nextends: [rules/team.yml]\n',
      '.querygate/rules/team.yml': strictRules[RULES],
      ...FINE,
    },
    judges: [`base:${DEFAULTS}`, `head:${PACK} .querygate/rules/team.yml ${RULES}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
  },
  {
    name: 'the change replaces a file in the rules folder with a link',
    base: { ...config(), '.querygate/rules/main.yml': strictRules[RULES] },
    head: {
      ...config(),
      '.querygate/rules/main.yml': linkTo('other.yml'),
      '.querygate/rules/other.yml': 'version: 1\n',
      ...DROP,
    },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1', 'unknown configuration .querygate/rules/main.yml'],
  },
  {
    name: 'the change replaces the rule file with a link',
    base: { ...config(), ...rules() },
    head: { ...config(), [RULES]: linkTo('config.yml'), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: [`unknown configuration ${RULES}`],
  },
  {
    name: 'the change adds the first rules, which allow everything: the built-in ones judge too, and the first line says so',
    base: NOTHING,
    head: { ...config(), [RULES]: 'version: 1\n', ...DROP },
    judges: [`base:${DEFAULTS}`, `head:${RULES}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
    headline: /the base has no rules or configuration yet/,
  },
  {
    name: 'the change adds stricter first rules: they apply at once',
    base: NOTHING,
    head: { ...config(), ...strictRules, ...FINE },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
    headline: /the base has no rules or configuration yet/,
  },
  {
    name: 'the change adds a first configuration that turns the check off: the stricter defaults apply',
    base: NOTHING,
    head: { ...config("fail-on: never\non-unknown: pass\nignore: ['**']\npaths: [nowhere]\n"), ...DROP },
    judges: [`only:${DEFAULTS}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
    headline: /the base has no rules or configuration yet/,
    notice: /the change adds the first configuration/,
  },
  {
    name: 'the change adds a first configuration with `head-rules: decide`, which has no effect',
    base: NOTHING,
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${DEFAULTS}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'the change adds a migration tool: down sections are still judged',
    base: NOTHING,
    head: {
      ...config("files: [{ paths: ['db/**'], tool: goose }]\n"),
      'db/2.sql': '-- +goose Up\nSELECT 1;\n-- +goose Down\nDROP TABLE users;\n',
    },
    judges: [`only:${DEFAULTS}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:4'],
  },
  {
    name: 'head-rules: decide applies looser rules, and lists what they let through',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'allow',
    exit: 0,
    findings: [],
    headline: /the edited rules decide/,
    notice: /warning db\/2\.sql: let through by the edited rules: no-drop-table: dropping table users/,
  },
  {
    name: 'head-rules: decide applies stricter rules of the change',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...strictRules, ...FINE },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
  },
  {
    name: 'head-rules: decide in the head alone has no effect',
    base: { ...config(), ...rules() },
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'head-rules: decide with a broken head: the rules in force judge',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...BROKEN, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1', `unknown configuration ${RULES}:4`],
  },
  {
    name: 'the change deletes the configuration: it applies until the change is merged',
    base: { ...config('fail-on: warn\n'), ...warnRules },
    head: { ...warnRules, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'warn',
    exit: 1,
    findings: ['warn no-drop-table db/2.sql:1'],
    notice: /the change removes the configuration/,
  },
];

describe('the rulesets that judge a pull request', () => {
  it.each(ROWS)('$name', async ({ base, head, judges, verdict, exit, findings, headline, notice }) => {
    const report = await checkPull(base, head);
    expect(counting(report)).toEqual(findings);
    expect(
      report.judges.map(({ side, sources }) => `${side}:${sources.join(' ')}`.replace(/rules\/main/, 'rules')),
    ).toEqual(judges);
    expect([report.verdict, report.exitCode]).toEqual([verdict, exit]);
    if (headline) expect(report.headline).toMatch(headline);
    if (notice) expect(notices(report)).toMatch(notice);
  });

  it('are reported with the commit of each rule file', async () => {
    const report = await checkPull({ ...config(), ...rules() }, { ...config(), ...looseRules, ...DROP });
    expect(report.headline.replaceAll(/\d+ rules/g, 'n rules')).toBe(
      'judged by .querygate/rules.yml at ba5eba5e in force (n rules) and .querygate/rules.yml at 4ead4ead as edited by the change (n rules) (the stricter verdict decides) over 1 changed SQL file of pull_request (refs/pull/7/merge at 4ead4ea against main at ba5eba5)',
    );
  });
});

it('the first line says how many rule files it does not name', async () => {
  const rule = (id: string) =>
    `version: 1\nrules: [{ id: ${id}, operations: [drop_table], verdict: block, message: gone }]\n`;
  const names = ['a', 'b', 'c', 'd', 'e'];
  const files = Object.fromEntries(names.map((name) => [`.querygate/rules/${name}.yml`, rule(`no-${name}`)]));
  const report = await checkFiles({ ...files, 'x.sql': 'SELECT 1' }, { dialect: 'postgresql' });
  expect(report.headline).toContain(
    '.querygate/rules/c.yml, and 2 more (5 rules, without the built-in ones: it extends no pack)',
  );
});

it.each([
  ['says that it extends no pack', '', '(1 rule, without the built-in ones: it extends no pack) over'],
  ['states that it extends nothing', 'extends: []\n', '(1 rule) over'],
])('the first line names a ruleset that %s', async (_, head, expected) => {
  const text = `version: 1\n${head}rules: [{ id: no-a, operations: [drop_table], verdict: block, message: gone }]\n`;
  const report = await checkFiles({ [RULES]: text, 'x.sql': 'SELECT 1' }, { dialect: 'postgresql' });
  expect(report.headline).toContain(expected);
});

describe('a branch that is behind the base branch', () => {
  const strict = { ...config(), ...rules() };
  const loosened = { ...config(), ...warnRules };
  const common = { mergeBase: async () => treeOf(strict) };

  it('does not edit the rules that the base branch changed since: those of the base decide', async () => {
    const report = await checkPull(loosened, { ...strict, ...DROP }, {}, common);
    expect(counting(report)).toEqual(['warn no-drop-table db/2.sql:1']);
    expect(report.judges).toHaveLength(1);
    expect(report.exitCode).toBe(0);
  });

  it('is judged by its own rules too if both branches edited them', async () => {
    const report = await checkPull(loosened, { ...config(), ...strictRules, ...DROP }, {}, common);
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1']);
  });

  it('is judged by its own rules too if the common commit is not known', async () => {
    const unknown = { mergeBase: async () => ({ unavailable: 'the clone is shallow' }) };
    const report = await checkPull(loosened, { ...strict, ...DROP }, {}, unknown);
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1']);
  });
});

describe('a base that cannot be read', () => {
  const unreadable = { rulesBase: { unavailable: 'the server has no such branch' } } as const;

  it('makes the rules in force unknown, even if the SQL is harmless', async () => {
    const report = await checkPull(config(), { ...config(), ...FINE }, {}, unreadable);
    expect(counting(report)).toEqual(['unknown rules-in-force .querygate']);
    expect(report.findings[0]?.message).toBe('the rules in force cannot be read: the server has no such branch');
    // `ignore` can help with a SQL file, but not with the base.
    expect(report.findings[0]?.help).not.toContain('ignore');
    expect([report.verdict, report.exitCode]).toEqual(['unknown', 5]);
    expect(report.headline).toMatch(/the rules in force could not be read/);
  });

  it.each([
    ['fail-on: never and on-unknown: pass', config('fail-on: never\non-unknown: pass\n')],
    ['head-rules: decide', { ...DECIDE, ...looseRules }],
    ['a baseline', { ...config(), '.querygate/baseline.json': '{"version":1,"findings":[]}' }],
  ])('does not let the head’s %s decide', async (_, head) => {
    const report = await checkPull(config(), { ...head, ...DROP }, {}, unreadable);
    expect(report.exitCode).toBe(1);
    expect(counting(report)).toContainEqual(expect.stringMatching(/^block no-drop-table db\/2\.sql:1/));
  });

  it('does not override `on-unknown` of the workflow', async () => {
    const report = await checkPull(config(), { ...config(), ...FINE }, { onUnknown: 'warn' }, unreadable);
    expect([report.verdict, report.exitCode]).toEqual(['unknown', 0]);
    expect(report.conclusion).toBe('passed, with 1 undecided (`on-unknown: warn`)');
  });
});

describe('of edited settings, the stricter value applies', () => {
  const SQL: Files = {
    'db/2.sql': 'ALTER TABLE users RENAME TO people;\n',
    'other/3.sql': 'DROP TABLE users;\n',
  };
  it.each([
    ['fail-on: warn of the base', 'fail-on: warn', 'fail-on: never', { failOn: 'warn' }],
    ['fail-on: warn of the head', 'fail-on: never', 'fail-on: warn', { failOn: 'warn' }],
    ['the default of fail-on', '', 'fail-on: never', { failOn: 'block' }],
    ['on-unknown: fail of the base', 'on-unknown: fail', 'on-unknown: pass', { onUnknown: 'fail' }],
    ['on-unknown: warn of the head', 'on-unknown: pass', 'on-unknown: warn', { onUnknown: 'warn' }],
    ['findings: all of the base', 'findings: all', 'findings: new', { findings: 'all' }],
    ['findings: all of the head', 'findings: new', 'findings: all', { findings: 'all' }],
  ])('%s', async (_, base, head, policy) => {
    const report = await checkPull(config(`${base}\n`), { ...config(`${head}\n`), ...SQL });
    expect(report.policy).toMatchObject(policy);
    expect(notices(report)).toMatch(/the stricter value of each setting applies/);
  });

  it.each([
    ['paths that the head narrows', "paths: ['**/*.sql']", "paths: ['db/**']"],
    ['paths that the head widens', "paths: ['db/**']", "paths: ['**/*.sql']"],
    ['a folder that only the head ignores', '', "ignore: ['other']"],
    ['a folder that only the base ignores', "ignore: ['other']", ''],
  ])('a file is judged if either side selects it: %s', async (_, base, head) => {
    const report = await checkPull(config(`${base}\n`), { ...config(`${head}\n`), ...SQL });
    expect(report.files.map(({ path }) => path)).toEqual(['db/2.sql', 'other/3.sql']);
    expect(report.exitCode).toBe(1);
  });

  it('flags of the workflow override both', async () => {
    const report = await checkPull(
      config('fail-on: warn\n'),
      { ...config('fail-on: warn\n'), ...SQL },
      {
        failOn: 'never',
        ignore: ['other'],
      },
    );
    expect(report.exitCode).toBe(0);
    expect(report.conclusion).toMatch(/^passed|^reported only/);
    expect(report.files.map(({ path }) => path)).toEqual(['db/2.sql']);
  });
});

describe('rules that the workflow names', () => {
  const own = { 'team/rules.yml': strictRules[RULES] };

  it('are read on both sides', async () => {
    const loose = { 'team/rules.yml': looseRules[RULES] };
    const report = await checkPull(
      { ...config(), ...own },
      { ...config(), ...loose, ...FINE },
      { rules: 'team/rules.yml' },
    );
    expect(counting(report)).toEqual(['block no-create-table db/2.sql:1 (base)']);
  });

  it('can come with the change: the built-in ones judge too', async () => {
    const loose = { 'team/rules.yml': looseRules[RULES] };
    const report = await checkPull(NOTHING, { ...config(), ...loose, ...DROP }, { rules: 'team/rules.yml' });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1 (base)']);
    expect(report.headline).toMatch(/the base has no rules or configuration yet/);
  });

  it('are an error if neither side has them', async () => {
    await expect(checkPull(config(), { ...config(), ...FINE }, { rules: 'team/rules.yml' })).rejects.toThrow(
      'there is no rule file `team/rules.yml`, neither in the base nor in the head; correct `--rules` (input `rules`)',
    );
  });

  it('can be a separate checkout, which alone decides, and the first line says so', async () => {
    const checkout = treeOf({ 'rules.yml': strictRules[RULES] }, 'c0ffee0'.padEnd(40, '0'));
    const report = await checkPull(
      { ...config(), ...looseRules },
      { ...config(), ...looseRules, ...FINE },
      {
        rules: 'policies/rules.yml',
        trustedRules: { tree: checkout, entry: 'rules.yml' },
      },
    );
    expect(counting(report)).toEqual(['block no-create-table db/2.sql:1']);
    expect(report.headline).toMatch(/^judged by rules\.yml at c0ffee00 .*the rules come from a separate checkout/);
  });
});

describe('examples of rules are tests', () => {
  const failing = `version: 1
rules:
  - id: no-create-table
    operations: [create_table]
    verdict: block
    message: no
    examples: { block: ['DROP TABLE users'] }
`;

  it('a failing example in a pull request is an error on the line of the rule', async () => {
    const report = await checkPull({ ...config(), ...rules() }, { ...config(), [RULES]: failing });
    expect(counting(report)).toEqual([`unknown configuration ${RULES}:3`]);
    expect(report.exitCode).toBe(2);
  });

  it('an override that changes the operations of a rule does not inherit its examples', async () => {
    const narrowed = {
      [RULES]:
        'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - { id: no-drop-table, when: \'operation.target.name == "users"\' }\n',
    };
    const report = await checkPull({ ...config(), ...narrowed }, { ...config(), ...narrowed, ...DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1']);
  });
});
