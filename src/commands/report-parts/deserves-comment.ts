import { type CheckReport, EXIT, type SimulationReport } from '../../model/index.ts';

// A report that deserves no comment on the pull request still updates an earlier one, which must not stay outdated.

/** Whether the report deserves a comment: it fails, or it has findings or new suppressions. */
export function checkDeservesComment({ exitCode, findings, totals }: CheckReport): boolean {
  return exitCode !== EXIT.ok || findings.length > 0 || totals.newSuppressions > 0;
}

/** Whether the report deserves a comment: it fails, or the rules change. */
export function simulationDeservesComment({ exitCode, outcome }: SimulationReport): boolean {
  return exitCode !== EXIT.ok || outcome !== 'no_effective_change';
}
