import type {
  CallerFacts,
  FlowReport,
  HistoryRow,
  HistorySource,
  Operation,
  SimulationResult,
  StatementFacts,
} from '../../src/model/index.ts';
import { emptyRuleset, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { type SimulationInput, simulate } from '../../src/simulation/index.ts';
import { operationOf, statementFactsOf, treeOf } from '../rules/build.ts';

export const TODAY = '2026-11-20';
export const FILE = '.querygate/rules.yml';

/** The ruleset of a rule file; the empty ruleset without a file. */
export async function rulesetOf(text: string | undefined): Promise<Ruleset> {
  if (text === undefined) return emptyRuleset();
  const ruleset = await loadRuleset({ tree: treeOf({ [FILE]: text }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

/** A rule file. Each part is a YAML flow mapping such as `id: no-x, verdict: block`; operations default to select. */
export function file(
  rules: readonly string[],
  more: { exceptions?: readonly string[]; acknowledge?: readonly string[]; head?: string } = {},
): string {
  const list = (key: string, items: readonly string[] | undefined): string =>
    items && items.length > 0 ? `${key}:\n${items.map((item) => `  - {${item}}\n`).join('')}` : '';
  const full = rules.map((rule) =>
    [rule, /\boperations:/.test(rule) ? '' : 'operations: [select]', /\bmessage:/.test(rule) ? '' : 'message: m']
      .filter((part) => part !== '')
      .join(', '),
  );
  return `version: 1\n${more.head ?? ''}${list('rules', full)}${list('exceptions', more.exceptions)}${list('acknowledge', more.acknowledge)}`;
}

/** A rule that blocks SELECT under a condition. */
export function blocks(id: string, when: string, verdict = 'block'): string {
  return `id: ${id}, verdict: ${verdict}, when: '${when}'`;
}

export interface RowParts {
  readonly shape?: string;
  readonly caller?: Partial<CallerFacts>;
  readonly callerPatterns?: HistoryRow['callerPatterns'];
  readonly operations?: readonly Partial<Operation>[];
  readonly facts?: Partial<StatementFacts>;
  readonly unreadable?: string;
  readonly truncated?: boolean;
  /** Executions by day; a number means that many on 2026-11-02. */
  readonly days?: Readonly<Record<string, number>> | number;
}

const CALLER: CallerFacts = { user: 'app', role: '', application: 'web', database: 'main', tags: {} };

/** A row of a history: by default 10 runs of a SELECT of `orders` by `web`, spread over two days. */
export function row(parts: RowParts = {}): HistoryRow {
  const {
    shape = 'select ?',
    caller,
    callerPatterns,
    operations = [{}],
    facts,
    unreadable,
    truncated = false,
    days,
  } = parts;
  return {
    shape,
    dialect: 'postgresql',
    caller: { ...CALLER, ...caller },
    callerPatterns,
    operations: operations.map((operation) =>
      operationOf({
        kind: 'select',
        target: { name: 'orders', schema: '', quoted: false, text: 'orders' },
        createdHere: false,
        temporary: false,
        ...operation,
      }),
    ),
    facts: statementFactsOf({ tablesRead: ['orders'], inTransaction: undefined, lockTimeoutSet: undefined, ...facts }),
    unreadable,
    truncated,
    days:
      days === undefined
        ? { '2026-11-01': 4, '2026-11-02': 6 }
        : typeof days === 'number'
          ? { '2026-11-02': days }
          : days,
  };
}

/** A SELECT with this LIMIT; undefined means that the limit is not recorded. */
export function limited(limit: number | undefined, parts: RowParts = {}): HistoryRow {
  return row({ ...parts, facts: { hasLimit: true, limit, ...parts.facts } });
}

export async function run(
  rows: readonly HistoryRow[],
  base: string | undefined,
  head: string | undefined,
  more: Partial<Omit<SimulationInput, 'base' | 'head' | 'history'>> & {
    readonly sources?: readonly HistorySource[];
    readonly unread?: number;
    readonly truncated?: number;
  } = {},
): Promise<SimulationResult> {
  const { sources = [], unread = 0, truncated = 0, ...rest } = more;
  return simulate({
    history: { header: { sources, unread, truncated }, rows },
    base: await rulesetOf(base),
    head: await rulesetOf(head),
    today: TODAY,
    settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
    declared: [],
    ...rest,
  });
}

/** The classes of the flows, worst first, with affected and all calls: `newly_blocked 10/10 web`. */
export function show(flows: readonly FlowReport[]): string[] {
  return flows.map(
    ({ class: kind, affectedCalls, calls, caller }) => `${kind} ${affectedCalls}/${calls} ${caller.application}`,
  );
}
