import {
  type CheckReport,
  counted,
  countFindings,
  counts,
  FIXES_LEFT_OUT,
  NO_FIX,
  type NoFix,
} from '../../model/index.ts';
import { NONE_WITH_SERVICE } from '../text/words.ts';

const REASONS: Record<NoFix, string> = {
  'old-file': 'in files that the base has and may have run',
  rule: 'of rules without a fix',
  form: 'in a form that no fix knows',
  tool: 'in files of which the migration `tool` is not configured',
  transaction: 'where the tool cannot run the fix, or has no free version for its files',
  finding: 'in files that would not pass with the fix',
};

/** How many findings have a fix and why others have none, and which files the fixes rename: lines without a full stop, raw. */
export function fixSummary(report: CheckReport): readonly string[] {
  if (report.service) return [NONE_WITH_SERVICE];
  const findings = report.findings.filter((finding) => counts(finding, report.policy));
  const all = countFindings(findings);
  if (all === 0) return ['no findings to fix'];
  const fixed = countFindings(findings.filter(({ fix }) => fix));
  const others = NO_FIX.flatMap((reason) => {
    const count = countFindings(findings.filter(({ noFix }) => noFix === reason));
    return count === 0 ? [] : `${count} ${REASONS[reason]}`;
  });
  const head =
    fixed === 0
      ? `no fix for ${counted(all, 'finding')}`
      : `${fixed} of ${counted(all, 'finding')} ${fixed === 1 ? 'has' : 'have'} a fix`;
  const why = others.length === 0 ? '' : `${fixed === 0 ? ':' : '; none for'} ${others.join(', ')}`;
  const renamed = (report.rewritten ?? []).flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [] : `the fixes rename \`${previousPath}\` to \`${path}\``,
  );
  const cut = report.notices.some(({ message }) => message === FIXES_LEFT_OUT) ? [FIXES_LEFT_OUT] : [];
  return [head + why, ...cut, ...renamed];
}
