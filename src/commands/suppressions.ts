import { expiredExceptionsOf, lastDayAllowed } from '../check/index.ts';
import { addDays, type Exemption, type ExemptionList, type LineAuthor } from '../model/index.ts';
import { olderThanLimit } from './check/exemption-limit.ts';
import { assertJudged } from './check/findings.ts';
import { runNotice } from './check/notices.ts';
import { runCheck } from './check/run.ts';
import { baselinePath, loadBaseline } from './inputs/baseline-file.ts';
import type { CheckRequest } from './inputs/check-request.ts';
import { loadSides } from './inputs/sides.ts';

export interface SuppressionsRequest {
  /** A check of all files, without a change. */
  readonly check: CheckRequest;
  /** Lists only exemptions that end within this many days, or have ended. */
  readonly expiring: number | undefined;
  /** Returns who last edited lines of a file; undefined outside of git. */
  readonly blame: ((path: string, lines: readonly number[]) => Promise<ReadonlyMap<number, LineAuthor>>) | undefined;
}

/**
 * `querygate suppressions`: every comment and every exception that exempts statements. Raises ConfigError, and
 * ServiceError if the service should have judged and did not.
 */
export async function listExemptions({ check, expiring, blame }: SuppressionsRequest): Promise<ExemptionList> {
  const report = await runCheck(check);
  assertJudged(report);
  const { rules, inForce, tree } = await loadSides(check);
  const limit = { maxExemptionDays: inForce?.['max-exemption-days'], today: check.today };
  const lastAllowed = lastDayAllowed(limit);
  const isOver = (until: string | undefined) =>
    lastAllowed !== undefined && (until === undefined || until > lastAllowed);
  // The check's own notice only refers to this list, which shows the same for each exemption.
  const older = olderThanLimit({ rules }, report.suppressions, limit).map(({ message }) => message);
  const comments = report.suppressions.map(
    ({ path, location, rules: ids, reason, until, state }): Listed => ({
      kind: 'suppression',
      path,
      line: location.start.line,
      rules: ids,
      reason,
      owner: undefined,
      until,
      state,
      overLimit: state === 'used' && isOver(until),
    }),
  );
  const ruleset = report.service ? undefined : rules[0]?.ruleset;
  const expired = new Set(ruleset && expiredExceptionsOf(ruleset, check.today).map(({ place }) => place));
  const exceptions = (ruleset?.exceptions ?? []).map(
    ({ rule, reason, owner, until, place }): Listed => ({
      kind: 'exception',
      path: place.file,
      line: place.line ?? 1,
      rules: [rule],
      reason,
      owner,
      until,
      state: expired.has(place) ? 'expired' : 'active',
      overLimit: isOver(until),
    }),
  );
  const all = [...comments, ...exceptions].sort(byEnd);
  const lastDay = expiring === undefined ? undefined : addDays(check.today, expiring);
  const listed = all.filter(({ until }) => lastDay === undefined || (until !== undefined && until <= lastDay));
  const accepted = await loadBaseline(tree, inForce);
  return {
    kind: 'exemptions',
    formatVersion: 1,
    headline: report.headline,
    exemptions: await withAuthors(listed, blame),
    leftOut: all.length - listed.length,
    baseline: accepted.length > 0 ? { path: baselinePath(inForce), findings: accepted.length } : undefined,
    notices: [
      ...report.notices.filter(({ message }) => !older.includes(message)),
      ...report.findings
        .filter(({ location }) => location === undefined)
        .map(({ path, message }) => ({ ...runNotice('warning', message), path })),
      ...(report.service
        ? [runNotice('notice', 'the exceptions of the workspace are not listed: they are in its active ruleset')]
        : []),
    ],
  };
}

type Listed = Omit<Exemption, 'author'>;

function byEnd(a: Listed, b: Listed): number {
  // No date sorts after `9999-12-31`.
  const keys = [a, b].map(({ until = '~', path, line }) => [until, path, String(line).padStart(12, '0')].join('\0'));
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}

async function withAuthors(
  listed: readonly Listed[],
  blame: SuppressionsRequest['blame'],
): Promise<readonly Exemption[]> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of listed) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  const authors = new Map<string, ReadonlyMap<number, LineAuthor>>();
  if (blame) for (const [path, some] of lines) authors.set(path, await blame(path, [...some]));
  return listed.map((each) => ({ ...each, author: authors.get(each.path)?.get(each.line) }));
}
