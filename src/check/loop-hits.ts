import { counted } from '../model/index.ts';
import type { Hit } from '../rules/index.ts';

/** Hits of a loop that are listed one by one. */
const MAX_LISTED = 3;

/**
 * Makes one hit of those that SQL in a loop has for each name that it goes through: the names stand in the SQL at the place
 * that the hit shows.
 */
export function foldLoops(hits: readonly Hit[]): readonly Hit[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const { rule, verdict, exemption, operation } = hit;
    if (operation.place !== 'dynamic') continue;
    const key = JSON.stringify([rule.id, verdict, exemption?.reason, operation.span.start, operation.kind]);
    const group = groups.get(key) ?? [];
    group.push(hit);
    groups.set(key, group);
  }
  const folded = new Map<Hit, Hit | undefined>();
  for (const group of groups.values()) {
    const [first, ...others] = group;
    const names = new Set(group.map((hit) => hit.operation.target.text));
    if (!first || group.length <= MAX_LISTED || names.size < group.length) continue;
    const message = `${first.message}; the same for ${counted(others.length, 'other name')} in this code`;
    folded.set(first, { ...first, message });
    for (const other of others) folded.set(other, undefined);
  }
  return folded.size === 0 ? hits : hits.flatMap((hit) => (folded.has(hit) ? (folded.get(hit) ?? []) : hit));
}
