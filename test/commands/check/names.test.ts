import { describe, expect, it } from 'vitest';
import { CONFIG, checkFiles, checkPull, config, counting, type Files, notices } from '../build.ts';

const DROP = 'DROP TABLE users;\n';
const NONE: Files = { [CONFIG]: 'version: 1\n' };

/** A SQLite database of one page without tables, with one header field changed. */
function database(change: { at?: number; to?: number; length?: number } = {}): Uint8Array {
  const bytes = new Uint8Array(change.length ?? 4096);
  bytes.set(new TextEncoder().encode('SQLite format 3\0'));
  bytes.set([0x10, 0x00, 1, 1, 0, 64, 32, 32], 16);
  bytes[31] = 1;
  bytes[100] = 13;
  if (change.at !== undefined) bytes[change.at] = change.to ?? 0;
  return bytes;
}

describe('SQL files by name', () => {
  it.each([
    ['a.psql', 'postgresql'],
    ['a.mysql', 'mysql'],
    ['A.SQL.Sqlite', 'sqlite'],
    ['a.mariadb.sql', 'mariadb'],
    ['a.tsql', 'transactsql'],
    ['a.pgsql.erb', 'postgresql'],
  ])('%s is judged as %s without a configuration', async (path, dialect) => {
    for (const report of [
      await checkPull(NONE, { ...NONE, [path]: DROP }),
      await checkFiles({ [path]: DROP }),
      await checkFiles({ [`db/${path}`]: DROP }, { paths: ['db'] }),
    ]) {
      expect(report.files).toMatchObject([{ dialect, verdict: 'block' }]);
    }
  });

  it.each([
    ['a dialect of the path', { [CONFIG]: "version: 1\nfiles: [{ paths: ['db'], dialect: postgresql }]\n" }, {}],
    [
      'a dialect of the path, set by the change',
      { [CONFIG]: "version: 1\nfiles: [{ paths: ['db'], dialect: postgresql }]\n" },
      {},
    ],
    ['an option', NONE, { dialect: 'postgresql' as const }],
  ])('%s overrides the name', async (title, files, settings) => {
    const base = title.endsWith('set by the change') ? NONE : files;
    const report = await checkPull(base, { ...files, 'db/a.mysql': DROP }, settings);
    expect(report.files).toMatchObject([{ path: 'db/a.mysql', dialect: 'postgresql' }]);
  });

  it.each([
    ['a.mysql', 'SELECT 1 /*! ; DROP TABLE users */;\n'],
    ['x.sql.mysql', 'SELECT 1 /*! ; DROP TABLE users */;\n'],
    ['x.mysql.sql', 'SELECT 1 /*! ; DROP TABLE users */;\n'],
    ['x.mysql.sql.tmpl', 'SELECT 1 /*! ; DROP TABLE users */;\n'],
    // The name is the author's: here, what follows `#` is a comment in MySQL only.
    ['y.mysql.sql', 'SELECT 1 # 2; DROP TABLE users;\n'],
  ])('%s is unknown if the default dialect is another one', async (path, sql) => {
    const files = { ...config(), [path]: sql };
    for (const report of [await checkPull(config(), files), await checkFiles(files)]) {
      expect(report.exitCode).toBe(5);
      expect(report.findings[0]?.message).toBe(
        "could not be read: the name of this file says that its dialect is mysql, and the configuration's default says postgresql; set its `dialect` under `files` in the configuration",
      );
    }
  });

  it('with a name of MySQL are MariaDB where that is the default', async () => {
    const files = { '.querygate/config.yml': 'version: 1\ndialect: mariadb\n', 'a.mysql': 'SELECT 1;\n' };
    const report = await checkPull(files, { ...files, 'a.mysql': 'SELECT 1 /*M! ; DROP TABLE users */;\n' });
    expect(report.files).toMatchObject([{ dialect: 'mariadb' }]);
    expect(report.exitCode).toBe(1);
  });

  it('have the dialect of their name although the change sets another one, if the base has a default', async () => {
    const head = { ...config("files: [{ paths: ['db'], dialect: postgresql }]\n"), 'db/a.mysql': DROP };
    expect((await checkPull(config(), head)).files).toMatchObject([{ dialect: 'mysql' }]);
  });

  it('get no warning if their name says the default dialect, or `files` names one', async () => {
    const files = config("files: [{ paths: ['db'], dialect: mysql }]\n");
    const report = await checkPull(files, { ...files, 'db/a.mysql': 'SELECT 1;\n', 'a.psql': 'SELECT 1;\n' });
    expect([report.exitCode, notices(report)]).toEqual([0, '']);
  });

  it('that say no dialect need one from the configuration', async () => {
    await expect(checkPull(NONE, { ...NONE, 'a.ddl': DROP })).rejects.toThrow('no dialect is set for this file');
  });
});

describe('a new migration of Flyway whose prefix is in lower case', () => {
  const FLYWAY = config("files: [{ paths: ['db/**'], tool: flyway }]\n");
  const BESIDE = { 'db/V001__a.sql': 'SELECT 1;\n', 'db/V002__b.sql': 'SELECT 1;\n' };
  const INDEX = 'CREATE INDEX i ON t (a);\n';

  it.each([
    ['db/v003__c.sql', 'V003__c.sql'],
    ['db/v1_5_2__c.sql', 'V1_5_2__c.sql'],
    ['db/u002__b.sql', 'U002__b.sql'],
    ['db/r__views.sql', 'R__views.sql'],
  ])('is unknown, because it is not run: %s', async (path, name) => {
    const base = { ...FLYWAY, ...BESIDE };
    const report = await checkPull(base, { ...base, [path]: INDEX });
    expect(counting(report)).toEqual([`unknown unreadable ${path}`]);
    expect(report.findings[0]?.message).toBe(
      `Flyway does not run this file, because its prefix is \`${name.charAt(0).toLowerCase()}\` in lower case; rename it to \`${name}\``,
    );
  });

  it.each<[string, Files, string?]>([
    [
      'most files beside it have that prefix',
      { 'db/v001__a.sql': INDEX, 'db/v002__b.sql': INDEX, 'db/V002__b.sql': INDEX },
    ],
    ['no other file is beside it', {}],
    ['the others are in another folder', { 'db/old/V001__a.sql': INDEX, 'db/old/V002__b.sql': INDEX }],
    ['another tool runs it', BESIDE, 'files: []\n'],
  ])('is judged if %s', async (_, beside, settings) => {
    const base = { ...(settings ? config(settings) : FLYWAY), ...beside };
    const report = await checkPull(base, { ...base, 'db/v003__c.sql': DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/v003__c.sql:1']);
  });

  it('is judged if the base has it', async () => {
    const base = { ...FLYWAY, ...BESIDE, 'db/v003__c.sql': INDEX };
    expect(counting(await checkPull(base, { ...base, 'db/v003__c.sql': DROP }))).toEqual([
      'block no-drop-table db/v003__c.sql:1',
    ]);
  });
});

describe('SQLite databases named .sqlite', () => {
  it.each([
    ['in a change', (files: Files) => checkPull({}, files)],
    ['in a folder', (files: Files) => checkFiles(files)],
  ])('are skipped with a notice %s', async (_, check) => {
    const report = await check({ 'a.sqlite': database(), 'b.sqlite': DROP });
    expect(report.files.map(({ path, status }) => [path, status === 'skipped'])).toEqual([
      ['a.sqlite', true],
      ['b.sqlite', false],
    ]);
    expect(report.totals.files).toBe(1);
    expect(notices(report)).toBe(
      'notice a.sqlite: this file was not checked, because it is a SQLite database; if it is a script, remove the database header',
    );
    expect(counting(report)).toEqual(['block no-drop-table b.sqlite:1']);
  });

  it('are unknown if they have text that the sqlite3 shell would run', async () => {
    const bytes = database();
    bytes.set(new TextEncoder().encode(`\n;\n${DROP}`), 500);
    const report = await checkFiles({ 'a.sqlite': bytes });
    expect([report.files.length, report.exitCode]).toEqual([1, 5]);
    expect(counting(report)).toEqual(['unknown unreadable a.sqlite']);
  });

  it.each([
    ['text after the first bytes of a database', 'a.sqlite', new TextEncoder().encode(`SQLite format 3\0;\n${DROP}`)],
    ['a page size that is not a power of two', 'a.sqlite', database({ at: 16, to: 0x11 })],
    ['a size that is not a number of pages', 'a.sqlite', database({ length: 4097 })],
    ['a number of pages that is not that of the file', 'a.sqlite', database({ at: 31, to: 2 })],
    ['an unknown schema format', 'a.sqlite', database({ at: 47, to: 5 })],
    ['an unknown text encoding', 'a.sqlite', database({ at: 59, to: 4 })],
    ['text in the reserved bytes', 'a.sqlite', database({ at: 80, to: 59 })],
    ['a first page that is not of a table', 'a.sqlite', database({ at: 100, to: 10 })],
    ['wrong payload fractions', 'a.sqlite', database({ at: 22, to: 33 })],
    ['another name', 'a.sql.sqlite3', database()],
  ])('does not skip %s', async (_, path, bytes) => {
    const report = await checkFiles({ [path]: bytes });
    expect([report.files.length, report.exitCode]).toEqual([1, report.totals.blocked > 0 ? 1 : 5]);
  });
});

describe('Git LFS pointers', () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;

  it.each([
    ['in a change', (files: Files) => checkPull(config(), files)],
    ['in a folder', (files: Files) => checkFiles(files)],
  ])('are unknown %s', async (_, check) => {
    const report = await check({ ...config(), 'db/1.sql': POINTER });
    expect(counting(report)).toEqual(['unknown unreadable db/1.sql']);
    expect(report.findings[0]?.message).toMatch(/Git LFS pointer.*store SQL in git.*git add --renormalize/);
    expect(report.exitCode).toBe(5);
  });

  it('are only short files', async () => {
    const report = await checkFiles({ ...config(), 'db/1.sql': `${POINTER};\n${' '.repeat(1100)}\n${DROP}` });
    expect(counting(report)).toContain('block no-drop-table db/1.sql:6');
  });
});

describe('standard input that stands for a file', () => {
  const standardInput = new TextEncoder().encode(DROP);
  const FILES: Files = {
    [CONFIG]: "version: 1\nignore: ['vendor']\nfiles: [{ paths: ['db'], dialect: mysql, tool: dbmate }]\n",
    'db/1.sql': 'not what is judged',
  };

  it('has the path and the settings of the file, and is judged as given', async () => {
    const down = new TextEncoder().encode(`-- migrate:up\nSELECT 1;\n-- migrate:down\n${DROP}`);
    const report = await checkFiles(FILES, { standardInput: down, paths: ['db/1.sql'] });
    expect(report.files).toMatchObject([{ path: 'db/1.sql', status: 'given', dialect: 'mysql', statements: 2 }]);
    expect(report.totals).toMatchObject({ spared: 1, blocked: 0 });
  });

  it.each([['new/1.pgsql'], ['notes.mysql.txt'], ['/elsewhere/1.psql']])('need not exist: %s', async (path) => {
    const report = await checkFiles(FILES, { standardInput, paths: [path], dialect: 'postgresql' });
    expect(counting(report)).toEqual([`block no-drop-table ${path}:1`]);
  });

  it('is not checked if the configuration ignores the file', async () => {
    const report = await checkFiles(FILES, { standardInput, paths: ['vendor/1.sql'] });
    expect([report.conclusion, report.exitCode]).toEqual(['passed: nothing to check', 0]);
    expect(notices(report)).toBe(
      'warning vendor/1.sql: standard input was not checked, because `ignore` skips this file name',
    );
  });
});
