import type { z } from 'zod';
import { type ActiveRuleset, LIMITS, type rulesetsQuerySchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { activeRuleset } from './active.ts';
import { findVersion, type RulesetVersion, VERSION_COLUMNS, type VersionRow, versionOf } from './rows.ts';

/** The largest version that the integer column can hold. */
const MAX_VERSION = 2 ** 31 - 1;

/**
 * Lists all versions of the ruleset, newest first, without their files.
 * Raises ProblemError `workspace_not_found`, and `field_invalid` for an invalid cursor.
 */
export async function listRulesets(
  ctx: Context,
  workspace: string,
  { cursor, limit = LIMITS.defaultPageItems, from, to }: z.output<typeof rulesetsQuerySchema>,
): Promise<{ readonly items: RulesetVersion[]; readonly next: string | undefined }> {
  await activeRuleset(ctx, workspace);
  const { rows } = await ctx.db.query<VersionRow>(
    `SELECT ${VERSION_COLUMNS} FROM rulesets
     WHERE workspace_id = $1 AND version < $2
       AND ($4::timestamptz IS NULL OR activated_at >= $4) AND ($5::timestamptz IS NULL OR activated_at < $5)
     ORDER BY version DESC
     LIMIT $3`,
    [
      workspace,
      cursor === undefined ? MAX_VERSION : versionIn(cursor),
      limit + 1,
      from ? new Date(from) : null,
      to ? new Date(to) : null,
    ],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map((row) => versionOf(workspace, row)), next: last && String(last.version) };
}

function versionIn(cursor: string): number {
  const version = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (version <= MAX_VERSION) return version;
  throw new ProblemError(
    'field_invalid',
    '`cursor` is not a cursor of this list; use the `next` of a page, or leave it out',
  );
}

/** One version with its files. Raises ProblemError `workspace_not_found`, `version_not_found`. */
export async function readRulesetVersion(ctx: Context, workspace: string, version: number): Promise<ActiveRuleset> {
  const active = await activeRuleset(ctx, workspace);
  if (active.version === version) return active;
  // Versions above the newest do not exist, and may exceed the integer column.
  const found = version < active.version ? await findVersion(ctx.db, workspace, version) : undefined;
  if (found) return found;
  throw new ProblemError(
    'version_not_found',
    `the workspace \`${workspace}\` has no ruleset version ${version}; the newest is ${active.version}`,
  );
}
