import { describe, expect, it } from 'vitest';
import { checkFiles, checkPull, config, counting, type Files, rules, SUBMODULE, treeOf } from '../build.ts';

const FINE = 'SELECT 1;\n';
const DROP = 'DROP TABLE users;\n';
const DB: Files = { ...config("paths: ['db/**/*.sql']\n"), ...rules(), 'db/1.sql': FINE };
const ALL: Files = { ...config("ignore: ['vendor/theme']\n"), ...rules() };

describe('a submodule that a change moves', () => {
  it.each<[string, Files, string, readonly string[]]>([
    ['could contain selected files', DB, 'db/vendor', ['unknown unreadable db/vendor']],
    ['could contain SQL, if all SQL is selected', ALL, 'vendor/lib', ['unknown unreadable vendor/lib']],
    ['has the name of a SQL file', ALL, 'sub.sql', ['unknown unreadable sub.sql']],
    ['has the name of an ignored file', config("ignore: ['sub.sql']\n"), 'sub.sql', ['unknown unreadable sub.sql']],
    ['has the name of an ignored folder', config("ignore: ['sub.sql/']\n"), 'sub.sql', []],
    ['could contain no selected files', DB, 'vendor', []],
    ['is ignored', ALL, 'vendor/theme', []],
  ])('%s', async (_, base, path, expected) => {
    const report = await checkPull(base, { ...base, [path]: SUBMODULE });
    expect(counting(report)).toEqual(expected);
    expect(report.exitCode).toBe(expected.length > 0 ? 5 : 0);
    for (const { message } of report.findings)
      expect(message).toMatch(/moves this submodule .* check them in their own repository, and skip .* with `ignore`$/);
  });

  it('is not reported if the change does not touch it, or removes it', async () => {
    const base: Files = { ...DB, 'db/vendor': SUBMODULE };
    expect(counting(await checkPull(base, { ...base, 'db/2.sql': DROP }))).toEqual(['block no-drop-table db/2.sql:1']);
    expect(counting(await checkPull(base, DB))).toEqual([]);
  });
});

describe('a submodule, if all files are judged', () => {
  const absent: Files = { ...DB, 'db/vendor': SUBMODULE };

  it('is unknown if it is not on disk', async () => {
    const report = await checkFiles(absent);
    expect(counting(report)).toEqual(['unknown unreadable db/vendor']);
    expect(report.findings[0]?.message).toMatch(/not checked out.*`git submodule update --init`.*`ignore`$/);
    expect(report.exitCode).toBe(5);
  });

  it('is read as a folder if it is on disk', async () => {
    const head = { ...treeOf({ ...DB, 'db/vendor/2.sql': DROP }), submodules: async () => ['db/vendor'] };
    expect(counting(await checkFiles({}, { head }))).toEqual(['block no-drop-table db/vendor/2.sql:1']);
  });

  it.each([
    ['is not reported if it is in another folder', { ...DB, vendor: SUBMODULE }, {}],
    ['is not reported if other paths are checked', absent, { paths: ['db/1.sql'] }],
    ['is not reported if it is ignored', absent, { ignore: ['db/vendor'] }],
  ])('%s', async (_, files, settings) => {
    const report = await checkFiles(files, settings);
    expect([counting(report), report.exitCode]).toEqual([[], 0]);
  });
});
