import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockHistoryShared } from './add-history.ts';
import { MAX_DAY_EXECUTIONS } from './capped-counter.ts';
import { lockImports } from './imports.ts';

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
export function forgetImport(ctx: Context, workspace: string, source: string, by: Author): Promise<ForgottenImport> {
  return ctx.db.transaction(async (tx) => {
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
      `WITH gone AS (DELETE FROM history_days WHERE workspace_id = $1 AND source = $2 RETURNING calls)
       SELECT coalesce(least(sum(calls), ${MAX_DAY_EXECUTIONS}), 0)::bigint AS calls FROM gone`,
      [workspace, source],
    );
    const executions = rows[0]?.calls ?? 0;
    // Makes the next sweep due now instead of tomorrow.
    await tx.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [workspace]);
    const details = { source, executions };
    await appendAudit(tx, workspace, [{ at: ctx.now(), type: 'history.forgotten', ...by, details }]);
    return { source, executions };
    // No limit: if it were split into pieces, a simulation could see a part of the import.
  }, 'none');
}
