import { counted, grouped, type SimulationReport, type SimulationResult } from '../../model/index.ts';
import type { List, Measure } from '../text/budget.ts';
import { flowPage } from '../text/dashboard-link.ts';
import { fileUrlOf } from '../text/file-link.ts';
import { each, ICONS } from '../text/markdown-parts.ts';
import { code, text } from '../text/summary-parts.ts';
import { groupItem, groupingText, groupsOfRule } from './break-groups.ts';
import type { RuleHits, RulePlace } from './hits.ts';
import { callsCell, groupCounts, groupMessage, type Hit, notShown, ruleGroups, valueTexts } from './rule-groups.ts';
import { MAX_SHAPE, unbroken } from './summary-flows.ts';
import { cutText, day, examplesText, placeText, runByText } from './words.ts';

/** Every rule that is shown has at least this much room, in the unit of the limit. */
const MIN_ROOM = 2_000;

/** How a list of flows is shown: those that break, or those that could not be decided. */
interface Kind {
  readonly icon: string;
  readonly verb: string;
  readonly what: string;
  /** The columns after the number of calls. */
  readonly columns: readonly { readonly title: string; readonly cell: (hit: Hit) => string }[];
}

const BROKEN: Kind = {
  icon: ICONS.block,
  verb: 'would break',
  what: 'broken flow',
  columns: [
    {
      title: 'Blocked because of',
      cell: ({ cause }) =>
        valueTexts(cause, (raw) => code(raw)).join('<br>') || text(cutText(cause?.message ?? '', 200)),
    },
  ],
};

const UNDECIDED: Kind = {
  icon: ICONS.unknown,
  verb: 'could not be decided for',
  what: 'undecided flow',
  columns: [
    {
      title: 'Not known',
      cell: ({ flow, cause }) => {
        const values = examplesText(flow);
        return (
          text(cutText(cause?.undecided ?? 'cause unknown', 300)) + (values === '' ? '' : `<br>with ${text(values)}`)
        );
      },
    },
  ],
};

function row(hit: Hit, { columns }: Kind, report: SimulationReport): string {
  const { flow } = hit;
  const seen = flow.lastSeen === undefined ? '' : `<br>last ${unbroken(text(day(flow.lastSeen), 40))}`;
  const id = code(cutText(flow.id, 40));
  const page = flowPage(flow.id, report);
  const cells = [
    `${code(cutText(flow.shape, MAX_SHAPE))}<br>flow ${page === undefined ? id : `[${id}](${page})`}`,
    text(runByText(flow)),
    `${unbroken(callsCell(hit))}${seen}`,
    ...columns.map(({ cell }) => cell(hit)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function headOf({ columns }: Kind): string {
  const titles = ['Query', 'Caller', 'Calls', ...columns.map(({ title }) => title)];
  return `| ${titles.join(' | ')} |\n|---|---|--:|${'---|'.repeat(columns.length)}\n`;
}

/** The position of a rule, linked if it is in the head. */
function rulePlaceLink({ path, location, place, side }: RulePlace, report: SimulationReport): string {
  const shown = code(cutText(place === undefined ? '' : placeText(place), 200));
  const url = path === undefined || side === 'base' ? undefined : fileUrlOf({ path, location }, report);
  return `${url === undefined ? shown : `[${shown}](${url})`}${side === 'base' ? ' on the base branch' : ''}`;
}

/** The rule, what it does in numbers, its message and its position. */
function titleOf(group: RuleHits, kind: Kind, result: SimulationResult, report: SimulationReport): string {
  const { rule, place } = group;
  const name = rule === '' ? 'the change' : code(cutText(rule, 80));
  const where = place.place === undefined ? '' : ` (${rulePlaceLink(place, report)})`;
  const message = groupMessage(group);
  const why = message === '' && where === '' ? '' : `${text(message)}${where}\n\n`;
  return `#### ${kind.icon} ${name} ${kind.verb} ${groupCounts(group, result)}\n\n${why}`;
}

/** One rule: its worst flows in a table, more of them in a folded one, and the number of the others; groups first. */
function groupText(
  group: RuleHits,
  kind: Kind,
  report: SimulationReport,
  result: SimulationResult,
  rows: { readonly open: number; readonly folded: number; readonly room: number; readonly measure: Measure },
): string {
  const { measure } = rows;
  const breakGroups = kind === BROKEN ? groupsOfRule(group.rule, result) : [];
  const open = breakGroups.length > 0 ? 0 : rows.open;
  const head = headOf(kind);
  const title = titleOf(group, kind, result, report);
  let space = rows.room - measure(title) - 2 * measure(head) - 300;
  const fitting = <T>(items: readonly T[], render: (item: T) => string): readonly string[] => {
    const shown: string[] = [];
    for (const item of items) {
      const line = render(item);
      space -= measure(line);
      if (space < 0) break;
      shown.push(line);
    }
    return shown;
  };
  const groupRows = fitting(breakGroups, (entry) => groupItem(entry, report, result, { code, prose: text }));
  const flowRows = fitting(group.hits.slice(0, rows.open + rows.folded), (hit) => row(hit, kind, report));
  const more = flowRows.slice(open);
  const rest = group.count - flowRows.length;
  const worst = rest === 0 ? `all ${counted(more.length, 'flow')}` : `the ${grouped(more.length)} worst of these flows`;
  const what = breakGroups.length > 0 ? worst : counted(more.length, `more ${kind.what}`);
  const notShownGroups = breakGroups.length - groupRows.length;
  return [
    title,
    groupRows.length === 0 ? '' : `${text(groupingText(breakGroups))}:\n\n${groupRows.join('')}\n`,
    notShownGroups === 0 ? '' : `${text(notShown(notShownGroups, 'group'))}\n\n`,
    open === 0 || flowRows.length === 0 ? '' : `${head}${flowRows.slice(0, open).join('')}\n`,
    more.length === 0 ? '' : `<details><summary>${what}</summary>\n\n${head}${more.join('')}\n</details>\n\n`,
    rest === 0 ? '' : `${text(notShown(rest, kind.what))}\n\n`,
  ].join('');
}

/** Flows grouped by rule, those that affect most calls first. `room`: what all groups together may take. */
export function groupList(
  report: SimulationReport,
  result: SimulationResult,
  flows: Parameters<typeof ruleGroups>[1],
  which: 'broken' | 'undecided',
  room: number,
  measure: Measure,
): List {
  const kind = which === 'broken' ? BROKEN : UNDECIDED;
  const { groups, more, open, folded } = ruleGroups(result, flows);
  const ofEach = Math.max(MIN_ROOM, Math.floor(room / Math.max(1, groups.length)));
  return {
    head: '',
    tail: '',
    leftOut: (count) => `${text(notShown(count, 'rule'))}\n\n`,
    items: each(groups, (group) => groupText(group, kind, report, result, { open, folded, room: ofEach, measure })),
    count: groups.length + more,
  };
}
