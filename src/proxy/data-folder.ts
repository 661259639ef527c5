import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../model/index.ts';
import { writeAtomically } from './atomic-file.ts';
import { checkProxyId } from './events/index.ts';

/** The folder in which a proxy keeps its rules and its events. One process at a time uses it. */
export interface DataFolder {
  readonly rules: string;
  readonly events: string;
  /** The given id; else the one of earlier runs; else a new one of the host name and random characters. */
  readonly proxyId: string;
  close(): Promise<void>;
}

const LOCK = 'lock';
const ID = 'proxy-id';
/** A socket's path has at most 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_BYTES = 103;

/**
 * Opens or creates the folder. Raises ConfigError if another process uses it, other users can read it, or it cannot be
 * written.
 */
export async function openDataFolder(path: string, id?: string): Promise<DataFolder> {
  const given = id === undefined ? undefined : checkProxyId(id);
  let lock: Server | undefined;
  try {
    const [rules, events] = [join(path, 'rules'), join(path, 'events')];
    await mkdir(path, { recursive: true, mode: 0o700 });
    await checkPrivate(path);
    lock = await lockFolder(path);
    for (const folder of [rules, events]) await mkdir(folder, { recursive: true, mode: 0o700 });
    return { rules, events, proxyId: given ?? (await knownId(path)), close: () => close(lock) };
  } catch (error) {
    await close(lock);
    if (error instanceof ConfigError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(`the folder \`${path}\` cannot be used (${code}); give one that the proxy can write`);
  }
}

/** It can hold texts of queries. */
async function checkPrivate(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  throw new ConfigError(`other users can read the folder \`${path}\`; run \`chmod 700\` on it`);
}

/** Another process cannot listen on the socket; that of a process that ended does not answer and is replaced. */
async function lockFolder(folder: string): Promise<Server> {
  const path = join(folder, LOCK);
  if (Buffer.byteLength(path) > MAX_SOCKET_BYTES)
    throw new ConfigError(`the path of the folder \`${folder}\` is too long; use one with at most 90 characters`);
  for (let attempt = 1; ; attempt++) {
    try {
      return await listen(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (attempt > 3 || (await answers(path)))
        throw new ConfigError(`another proxy uses the folder \`${folder}\`; give each proxy a folder of its own`);
      await rm(path, { force: true });
    }
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // The lock alone does not keep a process alive.
  return server.unref();
}

async function answers(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function close(server: Server | undefined): Promise<void> {
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
}

async function knownId(folder: string): Promise<string> {
  const path = join(folder, ID);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return checkProxyId(known.trim());
  const host = hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 80);
  const made = `${host === '' ? 'proxy' : host}-${randomBytes(4).toString('hex')}`;
  await writeAtomically(path, `${made}\n`);
  return made;
}
