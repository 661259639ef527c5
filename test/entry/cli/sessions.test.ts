import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSession, type Folder, newFolder } from './client.ts';

// Each golden file in test/entry/cli/golden is one command with its whole output.

let folder: Folder;

beforeAll(() => {
  folder = newFolder();
  folder.copy('examples', 'examples');
  folder.write({
    '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
    'own/rules.yml': `version: 1
rules:
  - id: require-tenant-filter
    operations: [update, delete]
    when: '!("tenant_id" in operation.filterColumns)'
    verdict: block
    message: '{operation.target} is written without a filter on tenant_id'
    description: Every tenant's rows lie in one table.
    help: Add \`tenant_id = …\` to the filter.
    owner: data-platform
    examples:
      block: ['DELETE FROM orders WHERE id = 1']
      pass: ['DELETE FROM orders WHERE id = 1 AND tenant_id = 2']
exceptions:
  - rule: require-tenant-filter
    when: 'operation.target.name == "countries"'
    reason: shared by all tenants
    owner: data-platform
    until: 2999-12-31
`,
    'edited/rules.yml': `version: 1
rules:
  - id: require-tenant-filter
    operations: [update, delete, select]
    when: 'operation.kind == "select" ? !statement.hasLimit : !("tenant_id" in operation.filterColumns)'
    verdict: block
    message: '{operation.target} is used without a filter on tenant_id'
exceptions:
  - rule: require-tenant-filter
    when: 'operation.target.name in ["countries", "currencies"]'
    reason: shared by all tenants
    owner: data-platform
    until: 2999-12-31
`,
    'broken/rules.yml': `version: 1
rules:
  - id: no-x
    operations: [drop_table]
    when: 'operation.tarjet.name == "x"'
    verdict: block
    message: x
`,
    'failing/rules.yml': `version: 1
rules:
  - id: no-x
    operations: [drop_table]
    verdict: block
    message: x
    examples:
      block: ['DROP VIEW x']
      pass: ['DROP TABLE x']
`,
    'sql/one.sql': "UPDATE orders SET status = 'open';\n",
    'sql/warn.sql': 'ALTER TABLE orders RENAME TO purchases;\n',
    'sql/fine.sql': 'CREATE TABLE invoices (id bigint PRIMARY KEY);\n',
    'sql/unknown.sql': 'FROBNICATE THE DATABASE;\n',
    'nodialect/.git/HEAD': '',
    'nodialect/1.sql': 'CREATE TABLE t (id BIGSERIAL);\n',
  });
});
afterAll(() => folder.remove());

const session = (name: string, ...args: string[]) => expectSession(name, args, { cwd: folder.dir });

describe('check', () => {
  it('shows each finding with its place and a fix', async () => {
    expect((await session('check', 'check', 'examples/migrations')).code).toBe(1);
  });

  it('shows a clean file in two lines', async () => {
    expect((await session('check-clean', 'check', 'sql/fine.sql')).code).toBe(0);
  });

  it('shows what could not be understood', async () => {
    expect((await session('check-unknown', 'check', 'sql/unknown.sql')).code).toBe(5);
  });

  it('fails on warnings with `--fail-on warn`', async () => {
    expect((await session('check-warn', 'check', 'sql/warn.sql', '--fail-on', 'warn')).code).toBe(1);
  });

  it('only reports with `--fail-on never`, and says so', async () => {
    expect((await session('check-never', 'check', 'sql/one.sql', '--fail-on', 'never')).code).toBe(0);
  });

  it('judges by the rules of `--rules`', async () => {
    expect((await session('check-rules', 'check', 'sql/one.sql', '--rules', 'own/rules.yml')).code).toBe(1);
  });
});

describe('explain', () => {
  it('shows what each statement does', async () => {
    expect((await session('explain', 'explain', 'examples/migrations/0004_reporting.sql')).code).toBe(0);
  });
});

describe('rules', () => {
  it('list prints one line for each rule', async () => {
    expect((await session('rules-list', 'rules', 'list', '--rules', 'own/rules.yml')).code).toBe(0);
  });

  it('show prints all details of one rule', async () => {
    expect(
      (await session('rules-show-own', 'rules', 'show', 'require-tenant-filter', '--rules', 'own/rules.yml')).code,
    ).toBe(0);
  });

  it('compare names what differs, with examples, and fails on it if asked to', async () => {
    const rules = ['rules', 'compare', 'own/rules.yml', 'edited/rules.yml'];
    expect((await session('rules-compare', ...rules)).code).toBe(0);
    expect((await session('rules-compare-json', ...rules, '--format', 'json', '--fail-on', 'looser')).code).toBe(1);
    const same = ['rules', 'compare', 'own/rules.yml', 'own', '--fail-on', 'looser'];
    expect((await session('rules-compare-same', ...same)).code).toBe(0);
    expect((await session('error-compare', 'rules', 'compare', 'own/rules.yml', 'nowhere')).code).toBe(2);
  });

  it('test runs the examples', async () => {
    expect((await session('rules-test', 'rules', 'test', '--rules', 'own/rules.yml')).code).toBe(0);
    expect((await session('rules-test-failing', 'rules', 'test', '--rules', 'failing/rules.yml')).code).toBe(2);
  });
});

describe('help', () => {
  it.each([
    '',
    'check',
    'simulate',
    'explain',
    'history',
    'history collect',
    'history show',
    'history merge',
    'rules',
    'rules list',
    'rules show',
    'rules compare',
    'rules test',
    'baseline',
    'baseline create',
    'baseline update',
    'baseline prune',
    'suppressions',
    'init',
  ])('of `%s`', async (command) => {
    const args = command === '' ? [] : command.split(' ');
    const name = ['help', ...args].join('-');
    expect((await session(name, ...args, '--help')).code).toBe(0);
  });
});

describe('an error is one line on standard error, with exit code 2', () => {
  it.each([
    ['no-command', []],
    ['baseline-wrong-action', ['baseline', 'creat', 'sql']],
    ['start-after', ['check', 'sql', '--start-after', 'soon']],
    ['unknown-command', ['chekc']],
    ['unknown-option', ['check', '--dialekt', 'mysql']],
    ['unknown-dialect', ['check', '--dialect', 'oracel', 'sql']],
    ['unknown-format', ['check', '--format', 'xml', 'sql']],
    ['wrong-output', ['check', '--output', 'json', 'sql']],
    ['wrong-output-format', ['check', '--output', 'xml=report.xml', 'sql/fine.sql']],
    ['missing-file', ['check', 'nowhere.sql']],
    ['missing-rule', ['rules', 'show', 'no-drop-tabel']],
    ['missing-rules', ['check', '--rules', 'nowhere.yml', 'sql']],
    ['missing-config', ['check', '--config', 'nowhere.yml', 'sql']],
    ['bad-rule-file', ['check', '--rules', 'broken/rules.yml', 'sql']],
    ['unknown-pack', ['check', '--rules', 'querygate:recomended@1', 'sql']],
    ['wrong-caller', ['check', '--caller', 'usr=app', 'sql']],
    ['two-changes', ['check', '--staged', '--changed']],
    ['two-inputs', ['check', '-', 'sql']],
    ['service', ['check', '--base-url', 'https://example.com', 'sql']],
    ['explain-missing', ['explain', 'nowhere.sql']],
    ['no-repository', ['check', '--changed']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await session(`error-${name}`, ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('    at ');
  });

  it('no-dialect', async () => {
    const result = await expectSession('error-no-dialect', ['check'], { cwd: folder.path('nodialect') });
    expect([result.code, result.stdout]).toEqual([2, '']);
  });
});
