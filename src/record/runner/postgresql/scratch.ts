import pg from 'pg';
import { ConfigError } from '../../../model/index.ts';
import { type Address, type Env, wantedAddress } from '../environment.ts';
import { holdsRows, type Scratch, type Seed, unusable } from '../scratch.ts';
import { startEmbedded } from './embedded-server.ts';
import { type LocalServer, programsFolder, startInstalled } from './installed-server.ts';
import { startObserver } from './observer.ts';
import type { SecondDatabase } from './rebuild.ts';
import { startRecording } from './recording.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a database that is given. Raises ConfigError if it cannot be used. */
export async function openPostgresql(address: Address, isScratch: boolean, seed: Seed | undefined): Promise<Scratch> {
  const client = await connected(address);
  try {
    if (!isScratch) await refuseRows(client, address);
    return await scratchOf(client, address, {
      openSecond: () => secondOn(client, address),
      close: () => client.end(),
      isEmbedded: false,
      seed,
    });
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Starts a server that is installed here, else the embedded one. Raises ConfigError if there is neither.
 *
 * @param embedded see `ScratchOptions`
 */
export async function openLocal(env: Env, embedded: string | undefined, seed: Seed | undefined): Promise<Scratch> {
  const login = wantedAddress(env);
  const programs = programsFolder();
  if (programs === undefined && embedded === undefined)
    throw new ConfigError(
      'no PostgreSQL server is installed here, and this copy of querygate has no embedded one, as the package that `npm pack` makes has; install one (Debian: `apt-get install postgresql`), or name a scratch database by `--upstream postgresql://…`',
    );
  const open = async (): Promise<Local> => {
    const server =
      programs === undefined ? await startEmbedded(embedded ?? '') : await startInstalled(programs, login.user);
    const address = { host: server.folder, port: server.port, ...login };
    // The embedded one has a single database and role, by any name.
    if (programs !== undefined) await createDatabase(address);
    return { server, address };
  };
  const { server, address } = await open();
  try {
    const client = await connected(address);
    const openSecond = async () => {
      const second = await open();
      return { connect: () => connected(second.address), close: () => second.server.close() };
    };
    const close = async () => {
      await client.end();
      await server.close();
    };
    return await scratchOf(client, address, { openSecond, close, isEmbedded: programs === undefined, seed });
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Local {
  readonly server: LocalServer;
  readonly address: Address;
}

async function createDatabase(address: Address): Promise<void> {
  if (address.database === 'postgres') return;
  const first = await connected({ ...address, database: 'postgres' });
  await first.query(`CREATE DATABASE ${first.escapeIdentifier(address.database)}`).finally(() => first.end());
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

interface ScratchParts {
  openSecond(): Promise<SecondDatabase>;
  close(): Promise<void>;
  readonly isEmbedded: boolean;
  readonly seed: Seed | undefined;
}

const EMBEDDED =
  'no PostgreSQL is installed here, so the embedded one was used: it has no extensions, one database and no COPY FROM STDIN, runs one transaction at a time, and what statements lock is not measured on it (docs/record.md)';

async function scratchOf(
  client: pg.Client,
  address: Address,
  { openSecond, close, isEmbedded, seed }: ScratchParts,
): Promise<Scratch> {
  const { host, port, user, password, database } = address;
  const { rows } = await client.query<{ version: string; zone: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('TimeZone') AS zone",
  );
  const isFresh = (await client.query(USER_TABLES)).rowCount === 0;
  await plant(client, seed);
  const openSeeded = async () => {
    const second = await openSecond();
    const first = await second.connect();
    await plant(first, seed).finally(() => first.end());
    return second;
  };
  const observed = { client, upstream: { host, port, tls: undefined, timeout: CONNECT_TIMEOUT_MS }, isEmbedded };
  return {
    kind: 'postgresql',
    dialect: 'postgresql',
    login: { user, password, database },
    version: rows[0]?.version ?? '',
    timeZone: rows[0]?.zone,
    isFresh,
    note: isEmbedded ? EMBEDDED : undefined,
    record: (sink) => startRecording({ ...observed, database, isFresh, openSecond: openSeeded }, sink),
    observe: (sink) => startObserver(observed, sink),
    close,
  };
}

/** Executes the seed. Raises ConfigError if the server refuses it. */
async function plant(client: pg.Client, seed: Seed | undefined): Promise<void> {
  if (!seed) return;
  try {
    await client.query(seed.text);
    // Dumps set the search path and more for their session.
    await client.query('RESET ALL');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `the scratch database refuses it: ${why}; it is sent as one text, without a client: dump rows by \`pg_dump --inserts\``,
      { file: seed.name },
    );
  }
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
    throw unusable(address, error);
  }
}

const USER_TABLES = `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY 1`;

const OTHER_DATABASES =
  'SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate AND datname <> current_database()';

/** Rows may be needed, and the command could reach each database of the server. */
async function refuseRows(client: pg.Client, address: Address): Promise<void> {
  await refuseRowsIn(client, address);
  const { rows } = await client.query<{ datname: string }>(OTHER_DATABASES);
  for (const { datname: database } of rows) {
    // Where the role cannot connect, the command cannot either.
    const other = await connected({ ...address, database }).catch(() => undefined);
    if (other) await refuseRowsIn(other, { ...address, database }).finally(() => other.end());
  }
}

async function refuseRowsIn(client: pg.Client, address: Address): Promise<void> {
  const { rows } = await client.query<{ name: string }>(USER_TABLES);
  for (const { name } of rows) {
    const found = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (found.rowCount) throw holdsRows(address, name);
  }
}
