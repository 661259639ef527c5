import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type Ruleset, type RulesetComparison, withException } from '../rules/index.ts';
import { rulesAtRisk } from './acknowledgements.ts';
import { FALSE } from './condition-evaluator.ts';
import { candidateConditions } from './exception-conditions.ts';
import type { AffectedFlow } from './flows.ts';
import type { RunClass } from './outcomes.ts';
import { Replay } from './replay.ts';
import { StepBudget } from './step-budget.ts';

/** An exception to one rule of the head that keeps exactly one flow working. */
export interface Proposal {
  readonly rule: string;
  /** CEL. */
  readonly when: string;
}

export interface Proposals {
  readonly found: ReadonlyMap<AffectedFlow, Proposal>;
  /** Number of broken flows for which no exception was searched, to save time. */
  readonly notTried: number;
}

/** If more flows break, the rule itself is wrong, and exceptions do not help. */
const MAX_FLOWS = 50;
/** Maximum number of rows to evaluate again for all proposals together: some tenths of a second. */
const MAX_ROWS = 1_000_000;
/** Maximum number of condition parts to evaluate for that: some seconds with expensive rules. */
const MAX_STEPS = 50_000_000;

/**
 * For each broken flow, one narrow exception that keeps it working, if there is one. Each candidate is verified: the
 * history is simulated again with it, over every row that the rule may match. It must save all endangered runs of the
 * flow and change no other run.
 */
export async function proposeExceptions(input: {
  readonly flows: readonly AffectedFlow[];
  readonly rows: readonly HistoryRow[];
  readonly base: Ruleset;
  readonly head: Ruleset;
  readonly comparison: RulesetComparison;
  readonly today: string;
  readonly replay: Replay;
}): Promise<Proposals> {
  const found = new Map<AffectedFlow, Proposal>();
  const { flows, rows, replay } = input;
  if (flows.length === 0) return { found, notTried: 0 };
  const matchingRows = new Map<string, readonly HistoryRow[]>();
  const steps = new StepBudget(MAX_STEPS);
  const trials = { ...input, like: new Replay({ differences: [], same: input.comparison.same }, steps) };
  let budget = MAX_ROWS;
  let notTried = Math.max(0, flows.length - MAX_FLOWS);
  for (const flow of flows.slice(0, MAX_FLOWS)) {
    const [rule, ...more] = rulesAtRisk(flow);
    if (rule === undefined || more.length > 0 || !acceptsExceptions(input.head, rule)) continue;
    let matching = matchingRows.get(rule);
    if (!matching && budget < rows.length) {
      notTried++;
      continue;
    }
    if (!matching) {
      matching = rows.filter(replay.headMayHit(rule));
      matchingRows.set(rule, matching);
      budget -= rows.length;
    }
    const candidates = candidateConditions(flow, rule);
    if (steps.isSpent || budget < matching.length * candidates.length) {
      notTried++;
      continue;
    }
    try {
      for (const when of candidates) {
        budget -= matching.length;
        if (!(await savesExactly(flow, { rule, when }, matching, trials))) continue;
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

/** Whether the repository's own file may add an exception: not to a rule that another file made final. */
function acceptsExceptions({ rules, sources }: Ruleset, id: string): boolean {
  const rule = rules.find((entry) => entry.id === id);
  return rule !== undefined && (rule.finalIn === undefined || rule.finalIn === sources.at(-1));
}

const SAVED: ReadonlySet<RunClass> = new Set<RunClass>(['unchanged', 'changed']);

interface Trials {
  readonly base: Ruleset;
  readonly head: Ruleset;
  readonly comparison: RulesetComparison;
  readonly today: string;
  readonly replay: Replay;
  /** A replay of the rules that are the same on both sides. */
  readonly like: Replay;
}

async function savesExactly(
  flow: AffectedFlow,
  { rule, when }: Proposal,
  matching: readonly HistoryRow[],
  trials: Trials,
): Promise<boolean> {
  const { head, today, replay } = trials;
  let changedHead: Ruleset;
  try {
    const exception = { rule, when, reason: 'tried', owner: 'tried', until: today };
    changedHead = await withException(head, { ...exception, source: 'tried', place: { file: 'tried' } });
  } catch {
    // The condition would be too long, or has a name that cannot be written in a condition.
    return false;
  }
  const trial = replayOf(changedHead, rule, trials);
  const endangered = new Set(flow.endangered.map(({ row }) => row));
  const exception = changedHead.exceptions.at(-1)?.condition;
  const mayExempt = exception && replay.evaluator.compile(exception.formula());
  return matching.every((row) => {
    if (endangered.has(row)) return SAVED.has(trial.judge(row).class);
    const isUnaffected = row.operations.every((_, index) => {
      replay.evaluator.setOperation(row, index);
      return mayExempt?.() === FALSE;
    });
    return isUnaffected || trial.judge(row).class === replay.judge(row).class;
  });
}

/** Replays a head that differs from the given one in exceptions to one rule. */
function replayOf(changedHead: Ruleset, rule: string, { base, comparison, today, like }: Trials): Replay {
  const only = (ruleset: Ruleset): Ruleset => ({ ...ruleset, rules: ruleset.rules.filter(({ id }) => id === rule) });
  const { differences, same } = compareRulesets(only(base), only(changedHead), today);
  const changed = {
    differences: comparison.differences.flatMap((known) => (known.rule === rule ? differences : [known])),
    same: [...comparison.same, ...same],
  };
  // With the exception, the rule may be as it was in the base.
  return new Replay(changed, like.evaluator.steps, undefined, same.length === 0 ? like : undefined);
}
