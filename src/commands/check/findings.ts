import { wholeFileFinding } from '../../check/index.ts';
import { type Change, type CheckReport, EXIT, type ExitCode, type Finding, ServiceError } from '../../model/index.ts';
import { fingerprint } from '../../rules/index.ts';
import type { SideProblem } from '../inputs/sides.ts';

// Findings about the run itself: what kept it from judging everything.

/** Why the service judged nothing. */
export interface ServiceProblem {
  readonly exitCode: ExitCode;
  /** One line: what happened, and what to do. */
  readonly message: string;
}

/** A problem with rules or configuration, as a finding on its line. */
export function sideFinding({ kind, error }: SideProblem): Finding {
  const path = error.place?.file ?? '.querygate';
  const line = error.place?.line;
  const position = line === undefined ? undefined : { offset: 0, line, column: error.place?.column ?? 1 };
  return {
    ...wholeFileFinding(path, ''),
    rule: kind === 'config' ? 'configuration' : 'rules-in-force',
    location: position && { start: position, end: position },
    message: error.message,
    help: '',
    docs: 'rulesets',
    fingerprint: fingerprint({ rule: 'configuration', path, shape: error.message, occurrence: 0 }),
  };
}

export function trustFindings(change: Change | undefined): Finding[] {
  if (change?.untrusted === undefined) return [];
  return [runFinding('changed-files', `the list of changed files cannot be trusted: ${change.untrusted}`)];
}

/** The service judged nothing, so every file is unknown. */
export function serviceFinding({ message }: ServiceProblem): Finding {
  return runFinding(SERVICE, `nothing was judged: ${message}`);
}

const SERVICE = 'service';

/** Whether the finding is that the service judged nothing. */
function isServiceFailure({ rule, path, operation }: Finding): boolean {
  return rule === SERVICE && path === '.' && operation === undefined;
}

/** Raises ServiceError if the service should have judged and did not. */
export function assertJudged({ findings, exitCode }: CheckReport): void {
  const failure = findings.find(isServiceFailure);
  if (failure) throw new ServiceError(failure.message, exitCode || EXIT.service);
}

function runFinding(rule: string, message: string): Finding {
  const shape = '';
  return {
    ...wholeFileFinding('.', ''),
    rule,
    message,
    help: '',
    fingerprint: fingerprint({ rule, path: '.', shape, occurrence: 0 }),
  };
}
