import type { Flow, Result, RuleChange } from './words.ts';

/** Flows by what a reader does about them. Each affected flow is in exactly one list, the worst first. */
export interface Groups {
  /** Newly or partly blocked. */
  readonly broken: readonly Flow[];
  readonly unknown: readonly Flow[];
  /** Newly allowed, certainly or possibly. */
  readonly loosened: readonly Flow[];
  /** From allow to warn or back. */
  readonly changed: readonly Flow[];
  readonly acknowledged: readonly Flow[];
  /** Too rare, or of a caller that the settings ignore. */
  readonly leftOut: readonly Flow[];
}

function groupOf(flow: Flow): keyof Groups {
  if (flow.leftOut !== undefined) return 'leftOut';
  if (flow.acknowledged !== undefined) return 'acknowledged';
  if (flow.class === 'newly_blocked' || flow.class === 'partly_blocked') return 'broken';
  if (flow.class === 'newly_allowed') return 'loosened';
  return flow.class === 'unknown' ? 'unknown' : 'changed';
}

export function groupsOf({ flows }: Pick<Result, 'flows'>): Groups {
  const groups: Record<keyof Groups, Flow[]> = {
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

/** Rule changes that allow more, by their text or in the history; those that allow most come first. */
export function looserChanges({ ruleChanges, flows }: Result): readonly RuleChange[] {
  const allowing = new Set(
    flows.filter((flow) => flow.class === 'newly_allowed').flatMap(({ causes }) => causes.map(({ rule }) => rule)),
  );
  return ruleChanges
    .filter(({ rule, effect, newlyAllowed }) => effect === 'looser' || newlyAllowed.flows > 0 || allowing.has(rule))
    .toSorted((a, b) => b.newlyAllowed.calls - a.newlyAllowed.calls || b.exercised.calls - a.exercised.calls);
}

/** Whether a flow is only possibly newly allowed: none of its causes is decided. */
export function isPossiblyAllowed({ class: kind, causes }: Flow): boolean {
  return kind === 'newly_allowed' && causes.every(({ undecided }) => undecided !== undefined);
}
