import type { FlowReport, SimulationResult } from '../../model/index.ts';
import { conditionScalar, scalar } from '../text/yaml.ts';

/**
 * The exception that keeps a flow working, as an entry for `exceptions:` in a rule file; the reader fills in reason and
 * last day. Safe to print: every text is a YAML scalar without invisible characters.
 */
export function exceptionYaml({ proposal, id }: FlowReport, result: SimulationResult): readonly string[] {
  if (proposal === undefined) return [];
  const owner = result.ruleChanges.find(({ rule }) => rule === proposal.rule)?.owner;
  return exceptionLines({ ...proposal, flow: id, owner });
}

/** The entry of an exception for one flow. */
export function exceptionLines({
  rule,
  when,
  flow,
  owner,
}: {
  readonly rule: string;
  readonly when: string;
  readonly flow: string;
  readonly owner: string | undefined;
}): readonly string[] {
  return [
    `- rule: ${scalar(rule)} # flow ${flow.replace(/[^0-9a-f]/g, '')}`,
    `  when: ${conditionScalar(when)}`,
    '  reason: <reason>',
    `  owner: ${owner === undefined || owner === '' ? '<owner>' : scalar(owner)}`,
    '  until: <YYYY-MM-DD>',
  ];
}
