import { cut, visible, visibleJson } from './visible.ts';

/** One entry of GitLab's Code Quality report, as GitLab documents it. */
export interface CodeQualityIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end?: number } };
}

const DESCRIPTION_LIMIT = 1000;

/** One line of at most 1,000 characters. Leading `/` is removed: in a GitLab note it would start a quick action. */
function description(raw: string): string {
  return cut(visible(raw), DESCRIPTION_LIMIT).replace(/^[\s/]+/u, '');
}

/** A path as GitLab compares it: relative, without `./`. */
function relative(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

/**
 * Makes fingerprints unique, since GitLab lets a later entry overwrite an earlier one. The first of several equal ones
 * stays as it is.
 */
function uniqueFingerprints(issues: readonly CodeQualityIssue[]): readonly string[] {
  const seen = new Map<string, number>();
  return issues.map(({ fingerprint }) => {
    let unique = fingerprint;
    let next = seen.get(fingerprint) ?? 1;
    while (seen.has(unique)) unique = `${fingerprint}/${++next}`;
    seen.set(unique, 1);
    seen.set(fingerprint, next);
    return unique;
  });
}

/** The report that GitLab reads, from entries with raw descriptions and paths. */
export function codeQualityReport(issues: readonly CodeQualityIssue[]): string {
  const fingerprints = uniqueFingerprints(issues);
  return visibleJson(
    issues.map((issue, index): CodeQualityIssue => {
      const { path, lines } = issue.location;
      return {
        description: description(issue.description),
        check_name: issue.check_name,
        fingerprint: fingerprints[index] ?? issue.fingerprint,
        severity: issue.severity,
        location: { path: relative(path), lines },
      };
    }),
  );
}
