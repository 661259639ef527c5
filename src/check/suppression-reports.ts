import { cutExcerpt, type Finding, type LineIndex, type SuppressionReport } from '../model/index.ts';
import { fingerprint, type Suppression } from '../rules/index.ts';

export function reportSuppression(
  suppression: Suppression,
  path: string,
  lines: LineIndex,
  added: ReadonlySet<Suppression>,
): SuppressionReport {
  const { rules, reason, until, state, holds } = suppression;
  return {
    path,
    location: lines.location(suppression.span),
    rules,
    reason,
    until,
    state,
    holds,
    added: added.has(suppression),
  };
}

/** The findings of `suppressions: fail-on-new` in the base configuration. */
export function newSuppressionFindings(
  suppressions: readonly SuppressionReport[],
  task: { readonly path: string; readonly text: string },
): Finding[] {
  return suppressions
    .filter(({ added, state }) => added && state === 'used')
    .map(({ location, rules, reason }, occurrence) => ({
      rule: 'new-suppression',
      verdict: 'block',
      status: 'new',
      path: task.path,
      location,
      ...cutExcerpt(task.text.slice(location.start.offset, location.end.offset).split(/[\r\n]/, 1)[0] ?? '', 1),
      excerptColumn: location.start.column,
      operation: undefined,
      section: '',
      message: `the change exempts a statement from ${rules.join(', ')}, and the configuration does not accept new suppressions (\`suppressions: fail-on-new\`)`,
      help: 'Ask the owner of the rule for an exception in the ruleset.',
      docs: undefined,
      owner: undefined,
      suppressible: false,
      exemption: undefined,
      side: 'both',
      fingerprint: fingerprint({
        rule: 'new-suppression',
        path: task.path,
        shape: `${rules.join(',')} ${reason}`,
        occurrence,
      }),
    }));
}
