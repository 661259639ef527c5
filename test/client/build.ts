import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../../src/client/index.ts';
import { keyChecksum, type SimulateRequest } from '../../src/contract/index.ts';
import type { FlowReport, HistoryReport, Judge, SimulationResult } from '../../src/model/index.ts';

/** A well-formed key whose 40 characters start with `random`. */
export function keyOf(random: string): string {
  const text = `qg_${random.padEnd(40, '0')}`;
  return text + keyChecksum(text);
}

export const KEY = keyOf('aZ3kQ9xW7mB2nV5cL8pR1tY6uD4sF0gH2jK9eXwT');

/** A clock whose `sleep` returns immediately and advances the time. */
export class TestClock {
  readonly sleeps: number[] = [];
  at = 0;
  wall = Date.parse('2026-11-20T12:00:00Z');
  chance = 0.5;
  readonly elapsed = (): number => this.at;
  readonly now = (): number => this.wall + this.at;
  readonly random = (): number => this.chance;
  readonly sleep = async (milliseconds: number): Promise<void> => {
    this.sleeps.push(milliseconds);
    this.at += milliseconds;
  };
}

export function client(baseUrl: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({ baseUrl, apiKey: KEY, workspace: 'acme', env: {}, clock: new TestClock(), ...options });
}

export const REQUEST: Omit<SimulateRequest, 'workspace'> = {
  head: { files: [{ path: '.querygate/rules.yml', text: 'version: 1\n' }], commit: 'b'.repeat(40) },
  base: { hash: 'a'.repeat(64) },
  settings: { 'min-days': 2, 'ignore-callers': [{ application: 'psql*' }] },
  flows: { head: { path: '.querygate/flows.yml', text: 'version: 1\n' } },
};

const count = { flows: 1, calls: 10 };
const none = { flows: 0, calls: 0 };
const place = { file: '.querygate/rules.yml', line: 3, column: 5 };

export const FLOW: FlowReport = {
  id: '0123456789ab',
  class: 'newly_blocked',
  shape: 'SELECT * FROM orders LIMIT ?',
  dialect: 'postgresql',
  caller: { application: 'shop', user: undefined, database: '' },
  kinds: ['select'],
  calls: 10,
  affectedCalls: 10,
  share: 0.5,
  daysActive: 3,
  firstSeen: '2026-11-01',
  lastSeen: '2026-11-19',
  causes: [
    {
      rule: 'no-wide-read',
      place,
      message: 'reads too much',
      undecided: undefined,
      calls: 10,
      values: [],
      moreValues: 0,
    },
  ],
  examples: ['statement.limit 5000 (10 calls)'],
  moreExamples: 0,
  leftOut: undefined,
  acknowledged: undefined,
  proposal: { rule: 'no-wide-read', when: 'caller.application == "shop"' },
};

export const RESULT: SimulationResult = {
  ruleChanges: [
    {
      rule: 'no-wide-read',
      change: 'added',
      differences: [],
      effect: 'stricter',
      place,
      basePlace: undefined,
      owner: undefined,
      exercised: { rows: 1, calls: 10 },
      newlyBlocked: count,
      newlyAllowed: none,
      unknown: none,
    },
  ],
  flows: [FLOW],
  groups: [
    {
      rule: 'no-wide-read',
      by: ['caller', 'kind'],
      callers: ['shop'],
      tables: ['orders'],
      kinds: ['select'],
      values: [{ fact: 'statement.limit', value: '5000', calls: 10 }],
      moreValues: 0,
      flows: [FLOW.id],
      calls: 10,
      exception: 'caller.application == "shop"',
      acknowledgement: 'caller.application == "shop"',
      tried: true,
    },
  ],
  declared: [
    {
      name: 'checkout',
      owner: 'shop',
      place: { file: '.querygate/flows.yml', line: 3, column: 5 },
      base: 'allow',
      head: 'allow',
      causes: [],
      breaks: false,
    },
  ],
  acknowledgements: [
    {
      rule: 'no-wide-read',
      about: '0123456789ab',
      reason: 'meant',
      owner: 'shop',
      until: '2027-01-31',
      place,
      state: 'expired',
      flows: 0,
    },
  ],
  totals: {
    replayed: { flows: 2, calls: 20 },
    unchanged: count,
    newlyBlocked: count,
    partlyBlocked: none,
    newlyAllowed: none,
    changed: none,
    unknown: none,
    unknownLoosening: none,
    acknowledged: none,
    leftOut: none,
  },
  unread: { calls: 1, share: 0.05, byReason: { truncated: 1 } },
  selfTest: true,
};

export const HISTORY: HistoryReport = {
  from: ['workspace acme'],
  side: 'service',
  firstSeen: '2026-10-20T00:00:00Z',
  lastSeen: '2026-11-20T11:00:00Z',
  ageDays: 0,
  statements: 20,
  rows: 2,
  sources: [
    {
      kind: 'postgresql-jsonlog',
      name: 'postgresql.json',
      dialect: 'postgresql',
      identity: 'c'.repeat(64),
      from: '2026-10-20T00:00:00Z',
      to: undefined,
      bytes: 2000,
      statements: 20,
      unread: { 'invalid JSON': 1 },
      truncated: 0,
      passedOver: { connection: 4 },
      notCarried: [],
      notes: [],
    },
  ],
};

export function judge(side: 'base' | 'head'): Judge {
  return {
    side,
    sources: side === 'base' ? ['ruleset 42'] : ['.querygate/rules.yml'],
    commit: side === 'base' ? undefined : 'b'.repeat(40),
    hash: (side === 'base' ? 'd' : 'e').repeat(64),
    rules: 12,
    notApplied: [],
  };
}

const COMMON = { id: 'sim_1', workspace: 'acme', createdAt: '2026-11-20T12:00:00Z' };

export const QUEUED = { ...COMMON, status: 'queued' };
export const running = (done: number, total = 100) => ({ ...COMMON, status: 'running', progress: { done, total } });
export const DONE = {
  ...COMMON,
  status: 'done',
  finishedAt: '2026-11-20T12:00:09Z',
  engine: { name: 'querygate', version: '0.1.0' },
  ruleset: { version: 42 },
  base: judge('base'),
  head: judge('head'),
  drift: { same: true, changes: [] },
  outcome: 'simulated',
  result: RESULT,
  history: HISTORY,
};
export const FAILED = (problem: object) => ({ ...COMMON, status: 'failed', problem });

export const START = '/api/v1/ci/rules/simulate';
export const READ = '/api/v1/ci/rules/simulations/sim_1';
