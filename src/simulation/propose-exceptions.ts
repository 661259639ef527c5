import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type Ruleset, withException } from '../rules/index.ts';
import { rulesAtRisk } from './acknowledged.ts';
import { FALSE } from './condition-evaluator.ts';
import { candidateConditions } from './exception-conditions.ts';
import type { AffectedFlow } from './flows.ts';
import type { RunClass } from './outcomes.ts';
import { Replay } from './replay.ts';
import { StepBudget } from './step-budget.ts';

/** An exception to one rule of the head that saves exactly one flow. */
export interface Proposal {
  readonly rule: string;
  /** CEL. */
  readonly when: string;
}

export interface Proposals {
  readonly found: ReadonlyMap<AffectedFlow, Proposal>;
  /** How many broken flows were not tried, since that would have taken too long. */
  readonly notTried: number;
}

/** Beyond this many broken flows a rule is wrong as a whole, and exceptions are no answer. */
const MAX_FLOWS = 50;
/** Rows that may be looked at again for all proposals together: some tenths of a second. */
const MAX_ROWS = 1_000_000;
/** Parts of conditions that may be evaluated for that: some seconds, where the rules are dear. */
const MAX_STEPS = 50_000_000;

/**
 * For each broken flow that one narrow exception would save, that exception. Each is tried: the history is simulated
 * again with it, over every row of which the rule says anything, and it must save all that the flow's runs stand
 * to lose and change no other run.
 */
export async function proposeExceptions(input: {
  readonly flows: readonly AffectedFlow[];
  readonly rows: readonly HistoryRow[];
  readonly base: Ruleset;
  readonly head: Ruleset;
  readonly today: string;
  readonly replay: Replay;
}): Promise<Proposals> {
  const found = new Map<AffectedFlow, Proposal>();
  const { flows, rows, replay } = input;
  const rowsMet = new Map<string, readonly HistoryRow[]>();
  const steps = new StepBudget(MAX_STEPS);
  let budget = MAX_ROWS;
  let notTried = Math.max(0, flows.length - MAX_FLOWS);
  for (const flow of flows.slice(0, MAX_FLOWS)) {
    const [rule, ...more] = rulesAtRisk(flow);
    if (rule === undefined || more.length > 0 || !takesExceptions(input.head, rule)) continue;
    let met = rowsMet.get(rule);
    if (!met && budget < rows.length) {
      notTried++;
      continue;
    }
    if (!met) {
      met = rows.filter(replay.headMayHit(rule));
      rowsMet.set(rule, met);
      budget -= rows.length;
    }
    const candidates = candidateConditions(flow, rule);
    if (steps.isSpent || budget < met.length * candidates.length) {
      notTried++;
      continue;
    }
    try {
      for (const when of candidates) {
        budget -= met.length;
        if (!(await savesExactly(flow, { rule, when }, met, input, steps))) continue;
        found.set(flow, { rule, when });
        break;
      }
    } catch (error) {
      if (!steps.isSpent) throw error;
      notTried++;
    }
  }
  return { found, notTried };
}

/** A rule that another file made final takes no exception in the repository's own. */
function takesExceptions({ rules, sources }: Ruleset, id: string): boolean {
  const rule = rules.find((entry) => entry.id === id);
  return rule !== undefined && (rule.finalIn === undefined || rule.finalIn === sources.at(-1));
}

const SAVED: ReadonlySet<RunClass> = new Set<RunClass>(['unchanged', 'changed']);

async function savesExactly(
  flow: AffectedFlow,
  { rule, when }: Proposal,
  met: readonly HistoryRow[],
  input: { readonly base: Ruleset; readonly head: Ruleset; readonly today: string; readonly replay: Replay },
  steps: StepBudget,
): Promise<boolean> {
  const { base, head, today, replay } = input;
  let head2: Ruleset;
  try {
    const exception = { rule, when, reason: 'tried', owner: 'tried', until: today };
    head2 = await withException(head, { ...exception, source: 'tried', place: { file: 'tried' } });
  } catch {
    // A name that no condition can hold, or one that makes it too long.
    return false;
  }
  const again = new Replay(compareRulesets(base, head2, today), steps);
  const lost = new Set(flow.endangered.map(({ row }) => row));
  const exception = head2.exceptions.at(-1)?.condition;
  const mayExempt = exception && replay.questions.compile(exception.formula());
  return met.every((row) => {
    if (lost.has(row)) return SAVED.has(again.judge(row).class);
    const isUntouched = row.operations.every((_, index) => {
      replay.questions.about(row, index);
      return mayExempt?.() === FALSE;
    });
    return isUntouched || again.judge(row).class === replay.judge(row).class;
  });
}
