import type { RunningServer, ServerOptions } from './start.ts';

// The door of the server: what its entry points start. It loads nothing by itself, since each thread of the engine enters here
// too, and needs neither HTTP nor a store.

export type { RunningServer, ServerOptions } from './start.ts';

/** See start.ts. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await import('./start.ts')).startServer(options);
}

/** What a thread of the engine does, from its start; see engine/worker.ts. */
export async function runEngineWorker(): Promise<void> {
  await (await import('./engine/worker.ts')).runEngineWorker();
}
