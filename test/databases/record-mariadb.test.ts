import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { NODE, packaged } from '../e2e/packaged.ts';
import { querygate } from '../entry/cli/client.ts';
import { type Recorded, readRecorded, script } from './frameworks/mariadb-recording.ts';
import { type MariadbScratch, startMariadbScratch } from './frameworks/mariadb-scratch.ts';
import { tryStart, until } from './program.ts';

// `querygate record` in front of a MariaDB, by its general log.

let scratch: MariadbScratch | undefined;
let folder = '';
let url = '';
beforeAll(async () => {
  scratch = await tryStart('recording in front of a MariaDB', startMariadbScratch);
});
afterAll(async () => {
  await scratch?.server.stop();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
  url = (await scratch?.create('shop')) ?? '';
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scratch?.server.asOwner(['DROP DATABASE IF EXISTS shop', 'TRUNCATE TABLE mysql.general_log']);
});

/** Skips the test if there is no server. */
function serverOf(context: TestContext): MariadbScratch {
  return scratch ?? context.skip();
}

async function record(used: MariadbScratch, command: string, options: readonly string[] = []) {
  const args = ['record', '--upstream', url, ...options, '--', ...script(used, command)];
  const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
  return { code, stderr: stderr.replaceAll(/\s+/g, ' ') };
}

const recorded = (): Recorded => readRecorded(folder);

const LOG = 'SELECT @@global.general_log, @@global.log_output, (SELECT COUNT(*) FROM mysql.general_log) AS entries';

async function logOf({ server }: MariadbScratch): Promise<readonly unknown[]> {
  const [rows] = await server.asOwner([LOG]);
  return Object.values((rows as readonly Record<string, unknown>[])[0] ?? {}).map(String);
}

const OFF = ['0', 'FILE', '0'];

describe('in front of a MariaDB', () => {
  it('a command is recorded with its exit code, bound values and counts, without passwords', async (context) => {
    const used = serverOf(context);
    const sql = [
      'CREATE TABLE t (id INT, name VARCHAR(20))',
      "INSERT INTO t VALUES (1, 'a;b'), (2, 'ü')",
      "PREPARE s FROM 'DELETE FROM t WHERE id = ?'",
      'SET @id = 2',
      'EXECUTE s USING @id',
      "UPDATE shop.t SET name = 'c' WHERE id = 7",
      "CREATE USER reader IDENTIFIED BY 'secret'",
      'DROP USER reader',
      'CREATE DATABASE other',
      'CREATE TABLE other.o (id INT)',
      'USE other',
      'DROP TABLE o',
      'DROP DATABASE other',
    ];
    const { code } = await record(used, `sql -e "${sql.join(';').replaceAll('"', '\\"')}"`);
    expect(code).toBe(0);
    const { header, statements, end } = recorded();
    expect(header).toMatchObject({ dialect: 'mariadb', server: expect.stringMatching(/^1\d\./), fresh: true });
    expect(end).toEqual({ exitCode: 0, problems: [], schema: 'equal', statements: statements.length });
    const own = statements.filter(({ sql: text }) => !/^select (?:@@|database\(\))/i.test(text));
    expect(own.map(({ sql: text, rows, database }) => [text, rows, database])).toEqual([
      ['CREATE TABLE t (id INT, name VARCHAR(20))', undefined, 'shop'],
      ["INSERT INTO t VALUES (1, 'a;b'), (2, 'ü')", 2, 'shop'],
      ['SET @id = 2', undefined, 'shop'],
      ['DELETE FROM t WHERE id = 2', 1, 'shop'],
      ["UPDATE shop.t SET name = 'c' WHERE id = 7", 0, 'shop'],
      ["CREATE USER reader IDENTIFIED BY '***'", undefined, 'shop'],
      ['DROP USER reader', undefined, 'shop'],
      ['CREATE DATABASE other', undefined, 'shop'],
      ['CREATE TABLE other.o (id INT)', undefined, 'shop'],
      ['DROP TABLE o', undefined, 'other'],
      ['DROP DATABASE other', undefined, 'other'],
    ]);
    expect(await logOf(used)).toEqual(OFF);
  });

  it('statements that failed are told from those that ran, by executing them again', async (context) => {
    const used = serverOf(context);
    const sql = ['CREATE TABLE t (a INT)', 'CREATE TABLE t (b INT)', 'DROP TABLE gone', 'DELETE FROM gone'];
    const { code } = await record(
      used,
      `printf '%s;\\n' ${sql.map((each) => `'${each}'`).join(' ')} | sql --force; true`,
    );
    expect(code).toBe(0);
    const { statements, end } = recorded();
    expect(end).toMatchObject({ problems: [], schema: 'equal' });
    expect(statements.filter(({ sql: text }) => sql.includes(text))).toMatchObject([
      { sql: sql[0] },
      { sql: sql[1], failed: '42S01' },
      { sql: sql[2], failed: '42S02' },
      // What makes no schema is judged in any case.
      { sql: sql[3], rows: 0 },
    ]);
    expect(statements[0]).not.toHaveProperty('failed');
  });

  it('of a text of several statements, those after one that failed did not run', async (context) => {
    const used = serverOf(context);
    const text = 'CREATE TABLE t (a INT); CREATE TABLE t (b INT); DROP TABLE t';
    const { code } = await record(used, `printf 'delimiter //\\n%s//\\n' '${text}' | sql --force; true`);
    expect(code).toBe(0);
    expect(recorded().end).toMatchObject({ problems: [], schema: 'equal' });
    expect(recorded().statements.map(({ sql, failed }) => [sql, failed])).toEqual([
      ['CREATE TABLE t (a INT)', undefined],
      ['CREATE TABLE t (b INT)', '42S01'],
    ]);
  });

  it('the log is not touched before a server with rows is refused', async (context) => {
    const used = serverOf(context);
    const { server } = used;
    await server.asOwner(['CREATE DATABASE needed', 'CREATE TABLE needed.`t ``x` AS SELECT 1 AS a']);
    await server.asOwner(["SET GLOBAL log_output = 'TABLE'", 'SET GLOBAL general_log = ON']);
    try {
      const { code, stderr } = await record(used, 'sql -e "DROP TABLE needed.x"');
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/the database `needed` .* holds rows \(in t `x\).*--scratch/),
      ]);
      const [rows] = await server.asOwner(["SELECT * FROM mysql.general_log WHERE argument LIKE 'SET GLOBAL%OFF%'"]);
      expect(rows).toEqual([]);
      const [texts] = await server.asOwner(['SELECT argument FROM mysql.general_log']);
      const sets = (texts as readonly { argument: string }[]).filter(({ argument }) => /^SET GLOBAL/.test(argument));
      expect(sets).toEqual([]);
    } finally {
      await server.asOwner(['SET GLOBAL general_log = OFF', "SET GLOBAL log_output = 'FILE'"]);
    }
    const allowed = await record(used, 'sql -e "CREATE TABLE b (a INT)"', ['--scratch']);
    expect(allowed.code).toBe(0);
    // It held tables, so that the statements cannot be executed again on an empty database.
    expect(recorded().end.problems).toEqual([expect.stringContaining('which statements failed is not known')]);
    await server.asOwner(['DROP DATABASE needed']);
  });

  it('a log that is in use goes on, with what it held', async (context) => {
    const used = serverOf(context);
    const { server } = used;
    await server.asOwner(["SET GLOBAL log_output = 'TABLE'", 'SET GLOBAL general_log = ON', "SELECT 'of others'"]);
    try {
      expect((await record(used, 'sql -e "CREATE TABLE b (a INT)"')).code).toBe(0);
      expect(recorded().end).toMatchObject({ problems: [], schema: 'equal' });
      const [on, output] = await logOf(used);
      expect([on, output]).toEqual(['1', 'TABLE']);
      const [rows] = await server.asOwner(["SELECT * FROM mysql.general_log WHERE argument = 'SELECT ''of others'''"]);
      expect(rows).toHaveLength(1);
    } finally {
      await server.asOwner(['SET GLOBAL general_log = OFF', "SET GLOBAL log_output = 'FILE'"]);
    }
  });

  it.for<[string, string, RegExp]>([
    [
      'a session that goes past the recorder',
      'sql -e "CREATE TABLE t (a INT)"; past "ALTER TABLE shop.t ADD b INT"',
      /^a session that did not go through the recorder \(owner.*\) executed: ALTER TABLE shop\.t ADD b INT$/,
    ],
    ['a session that is not logged', 'sql -e "SET sql_log_off = 1; CREATE TABLE t (a INT)"', /changed what is logged/],
    ['a log that is switched off', 'past "SET GLOBAL general_log = OFF"', /^something switched the general log off$/],
    ['a log that is emptied', 'past "TRUNCATE TABLE mysql.general_log"', /something emptied it$/],
    [
      'a schema that the statements do not rebuild',
      `sql -e "CREATE PROCEDURE make() EXECUTE IMMEDIATE CONCAT('CREATE TABLE t', FLOOR(RAND() * 1e9), ' (a INT)'); CALL make()"`,
      /^what was recorded makes another schema than the command: not rebuilt: tables shop t\d+ /,
    ],
    [
      'a table with the name of the database',
      'sql -e "CREATE TABLE shop (a INT)"',
      /a table has the name of the database `shop`/,
    ],
  ])('%s makes the recording incomplete', async ([, command, expected], context) => {
    const used = serverOf(context);
    const { code, stderr } = await record(used, command);
    expect(code).toBe(0);
    expect(recorded().end.problems).toContainEqual(expect.stringMatching(expected));
    expect(stderr).toContain('the recording is not complete');
    expect(await logOf(used)).toEqual(OFF);
  });

  it('a health check is no session of the command', async (context) => {
    const used = serverOf(context);
    const checks = ['SELECT 1', 'select @@skip_networking', 'SHOW STATUS', 'SELECT version()'];
    const innodb = "select 1 from information_schema.ENGINES WHERE engine='innodb' AND support in ('YES', 'DEFAULT')";
    const { code } = await record(used, [...checks, innodb].map((check) => `past "${check}" > /dev/null`).join('\n'));
    expect(code).toBe(0);
    expect(recorded()).toMatchObject({ statements: [], end: { problems: [] } });
  });

  it('the log is put back when the command fails, cannot be started or is ended by a signal', async (context) => {
    const used = serverOf(context);
    expect((await record(used, 'sql -e "CREATE TABLE t (a INT)"; exit 7')).code).toBe(7);
    const { statements, end } = recorded();
    expect([statements.length, end]).toMatchObject([1, { exitCode: 7, problems: [] }]);
    expect(await logOf(used)).toEqual(OFF);
    const missing = ['record', '--upstream', url, '--scratch', '--', './missing'];
    const { code, stderr } = await querygate(missing, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/the command could not be started/)]);
    expect(await logOf(used)).toEqual(OFF);
    const args = [packaged('cli.js'), 'record', '--upstream', url, '--scratch', '--', 'sleep', '600'];
    const child = spawn(NODE, args, { cwd: folder, stdio: 'ignore', env: { PATH: process.env['PATH'] } });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until('the log', async () => (await logOf(used))[0] === '1');
    // It may be before the command runs, or after.
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(await logOf(used)).toEqual(OFF);
  });

  it.for<[string, (server: MariadbScratch) => readonly string[], RegExp]>([
    [
      'a server that is not there',
      () => ['mysql://x@127.0.0.1:9/x'],
      /the scratch database at 127\.0\.0\.1:9 cannot be/,
    ],
    ['no database', ({ port }) => [`mysql://x@127.0.0.1:${port}`], /`--upstream` names no database/],
    ['a wrong password', ({ port }) => [`mysql://migrator:no@127.0.0.1:${port}/shop`], /cannot be used: Access denied/],
    ['an unknown database', () => [`${url}s`], /cannot be used: Unknown database 'shops'/],
  ])('%s is an error of the user', async ([, upstream, expected], context) => {
    const used = serverOf(context);
    const args = ['record', '--upstream', ...upstream(used), '--', 'true'];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringMatching(expected)]);
    expect(await logOf(used)).toEqual(OFF);
  });
});
