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
 * Whether `If-Match` names the tag (RFC 9110, 13.1.1): a list of tags; `*` names none. The settings of proxies make no
 * difference. The standard demands the strong comparison here, so that two texts that differ are never mixed up. Our
 * tags name a version and its hash, and a proxy that compresses marks the tag, not the ruleset: without this, nothing
 * could be activated through such a proxy.
 */
export function ifMatchHolds(ifMatch: string, etag: string): boolean {
  return tagsOf(ifMatch).some((tag) => rulesPartOf(tag) === rulesPartOf(etag));
}

/** Whether `If-None-Match` names the tag (RFC 9110, 13.1.2), by the weak comparison. */
export function ifNoneMatchNames(ifNoneMatch: string, etag: string): boolean {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag === etag);
}

/**
 * The tags of a header, without the marks of proxies that compress: `W/` (nginx), `-gzip` (Apache) or `/gzip` at the end.
 * Our tags contain no comma, so splitting at commas is safe: a foreign tag with a comma matches nothing.
 */
function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\/(?=")/, '')
      .replace(/[-/](gzip|br|zstd|deflate)"$/, '"'),
  );
}
