import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addHistory, lockHistoryShared } from '../../../src/server/history/add-history.ts';
import { segmentsSuite } from '../audit-segments-suite.ts';
import { historySuite } from '../history-suite.ts';
import { largeBatchSuite } from '../queries/large-batch-suite.ts';
import { narrowSuite } from '../queries/narrow-suite.ts';
import { recorderSuite } from '../queries/recorder-suite.ts';
import { slowestSuite } from '../queries/slowest-suite.ts';
import { trailSuite } from '../queries/suite.ts';
import { retentionSuite } from '../retention-suite.ts';
import { addWorkspace, openEmbedded, type TestStore } from '../test-store.ts';
import { storedRow } from '../traffic.ts';
import { storeSuite } from './suite.ts';

// One store for all of them, since it takes seconds to open. test/databases runs the same on a real PostgreSQL.

let opened: TestStore | undefined;
const store = (): TestStore => {
  if (!opened) throw new Error('the store is not open');
  return opened;
};

beforeAll(async () => {
  opened = await openEmbedded();
});
afterAll(() => opened?.close());

describe('the store', () => storeSuite(store));
describe('the audit trail', () => trailSuite(store));
describe('traffic in the audit trail', () => segmentsSuite(store));
describe('the recorder', () => recorderSuite(store));
describe('narrow rows of the audit trail', () => narrowSuite(store));
describe('the slowest queries', () => slowestSuite(store));
describe('large batches', { tags: ['variant'] }, () => largeBatchSuite(store));
describe('the history', { tags: ['variant'] }, () => historySuite(store));
describe('the retention', { tags: ['variant'] }, () => retentionSuite(store));

it('checks foreign keys by their index, also if the table was small when it was last analyzed', async () => {
  const small = await openEmbedded();
  try {
    await addWorkspace(small.db, 'acme');
    let added = 0;
    const add = (rows: number) =>
      small.db.transaction(async (tx) => {
        await lockHistoryShared(tx, 'acme');
        const counts = Array.from({ length: rows }, () => ({ row: storedRow({ shape: `select ${added++}` }) }));
        const day = { source: 'http', day: '2026-11-20', calls: 1 };
        await addHistory(
          tx,
          'acme',
          counts.map((count) => ({ ...count, ...day })),
        );
        const { rows: read } = await tx.query<{ n: number }>(
          `SELECT seq_tup_read::bigint AS n FROM pg_stat_xact_user_tables WHERE relname = 'history_rows'`,
        );
        return read[0]?.n ?? -1;
      });
    await add(5);
    await small.db.query('VACUUM (ANALYZE)');
    // PostgreSQL keeps a plan after five executions.
    for (let times = 0; times < 10; times++) await add(1);
    await add(1_000);
    expect(await add(500)).toBeLessThan(1_000);
  } finally {
    await small.close();
  }
});
