import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { flowId, type HistoryRow } from '../../src/model/index.ts';
import { blocks, file, limited, type RowParts, row, run, show } from './build.ts';

const BLOCK_ALL = file(['id: no-x, verdict: block, operations: [any]']);
const OVER_1000 = file([blocks('no-x', 'statement.limit > 1000')]);

describe('the id of a flow', () => {
  const sha = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);

  test.each<[string, RowParts, string]>([
    ['application', {}, sha('v1', 'postgresql', 'select ?', 'web', 'main')],
    [
      'user if the application is empty',
      { caller: { application: '' } },
      sha('v1', 'postgresql', 'select ?', 'app', 'main'),
    ],
    [
      'user if the application is not recorded',
      { caller: { application: undefined } },
      sha('v1', 'postgresql', 'select ?', 'app', 'main'),
    ],
    [
      'empty names if no caller is recorded',
      { caller: { application: undefined, user: undefined, database: undefined } },
      sha('v1', 'postgresql', 'select ?', '', ''),
    ],
  ])('contains the %s', (_, parts, id) => {
    expect(flowId(row(parts))).toBe(id);
  });

  test('differs by shape, dialect, application and database, not by user of an application, role or tags', async () => {
    const rows: HistoryRow[] = [
      row(),
      row({ caller: { user: 'other' } }),
      row({ caller: { role: 'r', tags: { route: '/' } } }),
      row({ shape: 'other' }),
      { ...row(), dialect: 'mysql' },
      row({ caller: { application: 'etl' } }),
      row({ caller: { database: 'copy' } }),
    ];
    const { flows } = await run(rows, undefined, BLOCK_ALL);
    expect(
      flows.map(({ calls, caller, dialect, shape }) => [
        calls,
        caller.user,
        caller.application,
        caller.database,
        dialect,
        shape,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [30, undefined, 'web', 'main', 'postgresql', 'select ?'],
        [10, 'app', 'web', 'main', 'postgresql', 'other'],
        [10, 'app', 'web', 'main', 'mysql', 'select ?'],
        [10, 'app', 'etl', 'main', 'postgresql', 'select ?'],
        [10, 'app', 'web', 'copy', 'postgresql', 'select ?'],
      ]),
    );
    expect(flows).toHaveLength(5);
    expect(new Set(flows.map(({ id }) => id)).size).toBe(5);
  });
});

describe('the class of a flow by its runs', () => {
  const LIKE = { caller: { user: 'root' } };
  // Blocked before for root, over 1000 after.
  const base = file([blocks('no-root', 'caller.user == "root"')]);
  const head = file([blocks('no-x', 'statement.limit > 1000')]);
  test.each<[string, HistoryRow[], string, string, string]>([
    ['all runs', [limited(2000), limited(3000)], base, head, 'newly_blocked 20/20 web'],
    ['some runs', [limited(2000), limited(10)], base, head, 'partly_blocked 10/20 web'],
    ['all legitimate runs', [limited(2000), limited(2000, LIKE)], base, head, 'newly_blocked 10/20 web'],
    [
      'all legitimate runs blocked, the other newly allowed',
      [limited(2000), limited(10, LIKE)],
      base,
      head,
      'newly_blocked 10/20 web',
    ],
    ['some runs blocked, some undecided', [limited(2000), limited(undefined)], base, head, 'partly_blocked 10/20 web'],
    [
      'some runs undecided, some newly allowed',
      [limited(undefined), limited(10, LIKE)],
      base,
      head,
      'unknown 10/20 web',
    ],
    ['newly allowed', [limited(10), limited(10, LIKE)], base, head, 'newly_allowed 10/20 web'],
    ['possibly newly allowed', [limited(undefined, LIKE)], base, head, 'newly_allowed 10/10 web'],
    [
      'newly warned',
      [limited(2000), limited(10)],
      head.replace('block', 'off'),
      head.replace('block', 'warn'),
      'changed 10/20 web',
    ],
  ])('%s', async (_, rows, before, after, expected) => {
    expect(show((await run(rows, before, after)).flows)).toEqual([expected]);
  });

  test('a partly undecided flow also lists the undecided cause', async () => {
    const { flows } = await run([limited(2000, { days: 7 }), limited(undefined)], base, head);
    expect(flows[0]?.causes).toMatchObject([
      { rule: 'no-x', undecided: undefined, calls: 7 },
      { rule: 'no-x', undecided: '`statement.limit` is not known', calls: 10 },
    ]);
  });

  test('orders flows worst first, then by affected calls', async () => {
    const of = (application: string, limit: number | undefined, days: number): HistoryRow =>
      limited(limit, { caller: { application }, days });
    const rows = [of('a', undefined, 50), of('b', 2000, 5), of('c', 2000, 9), of('d', 2000, 7), of('d', 1, 1)];
    expect(show((await run(rows, undefined, OVER_1000)).flows)).toEqual([
      'newly_blocked 9/9 c',
      'newly_blocked 5/5 b',
      'partly_blocked 7/8 d',
      'unknown 50/50 a',
    ]);
  });
});

describe('statements with the day in a name', () => {
  const NO_DDL = file(['id: no-ddl, verdict: block, operations: [create_table, drop_table, insert, select]']);
  const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;
  const dated = (
    shape: (day: string) => string,
    kind: 'create_table' | 'drop_table' | 'insert',
    days = 30,
  ): HistoryRow[] =>
    Array.from({ length: days }, (_, at) =>
      row({
        shape: shape(day(at + 1).replaceAll('-', '')),
        operations: [{ kind, target: { name: `events_${at}`, schema: '', quoted: false, text: `events_${at}` } }],
        days: { [day(at + 1)]: 2 },
      }),
    );

  test('one flow for a job that creates and one that drops a table each day', async () => {
    const rows = [
      ...dated((name) => `create table events_${name} partition of events`, 'create_table'),
      ...dated((name) => `drop table events_${name}`, 'drop_table'),
    ];
    const { flows, totals } = await run(rows, undefined, NO_DDL);
    const found = flows.map(({ shape, calls, daysActive, leftOut }) => [shape, calls, daysActive, leftOut]);
    expect(found.sort()).toEqual([
      ['create table events_* partition of events', 60, 30, undefined],
      ['drop table events_*', 60, 30, undefined],
    ]);
    expect(totals.newlyBlocked).toEqual({ flows: 2, calls: 120 });
  });

  test.each([
    ['create table a1 (b int)', 'create table a2 (b int)'],
    ['drop table "events_2026-11-28"', 'drop table "events_2026-11-29"'],
    ['drop table tmp_0b5e8c1d', 'drop table tmp_77a0c1de'],
    [
      'create table t_0b5e8c1d_0b5e_4c1d_8c1d_0b5e8c1d0b5e (b int)',
      'create table t_1b5e8c1d_0b5e_4c1d_8c1d_0b5e8c1d0b5f (b int)',
    ],
  ])('%s and %s are one flow', async (one, two) => {
    const rows = [one, two].map((shape) => row({ shape, operations: [{ kind: 'create_table' }] }));
    expect((await run(rows, undefined, NO_DDL)).flows).toHaveLength(1);
  });

  test('a rule on the name of one table breaks part of the flow', async () => {
    const rows = dated((name) => `drop table events_${name}`, 'drop_table');
    const rule = file([
      'id: no-drop, verdict: block, operations: [drop_table], when: operation.target.name == "events_7"',
    ]);
    expect(show((await run(rows, undefined, rule)).flows)).toEqual(['partly_blocked 2/60 web']);
  });

  test('queries on dated tables are flows of their own, which count if their job runs on enough days', async () => {
    const rows = dated((name) => `insert into events_${name} values (?)`, 'insert');
    const { flows } = await run(rows, undefined, NO_DDL, {
      settings: { minDays: 20, minCalls: 50, ignoreCallers: [] },
    });
    expect(flows.map(({ leftOut }) => leftOut)).toEqual(Array.from({ length: 30 }, () => undefined));
    const few = await run(rows.slice(0, 3), undefined, NO_DDL, {
      settings: { minDays: 3, minCalls: 50, ignoreCallers: [] },
    });
    expect(few.flows.map(({ leftOut }) => leftOut)).toEqual(Array(3).fill('ran 6 times, fewer than 50'));
  });

  test('a migration of another application does not make a statement recur', async () => {
    const rows = [
      row({ shape: 'drop table a1', operations: [{ kind: 'drop_table' }], days: { '2026-11-01': 1 } }),
      row({
        shape: 'drop table a2',
        operations: [{ kind: 'drop_table' }],
        days: { '2026-11-02': 1 },
        caller: { application: 'etl' },
      }),
      row({ shape: 'drop table b', operations: [{ kind: 'drop_table' }], days: { '2026-11-03': 1 } }),
    ];
    const { flows } = await run(rows, undefined, NO_DDL);
    expect(flows.map(({ leftOut }) => leftOut)).toEqual(
      Array(3).fill('DDL, GRANT or utility statement seen on 1 day only'),
    );
  });
});

test('a flow with some runs certainly newly allowed is newly allowed, not unknown', async () => {
  const rows = [limited(2000), limited(undefined)];
  const { flows, totals } = await run(rows, OVER_1000, undefined);
  expect(flows[0]?.causes.map(({ undecided, calls }) => [undecided, calls])).toEqual([
    [undefined, 10],
    ['`statement.limit` is not known', 10],
  ]);
  expect([totals.newlyAllowed.flows, totals.unknownLoosening.flows]).toEqual([1, 0]);
});

describe('flows that do not count', () => {
  const DDL: RowParts = { operations: [{ kind: 'create_table' }], days: 3 };
  test.each<[string, RowParts, object, string | undefined]>([
    ['enough calls', { days: 5 }, { minCalls: 5 }, undefined],
    ['too few calls', { days: 4 }, { minCalls: 5 }, 'ran 4 times, fewer than 5'],
    ['too few of many calls', { days: 1234 }, { minCalls: 5000 }, 'ran 1,234 times, fewer than 5,000'],
    ['a single call', { days: 1 }, { minCalls: 5 }, 'ran once, fewer than 5'],
    ['enough days', {}, { minDays: 2 }, undefined],
    ['too few days', { days: 9 }, { minDays: 2 }, 'seen on 1 day, fewer than 2'],
    ['too few days of several', {}, { minDays: 3 }, 'seen on 2 days, fewer than 3'],
    [
      'a day without executions',
      { days: { '2026-11-01': 1, '2026-11-02': 0 } },
      { minDays: 2 },
      'seen on 1 day, fewer than 2',
    ],
    ['executions without a date', { days: { '': 9 } }, { minDays: 9 }, undefined],
    ['some executions without a date', { days: { '': 9, '2026-11-01': 1 } }, { minDays: 9 }, undefined],
    ['a query with a single call', { days: 1 }, {}, undefined],
    ['DDL on one day', DDL, {}, 'DDL, GRANT or utility statement seen on 1 day only'],
    ['DDL on one day with a lower min-days', DDL, { minDays: 1 }, 'DDL, GRANT or utility statement seen on 1 day only'],
    ['DDL on two days', { ...DDL, days: { '2026-11-01': 1, '2026-11-02': 1 } }, {}, undefined],
    ['DDL without a date', { ...DDL, days: { '': 1 } }, {}, undefined],
    [
      'a grant on one day',
      { operations: [{ kind: 'grant' }], days: 3 },
      {},
      'DDL, GRANT or utility statement seen on 1 day only',
    ],
    [
      'VACUUM on one day',
      { operations: [{ kind: 'maintain' }], days: 3 },
      {},
      'DDL, GRANT or utility statement seen on 1 day only',
    ],
    ['SET on one day', { operations: [{ kind: 'set' }], days: 3 }, {}, undefined],
    ['TRUNCATE on one day', { operations: [{ kind: 'truncate' }], days: 3 }, {}, undefined],
    [
      'CREATE TABLE AS on one day',
      { operations: [{ kind: 'create_table' }, { kind: 'select', place: 'subquery' }], days: 3 },
      {},
      'DDL, GRANT or utility statement seen on 1 day only',
    ],
    [
      'a query that also creates a table',
      { operations: [{ kind: 'select' }, { kind: 'create_table' }], days: 3 },
      {},
      undefined,
    ],
    ['an ignored application', {}, { ignoreCallers: [{ application: 'w*' }] }, 'its caller is ignored'],
    ['another application', {}, { ignoreCallers: [{ application: 'w' }] }, undefined],
    ['a pattern of which one name matches', {}, { ignoreCallers: [{ application: 'web', user: 'root' }] }, undefined],
    [
      'a pattern of which all names match',
      {},
      { ignoreCallers: [{ application: 'web', user: '*p', database: 'm*i*n' }] },
      'its caller is ignored',
    ],
    ['one of several', {}, { ignoreCallers: [{ user: 'root' }, { user: 'app' }] }, 'its caller is ignored'],
    ['a pattern that matches any text', {}, { ignoreCallers: [{ user: '*' }] }, 'its caller is ignored'],
    [
      'a star between overlapping parts',
      { caller: { user: 'aba' } },
      { ignoreCallers: [{ user: 'ab*ba' }] },
      undefined,
    ],
    [
      'two stars between overlapping parts',
      { caller: { user: 'ab' } },
      { ignoreCallers: [{ user: 'a*b*b' }] },
      undefined,
    ],
    ['an empty pattern', {}, { ignoreCallers: [{}] }, undefined],
    ['a name that is not recorded', { caller: { user: undefined } }, { ignoreCallers: [{ user: '*' }] }, undefined],
  ])('%s', async (_, parts, settings, expected) => {
    const window = { '2026-11-01': 25, '2026-11-02': 25, '2026-11-03': 50 };
    const { flows, totals } = await run([row(parts), row({ shape: 'a', days: window })], undefined, BLOCK_ALL, {
      settings: { minCalls: 1, minDays: 1, ignoreCallers: [], ...settings },
    });
    expect(flows.find(({ shape }) => shape !== 'a')?.leftOut).toBe(expected);
    expect(totals.leftOut.flows).toBe(flows.filter(({ leftOut }) => leftOut !== undefined).length);
    expect(totals.newlyBlocked.flows + totals.leftOut.flows).toBe(2);
  });

  test.each<[string, readonly RowParts[], readonly RowParts[], object, string | undefined]>([
    ['a query of tests, however rare', [{ days: 1 }], [], { minCalls: 9, minDays: 2 }, undefined],
    [
      'DDL of tests, which set up their database',
      [{ operations: [{ kind: 'drop_table' }], days: { '2026-11-01': 4, '2026-11-02': 4 } }],
      [],
      {},
      'DDL, GRANT or utility statement in tests',
    ],
    [
      'DDL of tests that production runs on two days too',
      [{ operations: [{ kind: 'drop_table' }], days: 1 }],
      [{ operations: [{ kind: 'drop_table' }], days: { '2026-11-01': 1, '2026-11-02': 1 } }],
      {},
      undefined,
    ],
    [
      'a rare query of production that tests ran too, within the limits',
      [{ days: 1 }],
      [{ days: 1 }],
      { minDays: 2 },
      undefined,
    ],
    ['an ignored caller of tests', [{}], [], { ignoreCallers: [{ user: 'app' }] }, 'its caller is ignored'],
  ])('if tests are in the history: %s', async (_, tests, production, settings, expected) => {
    const window = { '2026-11-01': 25, '2026-11-02': 25, '2026-11-03': 50 };
    const rows = [
      ...tests.map((parts): HistoryRow => ({ ...row(parts), origin: 'tests' })),
      ...production.map(row),
      row({ shape: 'a', days: window }),
    ];
    const { flows } = await run(rows, undefined, BLOCK_ALL, {
      settings: { minCalls: 1, minDays: 1, ignoreCallers: [], ...settings },
    });
    expect(flows.find(({ shape }) => shape !== 'a')?.leftOut).toBe(expected);
  });

  test('and are rare in production do not count, however often tests run the like', async () => {
    const insert = (day: string, parts: RowParts) => row({ shape: `insert into events_${day} values (?)`, ...parts });
    const rows = [
      insert('20261101', { days: { '2026-11-01': 2 } }),
      { ...insert('20261102', { days: { '2026-11-02': 90 } }), origin: 'tests' } as const,
    ];
    const { flows } = await run(rows, undefined, BLOCK_ALL, {
      settings: { minCalls: 50, minDays: 1, ignoreCallers: [] },
    });
    expect(Object.fromEntries(flows.map(({ origins, leftOut }) => [origins?.join(), leftOut]))).toEqual({
      production: 'ran 2 times, fewer than 50',
      tests: undefined,
    });
  });

  test('say where they ran, if tests are in the history', async () => {
    const ofTests = (parts: RowParts): HistoryRow => ({ ...row(parts), origin: 'tests' });
    const rows = [ofTests({ shape: 'a' }), row({ shape: 'b' }), row({ shape: 'c' }), ofTests({ shape: 'c' })];
    const { flows } = await run(rows, undefined, BLOCK_ALL);
    expect(Object.fromEntries(flows.map(({ shape, origins }) => [shape, origins]))).toEqual({
      a: ['tests'],
      b: ['production'],
      c: ['production', 'tests'],
    });
    expect((await run([row()], undefined, BLOCK_ALL)).flows.map(({ origins }) => origins)).toEqual([undefined]);
  });

  test('do not include flows that other callers run too', async () => {
    const rows = [row(), row({ caller: { user: 'root' } })];
    const settings = { minCalls: 1, minDays: 1, ignoreCallers: [{ user: 'root' }] };
    expect((await run(rows, undefined, BLOCK_ALL, { settings })).flows[0]?.leftOut).toBeUndefined();
    const rootOnly = file([blocks('no-x', 'caller.user == "root"')]);
    expect((await run(rows, undefined, rootOnly, { settings })).flows[0]?.leftOut).toBe('its caller is ignored');
  });

  test.each<[string, HistoryRow[], string | undefined]>([
    ['only ignored callers', [limited(2000, { caller: { user: 'batch' } }), limited(1)], 'its caller is ignored'],
    [
      'blocked for an ignored caller, undecided for another',
      [limited(2000, { caller: { user: 'batch' } }), limited(undefined)],
      undefined,
    ],
    [
      'undecided for an ignored caller, blocked for another',
      [limited(undefined, { caller: { user: 'batch' } }), limited(2000)],
      undefined,
    ],
  ])('are ignored only if all endangered runs are by ignored callers: %s', async (_, rows, expected) => {
    const settings = { minCalls: 1, minDays: 1, ignoreCallers: [{ user: 'batch' }] };
    const { flows, totals } = await run(rows, undefined, OVER_1000, { settings });
    expect(flows.map(({ leftOut }) => leftOut)).toEqual([expected]);
    expect(totals.leftOut.flows).toBe(expected === undefined ? 0 : 1);
  });

  test.each<[string, object]>([
    ['min-calls', { minCalls: 9 }],
    ['min-days', { minDays: 2 }],
  ])('include undecided runs in the count for %s', async (_, given) => {
    const rows = [
      limited(2000, { days: { '2026-11-01': 1 } }),
      limited(undefined, { days: { '2026-11-02': 9 } }),
      row({ shape: 'a', days: { '2026-11-01': 1, '2026-11-02': 1, '2026-11-03': 1 } }),
    ];
    const settings = { minCalls: 1, minDays: 1, ignoreCallers: [], ...given };
    const { flows } = await run(rows, undefined, OVER_1000, { settings });
    expect(flows.map(({ class: kind, leftOut }) => [kind, leftOut])).toEqual([['partly_blocked', undefined]]);
  });

  describe('with fewer days in the history than required, flows of every day count', () => {
    const settings = (minDays: number) => ({ settings: { minCalls: 1, minDays, ignoreCallers: [] } });
    test.each<[string, HistoryRow[], number, (string | undefined)[]]>([
      ['DDL in a history of one day', [row({ ...DDL }), row({ shape: 'a', days: 1 })], 1, [undefined, undefined]],
      [
        'DDL in a history of one day and undated runs',
        [row({ ...DDL }), row({ shape: 'a', days: { '': 1 } })],
        1,
        [undefined, undefined],
      ],
      [
        'DDL on one day of two',
        [row({ ...DDL }), row({ shape: 'a' })],
        1,
        [undefined, 'DDL, GRANT or utility statement seen on 1 day only'],
      ],
      ['min-days in a history of one day', [row({ days: 9 })], 7, [undefined]],
      [
        'min-days in a history of two',
        [row(), row({ shape: 'a', days: 1 })],
        7,
        [undefined, 'seen on 1 day, fewer than the 2 of the history'],
      ],
    ])('%s', async (_, rows, minDays, expected) => {
      const { flows } = await run(rows, undefined, BLOCK_ALL, settings(minDays));
      expect(flows.map(({ leftOut }) => leftOut)).toEqual(expected);
    });
  });

  test('do not count towards the effect of a rule', async () => {
    const { ruleChanges } = await run([row({ days: 1 }), row({ shape: 'a' })], undefined, BLOCK_ALL, {
      settings: { minCalls: 2, minDays: 1, ignoreCallers: [] },
    });
    expect(ruleChanges[0]).toMatchObject({ newlyBlocked: { flows: 1, calls: 10 }, exercised: { rows: 2, calls: 11 } });
  });
});

describe('the examples of a flow', () => {
  test('are values that only the affected runs have, most calls first', async () => {
    const rows = [
      limited(10),
      ...Array.from({ length: 7 }, (_, i) => limited(2000 + i, { days: i + 1 })),
      limited(10, { caller: { tags: { route: '/a' } } }),
    ];
    const { flows } = await run(rows, undefined, OVER_1000);
    expect(flows[0]?.examples).toEqual([
      'statement.limit 2006 (7 calls)',
      'statement.limit 2005 (6 calls)',
      'statement.limit 2004 (5 calls)',
      'statement.limit 2003 (4 calls)',
      'statement.limit 2002 (3 calls)',
    ]);
    expect(flows[0]?.moreExamples).toBe(2);
  });

  test('group the digits of large counts', async () => {
    const { flows } = await run([limited(2000, { days: 1_234_567 })], undefined, OVER_1000);
    expect(flows[0]?.examples).toEqual(['statement.limit 2000 (1,234,567 calls)']);
  });

  test('leave out values that other runs have too', async () => {
    const head = file([blocks('no-x', 'statement.limit > 1000 && caller.user == "app" && caller.database != ""')]);
    const rows = [limited(2000), limited(10), limited(2000, { caller: { user: 'root' }, days: 1 })];
    expect((await run(rows, undefined, head)).flows[0]?.examples).toEqual([]);
    const apart = [limited(2000), limited(10)];
    expect((await run(apart, undefined, head)).flows[0]?.examples).toEqual(['statement.limit 2000 (10 calls)']);
  });

  test('include caller names, safely on one line', async () => {
    const head = file([blocks('no-x', 'caller.user != "app"')]);
    const rows = [row(), row({ caller: { user: `x\n::error::\u2028${'y'.repeat(500)}` }, days: 1 })];
    const { flows } = await run(rows, undefined, head);
    const [example = ''] = flows[0]?.examples ?? [];
    expect(example).toMatch(/^caller\.user "x\\n::error:: y+… \(1 call\)$/);
    expect(example.length).toBeLessThan(160);
  });

  test('are empty if the affected runs have no values of their own', async () => {
    const head = file([blocks('no-x', 'operation.target.name == "orders"')]);
    expect((await run([row()], undefined, head)).flows[0]?.examples).toEqual([]);
  });
});

describe('an undecided flow of totals without values', () => {
  const RULE = file([blocks('no-big-read', 'statement.limit > 1000')]);
  const total = (parts: RowParts = {}) =>
    row({
      shape: 'select a limit ?',
      facts: { limit: undefined, hasLimit: true },
      days: { '': 70 },
      ...parts,
      caller: { application: undefined, ...parts.caller },
    });
  const logged = (limit: number | undefined, parts: RowParts = {}) =>
    row({ shape: 'select a limit ?', facts: { limit, hasLimit: true }, ...parts });
  const IN_LOG = 'a log has its calls too, with their values, and they are decided';
  const reasonsOf = async (rows: readonly HistoryRow[], settings = {}) =>
    (await run(rows, undefined, RULE, settings)).flows.map(({ class: kind, leftOut }) => [kind, leftOut]);

  test('does not count if a log decides the same statement', async () => {
    expect(await reasonsOf([total(), logged(100)])).toEqual([['unknown', IN_LOG]]);
  });

  test('does not count if it names no user and a log decides it for all', async () => {
    expect(await reasonsOf([total({ caller: { user: undefined } }), logged(100)])).toEqual([['unknown', IN_LOG]]);
  });

  test('does not hide that calls in the log would be blocked', async () => {
    expect(await reasonsOf([total(), logged(2000)])).toEqual([
      ['newly_blocked', undefined],
      ['unknown', IN_LOG],
    ]);
  });

  test.each<[string, readonly HistoryRow[]]>([
    ['no log has it', [total()]],
    ['the log has another statement', [total(), logged(1, { shape: 'select b limit ?' })]],
    ['the log has it of another user', [total(), logged(1, { caller: { user: 'etl' } })]],
    ['the log has it of another database', [total(), logged(1, { caller: { database: 'b' } })]],
    ['the database is not recorded', [total({ caller: { database: undefined } }), logged(1)]],
    ['the user is recorded as a pattern', [total({ callerPatterns: ['user'] }), logged(1)]],
    ['the other one has no days either', [total(), logged(1, { days: { '': 3 }, caller: { application: undefined } })]],
  ])('counts if %s', async (_, rows) => {
    expect(await reasonsOf(rows)).toContainEqual(['unknown', undefined]);
  });

  test('counts if the log does not decide all of its calls', async () => {
    const rows = [total(), logged(1), logged(undefined, { caller: { application: 'etl' } })];
    expect(await reasonsOf(rows)).toEqual(Array(2).fill(['unknown', undefined]));
    const anyUser = [total({ caller: { user: undefined } }), ...rows.slice(1)];
    expect(await reasonsOf(anyUser)).toEqual(Array(2).fill(['unknown', undefined]));
  });

  test('counts if the flow of the log does not', async () => {
    const settings = { settings: { minDays: 1, minCalls: 50, ignoreCallers: [] } };
    const rare = logged(2000, { days: 3 });
    expect(await reasonsOf([total(), rare], settings)).toContainEqual(['unknown', undefined]);
  });
});

describe('a decided flow of totals without values', () => {
  const RULE = file([blocks('no-orders', 'operation.target.name == "orders"')]);
  const total = (parts: RowParts = {}) =>
    row({ days: { '': 70 }, ...parts, caller: { application: undefined, ...parts.caller } });
  const COUNTED_IN_LOG = 'a log has its calls too, by application, and they are counted there';
  const reasonsOf = async (rows: readonly HistoryRow[], settings = {}) =>
    (await run(rows, undefined, RULE, settings)).flows.map(({ class: kind, leftOut }) => [kind, leftOut]);

  test('does not count a second time if a log has it', async () => {
    const reasons = await reasonsOf([total(), row(), row({ caller: { application: 'etl' } })]);
    expect(reasons.filter(([, leftOut]) => leftOut === undefined)).toHaveLength(2);
    expect(reasons).toContainEqual(['newly_blocked', COUNTED_IN_LOG]);
  });

  test.each<[string, readonly HistoryRow[]]>([
    ['no log has it', [total()]],
    ['the log has another statement', [total(), row({ shape: 'select b' })]],
    ['the log has it of another user', [total(), row({ caller: { user: 'etl' } })]],
    ['the database is not recorded', [total({ caller: { database: undefined } }), row()]],
  ])('counts if %s', async (_, rows) => {
    const reasons = await reasonsOf(rows);
    expect(reasons).toEqual(rows.map(() => ['newly_blocked', undefined]));
  });

  test('counts if the flow of the log does not', async () => {
    const settings = { settings: { minDays: 1, minCalls: 50, ignoreCallers: [] } };
    expect(await reasonsOf([total(), row({ days: 3 })], settings)).toContainEqual(['newly_blocked', undefined]);
  });
});
