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

// Promise 2 of the design: the pull request cannot approve itself. Each row is a pull request that adds one migration
// which drops a table, and does something to the rules or the configuration.

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
const OWN = `${PACK} ${RULES}`;

const ROWS: readonly Row[] = [
  {
    name: 'neither side has rules: the built-in ones judge',
    base: config(),
    head: { ...config(), ...DROP },
    judges: [`only:${PACK}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
    headline: /^judged by querygate:recommended@1 in force|^judged by querygate:recommended@1 \(/,
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
    headline: /in force \(\d+ rules\) and .* as edited by the change \(\d+ rules\), the stricter decides/,
    notice: /what the change loosens takes effect once it is merged/,
  },
  {
    name: 'the change weakens a verdict: the stricter of the two counts, for the one finding there is',
    base: { ...config(), ...rules() },
    head: { ...config(), ...warnRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
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
    judges: [`base:${OWN}`, `head:${PACK}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (base)'],
    notice: /takes effect once it is merged/,
  },
  {
    name: 'the change moves the rule file into the folder: the rules stay what they are',
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
    name: 'the change takes the pack out: the one in force decides',
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
    name: 'the change breaks the rule file: its mistake fails, and what was in force judges',
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
    name: 'the change breaks the configuration: the one in force holds',
    base: { ...config(), ...rules() },
    head: { ...BROKEN_CONFIG, ...rules(), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: [`unknown configuration ${CONFIG}:2`],
  },
  {
    name: 'the change writes a glob that is none: its mistake hides no block',
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
    name: 'the base is broken: what is in force is not known',
    base: { ...config(), ...BROKEN },
    head: { ...config(), ...rules(), ...FINE },
    judges: [`only:${PACK}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${RULES}:4`],
    headline: /what is in force could not be read/,
  },
  {
    name: 'the base is broken and the change mends it with looser rules: the built-in ones judge too',
    base: { ...config(), ...BROKEN },
    head: { ...config(), ...looseRules, ...DROP },
    judges: [`base:${PACK}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)', `unknown rules-in-force ${RULES}:4`],
  },
  {
    name: 'the base’s rules are broken, and its configuration still holds',
    base: { ...config(), ...BROKEN },
    head: { ...config('fail-on: never\non-unknown: pass\n'), ...rules(), ...FINE },
    judges: [`only:${PACK}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${RULES}:4`],
  },
  {
    name: 'the base’s configuration is broken: the change’s own cannot switch the gate off',
    base: { ...BROKEN_CONFIG, ...rules() },
    head: { ...config('fail-on: never\non-unknown: pass\n'), ...rules(), ...FINE },
    judges: [`only:${PACK}`],
    verdict: 'unknown',
    exit: 5,
    findings: [`unknown rules-in-force ${CONFIG}:2`],
  },
  {
    name: 'the base’s configuration names rules that are not there',
    base: config('rules: gone.yml\n'),
    head: { ...config('rules: gone.yml\n'), 'gone.yml': looseRules[RULES], ...DROP },
    judges: [`base:${PACK}`, `head:${PACK} gone.yml`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)', 'unknown rules-in-force gone.yml'],
  },
  {
    name: 'the head’s configuration names rules that are not there',
    base: { ...config(), ...rules() },
    head: { ...config('rules: gone.yml\n'), ...rules(), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: ['unknown configuration gone.yml'],
  },
  {
    name: 'a rule file lies beside the one that is read, which does not name it: it is no rule in silence',
    base: { ...config(), ...rules(), '.querygate/rules/team.yml': strictRules[RULES] },
    head: { ...config(), ...rules(), '.querygate/rules/team.yml': strictRules[RULES], ...FINE },
    judges: [`only:${PACK}`],
    verdict: 'unknown',
    exit: 2,
    findings: ['unknown rules-in-force .querygate/rules/team.yml', 'unknown configuration .querygate/rules/team.yml'],
  },
  {
    name: 'a rule file that the one which is read extends is part of it',
    base: config(),
    head: {
      ...config(),
      [RULES]: 'version: 1\nextends: [rules/team.yml]\n',
      '.querygate/rules/team.yml': strictRules[RULES],
      ...FINE,
    },
    judges: [`base:${PACK}`, `head:${PACK} .querygate/rules/team.yml ${RULES}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
  },
  {
    name: 'the change makes a link of a file in the folder of rules',
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
    name: 'the change makes a link of the rule file',
    base: { ...config(), ...rules() },
    head: { ...config(), [RULES]: linkTo('config.yml'), ...FINE },
    judges: [`only:${OWN}`],
    verdict: 'unknown',
    exit: 2,
    findings: [`unknown configuration ${RULES}`],
  },
  {
    name: 'the change introduces rules that let all run: the built-in ones judge too, and the first line says so',
    base: NOTHING,
    head: { ...config(), [RULES]: 'version: 1\n', ...DROP },
    judges: [`base:${PACK}`, `head:${RULES}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
    headline: /the base has no rules or configuration yet/,
  },
  {
    name: 'the change introduces stricter rules: they hold at once',
    base: NOTHING,
    head: { ...config(), ...strictRules, ...FINE },
    judges: [`base:${PACK}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
    headline: /the base has no rules or configuration yet/,
  },
  {
    name: 'the change introduces a configuration that switches the gate off: the defaults are stricter',
    base: NOTHING,
    head: { ...config("fail-on: never\non-unknown: pass\nignore: ['**']\npaths: [nowhere]\n"), ...DROP },
    judges: [`only:${PACK}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1'],
    headline: /the base has no rules or configuration yet/,
    notice: /the change brings the first configuration/,
  },
  {
    name: 'the change introduces a configuration by which its own rules decide: they do not',
    base: NOTHING,
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${PACK}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'the change introduces a tool whose down sections would be spared: they are not',
    base: NOTHING,
    head: {
      ...config("files: [{ paths: ['db/**'], tool: goose }]\n"),
      'db/2.sql': '-- +goose Up\nSELECT 1;\n-- +goose Down\nDROP TABLE users;\n',
    },
    judges: [`only:${PACK}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:4'],
  },
  {
    name: 'head-rules: decide lets looser rules through, and names what',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'allow',
    exit: 0,
    findings: [],
    headline: /of which the edited one decides/,
    notice: /warning db\/2\.sql: let through by the edited rules: no-drop-table: dropping table users/,
  },
  {
    name: 'head-rules: decide holds the change to stricter rules of its own',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...strictRules, ...FINE },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-create-table db/2.sql:1 (head)'],
  },
  {
    name: 'head-rules: decide of the head alone decides nothing',
    base: { ...config(), ...rules() },
    head: { ...DECIDE, ...looseRules, ...DROP },
    judges: [`base:${OWN}`, `head:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1 (base)'],
  },
  {
    name: 'head-rules: decide with a broken head: what was in force judges',
    base: { ...DECIDE, ...rules() },
    head: { ...DECIDE, ...BROKEN, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'block',
    exit: 1,
    findings: ['block no-drop-table db/2.sql:1', `unknown configuration ${RULES}:4`],
  },
  {
    name: 'the change deletes the configuration: it counts until that is merged',
    base: { ...config('fail-on: warn\n'), ...warnRules },
    head: { ...warnRules, ...DROP },
    judges: [`only:${OWN}`],
    verdict: 'warn',
    exit: 1,
    findings: ['warn no-drop-table db/2.sql:1'],
    notice: /the change takes the configuration away/,
  },
];

describe('who judges a pull request', () => {
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

  it('names the commit of each file of rules, so that nobody has to guess', async () => {
    const report = await checkPull({ ...config(), ...rules() }, { ...config(), ...looseRules, ...DROP });
    expect(report.headline.replaceAll(/\d+ rules/g, 'n rules')).toBe(
      'judged by .querygate/rules.yml at ba5eba5e in force (n rules) and .querygate/rules.yml at 4ead4ead as edited by the change (n rules), the stricter decides over 1 changed SQL file of pull_request (refs/pull/7/merge at 4ead4ea against main at ba5eba5)',
    );
  });
});

it('says in the first line how many rule files it does not name', async () => {
  const rule = (id: string) =>
    `version: 1\nrules: [{ id: ${id}, operations: [drop_table], verdict: block, message: gone }]\n`;
  const names = ['a', 'b', 'c', 'd', 'e'];
  const files = Object.fromEntries(names.map((name) => [`.querygate/rules/${name}.yml`, rule(`no-${name}`)]));
  const report = await checkFiles({ ...files, 'x.sql': 'SELECT 1' }, { dialect: 'postgresql' });
  expect(report.headline).toContain('.querygate/rules/c.yml, and 2 more (5 rules)');
});

describe('a base that cannot be read', () => {
  const gone = { rulesBase: { unavailable: 'the server has no such branch' } } as const;

  it('leaves what is in force unknown, though the SQL is harmless', async () => {
    const report = await checkPull(config(), { ...config(), ...FINE }, {}, gone);
    expect(counting(report)).toEqual(['unknown rules-in-force .querygate']);
    expect(report.findings[0]?.message).toBe('the rules in force cannot be read: the server has no such branch');
    // `ignore` mends a SQL file, and no base.
    expect(report.findings[0]?.help).not.toContain('ignore');
    expect([report.verdict, report.exitCode]).toEqual(['unknown', 5]);
    expect(report.headline).toMatch(/what is in force could not be read/);
  });

  it.each([
    ['fail-on: never and on-unknown: pass', config('fail-on: never\non-unknown: pass\n')],
    ['head-rules: decide', { ...DECIDE, ...looseRules }],
    ['a baseline', { ...config(), '.querygate/baseline.json': '{"version":1,"findings":[]}' }],
  ])('does not let the head’s %s decide', async (_, head) => {
    const report = await checkPull(config(), { ...head, ...DROP }, {}, gone);
    expect(report.exitCode).toBe(1);
    expect(counting(report)).toContainEqual(expect.stringMatching(/^block no-drop-table db\/2\.sql:1/));
  });

  it('still lets the workflow say what an undecided run does', async () => {
    const report = await checkPull(config(), { ...config(), ...FINE }, { onUnknown: 'warn' }, gone);
    expect([report.verdict, report.exitCode]).toEqual(['unknown', 0]);
    expect(report.conclusion).toBe('passed, with 1 not decided (`on-unknown: warn`)');
  });
});

describe('settings that the change edits: of each the stricter value counts', () => {
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
    expect(notices(report)).toMatch(/of each setting the stricter value counts/);
  });

  it.each([
    ['paths that the head narrows', "paths: ['**/*.sql']", "paths: ['db/**']"],
    ['paths that the head widens', "paths: ['db/**']", "paths: ['**/*.sql']"],
    ['a folder that only the head ignores', '', "ignore: ['other']"],
    ['a folder that only the base ignores', "ignore: ['other']", ''],
  ])('a file is judged where either side selects it: %s', async (_, base, head) => {
    const report = await checkPull(config(`${base}\n`), { ...config(`${head}\n`), ...SQL });
    expect(report.files.map(({ path }) => path)).toEqual(['db/2.sql', 'other/3.sql']);
    expect(report.exitCode).toBe(1);
  });

  it('flags of the workflow win over both', async () => {
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

  it('may come with the change: the built-in ones judge too', async () => {
    const loose = { 'team/rules.yml': looseRules[RULES] };
    const report = await checkPull(NOTHING, { ...config(), ...loose, ...DROP }, { rules: 'team/rules.yml' });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1 (base)']);
    expect(report.headline).toMatch(/the base has no rules or configuration yet/);
  });

  it('are a mistake where neither side has them', async () => {
    await expect(checkPull(config(), { ...config(), ...FINE }, { rules: 'team/rules.yml' })).rejects.toThrow(
      'there is no rule file `team/rules.yml`, neither in the base nor in the head; correct `rules`',
    );
  });

  it('may be a checkout of their own, which alone decides, and the first line says so', async () => {
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
    expect(report.headline).toMatch(/^judged by rules\.yml at c0ffee00 .*the rules are a checkout of their own/);
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

  it('a pull request that brings one which fails is a mistake in the rules, on the rule’s line', async () => {
    const report = await checkPull({ ...config(), ...rules() }, { ...config(), [RULES]: failing });
    expect(counting(report)).toEqual([`unknown configuration ${RULES}:3`]);
    expect(report.exitCode).toBe(2);
  });

  it('an override that changes what a rule is about does not answer for the examples it had before', async () => {
    const narrowed = {
      [RULES]:
        'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - { id: no-drop-table, when: \'operation.target.name == "users"\' }\n',
    };
    const report = await checkPull({ ...config(), ...narrowed }, { ...config(), ...narrowed, ...DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1']);
  });
});
