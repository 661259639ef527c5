import type { Differences } from './compare.ts';
import { groupBy } from './group.ts';
import type { CorpusFinding, JudgedRepository, ShownFinding } from './judge.ts';

const MAX_STATEMENT = 1200;

/** The differences of a repository, each with its statement; at most `most` of each rule and verdict. */
export async function differenceLines(
  name: string,
  { lost, gained }: Differences<ShownFinding>,
  statementOf: JudgedRepository['statementOf'],
  most: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [word, findings] of [['lost', lost] as const, ['new', gained] as const]) {
    for (const [what, same] of groupBy(findings, ({ rule, verdict }) => `${rule} ${verdict}`)) {
      for (const finding of same.slice(0, most)) {
        const text = await statementOf(finding.path, finding.statement);
        lines.push(`${word}: ${what}: ${placeOf(name, finding)}`, indented(text));
      }
      if (same.length > most)
        lines.push(`${word}: ${what}: ${same.length - most} more in ${name} (\`--all-statements\`)`);
    }
  }
  return lines;
}

function placeOf(name: string, finding: CorpusFinding & Partial<ShownFinding>): string {
  const line = finding.line === undefined ? '' : `:${finding.line}`;
  return `${name} ${finding.path}${line}${finding.message === undefined ? '' : `: ${finding.message}`}`;
}

/** The statement, with control characters made visible: it comes from a repository of others. */
function indented(text: string): string {
  const cut = text.length > MAX_STATEMENT ? `${text.slice(0, MAX_STATEMENT)} … (${text.length} characters)` : text;
  const printable = cut.replace(/[^\P{C}\n\t]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return printable.replace(/^/gm, '    ');
}

/** How often each entry occurs, most frequent first: `: no-drop-table block 3, …`; empty if there is none. */
export function ruleCounts(entries: readonly string[]): string {
  const counts = [...groupBy(entries, (entry) => entry)].map(([entry, { length }]) => [entry, length] as const);
  counts.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return counts.length === 0 ? '' : `: ${counts.map(([entry, count]) => `${entry} ${count}`).join(', ')}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
