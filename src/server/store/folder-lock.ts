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

/** Who holds a folder. */
interface Holder {
  readonly pid: number;
  /** Of the machine, or of the container. */
  readonly host: string;
  /** Where its number is one: containers and the like may share the name of the host and not the numbers of processes. */
  readonly space: string;
  /** Tells two processes with one number apart; the empty text where the system does not say when a process began. */
  readonly began: string;
  /** Tells two locks of one process apart. */
  readonly id: string;
  /** File at which the kernel tells whether it lives, in the folder; undefined where it could not be made. */
  readonly sign?: string | undefined;
}

const FILE = 'store.lock';
/** A process whose number says nothing here shows that it lives by touching the lock. */
const TOUCH_MS = 5_000;
const STALE_MS = 60_000;
const held = new Set<string>();

/**
 * Takes a folder for this process alone; what a killed process left behind is taken over. Raises ConfigError where another
 * one has it.
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
    // A link is made whole or not at all, and only where there is none.
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
      // In this order: once it gives no sign of life, others remove its lock, and this would remove theirs.
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

/** Removes the lock of a process that is no more, one process at a time. Raises ConfigError where its process lives. */
async function removeStale(path: string, folder: string): Promise<void> {
  await refuseLiving(path, folder);
  const door = `${path}.door`;
  try {
    await mkdir(door);
  } catch {
    const made = await stat(door).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > STALE_MS) await rmdir(door).catch(() => undefined);
    await sleep(50);
    return;
  }
  try {
    // Again: behind the door nobody else removes, so that what is stale now is not a lock that was taken since.
    const dead = await refuseLiving(path, folder);
    await rm(path, { force: true });
    if (dead?.sign !== undefined) await rm(join(folder, dead.sign), { force: true });
  } finally {
    await rmdir(door);
  }
}

/** Who held it, and lives no more. */
async function refuseLiving(path: string, folder: string): Promise<Holder | undefined> {
  const holder = await holderOf(path);
  if (!holder || !(await lives(holder, path, folder))) return holder;
  const where = holder.host === hostname() ? '' : ` on \`${holder.host}\``;
  throw new ConfigError(
    `the folder \`${folder}\` is in use by process ${holder.pid}${where}: end it first, or use PostgreSQL (\`--database-url\`), which several can share`,
  );
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Holder;
    const { pid, host, sign } = holder;
    // It names a file that is removed: nothing but what we give it ourselves.
    const isOurs = sign === undefined || LivenessSocket.isName(sign);
    return typeof pid === 'number' && typeof host === 'string' && isOurs ? holder : undefined;
  } catch {
    return undefined;
  }
}

async function lives({ pid, host, space, began, id, sign }: Holder, path: string, folder: string): Promise<boolean> {
  if (host !== hostname() || space !== pidSpace()) {
    // Whoever has our kernel can be asked; the kernel answers for it, also where it has no time.
    const hasOurKernel = began !== '' && bootOf(began) === bootOf(beginOf(process.pid));
    const answer = sign !== undefined && hasOurKernel ? await answersAt(folder, sign) : undefined;
    if (answer !== undefined) return answer;
    const touched = await stat(path).catch(() => undefined);
    return touched !== undefined && Date.now() - touched.mtimeMs < STALE_MS;
  }
  // A container's first process has the same number each time.
  if (pid === process.pid) return held.has(id);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return began === beginOf(pid);
}

/** Processes with equal ones know each other by number; the empty text where the system has one only, or does not say. */
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

/** When a process began, as Linux tells it: the boot, and clock ticks since then. */
function beginOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name of the program, in brackets, may hold anything; the start is the 20th field behind it (proc(5), field 22).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return `${boot} ${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}
