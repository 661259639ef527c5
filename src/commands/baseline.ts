import type { CheckReport, Finding } from '../model/index.ts';

export interface Baseline {
  /** The file's text. */
  readonly text: string;
  readonly accepted: number;
  /** Findings that no baseline can accept: what stands in a file that could not be read is not known. */
  readonly left: number;
}

/** The baseline file that accepts every finding that counts in the report: `querygate baseline`. */
export function baselineOf(report: CheckReport): Baseline {
  const found = report.findings.filter(
    ({ status }) => status === 'new' || status === 'existing' || status === 'baselined',
  );
  const accepted = found
    .filter(isAcceptable)
    .map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }))
    .sort((a, b) => compare(a.path, b.path) || compare(a.fingerprint, b.fingerprint));
  return {
    text: `${JSON.stringify({ version: 1, findings: accepted }, null, 2)}\n`,
    accepted: accepted.length,
    left: found.length - accepted.length,
  };
}

/** A statement of a file. */
function isAcceptable({ location }: Finding): boolean {
  return location !== undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
