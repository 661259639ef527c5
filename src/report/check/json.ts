import type { CheckReport, Finding } from '../../model/index.ts';
import { schemaUrl } from '../../model/index.ts';
import { toLocation, toNotice, toRuleset, toScope } from '../text/json-parts.ts';
import { visibleJson } from '../text/visible.ts';
import type { ReportV1 } from './json-v1.ts';

/** Address and `$id` of the published JSON Schema. */
export const REPORT_SCHEMA_URL = schemaUrl('report.v1');

function finding(found: Finding): ReportV1['findings'][number] {
  return {
    rule: found.rule,
    verdict: found.verdict,
    status: found.status,
    side: found.side,
    path: found.path,
    location: found.location === undefined ? null : toLocation(found.location),
    excerpt: found.excerpt,
    excerptColumn: found.excerptColumn,
    operation:
      found.operation === undefined
        ? null
        : { kind: found.operation.kind, target: found.operation.target, place: found.operation.place },
    section: found.section === '' ? null : found.section,
    message: found.message,
    help: found.help === '' ? null : found.help,
    docs: found.docs ?? null,
    owner: found.owner ?? null,
    suppressible: found.suppressible,
    exemption: found.exemption ?? null,
    fingerprint: found.fingerprint,
  };
}

/** The public form of a report. Each key is named here, so that a change of the inner type cannot leak out. */
export function toReportV1(report: CheckReport): ReportV1 {
  const { totals } = report;
  return {
    $schema: REPORT_SCHEMA_URL,
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
    findings: report.findings.map(finding),
    files: report.files.map((file) => ({
      path: file.path,
      previousPath: file.previousPath ?? null,
      dialect: file.dialect ?? null,
      status: file.status,
      statements: file.statements,
      verdict: file.verdict,
    })),
    suppressions: report.suppressions.map((suppression) => ({
      path: suppression.path,
      location: toLocation(suppression.location),
      rules: [...suppression.rules],
      reason: suppression.reason,
      until: suppression.until ?? null,
      added: suppression.added,
      state: suppression.state,
      holds: suppression.holds,
    })),
    notices: report.notices.map(toNotice),
    repeat: report.repeat ?? null,
  };
}

/** For machines: schemas/report.v1.json describes it. Loses nothing, and is harmless when printed to a CI log. */
export function renderJson(report: CheckReport): string {
  return visibleJson(toReportV1(report));
}
