import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../load/service-process.ts';
import { residentBytes } from '../load/usage.ts';
import type { Journal } from './journal.ts';

/** Memory of a server at a moment; `life` stays the same until it is restarted. */
interface MemorySample {
  readonly second: number;
  readonly server: string;
  readonly life: number;
  readonly bytes: number;
}

/** The servers of one store: some are running, one may be dead. */
export class Fleet {
  readonly servers: readonly ServiceProcess[];
  readonly memory: MemorySample[] = [];
  #turn = 0;

  constructor(servers: readonly ServiceProcess[]) {
    this.servers = servers;
  }

  get ready(): readonly ServiceProcess[] {
    return this.servers.filter(({ isReady }) => isReady);
  }

  /** The next ready server; waits if there is none. Raises Error after two minutes without any. */
  async next(): Promise<ServiceProcess> {
    for (let tries = 0; tries < 2400; tries++) {
      const { ready } = this;
      const server = ready[this.#turn++ % Math.max(1, ready.length)];
      if (server) return server;
      await sleep(50);
    }
    throw new Error('no server was ready for two minutes');
  }

  /** Kills and restarts one after the other at a given interval until the run ends. */
  async kill(journal: Journal, everySeconds: number, signal: AbortSignal): Promise<void> {
    for (let turn = 0; ; turn++) {
      await pause((everySeconds + Math.random()) * 1000, signal);
      if (signal.aborted) return;
      const server = this.servers[turn % this.servers.length];
      if (!server) return;
      await server.end('SIGKILL');
      journal.kills++;
      await pause(200 + Math.random() * 1800, signal);
      // Also after the run has ended, because the final checks ask all of them.
      await server.start();
    }
  }

  /** Samples the servers' memory until the run ends. */
  async watch(signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    while (!signal.aborted) {
      for (const server of this.ready) {
        const bytes = residentBytes(server.pid);
        const second = Math.round((performance.now() - begun) / 1000);
        if (bytes !== undefined) this.memory.push({ second, server: server.name, life: server.starts, bytes });
      }
      await pause(5000, signal);
    }
  }

  /** Stops all of them, and deletes their logs. */
  async end(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end('SIGTERM')));
    for (const server of this.servers) server.forget();
  }
}

/** Waits for a number of milliseconds, or until the run ends. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
