import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { endProcess, findPrograms, ownFolder, runProgram, serverFolder, until } from '../../test/databases/program.ts';

const OWNER = 'querygate';

/** A local PostgreSQL with durable settings (fsync, full pages), as in production. */
export interface LoadDatabase {
  /** For `--database-url`: through a socket in its folder. */
  readonly url: string;
  readonly pid: number;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts one; returns a string with the reason if there is none. */
export async function startLoadDatabase(): Promise<LoadDatabase | string> {
  const programs = findPrograms(['initdb', 'postgres']);
  if (typeof programs === 'string') return programs;
  const { folder, account } = serverFolder('querygate-load');
  let server: ChildProcess | undefined;
  const stop = async () => {
    await endProcess(server, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    ownFolder(join(folder, 'sockets'), account);
    const { initdb, postgres } = programs;
    const args = ['--auth=trust', `--username=${OWNER}`, '--encoding=UTF8', '--locale=C'];
    await runProgram(initdb, [`--pgdata=${join(folder, 'data')}`, ...args], { ...account, cwd: folder });
    const daemon = spawn(postgres, settings(folder), { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    server = daemon;
    process.on('exit', () => daemon.kill('SIGQUIT'));
    let complaint = '';
    daemon.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    const url = `postgresql://${OWNER}@localhost/postgres?host=${encodeURIComponent(join(folder, 'sockets'))}`;
    let version = '';
    await until('PostgreSQL', async () => {
      if (daemon.exitCode !== null) throw new Error(`PostgreSQL has ended: ${complaint}`);
      version = (await versionOf(url)) ?? '';
      return version !== '';
    });
    return { url, pid: daemon.pid ?? 0, version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function versionOf(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function settings(folder: string): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    listen_addresses: '',
    unix_socket_directories: join(folder, 'sockets'),
    max_connections: '100',
    shared_buffers: '128MB',
  };
  return ['-D', join(folder, 'data'), ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
