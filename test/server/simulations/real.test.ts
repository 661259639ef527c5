import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ActivateRuleset,
  type ActiveRuleset,
  type SimulateRequest,
  type Simulation,
  simulationSchema,
} from '../../../src/contract/index.ts';
import { createEngine, type StartedEngine } from '../../../src/server/engine/create-engine.ts';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import { activateRuleset } from '../../../src/server/rulesets/activate.ts';
import { activeRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { findVersion } from '../../../src/server/rulesets/rows.ts';
import { createSimulationRunner, type SimulationRunner } from '../../../src/server/simulations/runner.ts';
import { startSimulation } from '../../../src/server/simulations/start.ts';
import { createWorkspace } from '../../../src/server/workspaces/create.ts';
import { SERVER } from '../../e2e/packaged.ts';
import { NOON, openTestStore, type TestStore } from '../test-store.ts';
import { addKey, auditOf, simulationRequest } from './request.ts';
import { simulationOf } from './stored.ts';

// The real engine with its threads, on a history that was sent as events.

const ADMIN = { kind: 'admin', id: undefined, name: 'root' } as const;

let store: TestStore;
let engine: StartedEngine;
let runner: SimulationRunner;
let workspace: string;
let made = 0;

beforeAll(async () => {
  store = await openTestStore();
  const workerUrl = pathToFileURL(join(SERVER, 'worker.js'));
  engine = createEngine({ workerUrl, threads: 2 });
  runner = createSimulationRunner({ ctx: store.ctx, engine, poll: 50 });
  runner.start();
});
afterAll(async () => {
  await runner.close();
  await engine.close();
  await store.close();
});
beforeEach(async () => {
  store.clock.now = NOON;
  workspace = `w${made++}`;
  await createWorkspace(store.ctx, engine, { id: workspace, name: 'A' }, ADMIN);
  await addKey(store.db, workspace);
});

/** Sends events of queries that ran three days ago. */
async function tell(queries: readonly string[]): Promise<void> {
  const at = new Date(NOON.getTime() - 3 * 24 * 3_600_000);
  const tasks = queries.map((query) => ({
    query,
    dialect: 'postgresql' as const,
    caller: { user: 'app', role: undefined, application: 'shop', database: 'main', tags: {} },
    ...{ normalised: false, truncated: false, failed: false, judge: false },
  }));
  const outcomes = await engine.events({ workspace: 'acme', active: undefined, today: '2026-11-20', tasks });
  const recorder = createRecorder(store.ctx);
  const events = queries.map((query, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('an event without an outcome');
    const event = {
      id: `e${index}`,
      type: 'query',
      at: at.toISOString(),
      query,
      dialect: 'postgresql',
      calls: 10,
    } as const;
    return { index, event: { ...event, caller: { user: 'app', application: 'shop', database: 'main' } }, outcome };
  });
  const key = { id: `key_${workspace}`, name: 'CI' };
  const actor = { kind: 'key', ...key } as const;
  const recorded = await recorder.recordEvents({ workspace, actor, databaseId: undefined, requestId: 'r', events });
  expect(recorded.accepted).toBe(queries.length);
  await recorder.close();
}

async function activate(text: string): Promise<ActiveRuleset> {
  return activateBody({ ruleset: { files: [{ path: '.querygate/rules.yml', text }] } });
}

async function activateBody(body: ActivateRuleset): Promise<ActiveRuleset> {
  const before = etagOf(await activeRuleset(store.ctx, workspace));
  return activateRuleset(store.ctx, engine, { workspace, body, ifMatch: before, by: { actor: ADMIN } });
}

async function simulate(request: Partial<SimulateRequest>): Promise<Simulation> {
  const asked = simulationRequest(workspace, NO_LIMIT);
  const { id } = await startSimulation(store.ctx, engine, { ...asked, request: { ...asked.request, ...request } });
  runner.wake();
  for (;;) {
    const body = await simulationOf(store.ctx, workspace, id);
    if (body.status === 'done' || body.status === 'failed') return body;
    await sleep(20);
  }
}

const rule = (id: string, operation: string, when: string): string =>
  `  - id: ${id}\n    operations: [${operation}]\n    when: '${when}'\n    verdict: block\n    message: m\n    description: d\n`;
const EMPTY = 'version: 1\nrules: []\n';
const NO_LIMIT = `version: 1\nrules:\n${rule('no-unbounded-read', 'select', '!statement.hasLimit')}`;

describe('a simulation', () => {
  test('finds the flow that the edited rules would block', async () => {
    await activate(EMPTY);
    await tell(['SELECT id FROM orders', 'SELECT id FROM orders LIMIT 5']);
    const body = await simulate({});
    expect(simulationSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      status: 'done',
      outcome: 'simulated',
      ruleset: { version: 2 },
      head: { side: 'head', commit: 'abc', rules: 1 },
      result: { selfTest: true, totals: { replayed: { flows: 2, calls: 20 }, newlyBlocked: { flows: 1, calls: 10 } } },
      history: { side: 'service', statements: 20, rows: 2 },
    });
    expect(body).not.toHaveProperty('drift');
    expect(await auditOf(store.db, workspace, 'simulation.ended')).toMatchObject([
      {
        details: {
          status: 'done',
          outcome: 'simulated',
          ruleset: 2,
          totals: { newlyBlocked: { flows: 1, calls: 10 } },
        },
      },
    ]);
  });

  test('has no effect if the rules are equivalent', async () => {
    await activate(NO_LIMIT);
    await tell(['SELECT id FROM orders']);
    const body = await simulate({
      head: { files: [{ path: '.querygate/rules.yml', text: `# said anew\n${NO_LIMIT}` }] },
    });
    expect(body).toMatchObject({ status: 'done', outcome: 'no_effective_change' });
    expect(simulationSchema.parse(body)).toEqual(body);
  });

  test('of a workspace with an empty history replays nothing, and says so', async () => {
    await activate(EMPTY);
    expect(await simulate({})).toMatchObject({
      status: 'done',
      outcome: 'simulated',
      history: { statements: 0, rows: 0 },
    });
  });

  test('is refused at once if a rule does not load', async () => {
    const text = NO_LIMIT.replace('hasLimit', 'hasLimits');
    await expect(simulate({ head: { files: [{ path: '.querygate/rules.yml', text }] } })).rejects.toMatchObject({
      code: 'rules_invalid',
      more: { errors: [{ place: { file: '.querygate/rules.yml', line: 5 } }] },
    });
  });

  test('fails if declared flows do not load, with their place', async () => {
    await activate(EMPTY);
    const flows = { head: { path: '.querygate/flows.yml', text: 'version: 1\nflows:\n  - nam: x\n' } };
    const body = await simulate({ flows });
    expect(body).toMatchObject({
      status: 'failed',
      problem: {
        code: 'flows_invalid',
        status: 422,
        errors: ['name', 'owner', 'sql', 'nam'].map((key) => ({
          detail: expect.stringMatching(new RegExp(`\\b${key}\\b`)),
          place: { file: '.querygate/flows.yml', line: 3, column: 5 },
        })),
      },
    });
    expect(simulationSchema.parse(body)).toEqual(body);
  });

  test('runs under the ruleset that is active when it starts', async () => {
    await activate(NO_LIMIT);
    await runner.close();
    const { id } = await startSimulation(store.ctx, engine, simulationRequest(workspace, NO_LIMIT));
    await activate(EMPTY);
    runner = createSimulationRunner({ ctx: store.ctx, engine, poll: 50 });
    runner.start();
    for (;;) {
      const body = await simulationOf(store.ctx, workspace, id);
      if (body.status === 'done') {
        expect(body).toMatchObject({ outcome: 'simulated', ruleset: { version: 3 } });
        return;
      }
      await sleep(20);
    }
  });
});

describe("the drift from the repository's own ruleset", () => {
  const own = (text: string, hash = '0'.repeat(64)) => ({
    hash,
    ruleset: { files: [{ path: '.querygate/rules.yml', text }] },
  });

  const cases: readonly (readonly [
    what: string,
    base: (active: ActiveRuleset) => SimulateRequest['base'],
    drift: unknown,
  ])[] = [
    ['is not computed without a base ruleset', () => undefined, undefined],
    ['is absent if the hash is the same', ({ hash }) => ({ hash }), { same: true, changes: [] }],
    ['is present if the hash differs', () => ({ hash: '0'.repeat(64) }), { same: false, changes: [] }],
    [
      'is absent if the files give the same verdicts',
      () => own(`# said anew\n${NO_LIMIT}`),
      { same: true, changes: [] },
    ],
    [
      'is listed rule by rule if the files were sent',
      () => own(`version: 1\nrules:\n${rule('no-drop', 'drop_table', 'true')}`),
      {
        same: false,
        changes: [
          { rule: 'no-unbounded-read', change: 'removed', differences: ['rule removed, verdict was block'] },
          { rule: 'no-drop', change: 'added', differences: ['new rule, verdict block'] },
        ],
      },
    ],
    ['is present without a list if the files do not load', () => own('rules: 7'), { same: false, changes: [] }],
    [
      'is absent if files that do not load have the same hash',
      ({ hash }) => own('rules: 7', hash),
      { same: true, changes: [] },
    ],
    [
      'is computed from the files if the hash does not match them',
      ({ hash }) => own(EMPTY, hash),
      {
        same: false,
        changes: [{ rule: 'no-unbounded-read', change: 'removed', differences: ['rule removed, verdict was block'] }],
      },
    ],
  ];
  test.each(cases)('%s', async (_what, baseOf, drift) => {
    const active = await activate(NO_LIMIT);
    const base = baseOf(active);
    const body = await simulate({
      ...(base && { base }),
      head: { files: [{ path: '.querygate/rules.yml', text: EMPTY }] },
    });
    expect(body).toMatchObject({ status: 'done' });
    expect(body).toEqual(simulationSchema.parse(body));
    expect(body.status === 'done' ? body.drift : 'none').toEqual(drift);
  });
});

describe('an activated ruleset', () => {
  const NO_DROP = rule('no-drop', 'drop_table', 'true');
  const cases: readonly (readonly [what: string, before: string, after: string, changes: object])[] = [
    ['with another rule', EMPTY, NO_LIMIT, { added: 1, edited: 0, removed: 0 }],
    ['without a rule', NO_LIMIT, EMPTY, { added: 0, edited: 0, removed: 1 }],
    ['with other words only', NO_LIMIT, `# words\n${NO_LIMIT}`, { added: 0, edited: 0, removed: 0 }],
    [
      'with all of it',
      `${NO_LIMIT}${NO_DROP}`,
      `version: 1\nrules:\n${NO_DROP.replace('block', 'warn')}${rule('no-alter', 'alter_table', 'true')}`,
      { added: 1, edited: 1, removed: 1 },
    ],
  ];
  test.each(cases)('%s is audited with the number of changed rules', async (_what, before, after, changes) => {
    await activate(before);
    await activate(after);
    expect((await auditOf(store.db, workspace, 'ruleset.activated')).at(-1)?.details).toMatchObject({ changes });
  });

  test('can be an earlier version', async () => {
    const first = await activate(NO_LIMIT);
    await activate(EMPTY);
    const restored = await activateBody({ restore: first.version });
    expect(restored).toMatchObject({ version: 4, restores: 2, hash: first.hash, rules: 1 });
  });

  test('can be the empty one, or a pack by name', async () => {
    const empty = await activateBody({ ruleset: { files: [] } });
    expect(empty.rules).toBe(0);
    const pack = { ruleset: { entry: 'querygate:recommended@1', files: [] } };
    const next = await activateBody(pack);
    expect(next.rules).toBeGreaterThan(20);
    expect(next.sources).toEqual(['querygate:recommended@1']);
  });
});

test('the largest valid rule file can be stored, loaded and read back', async () => {
  const filled = `${EMPTY}#${'x'.repeat(256 * 1024 - EMPTY.length - 1)}`;
  const { version } = await activate(filled);
  expect((await findVersion(store.db, workspace, version))?.ruleset.files[0]?.text).toBe(filled);
  expect(await simulate({})).toMatchObject({ status: 'done', outcome: 'simulated' });
});
