import { createHash } from 'node:crypto';
import type {
  DifferingSql,
  FlowCause,
  FlowClass,
  FlowReport,
  HistoryReport,
  HistorySource,
  Judge,
  RuleChange,
  SimulationReport,
  SimulationResult,
} from '../../../src/model/index.ts';

export const RULES = '.querygate/rules.yml';

/** A flow id, made from a number. */
export function flowId(number: number): string {
  return number.toString(16).padStart(12, '0');
}

/** Number of executions in the history of these reports. */
const CALLS = 1_690_299;

export function cause(changes: Partial<FlowCause> = {}): FlowCause {
  return {
    rule: 'require-limit',
    place: { file: RULES, line: 12, column: 5 },
    message: 'a SELECT of customers without a LIMIT of at most 1000 reads too much',
    undecided: undefined,
    calls: 0,
    values: [],
    moreValues: 0,
    ...changes,
  };
}

/** The same in whatever order tests run. */
function hashedId(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}

export function flow(kind: FlowClass, changes: Partial<FlowReport> = {}): FlowReport {
  const affected = changes.affectedCalls ?? changes.calls ?? 1204;
  const { causes = [cause()], ...others } = changes;
  return {
    id: changes.id ?? hashedId([kind, changes]),
    class: kind,
    shape: 'SELECT id, email FROM customers WHERE region = ? ORDER BY created_at LIMIT ?',
    dialect: 'postgresql',
    caller: { application: 'report-builder', user: 'reporting', database: 'shop' },
    kinds: ['select'],
    calls: affected,
    affectedCalls: affected,
    share: affected / CALLS,
    daysActive: 30,
    firstSeen: '2026-10-20',
    lastSeen: '2026-11-19',
    causes: causes.map((entry) => ({ ...entry, calls: entry.calls || affected })),
    examples: [],
    moreExamples: 0,
    leftOut: undefined,
    acknowledged: undefined,
    proposal: undefined,
    ...others,
  };
}

export function ruleChange(changes: Partial<RuleChange> = {}): RuleChange {
  return {
    rule: 'require-limit',
    change: 'edited',
    differences: ['condition'],
    effect: 'either',
    place: { file: RULES, line: 12, column: 5 },
    basePlace: { file: RULES, line: 10, column: 5 },
    owner: 'data-platform',
    exercised: { rows: 31_204, calls: 1_204_113 },
    newlyBlocked: { flows: 0, calls: 0 },
    newlyAllowed: { flows: 0, calls: 0 },
    unknown: { flows: 0, calls: 0 },
    ...changes,
  };
}

export function source(changes: Partial<HistorySource> = {}): HistorySource {
  return {
    kind: 'postgresql-jsonlog',
    name: 'postgresql-2026-11.json',
    dialect: 'postgresql',
    identity: 'ab'.repeat(32),
    from: '2026-10-20T00:00:01.000Z',
    to: '2026-11-19T23:59:58.000Z',
    bytes: 1_380_000_000,
    statements: 1_690_299,
    unread: { 'a line that is not JSON': 12 },
    truncated: 3,
    passedOver: { connection: 41_022 },
    notCarried: [],
    notes: [],
    ...changes,
  };
}

export function history(changes: Partial<HistoryReport> = {}): HistoryReport {
  return {
    from: ['.querygate/history.jsonl.gz'],
    side: 'base',
    firstSeen: '2026-10-20T00:00:01.000Z',
    lastSeen: '2026-11-19T23:59:58.000Z',
    ageDays: 1,
    statements: 1_690_299,
    rows: 60_101,
    sources: [source()],
    ...changes,
  };
}

/** A result with totals counted from its flows; by default out of 4,928 flows and 1,690,299 calls. */
export function result(changes: Partial<SimulationResult> = {}): SimulationResult {
  const flows = changes.flows ?? [];
  const sum = (wanted: (flow: FlowReport) => boolean) => {
    const list = flows.filter(wanted);
    return { flows: list.length, calls: list.reduce((total, { affectedCalls }) => total + affectedCalls, 0) };
  };
  const undecided = ({ causes }: FlowReport) =>
    causes.length > 0 && causes.every((entry) => entry.undecided !== undefined);
  const of = (kind: FlowClass, maybe?: boolean) =>
    sum(
      (entry) =>
        entry.class === kind &&
        entry.leftOut === undefined &&
        entry.acknowledged === undefined &&
        (maybe === undefined || undecided(entry) === maybe),
    );
  const replayed = { flows: Math.max(4928, flows.length), calls: Math.max(CALLS, sum(() => true).calls) };
  return {
    ruleChanges: [],
    flows,
    declared: [],
    acknowledgements: [],
    totals: {
      replayed,
      unchanged: { flows: replayed.flows - flows.length, calls: replayed.calls - sum(() => true).calls },
      newlyBlocked: of('newly_blocked'),
      partlyBlocked: of('partly_blocked'),
      newlyAllowed: of('newly_allowed', false),
      changed: of('changed'),
      unknown: of('unknown'),
      unknownLoosening: of('newly_allowed', true),
      acknowledged: sum(({ leftOut, acknowledged }) => leftOut === undefined && acknowledged !== undefined),
      leftOut: sum(({ leftOut }) => leftOut !== undefined),
    },
    unread: {
      calls: 15,
      share: 15 / 1_690_314,
      byReason: { 'a line that is not JSON': 12, 'cut off by the source': 3 },
    },
    proposalsNotTried: 0,
    selfTest: true,
    ...changes,
  };
}

/** SQL that two rulesets judge differently. */
export function example(changes: Partial<DifferingSql> = {}): DifferingSql {
  return {
    sql: 'DROP TABLE orders',
    dialect: 'postgresql',
    base: 'block',
    head: 'allow',
    rules: ['no-drop-table'],
    path: 'example.sql',
    caller: undefined,
    serverVersion: undefined,
    history: undefined,
    from: undefined,
    ...changes,
  };
}

export function judge(side: 'base' | 'head', changes: Partial<Judge> = {}): Judge {
  return {
    side,
    sources: ['querygate:recommended@1', RULES],
    commit: (side === 'base' ? '1a2b3c4d5e' : '9f8e7d6c5b').repeat(4),
    hash: (side === 'base' ? 'ab' : 'cd').repeat(32),
    rules: side === 'base' ? 57 : 58,
    notApplied: [],
    ...changes,
  };
}

/** A report of a simulation; by default one without findings. */
export function report(changes: Partial<SimulationReport> = {}): SimulationReport {
  return {
    kind: 'simulation',
    formatVersion: 1,
    tool: { name: 'querygate', version: '0.1.0' },
    headline:
      'judged by .querygate/rules.yml at 1a2b3c4d (in force) and 9f8e7d6c (once merged) over 1,690,299 calls from 2026-10-20 to 2026-11-19',
    provenance:
      'simulated .querygate/rules.yml at 9f8e7d6c once merged (58 rules) against .querygate/rules.yml at 1a2b3c4d in force (57 rules), over .querygate/history.jsonl.gz of the base branch (1,690,299 calls, 2026-10-20 to 2026-11-19)',
    base: judge('base'),
    head: judge('head'),
    scope: { kind: 'changed', event: 'pull_request', base: 'main at 1a2b3c4', head: 'pull request 7 at 9f8e7d6' },
    outcome: 'simulated',
    policy: {
      maxBrokenFlows: 0,
      maxUnknown: 0,
      maxUnread: 1,
      maxAge: 30,
      failOnNewlyAllowed: false,
      failOn: 'block',
      minCalls: 1,
      minDays: 1,
    },
    history: history(),
    result: result(),
    verdict: 'allow',
    exitCode: 0,
    conclusion: 'passed: no legitimate flow would break',
    problems: [],
    notices: [],
    proposedAcknowledgements: undefined,
    docsRoot: 'https://github.com/acme/querygate/blob/v0.1.0/docs/',
    repeat:
      'git fetch --quiet origin 1a2b3c4\nnode ~/.cache/querygate/v0.1.0/dist/cli.js simulate --since 1a2b3c4 --history .querygate/history.jsonl.gz',
    ...changes,
  };
}
