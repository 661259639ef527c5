import { type ActiveRuleset, LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { activeRuleset } from './active-ruleset.ts';
import { findVersion, type RulesetVersion, VERSION_COLUMNS, type VersionRow, versionOf } from './ruleset-rows.ts';

/** Versions that an integer of the store can be. */
const MOST_VERSION = 2 ** 31 - 1;

/**
 * Lists the rulesets that are or were active, newest first, without their files.
 * Raises ProblemError `workspace_not_found`, and `field_invalid` for a cursor that no list gave.
 */
export async function listRulesets(
  ctx: Context,
  workspace: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: RulesetVersion[]; readonly next: string | undefined }> {
  await activeRuleset(ctx, workspace);
  const { rows } = await ctx.db.query<VersionRow>(
    `SELECT ${VERSION_COLUMNS} FROM rulesets
     WHERE workspace_id = $1 AND version < $2
     ORDER BY version DESC
     LIMIT $3`,
    [workspace, cursor === undefined ? MOST_VERSION : versionIn(cursor), limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map((row) => versionOf(workspace, row)), next: last && String(last.version) };
}

function versionIn(cursor: string): number {
  const version = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (version <= MOST_VERSION) return version;
  throw new ProblemError('field_invalid', 'the `cursor` is none that a list gave; leave it out to begin anew');
}

/** One version with its files. Raises ProblemError `workspace_not_found`, `version_not_found`. */
export async function readRulesetVersion(ctx: Context, workspace: string, version: number): Promise<ActiveRuleset> {
  const active = await activeRuleset(ctx, workspace);
  if (active.version === version) return active;
  // Beyond the newest there is none, nor can the store ask for it.
  const found = version < active.version ? await findVersion(ctx.db, workspace, version) : undefined;
  if (found) return found;
  throw new ProblemError(
    'version_not_found',
    `the workspace \`${workspace}\` has no ruleset of version ${version}; the newest is ${active.version}`,
  );
}
