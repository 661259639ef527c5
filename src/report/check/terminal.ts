import type { CheckReport, Finding } from '../../model/index.ts';
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
import { moreAbout } from '../text/docs-link.ts';
import { markExcerpt } from '../text/excerpt.ts';
import { firstSentence } from '../text/help.ts';
import type { RenderOptions } from '../text/options.ts';
import { breakLineCommands, visible } from '../text/visible.ts';
import {
  countsIn,
  fullMessage,
  notAppliedLines,
  notCounted,
  placeOf,
  plural,
  suppressionText,
  totalLine,
} from '../text/words.ts';
import { byStatement, type Entry, rulesOf, withoutRepeats } from './by-statement.ts';
import { exemptionFor } from './exemption.ts';

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
  const help = firstSentence(finding.help);
  const exemption = exemptionFor(finding, report);
  const lines = help === '' ? [] : labelled(canvas, 'fix', help);
  if (exemption?.by === 'comment') lines.push(`    ${canvas.colours.dim('exempt'.padEnd(LABEL))}${exemption.line}`);
  if (exemption?.by === 'exception') {
    lines.push(...labelled(canvas, 'exempt', `a comment cannot exempt this; ask ${exemption.ask}:`));
    lines.push(...exemption.yaml.map((line) => ' '.repeat(4 + LABEL) + line));
  }
  const more = moreAbout(finding, report);
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

/** Findings that count, grouped by file; files are in the order of their worst finding. */
function byFile(report: CheckReport): readonly Entry[] {
  const files = new Map<string, Entry[]>();
  for (const entry of byStatement(report.findings.filter(countsIn(report)))) {
    const { path } = entry[0];
    const list = files.get(path);
    if (list) list.push(entry);
    else files.set(path, [entry]);
  }
  return [...files.values()].flat();
}

function allFindings(canvas: Canvas, report: CheckReport): string[] {
  const shownSteps = new Set<string>();
  const blocks = byFile(report).map((entry) => {
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
  return foldedList(canvas, 'findings', blocks, (count) => plural(count, 'more finding'));
}

function suppressionLines(canvas: Canvas, report: CheckReport): string[] {
  const { colours, marks } = canvas;
  const lines = report.suppressions
    .filter(({ added, state }) => added || state !== 'used')
    .sort((a, b) => Number(b.added) - Number(a.added))
    .flatMap((suppression) => {
      const what = suppression.added ? 'new suppression' : 'suppression';
      const text = `${what} at ${placeOf(suppression)} ${suppressionText(suppression)}`;
      const paint = suppression.added ? colours.yellow : colours.dim;
      return paragraph(canvas, 2, text, paint, `${paint(suppression.added ? marks.warn : marks.notice)} `);
    });
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

/** For people, in a terminal or in the log of a CI job. Ends with a newline. */
export function renderTerminal(report: CheckReport, options: RenderOptions = {}): string {
  const canvas = createCanvas(options);
  const { colours, marks } = canvas;
  const paint = verdictPaint(colours, report.verdict);
  const added = report.totals.newSuppressions;
  const total = totalLine(report) + (added === 0 ? '' : `; ${plural(added, 'new suppression')}`);
  const lines = [
    ...paragraph(canvas, 0, report.headline, colours.bold),
    '',
    ...suppressionLines(canvas, report),
    ...allFindings(canvas, report),
    ...notCountedLines(canvas, report),
    ...noticeLines(canvas, report.notices),
    ...paragraph(canvas, 2, `${total}.`, colours.bold, `${paint(marks[report.verdict])} `),
    ...paragraph(canvas, 2, report.conclusion, paint),
  ];
  lines.push(...pageLines(report), ...repeatLines(report.repeat));
  return `${breakLineCommands(lines).join('\n')}\n`;
}
