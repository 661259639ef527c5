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

/** Where `part` (its first occurrence) stands in `text`, counted as the readers of SQL count. */
export function locate(text: string, part: string): Location {
  const start = text.indexOf(part);
  if (start < 0) throw new Error(`\`${part}\` is not in the text`);
  return new LineIndex(text).location({ start, end: start + part.length });
}

function excerptAt(text: string, { start }: Location): Pick<Finding, 'excerpt' | 'excerptColumn'> {
  const line = text.split(/\r\n|\r|\n/)[start.line - 1] ?? '';
  return cutExcerpt(line, start.column);
}

let serial = 0;

/** A finding on `part` of a file's text; on the whole file where `part` is undefined. */
export function finding(path: string, text: string, part: string | undefined, changes: Partial<Finding> = {}): Finding {
  const location = part === undefined ? undefined : locate(text, part);
  serial++;
  return {
    rule: 'no-drop-table',
    verdict: 'block',
    status: 'new',
    path,
    location,
    ...(location === undefined ? { excerpt: '', excerptColumn: 1 } : excerptAt(text, location)),
    operation: { kind: 'drop_table', target: 'users', place: 'statement' },
    section: '',
    message: 'dropping users loses its rows',
    help: 'Rename it first and drop it a release later. Then nobody is surprised.',
    docs: 'https://github.com/querygate/querygate/blob/v0.1.0/docs/rules/no-drop-table.md',
    owner: 'data-platform',
    suppressible: true,
    exemption: undefined,
    side: 'both',
    fingerprint: `${serial.toString(16).padStart(64, '0')}/v1`,
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

/** A report with its totals counted from its findings. */
export function report(changes: Partial<CheckReport> = {}): CheckReport {
  const whole: Omit<CheckReport, 'totals'> = {
    kind: 'check',
    formatVersion: 1,
    tool: { name: 'querygate', version: '0.1.0' },
    headline: 'Judged by querygate:recommended@1 and .querygate/rules.yml at main 1a2b3c4, over 2 changed files.',
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
    conclusion: 'Nothing that the rules forbid.',
    findings: [],
    files: [],
    suppressions: [],
    notices: [],
    repeat: undefined,
    ...changes,
  };
  return { ...whole, totals: changes.totals ?? totals(whole) };
}
