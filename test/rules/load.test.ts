import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { loadPacks, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { expectNotEndless } from '../costs.ts';
import { treeOf } from './build.ts';

type Files = Readonly<Record<string, string | Uint8Array | null>>;
const MAIN = '.querygate/rules.yml';

async function load(files: Files, entry?: string): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf(files, 'abc'), entry });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

/** Returns the line of the error, or `accepted`. */
async function errorOf(files: Files, entry?: string): Promise<string> {
  return load(files, entry).then(
    () => 'accepted',
    (error) => {
      if (!(error instanceof ConfigError)) throw error;
      const line = error.toLine();
      expect(line).not.toContain('\n');
      return line;
    },
  );
}

const rule = (id: string, more = ''): string =>
  `  - {id: ${id}, operations: [drop_table], verdict: block, message: m${more}}\n`;
const file = (rules: string, head = ''): string => `version: 1\n${head}rules:\n${rules}`;

describe('finding the ruleset', () => {
  test('returns undefined if there is no rule file', async () => {
    expect(await loadRuleset({ tree: treeOf({ 'a.sql': '' }) })).toBeUndefined();
    expect(await loadRuleset({ tree: treeOf({ '.querygate/config.yml': 'version: 1' }) })).toBeUndefined();
  });

  test('reads rules.yml or the folder in name order, and never ignores one of them silently', async () => {
    const folder = { '.querygate/rules/b.yaml': file(rule('no-b')), '.querygate/rules/a.yml': file(rule('no-a')) };
    const fromFolder = await load(folder);
    expect(fromFolder.sources).toEqual(['.querygate/rules/a.yml', '.querygate/rules/b.yaml']);
    expect(fromFolder.rules.map(({ id }) => id)).toEqual(['no-a', 'no-b']);
    expect(fromFolder.commit).toBe('abc');
    await expect(load({ ...folder, [MAIN]: file(rule('no-c')) })).rejects.toThrow(
      'this file is not read because `.querygate/rules.yml` exists',
    );
    const both = await load({ ...folder, [MAIN]: file(rule('no-c'), 'extends: [rules/a.yml, rules/b.yaml]\n') });
    expect(both.sources).toEqual(['.querygate/rules/a.yml', '.querygate/rules/b.yaml', MAIN]);
  });

  test('accepts a file, a folder or a pack as entry', async () => {
    const files = { 'policy/x/a.yml': file(rule('no-a')), 'policy/b.yml': file(rule('no-b')) };
    expect((await load(files, './policy/b.yml')).sources).toEqual(['policy/b.yml']);
    expect((await load(files, 'policy/')).sources).toEqual(['policy/b.yml', 'policy/x/a.yml']);
    expect((await load(files, 'querygate:recommended@1')).sources).toEqual(['querygate:recommended@1']);
    const both = await load(files, 'querygate:recommended@1,querygate:availability@1');
    expect(both.hash).toBe((await loadPacks()).hash);
    expect(both.sources).toEqual(['querygate:recommended@1', 'querygate:availability@1']);
    await expect(load(files, 'querygate:recommended@1,rules.yml')).rejects.toThrow('there is no pack `rules.yml`');
  });

  test.each([
    ['policy.yml', {}, 'policy.yml: there is no such rule file in the test tree; correct the path'],
    ['policy', {}, 'policy: there is no such rule file in the test tree; correct the path'],
    ['querygate:strict@1', {}, /there is no pack `querygate:strict@1`/],
    ['../policy.yml', {}, /^\.\.\/policy\.yml: `\.\.\/policy\.yml` is outside the repository/],
    ['/etc/policy.yml', {}, /is outside the repository/],
    [undefined, { '.querygate/rules.yaml': file(rule('no-a')) }, /rules\.yaml: this file is not read; rename it/],
    [undefined, { [MAIN]: null }, `${MAIN}: \`${MAIN}\` is a link, and links are not followed; use a file`],
  ] as [string | undefined, Files, string | RegExp][])('rejects entry %s', async (entry, files, expected) => {
    const line = await errorOf(files, entry);
    if (typeof expected === 'string') expect(line).toBe(expected);
    else expect(line).toMatch(expected);
  });
});

describe('a mistake in a file', () => {
  const at = (place: string): string => `${MAIN}:${place}: `;
  const cases: [string, string | Uint8Array, string | RegExp][] = [
    ['empty', '', /^\.querygate\/rules\.yml:1:1: /],
    ['only a comment', '# nothing\n', /: the file must be a mapping, but is empty/],
    ['a list', '- a\n', /must be a mapping, but is a list/],
    ['no version', 'rules: []\n', `${at('1:1')}\`version\` is missing; add \`version: 1\``],
    ['other version', 'version: 2\n', `${at('1:10')}\`2\` is not a valid value for \`version\`; use \`1\``],
    [
      'unknown key',
      'version: 1\nruls: []\n',
      /^\.querygate\/rules\.yml:2:1: unknown key `ruls` \(did you mean `rules`\?\)$/,
    ],
    [
      'unknown key of a rule',
      `version: 1\nrules:\n  - id: no-a\n    operation: [drop_table]\n`,
      /^\.querygate\/rules\.yml:4:5: unknown key `operation` in `rules\[0\]` \(did you mean `operations`\?\)/,
    ],
    [
      'unknown operation',
      file('  - id: no-a\n    operations: [drop_tabel]\n    verdict: block\n    message: m\n'),
      `${at('4:18')}\`drop_tabel\` is not a valid value for \`rules[0].operations[0]\` (did you mean \`drop_table\`?); docs/facts.md of Querygate lists them`,
    ],
    [
      'wrong verdict',
      file(rule('no-a').replace('block', 'deny')),
      /`deny` is not a valid value for `rules\[0\]\.verdict` \(did you mean `block`\?\); use `block`, `warn`, `off`/,
    ],
    ['id', file(rule('No_A')), /`rules\[0\]\.id` must be kebab-case, such as `no-drop-table`, but is `No_A`/],
    [
      'no operations',
      file('  - {id: no-a, operations: [], verdict: warn, message: m}\n'),
      /`rules\[0\]\.operations` must not be empty/,
    ],
    [
      'twice',
      file(rule('no-a') + rule('no-a')),
      `${at('4:10')}rule \`no-a\` is already defined on line 3; merge the two`,
    ],
    ['duplicate key', 'version: 1\nversion: 1\n', `${at('2:1')}invalid YAML: map keys must be unique`],
    ['invalid YAML', 'version: [1\n', /invalid YAML/],
    [
      'tag',
      'version: !!js/function 1\n',
      /^\.querygate\/rules\.yml:1:10: the value starts with `!`, which YAML reads as a tag; put the whole value in quotes/,
    ],
    [
      'two documents',
      'version: 1\n---\nversion: 1\n',
      `${MAIN}:2:1: a rule file must contain only one YAML document; remove the second one`,
    ],
    [
      'new rule without required keys',
      'version: 1\nrules:\n  - id: no-drop-tabel\n    verdict: warn\n',
      `${at('3:9')}new rule \`no-drop-tabel\` has no \`operations\`, \`message\`; add the missing keys, or extend the pack or file that defines the rule`,
    ],
    [
      'typo in the id of an override',
      'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - {id: no-drop-tabel, verdict: warn}\n',
      /did you mean `no-drop-table`/,
    ],
    [
      'unknown fact in a message',
      file(rule('no-a').replace('message: m', "message: '{operation.tagret}'")),
      /there is no fact `operation\.tagret` to print \(did you mean `operation\.target`/,
    ],
    [
      'exception to an unknown rule',
      'version: 1\nexceptions:\n  - {rule: no-x, when: "true", reason: r, owner: o, until: 2027-01-01}\n',
      /^\.querygate\/rules\.yml:3:12: unknown rule `no-x` in this exception/,
    ],
    [
      'exception without a last day',
      `${file(rule('no-a'))}exceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o}\n`,
      /`exceptions\[0\]\.until` is missing/,
    ],
    [
      'exception with an invalid date',
      `${file(rule('no-a'))}exceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-02-30}\n`,
      /`2027-02-30` is not a valid date for `exceptions\[0\]\.until`; write `YYYY-MM-DD`/,
    ],
    [
      'example of the wrong type',
      file(rule('no-a', ', examples: {block: DROP TABLE t}')),
      /`rules\[0\]\.examples\.block` must be a list/,
    ],
    [
      'dialect of an example',
      file(rule('no-a', ', examples: [{dialect: oracl}]')),
      /`oracl` is not a valid value for `rules\[0\]\.examples\[0\]\.dialect`/,
    ],
    ['not UTF-8', new Uint8Array([0x76, 0xff, 0xfe]), `${MAIN}: the rule file is not UTF-8; save it as UTF-8`],
    [
      'too large',
      `version: 1\n${'# x\n'.repeat(70_000)}`,
      /the rule file has 280011 bytes, but the limit is 262144; split it/,
    ],
    ['prototype', 'version: 1\n__proto__: {rules: []}\n', /unknown key `__proto__`/],
  ];
  test.each(cases)('%s', async (_, text, expected) => {
    const line = await errorOf({ [MAIN]: text });
    if (typeof expected === 'string') expect(line).toBe(expected);
    else expect(line).toMatch(expected);
  });

  const places: [string, string, string][] = [
    ['plain', '    when: operation.tagret == 1\n', '4:21'],
    ['single quotes', "    when: '\"it''s\" == operation.tagret'\n", '4:33'],
    ['double quotes', '    when: "\\"a\\" == operation.tagret"\n', '4:31'],
    ['block', '    when: |\n      operation.cascade &&\n      operation.tagret\n', '6:17'],
    ['folded', '    when: >\n      operation.cascade &&\n      operation.tagret\n', '4:11'],
  ];
  test.each(places)('has the column inside the condition: %s', async (_, when, place) => {
    const text = `version: 1\nrules:\n  - id: no-a\n${when}    operations: [any]\n    verdict: block\n    message: m\n`;
    expect(await errorOf({ [MAIN]: text })).toMatch(
      new RegExp(`^\\.querygate/rules\\.yml:${place}: there is no fact \`tagret\``),
    );
  });

  const bombs: [string, string][] = [
    ['deep flow', '['.repeat(100_000)],
    ['deep mapping', '{a: '.repeat(10_000)],
    ['deep sequence', `${'- '.repeat(20_000)}a`],
    ['deep question', `${'? '.repeat(20_000)}a`],
    ['deep indentation', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['aliases', `a: &a [x,x,x]\nb: [${'*a,'.repeat(200)}]\n`],
    [
      'billion laughs',
      [
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...'bcdefgh'.split('').map((k, i) => `${k}: &${k} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
      ].join('\n'),
    ],
    ['cycle', 'version: 1\nrules: &a [*a]\n'],
    ['many keys', Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')],
  ];
  test.each(bombs)('rejects a YAML bomb quickly: %s', async (_, text) => {
    await expectNotEndless(async () =>
      expect(await errorOf({ [MAIN]: text })).toMatch(/^\.querygate\/rules\.yml:\d+:\d+: /),
    );
  });
});

describe('extends', () => {
  const base = file(rule('no-a') + rule('no-b'));
  test('applies extended sources first; own rules override them key by key', async () => {
    const ruleset = await load({
      [MAIN]:
        'version: 1\nextends: [querygate:recommended@1, ../policy/base.yml]\nrules:\n  - {id: no-b, verdict: warn}\n  - {id: no-drop-table, verdict: warn}\n',
      'policy/base.yml': base,
    });
    expect(ruleset.sources).toEqual(['querygate:recommended@1', 'policy/base.yml', MAIN]);
    const verdicts = Object.fromEntries(ruleset.rules.map((r) => [r.id, r.verdict]));
    expect(verdicts).toMatchObject({
      'no-a': 'block',
      'no-b': 'warn',
      'no-drop-table': 'warn',
      'no-truncate': 'block',
    });
    const overridden = ruleset.rules.find(({ id }) => id === 'no-drop-table');
    expect(overridden?.place).toEqual({ file: MAIN, line: 5, column: 5 });
    expect(overridden?.message.text).toContain('dropping table');
    expect(overridden?.docs).toBe('rules/no-drop-table');
  });

  test('applies a source that is extended twice once, at its first position', async () => {
    const ruleset = await load({
      [MAIN]: 'version: 1\nextends: [one.yml, two.yml]\n',
      '.querygate/one.yml': 'version: 1\nextends: [base.yml]\nrules:\n  - {id: no-a, verdict: "off"}\n',
      '.querygate/two.yml': 'version: 1\nextends: [./base.yml]\n',
      '.querygate/base.yml': base,
    });
    expect(ruleset.sources).toEqual(['.querygate/base.yml', '.querygate/one.yml', '.querygate/two.yml', MAIN]);
    expect(ruleset.rules.find(({ id }) => id === 'no-a')?.verdict).toBe('off');
  });

  const chain = (length: number): Files =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [`r/${i}.yml`, `version: 1\nextends: [${i + 1}.yml]\n`]).concat([
        [`r/${length}.yml`, base],
      ]),
    );
  const wide = (count: number): Files => ({
    [MAIN]: `version: 1\nextends: [${Array.from({ length: count }, (_, i) => `r/${i}.yml`).join(', ')}]\n`,
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`.querygate/r/${i}.yml`, 'version: 1\n'])),
  });
  const one = (target: string): Files => ({ [MAIN]: `version: 1\nextends:\n  - "${target}"\n` });
  const cases: [string, Files, string | undefined, RegExp][] = [
    ['missing', one('nope.yml'), undefined, /^\.querygate\/rules\.yml:3:5: there is no file `\.querygate\/nope\.yml`/],
    ['no pack', one('querygate:nope@1'), undefined, /^\.querygate\/rules\.yml:3:5: there is no pack/],
    ['out of the repository', one('../../etc/rules.yml'), undefined, /points outside the repository/],
    ['absolute', one('/etc/rules.yml'), undefined, /cannot load the path/],
    ['backslash', one('..\\\\rules.yml'), undefined, /cannot load the path/],
    ['URL', one('https://example.org/rules.yml'), undefined, /cannot load `https/],
    ['not YAML', one('../README.md'), undefined, /needs a `\.yml` or `\.yaml` file/],
    ['link', { ...one('l.yml'), '.querygate/l.yml': null }, undefined, /^\.querygate\/rules\.yml:3:5: .*is a link/],
    [
      'itself',
      one('rules.yml'),
      undefined,
      /`extends` is circular: \.querygate\/rules\.yml -> \.querygate\/rules\.yml/,
    ],
    [
      'circle',
      { ...one('b.yml'), '.querygate/b.yml': 'version: 1\nextends: [rules.yml]\n' },
      undefined,
      /`extends` is circular/,
    ],
    ['deep', chain(12), 'r/0.yml', /more than 10 files deep/],
    ['wide', wide(120), undefined, /more than 100 files/],
  ];
  test.each(cases)('%s', async (_, files, entry, expected) => {
    expect(await errorOf(files, entry)).toMatch(expected);
  });

  test('accepts a chain within the limits', async () => {
    expect((await load(chain(8), 'r/0.yml')).rules).toHaveLength(2);
    expect((await load(wide(90))).sources).toHaveLength(91);
  });
});

describe('limits of a ruleset', () => {
  const files = (when: string, count: number): Files =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, f) => [
        `.querygate/rules/${f}.yml`,
        JSON.stringify({
          version: 1,
          rules: Array.from({ length: count / 10 }, (_, i) => ({
            id: `no-${f}-${i}`,
            operations: ['any'],
            verdict: 'warn',
            message: 'm',
            when,
          })),
        }).replace(/"id":"no-(\d)-(\d+)"/g, '"id":"no-x$1-$2"'),
      ]),
    );
  const expensive = 'statement.tablesRead.exists(a, statement.tablesWritten.exists(b, a == b))';
  test('number of rules', async () => {
    expect(await errorOf(files('true', 2000))).toBe('accepted');
    expect(await errorOf(files('true', 2010))).toMatch(/more than 2000 rules and exceptions/);
  });
  test('total cost of conditions', async () => {
    expect(await errorOf(files(expensive, 50))).toBe('accepted');
    expect(await errorOf(files(expensive, 300))).toMatch(/together take too long over long lists/);
  });
});

describe('a final rule', () => {
  const policy = file(
    '  - {id: no-a, operations: [drop_table, truncate], when: operation.cascade, verdict: block, message: m, suppressible: false, final: true}\n' +
      '  - {id: no-b, operations: [drop], verdict: warn, message: m, final: true}\n',
  );
  const own = (entry: string): Files => ({
    [MAIN]: `version: 1\nextends: [policy.yml]\n${entry}`,
    '.querygate/policy.yml': policy,
  });
  const override = (entry: string): Files => own(`rules:\n  - ${entry}\n`);
  const refused: [string, Files, RegExp][] = [
    [
      'weaker',
      override('{id: no-a, verdict: warn}'),
      /:4:25: rule `no-a` is final in `\.querygate\/policy\.yml`; `verdict: warn` instead of `block`/,
    ],
    ['off', override('{id: no-b, verdict: "off"}'), /is final/],
    [
      'narrowed condition',
      override('{id: no-a, when: operation.cascade && operation.temporary}'),
      /:4:22: .*would loosen/,
    ],
    ['new condition', override('{id: no-b, when: operation.cascade}'), /would loosen/],
    ['precedence', override("{id: no-a, when: '(operation.cascade || true) && false'}"), /would loosen/],
    ['fewer operations', override('{id: no-a, operations: [drop_table]}'), /leaving out the operation `truncate`/],
    ['suppressible', override('{id: no-a, suppressible: true}'), /`suppressible: true` would loosen/],
    ['no longer final', override('{id: no-a, final: false}'), /`final: false` would loosen/],
    [
      'exception',
      own('exceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-01-01}\n'),
      /:4:12: rule `no-a` is final in .*, so this file cannot add an exception/,
    ],
  ];
  test.each(refused)('cannot be loosened: %s', async (_, files, expected) => {
    expect(await errorOf(files)).toMatch(expected);
  });

  const accepted: [string, Files][] = [
    ['stricter', override('{id: no-b, verdict: block}')],
    ['other words', override('{id: no-a, message: other, help: other}')],
    ['the same condition', override("{id: no-a, when: '  operation.cascade // as it was'}")],
    ['a wider condition', override('{id: no-a, when: operation.cascade || operation.temporary}')],
    ['always', override("{id: no-a, when: 'true'}")],
    ['more operations', override('{id: no-a, operations: [any]}')],
    ['not suppressible', override('{id: no-b, suppressible: false}')],
  ];
  test.each(accepted)('may be made stricter: %s', async (_, files) => {
    expect(await errorOf(files)).toBe('accepted');
  });

  test('may have exceptions in its own file; a second override must not loosen the first', async () => {
    const exception = 'exceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-01-01}\n';
    expect(await errorOf({ [MAIN]: `${policy}${exception}` })).toBe('accepted');
    const files = {
      [MAIN]: 'version: 1\nextends: [mid.yml]\nrules:\n  - {id: no-b, verdict: warn}\n',
      '.querygate/mid.yml': 'version: 1\nextends: [policy.yml]\nrules:\n  - {id: no-b, verdict: block}\n',
      '.querygate/policy.yml': policy,
    };
    expect(await errorOf(files)).toMatch(/`no-b` is final/);
  });
});

describe('the hash', () => {
  const hash = async (files: Files): Promise<string> => (await load(files)).hash;
  const plain = file(rule('no-a', ', when: "operation.cascade && operation.temporary"') + rule('no-b'));
  test.each([
    [
      'comments and order',
      `# x\n${file(rule('no-b') + rule('no-a', ', when: "operation.cascade&&operation.temporary"'))}`,
    ],
    [
      'descriptive texts',
      file(rule('no-a', ', help: h, description: d, when: "operation.cascade && operation.temporary"') + rule('no-b')),
    ],
    [
      'a rule that is off',
      file(
        rule('no-a', ', when: "operation.cascade && operation.temporary"') +
          rule('no-b') +
          rule('no-c').replace('block', '"off"'),
      ),
    ],
    ['a group for its kinds', plain],
  ])('does not depend on %s', async (_, text) => {
    expect(await hash({ [MAIN]: text })).toBe(await hash({ [MAIN]: plain }));
  });

  test('does not depend on the order of files or on groups of operations', async () => {
    const a = file(rule('no-a'));
    const b = file(rule('no-b'));
    const one = await hash({ '.querygate/rules/1.yml': a, '.querygate/rules/2.yml': b });
    expect(await hash({ '.querygate/rules/1.yml': b, '.querygate/rules/2.yml': a })).toBe(one);
    const group = file('  - {id: no-a, operations: [any], verdict: block, message: m}\n');
    const more = file('  - {id: no-a, operations: [any, drop_table], verdict: block, message: m}\n');
    expect(await hash({ [MAIN]: more })).toBe(await hash({ [MAIN]: group }));
  });

  test.each([
    ['a verdict', plain.replace('block', 'warn')],
    ['a condition', plain.replace('&&', '||')],
    ['white space in a text', plain.replace('operation.temporary', "operation.target.name == 'a  b'")],
    ['operations', plain.replace('drop_table', 'truncate')],
    [
      'suppressible',
      file(rule('no-a', ', when: "operation.cascade && operation.temporary"') + rule('no-b', ', suppressible: false')),
    ],
    ['an exception', `${plain}exceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-01-01}\n`],
  ])('depends on %s', async (_, text) => {
    expect(await hash({ [MAIN]: text })).not.toBe(await hash({ [MAIN]: plain }));
  });
});
