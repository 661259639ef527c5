import type { FlowReport } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { fenced } from '../text/markdown.ts';
import { code, each, ICONS, text } from '../text/summary-parts.ts';
import { classText, isPerhaps } from './groups.ts';
import { decisiveCauses } from './hits.ts';
import {
  callerText,
  callsText,
  cutText,
  day,
  examplesText,
  grouped,
  listed,
  percent,
  placeText,
  quantity,
  seenText,
} from './words.ts';

/** So many broken flows are shown unfolded. */
const UNFOLDED = 1;
const CAUSES = 10;
const SHAPE = 300;
const SHAPE_IN_FULL = 2_000;

/** Says how many of a list had no room. */
export function leftOut(what: string): List['leftOut'] {
  return (count) => `${quantity(count, `more ${what}`)} left out for want of room; see the JSON report.\n\n`;
}

function iconOf(flow: FlowReport): string {
  if (flow.class === 'unknown' || isPerhaps(flow)) return ICONS.unknown;
  if (flow.class === 'newly_allowed' || flow.class === 'changed') return ICONS.warn;
  return ICONS.block;
}

/** The rules that decide a flow's class, each with its line. */
function rulesCell(flow: FlowReport): string {
  const side = flow.class === 'newly_allowed' ? ' of the base' : '';
  const named = decisiveCauses(flow).map(({ rule, place }) => {
    const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}${side}`;
    return `${code(cutText(rule, 80))}${where}`;
  });
  return listed([...new Set(named)], 3, 'rule', '; ');
}

/** Keeps a date or a number with its unit on one line of a narrow column. */
export function unbroken(cell: string): string {
  return cell.replaceAll(' ', '&nbsp;').replaceAll('-', '&#8209;');
}

const FLOWS_HEAD = '| Flow | Caller | Calls | Share | Last seen | Rule |\n|---|---|--:|--:|---|---|\n';

function flowRow(flow: FlowReport): string {
  const { affectedCalls, calls, share, lastSeen } = flow;
  const counts = affectedCalls === calls ? grouped(calls) : `${grouped(affectedCalls)} of ${grouped(calls)}`;
  const seen = lastSeen === undefined ? 'not recorded' : unbroken(text(day(lastSeen), 40));
  const what = `${iconOf(flow)}&nbsp;${classText(flow)}`;
  const cells = [
    `${what}<br>${code(cutText(flow.shape, SHAPE))}`,
    text(callerText(flow.caller)),
    counts,
    unbroken(percent(share)),
    seen,
    rulesCell(flow),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** A table of flows; what has no room is counted. */
export function flowTable(flows: readonly FlowReport[], what: string, head: string, tail: string): List {
  return {
    head: head + FLOWS_HEAD,
    tail,
    leftOut: leftOut(what),
    items: each(flows, flowRow),
    count: flows.length,
  };
}

/** A table behind a line that unfolds it. */
export function folded(flows: readonly FlowReport[], title: string, what: string): List {
  return flowTable(flows, what, `<details><summary>${title}</summary>\n\n`, '\n</details>\n\n');
}

/** One flow with all that is known of it. The blank lines let Markdown begin again inside the HTML. */
function details(flow: FlowReport, open: boolean): string {
  const which = examplesText(flow);
  const moreCauses = flow.causes.length - CAUSES;
  const lines = [
    `- ${text(`${callsText(flow)} (${percent(flow.share)} of all) by ${callerText(flow.caller)}; ${seenText(flow)}`)}\n`,
    ...(which === '' ? [] : [`- with: ${text(which)}\n`]),
    ...flow.causes.slice(0, CAUSES).map(({ rule, place, message, undecided, calls }) => {
      const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}`;
      const why = text(cutText(undecided ?? message, 500));
      const open = undecided === undefined ? '' : ', undecided';
      return `- ${code(cutText(rule, 80))}${where}, ${quantity(calls, 'call')}${open}: ${why}\n`;
    }),
    ...(moreCauses > 0 ? [`- and ${quantity(moreCauses, 'more cause')}, in the JSON report\n`] : []),
    ...(flow.proposal === undefined
      ? []
      : [`- this exception would save it, and changes nothing else: ${code(cutText(flow.proposal.when, 1_000))}\n`]),
    `- id of the flow: ${code(cutText(flow.id, 40))}\n`,
  ];
  const shape = fenced([cutText(flow.shape, SHAPE_IN_FULL)], 'sql');
  const title = `${iconOf(flow)} ${classText(flow)}: ${code(cutText(flow.shape, 100))}`;
  return `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${shape}\n\n${lines.join('')}\n</details>\n\n`;
}

/** Flows of the tables, each with all that is known of it. */
export function inFull(flows: readonly FlowReport[]): List {
  return {
    head: '',
    tail: '',
    leftOut: (count) => `${quantity(count, 'flow')} of the tables ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
    items: each(flows, (flow, index) => details(flow, index < UNFOLDED)),
    count: flows.length,
  };
}
