import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS, simulationSchema } from '../../../src/contract/index.ts';
import { ProblemError } from '../../../src/server/problems/error.ts';
import { readSimulation } from '../../../src/server/simulations/read.ts';
import { type SimulationRequest, startSimulation } from '../../../src/server/simulations/start.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { addWorkspace, NOON, openTestStore, type TestStore } from '../test-store.ts';
import { addKey, auditOf, simulationRequest } from './request.ts';
import { simulationOf } from './stored.ts';

const HOUR = 3_600_000;

let store: TestStore;
let workspace: string;
let made = 0;
const engine = madeEngine({ loadRuleset: loadAnything });

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  store.clock.now = NOON;
  workspace = `w${made++}`;
  await addWorkspace(store.db, workspace);
  await addKey(store.db, workspace);
});

const start = (asked: SimulationRequest) => startSimulation(store.ctx, engine, asked);

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  return error instanceof ProblemError ? error.code : `no problem: ${String(error)}`;
}

async function stored(): Promise<number> {
  return (await store.db.query('SELECT 1 FROM simulations WHERE workspace_id = $1', [workspace])).count;
}

test('a simulation is queued and audited', async () => {
  const queued = await start(simulationRequest(workspace, 'a'));
  expect(simulationSchema.parse(queued)).toEqual(queued);
  expect(queued).toEqual({
    id: expect.stringMatching(/^sim_/),
    workspace,
    createdAt: NOON.toISOString(),
    status: 'queued',
  });
  expect(await simulationOf(store.ctx, workspace, queued.id)).toEqual(queued);
  const head = simulationRequest(workspace, 'a').request.head;
  expect(await auditOf(store.db, workspace, 'simulation.started')).toMatchObject([
    {
      actor: { kind: 'key', id: `key_${workspace}`, name: 'CI' },
      databaseId: 'db-1',
      requestId: 'req_1',
      details: {
        simulation: queued.id,
        head: { commit: 'abc', files: 1, hash: (await loadAnything(head)).hash, rules: 1 },
        change: { repository: 'acme/shop', head: 'abc' },
      },
    },
  ]);
});

test('rules that do not load are refused at once, with their place', async () => {
  await expect(start(simulationRequest(workspace, 'broken'))).rejects.toMatchObject({
    code: 'rules_invalid',
    more: { errors: [{ place: { file: '.querygate/rules.yml', line: 1 } }] },
  });
  expect(await stored()).toBe(0);
  expect(await auditOf(store.db, workspace, 'simulation.started')).toEqual([]);
});

describe('an idempotency key', () => {
  const keyed = (text: string, idempotencyKey = 'k') => simulationRequest(workspace, text, { idempotencyKey });

  test('with the same body starts one simulation, and gets the first response again', async () => {
    const first = await start(keyed('a'));
    await store.db.query(`UPDATE simulations SET status = 'running', runner = 'r' WHERE id = $1`, [first.id]);
    store.clock.now = new Date(NOON.getTime() + HOUR);
    expect(await start(keyed('a'))).toEqual(first);
    expect(await stored()).toBe(1);
    expect(await auditOf(store.db, workspace, 'simulation.started')).toHaveLength(1);
  });

  test('with the same body is answered even if the rules no longer load', async () => {
    const first = await start(keyed('a'));
    const refusing = madeEngine({});
    expect(await startSimulation(store.ctx, refusing, keyed('a'))).toEqual(first);
  });

  test('with another body is refused', async () => {
    await start(keyed('a'));
    expect(await codeOf(start(keyed('b')))).toBe('idempotency_key_reused');
    expect(await stored()).toBe(1);
  });

  test('is forgotten after a day, and free for another body', async () => {
    const first = await start(keyed('a'));
    store.clock.now = new Date(NOON.getTime() + LIMITS.idempotencyHours * HOUR);
    expect(await codeOf(start(keyed('b')))).toBe('idempotency_key_reused');
    store.clock.now = new Date(NOON.getTime() + LIMITS.idempotencyHours * HOUR + 1);
    const second = await start(keyed('b'));
    expect(second.id).not.toBe(first.id);
    expect(await start(keyed('b'))).toEqual(second);
    expect(await simulationOf(store.ctx, workspace, first.id)).toEqual(first);
  });

  test('belongs to the workspace', async () => {
    const other = `${workspace}-other`;
    await addWorkspace(store.db, other);
    await addKey(store.db, other);
    const first = await start(keyed('a'));
    const second = await start(simulationRequest(other, 'b', { idempotencyKey: 'k' }));
    expect(second.id).not.toBe(first.id);
  });

  test('starts one simulation for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(keyed('a'))));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  test('with different bodies at the same time is accepted for one of them', async () => {
    const codes = await Promise.all(['a', 'b', 'c'].map((text) => codeOf(start(keyed(text)))));
    expect(codes.filter((code) => code === 'idempotency_key_reused')).toHaveLength(2);
  });

  test('that is missing starts a simulation each time', async () => {
    await start(simulationRequest(workspace, 'a'));
    await start(simulationRequest(workspace, 'a'));
    expect(await stored()).toBe(2);
  });
});

test('a workspace cannot fill the queue', async () => {
  for (let at = 0; at < 100; at++) await start(simulationRequest(workspace, 'a'));
  await expect(start(simulationRequest(workspace, 'a'))).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: 10,
  });
  await store.db.query(
    `UPDATE simulations SET status = 'failed', outcome = '{}'
     WHERE id = (SELECT id FROM simulations WHERE workspace_id = $1 LIMIT 1)`,
    [workspace],
  );
  await start(simulationRequest(workspace, 'a'));
});

test('a request with any characters is stored unchanged', async () => {
  const asked = simulationRequest(workspace, '# \0 \ud800 \\u0000');
  const { id } = await start(asked);
  const { rows } = await store.db.query<{ request: string }>('SELECT request FROM simulations WHERE id = $1', [id]);
  expect(JSON.parse(rows[0]?.request ?? '')).toEqual(asked.request);
});

test('a simulation of another workspace, or none, is not found', async () => {
  const { id } = await start(simulationRequest(workspace, 'a'));
  expect(await codeOf(readSimulation(store.ctx, 'another', id))).toBe('simulation_not_found');
  expect(await codeOf(readSimulation(store.ctx, workspace, 'sim_none'))).toBe('simulation_not_found');
});

test('the result of a simulation is sent as it is stored', async () => {
  const { id } = await start(simulationRequest(workspace, 'a'));
  const json = '{ "as": "stored" }';
  await store.db.query(`UPDATE simulations SET status = 'done', outcome = $2 WHERE id = $1`, [id, json]);
  expect(await readSimulation(store.ctx, workspace, id)).toEqual({ status: 'done', json });
});
