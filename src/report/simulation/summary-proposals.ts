import type { FlowReport, SimulationResult } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { fenced } from '../text/markdown.ts';
import { each } from '../text/summary-parts.ts';
import { visibleLines } from '../text/visible.ts';
import { exceptionYaml } from './exceptions.ts';
import { leftOut } from './summary-flows.ts';
import { grouped, quantity } from './words.ts';

/** Exceptions to paste. No line of an entry begins with back-ticks, so that none can end the block. */
export function exceptionList(flows: readonly FlowReport[], result: SimulationResult): List {
  const saved = flows.filter(({ proposal }) => proposal !== undefined);
  const of = `${grouped(saved.length)} of ${quantity(flows.length, 'broken flow')}`;
  const what = `<details><summary>Exceptions that save ${of}, ready for the rule file</summary>`;
  return {
    head: `${what}\n\nEach was simulated: it saves its flow, and changes nothing else.\n\n\`\`\`yaml\nexceptions:\n`,
    tail: '```\n\n</details>\n\n',
    leftOut: leftOut('exception'),
    items: each(
      saved,
      (flow) =>
        `${visibleLines(
          exceptionYaml(flow, result)
            .map((line) => `  ${line}`)
            .join('\n'),
        )}\n`,
    ),
    count: saved.length,
  };
}

/** Ready YAML that is of no use in part: all of it, or a word on where it is. */
export function acknowledgementList(yaml: string | undefined): List {
  const block = yaml === undefined ? '' : `${fenced(yaml.trimEnd().split('\n'), 'yaml')}\n`;
  return {
    head: '<details><summary>Acknowledgements for all that breaks, if it is meant to</summary>\n\n',
    tail: '\n</details>\n\n',
    leftOut: () =>
      'They are left out for want of room; `querygate simulate --propose-acknowledgements` and the JSON report have them.\n\n',
    items: yaml === undefined ? [] : [block],
    count: yaml === undefined ? 0 : 1,
  };
}
