import {
  counted,
  FLOW_CLASSES,
  type FlowClass,
  type FlowReport,
  grouped,
  type SimulationResult,
} from '../../model/index.ts';

/** Maximum number of flows listed, if together they are no longer than `MAX_TEXT`. */
const MAX_FLOWS = 5_000;
/** UTF-16 units of shapes and causes: the report is one text, which a program holds in memory. */
const MAX_TEXT = 32 * 1024 * 1024;
/** Size of a cause in addition to its message. */
const CAUSE_SIZE = 200;

/** The flows that a report lists, and how many more of each class there are. */
export interface ListedFlows {
  readonly listed: readonly FlowReport[];
  readonly notListed: Readonly<Record<FlowClass, number>>;
  /** Sum of `notListed`. */
  readonly more: number;
}

/** The flows that a report for programs lists, worst first; the rest is counted by class. */
export function listedFlows({ flows }: Pick<SimulationResult, 'flows'>): ListedFlows {
  let text = 0;
  let end = 0;
  for (const flow of flows) {
    text += sizeOf(flow);
    if (end === MAX_FLOWS || (text > MAX_TEXT && end > 0)) break;
    end++;
  }
  const notListed = Object.fromEntries(FLOW_CLASSES.map((name) => [name, 0])) as Record<FlowClass, number>;
  for (const flow of flows.slice(end)) notListed[flow.class]++;
  return { listed: flows.slice(0, end), notListed, more: flows.length - end };
}

function sizeOf({ shape, causes, examples }: FlowReport): number {
  const ofCauses = causes.reduce((sum, cause) => sum + CAUSE_SIZE + (cause.undecided ?? cause.message).length, 0);
  return shape.length + ofCauses + examples.reduce((sum, example) => sum + example.length, 0);
}

/** States that reports for programs do not list all flows; empty if they do. */
export function notListedText(result: Pick<SimulationResult, 'flows' | 'groups'>): string {
  const { listed, more } = listedFlows(result);
  const { groups = [] } = result;
  if (more === 0) return '';
  return `the JSON, SARIF and Code Quality reports list the worst ${grouped(listed.length)} of ${counted(result.flows.length, 'affected flow')} and count the others by class; the totals${groups.length === 0 ? '' : ' and the groups of broad rules'} include all`;
}
