import { describe, expect, test } from 'vitest';
import { packModule } from '../../../scripts/packs/pack-modules.ts';

const RULE = `  - id: no-a
    operations: [any]
    verdict: warn
    message: a
    description: b
    help: c
    examples: { block: [SELECT 1] }
`;

/** Compiles a pack whose only file, or one of several, has these lines. */
function compile(lines: string, pack = 'extends: [p/a.yml]\n'): Promise<string> {
  const files: Readonly<Record<string, string>> = {
    'src/rules/packs/p-1.yml': `version: 1\n${pack}`,
    'src/rules/packs/p/a.yml': `version: 1\nrules:\n${lines}`,
    'src/rules/packs/p/b.yml': `version: 1\nrules:\n${RULE}`,
  };
  return packModule('p-1', (path) => files[path] ?? '');
}

const withCondition = (when: string): Promise<string> => compile(`${RULE}    when: >-\n      ${when}\n`);

/** The values that the generated module gives to the keys of its condition. */
async function compiled(when: string): Promise<Record<string, string>> {
  const text = await withCondition(when);
  const found = text.matchAll(/^ {6}(isTrue|isFalse|formula|file): (.*),$/gm);
  return Object.fromEntries([...found].map(([, key = '', value = '']) => [key, value]));
}

describe('a condition is compiled to', () => {
  test('tests that are false while the fact is not known', async () => {
    expect(await compiled('!operation.cascade || operation.filter != "none"')).toEqual({
      file: '"no"',
      isTrue:
        '({ operation }) => (operation.cascade === false || (operation.filter !== undefined && operation.filter !== "none"))',
      isFalse:
        '({ operation }) => (operation.cascade === true && (operation.filter !== undefined && !(operation.filter !== "none")))',
      formula: 'some(not(operation_cascade), operation_filter_none)',
    });
  });

  test('functions over the facts that it reads', async () => {
    expect(await compiled('has(file.path) && "file" in statement.functions')).toMatchObject({
      file: '"guarded"',
      isTrue: expect.stringMatching(/^\(\{ statement, file \}\) =>/),
    });
  });

  test('constants that each occur once', async () => {
    const text = await withCondition(
      'operation.table in ["a", "b"] || operation.cascade && operation.table in ["a", "b"]',
    );
    expect(text.match(/new Set\(/g)).toHaveLength(1);
    expect(text.match(/\batom\("operation\.table/g)).toHaveLength(1);
  });
});

const LIST = 'CONTRIBUTING.md lists what they can use';
const OUTSIDE: readonly (readonly [when: string, message: string])[] = [
  ['statement.limit > 5', `\`statement.limit > 5\`: ${LIST}`],
  ['operation.cascade == true', `\`operation.cascade == true\`: ${LIST}`],
  ['operation.table == operation.language', `\`operation.table == operation.language\`: ${LIST}`],
  ['"a" == operation.table', `\`"a" == operation.table\`: ${LIST}`],
  ['operation.table.matches("^a")', `\`operation.table.matches("^a")\`: ${LIST}`],
  ['operation.table.endsWith("a")', `\`operation.table.endsWith("a")\`: ${LIST}`],
  ['operation.table in []', `\`operation.table in []\`: ${LIST}`],
  ['operation.table in [operation.language]', `\`operation.table in [operation.language]\`: ${LIST}`],
  ['operation.target.quoted', `\`operation.target.quoted\`: ${LIST}`],
  ['operation.columns.all(x, x == "a")', `\`operation.columns.all(x, x == "a")\`: ${LIST}`],
  ['size(operation.columns) < 2', `\`size(operation.columns) < 2\`: ${LIST}`],
  ['operation.cascade ? true : operation.unique', `\`operation.cascade ? true : operation.unique\`: ${LIST}`],
  ['true', `\`true\`: ${LIST}`],
  ['has(operation.table)', '`has(operation.table)`: use `has()` only for `file.path` and `statement.serverVersion`'],
  ['has(file.section)', '`has(file.section)`: use `has()` only for `file.path` and `statement.serverVersion`'],
  ['has(caller.user)', '`has(caller.user)`: use `has()` only for `file.path` and `statement.serverVersion`'],
  ['has(file.path) && file.section == "up"', `\`file.section == "up"\`: ${LIST}`],
  ['caller.user == "app"', `\`caller.user == "app"\`: ${LIST}`],
  [
    'operation.columns.exists(x, x.startsWith("a"))',
    '`x.startsWith("a")`: `exists(x, …)` can test `x in ["…"]`, `x == "…"` or `x != "…"`',
  ],
  [
    'operation.columns.exists(x, operation.table == "a")',
    '`operation.table == "a"`: `exists(x, …)` can test `x in ["…"]`, `x == "…"` or `x != "…"`',
  ],
];

describe('generation fails, with the place, for', () => {
  test.each(OUTSIDE)('%s', async (when, message) => {
    await expect(withCondition(`!operation.cascade && (${when})`)).rejects.toMatchObject({
      message: `packs cannot use ${message}`,
      place: { file: 'src/rules/packs/p/a.yml', line: 10 },
    });
  });

  test('a part of a condition, with its column', async () => {
    await expect(compile(`${RULE}    when: operation.cascade && statement.limit > 5\n`)).rejects.toMatchObject({
      place: { line: 10, column: 32 },
    });
  });

  const EXCEPTION = `exceptions:
  - { rule: no-a, when: operation.cascade, reason: a, owner: b, until: 2027-01-31 }
`;
  const MISTAKES: readonly (readonly [name: string, lines: string, message: string])[] = [
    ['a missing text', RULE.replace('    help: c\n', ''), 'rule `no-a` of a pack needs `help`'],
    ['an owner', `${RULE}    owner: me\n`, 'a rule of a pack cannot have `owner`'],
    ['a value that a fact never has', `${RULE}    when: operation.filter == "no"\n`, 'is never `no`'],
    ['an unknown key', `${RULE}    lock: x\n`, 'unknown key `lock`'],
    ['a condition with an unknown fact', `${RULE}    when: operation.nothing\n`, 'there is no fact `nothing`'],
    ['a file that extends another', `${RULE}extends: [b.yml]\n`, 'a file of a pack can have only `rules`'],
    ['an exception', `${RULE}${EXCEPTION}`, 'a file of a pack can have only `rules`'],
    ['a rule that is defined twice', `${RULE}${RULE}`, 'rule `no-a` is already defined on line 3'],
  ];
  test.each(MISTAKES)('%s', async (_, lines, message) => {
    await expect(compile(lines)).rejects.toThrow(message);
    await expect(compile(lines)).rejects.toMatchObject({ place: { file: 'src/rules/packs/p/a.yml' } });
  });

  test('a rule in two files', async () => {
    await expect(compile(RULE, 'extends: [p/a.yml, p/b.yml]\n')).rejects.toThrow(
      'rule `no-a` is in two files of the pack',
    );
  });

  test('a rule beside the list of files', async () => {
    await expect(compile(RULE, `extends: [p/a.yml]\nrules:\n${RULE}`)).rejects.toThrow(
      'a pack can have only `extends`',
    );
  });
});
