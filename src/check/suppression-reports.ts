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
      statementOffset: undefined,
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
      acceptedAs: undefined,
      side: 'both',
      fingerprint: fingerprint({
        rule: 'new-suppression',
        path: task.path,
        shape: `${rules.join(',')} ${reason}`,
        occurrence,
      }),
    }));
}

/** The suppressions that any ruleset used; of the unused ones, the result under the first ruleset. */
export function mergeSuppressions(judged: readonly (readonly Suppression[])[]): readonly Suppression[] {
  const all: Suppression[] = [];
  const used = new Set<string>();
  const keyOf = ({ span }: Suppression, rule: string) => `${span.start} ${rule}`;
  for (const suppressions of judged)
    for (const suppression of suppressions) {
      if (suppression.state !== 'used') continue;
      const rules = suppression.rules.filter((rule) => !used.has(keyOf(suppression, rule)));
      if (rules.length === 0) continue;
      all.push({ ...suppression, rules });
      for (const rule of rules) used.add(keyOf(suppression, rule));
    }
  for (const suppression of judged[0] ?? []) {
    if (suppression.state === 'used') continue;
    const rules = suppression.rules.filter((rule) => !used.has(keyOf(suppression, rule)));
    if (rules.length > 0) all.push({ ...suppression, rules });
  }
  return all.sort((a, b) => a.span.start - b.span.start);
}
