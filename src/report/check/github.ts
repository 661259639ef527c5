import type { CheckReport, Finding } from '../../model/index.ts';
import { firstSentence } from '../text/help.ts';
import { countsIn, explained, failsIn, suppressionText, totalLine } from '../text/words.ts';
import { type Annotation, commands, ofConclusion, ofNotice, plainLine } from '../text/workflow-commands.ts';
import { exemptionFor } from './next-step.ts';

function ofFinding(finding: Finding, report: CheckReport): Annotation {
  const help = firstSentence(finding.help);
  const exemption = exemptionFor(finding, report);
  const message = [explained(finding, report)];
  if (help !== '') message.push(`Fix: ${help}`);
  if (exemption?.by === 'comment') message.push(`Exempt: ${exemption.line}`);
  if (exemption?.by === 'exception') message.push(`Exempt: no comment can; ask ${exemption.ask}.`);
  if (finding.docs !== undefined) message.push(`Rule: ${finding.docs}`);
  const kind = failsIn(report)(finding) ? 'error' : 'warning';
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
      const message = [`This change adds a suppression: it ${suppressionText(suppression)}`];
      const { path, location, rules } = suppression;
      return { kind: 'notice', title: `new suppression: ${rules.join(', ')}`, message, path, location };
    });
  const notices = report.notices.map(ofNotice);
  const findings = report.findings.filter(countsIn(report)).map((finding) => ofFinding(finding, report));
  const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
  // Notices are few and about the whole run: they go before the warnings that findings fill the room with.
  return [...suppressions, ...(failed ? [ofConclusion(report.conclusion)] : []), ...notices, ...findings];
}

/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within the limits of a step. Findings that do not count are not annotated. The first line and the last ones are
 * plain text for the log.
 */
export function renderGithub(report: CheckReport): string {
  const all = annotations(report);
  const lines = [
    ...plainLine(report.headline),
    ...commands('notice', all),
    ...commands('error', all),
    ...commands('warning', all),
    ...plainLine(`${totalLine(report)}.`),
    ...plainLine(report.conclusion),
    ...(report.repeat === undefined ? [] : plainLine(`To repeat this in a checkout: ${report.repeat}`)),
  ];
  return `${lines.join('\n')}\n`;
}
