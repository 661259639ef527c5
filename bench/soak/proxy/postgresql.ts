import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPrograms, ownFolder, runProgram, serverFolder } from '../../../test/databases/program.ts';
import { freePort } from '../../load/service-process.ts';
import { KillableProcess } from './killable.ts';
import type { Statement } from './statements.ts';
import { ANSWER_MS, NEVER_ANSWERED, type Outcome, type SoakClient, type SoakUpstream } from './upstream.ts';

const OWNER = 'owner';

/** Only forbidden statements would change `guarded`. */
const TABLES = `
  CREATE ROLE app LOGIN SUPERUSER;
  CREATE TABLE kept (query int PRIMARY KEY);
  CREATE TABLE guarded (id int PRIMARY KEY, amount int NOT NULL);
  INSERT INTO guarded SELECT n, n FROM generate_series(1, 100) AS n`;

const STATEMENTS: readonly Statement[] = [
  { isAllowed: true, keeps: true, text: (query) => `INSERT INTO kept (query) VALUES (${query})` },
  {
    isAllowed: true,
    keeps: true,
    text: () => 'INSERT INTO kept (query) VALUES ($1)',
    values: (query) => [query],
  },
  { isAllowed: true, text: () => 'SELECT count(*) FROM guarded WHERE amount > $1', values: () => [50] },
  { isAllowed: true, text: () => 'SELECT id, amount FROM guarded ORDER BY id LIMIT 20' },
  { isAllowed: false, text: () => 'DELETE FROM guarded' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = 0' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = $1', values: () => [1] },
  { isAllowed: false, text: () => 'TRUNCATE guarded' },
  { isAllowed: false, text: () => 'DROP TABLE guarded' },
  { isAllowed: false, text: () => 'SELECT 1; DELETE FROM guarded' },
  { isAllowed: false, text: () => 'DO $$ BEGIN DELETE FROM guarded; END $$' },
];

/** Answers of a database that goes down or comes up, and of a proxy whose database is away. */
const PASSING = /^(?:57P0[123]|08...)$/;

/** Starts a PostgreSQL; returns a string with the reason if there is none. */
export async function startPostgresqlUpstream(): Promise<SoakUpstream | string> {
  const programs = findPrograms(['initdb', 'postgres']);
  if (typeof programs === 'string') return programs;
  const { folder, account } = serverFolder('querygate-upstream');
  const sockets = ownFolder(join(folder, 'sockets'), account);
  const port = await freePort();
  const asOwner = async <Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ host: sockets, port, user: OWNER, database: 'postgres' });
    // A server that is killed breaks the connection, which the query reports too.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const { PATH } = process.env;
  const data = join(folder, 'data');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    port: String(port),
    shared_buffers: '16MB',
  };
  const server = new KillableProcess({
    name: 'upstream',
    program: programs.postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: { PATH },
    cwd: folder,
    account,
    retries: true,
    isReady: () =>
      asOwner('SELECT 1').then(
        () => true,
        () => false,
      ),
  });
  const stop = async () => {
    await server.end('SIGINT');
    server.forget();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const how = ['--auth=trust', `--username=${OWNER}`, '--encoding=UTF8', '--locale=C'];
    await runProgram(programs.initdb, [...how, `--pgdata=${data}`], { ...account, cwd: folder });
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    process: server,
    address: `${sockets}:${port}`,
    statements: STATEMENTS,
    prepare: async () => void (await asOwner(TABLES)),
    // With the transactions that wrote them.
    guardedRows: async () =>
      JSON.stringify(await asOwner('SELECT xmin::text, ctid::text, id, amount FROM guarded ORDER BY id')),
    keptQueries: async () => (await asOwner<{ query: number }>('SELECT query FROM kept')).map(({ query }) => query),
    connect,
    stop,
  };
}

async function connect(port: number, application_name: string): ReturnType<SoakUpstream['connect']> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'app',
    database: 'postgres',
    application_name,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // The query that waits gets it too.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof pg.DatabaseError && !PASSING.test(error.code ?? '')
      ? { fault: `a client was refused: ${error.code} ${error.message}` }
      : undefined;
  }
  const connected: SoakClient = {
    run: (text, values) =>
      (values ? client.query(text, [...values]) : client.query(text)).then(() => 'ran' as const, outcomeOf),
    end: () => client.end(),
  };
  return connected;
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof pg.DatabaseError))
    return error instanceof Error && error.message === 'Query read timeout' ? NEVER_ANSWERED : 'lost';
  const { code = '', message } = error;
  if (code === '42501' && message.startsWith('blocked by Querygate')) return 'blocked';
  return PASSING.test(code) ? 'lost' : { fault: `${code} ${message}` };
}
