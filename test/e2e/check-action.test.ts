import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkout, newOrigin, type Origin, publishPull } from '../ci/repository.ts';
import { readJunit } from '../report/junit-format.ts';
import { readSarif } from '../report/sarif-format.ts';
import { type GithubServer, startGithubServer } from './github-server.ts';
import { failingPaths, PROGRAM_PATHS, PROGRAM_TEXTS, programTextsBase } from './program-texts.ts';
import { runStep } from './runner.ts';
import { expectSound, type PullOptions, places, runPull, SETUP, text } from './scenario.ts';

let origin: Origin;
let server: GithubServer;
beforeEach(async () => {
  origin = newOrigin();
  server = await startGithubServer();
});
afterEach(async () => {
  await server.close();
  origin.dispose();
});

const DROP = 'DROP TABLE users;\n';
const FINE = 'CREATE TABLE orders (id bigint PRIMARY KEY);\n';

describe('a pull request', () => {
  it('that drops a table is blocked, with an annotation on that line', async () => {
    const result = await runPull(origin, { changed: { 'db/2.sql': `${FINE}\n${DROP}` } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({
      verdict: 'block',
      'exit-code': '1',
      files: '1',
      statements: '2',
      blocked: '1',
    });
    expect(places(result)).toEqual(['error db/2.sql:3']);
    expect(text(result)).toContain('no-drop-table');
    expect(result.summary).toContain('no-drop-table');
    expect(JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8'))).toMatchObject({ verdict: 'block' });
  });

  it('never passes a text that a client or tool runs otherwise than it looks', async () => {
    const result = await runPull(origin, { base: await programTextsBase(), changed: PROGRAM_TEXTS });
    expectSound(result);
    expect(result.code).toBe(1);
    const { findings } = JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8'));
    expect(failingPaths(findings)).toEqual(PROGRAM_PATHS);
  });

  it('whose check runs out of memory is undecided in its outputs', async () => {
    const many = Array.from({ length: 150_000 }, (_, at) => `DELETE FROM t${at};\n`).join('');
    const env = { NODE_OPTIONS: '--max-old-space-size=64' };
    const result = await runPull(origin, { changed: { 'db/2.sql': many }, env });
    expect(result.code).not.toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '70', blocked: '0' });
  });

  it('without findings passes', async () => {
    const result = await runPull(origin, { changed: { 'db/2.sql': FINE } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({
      verdict: 'allow',
      'exit-code': '0',
      files: '1',
      blocked: '0',
      unknown: '0',
    });
    expect(places(result)).toEqual([]);
  });

  it('without SQL passes and reports that there was nothing to check', async () => {
    const result = await runPull(origin, { changed: { 'README.md': 'hello\n' } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'allow', 'exit-code': '0', files: '0' });
    expect(result.stdout).toMatch(/nothing to check/i);
    expect(result.summary).toMatch(/nothing to check/i);
  });

  it('that changes one line in a file with 40 old findings fails for that line alone', async () => {
    const old = Array.from({ length: 40 }, (_, i) => `DROP TABLE old_${i};`);
    const base = { ...SETUP, 'db/old.sql': `${old.join('\n')}\n` };
    const edited = [...old.slice(0, 20), 'DROP TABLE fresh;', ...old.slice(20)];
    const result = await runPull(origin, { base, changed: { 'db/old.sql': `${edited.join('\n')}\n` } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ blocked: '1', existing: '40' });
    expect(places(result)).toEqual(['error db/old.sql:21']);
  });

  it('that touches an old file without adding a finding passes', { tags: ['variant'] }, async () => {
    const base = { ...SETUP, 'db/old.sql': `${DROP}` };
    const result = await runPull(origin, { base, changed: { 'db/old.sql': `-- why\n${DROP}` } });
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ blocked: '0', existing: '1' });
    const all = newOrigin();
    try {
      const strict = await runPull(all, {
        base,
        changed: { 'db/old.sql': `-- why\n${DROP}` },
        inputs: { findings: 'all' },
      });
      expect(strict.code).toBe(1);
    } finally {
      all.dispose();
    }
  });

  it('that introduces Querygate is checked under its own rules and the recommended ones', {
    tags: ['variant'],
  }, async () => {
    const { 'db/1.sql': table = '' } = SETUP;
    const lax = 'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - id: no-drop-table\n    verdict: off\n';
    const result = await runPull(origin, {
      base: { 'db/1.sql': table },
      changed: { ...SETUP, '.querygate/rules.yml': lax, 'db/2.sql': DROP },
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
    expect(result.stdout).toContain('querygate:recommended');
  });

  it('that renames a file has the whole file checked, because a renamed migration runs again', async () => {
    const lines = Array.from({ length: 5 }, (_, i) => `DROP TABLE t${i};`).join('\n');
    const result = await runPull(origin, {
      base: { ...SETUP, 'db/a.sql': `${lines}\n` },
      changed: { 'db/a.sql': null, 'db/b.sql': `${lines}\nSELECT 1;\n` },
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ files: '1', blocked: '5', existing: '0' });
    expect(places(result)[0]).toBe('error db/b.sql:1');
    const report = readFileSync(result.outputs['report'] ?? '', 'utf8');
    expect(JSON.parse(report)).toMatchObject({
      files: [{ path: 'db/b.sql', previousPath: 'db/a.sql', status: 'renamed' }],
    });
  });

  it('that only deletes SQL has nothing to check', { tags: ['variant'] }, async () => {
    const result = await runPull(origin, { changed: { 'db/1.sql': null } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ files: '0' });
  });

  it('with 3,500 files is checked in full, using git', async () => {
    const files = Object.fromEntries(Array.from({ length: 3500 }, (_, i) => [`m/${i}.sql`, `SELECT ${i};\n`]));
    const result = await runPull(origin, { changed: { ...files, 'm/3499.sql': DROP }, server });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: '3500', statements: '3500', blocked: '1' });
    expect(places(result)).toEqual(['error m/3499.sql:1']);
  });
});

describe('the base', () => {
  const found = async (_: string, ref: string, depth: number) => {
    const later = { 'db/later.sql': DROP };
    const result = await runPull(origin, { changed: { 'db/2.sql': FINE }, later, ref, depth });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'allow', files: '1' });
    expect(result.code).toBe(0);
  };
  it.each([
    ['the merge commit, with a depth of 1', 'refs/pull/7/merge', 1],
    ['the head, with the full history', 'refs/pull/7/head', 0],
  ] as const)('is found from a checkout of %s', found);
  it.each([
    ['the merge commit, with the full history', 'refs/pull/7/merge', 0],
    ['the head, with a depth of 1', 'refs/pull/7/head', 1],
  ] as const)('is found from a checkout of %s', { tags: ['variant'] }, found);

  it('is the current tip of the branch, including rules that became stricter after the branch point', async () => {
    const strict =
      'version: 1\nextends: [querygate:recommended@1]\nrules:\n' +
      '  - id: no-create-table\n    operations: [create_table]\n    verdict: block\n    message: ask first\n    description: x\n';
    const result = await runPull(origin, {
      changed: { 'db/2.sql': FINE },
      later: { '.querygate/rules.yml': strict },
      ref: 'refs/pull/7/head',
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(text(result)).toContain('no-create-table');
  });

  it('makes the result unknown, not a pass, if it cannot be fetched', async () => {
    const result = await runPull(origin, {
      changed: { 'db/2.sql': FINE },
      prepare: (work) => work.git('remote', 'set-url', 'origin', `file://${origin.root}/gone.git`),
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5' });
  });

  it('is read from a checkout that another user owns', async () => {
    // Over HTTP, so that the setting does not affect the git process of the origin.
    server.state.git = { root: origin.root };
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP },
      server,
      prepare: (work) => work.git('remote', 'set-url', 'origin', `${server.url}/origin.git`),
      env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' },
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
  });

  it.each([
    ['after a checkout that did not persist it', false],
    ['after a checkout that persisted it too', true],
  ])('is fetched from a private repository with the token, %s', async (_, persisted) => {
    server.state.git = { root: origin.root, token: 'token-of-the-job' };
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP },
      server,
      prepare: (work) => {
        work.git('remote', 'set-url', 'origin', `${server.url}/origin.git`);
        const header = `AUTHORIZATION: basic ${Buffer.from('x-access-token:token-of-the-job').toString('base64')}`;
        if (persisted) work.git('config', `http.${server.url}/.extraheader`, header);
      },
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
    expect(result.commands.filter((command) => command.name === 'add-mask').map((mask) => mask.data)).toEqual([
      'token-of-the-job',
      Buffer.from('x-access-token:token-of-the-job').toString('base64'),
    ]);
    // It appears nowhere except in the command that masks it.
    expect(result.stdout.replace(/^::add-mask::.*$/gm, '')).not.toContain('token-of-the-job');
  });
});

describe('the list of changed files from the API', () => {
  /** The base branch can be read, but not the branch point: the server refuses to deepen the clone. */
  function withoutHistory(): Partial<PullOptions> {
    server.state.git = { root: origin.root, failDeepening: true };
    return {
      server,
      ref: 'refs/pull/7/head',
      later: { 'later.md': 'x' },
      prepare: (work) => void work.git('remote', 'set-url', 'origin', `${server.url}/origin.git`),
    };
  }

  it('lets a pull request without SQL pass if git cannot fetch the branch point', async () => {
    server.state.files = [{ filename: 'README.md', status: 'modified' }];
    const result = await runPull(origin, { ...withoutHistory(), changed: { 'README.md': 'x\n' } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'allow', files: '0' });
    expect(result.stdout).toMatch(/nothing to check/i);
    expect(text(result)).toContain('comes from the API');
  });

  it('is read page by page, and all its files count as new', { tags: ['variant'] }, async () => {
    server.state.files = Array.from({ length: 250 }, (_, i) => ({ filename: `a/${i}.md`, status: 'added' }));
    server.state.files.push({ filename: 'db/1.sql', status: 'modified' });
    const changed = { 'db/1.sql': `${DROP}SELECT 1;\n` };
    const base = { ...SETUP, 'db/1.sql': DROP };
    const result = await runPull(origin, { ...withoutHistory(), base, changed, changedFiles: 251 });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: '1', blocked: '1', existing: '0' });
    expect(server.calls.filter((call) => call.path.includes('/files'))).toHaveLength(3);
  });

  const untrusted = async (_: string, count: number, spoil: () => void) => {
    server.state.files = Array.from({ length: count }, (__, i) => ({ filename: `a/${i}.md`, status: 'added' }));
    spoil();
    const result = await runPull(origin, { ...withoutHistory(), changed: { 'a.md': 'x' }, changedFiles: count });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5' });
    expect(text(result)).toContain('the list of changed files cannot be trusted');
  };
  it.each<[string, number, () => void]>([
    ['is capped', 3500, (): void => {}],
    [
      'fails',
      1,
      (): void => {
        server.state.files = [];
      },
    ],
  ])('makes the result unknown if it %s', untrusted);
  it.each<[string, number, () => void]>([
    [
      'is forbidden',
      1,
      (): void => {
        server.state.forbidden = true;
      },
    ],
  ])('makes the result unknown if it %s', { tags: ['variant'] }, untrusted);

  it('is not used if it is for a newer commit', async () => {
    server.state.files = [{ filename: 'README.md', status: 'modified' }];
    server.state.newerHead = true;
    const result = await runPull(origin, { ...withoutHistory(), changed: { 'db/2.sql': DROP } });
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5' });
    expect(text(result)).toContain('the API lists a newer commit');
  });

  it('is used if git finds no difference but the event counts changed files', { tags: ['variant'] }, async () => {
    // Both sides made the same change, so the merge changes nothing.
    const same = { 'db/2.sql': DROP };
    server.state.files = [{ filename: 'db/2.sql', status: 'added' }];
    const result = await runPull(origin, { changed: same, later: same, server });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ files: '1', blocked: '0', existing: '1' });
  });
});

describe('a fork', () => {
  it('is checked with a token without permissions, and a failed comment is a warning', async () => {
    server.state.forbidden = true;
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP },
      fork: true,
      server,
      inputs: { comment: 'true' },
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(places(result)).toEqual(['error db/2.sql:1']);
    expect(result.summary).toContain('no-drop-table');
    expect(result.annotations.find((one) => one.name === 'warning')?.data).toMatch(/no comment: the API answered 403/);
  });

  it('without findings passes, even if the API rejects every call', { tags: ['variant'] }, async () => {
    server.state.forbidden = true;
    const changed = { 'db/2.sql': FINE };
    const result = await runPull(origin, { changed, fork: true, server, inputs: { comment: 'true' } });
    expectSound(result);
    expect(result.code).toBe(0);
  });

  it('on pull_request_target is read without a checkout, with a notice', async () => {
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP },
      fork: true,
      event: 'pull_request_target',
      ref: 'refs/heads/main',
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
    expect(text(result)).toContain('pull_request_target');
  });
});

describe('rules that the pull request edits', () => {
  const rules = (more: string) => `version: 1\nextends: [querygate:recommended@1]\n${more}`;

  it('apply at once if they are stricter', async () => {
    const tighter = rules(
      'rules:\n  - id: no-create-table\n    operations: [create_table]\n    verdict: block\n    message: ask first\n',
    );
    const result = await runPull(origin, { changed: { '.querygate/rules.yml': tighter, 'db/2.sql': FINE } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(text(result)).toContain('no-create-table');
  });

  it('do not apply yet if they are looser', async () => {
    const looser = rules('rules:\n  - id: no-drop-table\n    verdict: off\n');
    const result = await runPull(origin, { changed: { '.querygate/rules.yml': looser, 'db/2.sql': DROP } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(places(result)).toContain('error db/2.sql:1');
  });

  it('cannot disable the gate by removing it from the configuration', { tags: ['variant'] }, async () => {
    const result = await runPull(origin, {
      changed: {
        '.querygate/config.yml': "version: 1\ndialect: postgresql\nignore: ['**/*.sql']\nfail-on: never\n",
        'db/2.sql': DROP,
      },
    });
    expectSound(result);
    expect(result.code).toBe(1);
  });

  it('fail the step if they are invalid, with an annotation on the line', { tags: ['variant'] }, async () => {
    const broken = rules(
      "rules:\n  - id: no-x\n    operations: [drop_table]\n    when: 'operation.nonsense'\n    verdict: block\n    message: x\n",
    );
    const result = await runPull(origin, { changed: { '.querygate/rules.yml': broken, 'db/2.sql': FINE } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(places(result).join()).toContain('error .querygate/rules.yml:6');
  });
});

describe('a suppression that the pull request adds', () => {
  it('applies, is counted, and gets a notice', async () => {
    const sql = `-- querygate:allow no-drop-table: archived, OPS-142\n${DROP}`;
    const result = await runPull(origin, { changed: { 'db/2.sql': sql } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ suppressed: '1', 'new-suppressions': '1', blocked: '0' });
    const notices = result.annotations.filter((command) => command.name === 'notice');
    expect(notices.map((notice) => notice.properties['file'])).toEqual(['db/2.sql']);
    expect(notices[0]?.data).toContain('archived, OPS-142');
  });
});

describe('other events', () => {
  it('a merge group is checked as the change that it would merge', async () => {
    const commits = publishPull(origin, SETUP, { 'db/2.sql': DROP });
    const ref = 'refs/heads/gh-readonly-queue/main/pr-7';
    origin.push(commits.merge, ref);
    const result = await runStep({
      temp: origin.root,
      workspace: checkout(origin, 'work', ref).dir,
      event: 'merge_group',
      payload: { merge_group: { head_sha: commits.merge, base_sha: commits.tip, base_ref: 'refs/heads/main' } },
      sha: commits.merge,
      ref,
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: '1', blocked: '1' });
  });

  it('a push of a new branch is checked from its branch point on the default branch', async () => {
    const commits = publishPull(origin, SETUP, { 'db/2.sql': DROP }, { 'db/later.sql': DROP });
    const result = await runStep({
      temp: origin.root,
      workspace: checkout(origin, 'work', 'refs/heads/feature').dir,
      event: 'push',
      payload: {
        ref: 'refs/heads/feature',
        before: '0'.repeat(40),
        after: commits.head,
        created: true,
        repository: { id: 1, default_branch: 'main' },
      },
      sha: commits.head,
      ref: 'refs/heads/feature',
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: '1', blocked: '1' });
    expect(places(result)).toEqual(['error db/2.sql:1']);
  });

  it('a manual run checks all of `paths`', async () => {
    const commits = publishPull(origin, { ...SETUP, 'db/2.sql': DROP, 'other/3.sql': DROP }, {});
    const result = await runStep({
      temp: origin.root,
      workspace: checkout(origin, 'work', 'refs/heads/main').dir,
      event: 'workflow_dispatch',
      payload: {},
      sha: commits.tip,
      ref: 'refs/heads/main',
      inputs: { paths: 'db/*.sql' },
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: '2', blocked: '1' });
  });
});

describe('input that cannot be read is unknown, not skipped:', () => {
  it.each([
    [
      'a link, a link to a file of the repository, a binary file',
      { 'db/2.sql': { link: '/etc/hostname' }, 'db/3.sql': { link: '1.sql' }, 'db/4.sql': '\0\u0001\u0002'.repeat(50) },
    ],
    ['a file over the limit', { 'db/2.sql': `SELECT 1;${' '.repeat(33 * 1024 * 1024)}${DROP}` }],
  ] as const)('%s', async (_, changed) => {
    const result = await runPull(origin, { changed });
    expectSound(result);
    expect(result.code).toBe(1);
    const names = Object.keys(changed);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5', files: String(names.length) });
    expect(Number(result.outputs['unknown'])).toBeGreaterThan(0);
    const marked = places(result).map((place) => place.split(':')[0]);
    expect(new Set(marked)).toEqual(new Set(names.map((name) => `error ${name}`)));
  });

  it('a submodule with the name of a SQL file', async () => {
    const { author } = origin;
    const commit = author.commit(SETUP, 'base');
    origin.push(commit, 'refs/heads/main');
    author.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub.sql`);
    author.git('commit', '-q', '-m', 'submodule');
    const after = author.git('rev-parse', 'HEAD');
    origin.push(after, 'refs/heads/feature');
    const result = await runStep({
      temp: origin.root,
      workspace: checkout(origin, 'work', 'refs/heads/feature').dir,
      event: 'push',
      payload: { ref: 'refs/heads/feature', before: commit, after, repository: { id: 1, default_branch: 'main' } },
      sha: after,
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5' });
  });
});

describe('a file selection that misses nothing:', () => {
  it('names in capitals, of hidden folders, with spaces, like patterns and like options', async () => {
    const names = [
      ...['DB/2.SQL', 'db/.hidden/2.sql', '.github/2.sql', 'db/ü x/2.sql', 'db/[a]{b,c}.sql', '--fail-on=never.sql'],
    ];
    const result = await runPull(origin, { changed: Object.fromEntries(names.map((name) => [name, DROP])) });
    expectSound(result);
    const count = String(names.length);
    expect(result.outputs).toMatchObject({ verdict: 'block', files: count, blocked: count });
    expect(new Set(places(result))).toEqual(new Set(names.map((name) => `error ${name}:1`)));
  });

  it('a file whose name is not UTF-8', { tags: ['variant'] }, async () => {
    const { author } = origin;
    const before = author.commit(SETUP, 'base');
    const name = Buffer.concat([Buffer.from(`${author.dir}/db/`), Buffer.from([0xff, 0xfe]), Buffer.from('.sql')]);
    writeFileSync(name, DROP);
    const after = author.commit({});
    origin.push(after, 'refs/heads/main');
    const result = await runStep({
      temp: origin.root,
      workspace: checkout(origin, 'work', 'refs/heads/main').dir,
      event: 'push',
      payload: { ref: 'refs/heads/main', before, after, repository: { id: 1, default_branch: 'main' } },
      sha: after,
    });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
  });

  it('SQL that git attributes mark as binary, unchanged or not exported', async () => {
    const attributes = '*.sql binary -diff export-ignore linguist-generated filter=x\n';
    const result = await runPull(origin, { changed: { '.gitattributes': attributes, 'db/2.sql': DROP } });
    expectSound(result);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
  });
});

describe('a change of the workflow', () => {
  it('gets a warning', { tags: ['variant'] }, async () => {
    const result = await runPull(origin, { changed: { '.github/workflows/checks.yml': 'on: push\n' } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.annotations.find((one) => one.name === 'warning')?.data).toContain('.github/workflows/checks.yml');
  });
});

describe('settings of the step', () => {
  it('with mistakes fail, with a single annotation', async () => {
    const result = await runPull(origin, { changed: { 'db/2.sql': FINE }, inputs: { 'fail-on': 'blok' } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.annotations).toHaveLength(1);
    expect(text(result)).toMatch(/the input `fail-on` is `blok`/);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '2', blocked: '0', report: '' });
  });

  it('can make it report-only, which the report states', { tags: ['variant'] }, async () => {
    const result = await runPull(origin, { changed: { 'db/2.sql': DROP }, inputs: { 'fail-on': 'never' } });
    expectSound(result);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '0' });
  });

  it('choose where the report is written, but never through a link in the pull request', {
    tags: ['variant'],
  }, async () => {
    const changed = { 'db/2.sql': FINE, 'report.json': { link: '../stolen.json' } };
    const result = await runPull(origin, { changed, inputs: { report: 'report.json' } });
    expect(result.code).toBe(1);
    expect(text(result)).toMatch(/goes through a symbolic link/);
    expect(result.outputs).toMatchObject({ 'exit-code': '2' });
  });

  it('for a service are an error if one is missing', { tags: ['variant'] }, async () => {
    const result = await runPull(origin, {
      changed: { 'db/2.sql': FINE },
      inputs: { 'base-url': 'https://querygate.example', 'api-key': 'qg_secret' },
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ 'exit-code': '2' });
    expect(result.stdout.replace(/^::add-mask::.*$/gm, '')).not.toContain('qg_secret');
  });
});

describe('the comment', () => {
  it('is posted after the annotations, once, and then updated', async () => {
    let printed = '';
    let before = '';
    server.beforeWrite = () => {
      before = printed;
    };
    const request = {
      changed: { 'db/2.sql': DROP },
      server,
      inputs: { comment: 'true' },
      onOutput: (output: string) => {
        printed = output;
      },
    };
    const result = await runPull(origin, request);
    expectSound(result);
    expect(before).toContain('::error file=db/2.sql');
    expect(server.state.comments).toHaveLength(1);
    expect(server.state.comments[0]?.body).toContain('no-drop-table');
    const again = await runStep({
      temp: join(origin.root, 'again'),
      workspace: join(origin.root, 'work'),
      event: 'pull_request',
      payload: { pull_request: JSON.parse(JSON.stringify(pullOf(result.commits))) },
      sha: result.commits.merge,
      server: server.url,
      inputs: { comment: 'true', 'github-token': 'token-of-the-job', 'fail-on': 'never' },
    });
    expectSound(again);
    expect(server.state.comments).toHaveLength(1);
  });

  it('is not posted by default, and nothing else is written', { tags: ['variant'] }, async () => {
    await runPull(origin, { changed: { 'db/2.sql': DROP }, server });
    expect(server.calls).toEqual([]);
  });
});

function pullOf(commits: { tip: string; head: string }) {
  return {
    number: 7,
    changed_files: 1,
    base: { ref: 'main', sha: commits.tip, repo: { id: 1 } },
    head: { ref: 'feature', sha: commits.head, repo: { id: 1 } },
  };
}

describe('the input `outputs`', () => {
  const at = (path: string) => readFileSync(join(origin.root, 'work', path), 'utf8');

  it('writes several formats in one run', async () => {
    const allowed = '-- querygate:allow no-drop-table: archived, OPS-142\nDROP TABLE old;\n';
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP + allowed },
      inputs: {
        outputs: 'sarif=out/a b.sarif\njunit=junit.xml\nmarkdown=note.md\ncode-quality=quality.json\n',
        matrix: '{"db":"shop"}',
      },
      env: { GITHUB_WORKFLOW: 'SQL', GITHUB_JOB: 'check', GITHUB_ACTION: 'querygate' },
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ blocked: '1', suppressed: '1' });
    const { automationDetails, results } = readSarif(at('out/a b.sarif'));
    expect(automationDetails?.id).toBe('querygate/check/SQL/check/querygate/db:shop/');
    // GitHub shows suppressed results as open alerts.
    expect(results).toMatchObject([{ ruleId: 'no-drop-table', level: 'error', suppressions: [] }]);
    expect(await readJunit(at('junit.xml'))).toMatchObject([
      { name: 'db/2.sql', outcome: 'failure', line: 1 },
      { name: 'the run' },
    ]);
    expect(at('note.md')).toMatch(/`no-drop-table` at \[`db\/2\.sql:1`\]\(.*\/db\/2\.sql#L1\)/);
    expect(JSON.parse(at('quality.json'))).toHaveLength(1);
  });

  it.each([
    ['sarif=../out.sarif', /the report path `\.\.\/out\.sarif` is outside the workspace/],
    ['sarif=link/out.sarif', /goes through a symbolic link/],
    ['xml=out.xml', /there is no format `xml`; use terminal, json, .*junit/],
    ['sarif', /the input `outputs` is `sarif`/],
  ])('refuses %j', { tags: ['variant'] }, async (outputs, message) => {
    const result = await runPull(origin, {
      changed: { 'db/2.sql': DROP },
      inputs: { outputs },
      prepare: (work) => symlinkSync(origin.root, join(work.dir, 'link')),
    });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '2' });
    expect(text(result)).toMatch(message);
    expect(existsSync(join(origin.root, 'out.sarif'))).toBe(false);
  });
});

describe('untrusted text', () => {
  const FORGED = [
    '::error file=x::forged',
    '##[error]forged',
    '::add-mask::a',
    '::stop-commands::t',
    '::set-output name=verdict::allow',
  ];

  it('in SQL forges no command and hides no finding', async () => {
    const sql = [...FORGED, '\u3000::error::forged', 'x\r::error::forged'].map((line) => `/*\n${line}\n*/`).join('\n');
    const strings = FORGED.map((line) => `SELECT '\n${line}\n';`).join('\n');
    const result = await runPull(origin, { changed: { 'db/2.sql': `${sql}\n${strings}\n${DROP}` } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.annotations.filter((one) => one.name === 'error')).toHaveLength(1);
    expect(result.commands.map((command) => command.data).join()).not.toMatch(/^forged/m);
    expect(result.outputs).toMatchObject({ verdict: 'block', blocked: '1' });
  });

  it('in names that findings quote forges no command', { tags: ['variant'] }, async () => {
    const sql = FORGED.map((line) => `DROP TABLE "a\n${line}\n";`).join('\n');
    const result = await runPull(origin, { changed: { 'db/2.sql': sql } });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.annotations.every((one) => one.name !== 'error' || one.properties['file'] === 'db/2.sql')).toBe(true);
    expect(result.outputs).toMatchObject({ blocked: String(FORGED.length) });
  });

  it('in file names forges no command', async () => {
    const names = [
      'db/\n::error::forged\n.sql',
      'db/##[error]forged.sql',
      '::error file=x::forged.sql',
      'db/a,line=9::b%0A.sql',
    ];
    const result = await runPull(origin, { changed: Object.fromEntries(names.map((name) => [name, DROP])) });
    expectSound(result);
    expect(result.code).toBe(1);
    const errors = result.annotations.filter((one) => one.name === 'error');
    expect(errors.map((one) => one.properties['line'])).toEqual(names.map(() => '1'));
    expect(new Set(errors.map((one) => one.properties['title']))).toHaveProperty('size', 1);
    expect(result.outputs).toMatchObject({ blocked: String(names.length) });
  });

  it('in the message of a rule forges no command', async () => {
    const rules = `version: 1
rules:
  - id: no-drop-table
    operations: [drop_table]
    verdict: block
    message: "x\\n::error::forged {operation.target} ##[add-mask]y"
    help: "x\\n::stop-commands::t\\n##[error]forged"
    owner: "::error::forged"
`;
    const changed = { '.querygate/rules.yml': rules, 'db/2.sql': 'DROP TABLE users;\nDROP TABLE others;\n' };
    const result = await runPull(origin, { base: { ...SETUP, '.querygate/rules.yml': rules }, changed });
    expectSound(result);
    expect(result.code).toBe(1);
    expect(result.annotations.filter((one) => one.name === 'error')).toHaveLength(2);
  });
});
