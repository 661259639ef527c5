import type { SimulationReport } from '../../model/index.ts';
import { codeQualityReport } from '../text/code-quality-issue.ts';
import { pageUrl } from '../text/docs-link.ts';
import { entriesOf, ruleFileOfReport } from './entries.ts';

/**
 * GitLab's Code Quality report. It has an entry on the rule's line for each flow that would break, is undecided or is
 * newly allowed. It also has entries for looser rules, rules that are not exercised, acknowledgements and problems.
 */
export function renderSimulationCodeQuality(report: SimulationReport): string {
  const file = ruleFileOfReport(report);
  const more = pageUrl('simulate', report);
  return codeQualityReport(
    entriesOf(report).map(({ rule, severity, place, text, advice, fingerprint }) => ({
      description: `${rule}: ${text}`,
      fix: advice,
      more: advice === '' ? undefined : more,
      check_name: rule,
      fingerprint,
      severity,
      location: { path: place.path ?? file, lines: { begin: place.location?.start.line ?? 1 } },
    })),
  );
}
