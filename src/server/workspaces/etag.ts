import { createHash } from 'node:crypto';
import type { ActiveRuleset, ProxySettings } from '../../contract/index.ts';

/**
 * The strong entity tag of an active ruleset: `"7-0123456789abcdef"`. With the settings of proxies, which its answer
 * also has, `"7-0123456789abcdef-01234567"`.
 */
export function etagOf({ version, hash }: Pick<ActiveRuleset, 'version' | 'hash'>, proxy?: ProxySettings): string {
  const settings = proxy && createHash('sha256').update(JSON.stringify(proxy)).digest('hex').slice(0, 8);
  return `"${version}-${hash.slice(0, 16)}${settings === undefined ? '' : `-${settings}`}"`;
}

/** The tag without the settings of proxies: activating a ruleset replaces the rules alone. */
function rulesPartOf(tag: string): string {
  return tag.replace(/^("\d+-[0-9a-f]{16})-[0-9a-f]{8}"$/, '$1"');
}

/**
 * Whether `If-Match` names the tag (RFC 9110, 13.1.1): a list of tags. The comparison is the strong one, so a weak tag
 * (`W/"…"`) never matches, and `*` names none. The settings of proxies make no difference.
 */
export function ifMatchHolds(ifMatch: string, etag: string): boolean {
  return tagsOf(ifMatch).some((tag) => rulesPartOf(tag) === rulesPartOf(etag));
}

/** Whether `If-None-Match` names the tag (RFC 9110, 13.1.2), by the weak comparison: `W/` makes no difference. */
export function ifNoneMatchNames(ifNoneMatch: string, etag: string): boolean {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Our tags contain no comma, so splitting at commas is safe: a foreign tag with a comma matches nothing. */
function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim());
}
