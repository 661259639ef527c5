import type { CheckReport } from '../model/index.ts';

/** The baseline file that accepts every finding that counts in the report: `querygate baseline`. */
export function baselineOf(report: CheckReport): { readonly text: string; readonly accepted: number } {
  const accepted = report.findings
    .filter(({ status }) => status === 'new' || status === 'existing' || status === 'baselined')
    .map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }));
  accepted.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.fingerprint < b.fingerprint ? -1 : 1));
  return { text: `${JSON.stringify({ version: 1, findings: accepted }, null, 2)}\n`, accepted: accepted.length };
}
