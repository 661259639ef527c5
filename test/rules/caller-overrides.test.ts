import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { judgeStatement, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { CALLER, FILE, treeOf } from './build.ts';

const MAIN = '.querygate/rules.yml';
const PACK = 'extends: [querygate:recommended@1]\n';

async function load(rules: string, head = PACK): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf({ [MAIN]: `version: 1\n${head}rules:\n${rules}` }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

async function errorOf(rules: string, head = PACK): Promise<string> {
  return load(rules, head).then(
    () => 'accepted',
    (error) => {
      if (!(error instanceof ConfigError)) throw error;
      return error.all.map((each) => each.toLine()).join('\n');
    },
  );
}

const when = (id: string, condition: string): string =>
  `  - id: ${id}\n    when: '${condition.replaceAll("'", "''")}'\n`;

/** The rules that match a statement in a file whose caller is given or not known. */
async function hits(ruleset: Ruleset, sql: string, role?: string): Promise<string[]> {
  const [statement] = (await createSqlReader('postgresql')).read(sql, { path: 'a.sql' }).statements;
  if (!statement) throw new Error('no statement');
  const caller = role === undefined ? undefined : { ...CALLER, role };
  return judgeStatement(ruleset, statement, { file: FILE, caller, today: '2026-11-20' }).map(
    ({ verdict, rule }) => `${verdict} ${rule.id}`,
  );
}

const refused: [string, string, string][] = [
  ['no-truncate', 'caller.role != "maintenance"', '!has(caller.role) || caller.role != "maintenance"'],
  ['no-truncate', 'caller.role == "app"', '!has(caller.role) || caller.role == "app"'],
  [
    'no-truncate',
    '!operation.createdHere && caller.role != "m"',
    '!operation.createdHere && (!has(caller.role) || caller.role != "m")',
  ],
  [
    'no-truncate',
    '!(caller.user == "m" || operation.temporary)',
    '!((has(caller.user) && caller.user == "m") || operation.temporary)',
  ],
  [
    'no-truncate',
    'caller.role != "m" && caller.user != "n"',
    '!has(caller.role) || (caller.role != "m" && caller.user != "n")',
  ],
  ['no-truncate', '"route" in caller.tags', '!has(caller.tags) || "route" in caller.tags'],
  ['no-truncate', '!caller.role.startsWith("m")', '!has(caller.role) || !caller.role.startsWith("m")'],
  ['no-truncate', 'has(caller.role) && caller.role != "m"', '!has(caller.role) || caller.role != "m"'],
  [
    'no-truncate',
    'has(caller.role) && caller.role != "m" && !operation.createdHere',
    '(!has(caller.role) || caller.role != "m") && !operation.createdHere',
  ],
  [
    'no-truncate',
    'has(caller.role) ? caller.role != "m" : false',
    '!has(caller.role) || (has(caller.role) ? (caller.role != "m") : false)',
  ],
];

describe('an override that reads caller', () => {
  test.each(refused)(
    'of %s is refused if it would turn the rule off for files: %s',
    async (id, condition, suggested) => {
      const error = await errorOf(when(id, condition));
      expect(error).toMatch(/^\.querygate\/rules\.yml:5:11: this override of `no-truncate` /);
      expect(error).toContain(`\`when: '${suggested}'\``);
    },
  );

  test.each(refused)(
    'of %s: the text to write is accepted and blocks without a caller: %s',
    async (id, _, suggested) => {
      const ruleset = await load(when(id, suggested));
      expect(await hits(ruleset, 'TRUNCATE users')).toContain('block no-truncate');
    },
  );

  test('with a guard blocks without a caller, blocks other callers and exempts the one it names', async () => {
    const ruleset = await load(when('no-truncate', '!has(caller.role) || caller.role != "maintenance"'));
    expect(await hits(ruleset, 'TRUNCATE users')).toEqual(['block no-truncate']);
    expect(await hits(ruleset, 'TRUNCATE users', 'app')).toEqual(['block no-truncate']);
    expect(await hits(ruleset, 'TRUNCATE users', 'maintenance')).toEqual([]);
  });

  test.each([
    ['the guard decides nothing alone', when('no-truncate', 'has(caller.role) ? caller.role != "m" : true')],
    [
      'other facts decide without a caller',
      when('no-truncate', '!operation.createdHere || (has(caller.role) && caller.role == "m")'),
    ],
    ['the override does not replace the condition', '  - {id: no-truncate, verdict: warn}\n'],
    ['the rule is switched off on purpose', '  - {id: no-truncate, verdict: "off"}\n'],
    [
      'it is a rule of its own',
      '  - {id: no-app, operations: [truncate], when: \'caller.role == "app"\', verdict: block, message: m}\n',
    ],
  ])('is accepted if %s', async (_, rules) => {
    expect(await errorOf(rules)).toBe('accepted');
  });

  test('is accepted if the rule already applied to callers only', async () => {
    const base =
      'version: 1\nrules:\n  - {id: no-x, operations: [ddl], when: \'caller.role == "a"\', verdict: block, message: m}\n';
    const own = `version: 1\nextends: [base.yml]\nrules:\n${when('no-x', 'caller.role == "b"')}`;
    const tree = treeOf({ [MAIN]: own, '.querygate/base.yml': base });
    expect((await loadRuleset({ tree }))?.rules).toHaveLength(1);
  });
});

test('a ruleset says that it extends no pack, unless its files extend one or state that they extend none', async () => {
  const rule = '  - {id: no-x, operations: [ddl], verdict: warn, message: m}\n';
  expect((await load(rule, '')).extendsNoPack).toBe(true);
  expect((await load(rule, 'extends: []\n')).extendsNoPack).toBeUndefined();
  expect((await load(rule)).extendsNoPack).toBeUndefined();
  const tree = treeOf({ [MAIN]: `version: 1\nextends: [a.yml]\n`, '.querygate/a.yml': `version: 1\nrules:\n${rule}` });
  expect((await loadRuleset({ tree }))?.extendsNoPack).toBe(true);
});
