import type { ActiveRuleset } from '../../contract/index.ts';

/** The strong entity tag of an active ruleset: `"7-0123456789abcdef"`. */
export function etagOf({ version, hash }: Pick<ActiveRuleset, 'version' | 'hash'>): string {
  return `"${version}-${hash.slice(0, 16)}"`;
}

/**
 * Whether `If-Match` names the tag (RFC 9110, 13.1.1): a list of tags. The comparison is the strong one, so a weak tag
 * (`W/"…"`) never matches, and `*` names none.
 */
export function ifMatchHolds(ifMatch: string, etag: string): boolean {
  return tagsOf(ifMatch).includes(etag);
}

/** Whether `If-None-Match` names the tag (RFC 9110, 13.1.2), by the weak comparison: `W/` makes no difference. */
export function ifNoneMatchNames(ifNoneMatch: string, etag: string): boolean {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Our tags contain no comma, so splitting at commas is safe: a foreign tag with a comma matches nothing. */
function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim());
}
