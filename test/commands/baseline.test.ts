import { describe, expect, it } from 'vitest';
import { type BaselineRequest, makeBaseline } from '../../src/commands/index.ts';
import { CONFIG, checkFiles, checkPull, config, counting, type Files, notices, rules, treeOf } from './build.ts';

const SETUP = { ...config(), ...rules() };
const OLD = 'DELETE FROM users;\n';
const FILES = { ...SETUP, 'db/1.sql': `${OLD}DROP TABLE a;\n`, 'db/2.sql': 'GRANT ALL ON a TO PUBLIC;\n' };
const BASELINE = '.querygate/baseline.json';

interface Options extends Partial<Omit<BaselineRequest, 'action' | 'check'>> {
  readonly paths?: readonly string[];
}

async function make(action: BaselineRequest['action'], files: Files, { paths, ...options }: Options = {}) {
  const check = { change: undefined, head: treeOf(files), event: 'local', today: '2026-11-20', service: {} };
  const result = await makeBaseline({
    action,
    check: { ...check, ...(paths && { paths }) },
    file: undefined,
    force: false,
    ...options,
  });
  const { findings } = JSON.parse(result.text) as { findings: { rule: string; path: string }[] };
  return { ...result, entries: findings.map(({ rule, path }) => `${rule} ${path}`) };
}

async function withBaseline(files: Files): Promise<Files> {
  return { ...files, [BASELINE]: (await make('create', files)).text };
}

/** The files without some of them, and with others. */
function changed(files: Files, remove: readonly string[], add: Files = {}): Files {
  return { ...Object.fromEntries(Object.entries(files).filter(([path]) => !remove.includes(path))), ...add };
}

describe('`baseline create`', () => {
  it('accepts current findings, and no others', async () => {
    const { entries, file, summary } = await make('create', FILES);
    expect(file).toBe(BASELINE);
    expect(entries).toEqual([
      expect.stringMatching(/^no-.* db\/1\.sql$/),
      expect.stringMatching(/^no-.* db\/1\.sql$/),
      'no-grant-to-public db/2.sql',
    ]);
    expect(summary).toContain('3 findings accepted\n');
    expect(summary).toContain('  no-drop-table         1\n');
    expect(summary).toContain('1 of them cannot be suppressed by a comment');
    const accepted = await withBaseline(FILES);
    const report = await checkFiles(accepted);
    expect([report.exitCode, report.totals.baselined]).toEqual([0, 3]);
    const more = await checkFiles({ ...accepted, 'db/1.sql': `${OLD}DROP TABLE a;\nDROP TABLE b;\n` });
    expect(counting(more)).toEqual(['block no-drop-table db/1.sql:3']);
  });

  it('keeps accepting findings whose lines move', async () => {
    const accepted = await withBaseline(FILES);
    const text = `-- moved\n\nSELECT 1;\n\n${String(FILES['db/1.sql'])}`;
    expect((await checkFiles({ ...accepted, 'db/1.sql': text })).exitCode).toBe(0);
  });

  it('replaces an existing baseline only with `--force`, and then does not read it', async () => {
    const files = { ...FILES, [BASELINE]: '{' };
    await expect(make('create', files)).rejects.toThrow('is not valid JSON');
    const { text } = await make('create', FILES);
    expect((await make('create', files, { force: true })).text).toBe(text);
    await expect(make('create', { ...FILES, [BASELINE]: text })).rejects.toThrow('this baseline exists; add new');
    expect((await make('create', { ...FILES, [BASELINE]: text }, { force: true })).text).toBe(text);
  });

  it('writes the file that the configuration names, even if it is missing', async () => {
    const files = { ...FILES, ...config('baseline: own/old.json\n') };
    const { file, text } = await make('create', files);
    expect(file).toBe('own/old.json');
    expect((await checkFiles({ ...files, 'own/old.json': text })).exitCode).toBe(0);
  });

  it('never accepts a file that could not be read', async () => {
    const unreadable = { ...SETUP, 'db/1.sql': new Uint8Array([0xff, 0xfe, 0x41]) };
    const { entries, summary } = await make('create', unreadable);
    expect(entries).toEqual([]);
    expect(summary).toContain('1 could not be accepted');
    expect((await checkFiles(await withBaseline(unreadable))).exitCode).toBe(5);
  });

  it('accepts what no comment can suppress only with its exact text', async () => {
    const grant = (role: string) => ({ ...SETUP, 'db/1.sql': `DO $$ BEGIN EXECUTE 'GRANT a TO ${role}'; END $$;\n` });
    const { [BASELINE]: baseline = '' } = await withBaseline(grant('reader'));
    expect((await checkFiles({ ...grant('reader'), [BASELINE]: baseline })).exitCode).toBe(0);
    expect((await checkFiles({ ...grant('owner'), [BASELINE]: baseline })).exitCode).toBe(1);
  });

  it.each([
    [
      'the value of a variable',
      'transactsql',
      (table: string) => `DECLARE @s nvarchar(max) = N'DROP TABLE ${table}';\nEXEC (@s);\n`,
    ],
    ['a view', 'postgresql', (table: string) => `CREATE VIEW v AS SELECT * FROM ${table};\nDELETE FROM v;\n`],
    ['how often its batch runs', 'transactsql', (table: string) => `DELETE FROM t;\nGO ${table.length}\n`],
  ])('accepts a statement only with the context that it depends on: %s', async (_, dialect, text) => {
    const files = (table: string) => ({
      ...SETUP,
      [CONFIG]: `version: 1\ndialect: ${dialect}\n`,
      'db/1.sql': text(table),
    });
    const { [BASELINE]: baseline = '' } = await withBaseline(files('old'));
    const check = async (table: string) => (await checkFiles({ ...files(table), [BASELINE]: baseline })).exitCode;
    expect(await check('old')).toBe(0);
    expect(await check('users')).not.toBe(0);
  });
});

describe('`baseline update`', () => {
  it('adds the new findings of the given paths, and keeps the others', async () => {
    const accepted = await withBaseline(FILES);
    const files = { ...accepted, 'db/3.sql': 'DROP TABLE c;\n', 'db/4.sql': 'DROP TABLE d;\n' };
    const { entries, summary, text } = await make('update', files, { paths: ['db/3.sql'] });
    expect(summary).toContain('1 finding added, 3 kept, 0 recorded at a new path\n  no-drop-table  1\n');
    expect(entries).toHaveLength(4);
    expect(counting(await checkFiles({ ...files, [BASELINE]: text }))).toEqual(['block no-drop-table db/4.sql:1']);
  });

  it('keeps entries without a finding, and says how to remove them', async () => {
    const accepted = await withBaseline(FILES);
    const { entries, summary } = await make('update', changed(accepted, ['db/2.sql']));
    expect(summary).toContain('1 entry without a finding: remove with `querygate baseline prune`');
    expect(entries).toContain('no-grant-to-public db/2.sql');
  });

  it('records a moved file at its new path', async () => {
    const accepted = await withBaseline(FILES);
    const files = changed(accepted, ['db/1.sql'], { 'archive/1.sql': String(FILES['db/1.sql']) });
    const { entries, summary, text } = await make('update', files);
    expect(summary).toContain('0 findings added, 1 kept, 2 recorded at a new path');
    expect(entries.filter((entry) => entry.endsWith(' archive/1.sql'))).toHaveLength(2);
    const report = await checkFiles({ ...files, [BASELINE]: text });
    expect([report.exitCode, notices(report)]).toEqual([0, '']);
  });

  it.each(['update', 'prune'] as const)('like `baseline prune`, needs an existing baseline: %s', async (action) => {
    await expect(make(action, FILES)).rejects.toThrow('there is no baseline here; write one with');
  });
});

describe('`baseline prune`', () => {
  it('removes the entries whose finding is gone, and names them', async () => {
    const accepted = await withBaseline(FILES);
    const files = changed(accepted, ['db/2.sql'], { 'db/1.sql': OLD });
    const { entries, summary } = await make('prune', files);
    expect(entries).toEqual(['no-unfiltered-delete db/1.sql']);
    expect(summary).toBe(
      '2 entries removed, because their finding is gone:\n  no-drop-table  db/1.sql\n  no-grant-to-public  db/2.sql\n' +
        `${BASELINE} accepts 1 finding; commit it\n`,
    );
  });

  it.each<[string, readonly string[], Files, Options]>([
    ['a file that was not checked', [], { 'db/2.sql': 'SELECT 1;\n' }, { paths: ['db/1.sql'] }],
    ['a deleted file, if only some paths are checked', ['db/2.sql'], {}, { paths: ['db'] }],
    ['a file that the configuration ignores', [], config("ignore: ['db/2.sql']\n"), {}],
    ['a file that cannot be read', [], { 'db/2.sql': new Uint8Array([0xff, 0xfe, 0x41]) }, {}],
    ['a moved file', ['db/2.sql'], { 'new/2.sql': String(FILES['db/2.sql']) }, {}],
    [
      'a finding that a comment suppresses meanwhile',
      [],
      { 'db/1.sql': `${OLD}-- querygate:allow no-drop-table: archived\nDROP TABLE a;\n` },
      {},
    ],
  ])('keeps the entries of %s', async (_, remove, add, options) => {
    const files = changed(await withBaseline(FILES), remove, add);
    const { entries, summary } = await make('prune', files, options);
    expect(entries).toHaveLength(3);
    expect(summary).toContain('0 entries removed');
  });
});

describe('the baseline in a check', () => {
  it('has no effect in the change itself', async () => {
    const added = { ...SETUP, 'db/3.sql': 'DROP TABLE users;\n' };
    const { text } = await make('create', added);
    for (const base of [SETUP, {}]) {
      const report = await checkPull(base, { ...added, [BASELINE]: text });
      expect(counting(report)).toEqual(['block no-drop-table db/3.sql:1']);
      expect(report.exitCode).toBe(1);
    }
    const named = { ...added, ...config('baseline: mine.json\n'), 'mine.json': text };
    expect((await checkPull(SETUP, named)).exitCode).toBe(1);
    expect((await checkPull({}, named)).exitCode).toBe(1);
  });

  it('accepts nothing in a file that the change adds, even if it existed before', async () => {
    const base = changed(await withBaseline(FILES), ['db/1.sql']);
    const report = await checkPull(base, { ...base, 'db/1.sql': FILES['db/1.sql'] });
    expect(counting(report)).toEqual(['block no-unfiltered-delete db/1.sql:1', 'block no-drop-table db/1.sql:2']);
  });

  it.each([
    ['is not valid JSON', '{', 'the baseline is not valid JSON; recreate it with `querygate baseline create --force`'],
    [
      'has another shape',
      '{"version":1,"findings":[{"fingerprint":"x"}]}',
      /`findings\.0\.fingerprint` is invalid in the baseline/,
    ],
  ])('that %s is an error', async (_, text, message) => {
    await expect(checkFiles({ ...FILES, [BASELINE]: text })).rejects.toThrow(message);
  });

  it('must exist if the configuration names it', async () => {
    await expect(checkFiles({ ...config('baseline: b.json\n'), 'a.sql': '' })).rejects.toThrow(
      'there is no baseline `b.json`; correct `baseline` in the configuration',
    );
  });
});

describe('a file that moved since the baseline was written', () => {
  const DROP = 'DROP TABLE a;\n';
  /** Checks all files after `from` moved to `to`. */
  async function allFiles(before: Files, remove: readonly string[], add: Files) {
    return checkFiles(changed(await withBaseline({ ...SETUP, ...before }), remove, add));
  }

  it.each<[string, Files, readonly string[], Files]>([
    ['another folder', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'b/c/1_x.sql': DROP }],
    ['a folder whose name is the version', { 'a/1_x/up.sql': DROP }, ['a/1_x/up.sql'], { 'b/1_x/up.sql': DROP }],
    [
      'another folder, like others of the same name',
      { 'x/db/1.sql': DROP, 'y/db/1.sql': 'DROP TABLE b;\n' },
      ['x/db/1.sql', 'y/db/1.sql'],
      { 'new/y/db/1.sql': 'DROP TABLE b;\n', 'new/x/db/1.sql': DROP },
    ],
    ['another folder, and other lines', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'b/1_x.sql': `\n\n${DROP}` }],
  ])('keeps its accepted findings in %s', async (_, before, remove, add) => {
    const report = await allFiles(before, remove, add);
    expect(counting(report)).toEqual([]);
    expect(report.totals.baselined).toBe(Object.keys(before).length);
    expect(notices(report)).toContain('accepted by the baseline under the old path of a moved file');
  });

  it.each<[string, Files, readonly string[], Files]>([
    ['a copy', { 'a/1_x.sql': DROP }, [], { 'b/1_x.sql': DROP }],
    ['a copy of a moved file', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'b/1_x.sql': DROP, 'c/1_x.sql': DROP }],
    ['another version', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'a/2_x.sql': DROP }],
    ['another folder version', { 'a/1_x/up.sql': DROP }, ['a/1_x/up.sql'], { 'a/2_x/up.sql': DROP }],
    ['another statement', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'b/1_x.sql': 'DROP TABLE other;\n' }],
    ['a second statement', { 'a/1_x.sql': DROP }, ['a/1_x.sql'], { 'b/1_x.sql': `${DROP}${DROP}` }],
    [
      'two possible origins',
      { 'a/1_x.sql': DROP, 'b/1_x.sql': DROP },
      ['a/1_x.sql', 'b/1_x.sql'],
      { 'c/1_x.sql': DROP },
    ],
  ])('is new: %s', async (name, before, remove, add) => {
    const report = await allFiles(before, remove, add);
    const expected = name === 'a copy of a moved file' ? 2 : 1;
    expect(counting(report)).toHaveLength(expected);
    expect(report.exitCode).toBe(1);
  });

  /** A pull request that moves a file; `listed` is what the baseline of the base branch lists. */
  async function pull(
    listed: Files,
    before: Files,
    after: Files,
    renames: readonly (readonly [string, string])[] = [],
  ) {
    const { text } = await make('create', { ...SETUP, ...listed });
    const common = { ...SETUP, [BASELINE]: text };
    const files = renames.map(([previousPath, path]) => ({ status: 'renamed' as const, path, previousPath }));
    return checkPull({ ...common, ...before }, { ...common, ...after }, {}, files.length > 0 ? { files } : {});
  }

  it('keeps its accepted findings in the change that moves it, with a warning', async () => {
    const file = (path: string) => ({ [path]: DROP });
    for (const report of [
      await pull(file('a/1_x.sql'), file('a/1_x.sql'), file('b/1_x.sql')),
      await pull(file('a/1_x.sql'), file('a/1_x.sql'), file('b/1_x.sql'), [['a/1_x.sql', 'b/1_x.sql']]),
      await pull(file('a/1_x.sql'), file('a/1_x.sql'), file('a/1_y.sql'), [['a/1_x.sql', 'a/1_y.sql']]),
      await pull(file('a/V1__x.sql'), file('a/V1__x.sql'), file('b/V1__y.sql'), [['a/V1__x.sql', 'b/V1__y.sql']]),
      await pull(file('down/1_x.sql'), file('down/1_x.sql'), file('b/1_x.down.sql'), [
        ['down/1_x.sql', 'b/1_x.down.sql'],
      ]),
      await pull(file('a/R__x.sql'), file('a/R__x.sql'), file('b/R__x.sql'), [['a/R__x.sql', 'b/R__x.sql']]),
    ]) {
      expect([report.exitCode, report.totals.baselined]).toEqual([0, 1]);
      expect(notices(report)).toContain('warning: 1 finding accepted by the baseline under the old path');
      expect(notices(report)).toContain('check that your migration tool does not run it again');
    }
  });

  it.each<[string, Files, Files, Files, readonly (readonly [string, string])[]]>([
    [
      'changes its version',
      { 'a/1_x.sql': DROP },
      { 'a/1_x.sql': DROP },
      { 'a/2_x.sql': DROP },
      [['a/1_x.sql', 'a/2_x.sql']],
    ],
    ['only copies it', { 'a/1_x.sql': DROP }, { 'a/1_x.sql': DROP }, { 'a/1_x.sql': DROP, 'b/1_x.sql': DROP }, []],
    ['adds a file of a name that was deleted long ago', { 'a/1_x.sql': DROP }, {}, { 'b/1_x.sql': DROP }, []],
    [
      'replaces the statement',
      { 'a/1_x.sql': DROP },
      { 'a/1_x.sql': DROP },
      { 'b/1_x.sql': 'DROP TABLE users;\n' },
      [['a/1_x.sql', 'b/1_x.sql']],
    ],
    [
      'has accepted findings at the new path only',
      { 'b/1_x.sql': DROP },
      { 'a/1_x.sql': DROP, 'b/2_y.sql': 'SELECT 1;\n' },
      { 'b/1_x.sql': DROP, 'b/2_y.sql': 'SELECT 1;\n' },
      [['a/1_x.sql', 'b/1_x.sql']],
    ],
    [
      'replaces the SQL of another file',
      { 'legacy/cleanup.sql': DROP },
      { 'legacy/cleanup.sql': DROP, 'jobs/cleanup.sql': 'SELECT 1;\n' },
      { 'jobs/cleanup.sql': DROP },
      [],
    ],
    [
      'replaces the SQL of a file with the name of one that was deleted long ago',
      { 'legacy/cleanup.sql': DROP },
      { 'jobs/cleanup.sql': 'SELECT 1;\n' },
      { 'jobs/cleanup.sql': DROP },
      [],
    ],
    ...[
      ['undo/U5__x.sql', 'db/V5__x.sql'],
      ['db/V5__x.sql', 'db/B5__x.sql'],
      ['rollback/0006_x.down.sql', 'db/0006_x.up.sql'],
      ['rollback/0006_x.sql', 'db/0006_x.sql'],
      ['examples/0006_x.down.sql', 'examples/0006_x.sql'],
      ['db/0006_x.sql', 'db/0006_x.up.sql'],
      ['db/0006_x/down.sql', 'db/0006_x/up.sql'],
      ['revert/x.sql', 'deploy/x.sql'],
      ['m/R__a.sql', 'm/R__b.sql'],
      ['db/a.sql', 'db/b.sql'],
      ['db/a/up.sql', 'db/b/up.sql'],
      ['db/0006_x.ddl', 'db/0006_x.sql'],
      ['docs/drop.sql', 'db/migrations/drop.sql'],
    ].map(([from = '', to = '']): [string, Files, Files, Files, readonly (readonly [string, string])[]] => [
      `renames \`${from}\` to \`${to}\``,
      { [from]: DROP },
      { [from]: DROP },
      { [to]: DROP },
      [[from, to]],
    ]),
  ])('is judged in full by a change that %s', async (_, listed, before, after, renames) => {
    const report = await pull(listed, before, after, renames);
    expect(counting(report)).toHaveLength(1);
    expect(report.exitCode).toBe(1);
  });

  it('does not count again in a change that edits it after it moved', async () => {
    const report = await pull({ 'a/1_x.sql': DROP }, { 'b/1_x.sql': DROP }, { 'b/1_x.sql': `${DROP}SELECT 1;\n` });
    expect([report.exitCode, report.findings.map(({ status }) => status)]).toEqual([0, ['existing']]);
  });

  it.each([
    ['ignored before', 'ignore: [old]', undefined],
    ['in another dialect', 'files: [{ paths: [new], dialect: mysql }]', undefined],
    ['of another tool', 'files: [{ paths: [old], tool: flyway }]', undefined],
    ['of another caller', 'files: [{ paths: [new], caller: { user: admin } }]', undefined],
    [
      'with settings that only the change makes equal',
      'files: [{ paths: [old], tool: flyway }]',
      'files: [{ paths: [old, new], tool: flyway }]',
    ],
  ])('is judged in full if its new path makes it a file %s', async (_, before, after) => {
    const { text } = await make('create', { ...SETUP, 'old/1_x.sql': DROP });
    const base = { ...SETUP, ...config(`${before}\n`), [BASELINE]: text };
    const head = after === undefined ? base : { ...base, ...config(`${after}\n`) };
    const report = await checkPull({ ...base, 'old/1_x.sql': DROP }, { ...head, 'new/1_x.sql': DROP });
    expect(counting(report)).toHaveLength(1);
    expect(report.exitCode).toBe(1);
  });
});
