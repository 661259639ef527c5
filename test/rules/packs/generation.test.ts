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

describe('a condition is compiled to', () => {
  test('a formula over atoms, which are undecided while the fact is not known', async () => {
    const text = await withCondition('!operation.cascade || operation.filter != "none"');
    expect(text).toContain('formula: some(not(operation_cascade), operation_filter_none),');
    expect(text).toContain('({ operation }) => operation.cascade)');
    expect(text).toContain(
      '({ operation }) => operation.filter === undefined ? undefined : operation.filter !== "none")',
    );
  });

  test.each([
    ['operation.cascade', 'no'],
    ['has(file.path) && operation.cascade', 'guarded'],
  ])('what it reads: %s', async (when, file) => {
    expect(await withCondition(when)).toContain(`file: "${file}",`);
  });

  test('constants that each occur once', async () => {
    const text = await withCondition(
      'operation.table in ["a", "b"] || operation.cascade && operation.table in ["a", "b"]',
    );
    expect(text.match(/new Set\(/g)).toHaveLength(1);
    expect(text.match(/\batom\("operation/g)).toHaveLength(2);
  });
});

const LIST = 'CONTRIBUTING.md lists what they can use';
const OUTSIDE: readonly (readonly [when: string, message: string])[] = [
  ['statement.limit >= 5', `\`statement.limit >= 5\`: ${LIST}`],
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
    await expect(compile(`${RULE}    when: operation.cascade && statement.limit >= 5\n`)).rejects.toMatchObject({
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
