import {
  decisiveCauses,
  type ErrorPlace,
  type FlowCause,
  type FlowReport,
  type Location,
  PRODUCT,
  type RuleChange,
  type SimulationResult,
} from '../../model/index.ts';

/** The flows that one rule affects, for an annotation on the rule's line. */
export interface RuleHits {
  readonly rule: string;
  readonly place: RulePlace;
  /** Each flow once, in the report's order, with its cause that names the rule. */
  readonly hits: readonly { readonly flow: FlowReport; readonly cause: FlowCause | undefined }[];
  /** Number of all flows, including those that are not in `hits`. */
  readonly count: number;
  /** Number of calls that the rule affects. */
  readonly calls: number;
}

/** Position of a rule: for attaching an annotation, and for showing to a reader. */
export interface RulePlace {
  /** A file of the head; undefined for a rule of a pack. */
  readonly path: string | undefined;
  readonly location: Location | undefined;
  /** The position as far as it is known, in the base or the head. */
  readonly place: ErrorPlace | undefined;
  readonly side: 'base' | 'head';
}

/** A position in the head's files. Packs are not files of the repository. */
export function rulePlaceAt(place: ErrorPlace | undefined): RulePlace {
  const path = place === undefined || place.file.startsWith(`${PRODUCT.name}:`) ? undefined : place.file;
  const { line, column = 1 } = place ?? {};
  const point = line === undefined ? undefined : { line, column, offset: 0 };
  return {
    path,
    location: path === undefined ? undefined : point && { start: point, end: point },
    place,
    side: 'head',
  };
}

/** A position in the base's files. The head may still have the file, but the line differs. */
function placeInBase(place: ErrorPlace | undefined): RulePlace {
  return { ...rulePlaceAt(place), location: undefined, side: 'base' };
}

/** Position of a changed rule: its line in the head, else the file in which the base has it. */
export function placeOfChange({ place, basePlace }: RuleChange): RulePlace {
  return place === undefined ? placeInBase(basePlace) : rulePlaceAt(place);
}

function placeOfCause(result: SimulationResult, flow: FlowReport, { rule, place }: FlowCause): RulePlace {
  if (flow.class !== 'newly_allowed' && place !== undefined) return rulePlaceAt(place);
  const change = result.ruleChanges.find((entry) => entry.rule === rule);
  // A newly allowed flow was blocked by a line of the base.
  if (flow.class === 'newly_allowed' && change?.place === undefined) return placeInBase(place);
  return change === undefined ? rulePlaceAt(undefined) : placeOfChange(change);
}

/**
 * Groups flows by the rule that affects them, and by its line. A flow that two rules break is in both groups. A flow
 * without a cause is in the group of the empty rule id.
 *
 * @param max how many flows of each rule are needed
 */
export function hitsByRule(
  result: SimulationResult,
  flows: readonly FlowReport[],
  max = Number.POSITIVE_INFINITY,
): readonly RuleHits[] {
  interface Group extends RuleHits {
    readonly hits: RuleHits['hits'][number][];
    count: number;
    calls: number;
    last: FlowReport | undefined;
  }
  const groups = new Map<string, Group>();
  const add = (flow: FlowReport, cause: FlowCause | undefined): void => {
    const rule = cause?.rule ?? '';
    const place = cause === undefined ? rulePlaceAt(undefined) : placeOfCause(result, flow, cause);
    const key = `${rule}\0${place.place?.file}\0${place.place?.line}\0${place.place?.column}`;
    let group = groups.get(key);
    if (!group) {
      group = { rule, place, hits: [], count: 0, calls: 0, last: undefined };
      groups.set(key, group);
    }
    if (group.last === flow) return;
    group.last = flow;
    group.count++;
    group.calls += cause?.calls ?? flow.affectedCalls;
    if (group.hits.length < max) group.hits.push({ flow, cause });
  };
  for (const flow of flows) {
    const causes = decisiveCauses(flow);
    for (const cause of causes) add(flow, cause);
    if (causes.length === 0) add(flow, undefined);
  }
  return [...groups.values()];
}
