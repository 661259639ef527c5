import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HANGS } from '../timeouts.ts';

/**
 * Where Debian installs programs that are not on every PATH; the newest PostgreSQL first. `QUERYGATE_TEST_POSTGRESQL` is
 * a folder with the programs of another version.
 */
function folders(): readonly string[] {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    process.env['QUERYGATE_TEST_POSTGRESQL'] ?? '',
    ...newest.map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
  ].filter((folder) => folder !== '');
}

/** The paths of programs, by name; or the name of one that is missing. */
export function findPrograms<const Name extends string>(names: readonly Name[]): Record<Name, string> | string {
  const all = folders();
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const path = all.map((folder) => join(folder, name)).find(isProgram);
    if (path === undefined) return `\`${name}\` is not installed`;
    found[name] = path;
  }
  return found as Record<Name, string>;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The account that runs a server, because servers refuse to run as root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** An empty folder in the system's temporary folder, and its owner. */
export function serverFolder(name: string): { readonly folder: string; readonly account: Account } {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  if (process.getuid?.() !== 0) return { folder, account: {} };
  const id = (option: string) => Number(spawnSync('id', [option, 'nobody']).stdout.toString().trim());
  const account = { uid: id('-u'), gid: id('-g') };
  chmodSync(folder, 0o755);
  chownSync(folder, account.uid, account.gid);
  return { folder, account };
}

/** A folder of the account's own. */
export function ownFolder(path: string, { uid, gid }: Account): string {
  mkdirSync(path, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  return path;
}

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. Raises if its exit status is not allowed. */
export async function runProgram(
  path: string,
  args: readonly string[],
  options: SpawnOptions & { readonly input?: string; readonly allowed?: readonly number[] } = {},
): Promise<Output> {
  const { input = '', allowed = [0], ...rest } = options;
  const child = spawn(path, args, { ...rest, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // A program that ends early has read enough: its exit status decides.
  child.stdin.on('error', () => undefined).end(input);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (status === null || !allowed.includes(status))
    throw new Error(`${path} ended with ${status}: ${output.stderr.slice(-2000)}`);
  return output;
}

/** Polls. Raises if the answer stays false. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  seconds = HANGS / 1000,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`${what}: waited for ${seconds} seconds in vain`);
}

/** Stops a server that was started here, and waits until it has ended. */
export async function endProcess(server: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.on('close', resolve));
  server.kill(signal);
  await gone;
}

/** Starts a server; if that fails, or programs are missing, returns why the tests are skipped. */
export async function tryStart<Server>(
  what: string,
  start: () => Promise<Server | string>,
): Promise<Server | undefined> {
  let reason: string;
  try {
    const started = await start();
    if (typeof started !== 'string') return started;
    reason = started;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  process.stdout.write(`not run: ${what} (${reason.replaceAll(/\s+/g, ' ').trim().slice(0, 400)})\n`);
  return undefined;
}
