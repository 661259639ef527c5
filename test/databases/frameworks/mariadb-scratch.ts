import { freePort } from '../free-port.ts';
import { type MariadbServer, startMariadb } from '../mariadb-server.ts';

const USER = 'migrator';
const PASSWORD = 'p@ss/word';

/** A MariaDB that clients reach by TCP, and databases in it that can be recorded. */
export interface MariadbScratch {
  readonly server: MariadbServer;
  readonly port: number;
  /** URL of an empty database of that name, which is made. */
  create(database: string): Promise<string>;
}

/** Starts a server; returns a string with the reason if there is none. */
export async function startMariadbScratch(): Promise<MariadbScratch | string> {
  const port = await freePort();
  const options = ['--skip-networking=0', '--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve'];
  const server = await startMariadb([...options, '--general-log=0', '--slow-query-log=0']);
  if (typeof server === 'string') return server;
  await server.asOwner([
    `CREATE USER ${USER}@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`,
    `GRANT ALL ON *.* TO ${USER}@'127.0.0.1' WITH GRANT OPTION`,
  ]);
  return {
    server,
    port,
    create: async (database) => {
      await server.asOwner([`DROP DATABASE IF EXISTS \`${database}\``, `CREATE DATABASE \`${database}\``]);
      return `mysql://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
    },
  };
}
