import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Repository, repository } from '../ci/repository.ts';
import { type Folder, newFolder, querygate } from '../entry/cli/client.ts';
import { NODE, packaged } from './packaged.ts';

// A real repository with 300 old findings, and the packaged client.

let folder: Folder;
let work: Repository;

beforeEach(() => {
  folder = newFolder();
  work = repository(folder.path('repo'));
  work.git('init', '--quiet', '--initial-branch=main');
  work.commit({ '.querygate/config.yml': 'version: 1\ndialect: postgresql\n', ...migrations(1, 150) });
});
afterEach(() => folder.remove());

const name = (version: number) => `${String(version).padStart(4, '0')}_old.sql`;

/** Migrations with two findings each; the second one cannot be suppressed. */
function migrations(from: number, to: number): Record<string, string> {
  const versions = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return Object.fromEntries(
    versions.map((version) => [`db/${name(version)}`, `DROP TABLE t${version};\nGRANT ALL ON u TO PUBLIC;\n`]),
  );
}

const run = (...args: string[]) => querygate(args, { cwd: work.dir, command: [NODE, packaged('cli.js')] });

async function check(...args: string[]) {
  const { code, stdout, stderr } = await run('check', ...args, '--format', 'json');
  expect(stderr).toBe('');
  const { findings, totals, notices } = JSON.parse(stdout) as {
    findings: { path: string; status: string }[];
    totals: { baselined: number };
    notices: { message: string }[];
  };
  const counting = findings.filter(({ status }) => status === 'new').map(({ path }) => path);
  return { code, counting, baselined: totals.baselined, notices: notices.map(({ message }) => message).join('\n') };
}

describe('a repository with 300 old findings', () => {
  it('turns green with a baseline, stays green when lines and files move, and red with the next finding', async () => {
    const before = await check();
    expect([before.code, before.counting.length]).toEqual([1, 300]);
    const created = await run('baseline', 'create');
    expect(created.stdout).toContain('300 findings accepted\n  no-drop-table       150\n  no-grant-to-public  150\n');
    expect(await check()).toMatchObject({ code: 0, counting: [], baselined: 300, notices: '' });
    work.commit({}, 'accept');

    work.commit({ 'db/0001_old.sql': '-- moved down\n\nSELECT 1;\nDROP TABLE t1;\nGRANT ALL ON u TO PUBLIC;\n' });
    expect(await check()).toMatchObject({ code: 0, baselined: 300 });

    work.write({ 'archive/.keep': '' });
    for (let version = 1; version <= 20; version++) work.git('mv', `db/${name(version)}`, `archive/${name(version)}`);
    const moved = await check();
    expect(moved).toMatchObject({ code: 0, counting: [], baselined: 300 });
    expect(moved.notices).toContain('40 findings accepted by the baseline under the old path of a moved file');
    expect((await run('baseline', 'update')).stdout).toContain(
      '0 findings added, 260 kept, 40 recorded at a new path\n',
    );
    expect(await check()).toMatchObject({ code: 0, baselined: 300, notices: '' });

    // A copy is new, and so is a second statement of the same shape.
    work.write({ 'copy/0002_old.sql': 'DROP TABLE t2;\n', 'db/0030_old.sql': 'DROP TABLE t30;\nDROP TABLE t30;\n' });
    expect(await check()).toMatchObject({ code: 1, counting: ['copy/0002_old.sql', 'db/0030_old.sql'] });
    work.write({ 'copy/0002_old.sql': null, 'db/0030_old.sql': 'DROP TABLE t30;\n', 'db/0031_old.sql': null });
    const pruned = await run('baseline', 'prune');
    expect(pruned.stdout).toContain('3 entries removed, because their finding is gone:\n');
    expect(pruned.stdout).toContain('  no-grant-to-public  db/0030_old.sql\n');
    expect(await check()).toMatchObject({ code: 0, baselined: 297 });

    work.write({ 'db/0151_new.sql': 'DROP TABLE orders;\n' });
    expect(await check()).toMatchObject({ code: 1, counting: ['db/0151_new.sql'] });
    expect((await run('baseline', 'create')).code).toBe(2);
  });

  it('keeps its baseline in the branch that moves a file, and judges a migration with a new version', async () => {
    await run('baseline', 'create');
    work.commit({}, 'accept');
    work.git('checkout', '--quiet', '-b', 'feature');
    work.write({ 'moved/.keep': '' });
    work.git('mv', 'db/0007_old.sql', 'moved/0007_old.sql');
    work.commit({}, 'move');
    const moved = await check('--changed');
    expect(moved).toMatchObject({ code: 0, counting: [], baselined: 2 });
    expect(moved.notices).toContain('check that your migration tool does not run it again');
    work.git('mv', 'db/0008_old.sql', 'db/0151_old.sql');
    work.commit({}, 'renumber');
    expect(await check('--changed')).toMatchObject({ code: 1, counting: ['db/0151_old.sql', 'db/0151_old.sql'] });
  });

  it('needs no baseline with `start-after`, and judges an added file whatever its version', async () => {
    const start = 'version: 1\ndialect: postgresql\nstart-after: 150\n';
    work.commit({ '.querygate/config.yml': start });
    const skipped = await check();
    expect(skipped).toMatchObject({ code: 0, counting: [] });
    expect(skipped.notices).toContain('150 files skipped as history by `start-after` (`150`)');
    expect(await check('--start-after', '149')).toMatchObject({
      code: 1,
      counting: ['db/0150_old.sql', 'db/0150_old.sql'],
    });
    work.git('checkout', '--quiet', '-b', 'feature');
    work.write({ 'db/0001_sneaky.sql': 'DROP TABLE users;\n' });
    expect(await check('--changed')).toMatchObject({ code: 1, counting: ['db/0001_sneaky.sql'] });
  });

  it('lists its exemptions with their authors, and fails on expired ones if asked to', async () => {
    const comment = (until: string) => `-- querygate:allow no-drop-table until ${until}: archived\nDROP TABLE t;\n`;
    work.commit({ 'new/1.sql': comment('2020-01-01'), 'new/2.sql': comment('2099-01-01') });
    const listed = await run('suppressions', 'new');
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    expect(listed.stdout).toContain('2020-01-01  expired suppression of no-drop-table, new/1.sql:1');
    expect(listed.stdout).toContain('last edited by Test on 2026-01-02');
    expect((await run('suppressions', 'new', '--expiring', '30', '--fail-on-expired')).code).toBe(1);
    expect((await run('suppressions', 'new/2.sql', '--fail-on-expired')).code).toBe(0);
  });
});
