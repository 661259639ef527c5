import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJunit } from '../../report/junit-format.ts';
import { readSarif } from '../../report/sarif-format.ts';
import { type Folder, newFolder, querygate, shell } from './client.ts';

const REPORT_SCHEMA: object = JSON.parse(
  readFileSync(new URL('../../../schemas/report.v1.json', import.meta.url), 'utf8'),
);
const ESC = '\u001b';
const DROP = 'DROP TABLE users;\n';

let folder: Folder;

beforeAll(() => {
  folder = newFolder();
  const many = Array.from({ length: 3000 }, (_, i) => `DROP TABLE t${i};\n`).join('');
  folder.write({
    // Enough to make the folder the top of a repository.
    'repo/.git/HEAD': '',
    'repo/.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
    'repo/db/drop.sql': DROP,
    'repo/db/fine.sql': 'SELECT 1;\n',
    'repo/db/many.sql': many,
    'repo/db/link.sql': { link: 'fine.sql' },
    'repo/app/db/deep.sql': 'TRUNCATE users;\n',
    'outside/one.sql': DROP,
    'outside/more/two.sql': DROP,
    'outside/config.yml': 'version: 1\ndialect: mysql\n',
    'outside/rules.yml': 'version: 1\n',
  });
});
afterAll(() => folder.remove());

const inRepo = (args: readonly string[], more: { input?: string | Uint8Array; env?: Record<string, string> } = {}) =>
  querygate(args, { cwd: folder.path('repo'), ...more });

describe('formats', () => {
  it('json matches the published schema', async () => {
    const { code, stdout, stderr } = await inRepo(['check', 'db/drop.sql', '--format', 'json']);
    expect([code, stderr]).toEqual([1, '']);
    const report: unknown = JSON.parse(stdout);
    const validate = new Ajv2020().compile(REPORT_SCHEMA);
    validate(report);
    expect(validate.errors).toBeNull();
    expect(report).toMatchObject({
      verdict: 'block',
      exitCode: 1,
      findings: [{ rule: 'no-drop-table', path: 'db/drop.sql' }],
    });
  });

  it('github prints each annotation on one line', async () => {
    const { code, stdout } = await inRepo(['check', 'db/drop.sql', '--format', 'github']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error .*file=db\/drop\.sql,line=1/m);
  });

  it('code-quality prints a list for GitLab', async () => {
    const { stdout } = await inRepo(['check', 'db/drop.sql', '--format', 'code-quality']);
    expect(JSON.parse(stdout)).toMatchObject([
      { check_name: 'no-drop-table', location: { path: 'db/drop.sql', lines: { begin: 1 } } },
    ]);
  });

  it('summary prints Markdown', async () => {
    const { stdout } = await inRepo(['check', 'db/drop.sql', '--format', 'summary']);
    expect(stdout).toContain('db/drop.sql');
    expect(stdout).toContain('no-drop-table');
  });

  it('can also be written to files, several in one run', async () => {
    const files = [
      'json=out/report.json',
      'code-quality=quality.json',
      'sarif=a.sarif',
      'junit=a.xml',
      'markdown=a.md',
    ];
    const outputs = files.flatMap((file) => ['--output', file]);
    const { code, stdout } = await inRepo(['check', 'db/drop.sql', ...outputs]);
    expect(code).toBe(1);
    expect(stdout).toContain('no-drop-table');
    expect(JSON.parse(folder.read('repo/out/report.json'))).toMatchObject({ exitCode: 1 });
    expect(JSON.parse(folder.read('repo/quality.json'))).toHaveLength(1);
    expect(readSarif(folder.read('repo/a.sarif')).results).toMatchObject([{ ruleId: 'no-drop-table' }]);
    expect(await readJunit(folder.read('repo/a.xml'))).toMatchObject([{ outcome: 'failure' }, { name: 'the run' }]);
    expect(folder.read('repo/a.md')).toContain('`no-drop-table` at `db/drop.sql:1:1`');
  });

  it('are written relative to the current folder, also outside of the repository', async () => {
    await querygate(['check', 'fine.sql', '--output', 'json=../../beside.json'], { cwd: folder.path('repo/db') });
    expect(JSON.parse(folder.read('beside.json'))).toMatchObject({ exitCode: 0 });
  });

  it.each(['check', 'simulate'])('are refused by %s before it runs, if their format is unknown', async (command) => {
    const result = await inRepo([command, '--rules', 'nowhere.yml', '--output', 'xml=out.xml']);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/there is no format `xml`; use terminal, json, .*junit/);
  });

  it.each([
    ['db/drop.sql', 1],
    ['db/fine.sql', 2],
  ])('that cannot be written do not hide a block: %s', async (path, code) => {
    const result = await inRepo(['check', path, '--output', 'json=db']);
    expect(result.code).toBe(code);
    expect(result.stdout).toMatch(/^judged by /);
    expect(result.stderr).toMatch(/^querygate: cannot write the report to `.*` \(EISDIR\)/);
  });

  it('are never written through a link', async () => {
    folder.write({ 'repo/away.json': { link: '../stolen.json' } });
    const result = await inRepo(['check', 'db/fine.sql', '--output', 'json=away.json']);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('goes through a symbolic link, `away.json`');
    expect(() => folder.read('stolen.json')).toThrow();
  });
});

describe('colour and width', () => {
  it.each([
    ['there is none without a terminal', {}, false],
    ['there is one if it is forced', { FORCE_COLOR: '1' }, true],
    ['NO_COLOR wins', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_, env, coloured) => {
    const { stdout } = await inRepo(['check', 'db/drop.sql'], { env });
    expect(stdout.includes(ESC)).toBe(coloured);
    expect(stdout).toContain('no-drop-table');
  });

  it('only the terminal format has it', async () => {
    for (const format of ['json', 'github', 'summary', 'code-quality']) {
      const { stdout } = await inRepo(['check', 'db/drop.sql', '--format', format], { env: { FORCE_COLOR: '1' } });
      expect(stdout).not.toContain(ESC);
    }
  });

  it('follow the terminal', async () => {
    const command = (columns: number) =>
      `export -f querygate; script -qec 'stty cols ${columns}; querygate check db/drop.sql' /dev/null </dev/null`;
    const run = (columns: number) =>
      shell(command(columns), { cwd: folder.path('repo'), env: { SHELL: '/bin/bash', TERM: 'xterm' } });
    const [narrow, wide] = [await run(60), await run(200)];
    expect([narrow.code, wide.code]).toEqual([1, 1]);
    const widths = [narrow, wide].map(({ stdout }) =>
      Math.max(
        ...stdout
          .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
          // On a slow machine there are progress lines, which end with a carriage return only.
          .split(/[\r\n]+/)
          .filter((line) => !line.includes('://'))
          .map(({ length }) => length),
      ),
    );
    expect(narrow.stdout).toContain(ESC);
    expect(widths[0]).toBeLessThanOrEqual(60);
    expect(widths[1]).toBeGreaterThan(60);
  });
});

describe('pipes', () => {
  it.each([
    ['terminal', 'check db/many.sql'],
    ['json', 'check db/many.sql --format json'],
  ])('that are closed early do not change the exit code, and are not an error (%s)', async (_, command) => {
    const { code, stdout, stderr } = await shell(`querygate ${command} | head -c 20`, { cwd: folder.path('repo') });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toHaveLength(20);
  });

  it('receive all output, even if the reader is slow', async () => {
    const { code, stdout } = await shell('querygate check db/many.sql --format json | (sleep 1; cat)', {
      cwd: folder.path('repo'),
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ totals: { blocked: 3000 } });
  });
});

describe('standard input', () => {
  it('is read as `-`', async () => {
    const { code, stdout } = await inRepo(['check', '-'], { input: DROP });
    expect(code).toBe(1);
    expect(stdout).toContain('-:1:1  block  no-drop-table');
  });

  it('needs a dialect, as files do', async () => {
    const result = await querygate(['check', '-'], { cwd: folder.path('outside'), input: DROP });
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/^querygate: -: no dialect is set for this file;/);
  });

  it('that is empty, or closed, has no statements', async () => {
    expect((await inRepo(['check', '-'], { input: '' })).code).toBe(0);
    expect((await inRepo(['check', '-'])).stdout).toContain('0 statements');
  });

  it('stands for the file of `--stdin-filename`, relative to the current folder', async () => {
    const cwd = folder.path('repo/app');
    const args = ['check', '-', '--stdin-filename', 'db/new.psql'];
    const { stdout } = await querygate([...args, '--format', 'json'], { cwd, input: DROP });
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ path: 'app/db/new.psql', dialect: 'postgresql', status: 'given' }],
      findings: [{ rule: 'no-drop-table', path: 'app/db/new.psql' }],
    });
    const ignored = await querygate([...args, '--ignore', 'app/db/**'], { cwd, input: DROP });
    expect(ignored.code).toBe(0);
    expect(ignored.stdout).toContain('app/db/new.psql: standard input was not checked');
  });

  it('can be explained if its dialect is known', async () => {
    const cwd = folder.path('outside');
    for (const args of [
      ['--dialect', 'mysql'],
      ['--stdin-filename', 'x.mysql'],
    ]) {
      const { code, stdout } = await querygate(['explain', '-', ...args], { cwd, input: DROP });
      expect([code, stdout]).toEqual([0, expect.stringContaining('drop_table users')]);
    }
    const none = await querygate(['explain', '-'], { cwd, input: 'CREATE TABLE t (a jsonb);' });
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/-: no dialect .*it looks like postgresql/)]);
    const misplaced = await querygate(['explain', 'one.sql', '--stdin-filename', 'x.mysql'], { cwd, input: DROP });
    expect([misplaced.code, misplaced.stderr]).toEqual([2, expect.stringContaining('explain `-`')]);
  });

  it('in another encoding is read like a file', async () => {
    const utf16 = Buffer.from(`\ufeff${DROP}`, 'utf16le');
    expect((await inRepo(['check', '-'], { input: utf16 })).code).toBe(1);
  });
});

describe('where a command runs', () => {
  const judged = (stdout: string) =>
    (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path);

  it('paths are relative to the current folder', async () => {
    const cwd = folder.path('repo/app');
    expect(judged((await querygate(['check', 'db', '--format', 'json'], { cwd })).stdout)).toEqual(['app/db/deep.sql']);
    expect(judged((await querygate(['check', '../db/drop.sql', '--format', 'json'], { cwd })).stdout)).toEqual([
      'db/drop.sql',
    ]);
    expect(judged((await querygate(['check', '*/*.sql', '--format', 'json'], { cwd })).stdout)).toEqual([
      'app/db/deep.sql',
    ]);
  });

  it('without a path the whole repository is judged, and links are unreadable', async () => {
    const { code, stdout } = await querygate(['check', '--format', 'json'], { cwd: folder.path('repo/app') });
    expect(judged(stdout)).toEqual(['app/db/deep.sql', 'db/drop.sql', 'db/fine.sql', 'db/link.sql', 'db/many.sql']);
    expect(JSON.parse(stdout)).toMatchObject({ totals: { unknown: 1 } });
    expect(code).toBe(1);
  });

  it('a path can be outside of the repository, and is judged by its rules', async () => {
    const { code, stdout } = await inRepo(['check', '../outside', '--format', 'json']);
    expect(code).toBe(1);
    expect(judged(stdout)).toEqual([folder.path('outside/more/two.sql'), folder.path('outside/one.sql')]);
  });

  it('configuration and rules can be outside', async () => {
    const sql = folder.path('outside/one.sql');
    const config = await inRepo(['check', sql, '--config', '../outside/config.yml', '--format', 'json']);
    expect(JSON.parse(config.stdout)).toMatchObject({ files: [{ dialect: 'mysql' }] });
    const rules = await inRepo(['check', sql, '--rules', folder.path('outside/rules.yml')]);
    expect([rules.code, rules.stderr]).toEqual([0, '']);
    expect(rules.stdout).toMatch(/^judged by rules\.yml/);
    const list = await inRepo(['rules', 'list', '--rules', folder.path('outside/rules.yml')]);
    expect([list.code, list.stderr]).toEqual([0, '']);
    const explained = await inRepo(['explain', sql]);
    expect(explained.stdout).toContain('drop_table users');
  });

  it('no repository is needed', async () => {
    const { code } = await querygate(['check', 'one.sql', '--dialect', 'sqlite'], { cwd: folder.path('outside') });
    expect(code).toBe(1);
  });
});

describe('settings of the environment', () => {
  it.each([
    [{ SERVICE_BASE_URL: 'https://example.com' }, 2, 'the base URL of a service is set'],
    [{ SERVICE_API_KEY: 'qg_secret' }, 2, 'the API key of a service is set'],
    [{ SERVICE_WORKSPACE_ID: 'acme' }, 0, ''],
  ])('%j', async (env, code, message) => {
    const result = await inRepo(['check', 'db/fine.sql'], { env });
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
    expect(result.stderr + result.stdout).not.toContain('qg_secret');
    // Long sentences wrap.
    if (code === 0) expect(result.stdout.replace(/\s+/g, ' ')).toContain('workspace `acme` was not asked');
  });

  it('must name the base URL for an identity token, which otherwise nothing would use', async () => {
    const { code, stderr } = await inRepo(['check', 'db/fine.sql', '--identity-token-file', 'token']);
    expect(code).toBe(2);
    expect(stderr).toContain('`--identity-token-file` is given, but the base URL of the service is missing');
  });
});

describe('untrusted text', () => {
  it('cannot move the cursor, start a line or hide another', async () => {
    const name = `db/a${ESC}[2Kb\nc\u202ed.sql`;
    const sql = `/*${ESC}]0;owned\u0007*/ DROP TABLE "a${ESC}[31m\rb";\n`;
    const own = newFolder();
    try {
      own.write({ [name]: sql });
      for (const args of [
        ['check', '.', '--dialect', 'postgresql'],
        ['explain', name, '--dialect', 'postgresql'],
      ]) {
        const { stdout } = await querygate(args, { cwd: own.dir });
        expect(stdout).toContain('drop');
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
    } finally {
      own.remove();
    }
  });
});
