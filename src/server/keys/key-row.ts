import { type Actor, type ApiKey, type ApiScope, isApiScope, type KeyState } from '../../contract/index.ts';

/** A row of `api_keys` without the whole hash, which only the lookup of a key needs. */
export interface KeyRow {
  readonly id: string;
  /** The first eight hex digits of the hash. */
  readonly hash_prefix: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly database_id: string | null;
  readonly ttl_days: number | null;
  readonly created_at: Date;
  readonly created_by: Actor;
  readonly expires_at: Date | null;
  /** When it was first seen to have expired. */
  readonly expired_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly rotates: string | null;
}

export const KEY_COLUMNS =
  "id, left(encode(key_hash, 'hex'), 8) AS hash_prefix, workspace_id, name, scopes, database_id, ttl_days, created_at, created_by, expires_at, expired_at, last_used_at, revoked_at, rotates";

/** SQL that is true for keys that an actor made: by id, e-mail address or login name. */
export function madeBy(parameter: string): string {
  return `${parameter} IN (created_by->>'id', created_by->>'name')`;
}

const DAY = 24 * 60 * 60 * 1000;
/** Keys older than this are marked. */
const OLD_DAYS = 90;

/**
 * `revoked` is permanent and takes precedence; `expired` starts exactly at `expires_at`, and is permanent once a server
 * has seen it, whatever its clock says later.
 */
export function stateOf(row: Pick<KeyRow, 'revoked_at' | 'expires_at' | 'expired_at'>, now: Date): KeyState {
  if (row.revoked_at) return 'revoked';
  if (row.expired_at) return 'expired';
  return row.expires_at && row.expires_at <= now ? 'expired' : 'active';
}

/** The expiry after that many days of 24 hours; null for a key without expiry. */
export function expiryOf(createdAt: Date, ttlDays: number | null): Date | null {
  return ttlDays === null ? null : new Date(createdAt.getTime() + ttlDays * DAY);
}

/** Scopes that this version does not know are ignored. */
export function scopesOf(row: Pick<KeyRow, 'scopes'>): ApiScope[] {
  return row.scopes.filter(isApiScope);
}

/** A rotation that has started and is not yet confirmed. */
export type PendingRotation = NonNullable<ApiKey['rotation']>;

/** The public view of a key at the time `now`. */
export function toApiKey(row: KeyRow, rotation: PendingRotation | undefined, now: Date): ApiKey {
  const state = stateOf(row, now);
  return {
    id: row.id,
    hashPrefix: row.hash_prefix,
    workspace: row.workspace_id,
    name: row.name,
    scopes: scopesOf(row),
    databaseId: row.database_id ?? undefined,
    state,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    ttlDays: row.ttl_days ?? undefined,
    expiresAt: row.expires_at?.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString(),
    revokedAt: row.revoked_at?.toISOString(),
    old: state === 'active' && now.getTime() - row.created_at.getTime() > OLD_DAYS * DAY,
    rotates: row.rotates ?? undefined,
    rotation: state === 'revoked' ? undefined : rotation,
  };
}
