import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/server/context/ids.ts';
import type { Context } from '../../../src/server/context/types.ts';
import { listQueries, type QueriesQuery } from '../../../src/server/queries/list-queries.ts';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import { addWorkspace, NOON, type TestStore } from '../test-store.ts';
import { eventOutcome, eventsRecord, factsEvent, queryRecord, WITH_TEXTS } from '../traffic.ts';

/** Milliseconds that each query takes, the newest first; undefined: not reported. */
const DURATIONS = [3, 12.5, undefined, 0, 700, 3, 1e12, 40, 1e-7, 2, undefined, 41];
const BLOCKED = [1, 4, 8, 11];

/** Tests of queries by duration, for both stores. */
export function slowestSuite(store: () => TestStore): void {
  const ctx = (): Context => ({ db: store().db, now: () => NOON });
  const format = (narrow: boolean) =>
    store().db.query('UPDATE traffic_format SET narrow_from = $1::timestamptz', [narrow ? '-infinity' : 'infinity']);
  /** Reports queries, by their name, seconds before noon, and duration. */
  const report = async (
    workspace: string,
    queries: readonly (readonly [string, number, number | undefined, ('allow' | 'block')?])[],
  ) => {
    const events = queries.map(([session, seconds, durationMs, verdict = 'allow']) => {
      const event = factsEvent({
        ...{ session, durationMs, at: new Date(NOON.getTime() - seconds * 1000).toISOString() },
        judged: { verdict, rules: verdict === 'block' ? ['no-such'] : [], ruleset: 3, mode: 'enforce' },
      });
      return [event, { ...eventOutcome(), caller: { application: 'web' } } as never] as const;
    });
    expect(await createRecorder(ctx()).recordEvents(eventsRecord(workspace, events))).toMatchObject({
      accepted: queries.length,
    });
  };
  const pageOf = (workspace: string, query: QueriesQuery, window?: number) =>
    listQueries(ctx(), workspace, { ...query, sort: 'slowest' }, { ...WITH_TEXTS, ...(window && { window }) });
  /** The names of all pages, and what the first one says. */
  const listed = async (workspace: string, query: QueriesQuery, window?: number) => {
    const { sortedNewest, ...first } = await pageOf(workspace, { limit: 2, ...query }, window);
    const names = first.items.map(({ session }) => session);
    for (let { next } = first; next !== undefined; ) {
      const page = await pageOf(workspace, { limit: 2, ...query, cursor: next }, window);
      expect(page.sortedNewest).toBeUndefined();
      names.push(...page.items.map(({ session }) => session));
      next = page.next;
    }
    return { names: names.join(' '), sortedNewest };
  };

  describe.each([
    ['narrow', 1],
    ['wide', 0],
    ['narrow and wide', 2],
  ])('in %s rows', (_, formats) => {
    let workspace: string;
    beforeAll(async () => {
      workspace = newId('req');
      await addWorkspace(store().db, workspace);
      for (const [at, duration] of [...DURATIONS.entries()].toReversed()) {
        await format(formats === 2 ? at % 2 === 0 : formats === 1);
        await report(workspace, [[`q${at}`, at, duration, BLOCKED.includes(at) ? 'block' : 'allow']]);
      }
      await format(true);
    });

    const ALL = 'q6 q4 q11 q7 q1 q0 q5 q9 q8 q3 q2 q10';
    const iso = (seconds: number) => new Date(NOON.getTime() - seconds * 1000).toISOString();
    it.each<[string, QueriesQuery, number | undefined, string, number?]>([
      ['all, of equal ones the newest first, those without a duration last', {}, undefined, ALL],
      ['all on one page', { limit: 100 }, undefined, ALL],
      ['all in a window that has room', {}, 13, ALL],
      ['only the newest', {}, 5, 'q4 q1 q0 q3 q2', 5],
      ['only the newest of a time', { from: iso(10), to: iso(3) }, 4, 'q6 q4 q7 q5', 4],
      ['all of a time', { from: iso(5), to: iso(2) }, 5, 'q4 q5 q3'],
      ['all that match a filter', { verdict: 'block' }, 5, 'q4 q11 q1 q8'],
      ['only the newest that match a filter', { verdict: 'block' }, 3, 'q4 q1 q8', 3],
      ['all that match two filters', { verdict: 'allow,block', rule: 'no-such' }, 5, 'q4 q11 q1 q8'],
      ['only the newest that match two filters', { application: 'web', verdict: 'block' }, 2, 'q4 q1', 2],
      ['all that a search finds', { search: 'Q1' }, 4, 'q11 q1 q10'],
      ['only what a search finds among the newest', { search: 'q1' }, 2, 'q1 q10', 2],
      ['nothing, if a search finds nothing among the newest', { search: 'q11' }, 1, '', 0],
      ['nothing, if nothing matches', { verdict: 'warn' }, 5, ''],
    ])('are %s', async (_, query, window, names, sortedNewest) => {
      expect(await listed(workspace, query, window)).toEqual({ names, sortedNewest });
    });
  });

  it.each([
    ['', {}],
    [' of a verdict', { verdict: 'allow' }],
    [' that a search finds', { search: 'q' }],
  ])('stay where they are while others arrive: those%s', async (_, query) => {
    await format(true);
    const workspace = newId('req');
    await addWorkspace(store().db, workspace);
    await report(workspace, [
      ['q1', 40, 5],
      ['q2', 30, 9],
      ['q3', 20, 1],
      ['q4', 10, 7],
    ]);
    const first = await pageOf(workspace, { ...query, limit: 1 }, 3);
    expect(first).toMatchObject({ items: [{ session: 'q2' }], sortedNewest: 3 });
    // New, late, slower and faster ones.
    await report(workspace, [
      ['q5', 0, 6],
      ['q6', 35, 8],
      ['q7', 15, 2],
      ['q8', 1, 900],
    ]);
    const second = await pageOf(workspace, { ...query, limit: 1, cursor: first.next }, 3);
    const third = await pageOf(workspace, { ...query, limit: 1, cursor: second.next }, 3);
    expect([...second.items, ...third.items].map(({ session }) => session)).toEqual(['q4', 'q3']);
    expect(third.next).toBeUndefined();
    expect(await listed(workspace, query, 3)).toEqual({ names: 'q8 q4 q5', sortedNewest: 3 });
  });

  it('have those without a duration last that were only judged', async () => {
    const workspace = newId('req');
    await addWorkspace(store().db, workspace);
    await createRecorder(ctx()).recordQuery(queryRecord(workspace));
    await report(workspace, [['q1', 60, 0]]);
    const { items } = await pageOf(workspace, {});
    expect(items.map(({ durationMs }) => durationMs)).toEqual([0, undefined]);
  });

  it.each([
    ['slowest', 'recent'],
    ['recent', 'slowest'],
  ] as const)('do not take the cursor of %s ones for %s ones', async (from, to) => {
    const workspace = newId('req');
    await addWorkspace(store().db, workspace);
    await report(workspace, [
      ['q1', 2, 1],
      ['q2', 1, 2],
    ]);
    const { next: cursor } = await listQueries(ctx(), workspace, { sort: from, limit: 1 }, WITH_TEXTS);
    await expect(listQueries(ctx(), workspace, { sort: to, cursor }, WITH_TEXTS)).rejects.toMatchObject({
      code: 'field_invalid',
    });
  });
}
