import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/report/index.ts';
import {
  checkFiles,
  checkPull,
  config,
  counting,
  type Files,
  LINK,
  notices,
  OVERSIZED,
  rules,
  treeOf,
} from '../build.ts';

const DROP = 'DROP TABLE users;\n';
const paths = (report: { files: readonly { path: string }[] }) => report.files.map(({ path }) => path);

describe('the files of a change', () => {
  it.each([
    ['db/2.sql'],
    ['DB/2.SQL'],
    ['.hidden/2.sql'],
    ['db/.2.sql'],
    ['db/a\nb.sql'],
    ['db/a\\b.sql'],
    ['db/[a]{b,c}(d).sql'],
    ['--fail-on=never.sql'],
    ['node_modules/x/2.sql'],
  ])('%j is judged', async (path) => {
    const report = await checkPull(config(), { ...config(), [path]: DROP });
    expect(paths(report)).toEqual([path]);
    expect(report.exitCode).toBe(1);
  });

  it('that are deleted are listed but not read', async () => {
    const report = await checkPull({ ...config(), 'db/1.sql': DROP }, config());
    expect(report.files).toEqual([
      {
        path: 'db/1.sql',
        previousPath: undefined,
        status: 'deleted',
        dialect: undefined,
        statements: 0,
        verdict: 'allow',
      },
    ]);
    expect([report.exitCode, report.totals.files]).toEqual([0, 0]);
  });

  it('that are renamed to `.sql` are judged', async () => {
    const report = await checkPull(
      { ...config(), 'notes.txt': DROP },
      { ...config(), 'db/1.sql': DROP },
      {},
      { files: [{ status: 'renamed', path: 'db/1.sql', previousPath: 'notes.txt' }] },
    );
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:1']);
  });

  it('that are not selected are not judged', async () => {
    const report = await checkPull(config(), { ...config(), 'README.md': DROP, 'x.sql.bak': DROP });
    expect([paths(report), report.conclusion]).toEqual([[], 'passed: nothing to check']);
  });

  it('get a warning if the globs match nothing in the repository', async () => {
    const report = await checkPull(config(), { ...config(), 'db/1.sql': DROP }, { paths: ['migrations/**'] });
    expect(notices(report)).toMatch(/^warning: no file of the repository matches `paths` \(migrations\/\*\*\)/);
    const configured = config("paths: ['migrations/**']\n");
    expect(notices(await checkPull(configured, { ...configured, 'db/1.sql': DROP }))).toMatch(
      /no file .* matches `paths`/,
    );
    expect(notices(await checkFiles({ ...configured, 'db/1.sql': DROP }))).toMatch(/no file .* matches `paths`/);
  });

  it.each([
    ['.github/workflows/ci.yml'],
    ['.github/actions/check/action.yml'],
    ['.gitlab-ci.yml'],
    ['.gitlab/querygate.yml'],
    ['.github/CODEOWNERS'],
    ['CODEOWNERS'],
  ])('that control the check are announced: %s', async (path) => {
    const report = await checkPull(config(), { ...config(), [path]: 'x' });
    expect(notices(report)).toMatch(`warning: the change edits files that control this check (${path})`);
    const moved = await checkPull({ ...config(), [path]: 'x' }, config());
    expect(notices(moved)).toMatch(`(${path})`);
  });
});

describe('a file that cannot be read is unknown, never skipped', () => {
  it.each([
    [
      'a link',
      LINK,
      'the file is a symbolic link, and links are not followed, because they could lead out of the repository',
    ],
    [
      'too large',
      OVERSIZED,
      'the file has 33554433 bytes, which is more than the limit; split it, or skip it with `ignore`',
    ],
    [
      'half a UTF-16 character',
      new Uint8Array([0xff, 0xfe, 0x41]),
      'the file starts with a UTF-16LE byte-order mark but has an odd number of bytes',
    ],
    [
      'of an encoding in which quotes may be something else',
      new Uint8Array([0x27, 0xbf, 0x27, 0x20]),
      'the file is not UTF-8, and its quotes may mean something else in another encoding: save it as UTF-8',
    ],
  ])('%s', async (_, content, why) => {
    for (const report of [
      await checkPull(config(), { ...config(), 'db/2.sql': content }),
      await checkFiles({ ...config(), 'db/2.sql': content }),
      await checkFiles({ ...config(), 'db/2.sql': content }, { paths: ['db'] }),
      await checkFiles({ ...config(), 'db/2.sql': content }, { paths: ['db/*.sql'] }),
    ]) {
      expect(counting(report)).toEqual(['unknown unreadable db/2.sql']);
      expect(report.findings[0]?.message).toBe(`could not be read: ${why}`);
      expect([report.verdict, report.exitCode]).toEqual(['unknown', 5]);
    }
  });

  it('one that is missing in the checkout, as in a submodule', async () => {
    const change = { files: [{ status: 'added', path: 'sub/1.sql', previousPath: undefined }] } as const;
    const report = await checkPull(config(), config(), {}, change);
    expect(counting(report)).toEqual(['unknown unreadable sub/1.sql']);
    expect(report.exitCode).toBe(5);
  });

  it('and does not hide the findings of other files', async () => {
    const report = await checkPull(config(), { ...config(), 'db/1.sql': LINK, 'db/2.sql': DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1', 'unknown unreadable db/1.sql']);
    expect(report.exitCode).toBe(1);
  });

  it.each([
    ['UTF-8 with a byte-order mark', new TextEncoder().encode(`\ufeff${DROP}`)],
    ['UTF-16, little-endian', utf16(DROP, false)],
    ['UTF-16, big-endian', utf16(DROP, true)],
    ['carriage returns alone', DROP.replace('\n', '\r')],
  ])('but %s is read', async (_, content) => {
    const report = await checkFiles({ ...config(), 'db/2.sql': content });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:1']);
  });

  it('but Latin-1 is read, with a notice', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`-- Gr`),
      0xfc,
      0xdf,
      0x65,
      0x0a,
      ...new TextEncoder().encode(DROP),
    ]);
    const report = await checkFiles({ ...config(), 'db/2.sql': bytes });
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:2']);
    expect(notices(report)).toBe('notice db/2.sql: the file is not UTF-8; it was read as Latin-1');
  });
});

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, !bigEndian);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), !bigEndian);
  return new Uint8Array(view.buffer);
}

describe('paths of the command line', () => {
  const FILES: Files = {
    ...config(),
    'db/1.sql': DROP,
    'db/notes.md': 'x',
    'db/old (1)/2.sql': DROP,
    'app/[id]/3.sql': DROP,
    'schema.txt': DROP,
  };

  it.each([
    ['nothing: all SQL files', undefined, ['app/[id]/3.sql', 'db/1.sql', 'db/old (1)/2.sql']],
    ['a folder: the SQL files in it', ['db'], ['db/1.sql', 'db/old (1)/2.sql']],
    ['a folder with a slash', ['./db/'], ['db/1.sql', 'db/old (1)/2.sql']],
    ['a folder with odd characters', ['db/old (1)'], ['db/old (1)/2.sql']],
    ['a folder that looks like a glob', ['app/[id]'], ['app/[id]/3.sql']],
    ['a file, whatever it is called', ['schema.txt'], ['schema.txt']],
    ['a glob, whatever it matches', ['*.txt'], ['schema.txt']],
    ['a glob with braces', ['{schema.txt,db/1.*}'], ['db/1.sql', 'schema.txt']],
    ['several, each file once', ['db', 'db/1.sql', '**/1.sql'], ['db/1.sql', 'db/old (1)/2.sql']],
  ])('%s', async (_, given, expected) => {
    const report = await checkFiles(FILES, given ? { paths: given } : {});
    expect(paths(report)).toEqual(expected);
    expect(report.files.map(({ status }) => status)).toEqual(expected.map(() => 'given'));
  });

  it.each([
    ['nowhere', 'there is no file or non-empty folder `nowhere`; correct the path'],
    ['nowhere/*.sql', 'no file matches `nowhere/*.sql`; correct the glob'],
    ['db/notes', 'there is no file or non-empty folder `db/notes`; correct the path'],
  ])('a path that matches nothing is an error: %s', async (given, message) => {
    await expect(checkFiles(FILES, { paths: [given] })).rejects.toThrow(message);
  });

  it('files below a folder that has the name of an ignored file are checked', async () => {
    const base = { ...config("ignore: ['db/x.sql', 'seeds/*.sql']\n"), ...rules() };
    const drop = 'DROP TABLE users;\n';
    const files = { 'db/x.sql/1.sql': drop, 'seeds/a.sql/1.sql': drop, 'seeds/a.sql.d/1.sql': drop };
    expect(counting(await checkPull(base, { ...base, ...files }))).toEqual(
      Object.keys(files)
        .sort()
        .map((path) => `block no-drop-table ${path}:1`),
    );
    const ignored = { 'db/x.sql': drop, 'seeds/a.sql': drop };
    expect(counting(await checkPull(base, { ...base, ...ignored }))).toEqual([]);
  });

  it('changed files that are ignored are named in the report, without an annotation', async () => {
    const base = { ...config("ignore: ['old/**']\n"), ...rules(), 'old/0.sql': 'SELECT 1;' };
    const notices = async (head: Files) =>
      (await checkPull(base, head)).notices.map(({ message, annotated }) => [message, annotated]);
    const five = Object.fromEntries(['1', '2', '3', '4', '5'].map((name) => [`old/${name}.sql`, 'DROP TABLE users;']));
    expect(await notices({ ...base, ...five })).toEqual([
      [
        '5 changed SQL files not checked, because `ignore` skips them: `old/1.sql`, `old/2.sql`, `old/3.sql`, and 2 more',
        false,
      ],
    ]);
    const { 'old/0.sql': _, ...rest } = base;
    expect(await notices({ ...rest, 'old/x.txt': 'DROP TABLE users;', 'db/1.sql': 'SELECT 1;' })).toEqual([]);
  });

  it('changed files that `paths` does not select are named in the report, and counted in its first line', async () => {
    const base = { ...config("paths: ['db/**']\nignore: ['db/old/**']\n"), ...rules(), 'db/1.sql': 'SELECT 1;' };
    const drop = 'DROP TABLE users;';
    const report = await checkPull(base, {
      ...base,
      'db/2.sql': 'SELECT 2;',
      'x/a.sql': drop,
      'x/b.sql': drop,
      'db/old/1.sql': drop,
    });
    expect(report.headline).toContain('over 1 changed SQL file (3 more not checked, by `paths` and `ignore`)');
    expect(report.notices.map(({ message }) => message)).toEqual([
      '1 changed SQL file not checked, because `ignore` skips it: `db/old/1.sql`',
      '2 changed SQL files not checked, because `paths` does not select them: `x/a.sql`, `x/b.sql`',
    ]);
    expect(counting(report)).toEqual([]);
  });

  it('paths that are all ignored are an error too', async () => {
    await expect(checkFiles(FILES, { paths: ['db'], ignore: ['**'] })).rejects.toThrow(
      'there is no SQL file in `db`; correct the path or the glob',
    );
  });

  it('paths in the configuration work in the same way', async () => {
    const report = await checkFiles({ ...FILES, ...config("paths: [db, '*.txt']\nignore: ['db/old*']\n") });
    expect(paths(report)).toEqual(['db/1.sql', 'schema.txt']);
  });
});

describe('the dialect', () => {
  const SQL = { 'pg/1.sql': 'SELECT 1;\n', 'my/1.sql': 'SELECT 1;\n', 'my/lite/1.sql': 'SELECT 1;\n' };
  const dialects = (report: Awaited<ReturnType<typeof checkFiles>>) =>
    Object.fromEntries(report.files.map(({ path, dialect }) => [path, dialect]));
  const BY_PATH = config(`files:
  - { paths: ['my/**'], dialect: mysql }
  - { paths: ['my/lite'], dialect: sqlite }
`);

  it('can be set per path: a later entry wins, and the default applies to other files', async () => {
    expect(dialects(await checkFiles({ ...BY_PATH, ...SQL }))).toEqual({
      'pg/1.sql': 'postgresql',
      'my/1.sql': 'mysql',
      'my/lite/1.sql': 'sqlite',
    });
  });

  it('on the command line applies to all files', async () => {
    expect(
      new Set(Object.values(dialects(await checkFiles({ ...BY_PATH, ...SQL }, { dialect: 'transactsql' })))),
    ).toEqual(new Set(['transactsql']));
  });

  it('decides what a statement does', async () => {
    const sql = { 'a.sql': 'SELECT 1 # DROP TABLE a\n;' };
    expect((await checkFiles(sql, { dialect: 'mysql' })).findings).toEqual([]);
  });

  it('in force cannot be changed by the change itself', async () => {
    const head = { ...config("files: [{ paths: ['**'], dialect: mysql }]\n"), 'db/1.sql': DROP };
    expect(dialects(await checkPull(config("files: [{ paths: ['**'], dialect: sqlite }]\n"), head))).toEqual({
      'db/1.sql': 'sqlite',
    });
  });

  it('comes from the change if the base has none', async () => {
    expect(dialects(await checkPull({}, { ...config(), 'db/1.sql': DROP }))).toEqual({ 'db/1.sql': 'postgresql' });
  });

  it('that only the edited configuration sets is announced', async () => {
    const own = "version: 1\nfiles:\n  - { paths: ['db/**'], dialect: postgresql }\n";
    const report = await checkPull(
      { '.querygate/config.yml': own },
      {
        '.querygate/config.yml': `${own}  - { paths: ['x/**'], dialect: mysql }\n`,
        'x/1.sql': 'SELECT 1 # DROP TABLE users;\n;',
      },
    );
    expect(notices(report)).toMatch(/warning x\/1\.sql: the change itself sets the dialect of this file to mysql/);
  });

  it('is not missed if the configuration that may have it is invalid', async () => {
    const broken = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\npath: [db/**]\n' };
    await expect(checkPull(broken, { ...broken, 'db/1.sql': 'SELECT 1;\n' })).rejects.toThrow(
      'this file is invalid on the base branch, so the rules in force are unknown: unknown key `path`',
    );
  });

  it.each([
    ['postgresql', 'CREATE TABLE t (id BIGSERIAL, data JSONB);'],
    ['mysql', 'CREATE TABLE `t` (id INT AUTO_INCREMENT) ENGINE=InnoDB;'],
    ['sqlite', 'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);'],
    ['transactsql', 'CREATE TABLE [dbo].[t] (name NVARCHAR(50))\nGO\n'],
    ['mariadb', '/*M! SELECT 1 */;'],
  ])('that is missing is proposed: %s', async (dialect, sql) => {
    await expect(checkFiles({ 'db/1.sql': sql })).rejects.toThrow(
      `no dialect is set for this file; set the option or input \`dialect\` to \`${dialect}\`, or add the lines \`version: 1\` and \`dialect: ${dialect}\` to .querygate/config.yml, or run \`querygate init\` (it looks like ${dialect})`,
    );
  });

  it('that is missing for one file does not hide findings of other files', async () => {
    const own = { '.querygate/config.yml': "version: 1\nfiles: [{ paths: ['db/**'], dialect: postgresql }]\n" };
    const report = await checkPull(own, { ...own, 'db/1.sql': DROP, 'new/2.sql': 'SELECT 1;\n' });
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:1', 'unknown configuration new/2.sql']);
    expect(report.exitCode).toBe(1);
    expect(report.files.map(({ verdict }) => verdict)).toEqual(['block', 'unknown']);
    const harmless = await checkPull(own, { ...own, 'db/1.sql': 'SELECT 1;\n', 'new/2.sql': 'SELECT 1;\n' });
    expect([harmless.exitCode, harmless.conclusion]).toEqual([2, 'failed: 1 error in the rules or the configuration']);
  });

  it('that is missing and cannot be guessed is left to the user', async () => {
    await expect(checkFiles({ 'db/1.sql': 'SELECT 1;' })).rejects.toThrow(
      'set the option or input `dialect` to `<dialect>`',
    );
  });
});

describe('standard input', () => {
  it('is one file, and no other file is read', async () => {
    const standardInput = new TextEncoder().encode(DROP);
    const report = await checkFiles({ ...config(), 'db/1.sql': DROP }, { standardInput });
    expect(counting(report)).toEqual(['block no-drop-table -:1']);
    expect(paths(report)).toEqual(['-']);
  });

  it('is judged by the rules and the configuration of the current folder', async () => {
    const standardInput = new TextEncoder().encode(DROP);
    const report = await checkFiles({ ...config('fail-on: never\n') }, { standardInput });
    expect(report.exitCode).toBe(0);
  });

  it('that is empty is a file without statements', async () => {
    const report = await checkFiles(config(), { standardInput: new Uint8Array() });
    expect([report.exitCode, report.totals.files, report.totals.statements]).toEqual([0, 1, 0]);
  });
});

describe('the report', () => {
  it('can be rendered in every format', async () => {
    const report = await checkPull(config(), { ...config(), 'db/2.sql': DROP, 'db/3.sql': LINK });
    for (const format of Object.values(FORMATS)) {
      const text = format.render(report, {});
      expect(text).toContain('no-drop-table');
      expect(text).toContain('db/3.sql');
    }
  });

  it('has the command that repeats a CI run, quoted for a shell', async () => {
    const report = await checkPull(
      config(),
      { ...config(), 'db/2.sql': DROP },
      { dialect: 'postgresql', ignore: ["it's"] },
    );
    expect(report.repeat).toBe(
      `# the command \`querygate\`: docs/client.md says how to install it\ngit fetch --quiet origin ${'ba5e'.repeat(10)} &&\nquerygate check --since ${'ba5e'.repeat(10)} --dialect postgresql --ignore 'it'\\''s'`,
    );
    expect((await checkFiles({ ...config(), 'db/2.sql': DROP })).repeat).toBeUndefined();
  });

  it('reports progress for each file', async () => {
    const seen: string[] = [];
    const onProgress = (done: number, total: number, path: string) => seen.push(`${done}/${total} ${path}`);
    await checkFiles({ ...config(), 'a.sql': DROP, 'b.sql': DROP }, { onProgress });
    expect(seen).toEqual(['0/2 a.sql', '1/2 b.sql', '2/2 ']);
  });

  it('shows the notices of the host', async () => {
    const report = await checkPull(config(), config(), { hostNotices: ['the clone is shallow'] }, { head: treeOf({}) });
    expect(notices(report)).toBe(
      'notice: the clone is shallow\nnotice: the change removes the configuration: it still applies until the change is merged',
    );
  });
});

describe('a statement that the grammar of PostgreSQL rejects', () => {
  const judgedBy = (text: string) => ({
    '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
    '.querygate/rules.yml': `version: 1\nextends: [querygate:recommended@1, querygate:availability@1]\n${text}`,
  });
  const BLOCKS = 'rules: [{ id: require-constraint-using-index, verdict: block }]\n';
  const REJECTED = 'ALTER TABLE users ADD CONSTRAINT IF NOT EXISTS u UNIQUE (x);';

  it.each([
    ['does not warn about locks', REJECTED, '', ['unknown unreadable a.sql:1']],
    [
      'blocks because of locks if the rules say so',
      REJECTED,
      BLOCKS,
      ['unknown unreadable a.sql:1', 'block require-constraint-using-index a.sql:1'],
    ],
    [
      'blocks because of what it would lose',
      'ALTER TABLE users ADD CONSTRAINT IF NOT EXISTS u UNIQUE (x), DROP COLUMN y;',
      '',
      ['unknown unreadable a.sql:1', 'block no-drop-column a.sql:1'],
    ],
    [
      'leaves the warnings about other statements',
      `${REJECTED} CREATE INDEX i ON users (x);`,
      '',
      ['unknown unreadable a.sql:1', 'warn require-concurrent-index a.sql:1'],
    ],
  ])('%s', async (_, sql, text, expected) => {
    const base = judgedBy(text);
    const found = counting(await checkPull(base, { ...base, 'a.sql': sql }));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
