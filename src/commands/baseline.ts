import { type CheckReport, EXIT, type Finding, ServiceError } from '../model/index.ts';
import { isServiceFailure } from './check/findings.ts';

export interface Baseline {
  /** The file's text. */
  readonly text: string;
  readonly accepted: number;
  /** Findings that no baseline can accept: what stands in a file that could not be read is not known. */
  readonly left: number;
}

/**
 * The baseline file that accepts every finding that counts in the report: `querygate baseline`.
 * Raises ServiceError where a service was to judge and did not: there is then nothing to accept, and an old baseline stays.
 */
export function createBaseline(report: CheckReport): Baseline {
  const silence = report.findings.find(isServiceFailure);
  if (silence) throw new ServiceError(silence.message, report.exitCode || EXIT.service);
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
