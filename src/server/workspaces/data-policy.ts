import { type ChangeDataPolicy, type DataPolicy, QUERY_TEXTS } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';

interface PolicyRow {
  readonly retention_days: number;
  readonly grace_days: number;
  readonly query_text: DataPolicy['queryText'];
  readonly texts_due: boolean;
  readonly lowered_to: number | null;
  readonly lowered_from: string | null;
}

const DAY = 24 * 60 * 60 * 1000;

/** The current data policy. Raises ProblemError `workspace_not_found`. */
export async function readDataPolicy(ctx: Context, workspace: string): Promise<DataPolicy> {
  return policyIn(ctx.db, workspace, dayOf(ctx.now()), '');
}

/**
 * Changes the data policy; settings that are not given stay. A lower retention takes effect after the grace period that
 * was in force before the change; a higher one takes effect at once and cancels a pending lower one. The next sweep
 * removes texts that the new policy does not allow.
 * Raises ProblemError `workspace_not_found`.
 */
export async function changeDataPolicy(
  ctx: Context,
  workspace: string,
  change: ChangeDataPolicy,
  { actor, requestId, reauthorize }: Author,
): Promise<DataPolicy> {
  const at = ctx.now();
  const today = dayOf(at);
  return ctx.db.transaction(async (tx) => {
    const before = await policyIn(tx, workspace, today, 'FOR NO KEY UPDATE');
    await reauthorize?.(tx);
    const after = policyAfter(before, change, today);
    await tx.query('UPDATE workspaces SET grace_days = $2, query_text = $3, texts_due = $4 WHERE id = $1', [
      workspace,
      after.graceDays,
      after.queryText,
      after.textsDue ?? false,
    ]);
    // Otherwise keep a lowered retention that is due: the sweep applies it.
    if (change.retentionDays !== undefined)
      await tx.query(
        'UPDATE workspaces SET retention_days = $2, lowered_to = $3, lowered_from = $4::date WHERE id = $1',
        [workspace, after.retentionDays, after.lowered?.to ?? null, after.lowered?.from ?? null],
      );
    const details = { before: auditedPolicy(before), after: auditedPolicy(after) };
    if (JSON.stringify(details.before) !== JSON.stringify(details.after))
      await appendAudit(tx, workspace, [{ at, type: 'data_policy.changed', actor, requestId, details }]);
    return after;
  });
}

/** The policy after a change. */
export function policyAfter(before: DataPolicy, change: ChangeDataPolicy, today: string): DataPolicy {
  return {
    ...before,
    graceDays: change.graceDays ?? before.graceDays,
    ...textsAfter(before, change.queryText ?? before.queryText),
    ...(change.retentionDays !== undefined && retentionAfter(before, change.retentionDays, today)),
  };
}

/** A stricter policy makes texts due for removal; texts that are already due stay due, unless the policy is `full`. */
function textsAfter(
  before: DataPolicy,
  queryText: DataPolicy['queryText'],
): Pick<DataPolicy, 'queryText' | 'textsDue'> {
  const less = QUERY_TEXTS.indexOf(queryText) < QUERY_TEXTS.indexOf(before.queryText);
  return { queryText, textsDue: less ? true : queryText === 'full' ? undefined : before.textsDue };
}

/**
 * The retention after a change to `days`. If a lower retention is already pending, and `days` is higher than that but
 * still lower than the current one, the announced date stays.
 */
function retentionAfter(
  before: DataPolicy,
  days: number,
  today: string,
): Pick<DataPolicy, 'retentionDays' | 'lowered'> {
  if (days >= before.retentionDays) return { retentionDays: days, lowered: undefined };
  if (before.lowered && before.lowered.to <= days)
    return { retentionDays: before.retentionDays, lowered: { to: days, from: before.lowered.from } };
  if (before.graceDays === 0) return { retentionDays: days, lowered: undefined };
  const from = dayOf(new Date(Date.parse(today) + before.graceDays * DAY));
  return { retentionDays: before.retentionDays, lowered: { to: days, from } };
}

async function policyIn(
  db: Queryable,
  workspace: string,
  today: string,
  lock: '' | 'FOR NO KEY UPDATE',
): Promise<DataPolicy> {
  const { rows } = await db.query<PolicyRow>(
    `SELECT retention_days, grace_days, query_text, texts_due, lowered_to, lowered_from FROM workspaces WHERE id = $1 ${lock}`,
    [workspace],
  );
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  const lowered =
    row.lowered_to !== null && row.lowered_from !== null ? { to: row.lowered_to, from: row.lowered_from } : undefined;
  const inForce = lowered !== undefined && lowered.from <= today;
  return {
    workspace,
    retentionDays: inForce ? lowered.to : row.retention_days,
    graceDays: row.grace_days,
    queryText: row.query_text,
    lowered: inForce ? undefined : lowered,
    textsDue: row.texts_due ? true : undefined,
  };
}

/** The policy in the form of the audit trail. */
function auditedPolicy({
  retentionDays,
  graceDays,
  queryText,
  lowered,
}: DataPolicy): Omit<DataPolicy, 'workspace' | 'textsDue'> {
  return { retentionDays, graceDays, queryText, lowered };
}
