import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { snapshotFrom } from '../../src/history/index.ts';
import { type History, type HistoryRow, type HistorySource, recordsOf } from '../../src/model/index.ts';
import { listAudit } from '../../src/server/audit/list-audit.ts';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { newId } from '../../src/server/context/ids.ts';
import { addHistory, lockHistoryShared } from '../../src/server/history/add-history.ts';
import { forgetImport } from '../../src/server/history/forget-import.ts';
import { importSnapshot } from '../../src/server/history/import-snapshot.ts';
import { listHistory } from '../../src/server/history/list-history.ts';
import { historySnapshot, useSnapshot } from '../../src/server/history/snapshot.ts';
import { createRecorder } from '../../src/server/queries/recorder.ts';
import { sweep } from '../../src/server/retention/sweep.ts';
import type { Database } from '../../src/server/store/database.ts';
import { unreadOf } from '../../src/simulation/unread.ts';
import { callerFacts, history, plainRow, row } from '../history/build.ts';
import { addWorkspace, markAllSwept, NOON, type TestStore } from './test-store.ts';
import { by, event, eventOutcome, eventsRecord, queryRecord, storedRow } from './traffic.ts';

const engine = {
  readSnapshot: async (bytes: Uint8Array) => {
    const { header, rows } = await snapshotFrom({ name: 'a snapshot', bytes });
    return { header: { ...header }, rows: rows.map((each) => ({ row: storedRow(plainRow(each)), days: each.days })) };
  },
};

/** The bytes of a snapshot. */
function packed({ header, rows }: History): Uint8Array {
  const lines = [header, ...rows].map((line) => JSON.stringify(line));
  return gzipSync(`${lines.join('\n')}\n`);
}

/** A row without values that JSON cannot represent. */
function plain(given: Partial<HistoryRow> = {}): HistoryRow {
  const { text } = storedRow(given);
  return { ...JSON.parse(text), days: given.days ?? { '2026-11-19': 1 } };
}

const source: HistorySource = {
  ...history([]).header.sources[0],
  ...{
    kind: 'postgresql-jsonlog',
    name: 'db.json',
    dialect: 'postgresql',
    identity: 'a'.repeat(64),
    bytes: 10,
    notes: [],
    notCarried: [],
  },
  ...{ statements: 7, unread: { 'line is cut off': 2 }, truncated: 0, passedOver: {} },
  ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z' },
};

/** Tests of the history, for both stores. */
export function historySuite(store: () => TestStore): void {
  beforeEach(() => markAllSwept(store().db));

  const workspaceOf = async (db: Database): Promise<string> => {
    const workspace = newId('req');
    await addWorkspace(db, workspace);
    return workspace;
  };
  const setUp = async () => {
    const { db, ctx } = store();
    return { db, ctx, workspace: await workspaceOf(db), recorder: createRecorder(ctx) };
  };
  const read = async (workspace: string): Promise<History> => {
    const { bytes, rows } = await historySnapshot(store().ctx, workspace);
    const snapshot = await snapshotFrom({ name: 'of the service', bytes });
    expect(snapshot.rows).toHaveLength(rows);
    return snapshot;
  };
  const unread = ({ header, rows }: History) =>
    unreadOf(
      header,
      rows.map((each) => ({ row: each, calls: Object.values(each.days).reduce((sum, n) => sum + n, 0) }) as never),
    );

  it('is empty at first and can be read', async () => {
    const { workspace } = await setUp();
    const { header, rows } = await read(workspace);
    expect(rows).toEqual([]);
    expect(header).toMatchObject({ sources: [], rows: 0, statements: 0, unread: 0, from: undefined, to: undefined });
    await expect(historySnapshot(store().ctx, 'none')).rejects.toMatchObject({ code: 'workspace_not_found' });
  });

  it('holds allowed queries and events, by row and day, with their sources', async () => {
    const { workspace, recorder } = await setUp();
    const mysql = storedRow({ shape: 'select 1', dialect: 'mysql' });
    await recorder.recordQuery(queryRecord(workspace));
    await recorder.recordQuery(queryRecord(workspace, { verdict: 'block' }));
    await recorder.recordEvents(
      eventsRecord(workspace, [
        event({ calls: 10, at: '2026-11-19T01:00:00Z' }),
        event({ calls: 2 }),
        [event({ dialect: 'mysql', calls: 3, at: '2026-11-18T01:00:00Z' }), eventOutcome([mysql])],
        event({ outcome: 'failed', calls: 9, at: '2026-11-17T01:00:00Z' }),
        [event({ query: '-- nothing' }), eventOutcome([])],
      ]),
    );
    const { header, rows } = await read(workspace);
    expect(rows.map(({ shape, dialect, days }) => ({ shape, dialect, days: { ...days } }))).toEqual(
      expect.arrayContaining([
        { shape: row().shape, dialect: 'postgresql', days: { '2026-11-19': 10, '2026-11-20': 3 } },
        { shape: 'select 1', dialect: 'mysql', days: { '2026-11-18': 3 } },
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(header).toMatchObject({
      rows: 2,
      statements: 16,
      unread: 0,
      collected: NOON.toISOString(),
      from: '2026-11-17T00:00:00.000Z',
      to: NOON.toISOString(),
    });
    expect(header.sources).toMatchObject([
      {
        kind: 'service-events',
        dialect: 'mysql',
        statements: 3,
        from: '2026-11-18T00:00:00.000Z',
        to: '2026-11-18T23:59:59.999Z',
      },
      {
        ...{ kind: 'service-events', dialect: 'postgresql', statements: 12, to: NOON.toISOString() },
        passedOver: { 'query that was not completed': 9, 'text without a statement': 1 },
      },
      { kind: 'service-http', dialect: 'postgresql', statements: 1, from: '2026-11-20T00:00:00.000Z' },
    ]);
  });

  it('counts what could not be read, like a snapshot', async () => {
    const { workspace, recorder } = await setUp();
    const unreadable = storedRow({ shape: 'call p(?)', unreadable: 'not understood' });
    const truncated = storedRow({ shape: 'select', truncated: true });
    await recorder.recordEvents(
      eventsRecord(workspace, [
        event({ calls: 81 }),
        [event({ calls: 5 }), eventOutcome([unreadable])],
        [event({ calls: 4, truncated: true }), eventOutcome([truncated])],
        [event({ calls: 10 }), { tooCostly: 'more than 2 s' }],
      ]),
    );
    const snapshot = await read(workspace);
    expect(snapshot.header).toMatchObject({ unread: 10, truncated: 4 });
    expect(recordsOf(snapshot.header.sources)).toBeUndefined();
    expect(unread(snapshot)).toEqual({
      calls: 19,
      share: 0.19,
      byReason: { 'not understood': 5, 'cut off by the source': 4, 'query that takes too long to read': 10 },
    });
  });

  it('is limited by the retention', async () => {
    const { workspace, recorder, db } = await setUp();
    await recorder.recordEvents(
      eventsRecord(
        workspace,
        ['2026-11-20', '2026-11-10', '2026-11-09'].map((day) => event({ at: `${day}T05:00:00Z` })),
      ),
    );
    await recorder.recordEvents(eventsRecord(workspace, [[event({ at: '2026-11-09T05:00:00Z' }), { tooCostly: 'x' }]]));
    expect((await read(workspace)).header).toMatchObject({ statements: 3, unread: 1 });
    await db.query('UPDATE workspaces SET retention_days = 10 WHERE id = $1', [workspace]);
    expect((await read(workspace)).header).toMatchObject({
      statements: 2,
      unread: 0,
      from: '2026-11-10T00:00:00.000Z',
    });
    await db.query(`UPDATE workspaces SET lowered_to = 1, lowered_from = '2026-11-21' WHERE id = $1`, [workspace]);
    expect((await read(workspace)).header.statements).toBe(2);
    await db.query(`UPDATE workspaces SET lowered_from = '2026-11-20' WHERE id = $1`, [workspace]);
    expect((await read(workspace)).header.statements).toBe(1);
  });

  it('is complete over many pages', async () => {
    const { workspace, db } = await setUp();
    const counts = Array.from({ length: 9_000 }, (_, at) => ({
      source: 'http',
      row: storedRow({ shape: `select ${at}` }),
      day: '2026-11-20',
      calls: at + 1,
    }));
    await db.transaction(async (tx) => {
      await lockHistoryShared(tx, workspace);
      await addHistory(tx, workspace, counts);
    });
    const { header, rows } = await read(workspace);
    expect(header).toMatchObject({ rows: 9_000, statements: 40_504_500 });
    expect(new Set(rows.map(({ shape }) => shape)).size).toBe(9_000);
  });

  describe('searched for who uses objects', () => {
    const add = async (given: readonly Partial<HistoryRow>[]) => {
      const { workspace, db } = await setUp();
      await db.transaction(async (tx) => {
        await lockHistoryShared(tx, workspace);
        await addHistory(
          tx,
          workspace,
          given.map((each, at) => ({
            source: 'events',
            row: storedRow({ shape: `select ${at}`, ...each }),
            day: `2026-11-1${at % 10}`,
            calls: 1,
          })),
        );
      });
      return workspace;
    };
    const search = async (workspace: string, texts: readonly string[]) => {
      const found = await useSnapshot(store().ctx, workspace, texts);
      if (!found) throw new Error('it took too long');
      return snapshotFrom({ name: 'of the service', bytes: found.bytes });
    };
    const CASES: readonly (readonly [name: string, row: Partial<HistoryRow>, texts: readonly string[]])[] = [
      ['a name in another case', { shape: 'select 1 from Orders' }, ['oRDERS']],
      ['a name beyond ASCII in another case', { shape: 'select 1 from Ärger_x' }, ['ärger_X']],
      ['a name with quotes and backslashes', { shape: 'select 1 from "a\\b"' }, ['"a\\b"'.replace(/["\\]/g, '\\$&')]],
      ['a name with wildcards', { shape: 'select 1 from a_b%' }, ['a_b%']],
      ['one of several names', { shape: 'select 1 from b' }, ['from x', 'from b']],
      ['a statement that was not read', { shape: 'do ?', unreadable: 'not understood' }, ['zzz']],
      ['a statement that was cut off', { shape: 'select', truncated: true }, ['zzz']],
    ];
    it.each(CASES)('gives %s', async (_, wanted, texts) => {
      const { rows } = await search(await add([wanted, { shape: 'select 1 from elsewhere' }]), texts);
      expect(rows.map(({ shape }) => shape)).toEqual([wanted.shape]);
    });

    it('gives no row without the name, and does not take `_` for any letter', async () => {
      const { rows } = await search(await add([{ shape: 'select 1 from axb' }]), ['a_b']);
      expect(rows).toEqual([]);
    });

    it('gives all rows for very many names', async () => {
      const { rows } = await search(
        await add([{}, {}]),
        Array.from({ length: 200 }, (_, at) => `none${at}`),
      );
      expect(rows).toHaveLength(2);
    });

    it('has a header that covers the days of the rows that it leaves out', async () => {
      const workspace = await add([{}, {}, { shape: 'select 1 from orders' }, {}]);
      const { header, rows } = await search(workspace, ['orders']);
      expect(rows).toHaveLength(1);
      expect(header).toMatchObject({ from: '2026-11-10T00:00:00.000Z', to: '2026-11-13T23:59:59.999Z' });
    });

    it('gives rows of many pages', async () => {
      const made = Array.from({ length: 2_500 }, (_, at) => ({
        shape: `select ${at} from t${at % 10 === 0 ? 'x' : 'y'}`,
      }));
      expect((await search(await add(made), ['tx'])).rows).toHaveLength(250);
    });
  });

  it('belongs to one workspace', async () => {
    const { workspace, recorder, db } = await setUp();
    const other = await workspaceOf(db);
    await recorder.recordQuery(queryRecord(other));
    expect((await read(workspace)).header.rows).toBe(0);
    expect((await read(other)).header.rows).toBe(1);
  });

  describe('counts above the safe integer range', () => {
    const MAX = Number.MAX_SAFE_INTEGER;
    const add = (workspace: string, counts: readonly (readonly [shape: string, calls: number, source?: string])[]) =>
      store().db.transaction(async (tx) => {
        await lockHistoryShared(tx, workspace);
        await addHistory(
          tx,
          workspace,
          counts.map(([shape, calls, source = 'events']) => ({
            source,
            row: storedRow({ shape }),
            day: '2026-11-20',
            calls,
          })),
        );
      });
    const callsOf = ({ rows }: History) =>
      Object.fromEntries(rows.map(({ shape, days }) => [shape, Object.values(days).reduce((all, n) => all + n, 0)]));

    it('are capped on write and on read, with a note in the history', async () => {
      const { workspace } = await setUp();
      await add(workspace, [
        ['a', MAX],
        ['a', MAX],
      ]);
      await add(workspace, [
        ['a', MAX],
        ['b', MAX],
        ['c', 3],
      ]);
      const snapshot = await read(workspace);
      const calls = callsOf(snapshot);
      expect(Object.keys(calls).sort()).toEqual(['a', 'b', 'c']);
      for (const each of Object.values(calls)) expect(each).toBeGreaterThan(0);
      expect(Number.isSafeInteger(2 * snapshot.header.statements)).toBe(true);
      expect(snapshot.header.sources).toMatchObject([
        { statements: snapshot.header.statements, notes: [expect.stringMatching(/are not counted$/)] },
      ]);
    });

    it('are noted for imported snapshots too, without capping what the service recorded', async () => {
      const { workspace, db } = await setUp();
      await add(workspace, [
        ['a', MAX, 'imp_1'],
        ['b', MAX, 'imp_1'],
        ['c', 3],
      ]);
      await db.query(
        `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at)
         VALUES ($1, 'imp_1', '', $2, '2026-11-20', $3)`,
        [workspace, JSON.stringify({ ...history([]).header, sources: [source] }), NOON],
      );
      const snapshot = await read(workspace);
      expect(callsOf(snapshot)).toMatchObject({ c: 3 });
      expect(snapshot.header.sources).toMatchObject([
        { kind: 'postgresql-jsonlog', notes: [expect.stringContaining('not counted')] },
        { kind: 'service-events', statements: 3, notes: [] },
      ]);
    });

    it('do no harm without a row, or if the store already holds them', async () => {
      const { workspace, db, recorder } = await setUp();
      const costly = () => recorder.recordEvents(eventsRecord(workspace, [[event({ calls: 9 }), { tooCostly: 'x' }]]));
      await costly();
      await db.query('UPDATE history_counts SET calls = $2 WHERE workspace_id = $1', [workspace, MAX]);
      await costly();
      await add(workspace, [['a', 1]]);
      await db.query('UPDATE history_days SET calls = 4 * $2::bigint WHERE workspace_id = $1', [workspace, MAX]);
      const snapshot = await read(workspace);
      expect(Number.isSafeInteger(snapshot.header.unread + snapshot.header.statements)).toBe(true);
      expect(snapshot.header.sources[0]?.notes).toHaveLength(1);
    });
  });

  describe('an imported snapshot', () => {
    const made = (rows: readonly HistoryRow[], given: Partial<History['header']> = {}): Uint8Array => {
      const statements = rows.flatMap(({ days }) => Object.values(days)).reduce((sum, n) => sum + n, 0);
      const { header } = history([]);
      return packed({
        header: {
          ...header,
          collected: '2026-11-19T06:00:00.000Z',
          sources: [source],
          unread: 2,
          ...given,
          rows: rows.length,
          statements,
        },
        rows,
      });
    };
    const file = (bytes: Uint8Array) => ({ bytes, name: 'history.jsonl.gz' });

    it('is added to the existing history, with its sources and unread counts', async () => {
      const { workspace, ctx, recorder } = await setUp();
      await recorder.recordQuery(queryRecord(workspace));
      const shared = plain({ days: { '2026-11-19': 4, '2026-11-20': 1 } });
      const other = plain({
        shape: 'select 2',
        caller: callerFacts({ application: 'etl' }),
        days: { '2026-11-01': 2 },
      });
      const imported = await importSnapshot(ctx, engine, workspace, file(made([shared, other])), by(workspace));
      expect(imported).toMatchObject({ source: expect.stringMatching(/^imp_/), rows: 2, statements: 7, tooOld: 0 });
      const snapshot = await read(workspace);
      expect(snapshot.header).toMatchObject({
        rows: 2,
        statements: 8,
        unread: 2,
        collected: '2026-11-19T06:00:00.000Z',
        from: '2026-11-01T00:00:00.000Z',
      });
      expect(snapshot.header.sources.map(({ kind }) => kind)).toEqual(['postgresql-jsonlog', 'service-http']);
      expect(snapshot.rows.map(({ days }) => ({ ...days }))).toContainEqual({ '2026-11-19': 4, '2026-11-20': 2 });
      expect(unread(snapshot).byReason).toEqual({ 'line is cut off': 2 });
      expect((await listAudit(ctx, workspace, {})).items[0]).toMatchObject({
        type: 'history.imported',
        details: { source: imported.source, name: 'history.jsonl.gz', rows: 2, statements: 7, tooOld: 0 },
      });
    });

    it('counts once, independent of compression and of concurrent imports', async () => {
      const { workspace, ctx } = await setUp();
      const [a, b] = [plain({ days: { '2026-11-19': 4 } }), plain({ shape: 'select 2' })];
      const results = await Promise.allSettled([
        importSnapshot(ctx, engine, workspace, file(made([a, b])), by(workspace)),
        importSnapshot(ctx, engine, workspace, file(made([b, a])), by(workspace)),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: {
          name: 'ConfigError',
          message: 'this snapshot was imported on 2026-11-20; importing it again would count it twice',
        },
      });
      expect((await read(workspace)).header.statements).toBe(5);
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 1, broken: undefined });
    });

    const add = (workspace: string, bytes: Uint8Array, more: { allowOverlap?: boolean } = {}) =>
      importSnapshot(store().ctx, engine, workspace, { ...file(bytes), ...more }, by(workspace));
    const log = (name: string, letter: string, from: string, to: string, given: Partial<HistorySource> = {}) => ({
      sources: [
        {
          ...source,
          name,
          identity: letter.repeat(64),
          from: `${from}T00:00:00.000Z`,
          to: `${to}T00:00:00.000Z`,
          ...given,
        },
      ],
    });

    it('is refused if tests ran it', async () => {
      const { workspace } = await setUp();
      const source = log('tests', 'a', '2026-11-01', '2026-11-10', { origin: 'tests' });
      await expect(add(workspace, made([plain()], source))).rejects.toThrow('this snapshot holds what tests ran');
    });

    it('is refused if it overlaps another one, unless overlap is allowed', async () => {
      const { workspace, ctx } = await setUp();
      const first = await add(workspace, made([plain()], log('db.json', 'a', '2026-11-01', '2026-11-10')));
      const again = made([plain()], {
        ...log('db.json', 'a', '2026-11-01', '2026-11-10'),
        collected: '2026-11-19T07:00:00.000Z',
      });
      await expect(add(workspace, again)).rejects.toThrow(
        `this snapshot and \`${first.source}\`, imported on 2026-11-20, overlap: \`db.json\` is in two of the snapshots;`,
      );
      const later = made([plain({ shape: 'select 2' })], log('db.json', 'b', '2026-11-09', '2026-11-19'));
      await expect(add(workspace, later)).rejects.toThrow('2026-11-09T00:00:00.000Z to 2026-11-19T00:00:00.000Z');
      await add(workspace, made([plain()], log('db.json', 'c', '2026-11-11', '2026-11-19')));
      await add(workspace, made([plain()], log('other.json', 'd', '2026-11-01', '2026-11-10')));
      expect((await read(workspace)).header.statements).toBe(3);
      await add(workspace, again, { allowOverlap: true });
      expect((await read(workspace)).header.statements).toBe(4);
      await expect(add(workspace, again, { allowOverlap: true })).rejects.toThrow('was imported on 2026-11-20');
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ entries: 4, broken: undefined });
    });

    it('is imported once if two that overlap are imported concurrently', async () => {
      const { workspace } = await setUp();
      const results = await Promise.allSettled(
        [6, 7].map((hour) => add(workspace, made([plain()], { collected: `2026-11-19T0${hour}:00:00.000Z` }))),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await read(workspace)).header.statements).toBe(1);
    });

    it('is refused if the total exceeds the limit', async () => {
      const { workspace } = await setUp();
      const most = made([plain({ days: { '2026-11-19': Number.MAX_SAFE_INTEGER } })]);
      await expect(add(workspace, most)).rejects.toThrow(/more than the limit of \d+; check the counts in this one$/);
      const much = (letter: string) =>
        made([plain({ days: { '2026-11-19': 2 ** 50 } })], log(`${letter}.json`, letter, '2026-11-01', '2026-11-10'));
      await add(workspace, much('a'));
      await expect(add(workspace, much('b'))).rejects.toThrow('more than the limit');
      const unread = log('c.json', 'c', '2026-11-01', '2026-11-10', { unread: { 'line is cut off': 2 ** 51 } });
      await expect(add(workspace, made([plain()], unread))).rejects.toThrow('more than the limit');
      expect((await read(workspace)).header).toMatchObject({ statements: 2 ** 50 });
    });

    it('is refused if it is from the future', async () => {
      const { workspace } = await setUp();
      const days = made([plain({ days: { '2026-11-19': 1, '2026-11-22': 1 } })]);
      await expect(add(workspace, days)).rejects.toThrow('statements ran on 2026-11-22, which is in the future');
      const collected = made([plain({ days: { '': 1 } })], { collected: '2999-01-01T00:00:00.000Z' });
      await expect(add(workspace, collected)).rejects.toThrow('was collected on 2999-01-01, which is in the future');
      // As for events, a clock skew of a day is tolerated.
      const ahead = made([plain({ days: { '2026-11-21': 1 } })], { collected: '2026-11-21T06:00:00.000Z' });
      expect(await add(workspace, ahead)).toMatchObject({ statements: 1 });
    });

    it('is imported without the parts that are too old, and refused if all are too old', async () => {
      const { workspace, ctx } = await setUp();
      const old = plain({ days: { '2026-08-21': 3, '2026-08-22': 1 } });
      expect(await importSnapshot(ctx, engine, workspace, file(made([old])), by(workspace))).toMatchObject({
        statements: 1,
        tooOld: 3,
      });
      const other = await workspaceOf(store().db);
      const refused = add(other, made([plain({ days: { '2026-08-21': 3 } })]));
      await expect(refused).rejects.toThrow(/^everything in the snapshot is older than 2026-08-22/);
      const undated = made([plain({ days: { '': 3 } })], { collected: '2026-08-01T00:00:00.000Z' });
      await expect(add(other, undated)).rejects.toThrow('everything in the snapshot is older');
    });

    it('can be removed again, without removing anything else', async () => {
      const { workspace, ctx, recorder, db } = await setUp();
      await recorder.recordQuery(queryRecord(workspace));
      const other = await workspaceOf(db);
      const rows = [plain({ days: { '2026-11-19': 4 } }), plain({ shape: 'select 2', days: { '': 5 } })];
      const { source: id } = await add(workspace, made(rows));
      await add(other, made(rows));
      const live = { source: 'http', names: [], executions: 1, from: '2026-11-20', to: '2026-11-20' };
      expect(await listHistory(ctx, workspace)).toEqual([
        {
          ...{ source: id, names: ['db.json'], importedAt: NOON.toISOString() },
          ...{ executions: 9, from: '2026-11-19', to: '2026-11-19' },
        },
        live,
      ]);
      expect(await forgetImport(ctx, workspace, id, by(workspace))).toEqual({ source: id, executions: 9 });
      expect(await listHistory(ctx, workspace)).toEqual([live]);
      expect((await read(workspace)).header).toMatchObject({ statements: 1, sources: [{ kind: 'service-http' }] });
      expect((await read(other)).header.statements).toBe(9);
      expect((await listAudit(ctx, workspace, {})).items[0]).toMatchObject({
        type: 'history.forgotten',
        details: { source: id, executions: 9 },
      });
      const rest = () => db.query('SELECT 1 FROM history_rows WHERE workspace_id = $1', [workspace]);
      expect((await rest()).count).toBe(2);
      await sweep(ctx);
      expect((await rest()).count).toBe(1);
      await expect(forgetImport(ctx, workspace, id, by(workspace))).rejects.toThrow(`has no import \`${id}\``);
      await expect(forgetImport(ctx, 'none', id, by('none'))).rejects.toMatchObject({ code: 'workspace_not_found' });
      await add(workspace, made(rows));
    });

    const many = Array.from({ length: 5_000 }, (_, at) => plain({ shape: `select ${at}` }));

    /** The store, which runs `before` before each transaction; it gets the number of the transaction, from 1. */
    function storeWith(db: Database, before: (transaction: number) => Promise<void> | void): Database {
      let begun = 0;
      const transaction: Database['transaction'] = async (work, limit) => {
        await before(++begun);
        return db.transaction(work, limit);
      };
      return new Proxy(db, {
        get: (target, key) => {
          const value: unknown = key === 'transaction' ? transaction : Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    }

    /** An import that waits before its third transaction, with a part of its days written, for `go`. */
    async function halfAnImport() {
      const { workspace, ctx, db } = await setUp();
      let go = () => {};
      let halfDone = () => {};
      const allowed = new Promise<void>((resolve) => {
        go = resolve;
      });
      const isHalfDone = new Promise<void>((resolve) => {
        halfDone = resolve;
      });
      const halted = storeWith(db, (transaction) => {
        if (transaction < 3) return undefined;
        halfDone();
        return allowed;
      });
      const done = importSnapshot({ ...ctx, db: halted }, engine, workspace, file(made(many)), by(workspace));
      await Promise.race([isHalfDone, done]);
      return { workspace, ctx, db, go, done };
    }

    it('is in a history snapshot completely or not at all', async () => {
      const { workspace, ctx, db, go, done } = await halfAnImport();
      const written = await db.query('SELECT 1 FROM history_days WHERE workspace_id = $1', [workspace]);
      expect(written.count).toBe(1_000);
      expect((await read(workspace)).header).toMatchObject({ rows: 0, statements: 0, sources: [] });
      expect(await listHistory(ctx, workspace)).toEqual([]);
      // One that is read while the import ends does not have it either.
      const watched = storeWith(db, async (page) => {
        if (page !== 2) return;
        go();
        await done;
      });
      const { bytes } = await historySnapshot({ ...ctx, db: watched }, workspace);
      expect((await snapshotFrom({ name: 'of the service', bytes })).header).toMatchObject({ rows: 0, sources: [] });
      expect((await read(workspace)).header).toMatchObject({ rows: 5_000, sources: [{ name: 'db.json' }] });
    });

    it('is not in a history snapshot if it is removed while the snapshot is read', async () => {
      const { workspace, ctx, db } = await setUp();
      const { source: id } = await add(workspace, made(many));
      const watched = storeWith(db, async (page) => {
        if (page === 3) await forgetImport(ctx, workspace, id, by(workspace));
      });
      const { bytes } = await historySnapshot({ ...ctx, db: watched }, workspace);
      expect((await snapshotFrom({ name: 'of the service', bytes })).header).toMatchObject({ rows: 0, sources: [] });
    });

    it('leaves nothing behind once the sweep has given it up', async () => {
      const { workspace, ctx, db, go, done } = await halfAnImport();
      const count = async () =>
        (await db.query('SELECT 1 FROM history_days WHERE workspace_id = $1', [workspace])).count;
      const later = (hours: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + hours * 3_600_000) });
      await sweep(later(23));
      expect(await count()).toBe(1_000);
      const { deleted } = await sweep(later(25 + 12));
      expect(deleted['historyDays']).toBeGreaterThanOrEqual(1_000);
      expect(await count()).toBe(0);
      go();
      await expect(done).rejects.toThrow('took longer than a day and was given up; nothing was added');
      expect(await count()).toBe(0);
      expect(await add(workspace, made(many))).toMatchObject({ rows: 5_000 });
    });

    it('leaves nothing behind if it fails', async () => {
      const { workspace, ctx, db } = await setUp();
      const failing = storeWith(db, (transaction) => {
        if (transaction === 4) throw new Error('the disk is full');
      });
      const failed = importSnapshot({ ...ctx, db: failing }, engine, workspace, file(made(many)), by(workspace));
      await expect(failed).rejects.toThrow('the disk is full');
      for (const table of ['history_days', 'history_pending', 'history_sources'])
        expect((await db.query(`SELECT 1 FROM ${table} WHERE workspace_id = $1`, [workspace])).count, table).toBe(0);
    });

    it('can have no timestamps', async () => {
      const { workspace, ctx } = await setUp();
      const { from: _from, to: _to, ...timeless } = source;
      const sources = [timeless as HistorySource];
      await importSnapshot(
        ctx,
        engine,
        workspace,
        file(made([plain({ days: { '': 3 } })], { sources })),
        by(workspace),
      );
      expect({ ...(await read(workspace)).rows[0]?.days }).toEqual({ '': 3 });
    });

    it('must be a valid snapshot', async () => {
      const { workspace, ctx, db } = await setUp();
      const nonsense = importSnapshot(ctx, engine, workspace, file(Buffer.from(randomUUID())), by(workspace));
      await expect(nonsense).rejects.toMatchObject({ name: 'ConfigError' });
      const valid = made([plain()]);
      await expect(importSnapshot(ctx, engine, 'none', file(valid), by('none'))).rejects.toMatchObject({
        code: 'workspace_not_found',
      });
      expect((await db.query('SELECT 1 FROM history_rows WHERE workspace_id = $1', [workspace])).count).toBe(0);
    });
  });
}
