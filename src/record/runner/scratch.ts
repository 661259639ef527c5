import pg from 'pg';
import { ConfigError } from '../../model/index.ts';
import type { Upstream } from '../../proxy/recorder.ts';
import { type Address, addressOf, wantedAddress } from './environment.ts';
import { startInstalled } from './installed-server.ts';
import { type Comparison, compareSchemas, type ExecutedStatement, type SecondDatabase } from './rebuild.ts';

export interface ScratchOptions {
  /** URL of a database that may be used; undefined: a server that is installed here is started. */
  readonly upstream: string | undefined;
  /** Whether a database with rows may be used. */
  readonly isScratch: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The database behind the recorder. */
export interface Scratch {
  readonly upstream: Upstream;
  /** The user and the database with which the command connects. */
  readonly login: Pick<Address, 'user' | 'password' | 'database'>;
  readonly version: string;
  /** Whether it holds no table. */
  readonly isFresh: boolean;
  /** Sessions of clients that the server has counted; undefined if it does not count them (before PostgreSQL 14). */
  sessions(): Promise<number | undefined>;
  /** Executes the statements on a second database, and compares both. */
  compare(statements: readonly ExecutedStatement[]): Promise<Comparison>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens the database behind the recorder. Raises ConfigError if it cannot be used. */
export async function openScratch({ upstream, isScratch, env }: ScratchOptions): Promise<Scratch> {
  if (upstream === undefined) return installedScratch(env);
  const address = addressOf(upstream, '`--upstream`');
  const client = await connected(address);
  try {
    if (!isScratch) await refuseRows(client, address);
    return await scratchOf(
      client,
      address,
      () => secondOn(client, address),
      () => client.end(),
    );
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function installedScratch(env: ScratchOptions['env']): Promise<Scratch> {
  const login = wantedAddress(env);
  const server = await startInstalled(login.user);
  const address = { host: server.folder, port: server.port, ...login };
  try {
    await createDatabase(address);
    const client = await connected(address);
    const second = () => secondServer(login);
    return await scratchOf(client, address, second, async () => {
      await client.end();
      await server.close();
    });
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function createDatabase(address: Address): Promise<void> {
  if (address.database === 'postgres') return;
  const first = await connected({ ...address, database: 'postgres' });
  await first.query(`CREATE DATABASE ${first.escapeIdentifier(address.database)}`).finally(() => first.end());
}

/** On a server of its own, where no role exists yet either. */
async function secondServer(login: Scratch['login']): Promise<SecondDatabase> {
  const server = await startInstalled(login.user);
  const address = { host: server.folder, port: server.port, ...login };
  await createDatabase(address);
  return { connect: () => connected(address), close: () => server.close() };
}

/** On the same server, whose roles exist already. */
async function secondOn(client: pg.Client, address: Address): Promise<SecondDatabase> {
  const database = `querygate_${process.pid}`;
  await client.query(`CREATE DATABASE ${database}`);
  return {
    connect: () => connected({ ...address, database }),
    close: async () => {
      await client.query(`DROP DATABASE IF EXISTS ${database}`);
    },
  };
}

async function scratchOf(
  client: pg.Client,
  address: Address,
  openSecond: () => Promise<SecondDatabase>,
  close: () => Promise<void>,
): Promise<Scratch> {
  const { host, port, user, password, database } = address;
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const count = async () => {
    // The session that asks counts too, but only once its own numbers are written (PostgreSQL 15 and newer).
    await client.query('SELECT pg_stat_force_next_flush()').catch(() => undefined);
    const text = 'SELECT sum(sessions)::float8 AS sessions FROM pg_stat_database';
    const found = await client.query<{ sessions: number | null }>(text).catch(() => undefined);
    return found?.rows[0]?.sessions ?? undefined;
  };
  return {
    upstream: { host, port, tls: undefined, timeout: CONNECT_TIMEOUT_MS },
    login: { user, password, database },
    version: rows[0]?.server_version ?? '',
    isFresh: (await client.query(USER_TABLES)).rowCount === 0,
    sessions: count,
    compare: async (statements) => {
      let second: SecondDatabase;
      try {
        second = await openSecond();
      } catch (error) {
        return { kind: 'not compared', why: error instanceof Error ? error.message : String(error) };
      }
      return compareSchemas(statements, client, second).finally(() => second.close());
    },
    close,
  };
}

async function connected(address: Address): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'querygate record',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`the scratch database at ${address.host}:${address.port} cannot be used: ${why}`);
  }
}

const USER_TABLES = `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY 1`;

const OTHER_DATABASES =
  'SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate AND datname <> current_database()';

/** Somebody may need a server with rows, and the command could reach each of its databases. */
async function refuseRows(client: pg.Client, address: Address): Promise<void> {
  await refuseRowsIn(client, address);
  const { rows } = await client.query<{ datname: string }>(OTHER_DATABASES);
  for (const { datname: database } of rows) {
    // Where the role cannot connect, the command cannot either.
    const other = await connected({ ...address, database }).catch(() => undefined);
    if (other) await refuseRowsIn(other, { ...address, database }).finally(() => other.end());
  }
}

async function refuseRowsIn(client: pg.Client, { host, port, database }: Address): Promise<void> {
  const { rows } = await client.query<{ name: string }>(USER_TABLES);
  for (const { name } of rows) {
    const found = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (found.rowCount)
      throw new ConfigError(
        `the database \`${database}\` at ${host}:${port} holds rows (in ${name}), so somebody may need it; use a server with empty databases, or say by \`--scratch\` that all of this one may be changed`,
      );
  }
}
