import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ConfigError } from '../../../model/index.ts';

/** A PostgreSQL server with files in a temporary folder, reachable only through the socket in it. */
export interface LocalServer {
  /** Folder of the socket. */
  readonly folder: string;
  readonly port: number;
  /** Stops it, and removes the folder. */
  close(): Promise<void>;
}

const PORT = 5432;
/** Packages put each version into a folder of its own, which is on no PATH. */
const VERSIONS = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt'];
const START_TIMEOUT_MS = 60_000;
/** What is lost with a crash is thrown away anyway. */
const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'];

/** Starts a server whose superuser is `user`, by the programs in a folder. Raises ConfigError if it does not start. */
export async function startInstalled(programs: string, user: string): Promise<LocalServer> {
  const account = accountOf();
  // A socket's path is limited to about 100 characters.
  const folder = mkdtempSync('/tmp/querygate-record-');
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let started: ChildProcess | undefined;
  process.once('exit', () => {
    started?.kill('SIGKILL');
    remove();
  });
  try {
    const options = ['-D', data, '-U', user, '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    await finished(
      spawn(join(programs, 'initdb'), options, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }),
    );
    const settings = [...FAST, 'listen_addresses=', `unix_socket_directories=${folder}`].flatMap((each) => [
      '-c',
      each,
    ]);
    const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(PORT), ...settings], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C in a terminal ends the command, and then the server.
      detached: true,
    });
    started = server;
    await ready(server);
    return {
      folder,
      port: PORT,
      close: async () => {
        // It may have ended by itself.
        if (server.exitCode === null && server.signalCode === null) {
          const ended = new Promise((resolve) => server.once('exit', resolve));
          server.kill('SIGINT');
          await ended;
        }
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folder with `initdb` and `postgres`, of the newest version; undefined if none is installed. */
export function programsFolder(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const versioned = VERSIONS.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^(?:postgresql@?)?[\d.]+$/.test(name))
      .sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
      .map((name) => join(folder, name, 'bin')),
  );
  return [...onPath, ...versioned].find(
    (folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root, as which containers of CI jobs run. */
function accountOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? [];
  if (uid === undefined || gid === undefined)
    throw new ConfigError(
      'PostgreSQL does not run as root, and there is no account `postgres` or `nobody`; create one, or use `--upstream`',
    );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Resolves when the program has ended well. Raises ConfigError with the end of what it printed. */
async function finished(child: ChildProcess): Promise<void> {
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new ConfigError(`a scratch database could not be made: ${causeIn(printed)}`);
}

/** Resolves when the server accepts connections. */
async function ready(server: ChildProcess): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new ConfigError(`the scratch database did not start: ${causeIn(printed)}`));
    const timer = setTimeout(() => {
      server.kill('SIGKILL');
      fail();
    }, START_TIMEOUT_MS);
    server.once('error', reject);
    server.once('exit', () => {
      clearTimeout(timer);
      fail();
    });
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
      if (!printed.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The line that says what went wrong; what follows it is clean-up. */
function causeIn(text: string): string {
  const lines = text.trim().split('\n');
  return (lines.find((line) => /\b(?:error|fatal)\b/i.test(line)) ?? lines.at(-1))?.trim() || 'it printed nothing';
}
