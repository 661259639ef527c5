import { EXIT, type ExitCode } from '../errors.ts';
import type { Finding } from './finding.ts';
import type { CheckReport } from './report.ts';
import type { FlowCause, FlowReport } from './simulation.ts';
import { type FailOn, stricter, type Verdict } from './verdict.ts';

type CheckPolicy = CheckReport['policy'];

/** Whether a finding counts. The others are listed, and never fail a run. */
export function counts({ status }: Pick<Finding, 'status'>, { findings }: Pick<CheckPolicy, 'findings'>): boolean {
  return status === 'new' || (status === 'existing' && findings === 'all');
}

/** The strictest verdict of the findings that count. */
export function verdictOf(findings: readonly Finding[], policy: Pick<CheckPolicy, 'findings'>): Verdict {
  return findings
    .filter((finding) => counts(finding, policy))
    .reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), 'allow');
}

/** Whether a finding fails the run. */
export function fails(
  finding: Pick<Finding, 'status' | 'verdict'>,
  policy: Omit<CheckPolicy, 'lastExemptionDay'>,
): boolean {
  if (policy.failOn === 'never' || !counts(finding, policy)) return false;
  if (finding.verdict === 'unknown') return policy.onUnknown === 'fail';
  return finding.verdict === 'block' || policy.failOn === 'warn';
}

/** Codes that `fail-on: never` turns into 0. A configuration error, a refused key and an internal error still fail. */
const TOLERATED: readonly ExitCode[] = [EXIT.blocked, EXIT.service, EXIT.unknown];

/** Whether a run that has this exit code among its reasons fails. */
export function isFailure(code: ExitCode, { failOn }: { readonly failOn: FailOn }): boolean {
  return code !== EXIT.ok && !(failOn === 'never' && TOLERATED.includes(code));
}

/** Whether calls of the flow would be blocked. */
export function isBroken({ class: kind }: Pick<FlowReport, 'class'>): boolean {
  return kind === 'newly_blocked' || kind === 'partly_blocked';
}

/** The causes that decide a flow's class; all causes if none of them does. */
export function decisiveCauses({ class: kind, causes }: Pick<FlowReport, 'class' | 'causes'>): readonly FlowCause[] {
  const undecided = kind === 'unknown';
  const own = causes.filter((cause) => (cause.undecided !== undefined) === undecided);
  return own.length === 0 ? causes : own;
}

/** Why a flow of an ignored caller does not count. */
export const IGNORED_CALLER = 'its caller is ignored';
/** Why DDL of tests does not count, however often it ran. All other reasons are about how often a flow ran. */
export const TESTS_SETUP = 'DDL, GRANT or utility statement in tests';

/** Whether the flow counts as broken: calls would be blocked, and neither its caller nor an acknowledgement excuses that. */
export function countsAsBroken(flow: Pick<FlowReport, 'class' | 'leftOut' | 'acknowledged'>): boolean {
  return isBroken(flow) && flow.leftOut === undefined && flow.acknowledged === undefined;
}
