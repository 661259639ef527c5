import {
  type ErrorPlace,
  type FlowCause,
  type FlowReport,
  type Location,
  PRODUCT,
  type RuleChange,
  type SimulationResult,
} from '../../model/index.ts';

/** What one rule does to flows, for the line that it stands on. */
export interface RuleHits {
  readonly rule: string;
  readonly place: RulePlace;
  /** Each flow once, in the report's order, with the cause that names the rule. */
  readonly hits: readonly { readonly flow: FlowReport; readonly cause: FlowCause | undefined }[];
}

/** Where a rule stands: what an annotation can be attached to, and what a reader is told. */
export interface RulePlace {
  /** File of the change; undefined where it has none (a rule of a pack). */
  readonly path: string | undefined;
  readonly location: Location | undefined;
  /** The place as it is known, on whichever side. */
  readonly place: ErrorPlace | undefined;
  readonly side: 'base' | 'head';
}

/** A place of the head's files. Packs are no files of the repository. */
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

/** A place of the base's files: the file may be there still, the line is another. */
function placeInBase(place: ErrorPlace | undefined): RulePlace {
  return { ...rulePlaceAt(place), location: undefined, side: 'base' };
}

/** Where a changed rule stands: its own line in the head, else the file that it was in. */
export function placeOfChange({ place, basePlace }: RuleChange): RulePlace {
  return place === undefined ? placeInBase(basePlace) : rulePlaceAt(place);
}

function placeOfCause(result: SimulationResult, flow: FlowReport, { rule, place }: FlowCause): RulePlace {
  const change = result.ruleChanges.find((entry) => entry.rule === rule);
  // What is newly allowed was blocked by a line of the base.
  if (flow.class === 'newly_allowed')
    return change?.place === undefined ? placeInBase(place) : rulePlaceAt(change.place);
  if (place !== undefined) return rulePlaceAt(place);
  return change === undefined ? rulePlaceAt(undefined) : placeOfChange(change);
}

/** The causes that say why a flow has its class; all of them where none says so more than the others. */
export function decisiveCauses({ class: kind, causes }: FlowReport): readonly FlowCause[] {
  const undecided = kind === 'unknown';
  const own = causes.filter((cause) => (cause.undecided !== undefined) === undecided);
  return own.length === 0 ? causes : own;
}

/**
 * Flows by the rule, and its line, that does it. A flow that two rules break is with each of them; one whose report names
 * no cause is with the rule ``.
 */
export function hitsByRule(result: SimulationResult, flows: readonly FlowReport[]): readonly RuleHits[] {
  const groups = new Map<string, { rule: string; place: RulePlace; hits: Map<FlowReport, FlowCause | undefined> }>();
  const add = (flow: FlowReport, cause: FlowCause | undefined): void => {
    const rule = cause?.rule ?? '';
    const place = cause === undefined ? rulePlaceAt(undefined) : placeOfCause(result, flow, cause);
    const key = JSON.stringify([rule, place.place?.file, place.place?.line, place.place?.column]);
    const group = groups.get(key) ?? { rule, place, hits: new Map<FlowReport, FlowCause | undefined>() };
    if (!group.hits.has(flow)) group.hits.set(flow, cause);
    groups.set(key, group);
  };
  for (const flow of flows) {
    const causes = decisiveCauses(flow);
    for (const cause of causes) add(flow, cause);
    if (causes.length === 0) add(flow, undefined);
  }
  return [...groups.values()].map(({ rule, place, hits }) => ({
    rule,
    place,
    hits: [...hits].map(([flow, cause]) => ({ flow, cause })),
  }));
}

/** Calls of the flows that a rule does something to. */
export function callsOf({ hits }: RuleHits): number {
  return hits.reduce((sum, { flow, cause }) => sum + (cause?.calls ?? flow.affectedCalls), 0);
}
