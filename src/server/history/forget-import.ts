import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockHistoryShared } from './add-history.ts';
import { MAX_DAY_EXECUTIONS } from './capped-counter.ts';
import { lockImports } from './imports.ts';
import { deleteGivenUp, giveUp } from './pending-imports.ts';

/** What was removed from the history. */
export interface ForgottenImport {
  /** `imp_…`. */
  readonly source: string;
  readonly executions: number;
}

/**
 * Removes an imported snapshot completely from the history of a workspace. The next sweep deletes query shapes that
 * only it had.
 * Raises ConfigError if there is no such import; ProblemError `workspace_not_found`.
 */
export async function forgetImport(
  ctx: Context,
  workspace: string,
  source: string,
  by: Author,
): Promise<ForgottenImport> {
  const forgotten = await ctx.db.transaction(async (tx) => {
    await lockHistoryShared(tx, workspace);
    await lockImports(tx, workspace);
    const { count } = await tx.query('DELETE FROM history_sources WHERE workspace_id = $1 AND source = $2', [
      workspace,
      source,
    ]);
    if (count === 0)
      throw new ConfigError(
        `the history of \`${workspace}\` has no import \`${source}\`; \`querygate admin history list --workspace ${workspace}\` lists the imports`,
      );
    const { rows } = await tx.query<{ calls: number }>(
      `SELECT coalesce(least(sum(calls), ${MAX_DAY_EXECUTIONS}), 0)::bigint AS calls FROM history_days
       WHERE workspace_id = $1 AND source = $2`,
      [workspace, source],
    );
    const executions = rows[0]?.calls ?? 0;
    // Makes the next sweep due now instead of tomorrow.
    await tx.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [workspace]);
    const details = { source, executions };
    await appendAudit(tx, workspace, [{ at: ctx.now(), type: 'history.forgotten', ...by, details }]);
    await giveUp(tx, workspace, source, ctx.now());
    return { source, executions };
  }, 'bulk');
  await deleteGivenUp(ctx.db, workspace, ctx.now());
  return forgotten;
}
