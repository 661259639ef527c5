import type { HistoryRow } from '../model/index.ts';
import { compareRulesets, type Formula, type Ruleset, type RulesetComparison, withException } from '../rules/index.ts';
import { holdsOnAll, operationsHit, rulesAtRisk } from './acknowledgements.ts';
import { FALSE } from './condition-evaluator.ts';
import type { AffectedFlow } from './flows.ts';
import type { RunClass } from './outcomes.ts';
import { Replay } from './replay.ts';
import { StepBudget } from './step-budget.ts';

/** Maximum number of rows to evaluate again for all conditions together: some tenths of a second. */
const MAX_ROWS = 1_000_000;
/** Maximum number of condition parts to evaluate for that: some seconds with expensive rules. */
const MAX_STEPS = 50_000_000;

/** The result if the search took too long. */
export const NOT_TRIED = Symbol('not tried');
export type Found = string | undefined | typeof NOT_TRIED;

export interface TrialInput {
  readonly rows: readonly HistoryRow[];
  readonly base: Ruleset;
  readonly head: Ruleset;
  readonly comparison: RulesetComparison;
  readonly today: string;
  readonly replay: Replay;
}

/** Verifies conditions of exceptions and acknowledgements by evaluating the history again, within a budget. */
export class ConditionTrials {
  readonly #input: TrialInput;
  readonly #steps = new StepBudget(MAX_STEPS);
  /** A replay of the rules that are the same on both sides. */
  readonly #like: Replay;
  readonly #matchingRows = new Map<string, readonly HistoryRow[]>();
  #rows = MAX_ROWS;

  constructor(input: TrialInput) {
    this.#input = input;
    this.#like = new Replay({ differences: [], same: input.comparison.same }, this.#steps);
  }

  /**
   * The first condition with which an exception to the rule saves exactly these flows: the history is simulated with it,
   * over every row that the rule may match. It must save all endangered runs of the flows and change no other run.
   */
  async exceptionFor(flows: readonly AffectedFlow[], rule: string, conditions: readonly string[]): Promise<Found> {
    if (!acceptsExceptions(this.#input.head, rule)) return undefined;
    if (flows.some((flow) => rulesAtRisk(flow).size > 1)) return undefined;
    const matching = this.#rowsMatching(rule);
    if (!matching) return NOT_TRIED;
    const endangered = new Set(flows.flatMap((flow) => flow.endangered.map(({ row }) => row)));
    return this.#first(rule, conditions, matching.length, (changedHead, condition) =>
      this.#savesExactly(endangered, matching, this.#replayOf(changedHead, rule), condition),
    );
  }

  /** The rows that a rule of the head may match; undefined if finding them takes too long. */
  #rowsMatching(rule: string): readonly HistoryRow[] | undefined {
    const { rows, replay } = this.#input;
    const known = this.#matchingRows.get(rule);
    if (known || this.#rows < rows.length) return known;
    this.#rows -= rows.length;
    const matching = rows.filter(replay.headMayHit(rule));
    this.#matchingRows.set(rule, matching);
    return matching;
  }

  /**
   * The first condition with which an acknowledgement of the rule covers exactly these flows.
   *
   * @param atRisk all flows that the rule blocks or may block
   */
  async acknowledgementFor(
    flows: readonly AffectedFlow[],
    rule: string,
    atRisk: readonly AffectedFlow[],
    conditions: readonly string[],
  ): Promise<Found> {
    const own = new Set(flows);
    const hitBy = operationsHit(rule);
    const rows = atRisk.reduce((sum, { endangered }) => sum + endangered.length, 0);
    return this.#first(rule, conditions, rows, (_, condition) => {
      const holds = this.#like.evaluator.compile(condition);
      return atRisk.every((flow) => holdsOnAll(flow, hitBy, holds, this.#like) === own.has(flow));
    });
  }

  /** @param rows how many rows the test of one condition evaluates */
  async #first(
    rule: string,
    conditions: readonly string[],
    rows: number,
    test: (changedHead: Ruleset, condition: Formula) => boolean,
  ): Promise<Found> {
    for (const when of conditions) {
      if (this.#steps.isSpent || this.#rows < rows) return NOT_TRIED;
      this.#rows -= rows;
      const changedHead = await this.#headWith(rule, when);
      const condition = changedHead?.exceptions.at(-1)?.condition.formula();
      try {
        if (changedHead && condition && test(changedHead, condition)) return when;
      } catch (error) {
        if (!this.#steps.isSpent) throw error;
        return NOT_TRIED;
      }
    }
    return undefined;
  }

  /** Undefined if the condition is too long, or has a name that cannot be written in a condition. */
  async #headWith(rule: string, when: string): Promise<Ruleset | undefined> {
    const { head, today } = this.#input;
    const exception = { rule, when, reason: 'tried', owner: 'tried', until: today };
    try {
      return await withException(head, { ...exception, source: 'tried', place: { file: 'tried' } });
    } catch {
      return undefined;
    }
  }

  #savesExactly(
    endangered: ReadonlySet<HistoryRow>,
    matching: readonly HistoryRow[],
    trial: Replay,
    condition: Formula,
  ): boolean {
    const { replay } = this.#input;
    const mayExempt = replay.evaluator.compile(condition);
    return matching.every((row) => {
      if (endangered.has(row)) return SAVED.has(trial.judge(row).class);
      const isUnaffected = row.operations.every((_, index) => {
        replay.evaluator.setOperation(row, index);
        return mayExempt() === FALSE;
      });
      return isUnaffected || trial.judge(row).class === replay.judge(row).class;
    });
  }

  /** Replays a head that differs from the given one in exceptions to one rule. */
  #replayOf(changedHead: Ruleset, rule: string): Replay {
    const { base, comparison, today } = this.#input;
    const only = (ruleset: Ruleset): Ruleset => ({ ...ruleset, rules: ruleset.rules.filter(({ id }) => id === rule) });
    const { differences, same } = compareRulesets(only(base), only(changedHead), today);
    const changed = {
      differences: comparison.differences.flatMap((known) => (known.rule === rule ? differences : [known])),
      same: [...comparison.same, ...same],
    };
    // With the exception, the rule may be as it was in the base.
    return new Replay(changed, this.#steps, undefined, same.length === 0 ? this.#like : undefined);
  }
}

const SAVED: ReadonlySet<RunClass> = new Set<RunClass>(['unchanged', 'changed']);

/** Whether the repository's own file may add an exception: not to a rule that another file made final. */
function acceptsExceptions({ rules, sources }: Ruleset, id: string): boolean {
  const rule = rules.find((entry) => entry.id === id);
  return rule !== undefined && (rule.finalIn === undefined || rule.finalIn === sources.at(-1));
}
