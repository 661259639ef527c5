import {
  compareText,
  compareVerdicts,
  type Finding,
  flowShape,
  type HistoryRow,
  isMaintenanceStatement,
  type NewFlow,
  type Side,
  stricter,
  type Verdict,
} from '../model/index.ts';
import { compactShape, fingerprint, type Hit, helpFor, judgeStatement } from '../rules/index.ts';
import type { JudgeSettings } from './judge-settings.ts';
import type { JudgingRuleset } from './judging-rulesets.ts';
import { undecidedMessage } from './undecided.ts';

/** What tests execute, with a change and without it. */
export interface NewFlowsTask extends Pick<JudgeSettings, 'failOn' | 'headDecides' | 'today'> {
  readonly rulesets: readonly JudgingRuleset[];
  readonly base: readonly HistoryRow[];
  readonly head: readonly HistoryRow[];
  /** Path at which findings stand. */
  readonly path: string;
}

export interface NewFlows {
  /** Strictest verdict first. */
  readonly flows: readonly NewFlow[];
  readonly findings: readonly Finding[];
  /** How many statements that define or maintain objects were not compared: tests set up their database. */
  readonly leftOut: number;
}

/** What the rules say about one row. */
interface RowFinding {
  readonly rule: string;
  readonly verdict: Finding['verdict'];
  readonly side: Side;
  readonly hit: Hit | undefined;
  readonly message: string;
}

/**
 * The flows that a change adds, judged as queries of production are, and those that the rules are stricter about than in
 * the base, because of other values. A flow is a query shape here: test databases and users have no meaning.
 */
export function findNewFlows(task: NewFlowsTask): NewFlows {
  const base = byShape(task.base);
  const head = byShape(task.head.filter(({ operations }) => !isMaintenanceStatement(operations)));
  const flows: NewFlow[] = [];
  const findings: Finding[] = [];
  for (const [key, rows] of head) {
    const before = base.get(key);
    const found = findingsOf(rows, task);
    const verdict = verdictOf(found);
    const [first] = rows;
    if (!first) continue;
    if (before && compareVerdicts(verdict, verdictOf(findingsOf(before, task))) >= 0) continue;
    const { shape, dialect } = first;
    const flow: NewFlow = {
      ...{ shape: flowShape(shape), dialect, verdict, kind: before ? 'stricter' : 'new', callers: callersOf(rows) },
      rules: [...new Set(found.filter(counts).map(({ rule }) => rule))].sort(compareText),
    };
    flows.push(flow);
    findings.push(...found.map((each) => findingOf(each, flow, task.path)));
  }
  flows.sort((a, b) => compareVerdicts(a.verdict, b.verdict) || compareText(a.shape, b.shape));
  return { flows, findings, leftOut: task.head.length - [...head.values()].flat().length };
}

function byShape(rows: readonly HistoryRow[]): ReadonlyMap<string, readonly HistoryRow[]> {
  const found = new Map<string, HistoryRow[]>();
  for (const row of rows) {
    const key = `${row.dialect} ${flowShape(row.shape)}`;
    const known = found.get(key);
    if (known) known.push(row);
    else found.set(key, [row]);
  }
  return found;
}

function callersOf(rows: readonly HistoryRow[]): readonly string[] {
  const names = rows.map(({ caller }) => caller.application || caller.user || '');
  return [...new Set(names.filter((name) => name !== ''))].sort(compareText);
}

/** The strictest finding of each rule. */
function findingsOf(rows: readonly HistoryRow[], task: NewFlowsTask): readonly RowFinding[] {
  const { rulesets, headDecides } = task;
  const found = new Map<string, RowFinding>();
  for (const judging of headDecides ? rulesets.slice(-1) : rulesets) {
    for (const finding of rows.flatMap((row) => judge(row, judging, task))) {
      const key = `${finding.rule} ${counts(finding)}`;
      const before = found.get(key);
      if (!before) found.set(key, finding);
      else {
        const strictest = compareVerdicts(finding.verdict, before.verdict) < 0 ? finding : before;
        found.set(key, { ...strictest, side: finding.side === before.side ? before.side : 'both' });
      }
    }
  }
  return [...found.values()];
}

function judge(
  row: HistoryRow,
  { side, ruleset }: JudgingRuleset,
  { failOn, today }: Pick<NewFlowsTask, 'failOn' | 'today'>,
): readonly RowFinding[] {
  const { caller, callerPatterns } = row;
  const own: Side = side === 'only' ? 'both' : side;
  const hits = judgeStatement(ruleset, row, { file: undefined, caller, callerPatterns, today });
  const found = hits.map((hit): RowFinding => {
    const { rule, verdict, message, cause } = hit;
    if (verdict !== 'unknown') return { rule: rule.id, verdict, side: own, hit, message };
    // An undecided rule that cannot reach the threshold is a warning.
    const isOpen = rule.verdict === 'block' || failOn === 'warn';
    const text = undecidedMessage(cause, message);
    return { rule: rule.id, verdict: isOpen ? 'unknown' : 'warn', side: own, hit, message: text };
  });
  if (row.unreadable === undefined) return found;
  const message = `could not be read: ${row.unreadable}`;
  return [...found, { rule: 'unreadable', verdict: 'unknown', side: own, hit: undefined, message }];
}

function counts({ hit }: RowFinding): boolean {
  return hit?.exemption === undefined;
}

function verdictOf(findings: readonly RowFinding[]): Verdict {
  return findings.filter(counts).reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), 'allow');
}

const MAX_SHOWN = 300;

function findingOf({ rule, verdict, side, hit, message }: RowFinding, flow: NewFlow, path: string): Finding {
  const { shape, dialect, kind, callers } = flow;
  const shown = shape.length > MAX_SHOWN ? `${shape.slice(0, MAX_SHOWN)}…` : shape;
  const by = callers.length === 0 ? '' : ` by ${callers.map((name) => `\`${name}\``).join(', ')}`;
  const what = kind === 'new' ? 'a query that the change adds' : 'a query that the change runs with other values';
  return {
    ...{ rule, verdict, status: hit?.exemption === undefined ? 'new' : 'excepted', path },
    ...{ location: undefined, statementOffset: undefined, excerpt: '', excerptColumn: 1, section: '' },
    operation: hit && { kind: hit.operation.kind, target: hit.operation.target.text, place: hit.operation.place },
    message: `${message}; ${what}: \`${shown}\`${by}`,
    help: hit ? helpFor(hit.rule, dialect) : '',
    docs: hit?.rule.docs,
    owner: hit?.rule.owner,
    suppressible: false,
    exemption: hit?.exemption?.reason,
    acceptedAs: undefined,
    side,
    fingerprint: fingerprint({ rule, path, shape: compactShape(`${dialect}\n${shape}`), occurrence: 0 }),
  };
}
