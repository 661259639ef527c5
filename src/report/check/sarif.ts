import { type CheckReport, counts, type Finding, fails, type Notice, type ReportedFinding } from '../../model/index.ts';
import { moreAbout, pageUrl } from '../text/docs-link.ts';
import type { RenderOptions } from '../text/options.ts';
import { ruleFileOf } from '../text/paths.ts';
import { type SarifFinding, sarifText } from '../text/sarif-log.ts';
import { fullMessage, notAppliedLines, notCounted, suppressionText } from '../text/words.ts';

/** The text of the location, if it is within the excerpt. */
function snippetOf({ location, excerpt, excerptColumn }: Finding): string | undefined {
  if (location === undefined || location.start.line !== location.end.line) return undefined;
  const from = location.start.column - excerptColumn;
  const to = location.end.column - excerptColumn;
  return from >= 0 && to <= excerpt.length && from < to ? excerpt.slice(from, to) : undefined;
}

function suppressionOf({ status, exemption = '' }: Finding): SarifFinding['suppression'] {
  if (status === 'new' || status === 'existing') return undefined;
  if (status === 'suppressed') return { kind: 'inSource', justification: exemption };
  const reasons = { excepted: exemption, baselined: 'accepted by the baseline', spared: 'in a down section' };
  return { kind: 'external', justification: reasons[status] };
}

/** Only rules of a built-in pack have a page of their own. */
function isBuiltIn({ docs }: Finding): boolean {
  return docs?.startsWith('rules/') ?? false;
}

/** Whether the base version had the finding, if that was examined. An exempt finding was not compared with it. */
function baselineStateOf({ status }: Finding, { scope }: CheckReport): SarifFinding['baselineState'] {
  if (scope.kind !== 'changed') return undefined;
  if (status === 'existing') return 'unchanged';
  return status === 'new' ? 'new' : undefined;
}

function fixOf({ fix, path }: ReportedFinding): SarifFinding['fix'] {
  // SARIF cannot rename a file.
  if (fix === undefined || fix.renamedTo !== undefined) return undefined;
  const added = fix.files.map((file) => ({ path: file.path, edits: [{ location: undefined, text: file.text }] }));
  return { title: fix.title, changes: [{ path, edits: fix.edits }, ...added] };
}

/** @param undecided rules with a finding that could not be decided */
function toSarif(
  finding: ReportedFinding,
  report: CheckReport,
  ruleFile: string,
  undecided: ReadonlySet<string>,
): SarifFinding {
  const { rule, help, docs, suppressible, operation, path, location, fingerprint } = finding;
  const failing = fails(finding, report.policy) ? 'error' : 'warning';
  return {
    rule: {
      id: rule,
      help,
      url: pageUrl(docs, report),
      more: moreAbout(finding, report),
      // Rules that no comment can suppress guard privileges, row security and the execution of code.
      isSecurity: !suppressible && operation !== undefined,
      isPrecise: isBuiltIn(finding) && !undecided.has(rule),
    },
    level: counts(finding, report.policy) ? failing : 'note',
    message: `${fullMessage(finding, report)}.`,
    // The path `.` stands for the whole change.
    path: path === '.' ? ruleFile : path,
    location,
    snippet: snippetOf(finding),
    fingerprint,
    suppression: suppressionOf(finding),
    baselineState: baselineStateOf(finding, report),
    count: finding.count,
    fix: fixOf(finding),
  };
}

function notices(report: CheckReport): readonly Notice[] {
  const note = (message: string): Notice => ({ level: 'notice', message, path: undefined, location: undefined });
  return [
    note(report.headline),
    ...report.suppressions
      .filter(({ added }) => added)
      .map((suppression): Notice => {
        const message = `this change adds a suppression, which ${suppressionText(suppression)}`;
        return { level: 'warning', message, path: suppression.path, location: suppression.location };
      }),
    ...report.notices,
    ...notCounted(report).map(({ text }) => note(text)),
    ...notAppliedLines(report).map(note),
  ];
}

/**
 * SARIF 2.1.0. Findings that do not count have the level `note`; exempt ones are marked as suppressed, or left out and
 * counted with `exempt: false`, since GitHub shows suppressed results as open alerts.
 */
export function renderSarif(report: CheckReport, { category, exempt = true }: RenderOptions = {}): string {
  const undecided = new Set(report.findings.filter(({ verdict }) => verdict === 'unknown').map(({ rule }) => rule));
  const ruleFile = ruleFileOf(report.judges.flatMap(({ sources }) => sources));
  return sarifText({
    version: report.tool.version,
    docsRoot: report.docsRoot,
    category: category ?? 'querygate/check',
    exitCode: report.exitCode,
    conclusion: report.conclusion,
    findings: report.findings
      .filter((finding) => exempt || suppressionOf(finding) === undefined)
      .map((finding) => toSarif(finding, report, ruleFile, undecided)),
    notices: notices(report),
    ruleFile,
  });
}
