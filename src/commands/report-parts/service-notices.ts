import type { RulesetDrift } from '../../contract/index.ts';
import { DAY_MS } from '../../model/index.ts';

/** Maximum number of rules that one line names. */
const MAX_RULES = 20;
/** How long before its expiry a key is reported, in milliseconds: two weeks. */
const KEY_WARNING_MS = 14 * DAY_MS;

/** What every answer of the service contains. */
export interface ServiceAnswer {
  readonly workspace: string;
  readonly ruleset: { readonly version: number };
  readonly drift?: RulesetDrift | undefined;
  /** When the key expires, ISO 8601. */
  readonly keyExpires: string | undefined;
}

/**
 * Notices on a difference between the workspace's active ruleset and the repository's own, and on a key that expires
 * soon.
 *
 * @param own where the repository's own ruleset is: `the base branch`
 * @param consequence what a difference means for the job
 */
export function serviceNotices(
  { drift, ruleset, workspace, keyExpires }: ServiceAnswer,
  now: Date,
  { own, consequence }: { readonly own: string; readonly consequence: string },
): readonly string[] {
  const notices: string[] = [];
  if (drift && !drift.same) {
    const rules = drift.changes
      .slice(0, MAX_RULES)
      .map(({ rule, differences }) => `\`${rule}\` (${differences.join(', ')})`);
    const more = drift.changes.length - rules.length;
    if (more > 0) rules.push(`and ${more} more`);
    notices.push(
      `the active ruleset of workspace \`${workspace}\` (version ${ruleset.version}) differs from that of ${own}${rules.length > 0 ? `: ${rules.join('; ')}` : ''}; ${consequence}`,
    );
  }
  const left = keyExpires === undefined ? undefined : Date.parse(keyExpires) - now.getTime();
  if (left !== undefined && left < KEY_WARNING_MS)
    notices.push(`the API key expires on ${keyExpires?.slice(0, 10)}; rotate it`);
  return notices;
}
