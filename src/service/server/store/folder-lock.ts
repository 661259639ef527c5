import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../../model/index.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** Who holds a folder. */
interface Holder {
  readonly pid: number;
  /** Of the machine, or of the container. */
  readonly host: string;
  /** Tells two processes with one number apart; the empty text where the system does not say when a process began. */
  readonly began: string;
  /** Tells two locks of one process apart. */
  readonly id: string;
}

const FILE = 'store.lock';
/** A process of another host shows that it lives by touching the lock. */
const TOUCH_MS = 5_000;
const STALE_MS = 60_000;
const held = new Set<string>();

/**
 * Takes a folder for this process alone; what a killed process left behind is taken over. Raises ConfigError where another
 * one has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, FILE);
  const own: Holder = { pid: process.pid, host: hostname(), began: beginOf(process.pid), id: randomUUID() };
  const draft = join(folder, `${FILE}.${own.id}`);
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link is made whole or not at all, and only where there is none.
    while (!(await tryLink(draft, path))) await removeStale(path, folder);
  } finally {
    await rm(draft, { force: true });
  }
  held.add(own.id);
  const timer = setInterval(() => void touch(path), TOUCH_MS).unref();
  return {
    release: async () => {
      if (!held.delete(own.id)) return;
      clearInterval(timer);
      if ((await holderOf(path))?.id === own.id) await rm(path, { force: true });
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
    await refuseLiving(path, folder);
    await rm(path, { force: true });
  } finally {
    await rmdir(door);
  }
}

async function refuseLiving(path: string, folder: string): Promise<void> {
  const holder = await holderOf(path);
  if (!holder || !(await lives(holder, path))) return;
  const where = holder.host === hostname() ? '' : ` on \`${holder.host}\``;
  throw new ConfigError(
    `the folder \`${folder}\` is in use by process ${holder.pid}${where}: end it first, or use PostgreSQL (\`--database\`), which several can share`,
  );
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const { pid, host, began, id } = JSON.parse(await readFile(path, 'utf8')) as Holder;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, began, id } : undefined;
  } catch {
    return undefined;
  }
}

async function lives({ pid, host, began, id }: Holder, path: string): Promise<boolean> {
  if (host !== hostname()) {
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
