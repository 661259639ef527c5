import {
  type CheckReport,
  counted,
  countFindings,
  counts,
  type Finding,
  type FindingStatus,
  grouped,
  type Notice,
  PLACES,
  type SuppressionReport,
} from '../../model/index.ts';

/** `path:line:column`, or only the path if the finding is about the whole file. Raw text. */
export function placeOf({ path, location }: Pick<Notice, 'location'> & { readonly path: string }): string {
  return location === undefined ? path : `${path}:${location.start.line}:${location.start.column}`;
}

/** The message, followed by where in the statement it applies, in which section, and under which rules. Raw text. */
export function fullMessage(finding: Finding, { service }: Pick<CheckReport, 'service'>): string {
  const extras: string[] = [];
  const place = finding.operation?.place ?? 'statement';
  if (place !== 'statement') extras.push(`in ${PLACES[place]}`);
  if (finding.section === 'down' || finding.section === 'baseline') extras.push(apartSection(finding));
  if (finding.side === 'base')
    extras.push(
      service
        ? "only under the workspace's active ruleset: passes once the edited rules are activated there"
        : "only under the base branch's rules: passes once the edited rules are merged",
    );
  if (finding.onceMerged)
    extras.push(
      service
        ? `the workspace's active rule still applies until the edited one is activated there: then \`${finding.onceMerged}\``
        : `the base branch's rule still applies until the edited one is merged: then \`${finding.onceMerged}\``,
    );
  if (finding.side === 'head') extras.push('only under the rules as edited by this change');
  return extras.length === 0 ? finding.message : `${finding.message} (${extras.join('; ')})`;
}

function apartSection({ downTools, section }: Finding): string {
  const place = section === 'down' ? 'in a down section' : 'in a baseline migration';
  if (downTools === undefined) return place;
  return downTools.length === 0
    ? `${place}, which counts until the \`tool\` that this change configures is merged`
    : `${place}, which counts because no \`tool\` is configured`;
}

/** Why a report with a service has no fixes. */
export const NONE_WITH_SERVICE =
  'no fixes were looked for: a service judged the files, and a fix is judged with rules of the repository';

const NOT_COUNTED: Record<Exclude<FindingStatus, 'new'>, (count: number) => string> = {
  existing: (n) => `${counted(n, 'finding')} existed before this change`,
  suppressed: (n) => `${counted(n, 'finding')} suppressed by comments`,
  excepted: (n) => `${counted(n, 'finding')} exempted by exceptions in the ruleset`,
  baselined: (n) => `${counted(n, 'finding')} accepted by the baseline`,
  spared: (n) =>
    `${counted(n, 'finding')} in down sections or baseline migrations, which the migration tool does not run on deployment`,
};

/** `workspace acme, ruleset version 7`; undefined if no service checked the files. Raw text. */
export function serviceText({ service }: Pick<CheckReport, 'service'>): string | undefined {
  if (service?.rulesetVersion === undefined) return undefined;
  return `workspace ${service.workspace ?? ''}, ruleset version ${service.rulesetVersion}`;
}

/** Findings that do not count, grouped by reason in a fixed order; empty groups are left out. */
export function notCounted(
  report: CheckReport,
): readonly { readonly status: FindingStatus; readonly text: string; readonly findings: readonly Finding[] }[] {
  const statuses = Object.keys(NOT_COUNTED) as (keyof typeof NOT_COUNTED)[];
  return statuses.flatMap((status) => {
    const findings = report.findings.filter((finding) => finding.status === status && !counts(finding, report.policy));
    return findings.length === 0 ? [] : [{ status, text: NOT_COUNTED[status](countFindings(findings)), findings }];
  });
}

/** A conclusion as the start of a line. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2 blocked, 1 warned, 0 unknown in 3 files, 12 statements`. */
export function totalLine({ totals }: CheckReport): string {
  const verdicts = `${grouped(totals.blocked)} blocked, ${grouped(totals.warned)} warned, ${grouped(totals.unknown)} unknown`;
  return `${verdicts} in ${counted(totals.files, 'file')}, ${counted(totals.statements, 'statement')}`;
}

/** What one suppression does, without its position; starts with a verb. Raw text. */
export function suppressionText({ rules, state, holds, until = '', reason }: SuppressionReport): string {
  const names = rules.join(', ');
  const lastDay = until === '' ? '' : ` until ${until}`;
  const effect = {
    used: `suppresses ${counted(holds, 'finding')} of ${names}${lastDay}`,
    unused: `suppresses no finding of ${names}${lastDay}`,
    expired: `expired on ${until}, so it no longer suppresses ${names}`,
    refused: `is refused and suppresses no finding of ${names}`,
  }[state];
  return `${effect}; reason: ${reason}`;
}

/** Rules and exceptions that do not apply to these files, grouped by reason. Raw text. */
export function notAppliedLines({ judges }: Pick<CheckReport, 'judges'>): readonly string[] {
  const groups = new Map<string, { rules: Set<string>; reason: string; counts: number[] | undefined }>();
  for (const [at, { notApplied }] of judges.entries()) {
    for (const { rule, reason, exception } of notApplied) {
      const key = `${exception === true} ${reason}`;
      const group = groups.get(key) ?? { rules: new Set(), reason, counts: exception ? [] : undefined };
      groups.set(key, group);
      group.rules.add(rule);
      if (group.counts) group.counts[at] = (group.counts[at] ?? 0) + 1;
    }
  }
  return [...groups.values()].map(({ rules, reason, counts }) => {
    const names = [...rules].join(', ');
    if (!counts) return `${counted(rules.size, 'rule')} not applied (${names}): ${reason}`;
    // Both rulesets of a change usually have the same exceptions.
    const most = counts.reduce((max, count) => Math.max(max, count), 0);
    return `${counted(most, 'exception')} to ${names} not applied: ${most === 1 ? 'it' : 'each'} ${reason}`;
  });
}
