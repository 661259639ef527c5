import { describe, expect, it } from 'vitest';
import type { QueryEvent } from '../../../src/contract/index.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import type { EventOutcome } from '../../../src/server/engine/engine.ts';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { addWorkspace, type TestStore } from '../test-store.ts';
import { event, eventOutcome, eventsRecord, flowOf, storedRow } from '../traffic.ts';

/** More than two chunks, each of which is one statement. */
const EVENTS = 2_500;
/** Fewer than any statement writes in another way. */
const FEW = 40;

const VERDICTS = ['allow', 'warn', 'unknown', 'block'] as const;
const TEXTS = ['select 1', "select 'a\nb'", "select 'it\\'s', \"q\", '{x,y}'", 'select \u2028 ü', ''];

/** Events that differ in each column that is stored. */
function eventAt(at: number): readonly [QueryEvent, EventOutcome] {
  const verdict = VERDICTS[(at >> 3) % VERDICTS.length] ?? 'allow';
  const rules = verdict === 'allow' ? [] : [`no-${verdict}`, ...(at % 5 === 0 ? ['no-other'] : [])];
  const shape = `select ${at % 7} from t`;
  const ranAt = new Date(Date.parse('2026-11-20T01:00:00.123Z') + (at % 600) * 11_000);
  const sum = at % 3 === 0;
  const sent = event({
    id: `event-${at}`,
    at: ranAt.toISOString(),
    query: TEXTS[at % TEXTS.length] || 'select 2',
    ...(sum && { calls: 2 + (at % 9), lastAt: new Date(ranAt.getTime() + 90_000).toISOString() }),
    ...(at % 4 === 0 && { outcome: 'failed', sqlstate: '42P01' }),
    ...(at % 2 === 0 && { durationMs: at / 8, session: `session "${at % 13}"` }),
    ...(at % 6 === 0 && { proxy: `proxy-${at % 2}` }),
    ...(at % 5 !== 0 && { judged: { verdict, rules, ruleset: 1 + (at % 2), mode: 'enforce' as const } }),
  });
  const outcome = eventOutcome([storedRow({ shape })]);
  return [sent, { ...outcome, shape: TEXTS[at % TEXTS.length] ?? '', flow: flowOf(shape) } as EventOutcome];
}

/** Rows that do not depend on how many transactions wrote them. */
async function stored(db: Database, workspace: string): Promise<Readonly<Record<string, readonly object[]>>> {
  const all = async (sql: string) => (await db.query(sql, [workspace])).rows;
  const columns = `sequence, at, last_at, channel, database_id, key_id, dialect, caller, calls, verdict, rules,
    ruleset_version, judged_at_ingest, mode, outcome, sqlstate, duration_ms, session, proxy, flow, text, text_kind`;
  return {
    queries: await all(`SELECT ${columns} FROM queries WHERE workspace_id = $1 ORDER BY sequence`),
    rules: await all('SELECT rule, at, sequence FROM query_rules WHERE workspace_id = $1 ORDER BY sequence, rule'),
    ids: await all('SELECT id, event_hash FROM event_ids WHERE workspace_id = $1 ORDER BY id'),
    counts: await all(
      `SELECT unit, at, channel, database_id, verdict, calls FROM query_counts WHERE workspace_id = $1
       ORDER BY unit, at, channel, database_id, verdict`,
    ),
    flows: await all(
      `SELECT flow, flow_id, dialect, database_id, caller, shape, calls, allow_calls, warn_calls, unknown_calls,
         block_calls, channels, first_at, last_at, last_minute, severity, worst_sequence, rules
       FROM query_flows WHERE workspace_id = $1 ORDER BY flow`,
    ),
    days: await all(
      'SELECT day, source, calls, row_hash FROM history_days WHERE workspace_id = $1 ORDER BY row_hash, day',
    ),
    narrow: await all(
      `SELECT t.sequence, t.ran_at, t.last_at, t.calls, t.event, t.content, t.duration_ms, t.session, k.channel, k.database_id,
         k.key_id, k.dialect, k.caller, k.verdict, k.rules, k.ruleset_version, k.judged_at_ingest, k.mode, k.outcome,
         k.sqlstate, k.proxy, k.flow, k.text, regexp_replace(k.template, '"workspace":"[^"]*"', '') AS template
       FROM traffic_entries t JOIN traffic_kinds k ON k.id = t.kind WHERE t.workspace_id = $1 ORDER BY t.sequence`,
    ),
    entries: await all(
      `SELECT sequence, type, actor, database_id,
         regexp_replace(entry, '"(workspace|at|query|previous)":"[^"]*"', '', 'g') AS entry
       FROM audit_events WHERE workspace_id = $1 ORDER BY sequence`,
    ),
  };
}

/** Batches of thousands of events, for both stores. */
export function largeBatchSuite(store: () => TestStore): void {
  describe.each(['none', 'shape', 'full'])('thousands of events under the policy %s', (policy) => {
    it('are recorded by one request exactly as by many small ones, and once', async () => {
      const { db, ctx } = store();
      const all = Array.from({ length: EVENTS }, (_, at) => eventAt(at));
      const [large, small] = [`large-${policy}`, `small-${policy}`];
      for (const workspace of [large, small]) {
        await addWorkspace(db, workspace);
        await db.query('UPDATE workspaces SET query_text = $2 WHERE id = $1', [workspace, policy]);
      }
      const recorder = createRecorder(ctx);
      const repeated = [...all, ...all.slice(0, 1_200)];
      expect(await recorder.recordEvents(eventsRecord(large, repeated))).toEqual({
        accepted: EVENTS,
        duplicates: 1_200,
        refused: [],
      });
      for (let at = 0; at < EVENTS; at += FEW)
        await recorder.recordEvents(eventsRecord(small, all.slice(at, at + FEW)));
      const found = await stored(db, large);
      const table = policy === 'full' ? 'queries' : 'narrow';
      expect(found[table]).toHaveLength(EVENTS);
      expect(found).toEqual(await stored(db, small));
      expect(await verifyAudit(ctx, large)).toMatchObject({ entries: EVENTS, broken: undefined });
      // Sent again with others, of which one has a new content.
      const [first, outcome] = eventAt(0);
      const more = [eventAt(EVENTS), ...all.slice(1), [{ ...first, calls: 77 }, outcome] as const];
      expect(await recorder.recordEvents(eventsRecord(large, more))).toMatchObject({
        accepted: 1,
        duplicates: EVENTS - 1,
        refused: [{ index: EVENTS, code: 'event_id_reused' }],
      });
      expect((await stored(db, large))[table]).toHaveLength(EVENTS + 1);
    });
  });
}
