import { createHash } from 'node:crypto';
import { type Actor, type ApiKey, type ApiScope, isApiScope, type KeyState } from '../../contract/index.ts';

/** A row of `api_keys`, without the hash: nothing but the look-up of a key needs it. */
export interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly database_id: string | null;
  readonly ttl_days: number | null;
  readonly created_at: Date;
  readonly created_by: Actor;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly rotates: string | null;
}

export const KEY_COLUMNS =
  'id, workspace_id, name, scopes, database_id, ttl_days, created_at, created_by, expires_at, last_used_at, revoked_at, rotates';

const DAY = 24 * 60 * 60 * 1000;
/** A key that has been in use for longer is marked. */
const OLD_DAYS = 90;

/** SHA-256 of a key: all that the store has of it. */
export function keyHash(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Revoked for ever, else expired from the very instant on, else active. */
export function stateOf(row: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: Date): KeyState {
  if (row.revoked_at) return 'revoked';
  return row.expires_at && row.expires_at <= now ? 'expired' : 'active';
}

/** Days of 24 hours after the instant; null where there is no end. */
export function expiryOf(createdAt: Date, ttlDays: number | null): Date | null {
  return ttlDays === null ? null : new Date(createdAt.getTime() + ttlDays * DAY);
}

/** A scope that this version does not know allows nothing. */
export function scopesOf(row: Pick<KeyRow, 'scopes'>): ApiScope[] {
  return row.scopes.filter(isApiScope);
}

/** A rotation that has begun and is not confirmed. */
export type PendingRotation = NonNullable<ApiKey['rotation']>;

/** What is shown of a key at an instant. */
export function toApiKey(row: KeyRow, rotation: PendingRotation | undefined, now: Date): ApiKey {
  const state = stateOf(row, now);
  return {
    id: row.id,
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
