import type { Finding } from './finding.ts';
import type { CheckReport } from './report.ts';
import { stricter, type Verdict } from './verdict.ts';

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
