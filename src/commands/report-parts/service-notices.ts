import type { RulesetDrift } from '../../contract/index.ts';

/** Rules that a line names. */
const MAX_RULES = 20;
/** Two weeks. */
const KEY_WARNING = 14 * 24 * 60 * 60 * 1000;

/** What an answer of the service says of itself. */
export interface ServiceAnswer {
  readonly workspace: string;
  readonly ruleset: { readonly version: number };
  readonly drift?: RulesetDrift | undefined;
  /** When the key runs out, ISO 8601. */
  readonly keyExpires: string | undefined;
}

/**
 * What the workspace's active ruleset, the repository's own and the age of the key make worth saying.
 *
 * @param own where the repository's own ruleset is: `the base branch has`
 * @param consequence what a drift means for the job
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
      `the active ruleset of workspace \`${workspace}\` (version ${ruleset.version}) is not what ${own}${rules.length > 0 ? `: ${rules.join('; ')}` : ''}; ${consequence}`,
    );
  }
  const left = keyExpires === undefined ? undefined : Date.parse(keyExpires) - now.getTime();
  if (left !== undefined && left < KEY_WARNING)
    notices.push(`the API key runs out on ${keyExpires?.slice(0, 10)}: rotate it`);
  return notices;
}
