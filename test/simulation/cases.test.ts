import { describe, expect, test } from 'vitest';
import type { HistorySource } from '../../src/model/index.ts';
import { loadPacks } from '../../src/rules/index.ts';
import { simulate } from '../../src/simulation/index.ts';
import { blocks, FILE, file, limited, row, rulesetOf, run, show, TODAY } from './build.ts';

const LIMIT_9000 = file([blocks('no-large-limit', 'statement.limit > 9000')]);
const LIMIT_1000 = file([blocks('no-large-limit', 'statement.limit > 1000')]);

/** 40 calls: `web` reads up to 5000 rows, `etl` always 200, `job` writes. */
const HISTORY = [
  limited(100),
  limited(5000, { days: { '2026-11-05': 5 } }),
  limited(200, { caller: { application: 'etl' } }),
  row({
    shape: 'delete from old',
    caller: { application: 'job' },
    operations: [{ kind: 'delete', filter: 'none', target: { name: 'old', schema: '', quoted: false, text: 'old' } }],
    facts: { tablesRead: [], tablesWritten: ['old'] },
    days: 15,
  }),
];

describe('a simulated rule change', () => {
  test('can break one flow of one application', async () => {
    const head = file([`id: no-delete, verdict: block, operations: [delete], message: 'deletes {operation.target}'`]);
    const { flows, totals, ruleChanges } = await run(
      HISTORY,
      LIMIT_9000,
      head.replace(
        'rules:\n',
        `rules:\n  - {${blocks('no-large-limit', 'statement.limit > 9000')}, operations: [select], message: m}\n`,
      ),
    );
    expect(show(flows)).toEqual(['newly_blocked 15/15 job']);
    expect(flows[0]).toMatchObject({
      shape: 'delete from old',
      kinds: ['delete'],
      share: 15 / 40,
      daysActive: 1,
      firstSeen: '2026-11-02',
      lastSeen: '2026-11-02',
      causes: [
        { rule: 'no-delete', message: 'deletes old', calls: 15, undecided: undefined, place: { file: FILE, line: 4 } },
      ],
      proposal: {
        rule: 'no-delete',
        when: 'caller.application == "job" && operation.target.name == "old"',
      },
    });
    expect(totals).toMatchObject({
      replayed: { flows: 3, calls: 40 },
      unchanged: { flows: 2, calls: 25 },
      newlyBlocked: { flows: 1, calls: 15 },
    });
    expect(ruleChanges).toMatchObject([
      {
        rule: 'no-delete',
        change: 'added',
        effect: 'stricter',
        differences: ['new rule, verdict block'],
        exercised: { rows: 1, calls: 15 },
        newlyBlocked: { flows: 1, calls: 15 },
      },
    ]);
  });

  test('can break part of a flow, such as runs over a limit', async () => {
    const { flows, totals, ruleChanges } = await run(HISTORY, LIMIT_9000, LIMIT_1000);
    expect(show(flows)).toEqual(['partly_blocked 5/15 web']);
    expect(flows[0]).toMatchObject({
      examples: ['statement.limit 5000 (5 calls)'],
      moreExamples: 0,
      firstSeen: '2026-11-01',
      lastSeen: '2026-11-05',
      daysActive: 3,
      proposal: {
        when: 'caller.application == "web" && operation.target.name == "orders" && statement.limit <= 5000',
      },
    });
    expect(totals.partlyBlocked).toEqual({ flows: 1, calls: 5 });
    expect(ruleChanges[0]).toMatchObject({ change: 'edited', effect: 'stricter', exercised: { rows: 3, calls: 25 } });
  });

  test('can depend on the caller', async () => {
    const head = file([blocks('no-large-limit', 'statement.limit > 150 && caller.application != "etl"')]);
    expect(show((await run(HISTORY, undefined, head)).flows)).toEqual(['partly_blocked 5/15 web']);
    const allCallers = file([blocks('no-large-limit', 'statement.limit > 150')]);
    expect(show((await run(HISTORY, undefined, allCallers)).flows)).toEqual([
      'newly_blocked 10/10 etl',
      'partly_blocked 5/15 web',
    ]);
    // Without a recorded application, any caller is possible.
    const anonymous = HISTORY.map((entry) => ({ ...entry, caller: { ...entry.caller, application: undefined } }));
    const { flows } = await run(anonymous, undefined, head);
    expect(flows.map(({ class: kind, causes }) => [kind, causes[0]?.undecided])).toEqual([
      ['unknown', '`caller.application` is not known'],
    ]);
  });

  test('can loosen or remove a rule', async () => {
    for (const head of [LIMIT_9000, file([blocks('no-other', 'false')]), undefined]) {
      const { flows, totals, ruleChanges } = await run(HISTORY, LIMIT_1000, head);
      expect(show(flows)).toEqual(['newly_allowed 5/15 web']);
      expect(totals.newlyAllowed).toEqual({ flows: 1, calls: 5 });
      expect(flows[0]?.causes).toMatchObject([{ rule: 'no-large-limit', place: { file: FILE, line: 3 } }]);
      expect(flows[0]?.proposal).toBeUndefined();
      expect(ruleChanges[0]).toMatchObject({
        rule: 'no-large-limit',
        effect: 'looser',
        change: head === LIMIT_9000 ? 'edited' : 'removed',
        newlyAllowed: { flows: 1, calls: 5 },
      });
    }
  });

  test('has no effect if only texts and formatting differ', async () => {
    const head = `
# moved, with other texts
version: 1
rules:
  - verdict: block
    message: another message
    id: no-large-limit
    operations: ["select"]
    help: help
    owner: dba
    when: |
      statement.limit
        > 9000 // rows
`;
    const result = await run(HISTORY, LIMIT_9000, head);
    expect(result.ruleChanges).toEqual([]);
    expect(result.flows).toEqual([]);
    expect(result.totals.unchanged).toEqual({ flows: 3, calls: 40 });
  });

  test('shows everything that a first ruleset would break', async () => {
    const history = { header: { sources: [], unread: 0, truncated: 0 }, rows: HISTORY };
    const settings = { minCalls: 1, minDays: 1, ignoreCallers: [] };
    const base = await rulesetOf(undefined);
    const head = await loadPacks();
    const { flows, selfTest } = await simulate({ history, base, head, today: TODAY, settings, declared: [] });
    expect(show(flows)).toEqual(['newly_blocked 15/15 job']);
    expect(flows[0]?.causes).toMatchObject([
      { rule: 'no-unfiltered-delete', place: { file: 'querygate:recommended@1' } },
    ]);
    // A proposal needs the CEL engine, which the pack alone does not load.
    expect(flows[0]?.proposal?.when).toBe('caller.application == "job" && operation.target.name == "old"');
    expect(selfTest).toBe(true);
  });

  test('is undecided over a normalised history, with the reason', async () => {
    const normalised = HISTORY.map((entry) => ({ ...entry, facts: { ...entry.facts, limit: undefined } }));
    const { flows, totals } = await run(normalised, LIMIT_9000, LIMIT_1000);
    expect(show(flows)).toEqual(['unknown 15/15 web', 'unknown 10/10 etl']);
    expect(totals.unknown).toEqual({ flows: 2, calls: 25 });
    const looser = await run(normalised, LIMIT_1000, LIMIT_9000);
    expect(looser.totals.unknown.flows).toBe(0);
    expect(looser.totals.unknownLoosening).toEqual({ flows: 2, calls: 25 });
    // A condition that does not depend on the unknown limit is decided.
    const decided = file([blocks('no-large-limit', 'statement.limit > 1000 && !statement.hasLimit')]);
    expect((await run(normalised, undefined, decided)).flows).toEqual([]);
  });

  test('is not exercised by a history without statements of its kinds', async () => {
    const head = file([
      `id: no-truncate, verdict: block, operations: [truncate]`,
      blocks('no-file', 'file.path == "x"'),
    ]);
    const { ruleChanges } = await run(HISTORY, undefined, head);
    expect(ruleChanges.map(({ rule, exercised }) => [rule, exercised])).toEqual([
      ['no-truncate', { rows: 0, calls: 0 }],
      ['no-file', { rows: 0, calls: 0 }],
    ]);
  });

  test('works with an empty history', async () => {
    const { totals, unread, flows, selfTest } = await run([], LIMIT_9000, LIMIT_1000);
    expect([flows, unread.share, totals.replayed, selfTest]).toEqual([[], 0, { flows: 0, calls: 0 }, true]);
  });
});

test('a partly read statement is judged by what was read, and counted as unread', async () => {
  const rows = [
    limited(5000, { unreadable: 'unterminated string', days: 3 }),
    row({ shape: 'b', unreadable: 'unterminated string', days: 4 }),
    row({ shape: 'c', truncated: true, unreadable: 'unterminated string', days: 5 }),
    row({ shape: 'd', days: 8 }),
  ];
  const source = JSON.parse('{"notCarried": [], "unread": {"not a statement": 7, "__proto__": 2}}');
  const result = await run(rows, undefined, LIMIT_1000, { sources: [source], unread: 10, truncated: 6 });
  expect(show(result.flows)).toEqual(['newly_blocked 3/3 web']);
  expect(result.unread.calls).toBe(3 + 4 + 6 + 10);
  expect(result.unread.share).toBe(23 / (20 + 10 + 1));
  expect(Object.entries(result.unread.byReason)).toEqual([
    ['unterminated string', 7],
    ['cut off by the source', 6],
    ['not a statement', 7],
    ['__proto__', 2],
    ['unread, for a reason that the history does not give', 1],
  ]);
});

test('the unread share is the larger one of executions and log entries, since a lost entry may stand for many runs', async () => {
  const source = (records: number, unreadRecords: number): HistorySource =>
    JSON.parse(
      JSON.stringify({ notCarried: [], unread: { 'line is cut off': unreadRecords }, records, unreadRecords }),
    );
  const rows = [limited(5000, { days: 1_000_000 })];
  const lost = await run(rows, undefined, LIMIT_1000, { sources: [source(100, 100)], unread: 100 });
  expect(lost.unread).toMatchObject({ calls: 100, share: 0.5, records: { all: 200, unread: 100 } });
  const few = await run(rows, undefined, LIMIT_1000, { sources: [source(10_000_000, 100)], unread: 100 });
  expect(few.unread).toEqual({ calls: 100, share: 100 / 1_000_100, byReason: { 'line is cut off': 100 } });
});
