import type { ChangeDataPolicy, PolicyPreview } from '../../contract/index.ts';
import { TRAFFIC } from '../audit/kinds.ts';
import { type Context, dayOf } from '../context/types.ts';
import { firstRetainedDay } from '../history/retention-start.ts';
import { policyAfter, readDataPolicy } from '../workspaces/data-policy.ts';

type Deleted = PolicyPreview['deletes'][number];

/** SQL that counts what has a time before `$2` and not before `$3`, and gives the oldest. */
const BY_TIME: readonly (readonly [what: Deleted['what'], table: string, column: string])[] = [
  ['queries', 'queries', 'at'],
  ['queries', 'traffic_entries', 'at'],
  ['flows', 'query_flows', 'last_minute'],
  ['dryRuns', 'dry_runs', 'at'],
  ['simulations', 'simulations', 'finished_at'],
  ['proxies', 'proxies', 'received_at'],
];

/**
 * What a change of the data policy would delete, besides what the policy in force deletes anyway. Nothing is changed.
 * Raises ProblemError `workspace_not_found`.
 */
export async function previewDataPolicy(
  ctx: Context,
  workspace: string,
  change: ChangeDataPolicy,
): Promise<PolicyPreview> {
  const before = await readDataPolicy(ctx, workspace);
  const now = ctx.now();
  const policy = policyAfter(before, change, dayOf(now));
  const days = Math.min(change.retentionDays ?? before.retentionDays, policy.retentionDays);
  const [from, present] = [firstRetainedDay(now, days), firstRetainedDay(now, before.retentionDays)];
  const deletes: Deleted[] = [];
  const add = (what: Deleted['what'], found: Counted | undefined, calls?: number) => {
    if (!found || found.count === 0) return;
    const oldest = found.oldest?.toISOString();
    const at = deletes.findIndex((each) => each.what === what);
    const known = deletes[at];
    if (!known) deletes.push({ what, count: found.count, calls, oldest });
    else deletes[at] = { ...known, count: known.count + found.count, oldest: [known.oldest, oldest].sort()[0] };
  };
  if (from > present) {
    for (const [what, table, column] of BY_TIME)
      add(what, await byTime(ctx, workspace, { table, column }, from, present));
    const history = await historyDays(ctx, workspace, from, present);
    add('historyDays', history, history?.calls);
  }
  if (from > present) add('auditEntries', await traffic(ctx, workspace, from, present));
  for (const [what, found] of await texts(ctx, workspace, before.queryText, policy.queryText)) add(what, found);
  const shorter = from > present;
  return { policy, from, deletedOn: shorter ? (policy.lowered?.from ?? dayOf(now)) : undefined, deletes };
}

interface Counted {
  readonly count: number;
  readonly oldest: Date | null;
}

async function byTime(
  { db }: Context,
  workspace: string,
  { table, column }: { readonly table: string; readonly column: string },
  from: string,
  present: string,
): Promise<Counted | undefined> {
  const { rows } = await db.query<Counted>(
    `SELECT count(*) AS count, min(${column}) AS oldest FROM ${table}
     WHERE workspace_id = $1 AND ${column} < ($2 || 'T00:00:00Z')::timestamptz
       AND ${column} >= ($3 || 'T00:00:00Z')::timestamptz`,
    [workspace, from, present],
  );
  return rows[0];
}

async function historyDays({ db }: Context, workspace: string, from: string, present: string) {
  const { rows } = await db.query<Counted & { calls: number }>(
    `SELECT count(*) AS count, min(day)::timestamptz AS oldest, coalesce(least(sum(calls), $4), 0)::bigint AS calls
     FROM history_days WHERE workspace_id = $1 AND day <> '' AND day < $2 AND day >= $3`,
    [workspace, from, present, Number.MAX_SAFE_INTEGER],
  );
  return rows[0];
}

/** Entries of traffic in the audit trail. */
async function traffic(
  { db }: Context,
  workspace: string,
  from: string,
  present: string,
): Promise<Counted | undefined> {
  const { rows } = await db.query<Counted>(
    `SELECT count(*) AS count, min(at) AS oldest FROM (
       SELECT at FROM audit_events WHERE workspace_id = $1 AND type = ANY ($4::text[])
       UNION ALL SELECT at FROM traffic_entries WHERE workspace_id = $1
     ) AS e WHERE at < ($2 || 'T00:00:00Z')::timestamptz AND at >= ($3 || 'T00:00:00Z')::timestamptz`,
    [workspace, from, present, [...TRAFFIC]],
  );
  return rows[0];
}

/** Texts that the new policy does not allow. */
async function texts(
  { db }: Context,
  workspace: string,
  before: PolicyPreview['policy']['queryText'],
  after: PolicyPreview['policy']['queryText'],
): Promise<readonly (readonly [Deleted['what'], Counted | undefined])[]> {
  if (before === after || after === 'full') return [];
  const kinds = after === 'none' ? ['shape', 'full'] : ['full'];
  const { rows } = await db.query<Counted>(
    `SELECT count(*) AS count, min(at) AS oldest FROM (
       SELECT at FROM queries WHERE workspace_id = $1 AND text_kind = ANY ($2::text[])
       UNION ALL
       SELECT t.ran_at FROM traffic_entries t JOIN traffic_kinds k ON k.id = t.kind
       WHERE t.workspace_id = $1 AND k.text IS NOT NULL AND 'shape' = ANY ($2::text[])
     ) AS q`,
    [workspace, kinds],
  );
  if (after !== 'none') return [['queryTexts', rows[0]]];
  const shapes = await db.query<Counted>(
    'SELECT count(*) AS count, min(first_at) AS oldest FROM query_flows WHERE workspace_id = $1 AND shape IS NOT NULL',
    [workspace],
  );
  return [
    ['queryTexts', rows[0]],
    ['flowShapes', shapes.rows[0]],
  ];
}
