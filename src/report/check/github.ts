import { type CheckReport, type Finding, fails, type ReportNotice } from '../../model/index.ts';
import { pageLines } from '../text/dashboard-link.ts';
import type { RenderOptions } from '../text/options.ts';
import { capitalised, fullMessage, suppressionText, totalLine } from '../text/words.ts';
import {
  type Annotation,
  commands,
  conclusionAnnotation,
  foldedCommands,
  noticeAnnotation,
  plainLine,
  repeatLines,
} from '../text/workflow-commands.ts';
import { countingEntries, type Entry, rulesOf, withoutRepeats } from './by-statement.ts';
import { adviceOf, commentFor, EXEMPTION_LABELS, exemptionFor } from './exemption.ts';

function entryAnnotation(entry: Entry, report: CheckReport): Annotation {
  const [first, ...others] = withoutRepeats(entry, (finding) => fullMessage(finding, report));
  return others.length === 0 ? findingAnnotation(first, report) : warningsAnnotation([first, ...others], report);
}

/** The warnings about one statement: GitHub keeps ten per step, and shows each on its own. */
function warningsAnnotation(entry: Entry, report: CheckReport): Annotation {
  const [first] = entry;
  const rules = rulesOf(entry);
  const message = entry.flatMap((finding) => {
    const isLast = entry.findLast(({ rule }) => rule === finding.rule) === finding;
    return [`- ${finding.rule}: ${fullMessage(finding, report)}`, ...(isLast ? adviceLines(finding, report) : [])];
  });
  const exempt = entry.filter((finding) => exemptionFor(finding, report)?.by === 'comment');
  const line = commentFor([...new Set(exempt.map(({ rule }) => rule))], first.path, report);
  if (exempt.length > 0) message.push(`Exempt: ${line}`);
  return {
    kind: fails(first, report.policy) ? 'error' : 'warning',
    title: `${first.verdict}: ${rules.join(', ')}`,
    message,
    path: first.path,
    location: first.location,
  };
}

function adviceLines(finding: Finding, report: CheckReport): readonly string[] {
  const { fix, more } = adviceOf(finding, report);
  return [...(fix === undefined ? [] : [`  Fix: ${fix}`]), ...(more === undefined ? [] : [`  Rule: ${more}`])];
}

function findingAnnotation(finding: Finding, report: CheckReport): Annotation {
  const { fix, exemption, more } = adviceOf(finding, report);
  const message = [fullMessage(finding, report)];
  if (fix !== undefined) message.push(`Fix: ${fix}`);
  if (exemption?.by === 'comment') message.push(`Exempt: ${exemption.line}`);
  if (exemption && exemption.by !== 'comment')
    message.push(`${capitalised(EXEMPTION_LABELS[exemption.by])}: ${exemption.ask}.`);
  if (more !== undefined) message.push(`Rule: ${more}`);
  const kind = fails(finding, report.policy) ? 'error' : 'warning';
  return {
    kind,
    title: `${finding.verdict}: ${finding.rule}`,
    message,
    path: finding.path,
    location: finding.location,
  };
}

function annotations(report: CheckReport): readonly Annotation[] {
  const suppressions = report.suppressions
    .filter(({ added }) => added)
    .map((suppression): Annotation => {
      const message = [
        `This change adds a suppression, a comment that exempts a statement from a rule. It ${suppressionText(suppression)}`,
      ];
      const { path, location, rules } = suppression;
      return { kind: 'notice', title: `new suppression: ${rules.join(', ')}`, message, path, location };
    });
  const notices = report.notices.filter(isAnnotated).map(noticeAnnotation);
  const findings = countingEntries(report).map((entry) => entryAnnotation(entry, report));
  const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
  // Notices are few and concern the whole run, so they come before the findings, which may use up all the annotations.
  return [...suppressions, ...(failed ? [conclusionAnnotation(report.conclusion)] : []), ...notices, ...findings];
}

function isAnnotated({ annotated }: ReportNotice): boolean {
  return annotated !== false;
}

/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within GitHub's limits per step. Findings that do not count get no annotation. The first line and the last
 * lines are plain text for the log.
 */
export function renderGithub(report: CheckReport, { commandsOnly = false }: RenderOptions = {}): string {
  const all = annotations(report);
  const annotated = [...commands('notice', all), ...commands('error', all), ...commands('warning', all)];
  if (commandsOnly) return foldedCommands(annotated);
  const lines = [
    ...plainLine(report.headline),
    ...annotated,
    ...report.notices.filter((notice) => !isAnnotated(notice)).flatMap(({ message }) => plainLine(message)),
    ...plainLine(`${totalLine(report)}.`),
    ...plainLine(report.conclusion),
    ...pageLines(report).flatMap(plainLine),
    ...repeatLines(report.repeat),
  ];
  return `${lines.join('\n')}\n`;
}
