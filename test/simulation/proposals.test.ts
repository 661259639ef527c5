import { describe, expect, test } from 'vitest';
import type { HistoryRow } from '../../src/model/index.ts';
import { quoteCel } from '../../src/rules/index.ts';
import { blocks, file, limited, type RowParts, row, run } from './build.ts';

const OVER_1000 = file([blocks('no-x', 'statement.limit > 1000')]);
const BLOCK_ALL = file([blocks('no-x', 'true')]);

async function proposalsOf(rows: readonly HistoryRow[], head: string, base?: string): Promise<(string | undefined)[]> {
  return (await run(rows, base, head)).flows.map(({ proposal }) => proposal?.when);
}

describe('the proposed exception for a flow', () => {
  const target = (name: string, schema = ''): RowParts => ({
    operations: [{ target: { name, schema, quoted: false, text: name } }],
    facts: { tablesRead: [name] },
  });
  const WEB_ORDERS = 'caller.application == "web" && operation.target.name == "orders"';

  const cases: [string, HistoryRow[], string, (string | undefined)[]][] = [
    ['caller and target', [row()], BLOCK_ALL, [WEB_ORDERS]],
    [
      'the user if there is no application',
      [row({ caller: { application: '' } })],
      BLOCK_ALL,
      ['caller.user == "app" && operation.target.name == "orders"'],
    ],
    [
      'only the target if no caller is recorded',
      [row({ caller: { application: undefined, user: undefined } })],
      BLOCK_ALL,
      ['operation.target.name == "orders"'],
    ],
    [
      'the schema if one is written',
      [row(target('t', 's'))],
      BLOCK_ALL,
      ['caller.application == "web" && operation.target.name == "t" && operation.target.schema == "s"'],
    ],
    [
      'the tables if the operation has no target',
      [row({ ...target(''), facts: { tablesRead: ['a', 'b'] } })],
      BLOCK_ALL,
      ['caller.application == "web" && statement.tablesRead == ["a", "b"]'],
    ],
    [
      'the highest limit so far',
      [limited(2000), limited(7000), limited(1)],
      OVER_1000,
      [`${WEB_ORDERS} && statement.limit <= 7000`],
    ],
    ['no limit if no rule reads it', [limited(2000)], BLOCK_ALL, [WEB_ORDERS]],
    [
      'none if neither caller nor target is recorded',
      [row({ ...target(''), caller: { application: '', user: '' }, facts: { tablesRead: [] } })],
      BLOCK_ALL,
      [undefined],
    ],
    [
      'narrowed until it matches no other flow',
      [row({ facts: { columnsRead: ['a'] } }), row({ shape: 'b', facts: { columnsRead: ['b'] }, days: 1 })],
      BLOCK_ALL,
      [
        `${WEB_ORDERS} && caller.database == "main" && statement.tablesRead == ["orders"] && statement.columnsRead == ["a"]`,
        `${WEB_ORDERS} && caller.database == "main" && statement.tablesRead == ["orders"] && statement.columnsRead == ["b"]`,
      ],
    ],
    [
      'the database if another one has the same query',
      [row(), row({ caller: { database: 'copy' }, days: 1 })],
      BLOCK_ALL,
      [`${WEB_ORDERS} && caller.database == "main"`, `${WEB_ORDERS} && caller.database == "copy"`],
    ],
    ['none if two flows have the same facts', [row(), row({ shape: 'b' })], BLOCK_ALL, [undefined, undefined]],
    ['a partly undecided flow', [limited(2000), limited(undefined)], OVER_1000, [WEB_ORDERS]],
    ['none for an undecided flow', [limited(undefined)], OVER_1000, [undefined]],
    ['none if two rules break the flow', [row()], file([blocks('no-x', 'true'), blocks('no-y', 'true')]), [undefined]],
    [
      'several operations in the statement',
      [row({ operations: [{}, { target: { name: 'b', schema: '', quoted: false, text: 'b' } }] })],
      BLOCK_ALL,
      ['caller.application == "web" && operation.target.name in ["b", "orders"]'],
    ],
  ];
  test.each(cases)('%s', async (_, rows, head, expected) => {
    expect(await proposalsOf(rows, head)).toEqual(expected);
  });

  test('does not allow what the base blocks', async () => {
    const base = file([blocks('no-x', 'operation.temporary')]);
    const rows = [row(), row({ operations: [{ temporary: true }] })];
    expect(await proposalsOf(rows, BLOCK_ALL, base)).toEqual([undefined]);
    const distinguishable = [row(), row({ operations: [{ temporary: true }], caller: { database: 'copy' } })];
    expect(await proposalsOf(distinguishable, BLOCK_ALL, base)).toEqual([
      'caller.application == "web" && operation.target.name == "orders" && caller.database == "main"',
    ]);
  });

  test('is missing if the flow is acknowledged, does not count or is newly allowed', async () => {
    const first = await run([row()], undefined, BLOCK_ALL);
    const acknowledge = [`rule: no-x, flow: '${first.flows[0]?.id}', reason: r, owner: o, until: 2027-01-01`];
    expect(await proposalsOf([row()], file([blocks('no-x', 'true')], { acknowledge }))).toEqual([undefined]);
    const settings = { minCalls: 11, minDays: 1, ignoreCallers: [] };
    expect((await run([row()], undefined, BLOCK_ALL, { settings })).flows[0]?.proposal).toBeUndefined();
    expect((await run([row()], BLOCK_ALL, undefined)).flows[0]?.proposal).toBeUndefined();
  });

  test('quotes untrusted names', async () => {
    const names = [
      'a" || true || caller.application == "b',
      "it's",
      'back\\slash\\" || true',
      'line\nbreak\r\u2028',
      'bidi \u202e \u0000 \u200b',
      'astral \u{1f600} \u{e0041}',
      '${x} {{y}} /* c */ // d',
    ];
    const rows = names.map((application, i) => row({ caller: { application }, days: 10 - i }));
    const { flows } = await run(rows, undefined, BLOCK_ALL);
    expect(flows.map(({ proposal }) => proposal?.when)).toEqual(
      names.map((name) => `caller.application == ${quoteCel(name)} && operation.target.name == "orders"`),
    );
    for (const { proposal } of flows) expect(proposal?.when).toMatch(/^[\x20-\x7e\u{1f600}]+$/u);
    // Each exception, used unchanged, keeps exactly its flow working.
    for (const [i, { proposal }] of flows.entries()) {
      const exception = `rule: no-x, when: ${JSON.stringify(proposal?.when)}, reason: r, owner: o, until: 2027-01-01`;
      const again = await run(rows, undefined, file([blocks('no-x', 'true')], { exceptions: [exception] }));
      expect(again.flows.map(({ caller }) => caller.application)).toEqual(names.filter((_, at) => at !== i));
    }
  });

  test('is missing if a name cannot be written or is too long', async () => {
    for (const application of ['\ud800', 'x'.repeat(5000)]) {
      expect(await proposalsOf([row({ caller: { application } })], BLOCK_ALL)).toEqual([undefined]);
    }
  });

  test('is searched for fifty flows only; the rest is counted', async () => {
    const rows = Array.from({ length: 53 }, (_, i) => row({ caller: { application: `app${i}` }, days: 100 - i }));
    // Two rules break the last flow, so no one exception keeps all flows working.
    const head = file([blocks('no-x', 'true'), blocks('no-y', 'caller.application == "app52"')]);
    const result = await run(rows, undefined, head);
    expect(result.flows.filter(({ proposal }) => proposal).length).toBe(50);
    expect(result.proposalsNotTried).toBe(3);
  });

  test('is searched in a limited number of rows; the rest is counted', async () => {
    const of = (i: number) =>
      row({ shape: `s${i}`, operations: [{ target: { name: `t${i}`, schema: '', quoted: false, text: '' } }] });
    const rows = [...Array.from({ length: 30 }, (_, i) => of(i)), ...Array<HistoryRow>(50_000).fill(of(99))];
    const rules = Array.from({ length: 30 }, (_, i) => blocks(`no-x${i}`, `operation.target.name == "t${i}"`));
    const { flows, proposalsNotTried = 0 } = await run(rows, undefined, file(rules));
    expect(flows).toHaveLength(30);
    expect(proposalsNotTried).toBeGreaterThan(5);
    expect(flows.filter(({ proposal }) => proposal).length + proposalsNotTried).toBe(30);
  });

  test('is missing if another file made the rule final', async () => {
    const { loadRuleset, emptyRuleset } = await import('../../src/rules/index.ts');
    const { simulate } = await import('../../src/simulation/index.ts');
    const { treeOf } = await import('../rules/build.ts');
    const final = file([`${blocks('no-x', 'true')}, final: true`]);
    for (const [files, isProposed] of [
      [{ '.querygate/rules.yml': final }, true],
      [{ '.querygate/rules.yml': 'version: 1\nextends: [../org.yml]', 'org.yml': final }, false],
    ] as const) {
      const head = await loadRuleset({ tree: treeOf(files) });
      const { flows } = await simulate({
        history: { header: { sources: [], unread: 0, truncated: 0 }, rows: [row()] },
        base: emptyRuleset(),
        head: head ?? emptyRuleset(),
        today: '2026-11-20',
        settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
        declared: [],
      });
      expect(flows[0]?.proposal !== undefined).toBe(isProposed);
    }
  });
});
