import { rulesAtRisk } from './acknowledgements.ts';
import { ConditionTrials, NOT_TRIED, type TrialInput } from './condition-trials.ts';
import { candidateConditions } from './exception-conditions.ts';
import type { AffectedFlow } from './flows.ts';

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

/** If more flows break, the rule itself is wrong, and exceptions for single flows do not help. */
const MAX_FLOWS = 50;

/**
 * For each broken flow, one narrow exception that keeps it working, if there is one.
 *
 * @param saved ids of flows that the exception of a group keeps working: they come last, and are not counted
 */
export async function proposeExceptions(
  flows: readonly AffectedFlow[],
  saved: ReadonlySet<string>,
  input: TrialInput,
): Promise<Proposals> {
  const found = new Map<AffectedFlow, Proposal>();
  if (flows.length === 0) return { found, notTried: 0 };
  const trials = new ConditionTrials(input);
  const inOrder = [false, true].flatMap((isSaved) => flows.filter(({ id }) => saved.has(id) === isSaved));
  const notTried = new Set(inOrder.slice(MAX_FLOWS));
  for (const flow of inOrder.slice(0, MAX_FLOWS)) {
    const [rule] = rulesAtRisk(flow);
    if (rule === undefined) continue;
    const when = await trials.exceptionFor([flow], rule, candidateConditions(flow, rule));
    if (when === NOT_TRIED) notTried.add(flow);
    else if (when !== undefined) found.set(flow, { rule, when });
  }
  return { found, notTried: [...notTried].filter(({ id }) => !saved.has(id)).length };
}
