import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPrograms, ownFolder, serverFolder } from '../../../test/databases/program.ts';
import { freePort } from '../../load/service-process.ts';
import { initialise, KillableProcess } from './killable.ts';

const OWNER = 'owner';

/** The database behind the proxy, with durable settings: what it acknowledged survives that it is killed. */
export interface SoakUpstream {
  readonly process: KillableProcess;
  /** For `--upstream`. */
  readonly address: string;
  /** Runs a statement as the owner, past the proxy. */
  asOwner<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

/** Starts one; returns a string with the reason if there is none. */
export async function startUpstream(): Promise<SoakUpstream | string> {
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
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    port: String(port),
    shared_buffers: '16MB',
  };
  const server = new KillableProcess({
    name: 'upstream',
    program: programs.postgres,
    args: [
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
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
    await initialise(programs.initdb, folder, OWNER, account);
    await server.start();
    return { process: server, address: `${sockets}:${port}`, asOwner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
