import { type CheckReport, counts } from '../../model/index.ts';
import { type CodeQualityEntry, codeQualityReport } from '../text/code-quality-issue.ts';
import { fullMessage } from '../text/words.ts';
import { adviceOf } from './exemption.ts';

// An undecided finding ranks between a block and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' } as const;

/**
 * GitLab's Code Quality report. GitLab compares this report with the target branch's by fingerprint. So existing
 * findings are included too: without them, GitLab would show each one as fixed. Exempt findings are never included.
 */
export function renderCodeQuality(report: CheckReport): string {
  const findings = report.findings.filter((finding) => counts(finding, report.policy) || finding.status === 'existing');
  return codeQualityReport(
    findings.map((finding): CodeQualityEntry => {
      const { location, verdict, path, rule, fingerprint } = finding;
      const { fix = '', more } = adviceOf(finding, report);
      const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
      return {
        description: `${rule}: ${fullMessage(finding, report)}`,
        fix,
        more,
        check_name: rule,
        fingerprint,
        severity: SEVERITIES[verdict],
        location: { path, lines },
      };
    }),
  );
}
