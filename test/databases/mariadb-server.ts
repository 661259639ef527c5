import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as mariadb from 'mariadb';
import { endProcess, findPrograms, ownFolder, runProgram, serverFolder, until } from './program.ts';

/** The account that sets up the server; its statements are not part of a workload. */
export const OWNER = 'owner';

/** The logs of one run of a workload; each is complete. */
export interface LogFiles {
  readonly slow: string;
  readonly general: string;
}

/** A local MariaDB server that writes a slow log of all statements and a general log. */
export class MariadbServer {
  readonly programs: Readonly<Record<'mariadb' | 'mariadb-slap', string>>;
  readonly socket: string;
  readonly #folder: string;
  readonly #stop: () => Promise<void>;

  constructor(folder: string, programs: MariadbServer['programs'], stop: () => Promise<void>) {
    this.#folder = folder;
    this.socket = join(folder, 'mysqld.sock');
    this.programs = programs;
    this.#stop = stop;
  }

  connect(user: string, database?: string): Promise<mariadb.Connection> {
    return mariadb.createConnection({
      socketPath: this.socket,
      user,
      ...(database !== undefined && { database }),
      multipleStatements: true,
      // A second by default, which a busy machine exceeds.
      connectTimeout: 60_000,
    });
  }

  /** Arguments of the command-line client. */
  client(user: string): readonly string[] {
    return ['--no-defaults', `--socket=${this.socket}`, `--user=${user}`, '--default-character-set=utf8mb4'];
  }

  /** Runs statements as the owner, in order. */
  async asOwner(statements: readonly string[]): Promise<unknown[]> {
    const connection = await this.connect(OWNER);
    try {
      const results: unknown[] = [];
      for (const sql of statements) results.push(await connection.query(sql));
      return results;
    } finally {
      await connection.end();
    }
  }

  /** Logs the statements of `work` to separate files; `verbosity` is the server's `log_slow_verbosity`. */
  async logging(name: string, verbosity: string, work: () => Promise<void>): Promise<LogFiles> {
    const files = { slow: join(this.#folder, `${name}-slow.log`), general: join(this.#folder, `${name}-general.log`) };
    await this.asOwner([
      `SET GLOBAL log_slow_verbosity = '${verbosity}'`,
      `SET GLOBAL slow_query_log_file = '${files.slow}'`,
      `SET GLOBAL general_log_file = '${files.general}'`,
    ]);
    // A general log writes a time only when the second differs from that of the previous record, in whichever file that
    // was.
    await sleep(1100);
    await work();
    await until('the end of all sessions', async () => {
      const [rows] = await this.asOwner([
        `SELECT count(*) AS n FROM information_schema.processlist WHERE user NOT IN ('${OWNER}', 'system user')`,
      ]);
      return Number((rows as { n: bigint }[])[0]?.n) === 0;
    });
    const mark = `end of ${name}`;
    await this.asOwner([`SELECT '${mark}'`]);
    await until('the end of the logs', () =>
      Object.values(files).every((path) => readFileSync(path, 'latin1').includes(mark)),
    );
    return files;
  }

  async stop(): Promise<void> {
    await this.#stop();
    rmSync(this.#folder, { recursive: true });
  }
}

/**
 * Starts a server; returns a string with the reason if there is none.
 *
 * @param more arguments besides the usual ones
 */
export async function startMariadb(more: readonly string[] = []): Promise<MariadbServer | string> {
  const programs = findPrograms(['mariadb-install-db', 'mariadbd', 'mariadb', 'mariadb-slap']);
  if (typeof programs === 'string') return programs;
  const { folder, account } = serverFolder('querygate-mariadb');
  let server: ChildProcess | undefined;
  const stop = () => endProcess(server, 'SIGTERM');
  // A general log has local times without a zone.
  const env = { ...process.env, TZ: 'UTC', TMPDIR: folder };
  try {
    const data = ownFolder(join(folder, 'data'), account);
    const common = ['--no-defaults', `--datadir=${data}`, '--innodb-buffer-pool-size=16M', '--innodb-log-file-size=4M'];
    await runProgram(
      programs['mariadb-install-db'],
      [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { ...account, cwd: folder, env },
    );
    const init = [
      `CREATE OR REPLACE USER ${OWNER}@localhost`,
      `GRANT ALL ON *.* TO ${OWNER}@localhost WITH GRANT OPTION`,
    ];
    const daemon = spawn(
      programs.mariadbd,
      [
        ...[
          ...common,
          `--socket=${join(folder, 'mysqld.sock')}`,
          `--pid-file=${join(folder, 'pid')}`,
          '--skip-networking',
        ],
        ...['--skip-log-bin', '--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--local-infile'],
        ...['--slow-query-log=1', '--long-query-time=0', '--general-log=1', '--character-set-server=utf8mb4'],
        ...[`--slow-query-log-file=${join(folder, 'slow.log')}`, `--general-log-file=${join(folder, 'general.log')}`],
        ...more,
      ],
      { ...account, cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let complaint = '';
    server = daemon;
    daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    const started = new MariadbServer(folder, programs, stop);
    await until('the server', async () => {
      if (daemon.exitCode !== null) throw new Error(`the server has ended: ${complaint}`);
      return prepareOwner(started, init).then(
        () => true,
        () => false,
      );
    });
    return started;
  } catch (error) {
    await stop();
    rmSync(folder, { recursive: true });
    throw error;
  }
}

async function prepareOwner(server: MariadbServer, statements: readonly string[]): Promise<void> {
  const connection = await server.connect('root');
  try {
    for (const sql of statements) await connection.query(sql);
  } finally {
    await connection.end();
  }
}
