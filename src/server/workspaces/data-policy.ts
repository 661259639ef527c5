import { type ChangeDataPolicy, type DataPolicy, QUERY_TEXTS } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';
import { noWorkspace } from './active-ruleset.ts';

interface PolicyRow {
  readonly retention_days: number;
  readonly grace_days: number;
  readonly query_text: DataPolicy['queryText'];
  readonly texts_due: boolean;
  readonly lowered_to: number | null;
  readonly lowered_from: string | null;
}

const DAY = 24 * 60 * 60 * 1000;

/** The data policy as it is in force now. Raises ProblemError `workspace_not_found`. */
export async function readDataPolicy(ctx: Context, workspace: string): Promise<DataPolicy> {
  return policyIn(ctx.db, workspace, dayOf(ctx.now()), '');
}

/**
 * Changes the data policy; what is left out stays. A lower retention deletes only after the days of grace, of those that were
 * in force before the change; a higher one holds at once, and calls off a lower one that is still to come. Texts that the new
 * policy does not allow are taken out by the next sweep.
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
    const after: DataPolicy = {
      ...before,
      graceDays: change.graceDays ?? before.graceDays,
      ...textsAfter(before, change.queryText ?? before.queryText),
      ...(change.retentionDays !== undefined && retentionAfter(before, change.retentionDays, today)),
    };
    await tx.query('UPDATE workspaces SET grace_days = $2, query_text = $3, texts_due = $4 WHERE id = $1', [
      workspace,
      after.graceDays,
      after.queryText,
      after.textsDue ?? false,
    ]);
    // Else a lowered retention whose day has come stays as it is, for the sweep that deletes by it.
    if (change.retentionDays !== undefined)
      await tx.query(
        'UPDATE workspaces SET retention_days = $2, lowered_to = $3, lowered_from = $4::date WHERE id = $1',
        [workspace, after.retentionDays, after.lowered?.to ?? null, after.lowered?.from ?? null],
      );
    const details = { before: told(before), after: told(after) };
    if (JSON.stringify(details.before) !== JSON.stringify(details.after))
      await appendAudit(tx, workspace, [{ at, type: 'data_policy.changed', actor, requestId, details }]);
    return after;
  });
}

/** Texts that the new policy does not allow are due to go, and those that are due stay so, unless it allows all. */
function textsAfter(
  before: DataPolicy,
  queryText: DataPolicy['queryText'],
): Pick<DataPolicy, 'queryText' | 'textsDue'> {
  const less = QUERY_TEXTS.indexOf(queryText) < QUERY_TEXTS.indexOf(before.queryText);
  return { queryText, textsDue: less ? true : queryText === 'full' ? undefined : before.textsDue };
}

/**
 * The retention once somebody asks for `days`. Those who asked for less before, and ask for more now, but still for less than
 * is in force, were told of the first day before: it stays.
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

/** As the audit trail has it. */
function told({
  retentionDays,
  graceDays,
  queryText,
  lowered,
}: DataPolicy): Omit<DataPolicy, 'workspace' | 'textsDue'> {
  return { retentionDays, graceDays, queryText, lowered };
}
