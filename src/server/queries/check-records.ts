import type { ApiScope, ProxySettings } from '../../contract/index.ts';
import { HISTORY_LOCK } from '../history/add-history.ts';
import { scopeMissing, stateRefusal } from '../keys/key-refusal.ts';
import { type KeyRow, scopesOf, stateOf } from '../keys/key-row.ts';
import { noWorkspace, ProblemError } from '../problems/error.ts';
import { StaleRuleset } from '../rulesets/active.ts';
import type { Queryable } from '../store/database.ts';

/** What must still hold when a record is written, since it was only remembered before. */
export interface RecordCheck {
  /** Id of the key. */
  readonly key: string;
  readonly scope: ApiScope;
  /** The version that judged; undefined if nothing was judged. */
  readonly ruleset: number | undefined;
}

/** What a workspace allows to be recorded now. */
export interface RecordRules<R> {
  /** The records that must not be written, with the reason. Records without `check` pass. */
  readonly refused: ReadonlyMap<R, ProblemError | StaleRuleset>;
  /** The texts that the data policy allows. */
  readonly queryText: ProxySettings['queryText'];
  /** Whether rows of the audit trail are narrow by now. */
  readonly narrow: boolean;
  /** Number of the last entry of the audit trail. */
  readonly sequence: number;
  /** Its time. */
  readonly at: Date | undefined;
}

type KeyState = Pick<KeyRow, 'scopes' | 'expires_at' | 'expired_at' | 'revoked_at'>;
type StateRow = KeyState & {
  readonly id: string | null;
  readonly active_version: number;
  readonly query_text: ProxySettings['queryText'];
  readonly narrow: boolean;
  readonly audit_sequence: number;
  readonly audit_at: Date | null;
};

const STATE = `w.active_version, w.query_text, w.audit_sequence, w.audit_at,
  (SELECT f.narrow_from <= $3::timestamptz FROM traffic_format f) AS narrow, k.id, k.scopes, k.expires_at, k.expired_at, k.revoked_at
  FROM workspaces w LEFT JOIN api_keys k ON k.workspace_id = w.id AND k.id = ANY ($2::text[]) WHERE w.id = $1`;

/**
 * Reads what must hold. `lock`: also locks the history shared (history/add-history.ts), in the same statement. A key can
 * be revoked, and a ruleset be activated, until the transaction holds the end of the audit chain, which every change of
 * them locks too: read again then. Raises ProblemError `workspace_not_found`.
 */
export async function recordRules<R extends { readonly check?: RecordCheck | undefined }>(
  tx: Queryable,
  workspace: string,
  records: readonly R[],
  { now, lock }: { readonly now: Date; readonly lock: boolean },
): Promise<RecordRules<R>> {
  const keys = [...new Set(records.flatMap(({ check }) => check?.key ?? []))];
  const { rows } = await tx.query<StateRow>(
    lock ? `SELECT pg_advisory_xact_lock_shared(${HISTORY_LOCK}, hashtext(w.id)), ${STATE}` : `SELECT ${STATE}`,
    [workspace, keys, now],
  );
  const [first] = rows;
  if (!first) throw noWorkspace(workspace);
  const known = new Map(rows.map((row) => [row.id, row]));
  const refused = new Map<R, ProblemError | StaleRuleset>();
  for (const record of records) {
    const { check } = record;
    if (!check) continue;
    const row = known.get(check.key);
    const refusal = row ? refusalOf(row, check, now) : keyGone();
    if (refusal) refused.set(record, refusal);
    else if (check.ruleset !== undefined && check.ruleset !== first.active_version)
      refused.set(record, new StaleRuleset());
  }
  const { query_text: queryText, narrow, audit_sequence: sequence, audit_at } = first;
  return { refused, queryText, narrow, sequence, at: audit_at ?? undefined };
}

function refusalOf(row: KeyState, { scope }: RecordCheck, now: Date): ProblemError | undefined {
  return stateRefusal(stateOf(row, now)) ?? (scopesOf(row).includes(scope) ? undefined : scopeMissing(scope));
}

function keyGone(): ProblemError {
  return new ProblemError('key_unknown', 'there is no such API key any more; ask an owner or admin for a new one');
}
