import { serveSessions } from './one-session-server.ts';
import { startInMemory } from './pglite.ts';

// What runs the embedded PostgreSQL: one module, since the bundle may hold it only once.

export { runStoreThread } from './embedded-worker.ts';

/** Serves an empty database at the socket `path`. `stopped` is called if PostgreSQL ends. */
export async function serveScratchDatabase(path: string, stopped: (error: unknown) => void): Promise<void> {
  await serveSessions(await startInMemory(undefined), path, stopped);
}
