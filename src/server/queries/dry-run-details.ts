import type { DryRun } from '../../contract/index.ts';
import type { DryRunRecord } from './records.ts';

/** The trail names the first files and rules, and says how many there are. */
const MOST = 100;
const MOST_CHARACTERS = 300;

/** What the audit trail keeps of a dry run: no SQL, and names within bounds. */
export function dryRunDetails({
  answer: { id, ruleset, judges, files },
  change,
}: DryRunRecord): Readonly<Record<string, unknown>> {
  const counting = files
    .flatMap(({ findings }) => findings)
    .filter(({ status }) => status === 'new' || status === 'existing');
  const rules = [...new Set(counting.map(({ rule }) => rule))].sort();
  return {
    dryRun: id,
    ruleset: ruleset.version,
    // The rules as the change edits them judged beside the active ones.
    ...(judges.length > 1 && { edited: true }),
    files: files.length,
    paths: files.slice(0, MOST).map(({ path }) => path.slice(0, MOST_CHARACTERS)),
    statements: sum(files.map(({ statements }) => statements)),
    findings: {
      block: countOf(counting, 'block'),
      warn: countOf(counting, 'warn'),
      unknown: countOf(counting, 'unknown'),
    },
    exempted: sum(files.map(({ findings }) => findings.length)) - counting.length,
    ruleCount: rules.length,
    rules: rules.slice(0, MOST).map((rule) => rule.slice(0, MOST_CHARACTERS)),
    ...(change && { change: cut(change) }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function countOf(findings: readonly DryRun['files'][number]['findings'][number][], verdict: string): number {
  return findings.filter((finding) => finding.verdict === verdict).length;
}

function cut(change: NonNullable<DryRunRecord['change']>): object {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : value,
    ]),
  );
}
