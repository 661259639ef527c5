import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NODE, packaged, TOP } from '../e2e/packaged.ts';
import { querygate } from '../entry/cli/client.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// `querygate record` in front of a server that somebody else runs.

let server: PostgresqlServer | undefined;
let folder = '';
beforeAll(async () => {
  server = await tryStart('recording in front of a given server', startPostgresql);
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly options?: readonly string[];
  /** A shell command; `$SOCKET` is the folder of the server's own socket. */
  readonly command: string;
  readonly database?: string;
}

async function record(
  { folder: socket, programs, port }: PostgresqlServer,
  { options = [], command, database = 'postgres' }: Run,
) {
  const upstream = `postgresql://owner@localhost:${port}/${database}?host=${encodeURIComponent(socket)}`;
  const args = ['record', '--upstream', upstream, ...options, '--', 'sh', '-c', command];
  const env = { SOCKET: socket, PSQL: programs.psql, SERVER_PORT: String(port) };
  const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')], env });
  return { code, stderr };
}

function recorded(): {
  readonly statements: readonly string[];
  readonly end: { exitCode: number; problems: string[] };
} {
  const lines = readFileSync(join(folder, '.querygate/recording.jsonl'), 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as { sql?: string; end?: never });
  return { statements: all.flatMap(({ sql }) => sql ?? []), end: all.at(-1)?.end as never };
}

describe('in front of a given server', () => {
  it('a command is recorded, with its exit code, without passwords, for the owner alone', async (context) => {
    if (!server) return context.skip();
    const sql =
      "CREATE ROLE shop_reader PASSWORD 'secret-1'; ALTER ROLE shop_reader ENCRYPTED PASSWORD 'secret-2'; SELECT 'PASSWORD'";
    const { code } = await record(server, { command: `"$PSQL" -qAt -c "${sql}"; exit 7` });
    expect(code).toBe(7);
    const { statements, end } = recorded();
    expect(statements.join('\n')).toBe(sql.replace(/'secret-\d'/g, "'***'"));
    expect(end).toMatchObject({ exitCode: 7, problems: [] });
    const path = join(folder, '.querygate/recording.jsonl');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await server.asOwner('postgres', ['DROP ROLE shop_reader']);
  });

  it('a database with rows is refused, unless it may be changed', async (context) => {
    if (!server) return context.skip();
    await server.asOwner('postgres', ['CREATE DATABASE needed']);
    await server.asOwner('needed', ['CREATE TABLE empty ()', 'CREATE TABLE "Full" AS SELECT 1 AS a']);
    const run = { command: '"$PSQL" -qAt -c "DROP TABLE empty"', database: 'needed' };
    const refused = await record(server, run);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/holds rows \(in public\."Full"\).*--scratch/s),
    ]);
    expect((await record(server, { ...run, options: ['--scratch'] })).code).toBe(0);
    // Also behind another database of the server.
    const elsewhere = await record(server, { command: 'true' });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('the database `needed`')]);
    await server.asOwner('postgres', ['DROP DATABASE needed']);
  });

  it('a seed gives the command rows to change, and the database of the comparison too', async (context) => {
    if (!server) return context.skip();
    await server.asOwner('postgres', ['CREATE DATABASE seeded']);
    writeFileSync(join(folder, 'seed.sql'), 'CREATE TABLE a (id int); INSERT INTO a VALUES (1), (2);');
    const run = {
      command: '"$PSQL" -qAt -c "UPDATE a SET id = 3" -c "SELECT id FROM a WHERE id = 1"',
      database: 'seeded',
    };
    const { code } = await record(server, { ...run, options: ['--seed', 'seed.sql'] });
    const { statements, end } = recorded();
    expect([code, end]).toMatchObject([0, { problems: [], schema: 'equal' }]);
    expect(statements).toEqual(['UPDATE a SET id = 3', 'SELECT id FROM a WHERE id = 1']);
    const text = readFileSync(join(folder, '.querygate/recording.jsonl'), 'utf8');
    expect(text).toContain('"rows":2');
    expect(text).toContain('"empty":true');
    writeFileSync(join(folder, 'seed.sql'), 'COPY a FROM stdin;');
    await server.asOwner('postgres', ['DROP DATABASE seeded', 'CREATE DATABASE seeded']);
    const refused = await record(server, { ...run, options: ['--seed', 'seed.sql'] });
    expect([refused.code, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/seed\.sql: the scratch database refuses it: .*pg_dump --inserts/),
    ]);
    // Tables of the seed are older than those that the command makes.
    const path = join(folder, '.querygate/recording.jsonl');
    expect(JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '')).toMatchObject({ fresh: false });
    await server.asOwner('postgres', ['DROP DATABASE seeded']);
  });

  it('a session that goes past the recorder makes the recording incomplete', async (context) => {
    if (!server) return context.skip();
    const command = '"$PSQL" -qAt -c "SELECT 1"; PGPASSWORD= "$PSQL" -h "$SOCKET" -p "$SERVER_PORT" -qAt -c "SELECT 2"';
    const { code, stderr } = await record(server, { command });
    expect(code).toBe(0);
    const { statements, end } = recorded();
    expect(statements).toEqual(['SELECT 1']);
    expect(end.problems).toEqual([expect.stringMatching(/^the server counted 1 more session/)]);
    expect(stderr).toContain('the recording is not complete');
  });

  it('a schema that the statements do not rebuild makes the recording incomplete', async (context) => {
    if (!server) return context.skip();
    await server.asOwner('postgres', ['CREATE DATABASE random']);
    const sql = "DO $$ BEGIN EXECUTE 'CREATE TABLE t' || (random() * 1e9)::int || ' (a int)'; END $$";
    const args = ['-c', `"$PSQL" -qAt -c "${sql.replaceAll('$', '\\$')}"`];
    const { stderr } = await record(server, { command: args[1] ?? '', database: 'random' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /makes another schema than the command: not rebuilt: column public\.t\d+\.a integer/,
    );
    expect(recorded().end.problems).toHaveLength(1);
  });

  it('values that are not recorded do not keep the schemas from being compared', async (context) => {
    if (!server) return context.skip();
    await server.asOwner('postgres', ['CREATE DATABASE bound']);
    // Binary, of a type that only the server knows, as asyncpg and other drivers send them.
    const migrate = `const client = new (require(${JSON.stringify(join(TOP, 'node_modules/pg'))}).Client)();
      (async () => {
        await client.connect();
        await client.query('BEGIN');
        await client.query('CREATE TABLE t (a int)');
        await client.query('INSERT INTO t VALUES ($1)', [Buffer.from([0, 0, 0, 1])]);
        await client.query('ALTER TABLE t ADD b int');
        await client.query('COMMIT');
        await client.end();
      })();`;
    writeFileSync(join(folder, 'migrate.cjs'), migrate);
    const { code } = await record(server, { command: `${NODE} migrate.cjs`, database: 'bound' });
    expect(code).toBe(0);
    const { statements, end } = recorded();
    expect(statements).toHaveLength(5);
    expect(end).toMatchObject({ problems: [], schema: 'equal' });
    await server.asOwner('postgres', ['DROP DATABASE bound']);
  });

  it.for<[string, readonly string[], RegExp]>([
    [
      'no such server',
      ['--upstream', 'postgresql://x@127.0.0.1:9/x'],
      /the scratch database at 127\.0\.0\.1:9 cannot be used/,
    ],
    ['another database', ['--upstream', 'sqlserver://x@127.0.0.1/x'], /is not of PostgreSQL, MySQL or MariaDB/],
    ['a file that cannot be written', ['--output', '/dev/null/x'], /the recording cannot be written/],
  ])('%s is an error of the user', async ([, options, message], context) => {
    // Only this one needs a server that is installed.
    if (!server && options[0] === '--output') return context.skip();
    const args = ['record', ...options, '--', 'true'];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('a command for MySQL needs a server that is given', async () => {
    const env = { DATABASE_URL: 'mysql://x@db/x' };
    const args = ['record', '--', 'true'];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')], env });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/`DATABASE_URL` names .*--upstream mysql:/s)]);
  });

  it('a command that cannot be started is an error of the user', async (context) => {
    if (!server) return context.skip();
    const args = ['record', '--', './missing'];
    const { code, stderr } = await querygate(args, { cwd: folder, command: [NODE, packaged('cli.js')] });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/the command could not be started/)]);
  });
});
