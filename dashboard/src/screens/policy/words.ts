import type { PolicyPreview, QUERY_TEXTS } from '../../../../src/contract/index.ts';

export type QueryText = (typeof QUERY_TEXTS)[number];

/** What the data policy can store of a query. */
export const QUERY_TEXT_WORDS: Readonly<Record<QueryText, { readonly label: string; readonly about: string }>> = {
  none: { label: 'No text', about: 'Only verdicts, rules and callers. Queries cannot be read here.' },
  shape: { label: 'Query shape', about: 'The statement with its literals replaced.' },
  full: { label: 'Full text', about: 'With literals, which can hold personal data.' },
};

/** What a change of the data policy can delete: one, several. */
export const DELETED_WORDS: Readonly<Record<PolicyPreview['deletes'][number]['what'], readonly [string, string]>> = {
  queries: ['recorded query', 'recorded queries'],
  queryTexts: ['text of a query', 'texts of queries'],
  flows: ['flow', 'flows'],
  flowShapes: ['shape of a flow', 'shapes of flows'],
  historyDays: ['day of a flow in the history', 'days of flows in the history'],
  dryRuns: ['dry run', 'dry runs'],
  simulations: ['simulation', 'simulations'],
  proxies: ['report of a proxy', 'reports of proxies'],
  auditEntries: ['entry of traffic in the audit trail', 'entries of traffic in the audit trail'],
};
