import { createHash } from 'node:crypto';
import {
  type CheckReport,
  cutExcerpt,
  type Finding,
  type FindingStatus,
  LineIndex,
  type Location,
  type SuppressionReport,
  type Totals,
} from '../../src/model/index.ts';

/** Location of the first occurrence of `part` in `text`, counted as the SQL readers count. */
export function locate(text: string, part: string): Location {
  const start = text.indexOf(part);
  if (start < 0) throw new Error(`\`${part}\` is not in the text`);
  return new LineIndex(text).location({ start, end: start + part.length });
}

function excerptAt(text: string, { start }: Location): Pick<Finding, 'excerpt' | 'excerptColumn'> {
  const line = text.split(/\r\n|\r|\n/)[start.line - 1] ?? '';
  return cutExcerpt(line, start.column);
}

/** A finding on `part` of a file's text, or on the whole file if `part` is undefined. */
export function finding(path: string, text: string, part: string | undefined, changes: Partial<Finding> = {}): Finding {
  const location = part === undefined ? undefined : locate(text, part);
  return {
    rule: 'no-drop-table',
    verdict: 'block',
    status: 'new',
    path,
    location,
    statementOffset: location?.start.offset,
    ...(location === undefined ? { excerpt: '', excerptColumn: 1 } : excerptAt(text, location)),
    operation: { kind: 'drop_table', target: 'users', place: 'statement' },
    section: '',
    message: 'dropping users loses its rows',
    help: 'Rename it first and drop it a release later. Old versions of the application keep working until then.',
    docs: 'rules/no-drop-table',
    owner: 'data-platform',
    suppressible: true,
    exemption: undefined,
    acceptedAs: undefined,
    side: 'both',
    // Other files of tests may have made findings before.
    fingerprint: `${createHash('sha256')
      .update(JSON.stringify([path, part, changes]))
      .digest('hex')}/v1`,
    ...changes,
  };
}

export function suppression(path: string, text: string, part: string, changes: Partial<SuppressionReport> = {}) {
  return {
    path,
    location: locate(text, part),
    rules: ['no-drop-table'],
    reason: 'archived, OPS-142',
    until: '2027-01-31',
    added: true,
    state: 'used',
    holds: 1,
    ...changes,
  } as const satisfies SuppressionReport;
}

function totals(report: Pick<CheckReport, 'findings' | 'files' | 'suppressions' | 'policy'>): Totals {
  const by = (status: FindingStatus) => report.findings.filter((found) => found.status === status);
  const counted = [...by('new'), ...(report.policy.findings === 'all' ? by('existing') : [])];
  const verdict = (wanted: Finding['verdict']) => counted.filter((found) => found.verdict === wanted).length;
  return {
    files: report.files.length,
    statements: report.files.reduce((sum, file) => sum + file.statements, 0),
    operations: report.files.reduce((sum, file) => sum + file.statements, 0),
    blocked: verdict('block'),
    warned: verdict('warn'),
    unknown: verdict('unknown'),
    existing: report.policy.findings === 'all' ? 0 : by('existing').length,
    suppressed: by('suppressed').length,
    excepted: by('excepted').length,
    baselined: by('baselined').length,
    spared: by('spared').length,
    newSuppressions: report.suppressions.filter(({ added }) => added).length,
  };
}

/** A report whose totals are counted from its findings. */
export function report(changes: Partial<CheckReport> = {}): CheckReport {
  const whole: Omit<CheckReport, 'totals'> = {
    kind: 'check',
    formatVersion: 1,
    tool: { name: 'querygate', version: '0.1.0' },
    headline:
      'judged by .querygate/rules.yml at 1a2b3c4d (24 rules) over 2 changed SQL files of pull_request (refs/pull/7/merge at 9f8e7d6 against main at 1a2b3c4)',
    judges: [
      {
        side: 'only',
        sources: ['querygate:recommended@1', '.querygate/rules.yml'],
        commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
        hash: 'ab'.repeat(32),
        rules: 24,
        notApplied: [],
      },
    ],
    scope: { kind: 'changed', event: 'pull_request', base: 'main at 1a2b3c4', head: 'refs/pull/7/merge at 9f8e7d6' },
    policy: { failOn: 'block', onUnknown: 'fail', findings: 'new' },
    verdict: 'allow',
    exitCode: 0,
    conclusion: 'passed: no finding blocks',
    findings: [],
    files: [],
    suppressions: [],
    notices: [],
    docsRoot: 'https://github.com/acme/querygate/blob/v0.1.0/docs/',
    repeat: undefined,
    ...changes,
  };
  return { ...whole, totals: changes.totals ?? totals(whole) };
}
