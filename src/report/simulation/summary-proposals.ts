import { counted, type FlowReport, grouped, type SimulationResult } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { fenced } from '../text/markdown.ts';
import { each } from '../text/markdown-parts.ts';
import { visibleLines } from '../text/visible.ts';
import { exceptionYaml } from './exceptions.ts';
import { leftOut } from './summary-flows.ts';

/** Exceptions to paste. No line of an entry begins with back-ticks, so none can end the code block. */
export function exceptionList(flows: readonly FlowReport[], result: SimulationResult): List {
  const withException = flows.filter(({ proposal }) => proposal !== undefined);
  const share = `${grouped(withException.length)} of ${counted(flows.length, 'broken flow')}`;
  const what = `<details><summary>Suggested exceptions for ${share}</summary>`;
  return {
    head: `${what}\n\nEach one was verified by a simulation: it keeps its flow working and changes nothing else. Paste it into the rule file, and fill in the reason and the last day.\n\n\`\`\`yaml\nexceptions:\n`,
    tail: '```\n\n</details>\n\n',
    leftOut: leftOut('exception'),
    items: each(
      withException,
      (flow) =>
        `${visibleLines(
          exceptionYaml(flow, result)
            .map((line) => `  ${line}`)
            .join('\n'),
        )}\n`,
    ),
    count: withException.length,
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
