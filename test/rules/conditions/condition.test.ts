import { describe, expect, test } from 'vitest';
import type { CallerFacts, FileFacts, Operation, StatementFacts } from '../../../src/model/index.ts';
import { judgeStatement, loadRuleset } from '../../../src/rules/index.ts';
import { expectNotEndless } from '../../costs.ts';
import { CALLER, contextOf, ruleFile, statementOf, treeOf } from '../build.ts';

interface Given {
  readonly operation?: Partial<Operation>;
  readonly statement?: Partial<StatementFacts>;
  readonly caller?: CallerFacts;
  readonly file?: FileFacts | undefined;
}

async function rulesetWith(when: string) {
  const ruleset = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': ruleFile(when) }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

/** Returns `true`, `false`, or why the condition is undecided. */
async function decide(when: string, given: Given = {}): Promise<true | false | string> {
  const ruleset = await rulesetWith(when);
  const context = contextOf({ caller: given.caller, ...('file' in given ? { file: given.file } : {}) });
  const [hit] = judgeStatement(ruleset, statementOf([given.operation ?? {}], given.statement), context);
  if (!hit) return false;
  return hit.verdict === 'unknown' ? (hit.cause ?? 'no cause') : true;
}

async function problem(when: string): Promise<string> {
  return rulesetWith(when).then(
    () => 'accepted',
    (error) => error.toLine(),
  );
}

const LIMIT = '`statement.limit` is not known';

describe('three-valued logic', () => {
  // `L` reads a fact that is not known, `T` is true and `F` is false.
  const cases: [string, true | false | string][] = [
    ['T', true],
    ['F', false],
    ['L', LIMIT],
    ['!L', LIMIT],
    ['L == L', LIMIT],
    ['T || L', true],
    ['L || T', true],
    ['F || L', LIMIT],
    ['L || F', LIMIT],
    ['L || L', LIMIT],
    ['F && L', false],
    ['L && F', false],
    ['T && L', LIMIT],
    ['L && T', LIMIT],
    ['L ? T : T', LIMIT],
    ['T ? T : L', true],
    ['F ? L : F', false],
    ['has(statement.limit)', LIMIT],
    ['has(statement.limit) || T', true],
    // Facts of the configuration are missing without one.
    ['has(statement.serverVersion)', false],
    ['has(statement.serverVersion) && statement.serverVersion < 110000', false],
    ['statement.serverVersion < 110000', 'there is no `serverVersion` (guard it with `has()`)'],
    ['["a", "b"].exists(x, L || x == "b")', true],
    ['["a", "b"].exists(x, L && x == "c")', false],
    ['["a", "b"].exists(x, L)', LIMIT],
    ['["a", "b"].all(x, x == "b" && L)', false],
    ['["a", "b"].all(x, T || L)', true],
    ['["a", "b"].all(x, L)', LIMIT],
    ['["a", "b"].exists_one(x, x == "b")', true],
  ];
  test.each(cases)('%s', async (text, expected) => {
    const when = text
      .replace(/\bL\b/g, '(statement.limit == 1)')
      .replace(/\bT\b/g, '(operation.kind == "drop_table")')
      .replace(/\bF\b/g, '(operation.kind == "grant")')
      .replace('L == L', 'statement.limit == statement.limit');
    expect(await decide(when, { statement: { limit: undefined } })).toBe(expected);
  });

  const failures: [string, string][] = [
    ['statement.limit / 0 == 1', 'division by zero'],
    ['statement.tablesRead[3] == "a"', 'the condition reads a list item that does not exist'],
    ['int(operation.target.name) == 1', 'int() type error: cannot convert to int'],
    ['9223372036854775807 + statement.valuesRows == 0', 'integer overflow: 9223372036854775808'],
    ['operation.target.name.substring(99) == ""', 'string.substring(start, end): start index out of range'],
  ];
  test.each(failures)('a failed evaluation is undecided, never false: %s', async (when, cause) => {
    expect(await decide(when, { statement: { valuesRows: 1 } })).toBe(cause);
  });
});

describe('facts', () => {
  const statement = { limit: 5, tablesRead: ['a', 'b.c'], functions: ['now'], hasLimit: true };
  const cases: [string, boolean][] = [
    ['statement.limit > 4 && statement.limit < 6', true],
    ['statement.limit == 5', true],
    ['"b.c" in statement.tablesRead', true],
    ['statement.tablesRead.exists(t, t.startsWith("b."))', true],
    ['size(statement.tablesRead) == 2', true],
    ['statement.tablesRead.filter(t, t == "a").size() == 1', true],
    ['operation.target.name == "users" && operation.target.schema == ""', true],
    ['operation.kind in ["drop_table", "truncate"]', true],
    ['file.path.startsWith("migrations/")', true],
    ['operation.target.name.matches("^us")', true],
    ['operation.target.name.matches("^(a+)+$")', false],
    ['!(operation.columns.size() > 0)', true],
    ['["a", "b.c"] == statement.tablesRead', true],
    ['statement.tablesRead.all(t, operation.target.name.matches("x") || t.matches("[abc]"))', true],
  ];
  test.each(cases)('%s', async (when, expected) => {
    expect(await decide(when, { statement })).toBe(expected);
  });

  test('caller facts', async () => {
    const caller = { ...CALLER, tags: { route: '/login' } };
    expect(await decide('caller.user == "app" && caller.tags["route"] == "/login"', { caller })).toBe(true);
    expect(await decide('"job" in caller.tags', { caller })).toBe(false);
    expect(await decide('has(caller.tags.job)', { caller })).toBe(false);
    expect(await decide('caller.tags.job == "x"', { caller })).toBe('there is no `job` (guard it with `has()`)');
    expect(await decide('caller.tags.constructor == "x"', { caller })).toMatch(/there is no `constructor`/);
  });

  test('a name with a placeholder is not known', async () => {
    const target = { name: undefined, schema: 'app', quoted: false, text: 'app.{{t}}' };
    expect(await decide('operation.target.schema == "app"', { operation: { target } })).toBe(true);
    expect(await decide('operation.target.name == "x"', { operation: { target } })).toBe(
      '`operation.target.name` is not known',
    );
  });
});

describe('a rejected condition', () => {
  const AT = '.querygate/rules.yml:1:';
  const cases: [string, string | RegExp][] = [
    ['operation.tagret.name == "x"', /there is no fact `tagret` here \(did you mean `target`\?\)/],
    [
      'operations.kind == "x"',
      /unknown name `operations` \(did you mean `operation`\?\); a condition can use operation, statement, use, caller, file/,
    ],
    ['operation.kind', /the condition returns string; it must return true or false/],
    ['operation.kind == 1', /invalid condition: no such overload: string == int/],
    ['operation.kind == ', /: the condition ends too early; complete the expression/],
    ['operation.cascade &&& true', /invalid condition/],
    ['cel.bind(x, operation.kind, x == "a")', /`cel.bind` is not allowed/],
    ['cel == cel', /`cel.bind` is not allowed/],
    [
      'dyn(operation.kind) == 1',
      /the function `dyn\(\)` is not available in conditions; use one of the functions `bool\(\)`, .*; methods such as `\.upperAscii\(\)` are called on a value/,
    ],
    ['timestamp("2026-01-01T00:00:00Z").getFullYear() == 2026', /is not available in conditions/],
    ['type(operation.kind) == string', /`type\(\)` is not available in conditions/],
    ['operation.kind.split("").size() == 1', /the method `\.split\(\)` is not available in conditions/],
    ['b"{}".json() == {}', /the method `\.json\(\)` is not available in conditions/],
    [
      'upperAscii(operation.kind) == "X"',
      /`upperAscii\(\)` is not available in conditions; it is a method, so call it on a value: `<value>\.upperAscii\(…\)`/,
    ],
    ['operation.kind.startWith("x")', /did you mean `startsWith`/],
    ['operation.kind.matches(operation.target.name)', /the pattern of `matches` must be one string literal/],
    ['operation.kind.matches("a" + "b")', /must be one string literal/],
    ['operation.kind.matches("(")', /invalid pattern \(RE2 syntax\): missing closing \)/],
    ['operation.kind.matches("(?=a)")', /invalid pattern/],
    ['operation.kind.matches("(a)\\\\1")', /invalid pattern/],
    [`operation.kind.matches("${'a'.repeat(301)}")`, /a pattern may have at most 300 characters; this one has 301/],
    ['operation.kind.matches("(a?){1000}b{1000}")', /the pattern is too large/],
    ['operation.kind.matches("((a{100}){100}){100}")', /invalid pattern/],
    ['operation.kind.matchesInLinearTime("a")', /is not available in conditions/],
    [
      'statement.tablesRead.exists(a, statement.tablesRead.exists(b, statement.tablesRead.exists(c, a == c)))',
      /macros may nest 2 deep/,
    ],
    ['statement.tablesRead.exists(caller, caller == "x")', /`caller` already names facts/],
    [`operation.kind in [${Array.from({ length: 101 }, (_, i) => `"${i}"`).join()}]`, /maxListElements \(100\)/],
    [`${'('.repeat(60)}true${')'.repeat(60)}`, /maxDepth/],
    [`${'!'.repeat(1500)}true`, /maxAstNodes/],
    ['caller.user == "a" && file.path == "b"', /reads `caller` and `file`/],
    [expensive(), /takes too long over long lists/],
  ];
  test.each(cases)('%s', async (when, expected) => {
    const line = await problem(when);
    expect(line).toMatch(expected);
    expect(line.startsWith(AT)).toBe(true);
    expect(line).not.toContain('\n');
  });

  test('a literal list may have 100 items', async () => {
    const list = Array.from({ length: 100 }, (_, i) => `"${i}"`).join();
    expect(await problem(`operation.target.name in [${list}]`)).toBe('accepted');
  });
});

/** A condition with nested loops over long lists. */
function expensive(): string {
  const list = Array.from({ length: 20 }, () => 'statement.tablesRead').join(' + ');
  return `(${list}).exists(a, (${list}).exists(b, a == b + "x"))`;
}

describe('hostile facts', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `table_${i}`);

  test('a list over the limit is undecided', async () => {
    const when = '"x" in statement.tablesRead';
    expect(await decide(when, { statement: { tablesRead: many(1000) } })).toBe(false);
    const cause = '`statement.tablesRead` has more than 1000 items';
    expect(await decide(when, { statement: { tablesRead: many(1001) } })).toBe(cause);
  });

  test('nested loops have a lower limit', async () => {
    const when = 'statement.tablesRead.exists(a, statement.tablesWritten.exists(b, a == b))';
    const lists = (n: number): Given => ({ statement: { tablesRead: many(n), tablesWritten: ['x'] } });
    expect(await decide(when, lists(100))).toBe(false);
    expect(await decide(when, lists(101))).toBe('`statement.tablesRead` has more than 100 items');
  });

  test('long texts are undecided', async () => {
    const target = { name: 'a'.repeat(5000), schema: '', quoted: false, text: 'a' };
    const cause = '`operation.target.name` is longer than 4096 characters';
    expect(await decide('operation.target.name == "x"', { operation: { target } })).toBe(cause);
    const tablesRead = many(900).map((name) => name.repeat(20));
    expect(await decide('"x" in statement.tablesRead', { statement: { tablesRead } })).toBe(
      '`statement.tablesRead` is too long to evaluate',
    );
  });

  const slow: [string, string][] = [
    ['backtracking pattern', 'statement.tablesRead.exists(t, t.matches("^(a+)+$"))'],
    [
      'many patterns',
      Array.from({ length: 5 }, (_, i) => `statement.tablesRead.exists(t, t.matches("(a|aa)+${i}$"))`).join(' || '),
    ],
    ['nested macros', 'statement.tablesRead.all(a, statement.tablesRead.all(b, a.startsWith("a") && b.contains("a")))'],
    ['nested patterns', 'statement.tablesRead.all(a, statement.tablesWritten.all(b, !(a + b).matches("(x+x+)+y")))'],
    ['long chain', Array.from({ length: 100 }, () => 'operation.target.name == "x"').join(' || ')],
  ];
  test.each(slow)('an evaluation takes milliseconds: %s', async (_, when) => {
    const tables = Array.from({ length: 100 }, () => 'a'.repeat(63));
    let accepted = '';
    await expectNotEndless(async () => {
      accepted = await problem(when);
    });
    if (accepted !== 'accepted') return expect(accepted).toMatch(/takes too long/);
    const ruleset = await rulesetWith(when);
    const statement = statementOf([{}], { tablesRead: tables, tablesWritten: tables });
    await expectNotEndless(() => judgeStatement(ruleset, statement, contextOf()));
  });
});

describe('where a rule applies', () => {
  const USER = 'caller.user == "app"';
  const PATH = 'file.path == "migrations/1.sql"';
  const both = { caller: CALLER };
  const traffic = { caller: CALLER, file: undefined };
  const cases: [string, Given, true | false | string][] = [
    [USER, {}, false],
    [USER, both, true],
    [USER, traffic, true],
    [PATH, {}, true],
    [PATH, traffic, false],
    [`has(caller.user) && ${USER} && ${PATH}`, {}, false],
    [`has(caller.user) && ${USER} && ${PATH}`, both, true],
    [`!has(caller.user) || ${USER}`, {}, true],
    [`${PATH} && (has(caller.user) ? ${USER} : true)`, {}, true],
    [`${PATH} && (has(caller.user) ? ${USER} : true)`, both, true],
  ];
  test.each(cases)('%s with %j', async (when, given, expected) => {
    expect(await decide(when, given)).toBe(expected);
  });

  const refused = [
    `${USER} && ${PATH}`,
    `${USER} && has(caller.user) && ${PATH}`,
    `(has(caller.user) || ${PATH}) && ${USER}`,
    `has(caller.tags.route) && caller.tags.route == "/" && ${PATH}`,
    `has(caller.user) ? ${PATH} : (${USER} && ${PATH})`,
  ];
  test.each(refused)('rejects a condition without a guard: %s', async (when) => {
    expect(await problem(when)).toMatch(/reads `caller` and `file`/);
  });
});
