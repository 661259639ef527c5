import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditChain } from '../../src/server/audit/verifications.ts';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { type DemoPerson, fillDemo } from '../../src/server/demo/fill.ts';
import { reportDemoProxies } from '../../src/server/demo/proxies.ts';
import { weekOfTraffic } from '../../src/server/demo/traffic.ts';
import { listDryRuns } from '../../src/server/dry-runs/list.ts';
import { createEngine, type StartedEngine } from '../../src/server/engine/create-engine.ts';
import { listKeys } from '../../src/server/keys/read-keys.ts';
import { listProxies } from '../../src/server/proxies/list.ts';
import { changeProxyModes } from '../../src/server/proxies/modes.ts';
import { listFlows } from '../../src/server/queries/list-flows.ts';
import { listRulesets } from '../../src/server/rulesets/versions.ts';
import { listSimulations } from '../../src/server/simulations/list.ts';
import { BY, WORKER_URL } from './http/test-app.ts';
import { NOON, openTestStore, type TestStore } from './test-store.ts';

let store: TestStore;
let engine: StartedEngine;
let people: readonly DemoPerson[];

beforeAll(async () => {
  store = await openTestStore();
  engine = createEngine({ workerUrl: WORKER_URL, threads: 2 });
  await engine.ready();
  people = await fillDemo(store.ctx, engine);
});
afterAll(async () => {
  await engine.close();
  await store.close();
});

describe('the demonstration', () => {
  it('has a person for each role', () => {
    expect(people.map(({ email, role }) => `${email} ${role}`)).toEqual([
      'owner@shop.example owner',
      'admin@shop.example admin',
      'member@shop.example member',
      'viewer@shop.example viewer',
    ]);
  });

  it('has 34 flows; nine of them have calls that were not allowed', async () => {
    const { items, totals } = await listFlows(store.ctx, 'shop', { limit: 100 }, { withTexts: true });
    expect(items).toHaveLength(34);
    expect(totals).toEqual({ allow: 25, warn: 2, unknown: 2, block: 5 });
    expect(items.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(65_000);
    expect(new Set(items.flatMap(({ channels }) => channels))).toEqual(new Set(['http', 'proxy']));
  });

  it('has keys in every state, and one rotation that is not confirmed', async () => {
    const { items, totals } = await listKeys(store.ctx, 'shop', {});
    expect(totals).toEqual({ current: 10, active: 9, expiring: 2, old: 2, unused: 1, expired: 1, revoked: 2 });
    expect(items.filter(({ rotation }) => rotation)).toHaveLength(1);
  });

  it('has 14 versions of the rules, dry runs, two proxies, and simulations that break flows', async () => {
    expect((await listRulesets(store.ctx, 'shop', {})).items).toHaveLength(14);
    const runs = (await listDryRuns(store.ctx, 'shop', {})).items;
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['allow', 'block']));
    expect((await listProxies(store.ctx, 'shop', {})).items).toHaveLength(2);
    const { items } = await listSimulations(store.ctx, 'shop', {});
    expect(items).toMatchObject([
      {
        status: 'done',
        ref: 'refs/heads/main',
        summary: { totals: { newlyBlocked: { flows: 1 }, partlyBlocked: { flows: 1 } } },
      },
      {
        status: 'done',
        ref: 'refs/pull/57/merge',
        summary: { totals: { newlyBlocked: { flows: 0 }, partlyBlocked: { flows: 1 } } },
      },
    ]);
  });

  it('has an audit trail that verifies, and nothing after now', async () => {
    expect((await verifyAudit(store.ctx, 'shop')).broken).toBeUndefined();
    const { sequence, entries } = await readAuditChain(store.ctx, 'shop');
    expect(entries).toBe(sequence);
    const { rows } = await store.db.query<{ late: number }>('SELECT count(*) AS late FROM audit_events WHERE at > $1', [
      NOON,
    ]);
    expect(rows[0]?.late).toBe(0);
  });

  it('has the same traffic each time, within the last week', () => {
    const [first, again] = [weekOfTraffic(NOON), weekOfTraffic(NOON)];
    expect(again).toEqual(first);
    const from = NOON.getTime() - 8 * 24 * 3_600_000;
    expect(first.every(({ at, lastAt }) => at.getTime() > from && lastAt >= at)).toBe(true);
  });

  it('has proxies that keep reporting themselves, with the mode that is set', async () => {
    const at = new Date(store.clock.now.getTime() + 60 * 60_000);
    const later = { ...store.ctx, now: () => at };
    await changeProxyModes(later, 'shop', { default: 'observe', databases: { shop: 'enforce' } }, BY);
    await reportDemoProxies(later, 'shop');
    const { items } = await listProxies(store.ctx, 'shop', {});
    expect(items.map(({ receivedAt, mode, ruleset }) => [receivedAt, mode, ruleset])).toEqual([
      [at.toISOString(), 'enforce', 14],
      [at.toISOString(), 'observe', 14],
    ]);
  });
});
