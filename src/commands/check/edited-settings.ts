import { type CheckReport, counted, counts, type Finding, type Notice } from '../../model/index.ts';
import { runNotice } from './notices.ts';

type Policy = Pick<CheckReport['policy'], 'findings'>;

/** Findings, and the policy that says which of them count. */
export interface Counting {
  readonly findings: readonly Finding[];
  readonly policy: Policy;
}

const MAX_NAMED = 5;

/**
 * What the settings that the change edits would make of its own findings. Until the change is merged, a tool, caller or
 * `start-after` of its own has no effect, so that it cannot exempt itself: the report says which findings that is about.
 *
 * @param now what counts in this run
 * @param merged the same files, judged with the edited settings alone
 */
export function editedSettingsNotices(now: Counting, merged: Counting): readonly Notice[] {
  const before = countingOf(now);
  const after = countingOf(merged);
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, finding]) => finding);
  const more = [...after].filter(([key]) => !before.has(key)).map(([, finding]) => finding);
  if (before.size + after.size === 0) return [];
  const of = `of ${counted(before.size, 'finding')}`;
  const parts = [
    ...(gone.length > 0 ? [`${gone.length} ${of} would not count (${named(gone)})`] : []),
    ...(more.length > 0 ? [`${counted(more.length, 'more finding')} would count (${named(more)})`] : []),
  ];
  const what = parts.length === 0 ? 'the same findings would count' : parts.join('; ');
  return [runNotice('notice', `the change edits settings, which apply once it is merged: then ${what}`)];
}

/** By what stays the same if the settings change. */
function countingOf({ findings, policy }: Counting): ReadonlyMap<string, Finding> {
  return new Map(
    findings
      .filter((finding) => counts(finding, policy))
      .map((finding) => [JSON.stringify([finding.rule, finding.path, finding.location?.start.offset]), finding]),
  );
}

function named(findings: readonly Finding[]): string {
  const shown = findings
    .slice(0, MAX_NAMED)
    .map(({ rule, path, location }) => `${rule} at ${path}${location ? `:${location.start.line}` : ''}`);
  const left = findings.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
