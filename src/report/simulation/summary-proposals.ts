import { counted, type FlowReport, grouped, type SimulationResult } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { fenced } from '../text/markdown.ts';
import { each } from '../text/markdown-parts.ts';
import { visibleLines } from '../text/visible.ts';
import { groupExceptionYaml, savedByGroups } from './break-groups.ts';
import { exceptionYaml } from './exceptions.ts';
import { leftOut } from './summary-flows.ts';

/**
 * Exceptions to paste: those of groups, then those of flows outside them. No line of an entry begins with back-ticks, so none
 * can end the code block.
 */
export function exceptionList(flows: readonly FlowReport[], result: SimulationResult): List {
  const saved = savedByGroups(result);
  const others = flows.filter(({ id, proposal }) => proposal !== undefined && !saved.has(id));
  const entries = [
    ...(result.groups ?? []).map((group) => groupExceptionYaml(group, result)),
    ...others.map((flow) => exceptionYaml(flow, result)),
  ].filter((lines) => lines.length > 0);
  const share = `${grouped(saved.size + others.length)} of ${counted(flows.length, 'broken flow')}`;
  const what = `<details><summary>Suggested exceptions for ${share}</summary>`;
  const keeps = saved.size > 0 ? 'its flows' : 'its flow';
  return {
    head: `${what}\n\nEach one was verified by a simulation: it keeps ${keeps} working and changes nothing else. Paste it into the rule file, and fill in the reason and the last day.\n\n\`\`\`yaml\nexceptions:\n`,
    tail: '```\n\n</details>\n\n',
    leftOut: leftOut('exception'),
    items: each(entries, (lines) => `${visibleLines(lines.map((line) => `  ${line}`).join('\n'))}\n`),
    count: entries.length,
  };
}

/** YAML to paste. A part of it would be useless, so all of it is shown, or only a note on where to find it. */
export function acknowledgementList(yaml: string | undefined): List {
  const block = yaml === undefined ? '' : `${fenced(yaml.trimEnd().split('\n'), 'yaml')}\n`;
  return {
    head: '<details><summary>Acknowledgements for all broken flows, if the break is intended</summary>\n\n',
    tail: '\n</details>\n\n',
    leftOut: () =>
      'They are left out for lack of space; `querygate simulate --propose-acknowledgements` and the JSON report have them.\n\n',
    items: yaml === undefined ? [] : [block],
    count: yaml === undefined ? 0 : 1,
  };
}
