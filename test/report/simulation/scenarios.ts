import type { BreakGroup, FlowReport, SimulationReport } from '../../../src/model/index.ts';
import { HOSTILE, HOSTILE_PATH } from '../scenarios.ts';
import { cause, example, flow, flowId, history, judge, RULES, report, result, ruleChange, source } from './build.ts';

const LIMIT_CHANGE = ruleChange({
  differences: ['condition: statement.limit > 5000 -> statement.limit > 1000', 'verdict: warn -> block'],
  newlyBlocked: { flows: 2, calls: 1516 },
});

function partly(): FlowReport {
  return flow('partly_blocked', {
    id: flowId(0x4fd3),
    calls: 4_210,
    affectedCalls: 312,
    examples: ['statement.limit 5000 (300 calls)', 'statement.limit 2000 (12 calls)'],
    causes: [
      cause({
        values: [
          { fact: 'statement.limit', value: '5000', calls: 300 },
          { fact: 'statement.limit', value: '2000', calls: 12 },
        ],
      }),
    ],
    proposal: { rule: 'require-limit', when: 'caller.application == "report-builder" && statement.limit <= 5000' },
  });
}

function wholly(): FlowReport {
  return flow('newly_blocked', {
    id: flowId(0xa11),
    shape: 'SELECT * FROM orders',
    caller: { application: '', user: 'nightly_export', database: 'shop' },
    causes: [
      cause({
        message: 'a SELECT of orders without a LIMIT of at most 1000 reads too much',
        values: [{ fact: 'statement.hasLimit', value: 'false', calls: 1204 }],
      }),
      cause({
        rule: 'no-select-star',
        place: { file: '.querygate/rules/reading.yml', line: 3, column: 5 },
        message: 'SELECT * breaks when a column is added',
        values: [{ fact: 'statement.selectStar', value: 'true', calls: 1204 }],
      }),
    ],
  });
}

function broken(): SimulationReport {
  const flows = [wholly(), partly()];
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 2 legitimate flows would break; 1 declared flow would break',
    result: result({
      flows,
      ruleChanges: [
        LIMIT_CHANGE,
        ruleChange({
          rule: 'no-select-star',
          change: 'added',
          differences: [],
          effect: 'stricter',
          place: { file: '.querygate/rules/reading.yml', line: 3, column: 5 },
          basePlace: undefined,
          owner: undefined,
          newlyBlocked: { flows: 1, calls: 1204 },
        }),
        ruleChange({
          rule: 'no-lock-table',
          change: 'added',
          differences: [],
          effect: 'stricter',
          place: { file: RULES, line: 30, column: 5 },
          basePlace: undefined,
          exercised: { rows: 0, calls: 0 },
        }),
      ],
      declared: [
        {
          name: 'monthly invoice run',
          owner: 'billing',
          place: { file: '.querygate/flows.yml', line: 3, column: 5 },
          base: 'allow',
          head: 'allow',
          causes: [],
          breaks: false,
        },
        {
          name: 'tax export',
          owner: 'billing',
          place: { file: '.querygate/flows.yml', line: 9, column: 5 },
          base: 'allow',
          head: 'block',
          causes: [cause({ message: 'a SELECT of invoices without a LIMIT of at most 1000 reads too much', calls: 0 })],
          breaks: true,
        },
      ],
    }),
    proposedAcknowledgements: `acknowledge:\n  - rule: require-limit\n    flow: ${flowId(0xa11)}\n    reason: <reason>\n    owner: data-platform\n    until: 2027-02-20\n`,
  });
}

function unchanged(): SimulationReport {
  return report({
    outcome: 'no_effective_change',
    head: judge('head', { hash: 'ab'.repeat(32), rules: 57 }),
    history: undefined,
    result: undefined,
    conclusion: 'passed: no effective change',
  });
}

function clean(): SimulationReport {
  return report({
    result: result({
      ruleChanges: [
        ruleChange({
          rule: 'no-truncate',
          effect: 'stricter',
          differences: ['verdict: warn -> block'],
          exercised: { rows: 0, calls: 0 },
        }),
        ruleChange({ rule: 'require-tenant', effect: 'stricter', differences: ['condition'] }),
      ],
    }),
  });
}

function unknown(): SimulationReport {
  const undecided = '`statement.limit` is not known';
  return report({
    verdict: 'unknown',
    exitCode: 5,
    conclusion: 'failed: 2 flows could not be decided',
    history: history({
      sources: [
        source({
          kind: 'pg-stat-statements',
          name: 'statements.csv',
          from: undefined,
          to: undefined,
          unread: {},
          truncated: 0,
          passedOver: {},
          notCarried: ['statement.limit', 'statement.offset', 'caller.application'],
          notes: ['1,204 entries were deallocated since the counters were reset: their counts are lost'],
        }),
      ],
      firstSeen: undefined,
      lastSeen: undefined,
      ageDays: undefined,
      side: 'untracked',
    }),
    result: result({
      flows: [41, 42].map((id) =>
        flow('unknown', {
          id: flowId(id),
          shape: id === 41 ? 'SELECT id FROM customers LIMIT $1' : 'SELECT id FROM orders LIMIT $1 OFFSET $2',
          caller: { application: undefined, user: 'app', database: 'shop' },
          causes: [cause({ undecided })],
          daysActive: 0,
          firstSeen: undefined,
          lastSeen: undefined,
          calls: 1,
          affectedCalls: 1,
        }),
      ),
      ruleChanges: [ruleChange({ unknown: { flows: 2, calls: 2 } })],
      unread: { calls: 0, share: 0, byReason: {} },
    }),
  });
}

function loosened(): SimulationReport {
  const drop = cause({
    rule: 'no-truncate',
    place: { file: RULES, line: 44, column: 5 },
    message: 'TRUNCATE takes every row of sessions',
  });
  return report({
    conclusion: 'passed, with 2 flows newly allowed',
    result: result({
      flows: [
        flow('newly_allowed', {
          id: flowId(7),
          shape: 'TRUNCATE sessions',
          kinds: ['truncate'],
          causes: [drop],
          calls: 30,
          affectedCalls: 30,
        }),
        flow('newly_allowed', {
          id: flowId(8),
          shape: 'DELETE FROM carts WHERE touched_at < ?',
          kinds: ['delete'],
          causes: [
            cause({
              rule: 'no-wide-delete',
              place: { file: RULES, line: 50, column: 5 },
              undecided: 'the history does not carry caller.role',
            }),
          ],
          calls: 3,
          affectedCalls: 3,
        }),
        flow('changed', {
          id: flowId(9),
          shape: 'SELECT * FROM plans',
          causes: [cause({ rule: 'no-select-star', message: 'SELECT * breaks when a column is added' })],
        }),
      ],
      ruleChanges: [
        ruleChange({
          rule: 'no-truncate',
          change: 'removed',
          effect: 'looser',
          differences: [],
          place: undefined,
          basePlace: { file: RULES, line: 44, column: 5 },
          newlyAllowed: { flows: 1, calls: 30 },
        }),
        ruleChange({
          rule: 'no-drop-table',
          effect: 'looser',
          differences: ['exception added (data-platform, until 2027-03-31): operation.target.name == "events_2019"'],
          place: { file: 'querygate:recommended@1' },
          basePlace: { file: 'querygate:recommended@1' },
          exercised: { rows: 0, calls: 0 },
        }),
        ruleChange({ rule: 'no-wide-delete', effect: 'either', unknown: { flows: 1, calls: 3 } }),
        ruleChange({ rule: 'no-select-star', effect: 'stricter', differences: ['verdict: off -> warn'] }),
      ],
      comparison: {
        looser: 'yes',
        kinds: [
          {
            kind: 'truncate',
            change: 'looser',
            example: example({ sql: 'TRUNCATE orders', rules: ['no-truncate'] }),
          },
          {
            kind: 'drop_table',
            change: 'looser',
            example: example({ sql: 'DROP TABLE events_2019', rules: ['no-drop-table'], from: '2027-04-01' }),
          },
          {
            kind: 'select',
            change: 'stricter',
            example: example({
              sql: 'SELECT * FROM orders',
              base: 'allow',
              head: 'warn',
              rules: ['no-select-star'],
              path: undefined,
              caller: { user: 'app', application: null },
            }),
          },
        ],
        open: [],
      },
    }),
  });
}

function acknowledged(): SimulationReport {
  const entry = (line: number) => ({
    rule: 'require-limit',
    reason: 'the export moves to the replica, OPS-311',
    owner: 'data-platform',
    until: '2027-02-20',
    place: { file: RULES, line, column: 5 },
  });
  return report({
    conclusion: 'passed, with 1 acknowledged break',
    result: result({
      flows: [
        {
          ...wholly(),
          acknowledged: {
            reason: 'the export moves to the replica, OPS-311',
            owner: 'data-platform',
            until: '2027-02-20',
          },
        },
        flow('newly_blocked', {
          id: flowId(0xdd1),
          shape: 'ALTER TABLE orders ADD COLUMN note text',
          kinds: ['add_column'],
          calls: 1,
          affectedCalls: 1,
          daysActive: 1,
          firstSeen: '2026-11-02',
          lastSeen: '2026-11-02',
          leftOut: 'DDL seen on fewer than 2 days',
        }),
        flow('partly_blocked', {
          id: flowId(0xdd2),
          leftOut: 'its caller is ignored',
          caller: { application: 'psql', user: 'alice', database: 'shop' },
        }),
      ],
      ruleChanges: [LIMIT_CHANGE],
      acknowledgements: [
        { ...entry(60), about: 'statement.limit > 100000', state: 'refused', flows: 12 },
        { ...entry(66), about: flowId(0xbeef), state: 'expired', flows: 0, until: '2026-10-31' },
        { ...entry(72), about: flowId(0xcafe), state: 'unused', flows: 0 },
        { ...entry(78), about: flowId(0xfeed), state: 'merged', flows: 1 },
        { ...entry(84), about: flowId(0xf00d), state: 'merged', flows: 0 },
        { ...entry(54), about: flowId(0xa11), state: 'used', flows: 1 },
      ],
    }),
  });
}

function missing(): SimulationReport {
  return report({
    outcome: 'not_simulated',
    verdict: 'unknown',
    exitCode: 5,
    history: undefined,
    result: undefined,
    conclusion: 'failed: there is no history to simulate over',
    problems: [
      {
        kind: 'history',
        message:
          'there is no history at `.querygate/history.jsonl.gz` on the base branch: collect one with `querygate history collect`, or name one with `history`',
        place: undefined,
        exitCode: 5,
      },
    ],
  });
}

/** The configuration says that there is no history; the change makes a rule looser. */
function withoutHistory(): SimulationReport {
  const none = { flows: 0, calls: 0 };
  const { totals } = clean().result ?? result();
  const nothing = Object.fromEntries(Object.keys(totals).map((name) => [name, none])) as unknown as typeof totals;
  return report({
    headline: 'not simulated: .querygate/rules.yml at 1a2b3c4d (in force) and 9f8e7d6c (once merged)',
    provenance:
      'not simulated: .querygate/rules.yml at 9f8e7d6c once merged (58 rules) against .querygate/rules.yml at 1a2b3c4d in force (57 rules)',
    outcome: 'not_simulated',
    verdict: 'unknown',
    exitCode: 0,
    history: undefined,
    result: result({
      ruleChanges: [
        {
          ...LIMIT_CHANGE,
          effect: 'looser',
          exercised: { rows: 0, calls: 0 },
          newlyBlocked: none,
          newlyAllowed: none,
          unknown: none,
        },
      ],
      totals: nothing,
    }),
    conclusion: 'passed, but not simulated: the configuration says that there is no history (`simulate.history: none`)',
  });
}

function brokenRules(): SimulationReport {
  return report({
    outcome: 'not_simulated',
    verdict: 'unknown',
    exitCode: 2,
    head: undefined,
    history: undefined,
    result: undefined,
    conclusion: 'failed: the rules of the change do not load',
    problems: [
      {
        kind: 'rules',
        message: 'there is no fact `statement.limits`; did you mean `statement.limit`?',
        place: { file: RULES, line: 14, column: 11 },
        exitCode: 2,
      },
      {
        kind: 'base',
        message: 'the base branch could not be fetched: check out with `fetch-depth: 0`',
        place: undefined,
        exitCode: 5,
      },
    ],
  });
}

/** More than any host shows: 600 flows broken by 14 rules, 300 undecided, 200 newly allowed, 100 not counted. */
function huge(): SimulationReport {
  const rule = (n: number) => ({ rule: `no-scan-${n}`, place: { file: RULES, line: 10 + n, column: 5 } });
  const flows: FlowReport[] = [
    ...Array.from({ length: 600 }, (_, n) =>
      flow(n < 400 ? 'newly_blocked' : 'partly_blocked', {
        id: flowId(10_000 + n),
        shape: `SELECT c${n}, ${'x'.repeat(n)} FROM table_${n} WHERE id = ?`,
        causes: [cause({ ...rule(n % 14), message: `a scan of table_${n} reads too much` })],
        calls: 5000 - n,
        affectedCalls: n < 400 ? 5000 - n : 100,
        proposal:
          n % 3 === 0 ? { rule: `no-scan-${n % 14}`, when: `operation.target.name == "table_${n}"` } : undefined,
      }),
    ),
    ...Array.from({ length: 300 }, (_, n) =>
      flow('unknown', {
        id: flowId(20_000 + n),
        shape: `SELECT * FROM unknown_${n} LIMIT $1`,
        causes: [cause({ ...rule(n % 3), undecided: `the history does not carry statement.limit (${n % 5})` })],
      }),
    ),
    ...Array.from({ length: 200 }, (_, n) =>
      flow('newly_allowed', { id: flowId(30_000 + n), causes: [cause(rule(20 + (n % 15)))] }),
    ),
    ...Array.from({ length: 100 }, (_, n) =>
      flow('newly_blocked', { id: flowId(40_000 + n), leftOut: 'fewer than 10 calls', calls: 1, affectedCalls: 1 }),
    ),
  ];
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 600 legitimate flows would break; 300 flows could not be decided',
    result: result({
      flows,
      proposalsNotTried: 550,
      ruleChanges: Array.from({ length: 40 }, (_, n) =>
        ruleChange({ ...rule(n), effect: n % 2 === 0 ? 'either' : 'looser', exercised: { rows: n % 4, calls: n % 4 } }),
      ),
    }),
    notices: Array.from({ length: 15 }, (_, n) => ({
      level: 'notice' as const,
      message: `the rule file \`extra-${n}.yml\` is not read by anything`,
      path: `extra-${n}.yml`,
      location: undefined,
    })),
  });
}

/** A rule that breaks 81 flows of three applications, and a pack's rule that breaks 11 of a fourth one. */
function broad(): SimulationReport {
  const TABLES = ['orders', 'customers', 'carts', 'items', 'invoices', 'refunds', 'coupons'];
  const app = (application: string) => ({ application, user: 'app', database: 'shop' });
  const packed = { rule: 'no-unfiltered-delete', place: { file: RULES, line: 3, column: 5 } };
  const flows: FlowReport[] = Array.from({ length: 92 }, (_, n) => {
    const [name, kind] =
      n < 40 ? ['web', 'select'] : n < 67 ? ['reports', 'select'] : ['jobs', n % 2 ? 'select' : 'update'];
    const table = name === 'reports' ? `facts_${n}` : TABLES[n % TABLES.length];
    if (n >= 81)
      return flow('newly_blocked', {
        id: flowId(0xb000 + n),
        shape: `DELETE FROM staging_${n}`,
        caller: app('etl'),
        kinds: ['delete'],
        calls: 100 - n,
        causes: [cause({ ...packed, message: `this deletes every row of staging_${n}` })],
      });
    return flow(n === 2 ? 'partly_blocked' : 'newly_blocked', {
      id: flowId(0xb000 + n),
      shape: kind === 'select' ? `SELECT id, total FROM ${table} WHERE state = ?` : `UPDATE ${table} SET state = ?`,
      caller: app(name ?? ''),
      kinds: [kind === 'select' ? 'select' : 'update'],
      calls: 4000 - 10 * n,
      causes: [
        cause({
          message: `a query of ${table} without LIMIT`,
          values: [{ fact: 'statement.hasLimit', value: 'false', calls: 0 }],
        }),
      ],
      // One of a group without a common condition keeps its own.
      proposal:
        n === 68 ? { rule: 'require-limit', when: 'caller.application == "jobs" && statement.limit <= 10' } : undefined,
    });
  });
  const group = (
    rule: string,
    callers: readonly string[],
    kind: 'select' | 'update' | 'delete',
    of: (known: FlowReport) => boolean,
    tables: readonly string[],
    more: Partial<BreakGroup>,
  ): BreakGroup => {
    const own = flows.filter(of);
    const calls = own.reduce((sum, known) => sum + known.affectedCalls, 0);
    return {
      rule,
      by: rule === 'require-limit' ? ['caller', 'kind'] : [],
      callers,
      tables,
      kinds: [kind],
      values: rule === 'require-limit' ? [{ fact: 'statement.hasLimit', value: 'false', calls }] : [],
      moreValues: 0,
      flows: own.map(({ id }) => id),
      calls,
      exception: undefined,
      acknowledgement: undefined,
      tried: true,
      ...more,
    };
  };
  const both = (when: string) => ({ exception: when, acknowledgement: when });
  const jobs = (kind: string) => (known: FlowReport) =>
    known.caller.application === 'jobs' && known.kinds.includes(kind as 'select');
  const ofApp = (name: string) => (known: FlowReport) => known.caller.application === name;
  const WEB = 'caller.application == "web" && operation.kind == "select"';
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 92 legitimate flows would break',
    result: result({
      flows,
      groups: [
        group('require-limit', ['web'], 'select', ofApp('web'), TABLES, both(WEB)),
        group(
          'require-limit',
          ['reports'],
          'select',
          ofApp('reports'),
          flows.slice(40, 67).map((_, n) => `facts_${40 + n}`),
          {
            acknowledgement: 'caller.application == "reports"',
          },
        ),
        group('require-limit', ['jobs'], 'select', jobs('select'), TABLES, {}),
        group('require-limit', ['jobs'], 'update', jobs('update'), TABLES, { tried: false }),
        group(
          'no-unfiltered-delete',
          ['etl', ''],
          'delete',
          ofApp('etl'),
          ['staging_81'],
          both('operation.kind == "delete"'),
        ),
      ],
      proposalsNotTried: 3,
      ruleChanges: [
        ruleChange({ newlyBlocked: { flows: 81, calls: 291_600 } }),
        ruleChange({ ...packed, change: 'added', basePlace: undefined, effect: 'stricter', owner: undefined }),
      ],
    }),
    proposedAcknowledgements: `acknowledge:\n  # 40 flows, for example web: SELECT id\n  - rule: "require-limit"\n    when: ${JSON.stringify(WEB)}\n    max-flows: 40\n    reason: "<why 152,200 recorded calls may stop>"\n    owner: "data-platform"\n    until: "2027-02-18"\n`,
  });
}

/** A break that only tests show, beside one of production. */
function ofTests(): SimulationReport {
  const tests = { origin: 'tests', statements: 1_204, rows: 41, firstSeen: '2026-11-19T10:00:00.000Z' } as const;
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 3 legitimate flows would break',
    history: history({
      from: ['.querygate/history.jsonl.gz', '.querygate/tests.jsonl.gz'],
      origins: [
        {
          ...{ origin: 'production', statements: 1_690_299, rows: 60_101 },
          ...{ firstSeen: '2026-10-20T00:00:01.000Z', lastSeen: '2026-11-19T23:59:58.000Z' },
        },
        { ...tests, lastSeen: '2026-11-19T10:00:04.000Z' },
      ],
      statements: 1_691_503,
      rows: 60_142,
      sources: [source(), source({ kind: 'recorded', origin: 'tests', name: 'tests', statements: 1_204, unread: {} })],
    }),
    result: result({
      flows: [
        { ...wholly(), origins: ['production', 'tests'] },
        { ...partly(), origins: ['production'] },
        flow('newly_blocked', { calls: 3, daysActive: 1, firstSeen: '2026-11-19', origins: ['tests'] }),
        flow('newly_allowed', { calls: 2, daysActive: 1, firstSeen: '2026-11-19', origins: ['tests'] }),
      ],
      ruleChanges: [LIMIT_CHANGE],
    }),
  });
}

function hostile(): SimulationReport {
  const place = { file: HOSTILE_PATH, line: 3, column: 5 };
  const values = [{ fact: 'caller.user', value: HOSTILE, calls: 1 }];
  const bad = cause({ rule: HOSTILE, place, message: HOSTILE, values, moreValues: 2 });
  const common = {
    shape: `/close\n${HOSTILE}`,
    caller: { application: `/label ~x ${HOSTILE}`, user: HOSTILE, database: HOSTILE },
    examples: [HOSTILE, `::error::${HOSTILE}`],
    moreExamples: 3,
    firstSeen: HOSTILE,
    lastSeen: `/close ${HOSTILE}`,
  };
  return report({
    headline: `::error::${HOSTILE}`,
    provenance: `::error::${HOSTILE}`,
    verdict: 'block',
    exitCode: 1,
    conclusion: `/close ${HOSTILE}`,
    base: judge('base', { sources: [HOSTILE], commit: HOSTILE, hash: HOSTILE }),
    history: history({
      from: [HOSTILE_PATH],
      sources: [
        source({
          name: HOSTILE,
          unread: { [HOSTILE]: 4 },
          passedOver: { [`::error::${HOSTILE}`]: 3 },
          notCarried: [HOSTILE],
          notes: [`/close ${HOSTILE}`],
        }),
      ],
    }),
    result: result({
      flows: [
        flow('newly_blocked', {
          ...common,
          id: HOSTILE,
          causes: [bad, { ...bad, place: { file: HOSTILE } }],
          proposal: { rule: HOSTILE, when: `caller.user == '${HOSTILE}'` },
        }),
        flow('newly_blocked', { ...common, causes: [{ ...bad, rule: 'no-grouped', message: HOSTILE }] }),
        flow('partly_blocked', { ...common, causes: [], affectedCalls: 3 }),
        flow('unknown', { ...common, causes: [{ ...bad, undecided: `::warning::${HOSTILE}` }] }),
        flow('newly_allowed', { ...common, causes: [bad] }),
        flow('changed', { ...common, causes: [bad] }),
        flow('newly_blocked', { ...common, causes: [bad], leftOut: HOSTILE }),
        flow('newly_blocked', {
          ...common,
          causes: [bad],
          acknowledged: { reason: HOSTILE, owner: HOSTILE, until: HOSTILE },
        }),
      ],
      groups: [
        {
          rule: 'no-grouped',
          by: ['caller', 'value'],
          callers: [`/label ~x ${HOSTILE}`, ''],
          tables: [HOSTILE, `::error::${HOSTILE}`],
          kinds: ['select'],
          values,
          moreValues: 1,
          flows: [HOSTILE],
          calls: 7,
          exception: `caller.user == '${HOSTILE}'`,
          acknowledgement: `caller.user == '::error::${HOSTILE}'`,
          tried: false,
        },
      ],
      ruleChanges: [
        ruleChange({
          rule: HOSTILE,
          differences: [HOSTILE],
          place,
          owner: HOSTILE,
          effect: 'looser',
          exercised: { rows: 0, calls: 0 },
        }),
      ],
      declared: [
        { name: HOSTILE, owner: HOSTILE, place, base: 'allow', head: 'block', causes: [bad], breaks: true },
        {
          name: `/close ${HOSTILE}`,
          owner: HOSTILE,
          place,
          base: 'allow',
          head: 'allow',
          causes: [bad],
          breaks: false,
        },
      ],
      acknowledgements: (['used', 'refused'] as const).map((state) => ({
        rule: HOSTILE,
        about: HOSTILE,
        reason: HOSTILE,
        owner: HOSTILE,
        until: HOSTILE,
        place,
        state,
        flows: 2,
      })),
      comparison: {
        looser: 'not_decided',
        kinds: [
          {
            kind: 'delete',
            change: 'stricter',
            example: example({
              sql: `/close\n::error::${HOSTILE}`,
              rules: [HOSTILE],
              path: HOSTILE_PATH,
              caller: { user: HOSTILE, [HOSTILE]: HOSTILE },
            }),
          },
        ],
        open: [{ kind: 'select', rule: HOSTILE, why: `/close ${HOSTILE}` }],
      },
      unread: { calls: 7, share: 0.000001, byReason: { [HOSTILE]: 7 } },
      selfTest: false,
    }),
    problems: [{ kind: 'history', message: HOSTILE, place, exitCode: 5 }],
    notices: [{ level: 'warning', message: HOSTILE, path: HOSTILE_PATH, location: undefined }],
    proposedAcknowledgements: `acknowledge:\n/close\n::error::x\n${HOSTILE}\n\`\`\`\n`,
    repeat: `/close ::error::x ${HOSTILE}`,
  });
}

/** One report for each situation that every format must handle. */
export const SCENARIOS = {
  broken: broken(),
  unchanged: unchanged(),
  clean: clean(),
  unknown: unknown(),
  loosened: loosened(),
  acknowledged: acknowledged(),
  missing: missing(),
  'without-history': withoutHistory(),
  'broken-rules': brokenRules(),
  broad: broad(),
  huge: huge(),
  hostile: hostile(),
  tests: ofTests(),
} as const satisfies Readonly<Record<string, SimulationReport>>;
