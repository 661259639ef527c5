import {
  type FlowReport,
  IGNORED_CALLER,
  isBroken,
  type SimulationReport,
  type SimulationResult,
  TESTS_SETUP,
} from '../../model/index.ts';
import { CLASS_WORDS, cutText } from './words.ts';

/** Flows grouped by what a reader does about them. Each affected flow is in exactly one list, in the report's order. */
export interface FlowGroups {
  /** Newly or partly blocked: these fail the run. */
  readonly broken: readonly FlowReport[];
  readonly unknown: readonly FlowReport[];
  /** Newly allowed, certainly or possibly. */
  readonly loosened: readonly FlowReport[];
  readonly changed: readonly FlowReport[];
  readonly acknowledged: readonly FlowReport[];
  /** Not counted: too rare, or run by an ignored caller. */
  readonly leftOut: readonly FlowReport[];
}

function groupOf(flow: FlowReport): keyof FlowGroups {
  if (flow.leftOut !== undefined) return 'leftOut';
  if (flow.acknowledged !== undefined) return 'acknowledged';
  if (isBroken(flow)) return 'broken';
  if (flow.class === 'newly_allowed') return 'loosened';
  return flow.class === 'unknown' ? 'unknown' : 'changed';
}

export function flowGroups({ flows }: Pick<SimulationResult, 'flows'>): FlowGroups {
  const groups: Record<keyof FlowGroups, FlowReport[]> = {
    broken: [],
    unknown: [],
    loosened: [],
    changed: [],
    acknowledged: [],
    leftOut: [],
  };
  for (const flow of flows) if (flow.class !== 'unchanged') groups[groupOf(flow)].push(flow);
  return groups;
}

/** Flows that do not count because they are too rare, and that the change would break or might break. */
export function tooRareBreaks({ leftOut }: FlowGroups): readonly FlowReport[] {
  return leftOut.filter(
    (flow) =>
      (isBroken(flow) || flow.class === 'unknown') && flow.leftOut !== IGNORED_CALLER && flow.leftOut !== TESTS_SETUP,
  );
}

/** Whether a flow is only possibly newly allowed: none of its causes is decided. */
export function isPossiblyAllowed({ class: kind, causes }: FlowReport): boolean {
  return kind === 'newly_allowed' && causes.every(({ undecided }) => undecided !== undefined);
}

/** `newly blocked`, `possibly newly allowed`, `possibly changed`. */
export function classText(flow: FlowReport): string {
  return `${isPossiblyAllowed(flow) || isPossiblyChanged(flow) ? 'possibly ' : ''}${CLASS_WORDS[flow.class]}`;
}

/** Whether a rule that only warns could not be decided, and nothing else changes for the flow. */
function isPossiblyChanged({ class: kind, causes }: FlowReport): boolean {
  return kind === 'changed' && causes.length > 0 && causes.every(({ undecided }) => undecided !== undefined);
}

/** Why a flow is only possibly changed; empty for all others. Raw text. */
export function undecidedText(flow: FlowReport): string {
  return isPossiblyChanged(flow) ? `could not be decided: ${cutText(flow.causes[0]?.undecided ?? '', 300)}` : '';
}

/** What the change does to the calls of a flow. */
export function effectOf(flow: FlowReport): string {
  if (isBroken(flow)) return 'would be blocked';
  return flow.class === 'unknown' ? 'could not be decided' : classText(flow);
}

/** Which kinds of results exceed their limits, and so fail the run. */
export interface Failing {
  readonly broken: boolean;
  readonly unknown: boolean;
  readonly loosened: boolean;
  readonly declared: boolean;
}

export function failingOf({ policy }: Pick<SimulationReport, 'policy'>, result: SimulationResult): Failing {
  const { broken, unknown } = flowGroups(result);
  const canFail = policy.failOn !== 'never';
  return {
    broken: canFail && broken.length > policy.maxBrokenFlows,
    unknown: canFail && unknown.length > policy.maxUnknown,
    loosened: canFail && policy.failOnNewlyAllowed,
    declared: canFail,
  };
}
