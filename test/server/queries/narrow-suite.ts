import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type FactsEvent, timestampSchema } from '../../../src/contract/index.ts';
import { exportAudit } from '../../../src/server/admin/export-audit.ts';
import { appendAudit } from '../../../src/server/audit/append.ts';
import { entryOfEvent } from '../../../src/server/audit/find-event.ts';
import { listAudit, streamAudit } from '../../../src/server/audit/list-audit.ts';
import { readAuditChain } from '../../../src/server/audit/verifications.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import { newId } from '../../../src/server/context/ids.ts';
import type { Context } from '../../../src/server/context/types.ts';
import { listQueries, type QueriesQuery } from '../../../src/server/queries/list-queries.ts';
import { readQuery } from '../../../src/server/queries/read-query.ts';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import { previewDataPolicy } from '../../../src/server/retention/preview.ts';
import { sweep } from '../../../src/server/retention/sweep.ts';
import { startRetention } from '../../../src/server/retention/timer.ts';
import { HANGS } from '../../timeouts.ts';
import { addWorkspace, markAllSwept, NOON, type TestStore } from '../test-store.ts';
import { eventOutcome, eventsRecord, factsEvent, queryRecord, WITH_TEXTS } from '../traffic.ts';

const DAY = 24 * 60 * 60 * 1000;
const ACTOR = { kind: 'user', id: 'user_1', name: 'ada@example.org' } as const;
const VERDICTS = ['allow', 'allow', 'warn', 'block'] as const;
const OUTCOMES = { allow: 'ok', warn: 'failed', block: 'blocked' } as const;
const NO_RULES = { rulePlaces: async () => [] };

/** Tests of narrow rows of the audit trail, beside the wide ones of earlier versions, for both stores. */
export function narrowSuite(store: () => TestStore): void {
  const at = (days: number): Context => ({ db: store().db, now: () => new Date(NOON.getTime() + days * DAY) });
  const format = (narrow: boolean) =>
    store().db.query('UPDATE traffic_format SET narrow_from = $1::timestamptz', [narrow ? '-infinity' : 'infinity']);
  const count = async (table: string, workspace: string) => {
    const { rows } = await store().db.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`,
      [workspace],
    );
    return rows[0]?.n;
  };
  const misfitOf = async (workspace: string) => {
    const { rows } = await store().db.query<{ misfit: number | null }>(
      'SELECT retention_misfit AS misfit FROM workspaces WHERE id = $1',
      [workspace],
    );
    return rows[0]?.misfit;
  };
  const setUp = async () => {
    const workspace = newId('req');
    await addWorkspace(store().db, workspace);
    return { workspace, ctx: at(0), recorder: createRecorder(at(0)) };
  };
  /** Runs SQL as the owner of the database. */
  const asOwner = (workspace: string, sql: string) =>
    store().db.transaction(async (tx) => {
      const tables = ['traffic_entries', 'traffic_kinds', 'audit_events'];
      for (const table of tables) await tx.script(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await tx.query(sql, [workspace]);
      for (const table of tables) await tx.script(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });
  const eventAt = (number: number, given: Partial<FactsEvent> = {}): FactsEvent => {
    const verdict = VERDICTS[number % VERDICTS.length] ?? 'allow';
    return factsEvent({
      ...{ id: `proxy-1:run:${number}`, at: new Date(NOON.getTime() - number * 1000).toISOString() },
      judged: { verdict, rules: verdict === 'allow' ? [] : [`no-${number % 3}`], ruleset: 3, mode: 'enforce' },
      ...{ outcome: OUTCOMES[verdict], durationMs: number / 8, session: `s${number % 5}` },
      ...(verdict === 'warn' && { sqlstate: '23505', calls: 7, lastAt: NOON.toISOString() }),
      ...given,
    });
  };
  const recordEvents = async (workspace: string, numbers: readonly number[]) => {
    const recorder = createRecorder(at(0));
    for (const number of numbers) {
      const outcome = { ...eventOutcome(), caller: { user: `user-${number % 2}`, application: `app-${number % 3}` } };
      await recorder.recordEvents(eventsRecord(workspace, [[eventAt(number), outcome as never]]));
    }
  };
  const entryOf = (line: string, workspace: string) => {
    const { hash, ...entry } = JSON.parse(line);
    return { hash, text: JSON.stringify({ workspace, ...entry }) };
  };

  it('have the entries that wide rows have, and the same hashes', async () => {
    const lines: (readonly string[])[] = [];
    for (const narrow of [false, true]) {
      await format(narrow);
      const { workspace, ctx, recorder } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      await recorder.recordQuery(queryRecord(workspace));
      await recorder.recordEvents(eventsRecord(workspace, [eventAt(4, { id: ':odd', proxy: undefined }), eventAt(5)]));
      await recorder.recordQuery({ ...queryRecord(workspace), requestId: undefined, databaseId: undefined });
      await recorder.recordQuery({ ...queryRecord(workspace), requestId: 'made by a client' });
      await recorder.recordQuery({ ...queryRecord(workspace), requestId: newId('req') });
      const exported = await exportAudit(ctx, workspace, 0);
      expect(await count('traffic_entries', workspace)).toBe(narrow ? 9 : 0);
      expect(await count('audit_events', workspace)).toBe(narrow ? 0 : 9);
      let previous = '0'.repeat(64);
      for (const line of exported.lines) {
        const { hash, text } = entryOf(line.replace(`"workspace":"${workspace}",`, ''), workspace);
        expect(JSON.parse(text).previous).toBe(previous);
        previous = createHash('sha256').update(text).digest('hex');
        expect(hash).toBe(previous);
      }
      const listed = (await listAudit(ctx, workspace, {})).items.map(({ hash }) => hash).toReversed();
      expect(listed).toEqual(exported.lines.map((line) => JSON.parse(line).hash));
      expect(await verifyAudit(ctx, workspace)).toMatchObject({
        entries: 9,
        head: { hash: previous },
        broken: undefined,
      });
      expect(await readAuditChain(ctx, workspace)).toMatchObject({ entries: 9, oldest: { sequence: 1 } });
      const fixed = /"(workspace|query|previous|hash)":"[^"]*"|req_\w+/g;
      lines.push(exported.lines.map((line) => line.replaceAll(fixed, '')));
    }
    expect(lines[0]).toHaveLength(9);
    expect(lines[1]).toEqual(lines[0]);
  });

  const FILTERS: readonly QueriesQuery[] = [
    {},
    ...[{ verdict: 'block' }, { verdict: 'block,warn' }, { rule: 'no-1' }, { rule: 'no-9' }, { key: 'key_1' }],
    ...[{ user: 'user-1' }, { application: 'app-2' }, { databaseId: 'shop-db' }, { databaseId: 'none' }],
    ...[
      { channel: 'proxy' },
      { outcome: 'failed,refused' },
      { mode: 'enforce' },
      { search: 's3' },
      { search: 'APP-1' },
    ],
    ...[
      { rule: 'no-1', user: 'user-1' },
      { verdict: 'allow', search: 'user-0' },
    ],
    { from: new Date(NOON.getTime() - 30_000).toISOString(), to: new Date(NOON.getTime() - 9_000).toISOString() },
    { verdict: 'allow', from: new Date(NOON.getTime() - 30_000).toISOString() },
  ] as QueriesQuery[];

  it('are listed with wide ones, in one order, under every filter', async () => {
    const [mixed, wide] = [await setUp(), await setUp()];
    for (const number of Array.from({ length: 40 }, (_, each) => each)) {
      await format(false);
      await recordEvents(wide.workspace, [number]);
      await format(number % 3 !== 0);
      await recordEvents(mixed.workspace, [number]);
    }
    await format(true);
    expect(await count('traffic_entries', mixed.workspace)).toBe(26);
    expect(await count('traffic_kinds', mixed.workspace)).toBeLessThan(26);
    const listed = async (workspace: string, query: QueriesQuery) => {
      const items = [];
      let cursor: string | undefined;
      do {
        const page = await listQueries(at(0), workspace, { ...query, cursor, limit: 7 }, WITH_TEXTS);
        items.push(...page.items.map(({ id: _, ...item }) => item));
        cursor = page.next;
      } while (cursor !== undefined);
      return items;
    };
    for (const query of FILTERS) {
      const expected = await listed(wide.workspace, query);
      expect(await listed(mixed.workspace, query), JSON.stringify(query)).toEqual(expected);
      const oldest = await listed(mixed.workspace, { ...query, sort: 'oldest' });
      expect(oldest, JSON.stringify(query)).toEqual(expected.toReversed());
      const slowest = await listed(mixed.workspace, { ...query, sort: 'slowest' });
      const byDuration = expected.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
      expect(slowest, JSON.stringify(query)).toEqual(byDuration);
    }
    for (const query of [{}, { type: 'query.ingested' }, { actor: 'key_1' }, { databaseId: 'shop-db' }] as const) {
      const sequences = async (workspace: string) =>
        (await listAudit(at(0), workspace, query)).items.map(({ sequence }) => sequence);
      expect(await sequences(mixed.workspace)).toEqual(await sequences(wide.workspace));
      expect(await sequences(mixed.workspace)).toHaveLength(40);
    }
    expect(await verifyAudit(at(0), mixed.workspace)).toMatchObject({ entries: 40, broken: undefined });
  });

  it('are found by the id of the query, and by that of the event', async () => {
    await format(true);
    const { workspace, ctx, recorder } = await setUp();
    await recordEvents(workspace, [1]);
    const record = queryRecord(workspace);
    await recorder.recordQuery(record);
    const { items } = await listQueries(ctx, workspace, { event: 'proxy-1:run:1' }, WITH_TEXTS);
    expect(items).toHaveLength(1);
    for (const id of [items[0]?.id ?? '', record.id])
      expect(await readQuery(ctx, NO_RULES as never, workspace, id)).toMatchObject({
        query: { id },
        statement: { kind: 'shape' },
      });
    expect(await entryOfEvent(ctx.db, workspace, 'proxy-1:run:1')).toBe(1);
    expect(await entryOfEvent(ctx.db, workspace, 'proxy-1:run:2')).toBeUndefined();
    const other = await setUp();
    await expect(readQuery(ctx, NO_RULES as never, other.workspace, record.id)).rejects.toMatchObject({
      code: 'query_not_found',
    });
  });

  it('are found by the id of the event among thousands', async () => {
    await format(true);
    const { workspace, ctx, recorder } = await setUp();
    const events = Array.from({ length: 3_200 }, (_, number) => eventAt(number));
    await recorder.recordEvents(eventsRecord(workspace, events));
    for (const number of [0, 3_199]) {
      const filters = { event: `proxy-1:run:${number}` };
      expect((await listQueries(ctx, workspace, filters, WITH_TEXTS)).items).toHaveLength(1);
      expect((await listAudit(ctx, workspace, filters)).items).toMatchObject([{ sequence: number + 1 }]);
    }
  });

  it.each(['recent', 'oldest'] as const)('are examined part by part, the %s first', async (sort) => {
    await format(true);
    const { workspace, ctx, recorder } = await setUp();
    const events = Array.from({ length: 6_100 }, (_, number) => eventAt(number, { session: `s${number % 1_000}` }));
    await recorder.recordEvents(eventsRecord(workspace, events));
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await listQueries(ctx, workspace, { search: 's77', sort, cursor, limit: 100 }, WITH_TEXTS);
      pages.push(page.items.map(({ audit }) => audit));
      cursor = page.next;
    } while (cursor !== undefined);
    const found = events.flatMap(({ session }, at) => (/^s77/.test(session ?? '') ? at + 1 : []));
    expect(pages.flat()).toEqual(sort === 'recent' ? found : found.toReversed());
    // One page examines 3,000 rows.
    expect(pages.map(({ length }) => length)).toEqual([33, 33, 1]);
  });

  it('count an event once, also if its first row is wide', async () => {
    const { workspace, recorder } = await setUp();
    const send = (events: readonly FactsEvent[]) => recorder.recordEvents(eventsRecord(workspace, events));
    await format(false);
    expect(await send([eventAt(1)])).toMatchObject({ accepted: 1 });
    await format(true);
    expect(await send([eventAt(1), eventAt(2)])).toMatchObject({ accepted: 1, duplicates: 1 });
    await format(false);
    expect(await send([eventAt(1), eventAt(2), eventAt(2, { calls: 3 })])).toMatchObject({
      ...{ accepted: 0, duplicates: 2 },
      refused: [{ index: 2, code: 'event_id_reused' }],
    });
    await format(true);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => createRecorder(at(0)).recordEvents(eventsRecord(workspace, [eventAt(3)]))),
    );
    expect(results.map(({ accepted }) => accepted).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 3, broken: undefined });
  });

  it.each([
    ['an event of another day', {}, { at: '2026-11-19T23:59:59Z' }],
    ['a policy that keeps full texts', { query_text: 'full' }, {}],
  ] as const)('are wide for %s', async (_, policy, given) => {
    await format(true);
    const { workspace, recorder } = await setUp();
    for (const [column, value] of Object.entries(policy))
      await store().db.query(`UPDATE workspaces SET ${column} = $2 WHERE id = $1`, [workspace, value]);
    await recorder.recordEvents(eventsRecord(workspace, [eventAt(1, given)]));
    expect([await count('traffic_entries', workspace), await count('queries', workspace)]).toEqual([0, 1]);
  });

  describe('servers whose clocks differ write no entry that is older than the one before it', () => {
    const MINUTE = 60_000;
    const behind = (minutes: number, noon = NOON): Context => ({
      db: store().db,
      now: () => new Date(noon.getTime() - minutes * MINUTE),
    });
    const key = (ctx: Context, workspace: string) =>
      ctx.db.transaction((tx) =>
        appendAudit(tx, workspace, [{ at: ctx.now(), type: 'key.created', actor: ACTOR, details: { key: 'key_1' } }]),
      );
    const timesOf = async (workspace: string) =>
      (await listAudit(at(0), workspace, {})).items
        .toSorted((a, b) => a.sequence - b.sequence)
        .map((entry) => entry.at);

    it.each([
      ['narrow', 'shape'],
      ['wide', 'full'],
    ] as const)('in %s rows and administrative entries', async (rows, policy) => {
      await format(true);
      const { workspace } = await setUp();
      await store().db.query('UPDATE workspaces SET query_text = $2 WHERE id = $1', [workspace, policy]);
      await key(behind(0), workspace);
      await key(behind(2), workspace);
      const recorder = createRecorder(behind(5));
      const ranAt = behind(6).now().toISOString();
      const record = queryRecord(workspace);
      await Promise.all([
        recorder.recordQuery(record),
        recorder.recordEvents(eventsRecord(workspace, [eventAt(1, { at: ranAt })])),
      ]);
      await key(behind(-1), workspace);
      const noon = NOON.toISOString();
      expect(await timesOf(workspace)).toEqual([noon, noon, noon, noon, behind(-1).now().toISOString()]);
      expect(await count('traffic_entries', workspace)).toBe(rows === 'narrow' ? 2 : 0);
      const { items } = await listQueries(at(0), workspace, {}, WITH_TEXTS);
      expect(items.map((item) => item.at)).toEqual([noon, ranAt]);
      expect(await entryOfEvent(store().db, workspace, 'proxy-1:run:1')).toBe(4);
      expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 5, broken: undefined });
    });

    it('over midnight, where a query that ran on the day before gets a wide row', async () => {
      await format(true);
      const { workspace } = await setUp();
      const midnight = new Date('2026-11-21T00:01:00.000Z');
      await key(behind(0, midnight), workspace);
      const recorder = createRecorder(behind(3, midnight));
      const ranAt = behind(4, midnight).now().toISOString();
      await recorder.recordEvents(eventsRecord(workspace, [eventAt(1, { at: ranAt })]));
      expect(await timesOf(workspace)).toEqual([midnight.toISOString(), midnight.toISOString()]);
      expect([await count('traffic_entries', workspace), await count('queries', workspace)]).toEqual([0, 1]);
      expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 2, broken: undefined });
    });

    it('with a key that is still valid by the clock of its own server', async () => {
      await format(true);
      const { workspace } = await setUp();
      await store().db.query(
        `INSERT INTO api_keys (id, workspace_id, name, key_hash, scopes, created_at, created_by, expires_at)
         VALUES ($1, $1, 'ci', $2, '{telemetry:write}', $3, '{}', $3)`,
        [workspace, Buffer.from(workspace), behind(3).now()],
      );
      await key(behind(0), workspace);
      const record = eventsRecord(workspace, [eventAt(1)]);
      const check = { key: workspace, scope: 'telemetry:write', ruleset: undefined } as const;
      const recorder = createRecorder(behind(5));
      expect(await recorder.recordEvents({ ...record, check })).toMatchObject({ accepted: 1 });
    });

    it('unless a clock is more than an hour ahead, which the others do not follow', async () => {
      const { workspace } = await setUp();
      await key(behind(0), workspace);
      await key(behind(61), workspace);
      await key(behind(30), workspace);
      const [, later, last] = await timesOf(workspace);
      expect([later, last]).toEqual([behind(61), behind(30)].map((ctx) => ctx.now().toISOString()));
    });

    it('if the last entry is one of a former version', async () => {
      const { workspace } = await setUp();
      await key(behind(0), workspace);
      await store().db.query('UPDATE workspaces SET audit_at = NULL WHERE id = $1', [workspace]);
      await key(behind(1), workspace);
      expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 2, broken: undefined });
    });
  });

  describe('changes by the database owner are detected', () => {
    it.each([
      ["verdict = 'allow'"],
      ["outcome = 'ok'"],
      ["rules = '{no-x}'"],
      ["mode = 'observe'"],
      ['judged_at_ingest = true'],
    ])('in the lists: %s', async (change) => {
      await format(true);
      const { workspace, ctx } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      const kind = 'SELECT kind FROM traffic_entries WHERE workspace_id = $1 AND sequence = 2';
      await asOwner(workspace, `UPDATE traffic_kinds SET ${change} WHERE id = (${kind})`);
      expect((await verifyAudit(ctx, workspace)).broken).toEqual({
        sequence: 2,
        reason: 'the lists show it otherwise than it says',
      });
    });

    it.each([
      [
        'when it was recorded',
        `UPDATE traffic_entries SET at = at - interval '1 s' WHERE workspace_id = $1 AND sequence = 2`,
      ],
      ['when it ran', `UPDATE traffic_entries SET ran_at = at WHERE workspace_id = $1 AND sequence = 2`],
      ['the calls', 'UPDATE traffic_entries SET calls = 9 WHERE workspace_id = $1 AND sequence = 2'],
      ['the last time', 'UPDATE traffic_entries SET last_at = ran_at WHERE workspace_id = $1 AND sequence = 2'],
      ['the id', 'UPDATE traffic_entries SET id = gen_random_uuid() WHERE workspace_id = $1 AND sequence = 2'],
      ['the event', `UPDATE traffic_entries SET event = ':x' WHERE workspace_id = $1 AND sequence = 2`],
      ['the request', `UPDATE traffic_entries SET request = '\\x0041' WHERE workspace_id = $1 AND sequence = 2`],
      ['the hash', `UPDATE traffic_entries SET hash = sha256('x') WHERE workspace_id = $1 AND sequence = 2`],
      [
        'the kind',
        `UPDATE traffic_entries SET kind = (SELECT max(kind) FROM traffic_entries WHERE workspace_id = $1 AND sequence = 3)
         WHERE workspace_id = $1 AND sequence = 2`,
      ],
      ['a missing kind', 'UPDATE traffic_entries SET kind = -1 WHERE workspace_id = $1 AND sequence = 2'],
      [
        'what the kind has',
        `UPDATE traffic_kinds SET template = replace(template, '"verdict":"warn"', '"verdict":"allow"') WHERE workspace_id = $1`,
      ],
      [
        'an entry of the other table has its number',
        `INSERT INTO audit_events (workspace_id, sequence, at, type, actor, entry, hash)
         VALUES ($1, 2, now(), 'key.revoked', 'x', '{}', 'x')`,
      ],
      ['an entry is removed', 'DELETE FROM traffic_entries WHERE workspace_id = $1 AND sequence = 2'],
    ])('%s', async (_, sql) => {
      await format(true);
      const { workspace, ctx } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      await asOwner(workspace, sql);
      expect((await verifyAudit(ctx, workspace)).broken).toMatchObject({ sequence: 2 });
      // Traffic that does not fit the chain is not deleted, which is reported; what comes before it is.
      await markAllSwept(store().db);
      await store().db.query('UPDATE workspaces SET retention_days = 10, swept_on = NULL WHERE id = $1', [workspace]);
      const { stopped } = await sweep(at(30));
      expect(stopped).toEqual([{ workspace, sequence: 2, reason: expect.any(String) }]);
      expect(await misfitOf(workspace)).toBe(2);
      expect(await count('traffic_entries', workspace)).toBe(sql.startsWith('DELETE') ? 1 : 2);
      expect((await verifyAudit(at(30), workspace)).broken).toMatchObject({ sequence: 2 });
    });

    const OF_2 = 'WHERE id = (SELECT kind FROM traffic_entries WHERE workspace_id = $1 AND sequence = 2)';
    const ENTRY_2 = 'WHERE workspace_id = $1 AND sequence = 2';
    const ENTRY_4 = 'WHERE workspace_id = $1 AND sequence = 4';
    const HASH = /^the entry does not match its stored hash/;
    it.each<{ title: string; sql: string; sequence: number; isRead: boolean; damaged: RegExp }>([
      {
        ...{ title: 'without its kind', sequence: 2, isRead: false, damaged: HASH },
        sql: `UPDATE traffic_entries SET kind = -1 ${ENTRY_2}`,
      },
      {
        ...{ title: 'without JSON in its kind', sequence: 2, isRead: false, damaged: HASH },
        sql: `UPDATE traffic_kinds SET template = 'x' ${OF_2}`,
      },
      {
        ...{ title: 'with another number in its kind', sequence: 2, isRead: false, damaged: HASH },
        sql: `UPDATE traffic_kinds SET template = replace(template, '"\\u0001sequence"', '7') ${OF_2}`,
      },
      {
        ...{ title: 'with another verdict in its kind', sequence: 2, isRead: true, damaged: HASH },
        sql: `UPDATE traffic_kinds SET template = replace(template, '"warn"', '"allow"') ${OF_2}`,
      },
      {
        ...{
          title: 'with another actor in its column',
          sequence: 2,
          isRead: true,
          damaged: /stored actor or database$/,
        },
        sql: `UPDATE traffic_kinds SET actor = 'x' ${OF_2}`,
      },
      {
        ...{ title: 'in a wide row without JSON', sequence: 4, isRead: false, damaged: HASH },
        sql: `UPDATE audit_events SET entry = 'x' ${ENTRY_4}`,
      },
      {
        ...{
          title: 'in a wide row with other JSON and its hash',
          sequence: 4,
          isRead: false,
          damaged: /not a valid audit/,
        },
        sql: `UPDATE audit_events SET entry = '{}', hash = encode(sha256('{}'), 'hex') ${ENTRY_4}`,
      },
      {
        ...{ title: 'in a wide row with another key', sequence: 4, isRead: true, damaged: HASH },
        sql: `UPDATE audit_events SET entry = replace(entry, 'key_1', 'key_2') ${ENTRY_4}`,
      },
    ])('an entry $title is listed and exported as damaged, and the others as they are', async (damage) => {
      const { sql, sequence, isRead, damaged } = damage;
      await format(true);
      const { workspace, ctx } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      await store().db.transaction((tx) =>
        appendAudit(tx, workspace, [{ at: NOON, type: 'key.created', actor: ACTOR, details: { key: 'key_1' } }]),
      );
      const listed = async () => (await listAudit(ctx, workspace, {})).items;
      const exported = async () => (await exportAudit(ctx, workspace, 0)).lines.map((line) => JSON.parse(line));
      const [listedBefore, exportedBefore] = [await listed(), await exported()];
      const isOther = (entry: { readonly sequence: number }) => entry.sequence !== sequence;
      expect([...listedBefore, ...exportedBefore].map((entry) => entry.damaged)).toEqual(Array(8).fill(undefined));
      await asOwner(workspace, sql);

      const items = await listed();
      expect(items.map((item) => item.sequence)).toEqual([4, 3, 2, 1]);
      expect(items.filter(isOther)).toEqual(listedBefore.filter(isOther));
      const shown = isRead ? {} : { details: {}, actor: { kind: 'unknown' } };
      expect(items[4 - sequence]).toMatchObject({ ...shown, damaged: expect.stringMatching(damaged) });
      let lines = '';
      for await (const piece of streamAudit(ctx, workspace, {})) lines += piece;
      expect(lines).toBe(items.map((item) => `${JSON.stringify(item)}\n`).join(''));

      const entries = await exported();
      expect(entries.filter(isOther)).toEqual(exportedBefore.filter(isOther));
      expect(entries[sequence - 1]).toMatchObject({ workspace, sequence, damaged: expect.stringMatching(damaged) });
      expect('stored' in entries[sequence - 1]).toBe(!isRead);
      expect((await verifyAudit(ctx, workspace)).broken?.sequence).toBe(sequence);
    });

    it('a query whose kind is missing is listed as damaged, and the others as they are', async () => {
      await format(true);
      const { workspace, ctx } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      const listed = async () => (await listQueries(ctx, workspace, {}, WITH_TEXTS)).items;
      const before = await listed();
      expect(before.map(({ audit, damaged }) => [audit, damaged])).toEqual(
        [1, 2, 3].map((audit) => [audit, undefined]),
      );
      await asOwner(workspace, `UPDATE traffic_entries SET kind = -1 ${ENTRY_2}`);
      const items = await listed();
      expect(items.filter(({ audit }) => audit !== 2)).toEqual(before.filter(({ audit }) => audit !== 2));
      const damaged = {
        ...{ id: before[1]?.id, at: before[1]?.at, audit: 2, session: 's2', verdict: 'unknown', rules: [], caller: {} },
        ...{ channel: undefined, dialect: undefined, outcome: undefined, text: undefined },
        damaged: 'what it has in common with equal queries is missing',
      };
      expect(items[1]).toMatchObject(damaged);
      const { query } = await readQuery(ctx, NO_RULES as never, workspace, items[1]?.id ?? '');
      expect(query).toEqual(items[1]);
    });

    it.each(['infinity', '-infinity', '12345-06-07', '0044-03-15 BC'])(
      'entries with the time %s are listed with the others, page by page',
      async (time) => {
        await format(true);
        const { workspace, ctx } = await setUp();
        await recordEvents(workspace, [1, 2, 3, 4, 5]);
        await asOwner(
          workspace,
          `UPDATE traffic_entries SET at = '${time}', ran_at = '${time}', last_at = '${time}'
           WHERE workspace_id = $1 AND sequence < 4`,
        );
        const lists = [
          { others: [5, 4], read: (cursor?: string) => listAudit(ctx, workspace, { limit: 1, cursor }) },
          { others: [4, 5], read: (cursor?: string) => listQueries(ctx, workspace, { limit: 1, cursor }, WITH_TEXTS) },
        ];
        for (const { others, read } of lists) {
          const found: number[] = [];
          let cursor: string | undefined;
          do {
            const { items, next } = await read(cursor);
            for (const item of items) {
              found.push('sequence' in item ? item.sequence : item.audit);
              expect(timestampSchema.safeParse(item.at).success).toBe(true);
              if ('lastAt' in item && item.lastAt !== undefined)
                expect(timestampSchema.safeParse(item.lastAt).success).toBe(true);
            }
            cursor = next;
          } while (cursor !== undefined && found.length < 9);
          const isEarly = time.startsWith('-') || time.endsWith('BC');
          expect(found).toEqual(isEarly ? [...others, 3, 2, 1] : [3, 2, 1, ...others]);
        }
        expect((await verifyAudit(ctx, workspace)).broken).toMatchObject({ sequence: 1 });
        await markAllSwept(store().db);
        await store().db.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [workspace]);
        expect((await sweep(at(200))).stopped).toMatchObject([{ workspace, sequence: 1 }]);
      },
    );

    it('retention stands still at the entry, and goes on once it is as it was', async () => {
      await format(true);
      await markAllSwept(store().db);
      const { workspace } = await setUp();
      await store().db.query('UPDATE workspaces SET retention_days = 10 WHERE id = $1', [workspace]);
      await recordEvents(workspace, [1, 2, 3]);
      const calls = (value: string) =>
        asOwner(workspace, `UPDATE traffic_entries SET calls = ${value} WHERE workspace_id = $1 AND sequence = 1`);
      await calls('9');
      const stopped: unknown[] = [];
      const retention = startRetention(at(30), {
        onError: (error) => stopped.push(error),
        onStopped: (each) => stopped.push(each),
      });
      await vi.waitUntil(() => stopped.length > 0, { timeout: HANGS });
      await retention.close();
      expect(stopped).toEqual([{ workspace, sequence: 1, reason: 'the entry does not match its stored hash' }]);
      expect([await misfitOf(workspace), await count('traffic_entries', workspace)]).toEqual([1, 3]);
      await calls('NULL');
      expect((await sweep(at(31))).stopped).toEqual([]);
      expect([await misfitOf(workspace), await count('traffic_entries', workspace)]).toEqual([null, 0]);
      expect((await verifyAudit(at(31), workspace)).broken).toBeUndefined();
    });

    it.each([
      ['actor', 'the entry does not match its stored actor or database'],
      ['database_id', 'the entry does not match its stored actor or database'],
      ['type', 'the entry does not match its stored type or time'],
    ])('the column %s of a kind', async (column, reason) => {
      await format(true);
      const { workspace, ctx } = await setUp();
      await recordEvents(workspace, [1, 2, 3]);
      await asOwner(workspace, `UPDATE traffic_kinds SET ${column} = 'x' WHERE workspace_id = $1 AND verdict = 'warn'`);
      expect((await verifyAudit(ctx, workspace)).broken).toEqual({ sequence: 2, reason });
    });

    it.each([
      'UPDATE traffic_entries SET calls = 1 WHERE workspace_id = $1',
      'DELETE FROM traffic_entries WHERE workspace_id = $1',
      `UPDATE traffic_kinds SET verdict = 'allow' WHERE workspace_id = $1`,
      'DELETE FROM traffic_kinds WHERE workspace_id = $1',
    ])('the database refuses %s', async (sql) => {
      await format(true);
      const { workspace } = await setUp();
      await recordEvents(workspace, [1]);
      await expect(store().db.query(sql, [workspace])).rejects.toThrow(/appended to|refer to it/);
      await expect(store().db.query('TRUNCATE traffic_entries')).rejects.toThrow('appended to');
      await expect(store().db.query('TRUNCATE traffic_kinds')).rejects.toThrow('refer to it');
    });
  });

  it('are deleted after the retention with what only they refer to, and the rest still verifies', async () => {
    await format(true);
    await markAllSwept(store().db);
    const { workspace } = await setUp();
    const administrative = () =>
      store().db.transaction((tx) =>
        appendAudit(tx, workspace, [{ at: NOON, type: 'key.created', actor: ACTOR, details: { key: 'key_1' } }]),
      );
    await store().db.query('UPDATE workspaces SET retention_days = 10 WHERE id = $1', [workspace]);
    await recordEvents(workspace, [1, 2]);
    await administrative();
    const many = Array.from({ length: 1_200 }, (_, number) => eventAt(1_000 + number));
    await createRecorder(at(0)).recordEvents(eventsRecord(workspace, many));
    const late = createRecorder(at(9));
    await late.recordEvents(eventsRecord(workspace, [eventAt(9, { at: at(9).now().toISOString() })]));
    const preview = await previewDataPolicy(at(9), workspace, { retentionDays: 5 });
    expect(preview.deletes).toMatchObject([
      { what: 'queries', count: 1_202 },
      { what: 'historyDays' },
      { what: 'auditEntries', count: 1_202 },
    ]);
    await sweep(at(11));
    expect(await count('traffic_entries', workspace)).toBe(1);
    expect(await count('traffic_kinds', workspace)).toBe(1);
    expect(await verifyAudit(at(11), workspace)).toMatchObject({ deleted: 1_202, broken: undefined });
    const { items } = await listAudit(at(11), workspace, { type: 'query.ingested' });
    const { lines } = await exportAudit(at(11), workspace, 0);
    const line = lines.find((each) => JSON.parse(each).type === 'query.ingested') ?? '';
    expect(items[0]?.previous).toBe(JSON.parse(line).previous);
    expect(items[0]?.previous).not.toBe('0'.repeat(64));
    await sweep(at(20));
    expect([await count('traffic_entries', workspace), await count('traffic_kinds', workspace)]).toEqual([0, 0]);
    expect(await verifyAudit(at(20), workspace)).toMatchObject({ deleted: 1_203, broken: undefined });
  });

  it('lose their text when the policy forbids it, and get it again once it is allowed', async () => {
    await format(true);
    await markAllSwept(store().db);
    const { workspace, ctx, recorder } = await setUp();
    const policy = (queryText: string) =>
      store().db.query('UPDATE workspaces SET query_text = $2, texts_due = true WHERE id = $1', [workspace, queryText]);
    const texts = async () => (await listQueries(ctx, workspace, {}, WITH_TEXTS)).items.map(({ text }) => text);
    const shape = 'select id from users where id = ?';
    await recorder.recordQuery(queryRecord(workspace));
    await policy('none');
    await recorder.recordQuery(queryRecord(workspace));
    expect(await texts()).toEqual([undefined, undefined]);
    await sweep(ctx);
    await policy('shape');
    await recorder.recordQuery(queryRecord(workspace));
    expect(await texts()).toEqual([shape, undefined, undefined]);
    expect(await verifyAudit(ctx, workspace)).toMatchObject({ broken: undefined });
  });
}
