import { startRecorder } from '../../../proxy/recorder.ts';
import type { Address } from '../environment.ts';
import { moreSessions, type QueryObserver, type QuerySink } from '../scratch.ts';
import type { MysqlConnection } from './connection.ts';

export interface ObservedServer {
  readonly address: Address;
  readonly dialect: 'mysql' | 'mariadb';
  /** A session of the recorder's own. It opens no other one between start and finish. */
  readonly client: MysqlConnection;
}

/** Milliseconds for sessions that the command left open. */
const CLOSE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Starts the recorder in front of a MySQL or MariaDB server. */
export async function startObserver(
  { address: { host, port }, dialect, client }: ObservedServer,
  sink: QuerySink,
): Promise<QueryObserver> {
  const recorder = await startRecorder({
    dialect,
    upstream: { host, port, tls: undefined, timeout: CONNECT_TIMEOUT_MS },
    record: (query) => sink.query(query),
    problem: (what) => sink.problem(what),
  });
  const before = await sessionsOf(client);
  return {
    port: recorder.port,
    close: () => recorder.close(CLOSE_TIMEOUT_MS),
    finish: async () => {
      const unseen = (await sessionsOf(client)) - before - recorder.sessions();
      if (unseen > 0) sink.problem(moreSessions(unseen));
    },
  };
}

/** Connections that the server has counted, without those that could not log in, such as health checks without a password. */
async function sessionsOf(client: MysqlConnection): Promise<number> {
  const text = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Connections', 'Aborted_connects')";
  const counts = new Map((await client.query(text)).rows.map(([name, count]) => [name, Number(count)]));
  return (counts.get('Connections') ?? 0) - (counts.get('Aborted_connects') ?? 0);
}
