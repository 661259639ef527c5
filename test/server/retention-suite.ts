import { beforeEach, expect, it, vi } from 'vitest';
import { listAudit } from '../../src/server/audit/list-audit.ts';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { newId } from '../../src/server/context/ids.ts';
import type { Context } from '../../src/server/context/types.ts';
import { addHistory, lockHistoryShared } from '../../src/server/history/add-history.ts';
import { listQueries } from '../../src/server/queries/list-queries.ts';
import { createRecorder } from '../../src/server/queries/recorder.ts';
import { previewDataPolicy } from '../../src/server/retention/preview.ts';
import { sweep } from '../../src/server/retention/sweep.ts';
import { startRetention } from '../../src/server/retention/timer.ts';
import { changeDataPolicy, readDataPolicy } from '../../src/server/workspaces/data-policy.ts';
import { HANGS } from '../timeouts.ts';
import { addWorkspace, markAllSwept, NOON, type TestStore } from './test-store.ts';
import { by, event, eventOutcome, eventsRecord, queryRecord, storedRow, WITH_TEXTS } from './traffic.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Tests of the retention, for both stores. */
export function retentionSuite(store: () => TestStore): void {
  beforeEach(() => markAllSwept(store().db));

  const setUp = async (retentionDays = 10) => {
    const { db } = store();
    const workspace = newId('req');
    await addWorkspace(db, workspace);
    await db.query('UPDATE workspaces SET retention_days = $2 WHERE id = $1', [workspace, retentionDays]);
    return { db, workspace };
  };
  const at = (days: number): Context => ({ db: store().db, now: () => new Date(NOON.getTime() + days * DAY) });
  const countOf = async (table: string, workspace: string): Promise<number> => {
    const { rows } = await store().db.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`,
      [workspace],
    );
    return rows[0]?.n ?? -1;
  };
  /** Wide and narrow rows. */
  const queriesOf = async (workspace: string) =>
    (await countOf('queries', workspace)) + (await countOf('traffic_entries', workspace));
  const left = async (workspace: string) => ({
    queries: await queriesOf(workspace),
    eventIds: (await countOf('event_ids', workspace)) + (await countOf('traffic_entries', workspace)),
    kinds: await countOf('traffic_kinds', workspace),
    days: await countOf('history_days', workspace),
    rows: await countOf('history_rows', workspace),
    counts: await countOf('history_counts', workspace),
    sources: await countOf('history_sources', workspace),
  });
  const deletions = async (workspace: string) => {
    const { items } = await listAudit(store().ctx, workspace, { type: 'data.deleted' });
    return items.map(({ details, actor }) => ({ ...details, by: `${actor.kind} ${actor.name}` })).toReversed();
  };

  it('keeps today and the days before it, and audits what was deleted', async () => {
    const { workspace } = await setUp();
    const { workspace: other } = await setUp();
    const recorder = createRecorder(at(0));
    await recorder.recordEvents(eventsRecord(other, [event({ at: '2026-11-09T00:00:00Z' })]));
    const old = storedRow({ shape: 'select of long ago' });
    await recorder.recordEvents(
      eventsRecord(workspace, [
        event({ at: '2026-11-20T00:00:00Z' }),
        event({ at: '2026-11-10T00:00:00Z' }),
        event({ at: '2026-11-09T23:59:59Z', calls: 5 }),
        [event({ at: '2026-11-09T01:00:00Z' }), eventOutcome([old, storedRow()])],
        [event({ at: '2026-11-09T01:00:00Z' }), { tooCostly: 'x' }],
      ]),
    );
    expect(await left(workspace)).toEqual({
      queries: 5,
      eventIds: 5,
      kinds: 1,
      days: 4,
      rows: 2,
      counts: 1,
      sources: 0,
    });
    const { workspaces, deleted } = await sweep(at(0));
    expect([workspaces, deleted['queries']]).toEqual([2, 4]);
    expect(await countOf('queries', other)).toBe(0);
    // Event ids expire by their time of arrival.
    expect(await left(workspace)).toEqual({
      queries: 2,
      eventIds: 5,
      kinds: 1,
      days: 2,
      rows: 1,
      counts: 0,
      sources: 0,
    });
    expect((await listQueries(at(0), workspace, {}, WITH_TEXTS)).items.map(({ audit }) => audit)).toEqual([1, 2]);
    const by = 'service retention';
    expect(await deletions(workspace)).toEqual([
      { queries: 3, before: '2026-11-10', by },
      { queryCounts: 8, before: '2026-11-10', by },
      { queryFlows: 1, before: '2026-11-10', by },
      { historyDays: 2, before: '2026-11-10', by },
      { historyCounts: 1, before: '2026-11-10', by },
      { historyRows: 1, before: '2026-11-10', by },
    ]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 11, broken: undefined });
    await sweep(at(11));
    expect(await left(workspace)).toEqual({
      queries: 0,
      eventIds: 0,
      kinds: 0,
      days: 0,
      rows: 0,
      counts: 0,
      sources: 0,
    });
  });

  it('runs once a day, and audits nothing if nothing was deleted', async () => {
    const { workspace } = await setUp();
    await sweep(at(0));
    const recorder = createRecorder(at(0));
    await recorder.recordEvents(eventsRecord(workspace, [event({ at: '2026-10-01T00:00:00Z' })]));
    await sweep(at(0.4));
    expect(await countOf('queries', workspace)).toBe(1);
    await sweep(at(1));
    expect(await countOf('queries', workspace)).toBe(0);
    const before = await deletions(workspace);
    await sweep(at(2));
    expect(await deletions(workspace)).toEqual(before);
  });

  it('is applied at once on the day when a lower one takes effect', async () => {
    const { workspace, db } = await setUp(90);
    const recorder = createRecorder(at(0));
    await recorder.recordEvents(eventsRecord(workspace, [event({ at: '2026-11-01T00:00:00Z' })]));
    await sweep(at(0));
    await db.query(`UPDATE workspaces SET lowered_to = 5, lowered_from = '2026-11-21' WHERE id = $1`, [workspace]);
    await sweep(at(0));
    expect(await countOf('queries', workspace)).toBe(1);
    await db.query(`UPDATE workspaces SET swept_on = '2026-11-21' WHERE id = $1`, [workspace]);
    await sweep(at(1));
    expect(await countOf('queries', workspace)).toBe(0);
    const { rows } = await db.query('SELECT retention_days, lowered_to, lowered_from FROM workspaces WHERE id = $1', [
      workspace,
    ]);
    expect(rows).toEqual([{ retention_days: 5, lowered_to: null, lowered_from: null }]);
    const { items } = await listAudit(at(1), workspace, { type: 'data_policy.changed' });
    expect(items).toMatchObject([
      {
        actor: { kind: 'service' },
        details: { before: { retentionDays: 90 }, after: { retentionDays: 5 }, due: true },
      },
    ]);
  });

  it('expires imported snapshots day by day, and data without days by the day of collection', async () => {
    const { workspace, db } = await setUp();
    const add = (source: string, collected: string, days: readonly string[]) =>
      db.transaction(async (tx) => {
        await lockHistoryShared(tx, workspace);
        await tx.query(
          `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at) VALUES ($1, $2, $3, '{}', $4, $5)`,
          [workspace, source, Buffer.from(source), collected, NOON],
        );
        await addHistory(
          tx,
          workspace,
          days.map((day) => ({ source, row: storedRow({ shape: source }), day, calls: 1 })),
        );
      });
    await add('imp_dated', '2026-11-19', ['2026-11-18', '2026-11-19']);
    await add('imp_undated', '2026-11-19', ['']);
    expect(await left(workspace)).toMatchObject({ days: 3, rows: 2, sources: 2 });
    await sweep(at(9));
    expect(await left(workspace)).toMatchObject({ days: 2, rows: 2, sources: 2 });
    await sweep(at(10));
    expect(await left(workspace)).toMatchObject({ days: 0, rows: 0, sources: 0 });
  });

  it('removes texts that the data policy no longer allows, within the day, and keeps the queries', async () => {
    const { workspace, db } = await setUp();
    const recorder = createRecorder(at(0));
    const policy = (queryText: 'none' | 'shape' | 'full') =>
      changeDataPolicy(at(0), workspace, { queryText }, by(workspace));
    const texts = async () =>
      (await listQueries(at(0), workspace, {}, WITH_TEXTS)).items.map(({ text }) => text).toReversed();
    const [shape, full] = ['select id from users where id = ?', 'select id from users where id = 7'];
    await recorder.recordQuery(queryRecord(workspace));
    await policy('full');
    await recorder.recordQuery(queryRecord(workspace));
    await sweep(at(0));
    expect(await texts()).toEqual([shape, full]);
    await policy('shape');
    await recorder.recordQuery(queryRecord(workspace));
    // Hidden at once, deleted by the sweep.
    expect(await texts()).toEqual([shape, undefined, shape]);
    expect(
      (await Promise.all([sweep(at(0)), sweep(at(0))])).map(({ deleted }) => deleted['queryTexts'] ?? 0).sort(),
    ).toEqual([0, 1]);
    expect(await texts()).toEqual([shape, undefined, shape]);
    expect(await readDataPolicy(at(0), workspace)).toMatchObject({ queryText: 'shape', textsDue: undefined });
    await db.query(
      `INSERT INTO queries (workspace_id, sequence, id, at, channel, dialect, caller, calls, rules, text, text_kind)
       SELECT $1, 100000 + n, 'qry_' || n, $2, 'http', 'postgresql', '{}', 1, '{}', 'x', 'shape' FROM generate_series(1, 4500) n`,
      [workspace, NOON],
    );
    const preview = await previewDataPolicy(at(0), workspace, { queryText: 'none' });
    expect(preview.deletes).toMatchObject([
      { what: 'queryTexts', count: 4502 },
      { what: 'flowShapes', count: 1 },
    ]);
    await policy('none');
    expect((await sweep(at(0))).deleted).toMatchObject({ queryTexts: 4502, flowShapes: 1 });
    const { count } = await db.query('SELECT 1 FROM queries WHERE workspace_id = $1 AND text IS NOT NULL', [workspace]);
    expect(count).toBe(0);
    expect(await queriesOf(workspace)).toBe(4503);
    const who = { by: 'service retention' };
    expect(await deletions(workspace)).toEqual([
      { queryTexts: 1, queryText: 'shape', ...who },
      { flowShapes: 1, queryText: 'none', ...who },
      // Two queries with a shape that is stored once.
      { queryTexts: 2, queryText: 'none', ...who },
      ...Array.from({ length: 4 }, () => ({ queryTexts: 1000, queryText: 'none', ...who })),
      { queryTexts: 500, queryText: 'none', ...who },
    ]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ broken: undefined });
  });

  it('removes texts that are stored again while it removes others', async () => {
    const { workspace, db } = await setUp();
    const recorder = createRecorder(at(0));
    const policy = (queryText: 'none' | 'shape') => changeDataPolicy(at(0), workspace, { queryText }, by(workspace));
    await recorder.recordQuery(queryRecord(workspace));
    await policy('none');
    let late = true;
    // Once the walk over the flows is over, the policy allows shapes for a moment.
    const changing: Context['db'] = {
      ...db,
      kind: db.kind,
      transaction: (work, ...more) => db.transaction(work, ...more),
      query: async (sql, parameters) => {
        if (late && sql.includes('FROM queries')) {
          late = false;
          await policy('shape');
          await recorder.recordQuery(queryRecord(workspace));
          await policy('none');
        }
        return db.query(sql, parameters);
      },
    };
    await sweep({ ...at(0), db: changing });
    const { rows } = await db.query(
      `SELECT (SELECT count(*) FROM query_flows WHERE workspace_id = $1 AND shape IS NOT NULL) AS flows,
         (SELECT count(*) FROM traffic_kinds WHERE workspace_id = $1 AND text IS NOT NULL) AS kinds`,
      [workspace],
    );
    expect(rows).toEqual([{ flows: 0, kinds: 0 }]);
    expect(late).toBe(false);
    expect(await readDataPolicy(at(0), workspace)).toMatchObject({ queryText: 'none', textsDue: undefined });
  });

  it('deletes large amounts in batches, each with an audit entry', async () => {
    const { workspace, db } = await setUp();
    const row = storedRow();
    await db.transaction(async (tx) => {
      await lockHistoryShared(tx, workspace);
      await addHistory(
        tx,
        workspace,
        Array.from({ length: 12_000 }, (_, source) => ({ source: `s${source}`, row, day: '2026-01-01', calls: 1 })),
      );
    });
    await sweep(at(0));
    expect(await left(workspace)).toMatchObject({ days: 0, rows: 0 });
    expect(await deletions(workspace)).toMatchObject([
      ...Array.from({ length: 12 }, () => ({ historyDays: 1_000 })),
      { historyRows: 1 },
    ]);
  });

  it('stops after its current step when the server stops, and deletes the rest the next time', async () => {
    const { workspace, db } = await setUp();
    const rows = 20_000;
    await db.query(
      `INSERT INTO event_ids (workspace_id, id, event_hash, received_at)
       SELECT $1, 'old-' || n, '', '2026-01-01' FROM generate_series(1, $2::int) AS n`,
      [workspace, rows],
    );
    const errors: unknown[] = [];
    const retention = startRetention(at(0), {
      onError: (error) => errors.push(error),
      onStopped: (stopped) => errors.push(stopped),
    });
    await vi.waitUntil(async () => (await countOf('event_ids', workspace)) < rows, { timeout: HANGS });
    await retention.close();
    const remaining = await countOf('event_ids', workspace);
    expect(remaining).toBeGreaterThan(0);
    await sweep(at(0));
    expect(await countOf('event_ids', workspace)).toBe(0);
    expect(errors).toEqual([]);
    expect((await verifyAudit(at(0), workspace)).broken).toBe(undefined);
  });

  it('runs on one server at a time, while records arrive', async () => {
    const { workspace } = await setUp();
    const recorder = createRecorder(at(0));
    const old = Array.from({ length: 200 }, (_, n) => event({ at: `2026-10-0${(n % 9) + 1}T00:00:00Z` }));
    await recorder.recordEvents(eventsRecord(workspace, old));
    const coming = Array.from({ length: 40 }, () => recorder.recordEvents(eventsRecord(workspace, [event()])));
    await Promise.all([sweep(at(0)), sweep(at(0)), sweep(at(0)), ...coming]);
    await sweep(at(1));
    expect(await left(workspace)).toMatchObject({ queries: 40, days: 1, rows: 1 });
    const sum = (await deletions(workspace)).reduce(
      (all, details) => all + Number((details as { queries?: number }).queries ?? 0),
      0,
    );
    expect(sum).toBe(200);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ broken: undefined });
  });

  it('deletes expired text parts, sessions and simulations', async () => {
    const { workspace, db } = await setUp();
    const hour = 1 / 24;
    await db.query(
      `INSERT INTO texts (workspace_id, hash, bytes, created_at) VALUES ($1, 'a', '', $2), ($1, 'b', '', $3)`,
      [workspace, at(0).now(), at(2 * hour).now()],
    );
    const user = newId('user');
    await db.query(`INSERT INTO users (id, email, name, password, created_at) VALUES ($1, $1, '', '', $2)`, [
      user,
      NOON,
    ]);
    await db.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ($2, $1, $4, $5), ($3, $1, $4, $6)`,
      [user, Buffer.from(`${user}1`), Buffer.from(`${user}2`), NOON, at(hour).now(), at(12 * hour).now()],
    );
    const key = newId('key');
    await db.query(
      `INSERT INTO api_keys (id, workspace_id, name, key_hash, scopes, created_at, created_by) VALUES ($1, $2, '', $3, '{rules:simulate}', $4, '{}')`,
      [key, workspace, Buffer.from(key), NOON],
    );
    await db.query(
      `INSERT INTO simulations (id, workspace_id, created_at, key_id, request_hash, request_id, status, progress_done, progress_total, attempts, finished_at)
       VALUES ($2, $1, $4, $6, '', '', 'done', 0, 0, 1, $4), ($3, $1, $4, $6, '', '', 'done', 0, 0, 1, $5), ($3 || 'q', $1, $4, $6, '', '', 'queued', 0, 0, 0, NULL)`,
      [workspace, newId('sim'), newId('sim'), NOON, at(5).now(), key],
    );
    expect((await sweep(at(2 * hour))).deleted).toMatchObject({ texts: 1, sessions: 1 });
    expect(await countOf('texts', workspace)).toBe(1);
    await sweep(at(11));
    expect(await countOf('texts', workspace)).toBe(0);
    expect(await countOf('simulations', workspace)).toBe(2);
    expect(await deletions(workspace)).toMatchObject([{ simulations: 1 }]);
  });
}
