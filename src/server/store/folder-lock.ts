import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../model/index.ts';
import { answersAt, LivenessSocket } from './liveness-socket.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** The process that holds a folder. */
interface Holder {
  readonly pid: number;
  /** Host name of the machine or container. */
  readonly host: string;
  /** PID namespace: containers can share a host name but not process ids. */
  readonly space: string;
  /** Start of the process: distinguishes processes with the same pid. Empty if the system does not tell. */
  readonly began: string;
  /** Distinguishes two locks of one process. */
  readonly id: string;
  /** Name of the liveness socket in the folder; undefined if it could not be created. */
  readonly sign?: string | undefined;
}

const FILE = 'store.lock';
/** A process shows that it is alive by touching the lock file, for processes that cannot check its pid. */
const TOUCH_MS = 5_000;
const STALE_MS = 60_000;
const held = new Set<string>();

/**
 * Locks a folder for this process. The lock of a killed process is taken over. Raises ConfigError if another process
 * holds the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, FILE);
  const id = randomUUID();
  const { pid } = process;
  const sign = await LivenessSocket.give(folder, id);
  const own: Holder = { pid, host: hostname(), space: pidSpace(), began: beginOf(pid), id, sign: sign?.name };
  const draft = join(folder, `${FILE}.${own.id}`);
  try {
    await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
    // Creating a link is atomic, and fails if the file exists.
    while (!(await tryLink(draft, path))) await removeStale(path, folder);
  } catch (error) {
    await sign?.end();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  held.add(own.id);
  const timer = setInterval(() => void touch(path), TOUCH_MS).unref();
  return {
    release: async () => {
      if (!held.delete(own.id)) return;
      clearInterval(timer);
      // In this order: once the liveness socket is gone, another process can take the lock, and this would remove it.
      if ((await holderOf(path))?.id === own.id) await rm(path, { force: true });
      await sign?.end();
    },
  };
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

/** Removes the lock of a dead process, in one process at a time. Raises ConfigError if the holder is alive. */
async function removeStale(path: string, folder: string): Promise<void> {
  await refuseLiving(path, folder);
  const mutex = `${path}.door`;
  try {
    await mkdir(mutex);
  } catch {
    const made = await stat(mutex).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > STALE_MS) await rmdir(mutex).catch(() => undefined);
    await sleep(50);
    return;
  }
  try {
    // Check again under the mutex: the lock may be a new one that was taken in the meantime.
    const dead = await refuseLiving(path, folder);
    await rm(path, { force: true });
    if (dead?.sign !== undefined) await rm(join(folder, dead.sign), { force: true });
  } finally {
    await rmdir(mutex);
  }
}

/** Another process is using the folder. */
export class FolderInUse extends ConfigError {}

/** Returns the dead holder. Raises FolderInUse if the holder is alive. */
async function refuseLiving(path: string, folder: string): Promise<Holder | undefined> {
  const holder = await holderOf(path);
  if (!holder || !(await lives(holder, path, folder))) return holder;
  const where = holder.host === hostname() ? '' : ` on \`${holder.host}\``;
  throw new FolderInUse(
    `the folder \`${folder}\` is in use by process ${holder.pid}${where}; stop it first, or use PostgreSQL (\`--database-url\`), which several servers can share`,
  );
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Holder;
    const { pid, host, sign } = holder;
    // `sign` names a file that will be removed, so accept only names that we create.
    const isOurs = sign === undefined || LivenessSocket.isName(sign);
    return typeof pid === 'number' && typeof host === 'string' && isOurs ? holder : undefined;
  } catch {
    return undefined;
  }
}

async function lives({ pid, host, space, began, id, sign }: Holder, path: string, folder: string): Promise<boolean> {
  if (host !== hostname() || space !== pidSpace()) {
    // On the same kernel, the liveness socket tells, even if the process is too busy to answer.
    const hasOurKernel = began !== '' && bootOf(began) === bootOf(beginOf(process.pid));
    const answer = sign !== undefined && hasOurKernel ? await answersAt(folder, sign) : undefined;
    if (answer !== undefined) return answer;
    const touched = await stat(path).catch(() => undefined);
    return touched !== undefined && Date.now() - touched.mtimeMs < STALE_MS;
  }
  // The first process of a container always has the same pid.
  if (pid === process.pid) return held.has(id);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return began === beginOf(pid);
}

/** The PID namespace of this process; empty if the system has only one or does not tell. */
function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function bootOf(began: string): string {
  return began.split(' ')[0] ?? '';
}

/** When a process started (Linux): boot id, and clock ticks since the boot. */
function beginOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The program name in parentheses can contain anything; the start time is the 20th field after it (proc(5), field
    // 22).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return `${boot} ${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}
