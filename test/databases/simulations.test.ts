import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../src/server/context/types.ts';
import { readSimulation } from '../../src/server/simulations/read.ts';
import { startSimulation } from '../../src/server/simulations/start.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { createWorkspace } from '../../src/server/workspaces/create.ts';
import { loadAnything, madeEngine } from '../server/made-engine.ts';
import { RunnerProcesses } from '../server/simulations/processes.ts';
import { addKey, auditOf, simulationRequest } from '../server/simulations/request.ts';
import { makeDatabase } from '../server/test-store.ts';
import { HANGS } from '../timeouts.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// Processes that run simulations side by side on one PostgreSQL.

const LEASE = 3000;
const engine = madeEngine({ loadRuleset: loadAnything });
const server = await tryStart('simulations of two processes on PostgreSQL', startPostgresql);

describe.runIf(server !== undefined)('two processes', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  let ctx: Context;
  let processes: RunnerProcesses;

  beforeAll(async () => {
    database = await makeDatabase(urlOf(server));
    const db = await openDatabase({ url: database.url });
    ctx = { db, now: () => new Date() };
    await migrate(db);
    await createWorkspace(ctx, engine, { id: 'acme', name: 'A' }, { kind: 'admin', id: undefined, name: 'root' });
    await addKey(db, 'acme');
  });
  afterAll(async () => {
    await ctx.db.close();
    await database.drop();
    await server?.stop();
  });
  beforeEach(() => {
    processes = new RunnerProcesses();
  });
  afterEach(async () => {
    await processes.endAll();
    await ctx.db.query('DELETE FROM simulations');
  });

  /** Starts a simulation; processes identify it by its commit. */
  async function start(name: string): Promise<string> {
    const template = simulationRequest('acme', name);
    const request = { ...template.request, head: { ...template.request.head, commit: name } };
    return (await startSimulation(ctx, engine, { ...template, request })).id;
  }

  async function done(id: string): Promise<void> {
    for (const end = Date.now() + HANGS; Date.now() < end; ) {
      if ((await readSimulation(ctx, 'acme', id)).status === 'done') return;
      await sleep(20);
    }
    throw new Error(`the simulation ${id} does not end`);
  }

  test('share the work and run nothing twice', async () => {
    const store = { url: database.url };
    await processes.start(store, { duration: 100, lease: LEASE });
    await processes.start(store, { duration: 100, lease: LEASE });
    const names = Array.from({ length: 20 }, (_, at) => `s${at}`);
    const ids = await Promise.all(names.map(start));
    await Promise.all(ids.map(done));
    const begun = processes.lines.filter(({ event }) => event === 'begin');
    expect(begun.map(({ simulation }) => simulation).sort()).toEqual([...names].sort());
    expect(new Set(begun.map(({ process }) => process)).size).toBe(2);
    const ended = await auditOf(ctx.db, 'acme', 'simulation.ended');
    expect(ended.filter(({ details }) => ids.includes((details as { simulation: string }).simulation))).toHaveLength(
      20,
    );
  });

  test('one takes over the work of a killed one when its lease expires, and not before', async () => {
    const store = { url: database.url };
    const first = await processes.start(store, { duration: 600_000, lease: LEASE });
    const id = await start('kill');
    await processes.until('begin', ({ process }) => process === first);
    const second = await processes.start(store, { duration: 100, lease: LEASE });
    // The first process renews its lease, so the second waits as long as the first lives.
    await sleep(2 * LEASE);
    expect(processes.lines.filter(({ event }) => event === 'begin')).toHaveLength(1);
    const killed = await processes.end(first, 'SIGKILL');
    const taken = await processes.until('begin', ({ process }) => process === second);
    // The last renewal may have been just before the end, or a fifth of the lease earlier.
    expect(taken.at - killed).toBeGreaterThan(LEASE / 2);
    expect(taken.at - killed).toBeLessThan(LEASE + 3000);
    await done(id);
    expect((await ctx.db.query('SELECT attempts FROM simulations')).rows).toEqual([{ attempts: 2 }]);
  });

  test('one that was paused, and wakes after the other took over, stops its run and stores nothing', async () => {
    const store = { url: database.url };
    const first = await processes.start(store, { duration: 600_000, lease: LEASE });
    const id = await start('still');
    await processes.until('begin', ({ process }) => process === first);
    await processes.end(first, 'SIGSTOP');
    const second = await processes.start(store, { duration: 4000, lease: LEASE });
    await processes.until('begin', ({ process }) => process === second);
    processes.continue(first);
    const ended = await processes.until('end', ({ process }) => process === first);
    const finished = await processes.until('end', ({ process }) => process === second);
    expect(ended.at).toBeLessThan(finished.at);
    await done(id);
    const { rows } = await ctx.db.query<{ attempts: number }>('SELECT attempts FROM simulations');
    expect(rows).toEqual([{ attempts: 2 }]);
  });

  test('one that is stopped hands its work over at once', async () => {
    const store = { url: database.url };
    const first = await processes.start(store, { duration: 600_000, lease: 600_000 });
    const id = await start('end');
    await processes.until('begin', ({ process }) => process === first);
    const second = await processes.start(store, { duration: 100, lease: LEASE });
    await processes.end(first, 'SIGTERM');
    await processes.until('end', ({ process }) => process === second);
    await done(id);
    expect((await ctx.db.query('SELECT attempts FROM simulations')).rows).toEqual([{ attempts: 1 }]);
  });
});

function urlOf(started: PostgresqlServer | undefined): string {
  return `postgresql://owner@localhost/postgres?host=${encodeURIComponent(started?.folder ?? '')}`;
}
