import { describe, expect, it } from 'vitest';
import type { FactsEvent, StatusEvent } from '../../../src/contract/index.ts';
import { listAudit } from '../../../src/server/audit/list-audit.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import { newId } from '../../../src/server/context/ids.ts';
import { listProxies } from '../../../src/server/proxies/list.ts';
import { countQueries } from '../../../src/server/queries/count-queries.ts';
import { listFlows } from '../../../src/server/queries/list-flows.ts';
import { listQueries } from '../../../src/server/queries/list-queries.ts';
import { createRecorder, type Recorder } from '../../../src/server/queries/recorder.ts';
import type { Database, Transaction } from '../../../src/server/store/database.ts';
import { StoreError } from '../../../src/server/store/database.ts';
import { UNKNOWN_CALLER } from '../engine/build.ts';
import { addWorkspace, NOON, type TestStore } from '../test-store.ts';
import {
  by,
  event,
  eventOutcome,
  eventsRecord,
  factsEvent,
  flowOf,
  queryRecord,
  storedRow,
  WITH_TEXTS,
} from '../traffic.ts';

/** Tests of the recorder, for both stores. */
export function recorderSuite(store: () => TestStore): void {
  const setUp = async (queryText = 'shape') => {
    const workspace = newId('req');
    const { db, ctx } = store();
    await addWorkspace(db, workspace);
    await db.query('UPDATE workspaces SET query_text = $2 WHERE id = $1', [workspace, queryText]);
    return { workspace, db, ctx, recorder: createRecorder(ctx) };
  };
  const days = async (db: Database, workspace: string) => {
    const { rows } = await db.query<{ day: string; source: string; calls: number }>(
      'SELECT day, source, sum(calls)::bigint AS calls FROM history_days WHERE workspace_id = $1 GROUP BY day, source ORDER BY day, source',
      [workspace],
    );
    return rows;
  };
  /** The same store, with counting or failing calls. */
  const around = (db: Database, transaction: Database['transaction']): Database => ({
    kind: db.kind,
    query: (sql, parameters) => db.query(sql, parameters),
    exclusively: (lock, work) => db.exclusively(lock, work),
    ping: (milliseconds) => db.ping(milliseconds),
    close: () => db.close(),
    transaction,
  });

  describe('queries', () => {
    it('are in the audit trail without SQL, in the list as the policy allows, and in the history', async () => {
      const { workspace, db, ctx, recorder } = await setUp();
      const record = queryRecord(workspace, {
        verdict: 'warn',
        findings: ['no-star', 'no-star', 'no-x'].map((rule, at) => ({
          ...{
            rule,
            verdict: 'warn' as const,
            excepted: at === 2,
            message: 'm',
            span: { start: 0, end: 1 },
            operation: undefined,
          },
        })),
      });
      await recorder.recordQuery(record);
      const { items } = await listAudit(ctx, workspace, {});
      expect(items).toMatchObject([
        {
          sequence: 1,
          type: 'query.evaluated',
          actor: { kind: 'key', id: 'key_1', name: 'ci' },
          databaseId: 'shop-db',
          requestId: record.requestId,
          details: {
            query: record.id,
            channel: 'http',
            dialect: 'postgresql',
            verdict: 'warn',
            statements: 1,
            rules: ['no-star'],
            ruleset: 3,
          },
        },
      ]);
      expect(JSON.stringify(items)).not.toContain('select');
      expect((await listQueries(ctx, workspace, {}, WITH_TEXTS)).items).toEqual([
        {
          id: record.id,
          at: NOON.toISOString(),
          channel: 'http',
          databaseId: 'shop-db',
          key: 'key_1',
          dialect: 'postgresql',
          caller: { user: 'app', role: undefined, application: 'web', database: undefined },
          calls: 1,
          verdict: 'warn',
          rules: ['no-star'],
          ruleset: 3,
          judgedAtIngest: false,
          outcome: 'advised',
          text: 'select id from users where id = ?',
          flow: expect.stringMatching(/^[0-9a-f]{12}$/),
          audit: 1,
        },
      ]);
      expect(await days(db, workspace)).toEqual([{ day: '2026-11-20', source: 'http', calls: 1 }]);
    });

    it.each([
      ['allow', 1],
      ['warn', 1],
      ['block', 0],
      ['unknown', 0],
    ] as const)('that are %s are %i times in the history', async (verdict, rows) => {
      const { workspace, db, recorder } = await setUp();
      await recorder.recordQuery(queryRecord(workspace, { verdict }));
      expect(await days(db, workspace)).toHaveLength(rows);
    });

    it.each([
      ['none', undefined],
      ['shape', 'select id from users where id = ?'],
      ['full', 'select id from users where id = 7'],
    ])('have the text that the policy `%s` allows', async (policy, text) => {
      const { workspace, ctx, recorder } = await setUp(policy);
      await recorder.recordQuery(queryRecord(workspace));
      expect((await listQueries(ctx, workspace, {}, WITH_TEXTS)).items[0]?.text).toBe(text);
    });

    it('can contain any character', async () => {
      const { workspace, ctx, recorder } = await setUp('full');
      await recorder.recordQuery(queryRecord(workspace, { query: "select '\0 \ud800 🙂 \\u0000'" }));
      expect((await listQueries(ctx, workspace, {}, WITH_TEXTS)).items[0]?.text).toBe(
        "select '\ufffd \ufffd 🙂 \\u0000'",
      );
    });

    it('of one caller are one row of the history, with a count', async () => {
      const { workspace, db, recorder } = await setUp();
      const other = storedRow({ shape: 'select ?' });
      await Promise.all([
        ...Array.from({ length: 20 }, () => recorder.recordQuery(queryRecord(workspace))),
        ...Array.from({ length: 5 }, () =>
          recorder.recordQuery(queryRecord(workspace, { rows: [other, storedRow(), other] })),
        ),
      ]);
      const { rows } = await db.query<{ calls: number }>(
        'SELECT calls FROM history_days WHERE workspace_id = $1 ORDER BY calls',
        [workspace],
      );
      expect(rows).toEqual([{ calls: 10 }, { calls: 25 }]);
    });

    it('are found by each filter, and by several at once', async () => {
      const { workspace, ctx, recorder } = await setUp();
      const long = 'x'.repeat(999);
      const span = { start: 0, end: 1 };
      const finding = { rule: 'no-star', verdict: 'warn', excepted: false, message: '', span } as const;
      const findings = [{ ...finding, operation: undefined }];
      await recorder.recordQuery(queryRecord(workspace, { verdict: 'block', findings }));
      await recorder.recordQuery({ ...queryRecord(workspace, { findings }), databaseId: undefined });
      await recorder.recordEvents(
        eventsRecord(workspace, [event({ at: '2026-11-19T23:59:59Z', proxy: 'p1', caller: { user: `${long}a` } })]),
      );
      await recorder.recordEvents(
        eventsRecord(workspace, [event({ at: '2026-11-18T00:00:00Z', caller: { user: `${long}b` } })]),
      );
      const found = async (query: Parameters<typeof listQueries>[2]) =>
        (await listQueries(ctx, workspace, query, WITH_TEXTS)).items.map(({ audit }) => audit);
      expect(await found({})).toEqual([2, 1, 3, 4]);
      expect(await found({ verdict: 'block' })).toEqual([1]);
      expect(await found({ databaseId: 'shop-db' })).toEqual([1, 3, 4]);
      expect(await found({ to: '2026-11-20T00:00:00Z' })).toEqual([3, 4]);
      expect(await found({ from: '2026-11-20T00:00:00Z' })).toEqual([2, 1]);
      expect(await found({ channel: 'proxy' })).toEqual([3]);
      expect(await found({ rule: 'no-star' })).toEqual([2, 1]);
      expect(await found({ rule: 'no-star', verdict: 'block', user: 'app' })).toEqual([1]);
      expect(await found({ rule: 'no-star', channel: 'proxy' })).toEqual([]);
      expect(await found({ rule: 'another' })).toEqual([]);
      expect(await found({ user: `${long}a` })).toEqual([3]);
      expect(await found({ user: `${long}b`, channel: 'events', from: '2026-11-18T00:00:00Z' })).toEqual([4]);
      expect(await found({ user: 'x'.repeat(200) })).toEqual([]);
      expect(await found({ application: 'web', databaseId: 'shop-db', verdict: 'warn' })).toEqual([]);
      expect(await found({ key: 'key_1' })).toEqual([2, 1, 3, 4]);
      expect(await found({ key: 'key_2' })).toEqual([]);
      const { next } = await listQueries(ctx, workspace, { limit: 2 }, WITH_TEXTS);
      expect(await found({ cursor: next, limit: 1 })).toEqual([3]);
      expect(await found({ cursor: next, to: '2026-11-19T00:00:00Z' })).toEqual([4]);
      expect(await found({ cursor: next, to: '2026-11-21T00:00:00Z' })).toEqual([3, 4]);
    });

    it('are counted by verdict for each minute, hour and day', async () => {
      const { workspace, ctx, recorder } = await setUp();
      await recorder.recordQuery(queryRecord(workspace, { verdict: 'block' }));
      await Promise.all([1, 2, 3].map(() => recorder.recordQuery(queryRecord(workspace))));
      await recorder.recordEvents(
        eventsRecord(workspace, [
          event({ at: '2026-11-20T11:59:59Z', calls: 40 }),
          event({ at: '2026-11-20T23:59:59-01:00', calls: 2 }),
        ]),
      );
      const [from, to] = ['2026-11-20T13:00:00+02:00', '2026-11-21T01:00:00Z'];
      const counts = async (query: object) => {
        const range = { interval: 'hour', from, to } as const;
        const { items } = await countQueries(ctx, workspace, { ...range, ...query });
        return items.map(({ at, allow, warn, unknown, block }) => [at, allow, warn, unknown, block]);
      };
      expect(await counts({})).toEqual([
        ['2026-11-20T11:00:00.000Z', 40, 0, 0, 0],
        ['2026-11-20T12:00:00.000Z', 3, 0, 0, 1],
        ['2026-11-21T00:00:00.000Z', 2, 0, 0, 0],
      ]);
      expect(await counts({ interval: 'day' })).toEqual([
        ['2026-11-20T00:00:00.000Z', 43, 0, 0, 1],
        ['2026-11-21T00:00:00.000Z', 2, 0, 0, 0],
      ]);
      expect(await counts({ interval: 'minute', channel: 'events', databaseId: 'shop-db' })).toEqual([
        ['2026-11-20T11:59:00.000Z', 40, 0, 0, 0],
        ['2026-11-21T00:59:00.000Z', 2, 0, 0, 0],
      ]);
      expect(await counts({ databaseId: 'another' })).toEqual([]);
      await expect(counts({ to: from })).rejects.toMatchObject({ code: 'field_invalid' });
      await expect(counts({ to: '2027-11-20T11:00:00Z' })).rejects.toMatchObject({ code: 'field_invalid' });
    });

    it('are summed up by shape, caller and database, the last seen first', async () => {
      const { workspace, ctx, recorder } = await setUp();
      await recorder.recordEvents(
        eventsRecord(workspace, [
          event({ at: '2026-11-18T10:00:00Z', calls: 5 }),
          event({ at: '2026-11-19T10:00:00Z', lastAt: '2026-11-19T11:00:30Z', calls: 7 }),
          [
            event({ at: '2026-11-17T10:00:00Z', caller: { user: 'ada' } }),
            { ...eventOutcome(), flow: flowOf('select id from users where name = ?', 'ada') },
          ],
        ]),
      );
      await recorder.recordQuery(queryRecord(workspace));
      const finding = { rule: 'no-x', verdict: 'block', excepted: false, message: 'no' } as const;
      const findings = [{ ...finding, span: { start: 0, end: 1 }, operation: undefined }];
      await recorder.recordQuery(queryRecord(workspace, { verdict: 'block', findings }));
      await recorder.recordQuery(queryRecord(workspace, { verdict: 'warn' }));
      await recorder.recordQuery({ ...queryRecord(workspace), databaseId: 'another' });
      const flows = async (query: Parameters<typeof listFlows>[2], withTexts = true) =>
        listFlows(ctx, workspace, query, { withTexts });
      const { items, next } = await flows({});
      expect(next).toBeUndefined();
      expect(items.slice(2)).toMatchObject([
        {
          shape: 'select id from users where name = ?',
          calls: 12,
          firstAt: '2026-11-18T10:00:00.000Z',
          lastAt: '2026-11-19T11:00:30.000Z',
          verdict: 'allow',
          databaseId: 'shop-db',
        },
        { caller: { user: 'ada' }, calls: 1 },
      ]);
      const found = async (query: Parameters<typeof listFlows>[2]) => (await flows(query)).items;
      expect(await found({ verdict: 'block' })).toMatchObject([
        {
          id: flowOf('select id from users where id = ?'),
          ...{ calls: 3, caller: { user: 'app', application: 'web' }, databaseId: 'shop-db' },
          ...{ verdicts: { allow: 1, warn: 1, unknown: 0, block: 1 }, channels: ['http'], rules: ['no-x'] },
        },
      ]);
      const count = async (query: Parameters<typeof listFlows>[2]) => (await found(query)).length;
      expect(await flows({ verdict: 'block' })).toMatchObject({
        totals: { allow: 3, warn: 0, unknown: 0, block: 1 },
        complete: true,
      });
      expect((await flows({ verdict: 'warn', databaseId: 'another' })).totals).toEqual({
        allow: 1,
        warn: 0,
        unknown: 0,
        block: 0,
      });
      expect(await count({ verdict: 'block,allow' })).toBe(4);
      expect(await count({ verdict: 'warn,unknown' })).toBe(1);
      expect(await count({ verdict: 'allow,unknown', databaseId: 'shop-db' })).toBe(3);
      expect(await count({ channel: 'http' })).toBe(2);
      expect(await count({ channel: 'events' })).toBe(2);
      expect(await count({ channel: 'proxy' })).toBe(0);
      expect(await count({ user: 'ada' })).toBe(1);
      expect(await count({ application: 'web' })).toBe(2);
      expect(await count({ rule: 'no-x' })).toBe(1);
      expect(await count({ to: '2026-11-18T10:00:00Z' })).toBe(1);
      expect(await found({ databaseId: 'another' })).toMatchObject([{ calls: 1, verdict: 'allow' }]);
      expect(await found({ from: '2026-11-19T11:00:30Z' })).toHaveLength(3);
      expect(await found({ from: '2026-11-19T11:00:31Z' })).toHaveLength(2);
      expect((await flows({}, false)).items.map(({ shape }) => shape)).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await flows({ cursor, limit: 1 });
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(paged).toEqual(items.map(({ id }) => id));
    });

    describe('are sorted by verdict, each part by the time last seen', () => {
      const VERDICTS = ['allow', 'warn', 'unknown', 'block'];
      /** Flow `n` was last seen at minute `n`, and has the worst verdict `n % 4`; every third is of another database. */
      const fill = async (count: number) => {
        const { workspace, db, ctx } = await setUp();
        await db.query(
          `INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, database_id, caller, calls, first_at, last_at,
             last_minute, severity)
           SELECT $1, sha256(convert_to(n::text, 'UTF8')), decode(lpad(to_hex(n), 12, '0'), 'hex'), 'mysql',
             CASE WHEN n % 3 = 0 THEN 'other' ELSE 'main' END, '{}', 1, $2, $2::timestamptz + n * interval '1 minute',
             $2::timestamptz + n * interval '1 minute', n % 4
           FROM generate_series(0, $3::integer - 1) AS n`,
          [workspace, NOON, count],
        );
        return async (query: Parameters<typeof listFlows>[2]) => {
          const found: { readonly verdict: string; readonly number: number }[] = [];
          let cursor: string | undefined;
          do {
            const page = await listFlows(ctx, workspace, { ...query, sort: 'verdict', cursor }, WITH_TEXTS);
            found.push(...page.items.map(({ id, verdict }) => ({ verdict, number: Number.parseInt(id, 16) })));
            cursor = page.next;
          } while (cursor !== undefined);
          return found;
        };
      };
      const expected = (verdicts: readonly string[], count: number, keep = (_: number) => true) =>
        verdicts.flatMap((verdict) =>
          Array.from({ length: count }, (_, at) => count - 1 - at)
            .filter((number) => VERDICTS[number % 4] === verdict && keep(number))
            .map((number) => ({ verdict, number })),
        );

      it.each([1, 2, 3, 5, 7, 20, 100])('in pages of %d', async (limit) => {
        const read = await fill(20);
        expect(await read({ limit })).toEqual(expected(['block', 'warn', 'unknown', 'allow'], 20));
        expect(await read({ limit, verdict: 'allow,warn' })).toEqual(expected(['warn', 'allow'], 20));
        const others = expected(['block', 'warn', 'unknown', 'allow'], 20, (number) => number % 3 === 0);
        expect(await read({ limit, databaseId: 'other' })).toEqual(others);
      });

      it('if more must be examined than one page examines', async () => {
        const read = await fill(21_000);
        const others = expected(['block', 'unknown'], 21_000, (number) => number % 3 === 0);
        const found = await read({ limit: 500, databaseId: 'other', verdict: 'unknown,block' });
        expect(found).toEqual(others);
      });

      it('and refuse the cursor of another order', async () => {
        const { workspace, db, ctx } = await setUp();
        for (const flow of ['a', 'b'])
          await db.query(
            `INSERT INTO query_flows (workspace_id, flow, flow_id, dialect, caller, calls, first_at, last_at, last_minute,
               severity)
             VALUES ($1, sha256(convert_to($2, 'UTF8')), '\\x00', 'mysql', '{}', 1, $3, $3, $3, 0)`,
            [workspace, flow, NOON],
          );
        const { next } = await listFlows(ctx, workspace, { limit: 1 }, WITH_TEXTS);
        const sorted = await listFlows(ctx, workspace, { limit: 1, sort: 'verdict' }, WITH_TEXTS);
        for (const query of [
          { sort: 'verdict', cursor: next },
          { sort: 'recent', cursor: sorted.next },
          { sort: 'verdict', verdict: 'block', cursor: sorted.next },
        ] as const)
          await expect(listFlows(ctx, workspace, query, WITH_TEXTS)).rejects.toMatchObject({ code: 'field_invalid' });
      });
    });

    it('are examined in pieces if few match several filters, and none is skipped or repeated', async () => {
      const { workspace, db, ctx } = await setUp();
      await db.query(
        `INSERT INTO queries (workspace_id, sequence, id, at, channel, database_id, dialect, caller, calls, verdict, rules)
         SELECT $1, n, 'qry_' || n, $2::timestamptz + n % 7000 * interval '1 second', 'http', 'd', 'mysql', '{}', 1,
           CASE WHEN n IN (5000, 10000, 12000) THEN 'block' ELSE 'allow' END, '{}'
         FROM generate_series(1, 12000) AS n`,
        [workspace, NOON],
      );
      const pages: number[][] = [];
      let cursor: string | undefined;
      do {
        const page = await listQueries(ctx, workspace, { cursor, databaseId: 'd', verdict: 'block' }, WITH_TEXTS);
        pages.push(page.items.map(({ audit }) => audit));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(pages).toEqual([[12000, 5000], [10000], [], [], []]);
    });
  });

  it('lists fewer queries per page if they are large', async () => {
    const { workspace, ctx, recorder } = await setUp('full');
    const large = 'x'.repeat(1_000_000);
    for (let at = 0; at < 6; at++) {
      const record = queryRecord(workspace, { query: large });
      await recorder.recordQuery({ ...record, request: { ...record.request, caller: { user: large } } });
    }
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await listQueries(ctx, workspace, { cursor, limit: 5 }, WITH_TEXTS);
      pages.push(page.items.map(({ audit }) => audit));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      [6, 5],
      [4, 3],
      [2, 1],
    ]);
    const { items } = await listQueries(ctx, workspace, { from: '2026-11-21T11:59:00+23:59', limit: 1 }, WITH_TEXTS);
    expect(items).toHaveLength(1);
  });

  describe('events', () => {
    it('are in the audit trail, the list and the history with their count and day', async () => {
      const { workspace, db, ctx, recorder } = await setUp('full');
      const told = event({
        id: 'e-1',
        calls: 40,
        at: '2026-11-18T23:30:00-02:00',
        caller: { application: 'web' },
        truncated: true,
      });
      expect(await recorder.recordEvents(eventsRecord(workspace, [told]))).toEqual({
        accepted: 1,
        duplicates: 0,
        refused: [],
      });
      const { items } = await listAudit(ctx, workspace, {});
      expect(items).toMatchObject([
        {
          type: 'query.ingested',
          databaseId: 'shop-db',
          details: {
            event: 'e-1',
            channel: 'events',
            dialect: 'postgresql',
            ranAt: '2026-11-19T01:30:00.000Z',
            calls: 40,
            verdict: 'allow',
            rules: [],
            ruleset: 3,
            judgedAtIngest: true,
            outcome: 'ok',
            truncated: true,
          },
        },
      ]);
      expect(JSON.stringify(items)).not.toContain('Ada');
      expect((await listQueries(ctx, workspace, {}, WITH_TEXTS)).items).toMatchObject([
        {
          channel: 'events',
          at: '2026-11-19T01:30:00.000Z',
          calls: 40,
          verdict: 'allow',
          rules: [],
          ruleset: 3,
          judgedAtIngest: true,
          outcome: 'ran',
          text: told.query,
          audit: 1,
        },
      ]);
      expect(await days(db, workspace)).toEqual([{ day: '2026-11-19', source: 'events', calls: 40 }]);
    });

    it('of a proxy carry how the query was judged and how it ended', async () => {
      const { workspace, db, ctx, recorder } = await setUp('full');
      const told = factsEvent({
        judged: { verdict: 'block', rules: ['no-drop', 'no-x'], ruleset: 7, mode: 'observe' },
        ...{ calls: 3, lastAt: '2026-11-20T23:59:59.999Z', durationMs: 1.25, session: 's-1', proxy: 'proxy-1' },
      });
      const failed = factsEvent({ outcome: 'failed', sqlstate: '42P01', query: "select 'geheim'" });
      const row = {
        rows: [storedRow()],
        shape: 'a; b',
        flow: flowOf('a; b'),
        caller: { ...UNKNOWN_CALLER, application: 'web' },
      };
      await recorder.recordEvents(
        eventsRecord(workspace, [
          [told, row],
          [failed, row],
        ]),
      );
      const common = { channel: 'proxy', databaseId: 'shop-db', dialect: 'postgresql', judgedAtIngest: false };
      expect((await listQueries(ctx, workspace, {}, WITH_TEXTS)).items).toMatchObject([
        {
          ...common,
          ...{ verdict: 'allow', ruleset: 3, mode: 'enforce', outcome: 'failed', sqlstate: '42P01', audit: 2 },
          ...{ lastAt: undefined, durationMs: undefined, session: undefined, text: "select 'geheim'" },
        },
        {
          ...common,
          ...{ caller: { application: 'web' }, calls: 3, verdict: 'block', rules: ['no-drop', 'no-x'], ruleset: 7 },
          ...{ lastAt: '2026-11-20T23:59:59.999Z', mode: 'observe', outcome: 'ran', durationMs: 1.25, session: 's-1' },
          // The text was not sent, and the shape is not the full text.
          ...{ proxy: 'proxy-1', text: undefined, audit: 1 },
        },
      ]);
      const { items } = await listAudit(ctx, workspace, {});
      expect(items[1]).toMatchObject({
        type: 'query.ingested',
        databaseId: 'shop-db',
        details: {
          ...{ event: told.id, channel: 'proxy', proxy: 'proxy-1', ranAt: told.at, lastAt: told.lastAt, calls: 3 },
          ...{ verdict: 'block', rules: ['no-drop', 'no-x'], ruleset: 7, judgedAtIngest: false, mode: 'observe' },
        },
      });
      expect(items[0]?.details).toMatchObject({ outcome: 'failed', sqlstate: '42P01' });
      expect(JSON.stringify(items)).not.toContain('geheim');
      expect(await days(db, workspace)).toEqual([{ day: '2026-11-20', source: 'events', calls: 3 }]);
    });

    it('that are invalid are refused, and leave nothing', async () => {
      const { workspace, db, ctx, recorder } = await setUp();
      const bad = factsEvent();
      expect(
        await recorder.recordEvents(eventsRecord(workspace, [[bad, { invalid: '`/rows/0`: x' }], factsEvent()])),
      ).toEqual({
        ...{ accepted: 1, duplicates: 0 },
        refused: [{ index: 0, id: bad.id, code: 'event_invalid', detail: '`/rows/0`: x' }],
      });
      expect((await listAudit(ctx, workspace, {})).items).toHaveLength(1);
      expect(await days(db, workspace)).toMatchObject([{ calls: 1 }]);
    });

    it.each<[string, Partial<FactsEvent>]>([
      ['verdict', { judged: { verdict: 'warn', rules: [], ruleset: 3, mode: 'enforce' } }],
      ['rules', { judged: { verdict: 'allow', rules: ['no-x'], ruleset: 3, mode: 'enforce' } }],
      ['mode', { judged: { verdict: 'allow', rules: [], ruleset: 3, mode: 'observe' } }],
      ['outcome', { outcome: 'failed' }],
      ['SQLSTATE', { outcome: 'failed', sqlstate: '42P01' }],
      ['duration', { durationMs: 1 }],
      ['session', { session: 's' }],
      ['proxy', { proxy: 'proxy-2' }],
      ['last time', { calls: 2, lastAt: '2026-11-20T10:00:00Z' }],
      ['text', { query: 'select 1' }],
    ])('with the same id and another %s are refused', async (_, given) => {
      const { workspace, recorder } = await setUp();
      const one = factsEvent({ id: 'same' });
      await recorder.recordEvents(eventsRecord(workspace, [one]));
      const { refused } = await recorder.recordEvents(eventsRecord(workspace, [{ ...one, ...given }]));
      expect(refused).toMatchObject([{ code: 'event_id_reused' }]);
    });

    it('count once, however often they are sent', async () => {
      const { workspace, db, ctx, recorder } = await setUp();
      const one = event();
      const same = { ...one, at: '2026-11-20T10:30:00+01:00', calls: 1, outcome: 'ok' as const, caller: {} };
      const first = await recorder.recordEvents(eventsRecord(workspace, [one, same]));
      expect(first).toEqual({ accepted: 1, duplicates: 1, refused: [] });
      const again = await Promise.all(
        Array.from({ length: 5 }, () => recorder.recordEvents(eventsRecord(workspace, [same]))),
      );
      expect(again).toEqual(Array(5).fill({ accepted: 0, duplicates: 1, refused: [] }));
      expect(await days(db, workspace)).toMatchObject([{ calls: 1 }]);
      expect((await listAudit(ctx, workspace, {})).items).toHaveLength(1);
    });

    it('with a reused id and another text are refused individually', async () => {
      const { workspace, db, recorder } = await setUp();
      const one = event({ id: 'same' });
      const other = event({ id: 'same', query: 'select 2' });
      const refused = { id: 'same', code: 'event_id_reused', detail: expect.any(String) };
      expect(await recorder.recordEvents(eventsRecord(workspace, [one, other, event()]))).toEqual({
        ...{ accepted: 2, duplicates: 0, refused: [{ index: 1, ...refused }] },
      });
      // In one batch with the original, in any order: the stored event decides.
      const [a, b] = await Promise.all([
        recorder.recordEvents(eventsRecord(workspace, [other])),
        recorder.recordEvents(eventsRecord(workspace, [one])),
      ]);
      expect([a, b]).toMatchObject([{ refused: [{ index: 0, ...refused }] }, { duplicates: 1 }]);
      expect((await days(db, workspace))[0]?.calls).toBe(2);
    });

    it('that take too long to read are refused, and counted as unread, once', async () => {
      const { workspace, db, ctx, recorder } = await setUp();
      const costly = eventsRecord(workspace, [event(), [event({ calls: 7 }), { tooCostly: 'more than 2 s' }]]);
      for (let times = 0; times < 2; times++)
        expect((await recorder.recordEvents(costly)).refused).toMatchObject([{ index: 1, code: 'event_too_costly' }]);
      const { rows } = await db.query('SELECT kind, reason, day, calls FROM history_counts WHERE workspace_id = $1', [
        workspace,
      ]);
      expect(rows).toEqual([
        { kind: 'unread', reason: 'query that takes too long to read', day: '2026-11-20', calls: 7 },
      ]);
      expect((await listAudit(ctx, workspace, {})).items[0]?.details).toMatchObject({ unread: true });
    });

    it.each([
      [{ outcome: 'failed' }, 'query that was not completed'],
      [{ outcome: 'blocked' }, 'query that was blocked'],
    ] as const)('that did not run are not part of the history: %j', async (given, reason) => {
      const { workspace, db, recorder } = await setUp();
      expect(await recorder.recordEvents(eventsRecord(workspace, [event(given)]))).toMatchObject({ accepted: 1 });
      expect(await days(db, workspace)).toEqual([]);
      const { rows } = await db.query('SELECT kind, reason FROM history_counts WHERE workspace_id = $1', [workspace]);
      expect(rows).toEqual([{ kind: 'passed_over', reason }]);
    });

    it('from the future are refused, and can be sent again later', async () => {
      const { workspace, recorder } = await setUp();
      const ahead = event({ at: '2026-11-21T12:00:01Z' });
      expect((await recorder.recordEvents(eventsRecord(workspace, [ahead]))).refused).toMatchObject([
        { index: 0, code: 'event_invalid' },
      ]);
      expect(
        await recorder.recordEvents(eventsRecord(workspace, [{ ...ahead, at: '2026-11-21T11:59:59Z' }])),
      ).toMatchObject({ accepted: 1 });
    });

    it('of several workspaces are independent', async () => {
      const [a, b] = [await setUp(), await setUp()];
      const one = event();
      const both = [a, b].map(({ recorder, workspace }) => recorder.recordEvents(eventsRecord(workspace, [one])));
      expect(await Promise.all(both)).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    });

    it('that several servers receive concurrently count once', async () => {
      const { workspace, db, ctx } = await setUp();
      const events = Array.from({ length: 50 }, (_, at) => event({ id: `e-${at}` }));
      const servers = [createRecorder(ctx), createRecorder(ctx), createRecorder(ctx)];
      const answers = await Promise.all(
        servers.flatMap((recorder, at) => [
          recorder.recordEvents(eventsRecord(workspace, at === 1 ? events.toReversed() : events)),
          recorder.recordEvents(eventsRecord(workspace, [...events.slice(at * 10), ...events.slice(0, at * 10)])),
        ]),
      );
      const sum = (key: 'accepted' | 'duplicates') => answers.reduce((all, answer) => all + answer[key], 0);
      expect([sum('accepted'), sum('duplicates')]).toEqual([50, 250]);
      expect(await days(db, workspace)).toMatchObject([{ calls: 50 }]);
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 50, broken: undefined });
    });
  });

  describe('the reports of proxies', () => {
    const report = (given: Partial<StatusEvent> = {}): StatusEvent => ({
      ...{ id: newId('req'), type: 'proxy_status', at: '2026-11-20T11:00:00.000Z', proxy: 'proxy-1' },
      ...{ version: '0.1.0', ruleset: 3, mode: 'observe', lagMs: 0, buffered: 0 },
      ...given,
    });
    const send = (recorder: Recorder, workspace: string, ...reports: StatusEvent[]) =>
      recorder.recordEvents({
        ...by(workspace),
        events: [],
        statuses: reports.map((each, index) => ({ index, event: each })),
      });

    it('are kept by proxy, the last one each, and only a change is in the trail', async () => {
      const { workspace, ctx, recorder } = await setUp();
      const first = report();
      expect(await send(recorder, workspace, first, report({ proxy: 'proxy-0' }))).toEqual({
        ...{ accepted: 2, duplicates: 0, refused: [] },
      });
      await send(recorder, workspace, report({ at: '2026-11-20T11:01:00.000Z', lagMs: 70_000, buffered: 12 }));
      // Older than the stored one, and a retry.
      await send(recorder, workspace, report({ at: '2026-11-20T10:59:00.000Z', version: '0.0.9' }), first);
      const { items, next } = await listProxies(ctx, workspace, {});
      expect(next).toBeUndefined();
      expect(items.map(({ id }) => id)).toEqual(['proxy-0', 'proxy-1']);
      expect(items[1]).toEqual({
        ...{ id: 'proxy-1', databaseId: 'shop-db', key: { id: 'key_1', name: 'ci' }, version: '0.1.0', ruleset: 3 },
        ...{ mode: 'observe', lagMs: 70_000, buffered: 12, at: '2026-11-20T11:01:00.000Z' },
        receivedAt: NOON.toISOString(),
      });
      expect((await listAudit(ctx, workspace, {})).items.map(({ type }) => type)).toEqual([
        'proxy.changed',
        'proxy.changed',
      ]);
    });

    it.each<[string, Partial<StatusEvent>, object]>([
      ['version', { version: '0.2.0' }, { version: '0.2.0' }],
      ['ruleset', { ruleset: 4 }, { ruleset: 4 }],
      ['mode', { mode: 'enforce' }, { mode: 'enforce' }],
    ])('with another %s are in the trail', async (_, given, details) => {
      const { workspace, ctx, recorder } = await setUp();
      await send(recorder, workspace, report());
      await send(recorder, workspace, report({ at: '2026-11-20T11:01:00.000Z', ...given }));
      const [entry] = (await listAudit(ctx, workspace, {})).items;
      expect(entry).toMatchObject({
        ...{ type: 'proxy.changed', databaseId: 'shop-db', actor: { kind: 'key', id: 'key_1' } },
        details: { proxy: 'proxy-1', before: { version: '0.1.0', ruleset: 3, mode: 'observe' }, ...details },
      });
    });

    it('from the future are refused', async () => {
      const { workspace, recorder } = await setUp();
      const { accepted, refused } = await send(recorder, workspace, report({ at: '2026-11-21T12:00:01Z' }));
      expect([accepted, refused[0]?.code]).toEqual([0, 'event_invalid']);
    });

    it('are listed in pages', async () => {
      const { workspace, ctx, recorder } = await setUp();
      await send(recorder, workspace, ...['c', 'a', 'b'].map((proxy) => report({ proxy })));
      const first = await listProxies(ctx, workspace, { limit: 2 });
      const second = await listProxies(ctx, workspace, { limit: 2, cursor: first.next });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(second.next).toBeUndefined();
      for (const cursor of ['', '!', 'YQ==', 'w6Q'])
        await expect(listProxies(ctx, workspace, { cursor })).rejects.toMatchObject({ code: 'field_invalid' });
    });
  });

  describe('dry runs', () => {
    it('are in the audit trail with their counts, within limits', async () => {
      const { workspace, ctx, recorder } = await setUp();
      const finding = { rule: 'no-drop-table', verdict: 'block', status: 'new' } as never;
      const spared = { rule: 'no-x', verdict: 'warn', status: 'suppressed' } as never;
      const files = Array.from({ length: 150 }, (_, at) => ({
        ...{ path: `migrations/${at}.sql`, statements: 2, operations: 3, suppressions: [], notices: [] },
        findings: at === 0 ? [finding, spared] : [],
      }));
      await recorder.recordDryRun({
        ...by(workspace),
        change: { repository: 'acme/shop', head: 'x'.repeat(900) },
        answer: { id: 'run_1', ruleset: { version: 4, expired: [] }, judges: [{} as never], files },
      });
      const [item] = (await listAudit(ctx, workspace, {})).items;
      expect(item).toMatchObject({
        type: 'dry_run',
        details: {
          dryRun: 'run_1',
          ruleset: 4,
          files: 150,
          statements: 300,
          findings: { block: 1, warn: 0, unknown: 0 },
          exempted: 1,
          rules: ['no-drop-table'],
          change: { repository: 'acme/shop', head: 'x'.repeat(300) },
        },
      });
      expect(item?.details['paths']).toHaveLength(100);
    });
  });

  describe('group commit', () => {
    it('writes waiting records in one transaction, and returns only after it', async () => {
      const { workspace, db } = await setUp();
      let transactions = 0;
      let committed = 0;
      const counting = around(db, async (work) => {
        transactions++;
        const result = await db.transaction(work);
        committed++;
        return result;
      });
      const recorder = createRecorder({ db: counting, now: () => NOON });
      const first = recorder
        .recordQuery(queryRecord(workspace))
        .then(() => expect(committed).toBeGreaterThanOrEqual(1));
      await new Promise((resolve) => setImmediate(resolve));
      const others = Array.from({ length: 100 }, () =>
        recorder.recordQuery(queryRecord(workspace)).then(() => expect(committed).toBe(2)),
      );
      await Promise.all([first, ...others]);
      expect(transactions).toBe(2);
      expect(recorder.waiting).toBe(0);
    });

    it('does not fail the other records if one cannot be written', async () => {
      const { workspace, ctx, recorder } = await setUp();
      // Not an integer, which is an internal error.
      const poison = {
        ...queryRecord(workspace),
        request: { query: 'x', dialect: 'postgresql' as const, caller: {} },
        databaseId: 'a\0',
      };
      const results = await Promise.allSettled([
        recorder.recordQuery(queryRecord(workspace)),
        recorder.recordQuery({
          ...poison,
          outcome: { ...poison.outcome, rows: [{ ...storedRow(), text: 'a\0b', hash: new Uint8Array([1]) }] },
        }),
        recorder.recordQuery(queryRecord(workspace)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 2, broken: undefined });
    });

    it('fails all records while the store is unavailable, and continues once it is back', async () => {
      const { workspace, db } = await setUp();
      let gone = true;
      const flaky = around(db, <T>(work: (tx: Transaction) => Promise<T>) =>
        gone ? Promise.reject(new StoreError('gone')) : db.transaction(work),
      );
      const recorder = createRecorder({ db: flaky, now: () => NOON });
      const results = await Promise.allSettled([1, 2].map(() => recorder.recordQuery(queryRecord(workspace))));
      expect(results).toMatchObject([{ reason: { name: 'StoreError' } }, { reason: { name: 'StoreError' } }]);
      gone = false;
      await recorder.recordQuery(queryRecord(workspace));
    });

    it('refuses records above the limit', async () => {
      const { workspace, db } = await setUp();
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const slow = around(db, async (work) => {
        await gate;
        return db.transaction(work);
      });
      const recorder = createRecorder({ db: slow, now: () => NOON }, { maxWaiting: 3, maxCharacters: 1_000 });
      const taken = Array.from({ length: 3 }, () => recorder.recordQuery(queryRecord(workspace)));
      await expect(recorder.recordQuery(queryRecord(workspace))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 1,
      });
      open();
      await Promise.all(taken);
      const large = recorder.recordQuery(queryRecord(workspace, { query: 'x'.repeat(5_000) }));
      await expect(recorder.recordQuery(queryRecord(workspace))).rejects.toMatchObject({ code: 'unavailable' });
      await large;
      const last = recorder.recordQuery(queryRecord(workspace));
      await recorder.close();
      await last;
      await expect(recorder.recordQuery(queryRecord(workspace))).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('reports an unknown workspace', async () => {
      const { recorder } = await setUp();
      await expect(recorder.recordQuery(queryRecord('none'))).rejects.toMatchObject({ code: 'workspace_not_found' });
      await expect(recorder.recordEvents(eventsRecord('none', [event()]))).rejects.toMatchObject({
        code: 'workspace_not_found',
      });
    });
  });
}
