import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { NODE, packaged, TOP } from '../e2e/packaged.ts';
import { querygate } from '../entry/cli/client.ts';
import { type Recorded, readRecorded, script } from './frameworks/mariadb-recording.ts';
import { type MariadbScratch, startMariadbScratch } from './frameworks/mariadb-scratch.ts';
import { tryStart } from './program.ts';

// `querygate record` in front of a MariaDB whose general log the user may not switch on: by what clients send.

let scratch: MariadbScratch | undefined;
let folder = '';
beforeAll(async () => {
  scratch = await tryStart('recording in front of a MariaDB without its log', startMariadbScratch);
});
afterAll(async () => {
  await scratch?.server.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scratch?.server.asOwner(['DROP DATABASE IF EXISTS shop']);
});

/** Skips the test if there is no server. */
function serverOf(context: TestContext): MariadbScratch {
  return scratch ?? context.skip();
}

/** A program whose `c` is a session of mysql2, and `open` and `batch` make others. */
function program(text: string): string {
  const head = `
    import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(TOP)});
    const { MYSQL_HOST: host, MYSQL_PORT: port, MYSQL_USER: user, MYSQL_PASSWORD: password, MYSQL_DATABASE: database } = process.env;
    const address = { host, port: Number(port), user, password, database };
    const open = (options) => require('mysql2/promise').createConnection({ ...address, multipleStatements: true, ...options });
    const openOther = (options) => require('mariadb').createConnection({ ...address, ...options });
    const fails = (done) => done.then(() => { throw new Error('it did not fail'); }, () => {});
    const c = await open({});`;
  writeFileSync(join(folder, 'program.mjs'), `${head}\n${text}\nawait c.end();`);
  return `"${NODE}" program.mjs`;
}

async function recordAt(used: MariadbScratch, url: string, command: string, options: readonly string[] = []) {
  const args = ['record', '--upstream', url, ...options, '--', ...script(used, command)];
  const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
  return { code, stderr: stderr.replaceAll(/\s+/g, ' ') };
}

async function record(used: MariadbScratch, command: string, options: readonly string[] = []) {
  return recordAt(used, await used.createLimited('shop'), command, options);
}

async function recordBothWays(used: MariadbScratch, command: string): Promise<Record<'logged' | 'observed', Recorded>> {
  const read = ({ code, stderr }: { readonly code: number | null; readonly stderr: string }): Recorded => {
    expect([code, stderr]).toEqual([0, expect.stringContaining('recorded')]);
    return readRecorded(folder);
  };
  const logged = read(await recordAt(used, await used.create('shop'), command));
  return { logged, observed: read(await record(used, command)) };
}

describe('a recording by what clients send', () => {
  it('is the same as one by the general log', async (context) => {
    const used = serverOf(context);
    const command = [
      'sql -e "CREATE TABLE u (id INT PRIMARY KEY, n INT); INSERT INTO u VALUES (1, 1), (2, 2)"',
      // This client counts the rows that were changed, and the next one those that were found.
      'sql -e "UPDATE u SET n = 1 WHERE id = 1; UPDATE u SET n = 1 WHERE id = 7; INSERT IGNORE INTO u VALUES (1, 5), (3, 5)"',
      'sql -e "DROP PROCEDURE IF EXISTS p; ALTER TABLE gone ADD a INT; DROP TABLE u" || true',
      program(`
        await c.query('CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(200), b DATETIME(3), c DECIMAL(10, 3), d DOUBLE, e BIGINT UNSIGNED)');
        const values = [1, 'it\\'s "é" \\\\ \\0\\n\\r\\x1a', new Date('2024-01-02T03:04:05.678Z'), '1.50', -1.25, 18446744073709551615n];
        await c.execute('INSERT INTO t VALUES (?, ?, ?, ?, ?, ?) -- ?', values);
        await c.execute('INSERT INTO t (id, a) VALUES (?, ?), (?, ?)', [2, null, 3, '?']);
        await c.execute('UPDATE t SET a = ? WHERE id = ?', ['?', 3]);
        await c.execute('DELETE FROM t WHERE id = ? LIMIT 1', [7]);
        await c.query("INSERT INTO t (id) VALUES (4) RETURNING id; REPLACE INTO t (id, a) VALUES (4, 'b;c');");
        await c.query('UPDATE t JOIN u ON t.id = u.id SET t.a = 1, u.n = 7; DELETE t FROM t JOIN u ON t.id = u.id WHERE t.id = 2');
        await fails(c.query('CREATE TABLE v (a INT); CREATE TABLE v (b INT); DROP TABLE v'));
        await c.beginTransaction();
        await c.query('CREATE PROCEDURE p() BEGIN SELECT 1; INSERT INTO t (id) VALUES (9); END');
        await c.query('CALL p()');
        await c.commit();
        await c.changeUser({ database: 'shop' });
        await c.query('TRUNCATE TABLE t');`),
    ].join('\n');
    const { logged, observed } = await recordBothWays(used, command);
    expect(observed.statements.length).toBeGreaterThan(20);
    expect(logged.end).toMatchObject({ problems: [], schema: 'equal' });
    expect(observed).toEqual({ ...logged, header: { ...logged.header, at: expect.anything() } });
  });

  it('has values as the mode of the session has them, and executes again what SQL prepared', async (context) => {
    const command = program(`
      await c.query('CREATE TABLE t (id INT, a VARCHAR(20))');
      await c.query("PREPARE s FROM 'ALTER TABLE t ADD COLUMN b INT'");
      await c.query('EXECUTE s');
      await c.query('DEALLOCATE PREPARE s');
      await c.query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
      await c.execute('UPDATE t SET a = ?', ["' WHERE id = 1 -- "]);`);
    const used = serverOf(context);
    expect(await record(used, command)).toMatchObject({ code: 0 });
    const { statements, end } = readRecorded(folder);
    expect(statements.map(({ sql }) => sql)).toContain("UPDATE t SET a = ''' WHERE id = 1 -- '");
    expect(end).toMatchObject({ problems: [], schema: 'equal' });
  });

  type Line = readonly [sql: string, outcome?: string | number];
  const values = (...sql: readonly string[]) => sql.map((each) => `await c.query(${JSON.stringify(each)});`).join('\n');
  const T = 'CREATE TABLE t (id INT, a VARCHAR(20))';

  it.for<[string, string, readonly Line[], readonly Line[]]>([
    [
      'characters of four bytes',
      values("CREATE TABLE t (a VARCHAR(9) DEFAULT '😀')"),
      [["CREATE TABLE t (a VARCHAR(9) DEFAULT '\\xF0\\x9F\\x98\\x80')"]],
      [["CREATE TABLE t (a VARCHAR(9) DEFAULT '😀')"]],
    ],
    [
      'texts of other character sets',
      `${values(T)}\nconst l = await open({ charset: 'LATIN1_SWEDISH_CI' });
       await l.query("UPDATE t SET a = 'é'"); await l.execute('UPDATE t SET a = ?', ['ü']); await l.end();`,
      [[T], ["UPDATE t SET a = '\\xE9'", 0], ["UPDATE t SET a = '\\xFC'", 0]],
      [[T], ["UPDATE t SET a = 'é'", 0], ["UPDATE t SET a = 'ü'", 0]],
    ],
    [
      'the error of a statement that changes rows, or cannot be prepared',
      `${values(T)}\nawait fails(c.query('DELETE FROM gone')); await fails(c.execute('DELETE FROM gone WHERE id = ?', [1]));`,
      [[T], ['DELETE FROM gone', 0]],
      [[T], ['DELETE FROM gone', '42S02'], ['DELETE FROM gone WHERE id = ?', '42S02']],
    ],
    [
      'the rows of a bulk execution, whose values neither has',
      `${values(T)}\nconst m = await openOther({}); await m.batch('INSERT INTO t (id) VALUES (?)', [[1], [2]]); await m.end();`,
      [[T], ['INSERT INTO t (id) VALUES (?)', 0]],
      [[T], ['INSERT INTO t (id) VALUES (?)', 2]],
    ],
    [
      'reads that return no row',
      values(T, 'SELECT a FROM t', 'SELECT 1'),
      [[T], ['SELECT a FROM t'], ['SELECT 1']],
      [[T], ['SELECT a FROM t', 'empty'], ['SELECT 1']],
    ],
    [
      'what EXECUTE runs, which only the log has',
      values(T, "PREPARE s FROM 'DELETE FROM t WHERE id = ?'", 'SET @id = 2', 'EXECUTE s USING @id'),
      [[T], ['SET @id = 2'], ['DELETE FROM t WHERE id = 2', 0]],
      [[T], ["PREPARE s FROM 'DELETE FROM t WHERE id = ?'"], ['SET @id = 2'], ['EXECUTE s USING @id']],
    ],
    [
      'the number that the server takes a text for',
      `${values(T)}\nawait c.execute('SELECT 1 LIMIT ?', ['1']);`,
      [[T], ['SELECT 1 LIMIT 1']],
      [[T], ["SELECT 1 LIMIT '1'"]],
    ],
  ])('differs from one by the general log in %s', async ([, text, byLog, bySent], context) => {
    const used = serverOf(context);
    const { logged, observed } = await recordBothWays(used, program(text));
    const lines = ({ statements }: Recorded) =>
      statements.map(({ sql, failed, rows, empty }) => {
        const outcome = failed ?? rows ?? (empty ? 'empty' : undefined);
        return outcome === undefined ? [sql] : [sql, outcome];
      });
    expect(lines(logged)).toEqual(byLog);
    expect(lines(observed)).toEqual(bySent);
    expect(observed.end).toMatchObject({ problems: [], schema: 'equal' });
  });

  it('knows what failed on a database that held tables', async (context) => {
    const used = serverOf(context);
    const url = await used.createLimited('shop');
    await used.server.asOwner(['CREATE TABLE shop.t AS SELECT 1 AS a']);
    const { code } = await recordAt(used, url, `printf 'DROP TABLE gone;\\nDROP TABLE t;\\n' | sql --force; true`, [
      '--scratch',
    ]);
    const { statements, end } = readRecorded(folder);
    expect([code, end]).toMatchObject([0, { problems: [] }]);
    expect(statements.map(({ sql, failed }) => [sql, failed])).toEqual([
      ['DROP TABLE gone', '42S02'],
      ['DROP TABLE t', undefined],
    ]);
  });

  it.for<[string, string | (() => string), RegExp]>([
    [
      'a session that goes past the recorder',
      'sql -e "CREATE TABLE t (a INT)"; past "ALTER TABLE shop.t ADD b INT"',
      /^the server counted 1 more sessions than the recorder: something connected past it$/,
    ],
    [
      'a session with compression',
      'sql --compress -e "CREATE TABLE t (a INT)"',
      /^the client uses compression, which the proxy cannot read; connect without it$/,
    ],
    [
      'a text in an encoding that cannot be read',
      () =>
        program(`const g = await open({ charset: 'GBK_CHINESE_CI' }); await g.query("SELECT '中文'"); await g.end();`),
      /^a text was sent in an encoding that cannot be read$/,
    ],
    [
      'a schema that the statements do not rebuild',
      `sql -e "CREATE PROCEDURE make() EXECUTE IMMEDIATE CONCAT('CREATE TABLE t', FLOOR(RAND() * 1e9), ' (a INT)'); CALL make()"`,
      /^what was recorded makes another schema than the command: not rebuilt: tables shop t\d+ /,
    ],
  ])('is not complete with %s', async ([, command, expected], context) => {
    const used = serverOf(context);
    const { code, stderr } = await record(used, typeof command === 'string' ? command : command());
    expect(code).toBe(0);
    expect(readRecorded(folder).end.problems).toContainEqual(expect.stringMatching(expected));
    expect(stderr).toContain('the recording is not complete');
  });

  it('is complete if others, or the command, fail to log in', async (context) => {
    const used = serverOf(context);
    const login = 'MYSQL_PWD=wrong; export MYSQL_PWD; MYSQL_USER=nobody';
    const command = [
      `( ${login}; sql -e "SELECT 1" ) 2>&1 | grep -q denied`,
      `( MYSQL_PORT=${used.port}; ${login}; sql -e "SELECT 1" ) 2>&1 | grep -q denied`,
      'sql -e "CREATE TABLE t (a INT)"',
    ];
    expect((await record(used, command.join(' && '))).code).toBe(0);
    expect(readRecorded(folder).end).toMatchObject({ problems: [], schema: 'equal' });
    // A login that failed through the recorder hides no session that goes past it.
    expect((await record(used, `${command.join(' && ')} && past "SELECT 1" > /dev/null`)).code).toBe(0);
    expect(readRecorded(folder).end.problems).toEqual([expect.stringMatching(/counted 1 more sessions/)]);
  });

  it('is not complete if the user may not create second databases, and says how that is allowed', async (context) => {
    const used = serverOf(context);
    const url = await used.createLimited('shop');
    await used.server.asOwner(["REVOKE ALL ON `querygate\\_%`.* FROM limited@'127.0.0.1'"]);
    const { code, stderr } = await recordAt(used, url, 'sql -e "CREATE TABLE t (a INT)"');
    expect([code, readRecorded(folder).statements.length]).toEqual([0, 1]);
    expect(stderr).toMatch(
      /Access denied .*; let the user create second databases, by `GRANT ALL ON `querygate\\_%`\.\*/,
    );
  });

  it('leaves no second database, and names the reason for a command that wants TLS', async (context) => {
    const used = serverOf(context);
    const { code, stderr } = await record(
      used,
      'sql -e "CREATE TABLE t (a INT)" && sql --ssl --ssl-verify-server-cert',
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(/SSL .*had to connect without TLS \(docs\/record\.md\)/)]);
    const [rows] = await used.server.asOwner(["SHOW DATABASES LIKE 'querygate%'"]);
    expect(rows).toEqual([]);
  });
});

describe('tests in front of a MariaDB', () => {
  const TESTS = ['--as', 'tests', '--output', 'tests.jsonl.gz'];
  const snapshot = () => gunzipSync(readFileSync(join(folder, 'tests.jsonl.gz'))).toString();

  it('are recorded as a history, without values and what failed', async (context) => {
    const used = serverOf(context);
    const command = program(`
      await c.query('CREATE TABLE orders (id INT, note VARCHAR(20))');
      await c.execute('INSERT INTO orders VALUES (?, ?)', [1, 'secret']);
      await c.query("SELECT note FROM orders WHERE note = 'hidden'");
      await fails(c.query('SELECT gone FROM orders'));`);
    // The general log is not used, so that any user can record tests.
    for (const url of [await used.createLimited('shop'), await used.create('shop')]) {
      await used.server.asOwner(['DROP DATABASE shop', 'CREATE DATABASE shop']);
      const { code, stderr } = await recordAt(used, url, command, TESTS);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/recorded \d+ statements of tests in/)]);
      const [header = '', ...rows] = snapshot().trim().split('\n');
      expect(JSON.parse(header)).toMatchObject({ sources: [{ dialect: 'mariadb', origin: 'tests' }] });
      const shapes = rows.map((row) => (JSON.parse(row) as { readonly shape: string }).shape);
      expect(shapes).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^insert into orders/),
          expect.stringMatching(/^select note from orders where note = /),
        ]),
      );
      expect(snapshot()).not.toMatch(/gone|secret|hidden/);
    }
  });

  it('are not written if a session went past the recorder', async (context) => {
    const used = serverOf(context);
    const { code, stderr } = await record(used, 'sql -e "SELECT 1"; past "SELECT 2" > /dev/null', TESTS);
    expect([code, stderr]).toEqual([5, expect.stringMatching(/nothing written: the server counted 1 more sessions/)]);
    expect(existsSync(join(folder, 'tests.jsonl.gz'))).toBe(false);
  });
});
