import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { snapshotFrom } from '../../src/history/index.ts';
import { flowId, type HistoryRow } from '../../src/model/index.ts';
import type { Context } from '../../src/server/context/types.ts';
import { hashOfRow } from '../../src/server/engine/tasks/stored-row.ts';
import { addHistory, lockHistoryShared } from '../../src/server/history/add-history.ts';
import { flowSnapshot, historySnapshot } from '../../src/server/history/snapshot.ts';
import { flowIdsOf } from '../../src/server/queries/flow-ids.ts';
import { listQueries } from '../../src/server/queries/list-queries.ts';
import type { Database } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { storeImage } from './store-image.ts';
import { addWorkspace, NOON } from './test-store.ts';

// A store with the rows that the version with facts 2 wrote, under the ids that it gave to their flows.

const FILE = new URL('../commands/simulate/fixtures/facts-2/history.jsonl.gz', import.meta.url);
const [, ...LINES] = gunzipSync(readFileSync(FILE)).toString().trimEnd().split('\n');
const WORKSPACE = 'shop';
const RESTORED = '1adf696c22c2';
const PARAMETERS = '8bf45456fe36';

let db: Database;
let ctx: Context;

interface Line extends Pick<HistoryRow, 'shape' | 'dialect' | 'caller'> {
  readonly days?: object;
}

const formerId = ({ dialect, shape, caller }: Line): string =>
  createHash('sha256')
    .update(['v1', dialect, shape, caller.application ?? '', caller.database ?? ''].join('\0'))
    .digest('hex')
    .slice(0, 12);

beforeAll(async () => {
  db = await openDatabase({ memory: true, image: await storeImage() });
  ctx = { db, now: () => NOON };
  await migrate(db);
  await addWorkspace(db, WORKSPACE);
  for (const line of LINES) {
    const { days: _, ...row } = JSON.parse(line) as Line;
    const text = JSON.stringify(row);
    const hash = createHash('sha256').update(`2\n${text}`).digest();
    await db.query(
      `INSERT INTO history_rows (workspace_id, row_hash, row, facts_version, flow) VALUES ($1, $2, $3, 2, decode($4, 'hex'))`,
      [WORKSPACE, hash, text, formerId(row)],
    );
    await db.query(
      `INSERT INTO history_days (workspace_id, row_hash, day, source, calls) VALUES ($1, $2, '2026-11-19', 'events', 5)`,
      [WORKSPACE, hash],
    );
  }
});
afterAll(() => db.close());

const usersRow = async (): Promise<HistoryRow> => {
  const { rows } = await snapshotFrom({ name: 'h', bytes: (await historySnapshot(ctx, WORKSPACE)).bytes });
  return rows.find(({ formerShape }) => formerShape?.includes('$3')) as HistoryRow;
};

it('a former id leads to the flow of now, and to what is stored under both', async () => {
  const users = await usersRow();
  const now = flowId(users);
  expect(await flowIdsOf(ctx, WORKSPACE, RESTORED)).toMatchObject({ id: now });
  const { id, all } = await flowIdsOf(ctx, WORKSPACE, PARAMETERS);
  expect([id, all]).toEqual([now, expect.arrayContaining([now, PARAMETERS])]);
  expect(await flowIdsOf(ctx, WORKSPACE, 'ffffffffffff')).toEqual({ id: 'ffffffffffff', all: ['ffffffffffff'] });

  const { formerShape: _, days, ...row } = users;
  const text = JSON.stringify({
    ...row,
    shape: users.shape,
    facts: {},
    operations: [],
    caller: { application: 'web', database: 'shop' },
  });
  await db.transaction(async (tx) => {
    await lockHistoryShared(tx, WORKSPACE);
    const stored = { hash: hashOfRow(text), text, flow: now, unreadable: false, truncated: false };
    await addHistory(tx, WORKSPACE, [{ source: 'http', row: stored, day: '2026-11-20', calls: 3 }]);
  });
  expect(days).toBeDefined();
  for (const known of [now, PARAMETERS]) {
    const { all: ids } = await flowIdsOf(ctx, WORKSPACE, known);
    const { bytes } = await flowSnapshot(ctx, WORKSPACE, ids);
    const { rows } = await snapshotFrom({ name: 'h', bytes });
    expect(rows.map((each) => [flowId(each), Object.keys(each.days)])).toEqual(
      expect.arrayContaining([
        [now, ['2026-11-19']],
        [now, ['2026-11-20']],
      ]),
    );
  }
});

it('lists the queries of a flow under all its ids', async () => {
  const add = (id: string, flow: string, sequence: number) =>
    db.query(
      `INSERT INTO queries (workspace_id, sequence, id, at, channel, dialect, caller, calls, rules, judged_at_ingest, flow)
       VALUES ($1, $2, $3, $4, 'http', 'postgresql', '{}', 1, '{}', false, decode($5, 'hex'))`,
      [WORKSPACE, sequence, id, NOON, flow],
    );
  await add('q1', PARAMETERS, 1);
  await add('q2', flowId(await usersRow()), 2);
  await add('q3', 'ffffffffffff', 3);
  for (const flow of [PARAMETERS, flowId(await usersRow())]) {
    const { items } = await listQueries(ctx, WORKSPACE, { flow, limit: 10 } as never, { withTexts: false });
    expect(items.map(({ id }) => id).sort()).toEqual(['q1', 'q2']);
  }
});
