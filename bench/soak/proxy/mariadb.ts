import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as mysql2 from 'mysql2/promise';
import { findPrograms, ownFolder, runProgram, serverFolder } from '../../../test/databases/program.ts';
import { KillableProcess } from './killable.ts';
import type { Statement } from './statements.ts';
import { ANSWER_MS, NEVER_ANSWERED, type Outcome, type SoakClient, type SoakUpstream } from './upstream.ts';

/** Only forbidden statements would change `guarded`, and then its timestamps too. */
const TABLES = [
  'CREATE DATABASE soak',
  'CREATE USER app@localhost',
  'GRANT ALL ON *.* TO app@localhost',
  'CREATE TABLE soak.kept (query int PRIMARY KEY)',
  'CREATE TABLE soak.guarded (id int PRIMARY KEY, amount int NOT NULL, at datetime(6) DEFAULT NOW(6) ON UPDATE NOW(6))',
  'INSERT INTO soak.guarded (id, amount) SELECT seq, seq FROM soak.seq_1_to_100',
];

const STATEMENTS: readonly Statement[] = [
  { isAllowed: true, keeps: true, text: (query) => `INSERT INTO kept (query) VALUES (${query})` },
  { isAllowed: true, keeps: true, text: () => 'INSERT INTO kept (query) VALUES (?)', values: (query) => [query] },
  { isAllowed: true, text: () => 'SELECT count(*) FROM guarded WHERE amount > ?', values: () => [50] },
  { isAllowed: true, text: () => 'SELECT id, amount FROM guarded ORDER BY id LIMIT 20' },
  { isAllowed: true, text: () => 'SELECT 1; SELECT id FROM guarded WHERE id = 1' },
  { isAllowed: false, text: () => 'DELETE FROM guarded' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = 0' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = ?', values: () => [1] },
  { isAllowed: false, text: () => 'TRUNCATE guarded' },
  { isAllowed: false, text: () => 'DROP TABLE guarded' },
  { isAllowed: false, text: () => 'SELECT 1; DELETE FROM guarded' },
  { isAllowed: false, text: () => '/*M!100100 DELETE FROM guarded */' },
  { isAllowed: false, text: () => 'BEGIN NOT ATOMIC DELETE FROM guarded; END' },
];

/**
 * ER_CON_COUNT_ERROR, ER_SERVER_SHUTDOWN and ER_CONNECTION_KILLED of a database that goes down or comes up; ER_UNKNOWN_ERROR of a
 * proxy whose database is away.
 */
const PASSING: readonly number[] = [1040, 1053, 1105, 1927];
type Row = Readonly<Record<string, unknown>>;

/** Starts a MariaDB; returns a string with the reason if there is none. */
export async function startMariadbUpstream(): Promise<SoakUpstream | string> {
  const programs = findPrograms(['mariadb-install-db', 'mariadbd']);
  if (typeof programs === 'string') return programs;
  const { folder, account } = serverFolder('querygate-upstream');
  const data = ownFolder(join(folder, 'data'), account);
  const sockets = ownFolder(join(folder, 'sockets'), account);
  const socketPath = join(sockets, 'mysqld.sock');
  const asRoot = async (sql: string): Promise<readonly Row[]> => {
    const client = await mysql2.createConnection({ socketPath, user: 'root', connectTimeout: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      const [rows] = await client.query(sql);
      return rows as Row[];
    } finally {
      await client.end();
    }
  };
  const { PATH } = process.env;
  const env = { PATH, TMPDIR: folder };
  const common = ['--no-defaults', `--datadir=${data}`, '--innodb-buffer-pool-size=16M', '--innodb-log-file-size=4M'];
  const server = new KillableProcess({
    name: 'upstream',
    program: programs.mariadbd,
    args: [...common, `--socket=${socketPath}`, '--skip-networking', '--innodb-flush-log-at-trx-commit=1'],
    env,
    cwd: folder,
    account,
    retries: true,
    isReady: () =>
      asRoot('SELECT 1').then(
        () => true,
        () => false,
      ),
  });
  const stop = async () => {
    await server.end('SIGTERM');
    server.forget();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const how = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    await runProgram(programs['mariadb-install-db'], [...common, ...how], { ...account, cwd: folder, env });
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    process: server,
    address: `mariadb://${sockets}`,
    statements: STATEMENTS,
    prepare: async () => {
      for (const sql of TABLES) await asRoot(sql);
    },
    guardedRows: async () => JSON.stringify(await asRoot('SELECT * FROM soak.guarded ORDER BY id')),
    keptQueries: async () => (await asRoot('SELECT query FROM soak.kept')).map(({ query }) => Number(query)),
    connect,
    stop,
  };
}

async function connect(port: number, name: string): ReturnType<SoakUpstream['connect']> {
  let client: mysql2.Connection;
  try {
    client = await mysql2.createConnection({
      host: '127.0.0.1',
      port,
      user: 'app',
      database: 'soak',
      connectAttributes: { program_name: name },
      multipleStatements: true,
      connectTimeout: ANSWER_MS,
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    return typeof outcome === 'object' ? { fault: `a client was refused: ${outcome.fault}` } : undefined;
  }
  // The query that waits gets it too.
  client.on('error', () => undefined);
  const connected: SoakClient = {
    run: (sql, values) => {
      const options = { sql, timeout: ANSWER_MS };
      const sent = values ? client.execute({ ...options, values: [...values] }) : client.query(options);
      return sent.then(() => 'ran' as const, outcomeOf);
    },
    end: () => client.end(),
  };
  return connected;
}

function outcomeOf(error: unknown): Outcome {
  const { code, errno = 0, sqlState, message } = error as mysql2.QueryError;
  if (code === 'PROTOCOL_SEQUENCE_TIMEOUT') return NEVER_ANSWERED;
  // Not an answer: the connection ended, or could not begin.
  if (sqlState === undefined) return 'lost';
  if (errno === 1644 && message.startsWith('blocked by Querygate')) return 'blocked';
  return PASSING.includes(errno) ? 'lost' : { fault: `${errno} ${message}` };
}
