import { type CheckReport, counted, type Fix, type ReportedFinding } from '../../model/index.ts';
import type { List } from '../text/budget.ts';
import { placeLink } from '../text/file-link.ts';
import { fenced } from '../text/markdown.ts';
import { each, item } from '../text/markdown-parts.ts';
import { markedLines } from './diff.ts';

/** A fix, and the findings of one file for which it was found. */
export interface FixOf {
  readonly fix: Fix;
  readonly findings: readonly [ReportedFinding, ...ReportedFinding[]];
}

/** The fixes of a report, each once, in the order of their findings. */
export function fixesOf({ findings }: Pick<CheckReport, 'findings'>): readonly FixOf[] {
  const fixes = new Map<string, FixOf>();
  for (const finding of findings) {
    const { fix, path } = finding;
    if (fix === undefined) continue;
    const key = JSON.stringify([path, fix.lines, fix.files, fix.renamedTo]);
    const known = fixes.get(key);
    fixes.set(key, known ? { fix, findings: [...known.findings, finding] } : { fix, findings: [finding] });
  }
  return [...fixes.values()];
}

/** Characters of a longer fix crowd out the others; `--fix` prints it. */
const MAX_CHARACTERS = 10_000;

/** The SQL to write instead, as lines of a diff. */
export function fixList(
  report: CheckReport,
  { code, prose }: { readonly code: (raw: string) => string; readonly prose: (raw: string) => string },
  { head, tail }: Pick<List, 'head' | 'tail'>,
): List {
  const fixes = fixesOf(report);
  return {
    head,
    tail,
    leftOut: (count) =>
      `${counted(count, 'more fix', 'more fixes')} left out for lack of space; the JSON report lists more of them.\n\n`,
    items: each(fixes, ({ fix, findings: [finding] }) => {
      const lines = diffOf(fix, finding.path);
      const isLong = lines.reduce((sum, line) => sum + line.length, 0) > MAX_CHARACTERS;
      const change = isLong
        ? `${prose('The change is too long for this list; `querygate check --fix` prints it.')}\n\n`
        : `${fenced(lines, 'diff')}\n\n`;
      return `${item(`${placeLink(finding, report, code)} ${prose(fix.title)}`)}\n${change}`;
    }),
    count: fixes.length,
  };
}

function diffOf({ lines: { first, before, after }, files, renamedTo }: Fix, path: string): readonly string[] {
  return [
    ...(files.length === 0 && renamedTo === undefined ? [] : [`--- ${path}`, `+++ ${renamedTo ?? path}`]),
    `@@ -${first},${before.length} +${first},${after.length} @@`,
    ...markedLines(before, after),
    ...files.flatMap((file) => {
      const added = file.text.replace(/\n$/, '').split('\n');
      return ['--- /dev/null', `+++ ${file.path}`, `@@ -0,0 +1,${added.length} @@`, ...added.map((line) => `+${line}`)];
    }),
  ];
}
