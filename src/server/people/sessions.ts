import type { z } from 'zod';
import { type Actor, LIMITS, type Role, type sessionSchema } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Context, ReadContext } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import type { Queryable } from '../store/database.ts';
import { isToken, tokenHash } from './session-token.ts';
import { membershipsOf } from './users.ts';

/** The signed-in user, with their current role in each workspace. */
export type SignedIn = z.output<typeof sessionSchema>;

/** The signed-in user as an actor, for the audit trail. */
export function actorOf({ user }: Pick<SignedIn, 'user'>): Actor {
  return { kind: 'user', id: user.id, name: user.email };
}

/**
 * The session of a token; undefined if the token is unknown, expired or signed out, or the user is disabled. It reads
 * the store each time, so that disabling a user or removing a member takes effect with the next request.
 */
export async function readSession(ctx: ReadContext, token: string): Promise<SignedIn | undefined> {
  if (!isToken(token)) return undefined;
  return sessionOf(ctx.db, token, ctx.now());
}

async function sessionOf(tx: Queryable, token: string, now: Date): Promise<SignedIn | undefined> {
  const { rows } = await tx.query<{
    id: string;
    email: string;
    name: string;
    expires_at: Date;
    confirmed_at: Date;
    sign_on: boolean;
    workspaces: { id: string; name: string; role: Role }[];
  }>(
    `SELECT u.id, u.email, u.name, s.expires_at, coalesce(s.confirmed_at, s.created_at) AS confirmed_at, s.sign_on,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'role', m.role) ORDER BY w.id), '[]')
        FROM members m JOIN workspaces w ON w.id = m.workspace_id
        WHERE m.user_id = u.id AND m.disabled_at IS NULL) AS workspaces
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.token_hash = $1 AND s.expires_at > $2 AND coalesce(s.last_used_at, s.created_at) > $3
       AND u.disabled_at IS NULL`,
    [tokenHash(token), now, idleSince(now)],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { id, email, name, expires_at, confirmed_at, sign_on, workspaces } = row;
  return {
    user: { id, email, name },
    expiresAt: expires_at.toISOString(),
    confirmedAt: confirmed_at.toISOString(),
    confirmBy: sign_on ? 'sign_on' : 'password',
    workspaces,
  };
}

/** A session without a request since then has ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - LIMITS.sessionIdleMinutes * 60_000);
}

/** Whether the user proved recently enough who they are to change keys, rules or people. */
export function isConfirmed({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>, now: Date): boolean {
  return now.getTime() - Date.parse(confirmedAt) <= LIMITS.confirmMinutes * 60_000;
}

/** Records that a session was used. Writes at most once a minute. */
export async function touchSession(ctx: Context, token: string): Promise<void> {
  const now = ctx.now();
  await ctx.db.query(
    'UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1 AND coalesce(last_used_at, created_at) <= $3',
    [tokenHash(token), now, new Date(now.getTime() - 60_000)],
  );
}

/** Ends a session. A session that has already ended is ignored. `reason`: why the service ended it. */
export async function signOut(
  ctx: Context,
  token: string,
  { requestId, reason }: { readonly requestId?: string | undefined; readonly reason?: 'wrong_passwords' } = {},
): Promise<void> {
  if (!isToken(token)) return;
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const signedIn = await sessionOf(tx, token, at);
    const workspaces = signedIn ? (await membershipsOf(tx, signedIn.user)).map(({ id }) => id) : [];
    await lockWorkspaces(tx, workspaces);
    const { count } = await tx.query('DELETE FROM sessions WHERE token_hash = $1', [tokenHash(token)]);
    if (!signedIn || count === 0) return;
    const entry = {
      at,
      type: 'session.ended',
      actor: actorOf(signedIn),
      requestId,
      details: reason ? { reason } : {},
    } as const;
    for (const workspace of workspaces) await appendAudit(tx, workspace, [entry]);
  });
}
