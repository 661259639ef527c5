import { type CheckReport, counted, type Finding } from '../../model/index.ts';
import {
  type Canvas,
  createCanvas,
  foldedList,
  LABEL,
  labelled,
  noticeLines,
  paragraph,
  repeatLines,
  verdictPaint,
} from '../text/canvas.ts';
import { pageLines } from '../text/dashboard-link.ts';
import { markExcerpt } from '../text/excerpt.ts';
import type { RenderOptions } from '../text/options.ts';
import { breakLineCommands, visible } from '../text/visible.ts';
import { fullMessage, notAppliedLines, notCounted, placeOf, suppressionText, totalLine } from '../text/words.ts';
import { countingEntries, type Entry, findingsIn, rulesOf, withoutRepeats } from './by-statement.ts';
import { adviceOf, EXEMPTION_LABELS } from './exemption.ts';

/** If a report is too long: the maximum number of entries shown, and characters of their messages. */
const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 1_000_000;

function codeLines(canvas: Canvas, finding: Finding): string[] {
  if (finding.location === undefined || finding.excerpt.trim() === '') return [];
  const { colours, marks, width } = canvas;
  const number = String(finding.location.start.line);
  const { code, indent, length } = markExcerpt(finding, width - 4 - number.length - 3, marks.ellipsis);
  const bar = colours.dim(marks.bar);
  const caret = verdictPaint(colours, finding.verdict)(marks.caret.repeat(length));
  return [
    '',
    `    ${colours.dim(number)} ${bar} ${code}`,
    `    ${' '.repeat(number.length)} ${bar} ${' '.repeat(indent)}${caret}`,
  ];
}

/** What to do about a finding. Lines to paste are never wrapped. */
function stepLines(canvas: Canvas, finding: Finding, report: CheckReport): string[] {
  const { fix, exemption, more } = adviceOf(finding, report);
  const lines = fix === undefined ? [] : labelled(canvas, 'fix', fix);
  if (exemption?.by === 'comment') lines.push(`    ${canvas.colours.dim('exempt'.padEnd(LABEL))}${exemption.line}`);
  if (exemption && exemption.by !== 'comment') {
    lines.push(
      ...labelled(canvas, EXEMPTION_LABELS[exemption.by], `${exemption.ask}${exemption.yaml.length > 0 ? ':' : ''}`),
    );
    lines.push(...exemption.yaml.map((line) => ' '.repeat(4 + LABEL) + line));
  }
  if (more !== undefined) lines.push(`    ${canvas.colours.dim('rule'.padEnd(LABEL))}${visible(more)}`);
  return lines;
}

function findingLines(canvas: Canvas, entry: Entry, report: CheckReport): string[] {
  const { colours, marks } = canvas;
  const findings = withoutRepeats(entry, (finding) => fullMessage(finding, report));
  const [first] = findings;
  const paint = verdictPaint(colours, first.verdict);
  const place = colours.bold(visible(placeOf(first)));
  const rules = rulesOf(findings).map(visible).join(', ');
  return [
    `${paint(marks[first.verdict])} ${place}  ${paint(first.verdict)}  ${colours.bold(rules)}`,
    ...findings.flatMap((finding) => paragraph(canvas, 4, fullMessage(finding, report))),
  ];
}

/**
 * The worst entries, and the number of findings in the others. Hosts cut off or refuse logs of many megabytes, and the
 * conclusion stands at the end.
 */
function withinLimit(entries: readonly Entry[], report: CheckReport) {
  let characters = 0;
  let count = 0;
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    characters += entry.reduce((sum, finding) => sum + fullMessage(finding, report).length, 0);
    if (characters > MAX_CHARACTERS) break;
    count++;
  }
  return { shown: entries.slice(0, count), leftOut: findingsIn(entries, entries.length - count) };
}

/** Entries grouped by file; files are in the order of their worst finding. */
function byFile(entries: readonly Entry[]): readonly Entry[] {
  const files = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { path } = entry[0];
    const list = files.get(path);
    if (list) list.push(entry);
    else files.set(path, [entry]);
  }
  return [...files.values()].flat();
}

function allFindings(canvas: Canvas, report: CheckReport): string[] {
  const { colours, marks } = canvas;
  const shownSteps = new Set<string>();
  const { shown, leftOut } = withinLimit(countingEntries(report), report);
  const blocks = byFile(shown).map((entry) => {
    const steps = entry.flatMap((finding) => {
      const lines = stepLines(canvas, finding, report);
      // Show the advice of a rule once, even if it has forty findings.
      const key = [finding.rule, ...lines].join('\n');
      const isRepeated = shownSteps.has(key);
      shownSteps.add(key);
      return isRepeated ? [] : lines;
    });
    const code = codeLines(canvas, entry[0]);
    const advice = steps.length === 0 ? [] : [...(code.length > 0 ? [''] : []), ...steps];
    return [...findingLines(canvas, entry, report), ...code, ...advice, ''];
  });
  const lines = foldedList(canvas, 'findings', blocks, (count) => counted(count, 'more finding'));
  if (leftOut === 0) return lines;
  const text = `${counted(leftOut, 'more finding')} left out; \`--format json\` lists more of them`;
  return [...lines, ...paragraph(canvas, 2, text, colours.bold, `${marks.notice} `), ''];
}

function suppressionLines(canvas: Canvas, report: CheckReport): string[] {
  const { colours, marks } = canvas;
  const shown = report.suppressions
    .filter(({ added, state }) => added || state !== 'used')
    .sort((a, b) => Number(b.added) - Number(a.added));
  const lines = shown.slice(0, MAX_ENTRIES).flatMap((suppression) => {
    const what = suppression.added ? 'new suppression' : 'suppression';
    const text = `${what} at ${placeOf(suppression)} ${suppressionText(suppression)}`;
    const paint = suppression.added ? colours.yellow : colours.dim;
    return paragraph(canvas, 2, text, paint, `${paint(suppression.added ? marks.warn : marks.notice)} `);
  });
  if (shown.length > MAX_ENTRIES)
    lines.push(
      `  ${counted(shown.length - MAX_ENTRIES, 'more suppression')} left out; \`--format json\` lists more of them`,
    );
  return lines.length === 0 ? [] : [...lines, ''];
}

function notCountedLines(canvas: Canvas, report: CheckReport): string[] {
  const counts = notCounted(report).map(({ status, text }) => {
    const how = status === 'existing' ? '--findings all' : '--format json';
    return `${text} (${how} shows ${text.startsWith('1 ') ? 'it' : 'them'})`;
  });
  const lines = [...counts, ...notAppliedLines(report)].flatMap((text) =>
    paragraph(canvas, 2, text, canvas.colours.dim, `${canvas.colours.dim(canvas.marks.notice)} `),
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** How to get the SQL that the run has found. */
function fixLines(canvas: Canvas, report: CheckReport): string[] {
  const fixed = report.findings.filter(({ fix }) => fix !== undefined).length;
  if (fixed === 0) return [];
  const { colours, marks } = canvas;
  const text = `${counted(fixed, 'finding')} ${fixed === 1 ? 'has' : 'have'} SQL to write instead: \`--fix\` prints it as a diff`;
  return [...paragraph(canvas, 2, text, colours.dim, `${colours.dim(marks.notice)} `), ''];
}

/** For people, in a terminal or in the log of a CI job. Ends with a newline. */
export function renderTerminal(report: CheckReport, options: RenderOptions = {}): string {
  const canvas = createCanvas(options);
  const { colours, marks } = canvas;
  const paint = verdictPaint(colours, report.verdict);
  const added = report.totals.newSuppressions;
  const total = totalLine(report) + (added === 0 ? '' : `; ${counted(added, 'new suppression')}`);
  const lines = [
    ...paragraph(canvas, 0, report.headline, colours.bold),
    '',
    ...suppressionLines(canvas, report),
    ...allFindings(canvas, report),
    ...notCountedLines(canvas, report),
    ...noticeLines(canvas, report.notices),
    ...fixLines(canvas, report),
    ...paragraph(canvas, 2, `${total}.`, colours.bold, `${paint(marks[report.verdict])} `),
    ...paragraph(canvas, 2, report.conclusion, paint),
  ];
  lines.push(...pageLines(report), ...repeatLines(report.repeat));
  return `${breakLineCommands(lines).join('\n')}\n`;
}
