import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { z } from 'zod';
import { ConfigError } from '../../model/index.ts';
import { readCommand } from './commands.ts';
import { adminError, MAX_LINE_BYTES, requestSchema, VERSION } from './exchange.ts';
import { oneLine } from './read-line.ts';
import { type AdminDeps, runAdmin } from './run-admin.ts';
import { socketPath } from './socket-path.ts';

/** Concurrent commands; each can carry a snapshot. */
const CONNECTIONS = 4;
/** Milliseconds without data until a connection is closed. */
const SILENCE = 30_000;

/**
 * Accepts commands of `querygate admin` for an embedded store, on a Unix socket in its folder that only the user of the
 * server can open. This process holds the lock of the folder, so an existing socket is left over from a dead server and
 * is removed.
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
      // Connections without a command are closed.
      for (const socket of open) socket.destroy();
      await Promise.all(running);
      await closed;
      await rm(path, { force: true });
    },
  };
}

async function listen(server: Server, path: string): Promise<void> {
  // `listen` creates the socket: the umask keeps other users out from the start.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`cannot create the socket \`${path}\` (${code}): make its folder writable for this user`);
  } finally {
    process.umask(mask);
  }
}

async function serve(deps: AdminDeps, socket: Socket, onRequest: () => void): Promise<void> {
  try {
    const line = await oneLine(socket, MAX_LINE_BYTES, SILENCE);
    onRequest();
    socket.end(`${JSON.stringify(await answer(deps, line))}\n`);
  } catch {
    // There was no complete request to answer.
    socket.destroy();
  }
}

async function answer(deps: AdminDeps, line: string): Promise<unknown> {
  try {
    const { version, name, command } = readRequest(line);
    if (version !== VERSION)
      throw new ConfigError(
        `the server that is using the folder is querygate ${VERSION}, and this command is ${version}; use the same version`,
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
    throw new ConfigError('not a valid command; use `querygate admin` of the same version as the server');
  }
}
