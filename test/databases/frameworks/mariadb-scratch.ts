import { freePort } from '../free-port.ts';
import { type MariadbServer, startMariadb } from '../mariadb-server.ts';

const USER = 'migrator';
const PASSWORD = 'p@ss/word';
/** A user who may not set what concerns the whole server. */
const LIMITED = 'limited';

/** A MariaDB that clients reach by TCP, and databases in it that can be recorded. */
export interface MariadbScratch {
  readonly server: MariadbServer;
  readonly port: number;
  /** URL of an empty database of that name, which is made. */
  create(database: string): Promise<string>;
  /** The same for a user who may do everything in this database, and in the second ones of the recorder, and nothing else. */
  createLimited(database: string): Promise<string>;
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
  const create = async (database: string, user: string) => {
    await server.asOwner([`DROP DATABASE IF EXISTS \`${database}\``, `CREATE DATABASE \`${database}\``]);
    return `mysql://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  };
  return {
    server,
    port,
    create: (database) => create(database, USER),
    createLimited: async (database) => {
      const name = `${LIMITED}@'127.0.0.1'`;
      await server.asOwner([
        `CREATE OR REPLACE USER ${name} IDENTIFIED BY '${PASSWORD}'`,
        `GRANT ALL ON \`${database}\`.* TO ${name}`,
        `GRANT ALL ON \`querygate\\_%\`.* TO ${name}`,
      ]);
      return create(database, LIMITED);
    },
  };
}
