import { counted, type FlowReport, type SimulationResult } from '../../model/index.ts';
import { conditionScalar, scalar } from '../text/yaml.ts';

/**
 * The exception that keeps a flow working, as an entry for `exceptions:` in a rule file; the reader fills in reason and
 * last day. Safe to print: every text is a YAML scalar without invisible characters.
 */
export function exceptionYaml({ proposal, id }: FlowReport, result: SimulationResult): readonly string[] {
  if (proposal === undefined) return [];
  const owner = result.ruleChanges.find(({ rule }) => rule === proposal.rule)?.owner;
  return exceptionLines({ ...proposal, flows: [id], owner });
}

/** The entry of an exception that keeps flows working. */
export function exceptionLines({
  rule,
  when,
  flows,
  owner,
}: {
  readonly rule: string;
  readonly when: string;
  /** Ids. */
  readonly flows: readonly string[];
  readonly owner: string | undefined;
}): readonly string[] {
  const [first = ''] = flows;
  const about = flows.length > 1 ? counted(flows.length, 'flow') : `flow ${first.replace(/[^0-9a-f]/g, '')}`;
  return [
    `- rule: ${scalar(rule)} # ${about}`,
    `  when: ${conditionScalar(when)}`,
    '  reason: <reason>',
    `  owner: ${owner === undefined || owner === '' ? '<owner>' : scalar(owner)}`,
    '  until: <YYYY-MM-DD>',
  ];
}
