import type { CheckReport, Finding, Location } from '../model/index.ts';
import { schemaUrl } from '../model/index.ts';
import type { ReportV1 } from './json-v1.ts';
import { harmlessJson } from './visible.ts';

/** Address and `$id` of the published JSON Schema. */
export const REPORT_SCHEMA_URL = schemaUrl('report.v1');

function location({ start, end }: Location): { start: Location['start']; end: Location['end'] } {
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  };
}

function optionalLocation(value: Location | undefined): ReturnType<typeof location> | null {
  return value === undefined ? null : location(value);
}

function finding(found: Finding): ReportV1['findings'][number] {
  return {
    rule: found.rule,
    verdict: found.verdict,
    status: found.status,
    side: found.side,
    path: found.path,
    location: optionalLocation(found.location),
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
    rulesets: report.judges.map((judge) => ({
      side: judge.side,
      sources: [...judge.sources],
      commit: judge.commit ?? null,
      hash: judge.hash,
      rules: judge.rules,
      notApplied: judge.notApplied.map(({ rule, reason }) => ({ rule, reason })),
    })),
    scope: {
      kind: report.scope.kind,
      event: report.scope.event,
      base: report.scope.base ?? null,
      head: report.scope.head ?? null,
    },
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
      location: location(suppression.location),
      rules: [...suppression.rules],
      reason: suppression.reason,
      until: suppression.until ?? null,
      added: suppression.added,
      state: suppression.state,
      holds: suppression.holds,
    })),
    notices: report.notices.map((notice) => ({
      level: notice.level,
      message: notice.message,
      path: notice.path ?? null,
      location: optionalLocation(notice.location),
    })),
    repeat: report.repeat ?? null,
  };
}

/** For machines: schemas/report.v1.json describes it. Loses nothing, and is harmless when printed to a CI log. */
export function renderJson(report: CheckReport): string {
  return harmlessJson(toReportV1(report));
}
