import type { CheckReport, Finding } from '../../model/index.ts';
import { visible, visibleLiteral } from '../text/visible.ts';
import { conditionScalar, scalar } from '../text/yaml.ts';

/** How a finding can be exempted, if at all. `line` and `yaml` are harmless to print; `ask` is raw. */
export type Exemption =
  /** A comment to put directly above the statement; the reader fills in the reason. */
  | { readonly by: 'comment'; readonly line: string }
  /** An entry of the ruleset's `exceptions`, which somebody else has to agree to. */
  | { readonly by: 'exception'; readonly ask: string; readonly yaml: readonly string[] };

/** What a migration tool fills in before the SQL runs stands in the target as it was written. */
const PLACEHOLDER = /[$%{}:?]/;

/** The narrowest condition that can be said of the finding in CEL: its target, or else its file. */
function condition({ operation, path }: Finding): string {
  const parts = operation === undefined || operation.target === '' ? [] : operation.target.split('.');
  const [first, second] = parts;
  if (first === undefined || parts.length > 2 || PLACEHOLDER.test(operation?.target ?? ''))
    return `file.path == ${visibleLiteral(path)}`;
  if (second === undefined) return `operation.target.name == ${visibleLiteral(first)}`;
  const schema = `operation.target.schema == ${visibleLiteral(first)}`;
  return `${schema} && operation.target.name == ${visibleLiteral(second)}`;
}

/** Where an exception goes: the last file that the ruleset is made of; raw. */
function rulesFile({ judges, service }: CheckReport): string {
  if (service) return `the ruleset of workspace ${service.workspace ?? ''}`;
  const files = judges.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('querygate:'));
  return files.at(-1) ?? '.querygate/rules.yml';
}

/**
 * What to write to exempt a finding; undefined where nothing can: no rule hit an operation, but
 * something could not be read.
 * `--` begins a comment in every dialect, so the comment is the same in all of them.
 */
export function exemptionFor(finding: Finding, report: CheckReport): Exemption | undefined {
  if (finding.operation === undefined) return undefined;
  if (finding.suppressible) return { by: 'comment', line: `-- querygate:allow ${visible(finding.rule)}: <reason>` };
  const owner = finding.owner ?? '';
  const when = conditionScalar(condition(finding));
  return {
    by: 'exception',
    ask: `${owner === '' ? 'the owners of the rules' : owner} for an exception in ${rulesFile(report)}`,
    yaml: [
      `- { rule: ${scalar(finding.rule)},`,
      `    when: ${when},`,
      `    reason: <reason>, owner: ${owner === '' ? '<owner>' : scalar(owner)}, until: <YYYY-MM-DD> }`,
    ],
  };
}
