import {
  type CheckReport,
  counted,
  countFindings,
  counts,
  type FileReport,
  type Finding,
  fails,
} from '../../model/index.ts';
import { detailsOf, type JunitCase, junitReport } from '../text/junit-report.ts';
import { fullMessage, notAppliedLines, notCounted, placeOf, suppressionText, totalLine } from '../text/words.ts';
import { adviceOf, EXEMPTION_LABELS } from './exemption.ts';

function findingLines(finding: Finding, report: CheckReport): readonly string[] {
  const { fix, exemption, more } = adviceOf(finding, report);
  return [
    `${placeOf(finding)}: ${finding.verdict} ${finding.rule}`,
    fullMessage(finding, report),
    ...(finding.excerpt.trim() === '' ? [] : [`SQL: ${finding.excerpt.trim()}`]),
    ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ...(exemption?.by === 'comment' ? [`exempt: ${exemption.line}`] : []),
    ...(exemption && exemption.by !== 'comment' ? [`${EXEMPTION_LABELS[exemption.by]}: ${exemption.ask}`] : []),
    ...(more === undefined ? [] : [`rule: ${more}`]),
  ];
}

/** Why a file was not judged, so that it has neither passed nor failed; undefined if it was. */
function skippedText({ status, statements, verdict }: FileReport): string | undefined {
  if (status === 'skipped')
    return 'not checked: accepted as history by `start-after`, a schema file from which migrations are generated, or a SQLite database';
  return verdict === 'unknown' && statements === 0 ? 'not judged' : undefined;
}

/**
 * The file passes unless one of its findings fails the run; an undecided file that fails is an error.
 *
 * @param skipped why it was not judged
 */
function fileCase(
  path: string,
  findings: readonly Finding[],
  skipped: string | undefined,
  report: CheckReport,
): JunitCase {
  const failing = findings.filter((finding) => fails(finding, report.policy));
  const [worst] = failing;
  const details = detailsOf([], findings, (finding) => findingLines(finding, report));
  const name = path === '.' ? 'the whole change' : path;
  const file = path === '.' ? undefined : path;
  if (skipped !== undefined && findings.length === 0)
    return { name, file, outcome: 'skipped', details: detailsOf([[skipped]]) };
  if (worst === undefined) return { name, file, outcome: 'passed', details };
  const isUndecided = failing.every(({ verdict }) => verdict === 'unknown');
  const rest = countFindings(failing) - (worst.count ?? 1);
  const more = rest === 0 ? '' : `, and ${counted(rest, 'more finding')}`;
  return {
    name,
    file,
    line: worst.location?.start.line,
    outcome: isUndecided ? 'error' : 'failure',
    type: worst.verdict,
    message: `${worst.rule}: ${fullMessage(worst, report)}${more}`,
    details,
  };
}

/** The run itself. It fails only if no file does, so that a failed run never looks passed. */
function runCase(report: CheckReport, hasFailed: boolean): JunitCase {
  const { exitCode, conclusion } = report;
  const fails = exitCode !== 0 && !hasFailed;
  return {
    name: 'the run',
    outcome: !fails ? 'passed' : exitCode === 1 ? 'failure' : 'error',
    type: `exit code ${exitCode}`,
    message: conclusion,
    details: detailsOf([
      [report.headline, `${totalLine(report)}.`, conclusion],
      ...report.suppressions
        .filter(({ added }) => added)
        .map((suppression) => [`${placeOf(suppression)}: new suppression ${suppressionText(suppression)}`]),
      ...report.notices.map(({ message, path, location }) => [
        (path === undefined ? '' : `${placeOf({ path, location })}: `) + message,
      ]),
      [...notCounted(report).map(({ text }) => text), ...notAppliedLines(report)],
      report.repeat === undefined ? [] : ['To reproduce this in a checkout:', ...report.repeat.split('\n')],
    ]),
  };
}

/** JUnit: a test case for each file, and one for the run. Warnings of a file that passes are its output. */
export function renderJunit(report: CheckReport): string {
  const byPath = new Map<string, Finding[]>(report.files.map(({ path }) => [path, []]));
  for (const finding of report.findings.filter((one) => counts(one, report.policy))) {
    const list = byPath.get(finding.path);
    if (list) list.push(finding);
    else byPath.set(finding.path, [finding]);
  }
  const skipped = new Map(report.files.map((file) => [file.path, skippedText(file)]));
  const files = [...byPath].map(([path, findings]) => fileCase(path, findings, skipped.get(path), report));
  const hasFailed = files.some(({ outcome }) => outcome === 'failure' || outcome === 'error');
  return junitReport('querygate.check', [...files, runCase(report, hasFailed)]);
}
