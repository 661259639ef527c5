import { describe, expect, test } from 'vitest';
import { type BreakGroup, flowId, type HistoryRow } from '../../src/model/index.ts';
import { proposeAcknowledgements } from '../../src/simulation/index.ts';
import { blocks, file, limited, type RowParts, row, run } from './build.ts';

const BLOCK_ALL = file(['id: no-x, verdict: block, operations: [select, update, delete]']);

/** A flow of its own: a query of one table by one application. */
function flowOf(n: number, application: string, table: string, parts: RowParts = {}): HistoryRow {
  const { operations = [{}], ...more } = parts;
  const target = { name: table, schema: '', quoted: false, text: table };
  return row({
    shape: `query ${n}`,
    caller: { application },
    ...more,
    operations: operations.map((operation) => ({ target, ...operation })),
    facts: { tablesRead: [table], ...more.facts },
  });
}

function flows(count: number, of: (n: number) => HistoryRow): readonly HistoryRow[] {
  return Array.from({ length: count }, (_, n) => of(n));
}

async function groupsOf(rows: readonly HistoryRow[], head = BLOCK_ALL, base?: string): Promise<readonly BreakGroup[]> {
  return (await run(rows, base, head)).groups ?? [];
}

/** `3 flows of web on orders: select`, with the number of the names beyond the first. */
function shown({ flows: ids, callers, tables, kinds }: BreakGroup): string {
  const first = (names: readonly string[]) => `${names[0]}${names.length > 1 ? `+${names.length - 1}` : ''}`;
  return `${ids.length} of ${first(callers)} on ${first(tables)}: ${first(kinds)}`;
}

interface Case {
  readonly rows: readonly HistoryRow[];
  readonly head?: string;
  readonly base?: string;
  readonly by: BreakGroup['by'];
  readonly groups: readonly string[];
  readonly exceptions: readonly (string | undefined)[];
  /** Only if they differ from the exceptions. */
  readonly acknowledgements?: readonly (string | undefined)[];
}

const KINDS = ['select', 'update', 'delete'] as const;
const app = (name: string) => `caller.application == "${name}"`;
const table = (name: string) => `operation.target.name == "${name}"`;

const CASES: Readonly<Record<string, Case>> = {
  'one application and one table': {
    rows: flows(11, (n) => flowOf(n, 'web', 'orders')),
    by: [],
    groups: ['11 of web on orders: select'],
    exceptions: [`${app('web')} && ${table('orders')}`],
  },
  'several applications, each on many tables': {
    rows: flows(24, (n) => flowOf(n, n < 18 ? 'web' : 'jobs', `t${n % 9}`)),
    by: ['caller'],
    groups: ['18 of web on t0+8: select', '6 of jobs on t0+5: select'],
    exceptions: [app('web'), app('jobs')],
  },
  'applications and tables': {
    rows: flows(24, (n) => flowOf(n, n < 12 ? 'web' : 'jobs', n % 2 ? 'orders' : 'users')),
    by: ['caller', 'table'],
    groups: [
      '6 of jobs on orders: select',
      '6 of jobs on users: select',
      '6 of web on orders: select',
      '6 of web on users: select',
    ],
    exceptions: ['jobs', 'web'].flatMap((name) => ['orders', 'users'].map((of) => `${app(name)} && ${table(of)}`)),
  },
  'kinds, if there are too many applications and tables': {
    rows: flows(60, (n) =>
      flowOf(n, `app${n % 20}`, `t${n % 30}`, { operations: [{ kind: KINDS[n % 3] as 'select' }] }),
    ),
    by: ['kind'],
    groups: ['20 of app0+19 on t11+9: delete', '20 of app0+19 on t0+9: select', '20 of app0+19 on t1+9: update'],
    exceptions: KINDS.toSorted().map((kind) => `caller.user == "app" && operation.kind == "${kind}"`),
  },
  'values, if nothing else tells the flows apart': {
    rows: flows(12, (n) => limited(n < 6 ? 2000 : 5000, { shape: `query ${n}` })),
    head: file([blocks('no-x', 'statement.limit > 1000')]),
    by: ['value'],
    groups: ['6 of web on orders: select', '6 of web on orders: select'],
    exceptions: [2000, 5000].map(
      (limit) => `${app('web')} && ${table('orders')} && statement.limit == ${limit} && statement.limit <= ${limit}`,
    ),
  },
  'one group, if everything has too many values': {
    rows: flows(60, (n) => flowOf(n, `app${n}`, `t${n}`, { caller: { application: `app${n}`, user: `user${n}` } })),
    by: [],
    groups: ['60 of app0+59 on t0+59: select'],
    exceptions: [undefined],
  },
  'a group narrowed by a fact that its flows share': {
    rows: [
      ...flows(12, (n) => flowOf(n, 'web', 'orders', { facts: { selectStar: true } })),
      flowOf(99, 'web', 'orders', { facts: { selectStar: false }, operations: [{ temporary: true }] }),
    ],
    base: file([blocks('no-x', '!statement.selectStar')]),
    by: [],
    groups: ['12 of web on orders: select'],
    exceptions: [`${app('web')} && ${table('orders')} && operation.kind == "select" && statement.selectStar == true`],
    // The other flow is not at risk, so the acknowledgement needs not leave it out.
    acknowledgements: [`${app('web')} && ${table('orders')}`],
  },
  'no exception, if it would allow what the base blocks': {
    rows: [
      ...flows(12, (n) => flowOf(n, 'web', 'orders')),
      flowOf(99, 'web', 'orders', { facts: { functions: ['sleep'] } }),
    ],
    base: file([blocks('no-x', '"sleep" in statement.functions')]),
    by: [],
    groups: ['12 of web on orders: select'],
    exceptions: [undefined],
    acknowledgements: [`${app('web')} && ${table('orders')}`],
  },
  'no condition, if another flow at risk has the same facts': {
    rows: [...flows(12, (n) => flowOf(n, 'web', 'orders')), flowOf(99, 'web', 'orders')],
    head: file(['id: no-x, verdict: block'], {
      acknowledge: [`rule: no-x, flow: 'FLOW', reason: r, owner: o, until: 2027-01-01`],
    }),
    by: [],
    groups: ['12 of web on orders: select'],
    exceptions: [undefined],
  },
  'an acknowledgement alone, if another rule breaks one of the flows': {
    rows: [
      ...flows(11, (n) => flowOf(n, 'web', 'orders')),
      flowOf(99, 'web', 'orders', { facts: { selectStar: true } }),
    ],
    head: file([blocks('no-x', 'true'), blocks('no-y', 'statement.selectStar')]),
    by: [],
    groups: ['12 of web on orders: select'],
    exceptions: [undefined],
    acknowledgements: [`${app('web')} && ${table('orders')}`],
  },
};

describe('the groups of a broad rule', () => {
  test.each(Object.entries(CASES))('%s', async (_, { rows, head = BLOCK_ALL, base, ...expected }) => {
    const acknowledged = flowId(flowOf(99, 'web', 'orders'));
    const found = await groupsOf(rows, head.replace('FLOW', acknowledged), base);
    expect(found.map(shown)).toEqual(expected.groups);
    for (const group of found) expect(group).toMatchObject({ rule: 'no-x', by: expected.by, tried: true });
    expect(found.map(({ exception }) => exception)).toEqual(expected.exceptions);
    expect(found.map(({ acknowledgement }) => acknowledgement)).toEqual(
      expected.acknowledgements ?? expected.exceptions,
    );
  });

  test('are missing if a rule breaks few flows', async () => {
    expect(await groupsOf(flows(10, (n) => flowOf(n, 'web', 'orders')))).toEqual([]);
  });

  test('contain each broken flow once, with its calls, and no flow that does not count', async () => {
    const rows = flows(40, (n) => flowOf(n, `app${n % 4}`, 'orders', { days: n + 1 }));
    const result = await run(rows, undefined, BLOCK_ALL, {
      settings: { minCalls: 5, minDays: 1, ignoreCallers: [] },
    });
    const counting = result.flows.filter(({ leftOut }) => leftOut === undefined);
    expect(result.groups?.flatMap((group) => group.flows).sort()).toEqual(counting.map(({ id }) => id).sort());
    expect(result.groups?.reduce((sum, { calls }) => sum + calls, 0)).toBe(result.totals.newlyBlocked.calls);
    for (const { flows: ids } of result.groups ?? [])
      expect(ids).toEqual(counting.map(({ id }) => id).filter((id) => ids.includes(id)));
  });
});

/** 81 flows of three applications on several tables, as a rule that asks for a LIMIT breaks them; 9 more stay allowed. */
const WORKLOAD = [
  ...flows(40, (n) => flowOf(n, 'web', ['orders', 'users', 'carts', 'items'][n % 4] as string)),
  ...flows(27, (n) => flowOf(100 + n, 'reports', `facts_${n}`)),
  ...flows(14, (n) => flowOf(200 + n, 'jobs', 'queue', { operations: [{ kind: n % 2 ? 'select' : 'update' }] })),
  ...flows(9, (n) => flowOf(300 + n, 'web', 'orders', { facts: { hasLimit: true, limit: 10 } })),
];
const NEEDS_LIMIT = 'id: require-limit, verdict: block, operations: [select, update]';
const HEAD = file([`${NEEDS_LIMIT}, when: '!statement.hasLimit'`]);

describe('what is proposed for 81 flows', () => {
  test('are a few groups, each with one exception and one acknowledgement', async () => {
    const found = await groupsOf(WORKLOAD, HEAD);
    expect(found.map(shown)).toEqual([
      '40 of web on carts+3: select',
      '27 of reports on facts_0+26: select',
      '7 of jobs on queue: select',
      '7 of jobs on queue: update',
    ]);
    for (const { exception, acknowledgement } of found) {
      expect(exception).toBeDefined();
      expect(acknowledgement).toBe(exception);
    }
  });

  test('keeps exactly the flows of a group working, as an exception', async () => {
    for (const group of await groupsOf(WORKLOAD, HEAD)) {
      const exception = `rule: require-limit, when: ${JSON.stringify(group.exception)}, reason: r, owner: o, until: 2027-01-01`;
      const head = file([`${NEEDS_LIMIT}, when: '!statement.hasLimit'`], { exceptions: [exception] });
      const { flows: broken } = await run(WORKLOAD, undefined, head);
      expect(broken).toHaveLength(81 - group.flows.length);
      for (const { id } of broken) expect(group.flows).not.toContain(id);
    }
  });

  test('covers exactly the flows of a group, as an acknowledgement that counts them', async () => {
    for (const group of await groupsOf(WORKLOAD, HEAD)) {
      const acknowledge = [
        `rule: require-limit, when: ${JSON.stringify(group.acknowledgement)}, max-flows: ${group.flows.length}, reason: r, owner: o, until: 2027-01-01`,
      ];
      const head = file([`${NEEDS_LIMIT}, when: '!statement.hasLimit'`], { acknowledge });
      const result = await run(WORKLOAD, undefined, head);
      expect(result.acknowledgements).toMatchObject([{ state: 'used', flows: group.flows.length }]);
      const covered = result.flows.filter(({ acknowledged }) => acknowledged).map(({ id }) => id);
      expect(covered.sort()).toEqual([...group.flows].sort());
    }
  });
});

describe('the acknowledgements to paste', () => {
  const until = { until: '2027-01-01' };
  const others = flows(3, (n) => flowOf(400 + n, 'cron', `c${n}`, { operations: [{ kind: 'delete' }] }));
  const rules = [`${NEEDS_LIMIT}, when: '!statement.hasLimit'`, 'id: no-delete, verdict: block, operations: [delete]'];
  const rows = [...WORKLOAD, ...others];

  test('have one entry, owner and reason for each group, and one for each other flow', async () => {
    const yaml = proposeAcknowledgements(await run(rows, undefined, file(rules)), until) ?? '';
    expect(yaml.split('\n').slice(0, 8)).toEqual([
      'acknowledge:',
      expect.stringMatching(/^ {2}# 40 flows, for example web: query \d+$/),
      '  - rule: "require-limit"',
      `    when: ${JSON.stringify(`${app('web')} && operation.target.name in ["carts", "items", "orders", "users"] && operation.kind == "select"`)}`,
      '    max-flows: 40',
      '    reason: "<why 400 recorded calls may stop>"',
      '    owner: "<owner>"',
      '    until: "2027-01-01"',
    ]);
    expect(yaml.match(/^ {4}when: /gm)).toHaveLength(4);
    expect(yaml.match(/^ {4}flow: /gm)).toHaveLength(3);
  });

  test('are refused until they are filled in, and then cover everything', async () => {
    const yaml = proposeAcknowledgements(await run(rows, undefined, file(rules)), until) ?? '';
    await expect(run(rows, undefined, file(rules) + yaml)).rejects.toThrow(/must be a real reason/);
    const filled = yaml.replaceAll(/"<.*>"/g, 'meant');
    const { acknowledgements, totals } = await run(rows, undefined, file(rules) + filled);
    expect(acknowledgements.map(({ state, flows: covered }) => `${state} ${covered}`)).toEqual(
      [40, 27, 7, 7, 1, 1, 1].map((covered) => `used ${covered}`),
    );
    expect(totals).toMatchObject({ newlyBlocked: { flows: 0 }, acknowledged: { flows: 84 } });
  });

  test('name the flows of a group that no one condition covers', async () => {
    const twins = [...flows(12, (n) => flowOf(n, 'web', 'orders')), flowOf(99, 'web', 'orders')];
    const one = await run(twins, undefined, BLOCK_ALL);
    const known = `rule: no-x, flow: '${one.flows[0]?.id}', reason: r, owner: o, until: 2027-01-01`;
    const head = file(['id: no-x, verdict: block'], { acknowledge: [known] });
    const yaml = proposeAcknowledgements(await run(twins, undefined, head), until) ?? '';
    expect(yaml.match(/^ {4}flow: /gm)).toHaveLength(12);
    expect(yaml).not.toContain('when:');
  });
});

describe('8,000 broken flows', () => {
  const rows = flows(8_000, (n) => flowOf(n, `app${n % 5}`, `t${n % 400}`));

  test('are a handful of groups, each with a condition', async () => {
    const { groups = [], proposalsNotTried } = await run(rows, undefined, BLOCK_ALL);
    expect(groups.map(shown)).toEqual(
      [0, 1, 102, 103, 104].map((first, n) => `1600 of app${n} on t${first}+79: select`),
    );
    expect(groups.map(({ exception }) => exception).sort()).toEqual(
      Array.from({ length: 5 }, (_, n) => app(`app${n}`)),
    );
    expect(proposalsNotTried).toBe(0);
  });

  test('are said to be not tried, if that would take too long', async () => {
    const many = flows(15, () => rows[0] as HistoryRow).flatMap((_, at) =>
      rows.map((entry) => ({ ...entry, facts: { ...entry.facts, valuesRows: at } })),
    );
    const { groups = [], proposalsNotTried = 0 } = await run(many, undefined, BLOCK_ALL);
    expect(groups.map(({ tried }) => tried)).toEqual([true, true, true, false, false]);
    expect(proposalsNotTried).toBeGreaterThan(0);
  });
});

test('a proposed condition quotes untrusted names', async () => {
  const name = 'a" || true || caller.application == "b';
  const [group] = await groupsOf([...flows(12, (n) => flowOf(n, name, 'orders'))]);
  expect(group?.exception).toBe(`caller.application == ${JSON.stringify(name)} && ${table('orders')}`);
});
