import type { ApiScope } from '../../contract/index.ts';
import { scopeMissing, stateRefusal } from '../keys/key-refusal.ts';
import { type KeyRow, scopesOf, stateOf } from '../keys/key-row.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { StaleRuleset } from '../workspaces/active-ruleset.ts';

/** What must still hold when a record is written, since it was only remembered before. */
export interface RecordCheck {
  /** Id of the key. */
  readonly key: string;
  readonly scope: ApiScope;
  /** The version that judged; undefined if nothing was judged. */
  readonly ruleset: number | undefined;
}

/** The records that must not be written, with the reason. Records without `check` pass. */
export async function refusedRecords<R extends { readonly check?: RecordCheck | undefined }>(
  tx: Queryable,
  workspace: string,
  records: readonly R[],
  now: Date,
): Promise<ReadonlyMap<R, ProblemError | StaleRuleset>> {
  const refused = new Map<R, ProblemError | StaleRuleset>();
  const keys = [...new Set(records.flatMap(({ check }) => check?.key ?? []))];
  if (keys.length === 0) return refused;
  const { rows } = await tx.query<
    Pick<KeyRow, 'id' | 'scopes' | 'expires_at' | 'expired_at' | 'revoked_at'> & { active_version: number }
  >(
    `SELECT k.id, k.scopes, k.expires_at, k.expired_at, k.revoked_at, w.active_version
     FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
     WHERE k.id = ANY ($2::text[]) AND k.workspace_id = $1`,
    [workspace, keys],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const record of records) {
    const { check } = record;
    if (!check) continue;
    const row = known.get(check.key);
    const refusal = row ? refusalOf(row, check, now) : keyGone();
    if (refusal) refused.set(record, refusal);
    else if (check.ruleset !== undefined && check.ruleset !== row?.active_version)
      refused.set(record, new StaleRuleset());
  }
  return refused;
}

function refusalOf(
  row: Pick<KeyRow, 'scopes' | 'expires_at' | 'expired_at' | 'revoked_at'>,
  { scope }: RecordCheck,
  now: Date,
): ProblemError | undefined {
  return stateRefusal(stateOf(row, now)) ?? (scopesOf(row).includes(scope) ? undefined : scopeMissing(scope));
}

function keyGone(): ProblemError {
  return new ProblemError('key_unknown', 'there is no such API key any more; ask an owner or admin for a new one');
}
