import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSimulation } from '../../../src/server/simulations/start.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { openDatabase } from '../../../src/server/store/open.ts';
import { createWorkspace } from '../../../src/server/workspaces/create.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { copyNewStore } from '../new-store.ts';
import { quickFolder } from '../quick-folder.ts';
import { RunnerProcesses } from './processes.ts';
import { addKey, auditOf, simulationRequest } from './request.ts';
import { simulationOf } from './stored.ts';

// The embedded store: one process at a time, which continues the work of the one before.

const engine = madeEngine({ loadRuleset: loadAnything });
/** Longer than any test. */
const LEASE = 600_000;

let folder: string;
let processes: RunnerProcesses;

beforeEach(async () => {
  folder = quickFolder('restart');
  await copyNewStore(join(folder, 'data'));
  processes = new RunnerProcesses();
});
afterEach(async () => {
  await processes.endAll();
  rmSync(folder, { recursive: true });
});

async function inStore<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ folder: join(folder, 'data') });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

test('a simulation continues at once in the next process, however the one before ended', async () => {
  const id = await inStore(async (db) => {
    const ctx = { db, now: () => new Date() };
    await createWorkspace(ctx, engine, { id: 'acme', name: 'A' }, { kind: 'admin', id: undefined, name: 'root' });
    await addKey(db, 'acme');
    return (await startSimulation(ctx, engine, simulationRequest('acme', 'a'))).id;
  });
  const store = { folder: join(folder, 'data') };
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const number = await processes.start(store, { duration: 600_000, lease: LEASE });
    await processes.until('begin', (line) => line.process === number);
    await processes.end(number, signal);
  }
  const last = await processes.start(store, { duration: 10, lease: LEASE });
  await processes.until('end', (line) => line.process === last);
  await processes.end(last, 'SIGTERM');
  await inStore(async (db) => {
    expect(await simulationOf({ db }, 'acme', id)).toMatchObject({ status: 'done' });
    expect(await auditOf(db, 'acme', 'simulation.ended')).toHaveLength(1);
    // A requested stop does not count as an attempt; a crash does, since the simulation may have caused it.
    expect((await db.query('SELECT attempts FROM simulations')).rows).toEqual([{ attempts: 2 }]);
  });
});
