import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS, type Simulation, simulationSchema } from '../../../src/contract/index.ts';
import { EngineBusy, EngineLimit, EngineRefusal } from '../../../src/server/engine/engine.ts';
import { type ClaimedSimulation, claimSimulation, finishSimulation } from '../../../src/server/simulations/lease.ts';
import {
  createSimulationRunner,
  type RunnerEvent,
  type SimulationRunner,
  type SimulationRunnerOptions,
} from '../../../src/server/simulations/runner.ts';
import { startSimulation } from '../../../src/server/simulations/start.ts';
import { type Database, StoreError } from '../../../src/server/store/database.ts';
import { createWorkspace } from '../../../src/server/workspaces/create.ts';
import { HANGS } from '../../timeouts.ts';
import { NOON, openTestStore, type TestStore } from '../test-store.ts';
import { type HeldEngine, type HeldRun, heldEngine, NO_CHANGE } from './held-engine.ts';
import { addKey, auditOf, simulationRequest } from './request.ts';
import { simulationOf } from './stored.ts';

let store: TestStore;
let workspace: string;
let made = 0;
let held: HeldEngine;
let runners: SimulationRunner[];
let events: RunnerEvent[];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  store.clock.now = NOON;
  workspace = `w${made++}`;
  held = heldEngine();
  runners = [];
  events = [];
  await createWorkspace(
    store.ctx,
    held.engine,
    { id: workspace, name: 'A' },
    { kind: 'admin', id: undefined, name: 'r' },
  );
  await addKey(store.db, workspace);
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  await store.db.query('DELETE FROM simulations');
});

/** A runner whose lease is short, so that a test can wait for its end. */
function run(more: Partial<SimulationRunnerOptions> = {}): SimulationRunner {
  const runner = createSimulationRunner({
    // Acts as one of several processes: with the embedded store, a single one would reclaim all running simulations.
    ctx: { ...store.ctx, db: cutStore().db },
    engine: held.engine,
    times: { lease: 1000, renewal: 100 },
    poll: 40,
    onEvent: (event) => events.push(event),
    ...more,
  });
  runners.push(runner);
  runner.start();
  return runner;
}

async function start(text = 'a'): Promise<string> {
  return (await startSimulation(store.ctx, held.engine, simulationRequest(workspace, text))).id;
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + HANGS; performance.now() < end; await sleep(20)) if (await holds()) return;
  throw new Error(`${what}: waited in vain`);
}

async function heldRun(count: number): Promise<HeldRun> {
  await until(`run ${count}`, () => held.runs.length >= count);
  const run = held.runs[count - 1];
  if (!run) throw new Error('no such run');
  return run;
}

async function read(id: string): Promise<Simulation> {
  const body = await simulationOf(store.ctx, workspace, id);
  simulationSchema.parse(body);
  return body;
}

async function over(id: string): Promise<Simulation> {
  await until('the end', async () => ['done', 'failed'].includes((await read(id)).status));
  return read(id);
}

async function rowOf(
  id: string,
): Promise<{ status: string; attempts: number; runner: string | null; request: string | null }> {
  const { rows } = await store.db.query<{
    status: string;
    attempts: number;
    runner: string | null;
    request: string | null;
  }>('SELECT status, attempts, runner, request FROM simulations WHERE id = $1', [id]);
  const [row] = rows;
  if (!row) throw new Error('no such simulation');
  return row;
}

const kinds = () => events.map(({ event }) => event);

describe('a simulation', () => {
  test('runs under the active ruleset, and its result is returned', async () => {
    const id = await start();
    run();
    const { task, end } = await heldRun(1);
    expect(task).toMatchObject({ request: simulationRequest(workspace, 'a').request, today: '2026-11-20' });
    expect(task.active.key).toMatch(new RegExp(`^${workspace}/1/[0-9a-f]{64}$`));
    store.clock.now = new Date(NOON.getTime() + 60_000);
    end(NO_CHANGE);
    expect(await over(id)).toMatchObject({
      id,
      workspace,
      createdAt: NOON.toISOString(),
      finishedAt: '2026-11-20T12:01:00.000Z',
      status: 'done',
      outcome: 'no_effective_change',
      engine: { name: 'querygate' },
      ruleset: { version: 1 },
      base: { sources: ['base.yml'] },
      head: { sources: ['head.yml'] },
    });
    expect((await rowOf(id)).request).toBeNull();
    expect(await auditOf(store.db, workspace, 'simulation.ended')).toMatchObject([
      {
        actor: { kind: 'service', name: 'querygate' },
        requestId: 'req_1',
        details: { simulation: id, status: 'done', outcome: 'no_effective_change', ruleset: 1 },
      },
    ]);
    expect(kinds()).toEqual(['taken', 'done']);
  });

  test('reports its progress', async () => {
    const id = await start();
    run();
    const { progress, end } = await heldRun(1);
    progress(300, 1000);
    await until('the progress', async () => {
      const body = await read(id);
      return body.status === 'running' && body.progress.done === 300 && body.progress.total === 1000;
    });
    end(NO_CHANGE);
    await over(id);
  });

  test('starts at once if the runner is woken', async () => {
    const runner = run({ poll: 60_000 });
    await sleep(100);
    await start();
    runner.wake();
    await heldRun(1);
    held.runs[0]?.end(NO_CHANGE);
  });

  test('can run longer than its lease, which is renewed', async () => {
    const id = await start();
    run();
    run();
    const { end, signal } = await heldRun(1);
    await sleep(2500);
    expect(signal.aborted).toBe(false);
    expect(held.runs).toHaveLength(1);
    end(NO_CHANGE);
    await over(id);
    expect(kinds()).toEqual(['taken', 'done']);
  });

  const failures: readonly (readonly [what: string, error: Error, problem: object])[] = [
    [
      'whose flows do not load',
      new EngineRefusal('flows_invalid', [{ detail: 'there is no such key', place: { file: 'flows.yml', line: 2 } }]),
      {
        code: 'flows_invalid',
        status: 422,
        errors: [{ detail: 'there is no such key', place: { file: 'flows.yml', line: 2 } }],
      },
    ],
    [
      'that is too large',
      new EngineLimit('it took more than 600 seconds'),
      { code: 'simulation_too_large', status: 500, detail: expect.stringContaining('600 seconds') },
    ],
  ];
  test.each(failures)('%s fails at once', async (_what, error, problem) => {
    const id = await start();
    run();
    (await heldRun(1)).end(error);
    const body = await over(id);
    expect(body).toMatchObject({ status: 'failed', problem: { ...problem, requestId: 'req_1' } });
    expect(held.runs).toHaveLength(1);
    expect(await auditOf(store.db, workspace, 'simulation.ended')).toMatchObject([
      { details: { simulation: id, status: 'failed' } },
    ]);
  });

  test('with a result that is too large for clients fails', async () => {
    const id = await start();
    run();
    const sources = ['x'.repeat(LIMITS.responseBytes)];
    (await heldRun(1)).end({ ...NO_CHANGE, base: { ...NO_CHANGE.base, sources } });
    expect(await over(id)).toMatchObject({ status: 'failed', problem: { code: 'simulation_too_large' } });
  });

  test('that crashes the engine is started three times, and not a fourth time', async () => {
    const id = await start();
    run();
    for (const attempt of [1, 2, 3]) (await heldRun(attempt)).end(new Error(`defect ${attempt}`));
    expect(await over(id)).toMatchObject({ status: 'failed', problem: { code: 'simulation_failed', status: 500 } });
    await sleep(200);
    expect(held.runs).toHaveLength(3);
    expect(events.filter(({ event }) => event === 'error')).toHaveLength(3);
  });

  test('whose runners die three times fails without a fourth attempt', async () => {
    const id = await start();
    await store.db.query(
      `UPDATE simulations SET status = 'running', runner = 'dead', attempts = 3, lease_until = now() - interval '1 second'
       WHERE id = $1`,
      [id],
    );
    run();
    expect(await over(id)).toMatchObject({ status: 'failed', problem: { code: 'simulation_failed' } });
    expect(held.runs).toHaveLength(0);
  });

  test('is retried if the engine is full, without counting an attempt', async () => {
    const id = await start();
    run();
    for (let attempt = 1; attempt <= 5; attempt++) (await heldRun(attempt)).end(new EngineBusy('no room'));
    (await heldRun(6)).end(NO_CHANGE);
    expect(await over(id)).toMatchObject({ status: 'done' });
    expect((await rowOf(id)).attempts).toBe(1);
  });

  test('is run in order of arrival, one at a time', async () => {
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c']) {
      ids.push(await start(text));
      store.clock.now = new Date(store.clock.now.getTime() + 1000);
    }
    run();
    for (const [index, text] of ['a', 'b', 'c'].entries()) {
      const { task, end } = await heldRun(index + 1);
      expect(task.request.head.files[0]?.text).toBe(text);
      expect(held.open()).toBe(1);
      end(NO_CHANGE);
    }
    await Promise.all(ids.map(over));
  });

  test('runs next to others if that is allowed', async () => {
    for (const text of ['a', 'b', 'c']) await start(text);
    const runner = run({ atOnce: 2 });
    await heldRun(2);
    await sleep(200);
    expect(held.open()).toBe(2);
    expect(runner.running).toBe(2);
    for (const { end } of held.runs) end(NO_CHANGE);
    (await heldRun(3)).end(NO_CHANGE);
  });
});

describe('workspaces', () => {
  test('take turns, however many simulations one of them starts', async () => {
    const second = `${workspace}b`;
    const third = `${workspace}c`;
    const by = { kind: 'admin', id: undefined, name: 'r' } as const;
    for (const id of [second, third]) {
      await createWorkspace(store.ctx, held.engine, { id, name: id }, by);
      await addKey(store.db, id);
    }
    const names = new Map<string, string>();
    const ask = async (where: string, name: string) => {
      store.clock.now = new Date(store.clock.now.getTime() + 1000);
      names.set((await startSimulation(store.ctx, held.engine, simulationRequest(where, name))).id, name);
    };
    const open = new Map<string, ClaimedSimulation>();
    const take = async () => {
      const taken = await claimSimulation(store.db, 'runner', 60_000);
      const name = names.get(taken?.id ?? '') ?? 'none';
      if (taken) open.set(name, taken);
      return name;
    };
    const end = async (name: string) => {
      store.clock.now = new Date(store.clock.now.getTime() + 1000);
      const taken = open.get(name);
      if (!taken) throw new Error(`${name} does not run`);
      await finishSimulation(store.ctx, taken, { status: 'failed', outcome: '{}', details: {} });
    };
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await ask(workspace, name);
    for (const name of ['b1', 'b2']) await ask(second, name);
    // One at a time.
    expect(await take()).toBe('a1');
    await end('a1');
    expect(await take()).toBe('b1');
    await end('b1');
    await ask(third, 'c1');
    expect(await take()).toBe('c1');
    await end('c1');
    expect(await take()).toBe('a2');
    // Several at once: a workspace without a running one is first.
    expect(await take()).toBe('b2');
    expect(await take()).toBe('a3');
    await ask(third, 'c2');
    expect(await take()).toBe('c2');
    // A dead runner does not count.
    await store.db.query(`UPDATE simulations SET lease_until = now() - interval '1 second' WHERE workspace_id = $1`, [
      workspace,
    ]);
    await ask(third, 'c3');
    expect(await take()).toBe('a2');
    expect(await take()).toBe('a3');
    expect(await take()).toBe('c3');
    expect([await take(), await take(), await take()]).toEqual(['a4', 'a5', 'none']);
  });
});

describe('two runners on one store', () => {
  test('run each simulation once', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 10; at++) ids.push(await start(`${at}`));
    run();
    run();
    run();
    await heldRun(3);
    for (let at = 1; at <= 10; at++) {
      const { end } = await heldRun(at);
      expect(held.open()).toBeLessThanOrEqual(3);
      end(NO_CHANGE);
    }
    await Promise.all(ids.map(over));
    const texts = held.runs.map(({ task }) => task.request.head.files[0]?.text);
    expect([...texts].sort()).toEqual(Array.from({ length: 10 }, (_, at) => `${at}`));
    expect(await auditOf(store.db, workspace, 'simulation.ended')).toHaveLength(10);
  });

  test('a runner that cannot reach the store stops before another one starts', async () => {
    const id = await start();
    const cut = cutStore();
    run({ ctx: { ...store.ctx, db: cut.db } });
    const first = await heldRun(1);
    cut.down = true;
    run();
    const second = await heldRun(2);
    expect(first.signal.aborted).toBe(true);
    expect(first.signal.reason).toBe('lost');
    expect(held.open()).toBe(1);
    cut.down = false;
    second.end(NO_CHANGE);
    expect(await over(id)).toMatchObject({ status: 'done' });
    expect((await rowOf(id)).attempts).toBe(2);
  });

  test('a runner whose simulation was claimed by another stores nothing', async () => {
    const id = await start();
    // It never renews, so it does not notice.
    const times = { lease: 1000, renewal: 60_000 };
    run({ times });
    const first = await heldRun(1);
    await store.db.query(`UPDATE simulations SET runner = 'other', attempts = 2 WHERE id = $1`, [id]);
    first.end(NO_CHANGE);
    await until('the loss', () => kinds().includes('lost'));
    expect(await rowOf(id)).toMatchObject({ status: 'running', runner: 'other', attempts: 2 });
    expect(await auditOf(store.db, workspace, 'simulation.ended')).toEqual([]);
  });

  test('a runner that fails to renew stops at once', async () => {
    const id = await start();
    run({ times: { lease: 600_000, renewal: 100 } });
    const first = await heldRun(1);
    await store.db.query(
      `UPDATE simulations SET runner = 'other', lease_until = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await until('the end', () => first.signal.aborted);
    await until('the loss', () => kinds().includes('lost'));
    expect(await rowOf(id)).toMatchObject({ status: 'running', runner: 'other', attempts: 1 });
  });
});

describe('a store that fails', () => {
  test('while a result is stored is retried', async () => {
    const id = await start();
    const cut = cutStore();
    run({ ctx: { ...store.ctx, db: cut.db }, times: { lease: 10_000, renewal: 100 } });
    const { end } = await heldRun(1);
    cut.down = true;
    end(NO_CHANGE);
    await sleep(700);
    cut.down = false;
    expect(await over(id)).toMatchObject({ status: 'done' });
    expect(held.runs).toHaveLength(1);
  });

  test('does not stop the runner', async () => {
    const cut = cutStore();
    cut.down = true;
    run({ ctx: { ...store.ctx, db: cut.db } });
    await until('an error', () => kinds().includes('error'));
    cut.down = false;
    const id = await start();
    (await heldRun(1)).end(NO_CHANGE);
    await over(id);
  });
});

describe('the shutdown of a process', () => {
  test('requeues running simulations without counting the attempt, and the next process starts them at once', async () => {
    const id = await start();
    const runner = run();
    const { signal } = await heldRun(1);
    await runner.close();
    expect(signal.aborted).toBe(true);
    expect(held.open()).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: 'queued', runner: null, attempts: 0 });
    expect(await read(id)).toMatchObject({ status: 'queued' });
    run();
    (await heldRun(2)).end(NO_CHANGE);
    await over(id);
  });

  test('claims no more simulations', async () => {
    const runner = run();
    await runner.close();
    await start();
    runner.wake();
    await sleep(200);
    expect(held.runs).toHaveLength(0);
  });

  test('can happen before the start, and twice', async () => {
    const runner = createSimulationRunner({ ctx: store.ctx, engine: held.engine });
    await runner.close();
    await runner.close();
  });

  test('by a crash leaves simulations to the next process: at once in the embedded store, else after the lease', async () => {
    const id = await start();
    const isEmbedded = store.db.kind === 'embedded';
    const lease = isEmbedded ? '1 day' : '2 seconds';
    const began = performance.now();
    await store.db.query(
      `UPDATE simulations SET status = 'running', runner = 'dead', attempts = 1, lease_until = now() + $2::interval
       WHERE id = $1`,
      [id, lease],
    );
    run({ ctx: store.ctx });
    (await heldRun(1)).end(NO_CHANGE);
    if (!isEmbedded) expect(performance.now() - began).toBeGreaterThan(1500);
    await over(id);
    expect((await rowOf(id)).attempts).toBe(2);
  });
});

/** The store, with an unreliable network. */
function cutStore(): { down: boolean; readonly db: Database } {
  const { db } = store;
  const state = { down: false };
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.down) throw new StoreError('the store cannot be reached');
    return work();
  };
  return Object.assign(state, {
    db: {
      kind: 'postgresql',
      query: (sql, parameters) => reached(() => db.query(sql, parameters)),
      transaction: (work) => reached(() => db.transaction(work)),
      exclusively: (lock, work) => db.exclusively(lock, work),
      ping: (milliseconds) => reached(() => db.ping(milliseconds)),
      close: () => db.close(),
    } satisfies Database as Database,
  });
}
