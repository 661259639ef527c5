import { flowId, type HistoryRow, stricter, type Verdict } from '../model/index.ts';
import { compareRulesets, emptyRuleset, type FactPath, type Ruleset, toLine } from '../rules/index.ts';
import { describeFact, factsRead, VARYING, valuesOf } from './examples.ts';
import { type AffectedFlow, replayHistory } from './flows.ts';
import { type Proposal, proposeExceptions } from './propose-exceptions.ts';
import { countRows } from './recorded-run.ts';
import type { Judgement } from './replay.ts';
import { Replay } from './replay.ts';
import { StepBudget } from './step-budget.ts';

/** The calls of a flow by the values of a fact. */
export interface FlowValues {
  readonly fact: string;
  readonly values: readonly { readonly value: string; readonly calls: number; readonly verdict: Verdict }[];
  /** How many further values there are. */
  readonly more: number;
}

export interface FlowExplanation {
  readonly values: readonly FlowValues[];
  /** An exception that lets the flow through, and nothing else in the rows. */
  readonly exception: Proposal | undefined;
}

const MAX_FACTS = 3;
const MAX_VALUES = 10;
const MAX_VALUE = 120;

/** The verdict of a run, if nothing was forbidden before. */
const VERDICTS: Readonly<Record<Judgement['class'], Verdict>> = {
  newly_blocked: 'block',
  unknown: 'unknown',
  changed: 'warn',
  newly_allowed: 'allow',
  unknown_loosening: 'allow',
  unchanged: 'allow',
};

/**
 * How a ruleset judges a recorded flow: its calls by the facts that decide, and an exception. It is found as for a
 * change that adds all rules. `whole`: the rows are the whole history; otherwise no exception can be verified. Undefined
 * if no row is of the flow.
 */
export async function explainFlow({
  rows,
  flow: id,
  ruleset,
  today,
  whole,
}: {
  readonly rows: readonly HistoryRow[];
  readonly flow: string;
  readonly ruleset: Ruleset;
  readonly today: string;
  readonly whole: boolean;
}): Promise<FlowExplanation | undefined> {
  const own = rows.filter((row) => flowId(row) === id);
  if (own.length === 0) return undefined;
  const base = emptyRuleset();
  const comparison = compareRulesets(base, ruleset, today);
  const replay = new Replay(comparison, new StepBudget());
  const [flow] = replayHistory(countRows(own), replay).touched;
  if (!flow) return { values: [], exception: undefined };
  const proposals =
    whole && flow.endangered.length > 0
      ? await proposeExceptions([flow], new Set(), { rows, base, head: ruleset, comparison, today, replay })
      : undefined;
  return { values: valuesOfFlow(flow, replay), exception: proposals?.found.get(flow) };
}

function valuesOfFlow(flow: AffectedFlow, replay: Replay): FlowValues[] {
  const runs = countRows(flow.rows).map(({ row, calls }) => ({
    row,
    calls,
    verdict: VERDICTS[replay.judge(row).class],
  }));
  const found = factsRead(flow)
    .filter(({ text }) => !text.startsWith('caller.'))
    .map((fact) => ({ fact, values: countsOf(fact, runs) }))
    .filter(({ fact, values }) => values.length > 1 || (values.length === 1 && VARYING.has(fact.text)));
  // What varies by its nature comes first.
  const sorted = found.sort((a, b) => Number(VARYING.has(b.fact.text)) - Number(VARYING.has(a.fact.text)));
  return sorted.slice(0, MAX_FACTS).map(({ fact, values }) => ({
    fact: fact.text,
    values: values.slice(0, MAX_VALUES).map(({ value, ...counts }) => ({
      value: toLine(describeFact(fact, value), MAX_VALUE),
      ...counts,
    })),
    more: Math.max(0, values.length - MAX_VALUES),
  }));
}

interface ValueCount {
  readonly value: unknown;
  readonly calls: number;
  readonly verdict: Verdict;
}

/** Numbers by size, other values by their calls. */
function countsOf(
  fact: FactPath,
  runs: readonly { readonly row: HistoryRow; readonly calls: number; readonly verdict: Verdict }[],
): ValueCount[] {
  const counts = new Map<unknown, ValueCount>();
  for (const { row, calls, verdict } of runs)
    for (const value of valuesOf(fact, row)) {
      const known = counts.get(value);
      counts.set(value, {
        value,
        calls: calls + (known?.calls ?? 0),
        verdict: known ? stricter(known.verdict, verdict) : verdict,
      });
    }
  return [...counts.values()].sort((a, b) =>
    typeof a.value === 'number' && typeof b.value === 'number' ? a.value - b.value : b.calls - a.calls,
  );
}
