import type { CheckReport } from '../../model/index.ts';
import { type CodeQualityIssue, codeQualityReport } from '../text/code-quality-issue.ts';
import { countsIn, explained } from '../text/words.ts';

// `blocker` says what a block does; what could not be decided stands between it and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' } as const;

/**
 * GitLab's Code Quality report. The widget of a merge request shows what this report has and the target branch's has not,
 * by fingerprint; therefore existing findings are in it too, or each would look mended. Exempt ones are in neither.
 */
export function renderCodeQuality(report: CheckReport): string {
  const counts = countsIn(report);
  const findings = report.findings.filter((finding) => counts(finding) || finding.status === 'existing');
  return codeQualityReport(
    findings.map((finding): CodeQualityIssue => {
      const { location, verdict, path, rule, fingerprint } = finding;
      const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
      return {
        description: `${rule}: ${explained(finding, report)}`,
        check_name: rule,
        fingerprint,
        severity: SEVERITIES[verdict],
        location: { path, lines },
      };
    }),
  );
}
