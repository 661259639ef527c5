import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { z } from 'zod';
import { ConfigError } from '../../model/index.ts';
import { readCommand } from './commands.ts';
import { adminError, MOST_LINE_BYTES, requestSchema, VERSION } from './exchange.ts';
import { oneLine } from './one-line.ts';
import { type AdminDeps, runAdmin } from './run-admin.ts';
import { socketPath } from './socket-path.ts';

/** Commands at once; each may hold a snapshot. */
const CONNECTIONS = 4;
/** Milliseconds for which nothing may come. */
const SILENCE = 30_000;

/**
 * Lets `querygate admin` reach a server that has an embedded store: by a Unix socket in its folder, which only the user of the
 * server may open. The folder is locked by this process, so a socket that is there already is one that a dead server left.
 * Raises ConfigError.
 */
export async function listenAdmin(deps: AdminDeps, folder: string): Promise<{ close(): Promise<void> }> {
  const path = socketPath(folder);
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    const work = serve(deps, socket, () => open.delete(socket)).finally(() => running.delete(work));
    running.add(work);
  });
  server.maxConnections = CONNECTIONS;
  await listen(server, path);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Whoever has not asked yet is not waited for.
      for (const socket of open) socket.destroy();
      await Promise.all(running);
      await closed;
      await rm(path, { force: true });
    },
  };
}

async function listen(server: Server, path: string): Promise<void> {
  // The socket comes into being inside `listen`, and nobody else may open it from the first moment on.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`cannot make the socket \`${path}\` (${code}): let this user write the folder`);
  } finally {
    process.umask(mask);
  }
}

async function serve(deps: AdminDeps, socket: Socket, asked: () => void): Promise<void> {
  try {
    const line = await oneLine(socket, MOST_LINE_BYTES, SILENCE);
    asked();
    socket.end(`${JSON.stringify(await answer(deps, line))}\n`);
  } catch {
    // It asked nothing that could be answered.
    socket.destroy();
  }
}

async function answer(deps: AdminDeps, line: string): Promise<unknown> {
  try {
    const { version, name, command } = readRequest(line);
    if (version !== VERSION)
      throw new ConfigError(
        `the server that has the folder is querygate ${VERSION}, and this is ${version}; use the same version`,
      );
    return { result: await runAdmin(deps, readCommand(command), name) };
  } catch (error) {
    return { error: adminError(error) };
  }
}

function readRequest(line: string): z.output<typeof requestSchema> {
  try {
    return requestSchema.parse(JSON.parse(line));
  } catch {
    throw new ConfigError('what came is no command; `querygate admin` of the same version sends them');
  }
}
