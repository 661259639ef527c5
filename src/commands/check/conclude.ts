import {
  type CheckReport,
  compareText,
  compareVerdicts,
  counted,
  countFindings,
  counts,
  EXIT,
  type ExitCode,
  type FileReport,
  type Finding,
  type FindingStatus,
  grouped,
  isFailure,
  type SuppressionReport,
  type Totals,
} from '../../model/index.ts';
import type { ServiceProblem } from './findings.ts';

type Policy = CheckReport['policy'];

/** Whether the file has content in this run. */
export function isChecked({ status }: FileReport): boolean {
  return status !== 'deleted' && status !== 'skipped';
}

export function countTotals(
  files: readonly FileReport[],
  findings: readonly Finding[],
  suppressions: readonly SuppressionReport[],
  operations: number,
  policy: Pick<Policy, 'findings'>,
): Totals {
  const counting = findings.filter((finding) => counts(finding, policy));
  const others = findings.filter((finding) => !counts(finding, policy));
  const judged = (as: Finding['verdict']) => countFindings(counting.filter(({ verdict }) => verdict === as));
  const notCounted = (as: FindingStatus) => countFindings(others.filter(({ status }) => status === as));
  return {
    files: files.filter(isChecked).length,
    statements: files.reduce((sum, file) => sum + file.statements, 0),
    operations,
    blocked: judged('block'),
    warned: judged('warn'),
    unknown: judged('unknown'),
    existing: notCounted('existing'),
    suppressed: notCounted('suppressed'),
    excepted: notCounted('excepted'),
    baselined: notCounted('baselined'),
    spared: notCounted('spared'),
    newSuppressions: suppressions.filter(({ added }) => added).length,
  };
}

/** Findings that count come first, then the strictest verdict, then path and place. */
export function sortFindings<F extends Finding>(findings: readonly F[], policy: Pick<Policy, 'findings'>): F[] {
  const rank = (finding: F) => (counts(finding, policy) ? 0 : 1);
  return [...findings].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareVerdicts(a.verdict, b.verdict) ||
      compareText(a.path, b.path) ||
      (a.location?.start.offset ?? 0) - (b.location?.start.offset ?? 0),
  );
}

export interface Conclusion {
  readonly exitCode: ExitCode;
  readonly conclusion: string;
}

/**
 * The exit code, and why. If several apply, the smallest wins.
 *
 * @param configProblems errors in the change's own rules or configuration
 * @param serviceProblem why the service judged nothing. `on-unknown` does not apply to it: that setting is about what
 * was judged
 * @param nothing conclusion of a run without files
 */
export function conclude(
  totals: Totals,
  policy: Policy,
  configProblems: number,
  serviceProblem?: ServiceProblem | undefined,
  nothing = 'nothing to check',
): Conclusion {
  const reasons: { code: ExitCode; text: string }[] = [];
  const failing = policy.failOn === 'warn' ? totals.blocked + totals.warned : totals.blocked;
  if (failing > 0) {
    const isWarnedOnly = policy.failOn === 'warn' && totals.blocked === 0;
    const text = isWarnedOnly
      ? `${counted(failing, 'warning')} (\`fail-on: warn\`)`
      : `${counted(failing, 'finding')} blocked`;
    reasons.push({ code: EXIT.blocked, text });
  }
  if (configProblems > 0)
    reasons.push({ code: EXIT.config, text: `${counted(configProblems, 'error')} in the rules or the configuration` });
  if (serviceProblem)
    reasons.push({ code: serviceProblem.exitCode, text: `nothing was judged: ${serviceFailureOf(serviceProblem)}` });
  const unknown = totals.unknown - configProblems - (serviceProblem ? 1 : 0);
  if (unknown > 0 && policy.onUnknown === 'fail') {
    reasons.push({
      code: EXIT.unknown,
      text: `${counted(unknown, 'finding')} could not be decided (\`on-unknown: fail\`)`,
    });
  }
  const failed = reasons.map(({ text }) => text).join('; ');
  const remaining = reasons.filter(({ code }) => isFailure(code, policy));
  if (remaining.length > 0) {
    const exitCode = Math.min(...remaining.map(({ code }) => code)) as ExitCode;
    return { exitCode, conclusion: `failed: ${failed}` };
  }
  if (reasons.length > 0) return { exitCode: EXIT.ok, conclusion: `reported only (\`fail-on: never\`): ${failed}` };
  if (totals.files === 0 && totals.unknown === 0) return { exitCode: EXIT.ok, conclusion: `passed: ${nothing}` };
  const remarks = [
    totals.warned > 0 ? counted(totals.warned, 'warning') : '',
    unknown > 0 ? `${grouped(unknown)} undecided (\`on-unknown: ${policy.onUnknown}\`)` : '',
    totals.existing > 0 ? counted(totals.existing, 'existing finding') : '',
  ].filter((text) => text !== '');
  return { exitCode: EXIT.ok, conclusion: `passed${remarks.length > 0 ? `, with ${remarks.join(', ')}` : ''}` };
}

/** Why the service gave no verdict. */
export function serviceFailureOf({ exitCode }: ServiceProblem): string {
  switch (exitCode) {
    case EXIT.config:
      return 'the service rejected the request';
    case EXIT.auth:
      return 'the API key was not accepted';
    case EXIT.unknown:
      return 'this run has no API key';
    default:
      return 'the service did not answer';
  }
}
