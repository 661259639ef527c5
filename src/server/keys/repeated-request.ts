import { type CreatedKey, LIMITS } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { seal, unseal } from './sealed-answer.ts';

/** A request with an `Idempotency-Key`, which the client may repeat. */
export interface RepeatableRequest {
  readonly idempotencyKey: string;
  /** SHA-256 of the call and its body. */
  readonly hash: Uint8Array;
  /** The token of the session. The stored response can be read only with it. */
  readonly sessionToken: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Creates a key once for an `Idempotency-Key`; a repetition gets the same response. The response contains the secret of
 * the key, so it is stored for a few minutes only, encrypted so that the store alone cannot decrypt it. Call it in the
 * transaction of the change, after locking the workspace.
 * Raises ProblemError `idempotency_key_reused` for another request, `idempotency_key_used` if the response is gone or
 * belongs to another session.
 */
export async function createOnce(
  tx: Queryable,
  workspace: string,
  request: RepeatableRequest | undefined,
  now: Date,
  create: () => Promise<CreatedKey>,
): Promise<CreatedKey> {
  if (!request) return create();
  const { idempotencyKey, hash, sessionToken } = request;
  const purpose = `querygate key request ${workspace} ${idempotencyKey}`;
  const repeated = await findRequest(tx, workspace, request, now);
  if (repeated) {
    const isFresh = now.getTime() - repeated.created_at.getTime() < LIMITS.idempotencySecretMinutes * MINUTE;
    const text = isFresh && repeated.sealed ? unseal(repeated.sealed, sessionToken, purpose) : undefined;
    if (text !== undefined) return JSON.parse(text) as CreatedKey;
    throw new ProblemError(
      'idempotency_key_used',
      `the \`Idempotency-Key\` already created the key \`${repeated.key_id}\`, whose secret can no longer be shown; revoke that key, and send a new \`Idempotency-Key\``,
    );
  }
  const created = await create();
  await tx.query(
    `INSERT INTO key_requests (workspace_id, idempotency_key, request_hash, created_at, key_id, sealed)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, idempotency_key) DO UPDATE SET request_hash = excluded.request_hash,
       created_at = excluded.created_at, key_id = excluded.key_id, sealed = excluded.sealed`,
    [workspace, idempotencyKey, hash, now, created.key.id, seal(JSON.stringify(created), sessionToken, purpose)],
  );
  return created;
}

interface StoredRequest {
  readonly request_hash: Uint8Array;
  readonly created_at: Date;
  readonly key_id: string;
  readonly sealed: Uint8Array | null;
}

/** The earlier request with the same `Idempotency-Key`, while it is remembered. Raises ProblemError. */
async function findRequest(
  tx: Queryable,
  workspace: string,
  { idempotencyKey, hash }: RepeatableRequest,
  now: Date,
): Promise<StoredRequest | undefined> {
  const { rows } = await tx.query<StoredRequest>(
    `SELECT request_hash, created_at, key_id, sealed FROM key_requests
     WHERE workspace_id = $1 AND idempotency_key = $2 AND created_at > $3`,
    [workspace, idempotencyKey, new Date(now.getTime() - LIMITS.idempotencyHours * HOUR)],
  );
  const [row] = rows;
  if (row && Buffer.compare(row.request_hash, hash) !== 0)
    throw new ProblemError(
      'idempotency_key_reused',
      `the \`Idempotency-Key\` was already used with another request (it created the key \`${row.key_id}\`); send a new key with a new request`,
    );
  return row;
}

/** Deletes responses, and later requests, that are no longer remembered. Returns the number of deleted requests. */
export async function forgetRequests(db: Queryable, now: Date): Promise<number> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.query('UPDATE key_requests SET sealed = NULL WHERE sealed IS NOT NULL AND created_at <= $1', [
    before(LIMITS.idempotencySecretMinutes * MINUTE),
  ]);
  const { count } = await db.query('DELETE FROM key_requests WHERE created_at <= $1', [
    before(LIMITS.idempotencyHours * HOUR),
  ]);
  return count;
}
