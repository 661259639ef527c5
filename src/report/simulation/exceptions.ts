import type { FlowReport, SimulationResult } from '../../model/index.ts';
import { conditionScalar, scalar } from '../text/yaml.ts';

/**
 * The exception that keeps a flow working, as an entry for `exceptions:` in a rule file; the reader fills in reason and
 * last day. Safe to print: every text is a YAML scalar without invisible characters.
 */
export function exceptionYaml({ proposal, id }: FlowReport, result: SimulationResult): readonly string[] {
  if (proposal === undefined) return [];
  const owner = result.ruleChanges.find(({ rule }) => rule === proposal.rule)?.owner;
  return [
    `- rule: ${scalar(proposal.rule)} # flow ${id.replace(/[^0-9a-f]/g, '')}`,
    `  when: ${conditionScalar(proposal.when)}`,
    '  reason: <reason>',
    `  owner: ${owner === undefined || owner === '' ? '<owner>' : scalar(owner)}`,
    '  until: <YYYY-MM-DD>',
  ];
}
