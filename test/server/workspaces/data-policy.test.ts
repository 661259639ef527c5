import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChangeDataPolicy, type DataPolicy, dataPolicySchema } from '../../../src/contract/index.ts';
import type { Author } from '../../../src/server/context/types.ts';
import { changeDataPolicy, readDataPolicy } from '../../../src/server/workspaces/data-policy.ts';
import { addWorkspace, NOON, openTestStore, type TestStore } from '../test-store.ts';

const BY: Author = { actor: { kind: 'user', id: 'user_1', name: 'owner@example.com' }, requestId: 'req_1' };
const DAY = 24 * 60 * 60 * 1000;

let store: TestStore;
let workspace: string;
let made = 0;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  store.clock.now = NOON;
  workspace = `w${made++}`;
  await addWorkspace(store.db, workspace);
});

async function audited(): Promise<{ before: unknown; after: unknown }[]> {
  const { rows } = await store.db.query<{ entry: string }>(
    `SELECT entry FROM audit_events WHERE workspace_id = $1 AND type = 'data_policy.changed' ORDER BY sequence`,
    [workspace],
  );
  return rows.map(({ entry }) => JSON.parse(entry).details);
}

/**
 * Days after 2026-11-20, a change (or none: it is only read), and how long data is then kept: `90`, or `90, 30 from
 * 2026-11-27`.
 */
type Step = readonly [day: number, change: ChangeDataPolicy, retention: string];

describe('the retention', () => {
  const cases: Readonly<Record<string, readonly Step[]>> = {
    'a lower one waits for the days of grace': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [6, {}, '90, 30 from 2026-11-27'],
      [7, {}, '30'],
      [8, {}, '30'],
    ],
    'a higher one holds at once': [[0, { retentionDays: 200 }, '200']],
    'a higher one calls a lower one off': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [1, { retentionDays: 91 }, '91'],
      [9, {}, '91'],
    ],
    'the same as is in force calls a lower one off': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [1, { retentionDays: 90 }, '90'],
    ],
    'the same lower one again changes nothing': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [3, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
    ],
    'a still lower one waits anew': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [3, { retentionDays: 10 }, '90, 10 from 2026-11-30'],
    ],
    'a less low one keeps the day that was said first': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [3, { retentionDays: 60 }, '90, 60 from 2026-11-27'],
    ],
    'a higher one than a lower one that has come into force holds at once': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [7, { retentionDays: 60 }, '60'],
      [8, {}, '60'],
    ],
    'another change after the day leaves the lower one in force': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [9, { queryText: 'none' }, '30'],
      [10, {}, '30'],
    ],
    'the grace that was in force before the change counts': [
      [0, { retentionDays: 30, graceDays: 0 }, '90, 30 from 2026-11-27'],
      [0, {}, '90, 30 from 2026-11-27'],
    ],
    'without grace a lower one holds at once': [
      [0, { graceDays: 0 }, '90'],
      [0, { retentionDays: 30 }, '30'],
    ],
    'the days of grace are those of the workspace': [
      [0, { graceDays: 3 }, '90'],
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-23'],
      [3, {}, '30'],
    ],
    'a changed grace does not move a day that was said': [
      [0, { retentionDays: 30 }, '90, 30 from 2026-11-27'],
      [1, { graceDays: 1 }, '90, 30 from 2026-11-27'],
      [1, { graceDays: 30 }, '90, 30 from 2026-11-27'],
    ],
  };
  test.each(Object.entries(cases))('%s', async (_what, steps) => {
    for (const [day, change, retention] of steps) {
      store.clock.now = new Date(NOON.getTime() + day * DAY);
      const answer = await changeDataPolicy(store.ctx, workspace, change, BY);
      expect(dataPolicySchema.parse(answer)).toEqual(answer);
      expect(await readDataPolicy(store.ctx, workspace)).toEqual(answer);
      const { retentionDays, lowered } = answer;
      expect(lowered ? `${retentionDays}, ${lowered.to} from ${lowered.from}` : `${retentionDays}`).toBe(retention);
    }
  });

  test('changes by date when it is only read', async () => {
    await changeDataPolicy(store.ctx, workspace, { retentionDays: 30 }, BY);
    store.clock.now = new Date('2026-11-26T23:59:59.999Z');
    expect(await readDataPolicy(store.ctx, workspace)).toMatchObject({ retentionDays: 90 });
    store.clock.now = new Date('2026-11-27T00:00:00.000Z');
    expect(await readDataPolicy(store.ctx, workspace)).toMatchObject({ retentionDays: 30, lowered: undefined });
  });
});

test('the stored query text changes at once', async () => {
  for (const queryText of ['full', 'none', 'shape'] as const) {
    await changeDataPolicy(store.ctx, workspace, { queryText }, BY);
    expect((await readDataPolicy(store.ctx, workspace)).queryText).toBe(queryText);
  }
});

test.each([
  [['full', 'none'], true],
  [['full', 'shape'], true],
  [['none'], true],
  [['full'], undefined],
  [['none', 'shape'], true],
  [['none', 'full'], undefined],
  [['none', 'full', 'shape'], true],
] as const)('texts that it does not allow any more are due to go: %j', async (changes, textsDue) => {
  let answer: DataPolicy | undefined;
  for (const queryText of changes) answer = await changeDataPolicy(store.ctx, workspace, { queryText }, BY);
  expect(answer?.textsDue).toBe(textsDue);
  expect(await readDataPolicy(store.ctx, workspace)).toEqual(answer);
  expect(await changeDataPolicy(store.ctx, workspace, { graceDays: 1 }, BY)).toMatchObject({ textsDue });
});

test('a change is audited with the values before and after; a change without effect is not', async () => {
  await changeDataPolicy(store.ctx, workspace, { retentionDays: 30, queryText: 'none' }, BY);
  await changeDataPolicy(store.ctx, workspace, { retentionDays: 30, queryText: 'none', graceDays: 7 }, BY);
  await changeDataPolicy(store.ctx, workspace, {}, BY);
  expect(await audited()).toEqual([
    {
      before: { retentionDays: 90, graceDays: 7, queryText: 'shape' },
      after: { retentionDays: 90, graceDays: 7, queryText: 'none', lowered: { to: 30, from: '2026-11-27' } },
    },
  ]);
});

test('of two concurrent changes, neither is lost', async () => {
  await Promise.all([
    changeDataPolicy(store.ctx, workspace, { retentionDays: 100 }, BY),
    changeDataPolicy(store.ctx, workspace, { queryText: 'full' }, BY),
    changeDataPolicy(store.ctx, workspace, { graceDays: 3 }, BY),
  ]);
  expect(await readDataPolicy(store.ctx, workspace)).toMatchObject({
    retentionDays: 100,
    queryText: 'full',
    graceDays: 3,
  });
  expect(await audited()).toHaveLength(3);
});

test('an unknown workspace is reported', async () => {
  const missing = { code: 'workspace_not_found' };
  await expect(readDataPolicy(store.ctx, 'none')).rejects.toMatchObject(missing);
  await expect(changeDataPolicy(store.ctx, 'none', {}, BY)).rejects.toMatchObject(missing);
});
