import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/model/index.ts';
import { expiredExceptions, judgeStatement, loadPacks, loadRuleset, type Ruleset } from '../../../src/rules/index.ts';
import { CALLER, contextOf, statementOf, treeOf } from '../build.ts';

async function rulesetOf(text: string): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': text }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

describe('the built-in pack', () => {
  test('blocks the drop of a table unless the same file created it', async () => {
    const pack = await loadPacks();
    const [hit, ...more] = judgeStatement(pack, statementOf([{ kind: 'drop_table' }]), contextOf());
    expect(more).toEqual([]);
    expect(hit).toMatchObject({ verdict: 'block', message: expect.stringContaining('table users'), cause: undefined });
    expect(hit?.rule.id).toBe('no-drop-table');
    expect(judgeStatement(pack, statementOf([{ kind: 'drop_table', createdHere: true }]), contextOf())).toEqual([]);
  });

  test('is undecided if a fact that it needs is not known', async () => {
    const pack = await loadPacks();
    const hits = judgeStatement(pack, statementOf([{ kind: 'drop_table', createdHere: undefined }]), contextOf());
    expect(hits.map(({ verdict, cause }) => [verdict, cause])).toEqual([
      ['unknown', '`operation.createdHere` is not known'],
    ]);
    // The other half of the condition decides.
    const temporary = statementOf([{ kind: 'drop_table', createdHere: undefined, temporary: true }]);
    expect(judgeStatement(pack, temporary, contextOf())).toEqual([]);
  });
});

describe('a rule with `per: statement`', () => {
  const hitsOf = async (more: string) => {
    const ruleset = await rulesetOf(
      `version: 1\nrules:\n  - {id: no-x, operations: [ddl], per: statement, verdict: warn, message: x, when: 'operation.algorithm == "copy"'}\n${more}`,
    );
    const operations = (['add_column', 'drop_column', 'alter_table'] as const).map((kind) => ({
      kind,
      algorithm: 'copy',
    }));
    return judgeStatement(ruleset, statementOf(operations), contextOf()).map(
      ({ operation, exemption }) => `${exemption ? 'excepted ' : ''}${operation.kind}`,
    );
  };

  test('is hit once', async () => {
    expect(await hitsOf('')).toEqual(['add_column']);
  });

  test('is hit by the first operation that no exception covers', async () => {
    const exception = `exceptions:\n  - {rule: no-x, when: 'operation.kind == "add_column"', reason: r, owner: o, until: 2026-12-31}\n`;
    expect(await hitsOf(exception)).toEqual(['excepted add_column', 'drop_column']);
  });
});

const HEAD =
  'version: 1\nrules:\n  - {id: no-x, operations: [drop_table], verdict: block, message: "x {operation.target}"';

describe('a rule and its exceptions', () => {
  const exception = (when: string, until = '2026-12-31'): string =>
    `\n  - {rule: no-x, when: '${when}', reason: because, owner: dba, until: ${until}}`;
  const unknown = 'statement.limit == 1';
  const cases: [string, string, string[], string][] = [
    ['when true, no exception', 'true', [], 'block'],
    ['when true, exception true', 'true', ['true'], 'excepted block'],
    ['when true, exception false', 'true', ['false'], 'block'],
    ['when true, exception unknown', 'true', [unknown], 'unknown'],
    ['when true, exceptions unknown and true', 'true', [unknown, 'true'], 'excepted block'],
    ['when unknown, no exception', unknown, [], 'unknown'],
    ['when unknown, exception true', unknown, ['true'], 'excepted unknown'],
    ['when unknown, exception unknown', unknown, [unknown], 'unknown'],
    ['when false, exception unknown', 'false', [unknown], 'nothing'],
    ['when false, exception true', 'false', ['true'], 'nothing'],
  ];
  test.each(cases)('%s', async (_, when, exceptions, expected) => {
    const list = exceptions.map((text) => exception(text)).join('');
    const ruleset = await rulesetOf(`${HEAD}, when: '${when}'}${list ? `\nexceptions:${list}` : ''}`);
    const hits = judgeStatement(ruleset, statementOf([{}], { limit: undefined }), contextOf());
    const outcome = hits.map((hit) => (hit.exemption ? `excepted ${hit.verdict}` : hit.verdict)).join();
    expect(outcome || 'nothing').toBe(expected);
  });

  test('an exception applies through its last day and is then reported', async () => {
    const ruleset = await rulesetOf(`${HEAD}}\nexceptions:${exception('true', '2026-11-20')}`);
    const on = (today: string): unknown =>
      judgeStatement(ruleset, statementOf([{}]), contextOf({ today })).map((hit) => hit.exemption?.reason);
    expect(on('2026-11-20')).toEqual(['because']);
    expect(on('2026-11-21')).toEqual([undefined]);
    expect(expiredExceptions(ruleset, '2026-11-20')).toEqual([]);
    expect(expiredExceptions(ruleset, '2026-11-21')).toHaveLength(1);
  });
});

test('judges every operation, not only the first', async () => {
  const ruleset = await rulesetOf(`${HEAD}}`);
  const targets = ['a', 'b', 'c'];
  const operations = targets.map(
    (name): Partial<Operation> => ({
      target: { name, schema: 's', quoted: false, text: `s.${name}` },
    }),
  );
  const hits = judgeStatement(ruleset, statementOf(operations), contextOf());
  expect(hits.map((hit) => hit.message)).toEqual(['x s.a', 'x s.b', 'x s.c']);
});

test('a rule that reads the caller applies only if a caller is given', async () => {
  const ruleset = await rulesetOf(`${HEAD}, when: 'caller.user == "app"'}`);
  const statement = statementOf([{}]);
  expect(judgeStatement(ruleset, statement, contextOf())).toEqual([]);
  expect(judgeStatement(ruleset, statement, contextOf({ caller: CALLER }))).toHaveLength(1);
  const unknownUser = { ...CALLER, user: undefined };
  expect(judgeStatement(ruleset, statement, contextOf({ caller: unknownUser }))[0]?.verdict).toBe('unknown');
});
