import { expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { loadRuleset } from '../../src/rules/index.ts';
import { treeOf } from './build.ts';

const MAIN = '.querygate/rules.yml';

async function errorOf(text: string): Promise<string> {
  try {
    await loadRuleset({ tree: treeOf({ [MAIN]: text }) });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.others).toEqual([]);
    return error.toLine().replace(`${MAIN}:`, '');
  }
}

const rule = (line: string): string =>
  `version: 1\nrules:\n  - id: no-a\n    operations: [drop_table, update, create_table]\n    verdict: block\n    message: m\n    ${line}\n`;
const condition = (text: string): string => rule(`when: '${text.replaceAll("'", "''")}'`);

const conditions: [condition: string, column: number, advice: string][] = [
  ['operation.columns.contains("x")', 12, 'a list is searched with `in`: write `"x" in operation.columns`'],
  ['operation.columns == "x"', 12, 'a list is searched with `in`'],
  ['operation.columns in ["x"]', 12, 'write `list.exists(x, x in ["a", "b"])`'],
  ['operation.cascade and operation.temporary', 30, 'write `&&` instead of `and`'],
  ['operation.cascade AND operation.temporary', 30, 'write `&&` instead of `and`'],
  ['operation.cascade or operation.ifExists', 30, 'write `||` instead of `or`'],
  ['not operation.cascade', 12, 'write `!` instead of `not`'],
  ['"x" not in operation.columns', 16, 'write `!(a in b)` instead of `a not in b`'],
  ['operation.cascade = true', 30, 'write `==` to compare'],
  ['operation.filter === "none"', 29, 'write `==` instead of `===`'],
  ['operation.filter <> "none"', 29, 'write `!=` instead of `<>`'],
  ['operation.cascade & operation.temporary', 30, 'write `&&` instead of `&`'],
  ['operation.target.name =~ "x"', 34, 'write `.matches("…")`'],
  ['operation.target.name like "x%"', 34, 'write `.startsWith("…")` or `.matches("…")`'],
  ['operation.target.name in ("a", "b")', 34, 'write a list in brackets: `in ["a", "b"]`'],
  ['operation.table is null', 28, 'facts are never null'],
  ['operation.target.name == “x”', 37, 'write straight quotes'],
  ['operation.target == "x"', 12, 'write `operation.target.name == "x"`'],
  ['"x" in operation.target', 12, 'compare a field: `operation.target.name == "x"`'],
  ['operation.target.startsWith("x")', 12, 'write `operation.target.name.startsWith("x")`'],
  ['operation.target.table == "x"', 29, 'there is no fact `table` here; write `operation.table`'],
  ['operation.cascade == "true"', 12, 'write `true` or `false` without quotes'],
  ['statement.limit > "5"', 12, 'write the number without quotes'],
  ['statement.limit == null', 12, 'facts are never null: a missing text is `""`, a missing number `0`'],
  ['operation.cascade == True', 33, 'unknown name `True`; write `true`'],
  ['operation.filter == none', 32, 'write it in quotes: `"none"`'],
  ['operation.kind == drop_table', 30, 'write it in quotes: `"drop_table"`'],
  ['operation.target.name == users', 37, 'a text needs quotes'],
  ['kind == "drop_table"', 12, 'unknown name `kind`; write `operation.kind`'],
  ['sql.contains("x")', 12, 'conditions see facts, never the text of the SQL'],
  ['statement.text.contains("x")', 22, 'conditions see facts, never the text of the SQL'],
  ['!operation.filter', 12, 'a text is not true or false; compare it'],
  ['operation.columns', 12, 'compare its size, as in `size(operation.columns) > 0`'],
  ['operation.columns.length > 1', 30, 'write `size(list)` for the number of items'],
  ['len(operation.columns) > 1', 12, '(did you mean `size`?)'],
  ['operation.dataTypes.any(t, t == "x")', 12, '(did you mean `exists`?)'],
  ['operation.dataTypes.exists("x")', 12, 'name a variable: `list.exists(x, x == "a")`'],
  ['operation.target.name.toLowerCase() == "x"', 12, '(did you mean `lowerAscii`?)'],
  ['operation.target.name == "a" || "b"', 12, 'repeat the comparison on both sides'],
  ['caller == "x"', 12, 'write `caller.user == "x"`'],
  ['file == "x"', 12, 'write `file.path == "x"`'],
  ['operation.kind == "updat"', 30, '`operation.kind` is never `updat` (did you mean `update`?)'],
  ['operation.kind == "drop"', 30, 'it is a group of operations; list it under `operations`'],
  [
    'operation.kind in ["update", "insert"]',
    41,
    '`operation.kind` is never `insert` here; add `insert` to the `operations`',
  ],
  ['operation.place == "statment"', 31, 'is never `statment` (did you mean `statement`?)'],
  ['operation.filter != "always-true"', 32, '(did you mean `always_true`?); it is one of `"none"`'],
  ['operation.constraintType == "primary key"', 40, '(did you mean `primary_key`?)'],
  ['operation.defaultKind == "const"', 37, '`operation.defaultKind` is never `const`'],
  ['operation.maintenance == "vacum"', 37, '(did you mean `vacuum`?)'],
  ['operation.endpoint == "server"', 34, 'it is one of `"client"`, `"file"`, `"program"`, `""`'],
  ['file.section == "uo"', 28, '`file.section` is never `uo` (did you mean `up`?)'],
  ['"VARCHAR" in operation.dataTypes', 12, 'is in lower case, so it is never `VARCHAR`; write `"varchar"`'],
  [
    'operation.dataTypes.exists(t, t == "varchar(255)")',
    47,
    'has no lengths, so it is never `varchar(255)`; write `"varchar"`',
  ],
  ['statement.dialect == "mssql"', 33, '`statement.dialect` is never `mssql`; write `"transactsql"`'],
  ['statement.dialect in ["postgres", "mysql"]', 34, 'is never `postgres`; write `"postgresql"`'],
  ['statement.dialect == "T-SQL"', 33, 'write `"transactsql"`'],
  ['statement.dialect == "oracle"', 33, 'it is one of `"postgresql"`'],
  ['statement.serverVersion < 16', 38, 'so it is never near `16`; write `160000` for 16'],
  ['8 <= statement.serverVersion', 12, 'write `80000` for 8'],
  ['statement.serverVersion == 906', 39, 'PostgreSQL 16 is `160000`'],
  ['"tenant_id" in statement.pinnedColumns', 12, 'so none is `tenant_id`; write `"orders.tenant_id"`, with your table'],
  [
    'operation.pinnedColumns.exists(c, c == "orders.tenant_id")',
    51,
    'are columns of the target, so none is `orders.tenant_id`; write `"tenant_id"`',
  ],
  [
    'operation.target.name == "public.users"',
    37,
    'write `operation.target.schema == "public" && operation.target.name == "users"`',
  ],
  ['operation.target.name IN ["a"]', 34, 'write `in` in lower case'],
  ['operation.columns.includes("x")', 12, 'write `"x" in operation.columns`'],
];
test.each(conditions)('the condition %s gets its advice at its column', async (text, column, advice) => {
  const line = await errorOf(condition(text));
  expect(line).toContain(advice);
  expect(line.split(': ')[0]).toBe(`7:${column}`);
});

test.each([
  'operation.kind in ["update", "drop_table"]',
  'operation.filter == ""',
  'operation.kind == operation.filter',
  '"and" in operation.columns || operation.target.name == "a or b = c; not"',
  'operation.dataTypes.exists(t, t == "varchar")',
  'operation.target.name == "Users"',
  'operation.target.name == "a b.c"',
  'statement.dialect in ["postgresql", "transactsql"]',
  'has(statement.serverVersion) && statement.serverVersion < 160000',
  'statement.pinnedColumns.exists(c, c == "orders.tenant_id" || c == "app.orders.tenant_id")',
  '"tenant_id" in operation.pinnedColumns',
  'operation.columns.exists(c, c == "a.b")',
  '["updat"].exists(k, k == operation.target.name)',
])('the condition %s is accepted', async (text) => {
  expect(await errorOf(condition(text))).toBe('accepted');
});

const files: [name: string, text: string, error: string][] = [
  [
    'a negation without quotes',
    rule('when: !operation.cascade'),
    "7:11: the value starts with `!`, which YAML reads as a tag; put the whole value in quotes: `when: '!operation.cascade'`",
  ],
  [
    'a negation that YAML would drop without a warning',
    rule('when: ! operation.cascade'),
    "7:11: the value starts with `!`, which YAML reads as a tag; put the whole value in quotes: `when: '! operation.cascade'`",
  ],
  [
    'a condition that starts with a quoted text',
    rule('when: "a" in operation.columns'),
    '7:11: the value starts with `"`, which YAML reads as the start of a quoted text; put the whole value in quotes: `when: \'"a" in operation.columns\'`',
  ],
  [
    'a condition with a conditional',
    rule('when: operation.cascade ? true : false'),
    "7:11: the value contains `: `, which YAML reads as the end of a key; put the whole value in quotes: `when: 'operation.cascade ? true : false'`",
  ],
  [
    'a condition in braces',
    rule('when: {operation.cascade}'),
    '7:11: `rules[0].when` must be a string, but is a mapping; a value that starts with `{` must be in quotes',
  ],
  [
    'a message that starts with a fact',
    rule('help: {operation.target} is bad'),
    "7:11: the value starts with `{`, which YAML reads as the start of a mapping; put the whole value in quotes: `help: '{operation.target} is bad'`",
  ],
  [
    'a glob without quotes',
    rule('when: *.x'),
    "7:11: the value starts with `*`, which YAML reads as an alias; put the whole value in quotes: `when: '*.x'`",
  ],
  ['an alias in a list', 'version: 1\nextends: [*.yml]\n', '2:11: YAML reads `*` as an alias; put the value in quotes'],
  [
    'an apostrophe in quotes',
    rule("help: 'can't'"),
    "7:11: the value starts with `'`, which YAML reads as the start of a quoted text; put the whole value in quotes: `help: 'can''t'`",
  ],
  ['a tab', 'version: 1\n\trules: []\n', '2:1: invalid YAML: a tab in the indentation; use spaces'],
  [
    'the key exclude of a rule',
    rule('exclude: []'),
    '7:5: unknown key `exclude` in `rules[0]`; use `id`, `operations`',
  ],
  ['a camel-case key', rule('maxFlows: 1'), '7:5: unknown key `maxFlows` in `rules[0]`'],
  [
    'a version in quotes',
    'version: "1"\n',
    '1:10: `1` is not a valid value for `version` in quotes; write it without them',
  ],
  ['a dialect by another name', rule('examples: {dialect: tsql}'), '(did you mean `transactsql`?)'],
  [
    'one operation without a list',
    'version: 1\nrules:\n  - {id: no-a, operations: drop_table, verdict: warn, message: m}\n',
    'write a list: `operations: [drop_table]`',
  ],
  [
    'an operation in capital letters',
    'version: 1\nrules:\n  - {id: no-a, operations: [DROP TABLE], verdict: warn, message: m}\n',
    '(did you mean `drop_table`?)',
  ],
  [
    'the verdict error',
    'version: 1\nrules:\n  - {id: no-a, operations: [ddl], verdict: error, message: m}\n',
    '(did you mean `block`?); use `block`, `warn`, `off`',
  ],
  [
    'the key level',
    'version: 1\nrules:\n  - {id: no-a, operations: [ddl], level: warn, message: m}\n',
    'unknown key `level` in `rules[0]` (did you mean `verdict`?)',
  ],
];
test.each(files)('a rule file with %s gets its advice', async (_, text, error) => {
  expect(await errorOf(text)).toContain(error);
});
