import type { Finding } from '../../model/index.ts';

/** A report that may know where docs/ is. */
interface Linking {
  readonly docsRoot?: string | undefined;
}

/**
 * Address of a page in docs/; undefined if the address of docs/ is unknown. It is safe inside a link of Markdown: pages
 * with other characters have no address.
 */
export function pageUrl(page: string | undefined, { docsRoot }: Linking): string | undefined {
  if (page === undefined || docsRoot === undefined || !/^[\w/-]+$/.test(page)) return undefined;
  return `${docsRoot}${page}.md`;
}

/** Where to read about a finding's rule: its page, or the command that shows the same. Undefined if it has no page. */
export function moreAbout({ rule, docs }: Finding, report: Linking): string | undefined {
  if (docs === undefined) return undefined;
  return pageUrl(docs, report) ?? (docs.startsWith('rules/') ? `querygate rules show ${rule}` : undefined);
}
