import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Account, endProcess, findPrograms, ownFolder, runProgram, serverFolder, until } from './program.ts';

/** The account that sets up the server; its statements are not logged. */
const OWNER = 'owner';
const UNLOGGED = ['log_statement = none', 'log_min_duration_statement = -1', 'log_duration = off'];

/** Log settings of a server for a while. */
export interface LogSettings {
  readonly log_statement: 'none' | 'mod' | 'all';
  readonly log_min_duration_statement: number;
  readonly log_duration: 'on' | 'off';
  readonly log_line_prefix: string;
  readonly log_timezone: string;
  readonly log_connections: 'on' | 'off';
}

/** The logs of one run of a workload; each is complete. */
export interface LogFiles {
  readonly text: string;
  readonly csv: string;
  readonly json: string;
}

/** A local PostgreSQL server that writes its log in all three formats. */
export class PostgresqlServer {
  readonly folder: string;
  readonly programs: Readonly<Record<'psql' | 'pgbench', string>>;
  readonly port: number;
  readonly #stop: () => Promise<void>;
  #marks = 0;

  constructor(folder: string, port: number, programs: PostgresqlServer['programs'], stop: () => Promise<void>) {
    this.folder = folder;
    this.port = port;
    this.programs = programs;
    this.#stop = stop;
  }

  /** Connection settings for clients. */
  client(user: string, database: string, application: string): pg.ClientConfig {
    return { host: this.folder, port: this.port, user, database, application_name: application };
  }

  /** The same as environment variables, for programs. */
  environment(user: string, database: string, application: string): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return {
      PATH,
      PGHOST: this.folder,
      PGUSER: user,
      PGDATABASE: database,
      PGAPPNAME: application,
      PGCLIENTENCODING: 'UTF8',
    };
  }

  /** Runs statements as the owner, in order. */
  async asOwner(database: string, statements: readonly string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client(this.client(OWNER, database, 'console'));
    await client.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const sql of statements) results.push(await client.query(sql));
      return results;
    } finally {
      await client.end();
    }
  }

  /** Logs the statements of `work`, and nothing earlier, to separate files. */
  async logging(name: string, settings: LogSettings, work: () => Promise<void>): Promise<LogFiles> {
    await this.#configure(settings);
    const { log_line_prefix } = settings;
    await until('new settings', async () => {
      const [shown] = await this.asOwner('postgres', ['SHOW log_line_prefix']);
      return shown?.rows[0]?.log_line_prefix === log_line_prefix;
    });
    // Only now, so that no line in the new files has the old settings.
    await this.#configure({ log_filename: `${name}.log` });
    const paths = ['log', 'csv', 'json'].map((ending) => join(this.folder, 'log', `${name}.${ending}`));
    await until('a new log', () => paths.every((path) => existsSync(path)));
    await work();
    await until('the end of all sessions', async () => {
      const [count] = await this.asOwner('postgres', [
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename <> '${OWNER}'`,
      ]);
      return count?.rows[0]?.n === 0;
    });
    // The log process writes in order: once the mark is there, everything before it is too.
    const mark = `end of log ${this.#marks++}`;
    await this.asOwner('postgres', [`DO $$BEGIN RAISE WARNING '${mark}'; END$$`]);
    await until('the end of the log', () => paths.every((path) => readFileSync(path, 'latin1').includes(mark)));
    const [text = '', csv = '', json = ''] = paths;
    return { text, csv, json };
  }

  async #configure(settings: object): Promise<void> {
    const literal = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
    await this.asOwner('postgres', [
      ...Object.entries(settings).map(([key, value]) => `ALTER SYSTEM SET ${key} = ${literal(value)}`),
      'SELECT pg_reload_conf()',
    ]);
  }

  async stop(): Promise<void> {
    await this.#stop();
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * Starts a server; returns a string with the reason if there is none.
 *
 * @param more settings besides the usual ones
 */
export async function startPostgresql(more: Readonly<Record<string, string>> = {}): Promise<PostgresqlServer | string> {
  const programs = findPrograms(['initdb', 'postgres', 'psql', 'pgbench']);
  if (typeof programs === 'string') return programs;
  const { folder, account } = serverFolder('querygate-postgresql');
  let server: ChildProcess | undefined;
  // A fast shutdown: rolls back open transactions, and ends.
  const stop = () => endProcess(server, 'SIGINT');
  try {
    await initialise(programs.initdb, folder, account);
    const daemon = spawn(programs.postgres, settings(folder, programs.postgres, more), {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    server = daemon;
    daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    const started = new PostgresqlServer(folder, Number(more['port'] ?? 5432), programs, stop);
    await until('the server', async () => {
      if (daemon.exitCode !== null) throw new Error(`the server has ended: ${complaint}`);
      return started.asOwner('postgres', []).then(
        () => true,
        () => false,
      );
    });
    await started.asOwner(
      'postgres',
      UNLOGGED.map((setting) => `ALTER ROLE ${OWNER} SET ${setting}`),
    );
    return started;
  } catch (error) {
    await stop();
    rmSync(folder, { recursive: true });
    throw error;
  }
}

async function initialise(initdb: string, folder: string, account: Account): Promise<void> {
  ownFolder(join(folder, 'log'), account);
  const args = ['--auth=trust', `--username=${OWNER}`, '--no-sync', '--encoding=UTF8', '--locale=C'];
  await runProgram(initdb, [`--pgdata=${join(folder, 'data')}`, ...args], { ...account, cwd: folder });
}

/** PostgreSQL writes logs in JSON from version 15 on. */
function logDestination(postgres: string): string {
  const version = Number(/ (\d+)/.exec(spawnSync(postgres, ['--version']).stdout.toString())?.[1]);
  return version < 15 ? 'stderr,csvlog' : 'stderr,csvlog,jsonlog';
}

function settings(folder: string, postgres: string, more: Readonly<Record<string, string>>): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '40',
    shared_buffers: '16MB',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    logging_collector: 'on',
    log_directory: join(folder, 'log'),
    log_destination: logDestination(postgres),
    // Everything that the tests look for is logged anyway; this adds other lines.
    log_checkpoints: 'on',
    log_lock_waits: 'on',
    deadlock_timeout: '5s',
    ...more,
  };
  return ['-D', join(folder, 'data'), ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
