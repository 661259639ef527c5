import { describe, expect, it } from 'vitest';
import { isAfter, readStartAfter } from '../../../src/commands/inputs/start-after.ts';
import { migrationName, versionOf } from '../../../src/repository/migrations/version.ts';
import { checkFiles, checkPull, config, counting, type Files, notices, rules } from '../build.ts';

describe('the version of a migration', () => {
  it.each<[string, string | undefined]>([
    // Timestamps
    ['20240101120000_x.sql', 'timestamp 20240101120000000'],
    ['db/20240101120000.up.sql', 'timestamp 20240101120000000'],
    ['20240101_x.sql', 'timestamp 20240101000000000'],
    ['202401011200_x.sql', 'timestamp 20240101120000000'],
    ['20240101120000_init/migration.sql', 'timestamp 20240101120000000'],
    ['2024-01-01-120000_users/up.sql', 'timestamp 20240101120000000'],
    ['2024_01_01_120000_create_users.sql', 'timestamp 20240101120000000'],
    ['2024-01-01_x.sql', 'timestamp 20240101000000000'],
    ['V2024.01.01__x.sql', 'timestamp 20240101000000000'],
    ['V2024_01_01_2__x.sql', 'timestamp 20240101000000000.2'],
    ['V20240101.3__x.sql', 'timestamp 20240101000000000.3'],
    ['1704110400000_x/up.sql', 'timestamp 20240101120000000'],
    ['1704110400_x.sql', 'timestamp 20240101120000000'],
    // Sequences
    ['0042_x.sql', 'sequence 42'],
    ['42.sql', 'sequence 42'],
    ['042-x.down.sql', 'sequence 42'],
    ['v42_x.sql', 'sequence 42'],
    ['0001_2fa_users.sql', 'sequence 1'],
    ['V1__x.sql', 'sequence 1'],
    ['V1.2__x.sql', 'sequence 1.2'],
    ['V1_10__x.sql', 'sequence 1.10'],
    ['U1.2__x.sql', 'sequence 1.2'],
    ['1.2.3_x.sql', 'sequence 1.2.3'],
    ['99999999_x.sql', 'sequence 99999999'],
    ['20241399_x.sql', 'sequence 20241399'],
    // None
    ['x.sql', undefined],
    ['R__views.sql', undefined],
    ['2nd_fix.sql', undefined],
    ['001a_x.sql', undefined],
    ['0042/x.sql', undefined],
    ['up.sql', undefined],
    ['users/up.sql', undefined],
    [`${'9'.repeat(101)}_x.sql`, undefined],
  ])('of `%s` is %s', (path, expected) => {
    const version = versionOf(path);
    expect(version && `${version.kind} ${version.numbers.join('.')}`).toBe(expected);
  });

  it.each([
    ['a/0001_x.sql', '0001_x.sql'],
    ['a/0001_x/up.sql', '0001_x/up.sql'],
    ['UP.SQL', 'UP.SQL'],
  ])('is in the part of `%s` that tools identify it by', (path, name) => {
    expect(migrationName(path)).toBe(name);
  });
});

describe('`start-after`', () => {
  it.each<[string | number, string, boolean | undefined]>([
    ['0042', '0042_x.sql', false],
    ['0042', '0043_x.sql', true],
    ['42', '0041_x.sql', false],
    [42, '9_x.sql', false],
    ['V42', 'V42__x.sql', false],
    ['V42', 'V42.1__x.sql', true],
    ['V1.2', 'V1.10__x.sql', true],
    ['1.10', 'V1.2__x.sql', false],
    ['1_2', 'V1.2__x.sql', false],
    ['20240101120000', '20240101120000_x.sql', false],
    [20240101120000, '20240101120001_x.sql', true],
    ['20240101120000', '20240101_x.sql', false],
    ['2024-01-01', '20240101235959_x.sql', false],
    ['2024-01-01', '20240102000000_x.sql', true],
    ['2024_01_01', 'V2024.01.01.2__x.sql', false],
    ['20240101', '20240101235959_x.sql', false],
    ['2024-01-01-120000', '2024-01-01-120001_x/up.sql', true],
    ['2024-01-01', '1704110400000_x/up.sql', false],
    ['2024-01-01', '1704196800000_x/up.sql', true],
    // Another kind of version, or none.
    ['2024-01-01', '0042_x.sql', undefined],
    ['20240101120000', '0042_x.sql', undefined],
    ['0042', '20240101120000_x.sql', undefined],
    ['0042', 'seed.sql', undefined],
  ])('%s compares with `%s`: %s', (bound, path, expected) => {
    const startAfter = readStartAfter(bound);
    expect(startAfter && isAfter(versionOf(path), startAfter)).toBe(expected);
  });

  it.each(['x', '', '2024-13-45', '2024-01-01T12:00', '1-2', '-1', 'V', '1..2', '9'.repeat(101)])(
    'rejects `%s`',
    (text) => {
      expect(() => readStartAfter(text)).toThrow('is not a version or a date (`start-after`)');
    },
  );
});

const DROP = 'DROP TABLE users;\n';
const OLD: Files = {
  ...rules(),
  'db/0001_x.sql': DROP,
  'db/0002_y.sql': DROP,
  'db/0003_z.sql': DROP,
  'seed.sql': DROP,
};

describe('a check of all files', () => {
  it('skips migrations up to `start-after`, says so, and lists them', async () => {
    const report = await checkFiles({ ...config("start-after: '0002'\n"), ...OLD });
    expect(counting(report)).toEqual(['block no-drop-table db/0003_z.sql:1', 'block no-drop-table seed.sql:1']);
    expect(report.files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'skipped db/0001_x.sql',
      'skipped db/0002_y.sql',
      'given db/0003_z.sql',
      'given seed.sql',
    ]);
    expect(report.totals.files).toBe(2);
    expect(notices(report)).toBe(
      'notice: 2 files skipped as history by `start-after` (`0002`): `--format json` lists them with the status `skipped`; 1 file without a version that can be compared with it: checked',
    );
  });

  it('passes if everything is history', async () => {
    const report = await checkFiles({ ...config('start-after: 9\n'), ...rules(), 'db/1.sql': DROP });
    expect([report.exitCode, report.conclusion]).toEqual([0, 'passed: nothing to check']);
  });

  it('warns if `start-after` can be compared with no file', async () => {
    const report = await checkFiles({ ...config('start-after: 2024-06-30\n'), ...OLD });
    expect(counting(report)).toHaveLength(4);
    expect(notices(report)).toBe(
      'warning: 0 files skipped as history by `start-after` (`2024-06-30`); 4 files without a version that can be compared with it: checked',
    );
  });

  it('has a start for each path, and a flag that overrides all', async () => {
    const more = { ...OLD, 'b/0001_x.sql': DROP, 'b/0002_x.sql': DROP };
    const files = { ...config("start-after: 3\nfiles: [{ paths: ['b/**'], start-after: 1 }]\n"), ...more };
    const both = await checkFiles(files);
    expect(counting(both)).toEqual(['block no-drop-table b/0002_x.sql:1', 'block no-drop-table seed.sql:1']);
    expect(notices(both)).toContain('by `start-after` (`1`, `3`)');
    const flag = await checkFiles(files, { startAfter: 'V2' });
    expect(counting(flag)).toEqual(['block no-drop-table db/0003_z.sql:1', 'block no-drop-table seed.sql:1']);
  });

  it.each([
    ['start-after: 1.10\n', "must be a version or a date; write it in quotes: '1.10', '2024-06-30'"],
    ['start-after: soon\n', '`soon` is not a version or a date (`start-after`)'],
    ["files: [{ paths: ['**'], start-after: 2024-99-01 }]\n", '`2024-99-01` is not a version or a date'],
  ])('rejects %j at its line', async (text, message) => {
    const error = await checkFiles({ ...config(text), ...OLD }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(message), place: { line: 3 } });
  });

  it('rejects an invalid flag', async () => {
    await expect(checkFiles({ ...config(), ...OLD }, { startAfter: 'soon' })).rejects.toThrow('is not a version');
  });
});

describe('a check of a change', () => {
  const start = config('start-after: 9\n');

  it.each<[string, Files, Files, readonly string[]]>([
    ['adds', {}, { 'db/0002_y.sql': DROP }, ['block no-drop-table db/0002_y.sql:1']],
    ['edits', { 'db/0002_y.sql': 'SELECT 1;\n' }, { 'db/0002_y.sql': DROP }, ['block no-drop-table db/0002_y.sql:1']],
    ['leaves alone', { 'db/0002_y.sql': DROP }, { 'db/0002_y.sql': DROP }, []],
  ])('judges an old migration that the change %s', async (_, before, after, expected) => {
    const common = { ...start, ...rules() };
    expect(counting(await checkPull({ ...common, ...before }, { ...common, ...after }))).toEqual(expected);
  });
});
