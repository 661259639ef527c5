import { createHash } from 'node:crypto';
import { randomText } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import type { Challenge } from './provider.ts';

const COOKIE_LENGTH = 43;
/** Minutes that a user has at the provider. */
export const ATTEMPT_MINUTES = 10;

/** A sign-on that a browser has begun. */
export interface Attempt extends Challenge {
  readonly returnTo: string;
  /** Hash of the session that is confirmed, or to whose account the identity is connected. */
  readonly session: Uint8Array | undefined;
  readonly connects: boolean;
  /** Hash of the invitation that is accepted. */
  readonly invitation: Uint8Array | undefined;
  readonly createdAt: Date;
}

/** Stores an attempt, and returns what only the browser that began it has. */
export async function storeAttempt({ db, now }: Context, attempt: Omit<Attempt, 'createdAt'>): Promise<string> {
  const at = now();
  const cookie = randomText(COOKIE_LENGTH);
  const { state, nonce, verifier, returnTo, session, connects, invitation } = attempt;
  await db.query('DELETE FROM sign_ons WHERE expires_at <= $1', [at]);
  await db.query(
    `INSERT INTO sign_ons (cookie_hash, state, nonce, verifier, return_to, session_hash, invitation_hash, connects, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      hashOf(cookie),
      state,
      nonce,
      verifier,
      returnTo,
      session ?? null,
      invitation ?? null,
      connects,
      at,
      new Date(at.getTime() + ATTEMPT_MINUTES * 60_000),
    ],
  );
  return cookie;
}

/** Takes an attempt out of the store: it can be finished once, by the browser that began it. */
export async function takeAttempt({ db, now }: Context, cookie: string, state: string): Promise<Attempt | undefined> {
  const { rows } = await db.query<{
    nonce: string;
    verifier: string;
    return_to: string;
    session_hash: Uint8Array | null;
    invitation_hash: Uint8Array | null;
    connects: boolean;
    created_at: Date;
  }>(
    `DELETE FROM sign_ons WHERE cookie_hash = $1 AND state = $2 AND expires_at > $3
     RETURNING nonce, verifier, return_to, session_hash, invitation_hash, connects, created_at`,
    [hashOf(cookie), state, now()],
  );
  const [row] = rows;
  return (
    row && {
      state,
      nonce: row.nonce,
      verifier: row.verifier,
      returnTo: row.return_to,
      session: row.session_hash ?? undefined,
      connects: row.connects,
      invitation: row.invitation_hash ?? undefined,
      createdAt: row.created_at,
    }
  );
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
