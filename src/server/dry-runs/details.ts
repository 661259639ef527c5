import type { Actor, DryRun, DryRunRequest } from '../../contract/index.ts';
import { countFindings } from '../../model/index.ts';

/** SQL files that were judged. */
export interface JudgedDryRun {
  readonly actor: Actor;
  /** Database id of the key. */
  readonly databaseId: string | undefined;
  readonly change: DryRunRequest['change'];
  readonly answer: Pick<DryRun, 'id' | 'ruleset' | 'judges' | 'files'>;
}

/** The audit entry lists the first files and rules, and the totals. */
const MAX_ITEMS = 100;
const MAX_CHARACTERS = 300;

/** Audit details of a dry run: no SQL, and a bounded number of names. */
export function dryRunDetails({
  answer: { id, ruleset, judges, files },
  change,
}: JudgedDryRun): Readonly<Record<string, unknown>> {
  const counting = files
    .flatMap(({ findings }) => findings)
    .filter(({ status }) => status === 'new' || status === 'existing');
  const rules = [...new Set(counting.map(({ rule }) => rule))].sort();
  return {
    dryRun: id,
    ruleset: ruleset.version,
    // The edited rules of the change judged too, next to the active ones.
    ...(judges.length > 1 && { edited: true }),
    files: files.length,
    paths: files.slice(0, MAX_ITEMS).map(({ path }) => path.slice(0, MAX_CHARACTERS)),
    statements: sum(files.map(({ statements }) => statements)),
    findings: {
      block: countOf(counting, 'block'),
      warn: countOf(counting, 'warn'),
      unknown: countOf(counting, 'unknown'),
    },
    exempted: sum(files.map(({ findings }) => countFindings(findings))) - countFindings(counting),
    ruleCount: rules.length,
    rules: rules.slice(0, MAX_ITEMS).map((rule) => rule.slice(0, MAX_CHARACTERS)),
    ...(change && { change: cut(change) }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function countOf(findings: readonly DryRun['files'][number]['findings'][number][], verdict: string): number {
  return countFindings(findings.filter((finding) => finding.verdict === verdict));
}

function cut(change: NonNullable<JudgedDryRun['change']>): object {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value,
    ]),
  );
}
