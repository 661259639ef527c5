import { type CheckReport, countFindings, counts, type Finding } from '../../model/index.ts';

/** Findings that a report shows as one entry: the warnings about one statement, or a single finding. */
export type Entry = readonly [Finding, ...Finding[]];

/**
 * Groups the warnings about one statement, so that an ALTER TABLE with three risks is one annotation. Blocks and
 * unknowns stay alone. An entry stands where its first finding stood.
 */
export function byStatement(findings: readonly Finding[]): readonly Entry[] {
  const entries: [Finding, ...Finding[]][] = [];
  const warnings = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { verdict, path, statementOffset, status } = finding;
    const key = `${statementOffset} ${status} ${path}`;
    const known = verdict === 'warn' && statementOffset !== undefined ? warnings.get(key) : undefined;
    if (known) {
      known.push(finding);
      continue;
    }
    const entry: [Finding, ...Finding[]] = [finding];
    entries.push(entry);
    if (verdict === 'warn' && statementOffset !== undefined) warnings.set(key, entry);
  }
  return entries;
}

/** The entries of the findings that count. */
export function countingEntries({ findings, policy }: CheckReport): readonly Entry[] {
  return byStatement(findings.filter((finding) => counts(finding, policy)));
}

/** The rules of an entry, each once. */
export function rulesOf(entry: Entry): readonly string[] {
  return [...new Set(entry.map(({ rule }) => rule))];
}

/** One finding for each rule and text: two columns of one ALTER TABLE may give the same warning twice. */
export function withoutRepeats(entry: Entry, textOf: (finding: Finding) => string): Entry {
  const [first, ...rest] = entry;
  const seen = new Set([`${first.rule} ${textOf(first)}`]);
  const others = rest.filter((finding) => {
    const key = `${finding.rule} ${textOf(finding)}`;
    return !seen.has(key) && seen.add(key);
  });
  return [first, ...others];
}

/** The number of findings in the last `last` entries, which a report may have no space for. */
export function findingsIn(entries: readonly Entry[], last: number): number {
  return entries.slice(entries.length - last).reduce((sum, entry) => sum + countFindings(entry), 0);
}
