import { decisiveCauses, type FlowReport, grouped } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { fenced } from '../text/markdown.ts';
import { each, ICONS } from '../text/markdown-parts.ts';
import { code, text } from '../text/summary-parts.ts';
import { classText, isPossiblyAllowed, undecidedText } from './groups.ts';
import { notShown } from './rule-groups.ts';
import { cutText, day, listed, percent, placeText, runByText, seenText } from './words.ts';

/** Maximum number of rows of a table: a page of thousands is not read. */
const MAX_ROWS = 100;
/** Maximum number of flows shown in full. */
const MAX_IN_FULL = 20;
export const MAX_SHAPE = 300;
const MAX_SHAPE_IN_FULL = 2_000;

/** States how many items of a list are not shown, and where they are. */
export function leftOut(what: string): List['leftOut'] {
  return (count) => `${text(notShown(count, what))}\n\n`;
}

function iconOf(flow: FlowReport): string {
  if (flow.class === 'unknown' || isPossiblyAllowed(flow)) return ICONS.unknown;
  if (flow.class === 'newly_allowed' || flow.class === 'changed') return ICONS.warn;
  return ICONS.block;
}

/** The rules that decide a flow's class, each with its position. */
function rulesCell(flow: FlowReport): string {
  const side = flow.class === 'newly_allowed' ? ' (base branch)' : '';
  const named = decisiveCauses(flow).map(({ rule, place }) => {
    const where = place === undefined ? '' : ` at ${code(cutText(placeText(place), 200))}${side}`;
    return `${code(cutText(rule, 80))}${where}`;
  });
  return listed([...new Set(named)], 3, 'rule', '; ');
}

/** Prevents line breaks inside a date, or between a number and its unit, in a narrow column. */
export function unbroken(cell: string): string {
  return cell.replaceAll(' ', '&nbsp;').replaceAll('-', '&#8209;');
}

const FLOWS_HEAD = '| Flow | Caller | Calls | Share | Last seen | Rule |\n|---|---|--:|--:|---|---|\n';

function flowRow(flow: FlowReport): string {
  const { affectedCalls, calls, share, lastSeen } = flow;
  const counts = affectedCalls === calls ? grouped(calls) : `${grouped(affectedCalls)} of ${grouped(calls)}`;
  const seen = lastSeen === undefined ? 'not recorded' : unbroken(text(day(lastSeen), 40));
  const why = undecidedText(flow);
  const what = `${iconOf(flow)}&nbsp;${classText(flow)}${why === '' ? '' : `; ${text(why)}`}`;
  const cells = [
    `${what}<br>${code(cutText(flow.shape, MAX_SHAPE))}`,
    text(runByText(flow)),
    counts,
    unbroken(percent(share)),
    seen,
    rulesCell(flow),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** A table of flows; those that do not fit are counted. */
export function flowTable(flows: readonly FlowReport[], what: string, head: string, tail: string): List {
  return {
    head: head + FLOWS_HEAD,
    tail,
    leftOut: leftOut(what),
    items: each(flows.slice(0, MAX_ROWS), flowRow),
    count: flows.length,
  };
}

/** A folded table, with a title. */
export function folded(flows: readonly FlowReport[], title: string, what: string): List {
  return flowTable(flows, what, `<details><summary>${title}</summary>\n\n`, '\n</details>\n\n');
}

/** One flow with its whole query. The blank lines make Markdown work again inside the HTML. */
function details(flow: FlowReport): string {
  const shape = fenced([cutText(flow.shape, MAX_SHAPE_IN_FULL)], 'sql');
  const title = `${iconOf(flow)} ${classText(flow)}: ${code(cutText(flow.shape, 100))}`;
  const line = text(`Flow ${cutText(flow.id, 40)}: ${percent(flow.share)} of all calls, ${seenText(flow)}.`);
  return `<details><summary>${title}</summary>\n\n${shape}\n\n${line}\n\n</details>\n\n`;
}

/** The flows whose query the tables cut, each in full. */
export function inFull(all: readonly FlowReport[]): List {
  const flows = all.filter(({ shape }) => shape.length > MAX_SHAPE);
  return {
    head: '',
    tail: '',
    leftOut: (count) => `${text(notShown(count, 'flow', ' in full'))}\n\n`,
    items: each(flows.slice(0, MAX_IN_FULL), details),
    count: flows.length,
  };
}
