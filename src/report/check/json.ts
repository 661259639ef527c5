import {
  type CheckReport,
  countFindings,
  type Fix,
  type NewFlow,
  type ReportedFinding,
  schemaId,
} from '../../model/index.ts';
import { pageUrl } from '../text/docs-link.ts';
import { toLocation, toNotice, toRuleset, toScope } from '../text/json-parts.ts';
import { visibleJson } from '../text/visible.ts';
import type { ReportV1 } from './json-v1.ts';

/** URL and `$id` of the published JSON Schema. */
export const REPORT_SCHEMA_ID = schemaId('report.v1');

/** Maximum lengths of lists. `leftOut` and the totals count the rest. */
const MAX_LISTED = { findings: 50_000, suppressions: 10_000, notices: 10_000 } as const;

function toFinding(finding: ReportedFinding, report: CheckReport): ReportV1['findings'][number] {
  return {
    rule: finding.rule,
    verdict: finding.verdict,
    status: finding.status,
    side: finding.side,
    ...(finding.onceMerged && { onceMerged: finding.onceMerged }),
    path: finding.path,
    location: finding.location === undefined ? null : toLocation(finding.location),
    excerpt: finding.excerpt,
    excerptColumn: finding.excerptColumn,
    operation:
      finding.operation === undefined
        ? null
        : { kind: finding.operation.kind, target: finding.operation.target, place: finding.operation.place },
    section: finding.section === '' ? null : finding.section,
    message: finding.message,
    help: finding.help === '' ? null : finding.help,
    fix: finding.fix === undefined ? null : toFix(finding.fix),
    docs: pageUrl(finding.docs, report) ?? null,
    owner: finding.owner ?? null,
    suppressible: finding.suppressible,
    exemption: finding.exemption ?? null,
    count: finding.count ?? 1,
    fingerprint: finding.fingerprint,
  };
}

function toFix({ title, edits, files, renamedTo }: Fix) {
  return {
    title,
    edits: edits.map(({ location, text }) => ({ location: toLocation(location), text })),
    files: files.map(({ path, text }) => ({ path, text })),
    renamedTo: renamedTo ?? null,
  };
}

function toNewFlow({ shape, dialect, kind, callers, verdict, rules }: NewFlow) {
  return { shape, dialect, kind, callers: [...callers], verdict, rules: [...rules] };
}

/** The public form of a report. Each key is named here, so that a change of the internal type cannot leak out. */
export function toReportV1(report: CheckReport): ReportV1 {
  const { totals } = report;
  return {
    $schema: REPORT_SCHEMA_ID,
    kind: report.kind,
    formatVersion: 1,
    tool: { name: report.tool.name, version: report.tool.version },
    headline: report.headline,
    verdict: report.verdict,
    exitCode: report.exitCode,
    conclusion: report.conclusion,
    rulesets: report.judges.map(toRuleset),
    service:
      report.service === undefined
        ? null
        : {
            workspace: report.service.workspace ?? null,
            rulesetVersion: report.service.rulesetVersion ?? null,
          },
    scope: toScope(report.scope),
    policy: {
      failOn: report.policy.failOn,
      onUnknown: report.policy.onUnknown,
      findings: report.policy.findings,
    },
    totals: {
      files: totals.files,
      statements: totals.statements,
      operations: totals.operations,
      blocked: totals.blocked,
      warned: totals.warned,
      unknown: totals.unknown,
      existing: totals.existing,
      suppressed: totals.suppressed,
      excepted: totals.excepted,
      baselined: totals.baselined,
      spared: totals.spared,
      newSuppressions: totals.newSuppressions,
    },
    findings: report.findings.slice(0, MAX_LISTED.findings).map((finding) => toFinding(finding, report)),
    files: report.files.map((file) => ({
      path: file.path,
      previousPath: file.previousPath ?? null,
      dialect: file.dialect ?? null,
      status: file.status,
      statements: file.statements,
      verdict: file.verdict,
    })),
    suppressions: report.suppressions.slice(0, MAX_LISTED.suppressions).map((suppression) => ({
      path: suppression.path,
      location: toLocation(suppression.location),
      rules: [...suppression.rules],
      reason: suppression.reason,
      until: suppression.until ?? null,
      added: suppression.added,
      state: suppression.state,
      holds: suppression.holds,
    })),
    newFlows: report.newFlows?.map(toNewFlow) ?? null,
    notices: report.notices.slice(0, MAX_LISTED.notices).map(toNotice),
    leftOut: {
      findings: countFindings(report.findings.slice(MAX_LISTED.findings)),
      suppressions: Math.max(0, report.suppressions.length - MAX_LISTED.suppressions),
      notices: Math.max(0, report.notices.length - MAX_LISTED.notices),
    },
    repeat: report.repeat ?? null,
  };
}

/** For programs; schemas/report.v1.json describes it. Safe to print to a CI log. */
export function renderJson(report: CheckReport): string {
  return visibleJson(toReportV1(report));
}
