import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/commands/inputs/config.ts';
import { ConfigError } from '../../src/model/index.ts';
import { loadRuleset } from '../../src/rules/index.ts';
import { expectLinear } from '../costs.ts';
import { treeOf } from './build.ts';

const MAIN = '.querygate/rules.yml';

async function mistakesOf(work: () => Promise<unknown>): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.all.map((mistake) => mistake.toLine());
  }
}

function ofRules(files: Readonly<Record<string, string>> | string): Promise<string[]> {
  return mistakesOf(() => loadRuleset({ tree: treeOf(typeof files === 'string' ? { [MAIN]: files } : files) }));
}

describe('all mistakes are reported together', () => {
  test('of keys, values, conditions, messages and exceptions of one file, by position', async () => {
    const text = [
      'version: 1',
      'extends: [querygate:recomended@1]',
      'rules:',
      '  - id: no-a',
      '    operation: [drop_table]',
      '    severity: error',
      '    when: operation.tagret == "a"',
      '    message: m',
      '  - id: no-b',
      '    operations: [drop_tabel]',
      '    verdict: deny',
      '    message: "{operation.tagret}"',
      '  - id: no-c',
      '    operations: [drop_table]',
      '    verdict: block',
      '    message: m',
      '    when: operation.cascade &&',
      'exceptions:',
      '  - {rule: no-c, when: "statement.limt > 1", reason: r, owner: o, until: 2027-01-01}',
      '  - {rule: no-c, when: "true", reason: r, owner: o, until: tomorrow}',
    ].join('\n');
    expect((await ofRules(text)).map((line) => line.replace(`${MAIN}:`, ''))).toEqual([
      '2:11: there is no pack `querygate:recomended@1` (did you mean `querygate:recommended@1`?); use one of querygate:recommended@1, querygate:availability@1, querygate:supabase@1, querygate:read-only@1, querygate:tables@1, querygate:tenant@1',
      '5:5: unknown key `operation` in `rules[0]` (did you mean `operations`?)',
      '6:5: unknown key `severity` in `rules[0]` (did you mean `verdict`?)',
      '7:21: there is no fact `tagret` here (did you mean `target`?); docs/facts.md of Querygate lists them',
      '10:18: `drop_tabel` is not a valid value for `rules[1].operations[0]` (did you mean `drop_table`?); docs/facts.md of Querygate lists them',
      '11:14: `deny` is not a valid value for `rules[1].verdict` (did you mean `block`?); use `block`, `warn`, `off`',
      '17:31: the condition ends too early; complete the expression',
      '19:35: there is no fact `limt` here (did you mean `limit`?); docs/facts.md of Querygate lists them',
      '20:60: `tomorrow` is not a valid date for `exceptions[1].until`; write `YYYY-MM-DD`',
    ]);
  });

  test('of the values of a condition, even if its rule has other mistakes', async () => {
    const text = [
      'version: 1',
      'rules:',
      '  - id: no-a',
      '    operations: [updates]',
      '    verdict: error',
      '    message: m',
      `    when: operation.kind == "updat"`,
    ].join('\n');
    expect((await ofRules(text)).map((line) => line.replace(`${MAIN}:`, '').split(':')[0])).toEqual(['4', '5', '7']);
  });

  test('of every file of a folder, in name order', async () => {
    expect(
      await ofRules({
        '.querygate/rules/b.yml': 'version: 1\nruls: []\n',
        '.querygate/rules/a.yml': 'version: 1\nrules: [a\n',
        '.querygate/rules/c.yml': 'version: 1\nextends: [nope.yml]\nrules:\n  - {id: no-x, verdict: warn}\n',
      }),
    ).toEqual([
      '.querygate/rules/a.yml:3:1: invalid YAML: flow sequence in block collection must be sufficiently indented and end with a ]; check the indentation',
      '.querygate/rules/b.yml:2:1: unknown key `ruls` (did you mean `rules`?)',
      '.querygate/rules/c.yml:2:11: there is no file `.querygate/rules/nope.yml` in the test tree; correct the path',
    ]);
  });

  test('of a configuration: keys, values, globs and versions', async () => {
    const text = [
      'version: 1',
      'dialect: postgres',
      'failOn: warn',
      "paths: ['!a.sql', '']",
      'start-after: soon',
      'files:',
      '  - paths: ["+(a)"]',
      '    dialect: mssql',
    ].join('\n');
    const lines = await mistakesOf(() => loadConfig(treeOf({ '.querygate/config.yml': text })));
    expect(lines.map((line) => line.replace('.querygate/config.yml:', '').slice(0, 60))).toEqual([
      '2:10: `postgres` is not a valid value for `dialect` (did you',
      '3:1: unknown key `failOn` (did you mean `fail-on`?)',
      '4:9: the glob `!a.sql` uses `!`, which is not supported; use',
      '4:19: `paths[1]` must not be empty',
      '5:14: `soon` is not a version or a date (`start-after`); wri',
      '7:13: the glob `+(a)` uses `+(`, which is not supported; use',
      '8:14: `mssql` is not a valid value for `files[0].dialect` (d',
    ]);
  });

  test.each([
    ['exclude: [a.sql]', '`exclude` (did you mean `ignore`?)'],
    ['failOn: warn', '`failOn` (did you mean `fail-on`?)'],
    ['on_unknown: fail', '`on_unknown` (did you mean `on-unknown`?)'],
    ['dialect: sqlserver', '(did you mean `transactsql`?)'],
    ['dialect: pg', '(did you mean `postgresql`?)'],
    ['fail-on: error', '(did you mean `block`?)'],
    ['paths: [*.sql]', 'YAML reads `*` as an alias; put the value in quotes'],
  ])('of a configuration, with advice: %s', async (line, advice) => {
    const text = `version: 1\n${line}\n`;
    const [first = '', ...others] = await mistakesOf(() => loadConfig(treeOf({ '.querygate/config.yml': text })));
    expect(first).toContain(advice);
    expect(others).toEqual([]);
  });

  test('up to twenty, and the number of the others', async () => {
    const rules = Array.from({ length: 30 }, (_, i) => `  - {id: no-a${i}, verdct: block}\n`).join('');
    const lines = await ofRules(`version: 1\nrules:\n${rules}`);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe(`${MAIN}:23:18: 10 more mistakes; correct those above first`);
  });

  test.each([
    ['before the rules', true],
    ['behind the rules', false],
  ])('each with the nearest name, of exceptions %s', async (_, isFirst) => {
    const rules = `rules:\n  - {id: no-first, operations: [update], verdict: warn, message: m}\n${Array.from({ length: 40 }, (_each, i) => `  - {id: no-frist${i}, verdict: block}\n`).join('')}`;
    const exceptions = `exceptions:\n${Array.from({ length: 40 }, (_each, i) => `  - {rule: no-firts${i}, when: "true", reason: r, owner: o, until: 2099-01-01}\n`).join('')}`;
    const lines = await ofRules(`version: 1\n${isFirst ? exceptions + rules : rules + exceptions}`);
    const advice = lines.map((line) => line.includes('(did you mean `no-first`?)'));
    expect(advice).toEqual([...Array.from({ length: 20 }, () => true), false]);
  });

  test.each([
    ['items that are not rules', (count: number) => `version: 1\nrules:\n${'- 1\n'.repeat(20 * count)}`],
    ['tags', (count: number) => `version: 1\nrules:\n${'- !a\n'.repeat(15 * count)}`],
    ['tags without an end', (count: number) => `version: 1\nrules: [${'!a,'.repeat(400)}]\n${'! '.repeat(30 * count)}`],
    ['sources', (count: number) => `version: 1\nextends:\n${'- a.yml\n'.repeat(10 * count)}`],
    ['rules with keys missing', (count: number) => `version: 1\nrules:\n${manyRules(count)}`],
  ])('in a time that grows with their number: %s', async (_, textOf) => {
    await expectLinear(async (times) => {
      expect((await ofRules(textOf(1000 * times))).length).toBeLessThanOrEqual(21);
    });
  });

  const manyRules = (count: number) =>
    Array.from({ length: count }, (_, i) => `  - {id: no-${1e9 + i}-of-this-company}\n`).join('');
});

describe('a mistake that only follows from another one is not reported', () => {
  test.each([
    [
      'an override of a rule of a pack that does not exist',
      'version: 1\nextends: [querygate:nope@1]\nrules:\n  - {id: no-drop-table, verdict: warn}\n',
      1,
    ],
    [
      'an exception to a rule with a mistake',
      'version: 1\nrules:\n  - {id: no-a, operations: [nope], verdict: block, message: m}\nexceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-01-01}\n',
      1,
    ],
    [
      'a missing key under another name',
      'version: 1\nrules:\n  - {id: no-a, operations: [ddl], level: warn, message: m}\n',
      1,
    ],
    [
      'an exception to a rule with an invalid condition',
      'version: 1\nrules:\n  - {id: no-a, operations: [ddl], when: nope, verdict: warn, message: m}\nexceptions:\n  - {rule: no-a, when: "true", reason: r, owner: o, until: 2027-01-01}\n',
      1,
    ],
    [
      'an exception to a rule without an id',
      'version: 1\nrules:\n  - {operations: [ddl]}\nexceptions:\n  - {rule: no-z, when: "true", reason: r, owner: o, until: 2027-01-01}\n',
      2,
    ],
  ])('%s', async (_, text, count) => {
    expect(await ofRules(text)).toHaveLength(count);
  });
});
