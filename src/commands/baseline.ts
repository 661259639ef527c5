import { type CheckReport, EXIT, type Finding, ServiceError } from '../model/index.ts';
import { isServiceFailure } from './check/findings.ts';

export interface Baseline {
  /** The file's text. */
  readonly text: string;
  readonly accepted: number;
  /** Findings that no baseline can accept, because the file could not be read. */
  readonly left: number;
}

/**
 * The baseline file of `querygate baseline`: it accepts every finding of the report. Raises ServiceError if the service
 * should have judged and did not. There is nothing to accept then, and an old baseline is kept.
 */
export function createBaseline(report: CheckReport): Baseline {
  const failure = report.findings.find(isServiceFailure);
  if (failure) throw new ServiceError(failure.message, report.exitCode || EXIT.service);
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

/** Whether the finding is about a statement, and not about a whole file. */
function isAcceptable({ location }: Finding): boolean {
  return location !== undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
