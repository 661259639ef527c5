import type { CheckReport, Finding } from '../model/index.ts';
import { cut, harmlessJson, visible } from './visible.ts';
import { countsIn, explained } from './words.ts';

/** One entry of GitLab's Code Quality report, as its documentation has it. */
interface CodeQualityIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end?: number } };
}

const DESCRIPTION_LIMIT = 1000;

// `blocker` says what a block does; what could not be decided stands between it and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' } as const;

function description(finding: Finding): string {
  // A description may come to stand in a note, where a line that begins with `/` is a quick action.
  return cut(visible(`${finding.rule}: ${explained(finding)}`), DESCRIPTION_LIMIT).replace(/^[\s/]+/u, '');
}

/** A path as the host compares it: relative, without `./`. */
function relative(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

/** Fingerprints must differ, or the later entry overwrites the earlier; the first of equal ones keeps its own. */
function uniqueFingerprints(findings: readonly Finding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ fingerprint }) => {
    let unique = fingerprint;
    let next = seen.get(fingerprint) ?? 1;
    while (seen.has(unique)) unique = `${fingerprint}/${++next}`;
    seen.set(unique, 1);
    seen.set(fingerprint, next);
    return unique;
  });
}

/**
 * GitLab's Code Quality report. The widget of a merge request shows what this report has and the target branch's has not,
 * by fingerprint; therefore existing findings are in it too, or each would look mended. Exempt ones are in neither.
 */
export function renderCodeQuality(report: CheckReport): string {
  const counts = countsIn(report);
  const findings = report.findings.filter((finding) => counts(finding) || finding.status === 'existing');
  const fingerprints = uniqueFingerprints(findings);
  const issues = findings.map((finding, index): CodeQualityIssue => {
    const { location, verdict, path, rule, fingerprint } = finding;
    const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
    return {
      description: description(finding),
      check_name: rule,
      fingerprint: fingerprints[index] ?? fingerprint,
      severity: SEVERITIES[verdict],
      location: { path: relative(path), lines },
    };
  });
  return harmlessJson(issues);
}
