import type { CheckReport, Finding, Location } from '../model/index.ts';
import { firstSentence } from './help.ts';
import { exemptionFor } from './next-step.ts';
import { cut, guarded, visible } from './visible.ts';
import { countsIn, explained, failsIn, placeOf, plural, suppressionText, totalLine } from './words.ts';

// What the runner keeps of a step: the first ten of each kind, 4,096 characters of each message. A title longer than 255
// characters makes the host refuse the annotation.
const PER_KIND = 10;
const MESSAGE_LIMIT = 4096;
const TITLE_LIMIT = 255;

const KINDS = ['error', 'warning', 'notice'] as const;
type Kind = (typeof KINDS)[number];

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  /** Raw lines. */
  readonly message: readonly string[];
  readonly path: string | undefined;
  readonly location: Location | undefined;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function properties({ path, location, title }: Annotation): string {
  const list: [string, string | number][] = [];
  // What is about the whole change has the repository as its path, which is no file to annotate.
  const file = path === '.' ? undefined : path;
  if (file !== undefined) list.push(['file', visible(file)]);
  if (file !== undefined && location !== undefined) {
    const { start, end } = location;
    list.push(['line', start.line], ['endLine', end.line]);
    // The host drops columns of an annotation over several lines. Its last column is inclusive.
    if (start.line === end.line) {
      list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
    }
  }
  list.push(['title', cut(visible(title), TITLE_LIMIT)]);
  return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}

/** One workflow command. `more` goes behind the message and is never cut. */
function command(annotation: Annotation, more = ''): string {
  const message = annotation.message.map(visible).join('\n');
  const data = cut(message, MESSAGE_LIMIT - more.length, ' … (cut)') + more;
  return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}

function ofFinding(finding: Finding, report: CheckReport): Annotation {
  const help = firstSentence(finding.help);
  const exemption = exemptionFor(finding, report);
  const message = [explained(finding)];
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
  const notices = report.notices.map(({ level, message, path, location }): Annotation => {
    // The path is said too: a reader of the log does not see what a command is attached to.
    const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
    return { kind: level, title: 'Querygate', message: [where + message], path, location };
  });
  const findings = report.findings.filter(countsIn(report)).map((finding) => ofFinding(finding, report));
  const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
  const why: Annotation = {
    kind: 'error',
    title: 'Querygate',
    message: [report.conclusion],
    path: undefined,
    location: undefined,
  };
  // Notices are few and about the whole run: they go before the warnings that findings fill the room with.
  return [...suppressions, ...(failed ? [why] : []), ...notices, ...findings];
}

/** Commands of one kind, as many as the runner keeps; the last says how many are not among them. */
function commands(kind: Kind, all: readonly Annotation[]): readonly string[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  const left = ofKind.length - PER_KIND;
  const room = `${PER_KIND} for a step`;
  const more = `\n… and ${plural(left, `more ${kind}`)}: GitHub shows ${room}. The job summary lists all.`;
  return ofKind
    .slice(0, PER_KIND)
    .map((annotation, i) => command(annotation, left > 0 && i === PER_KIND - 1 ? more : ''));
}

/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within the limits of a step. Findings that do not count are not annotated. The first line and the last ones are
 * plain text for the log.
 */
export function renderGithub(report: CheckReport): string {
  const all = annotations(report);
  const plain = (text: string): readonly string[] => guarded([visible(text)]);
  const lines = [
    ...plain(report.headline),
    ...commands('notice', all),
    ...commands('error', all),
    ...commands('warning', all),
    ...plain(`${totalLine(report)}.`),
    ...plain(report.conclusion),
    ...(report.repeat === undefined ? [] : plain(`To repeat this in a checkout: ${report.repeat}`)),
  ];
  return `${lines.join('\n')}\n`;
}
