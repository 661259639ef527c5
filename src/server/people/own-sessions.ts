import { LIMITS, type OwnSession } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import { readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { tokenHash } from './session-token.ts';
import { idleSince } from './sessions.ts';
import { membershipsOf } from './users.ts';

/** Bytes of the token's hash that identify a session: enough to be unique, and no help to find the token. */
const ID_BYTES = 16;
const ID = `'ses_' || encode(substring(token_hash FROM 1 FOR ${ID_BYTES}), 'hex')`;

/** The id of the session of a token. */
export function sessionId(token: string): string {
  return `ses_${Buffer.from(tokenHash(token)).toString('hex', 0, ID_BYTES)}`;
}

interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date;
  readonly address: string | null;
  readonly agent: string | null;
}

/** Lists the sessions of a user that have not ended, newest first. Raises ProblemError for a bad cursor. */
export async function listSessions(
  ctx: Context,
  user: string,
  token: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: OwnSession[]; readonly next: string | undefined }> {
  const now = ctx.now();
  const after = readTimeCursor(cursor);
  const { rows } = await ctx.db.query<SessionRow>(
    `SELECT * FROM (
       SELECT ${ID} AS id, created_at, last_used_at, expires_at, address, agent FROM sessions
       WHERE user_id = $1 AND expires_at > $2 AND coalesce(last_used_at, created_at) > $3
     ) AS s
     WHERE $4::timestamptz IS NULL OR created_at < $4 OR (created_at = $4 AND id > $5)
     ORDER BY created_at DESC, id LIMIT $6`,
    [user, now, idleSince(now), after?.at ?? null, after?.id ?? '', limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const current = sessionId(token);
  return {
    items: shown.map((row) => ({
      id: row.id,
      current: row.id === current,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: (row.last_used_at ?? row.created_at).toISOString(),
      expiresAt: row.expires_at.toISOString(),
      address: row.address ?? undefined,
      agent: row.agent ?? undefined,
    })),
    next: rows.length > limit && last ? writeTimeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

/** Ends one session of a user. Raises ProblemError `session_not_found`, also for a session of another user. */
export async function revokeSession(ctx: Context, user: string, id: string, by: Author): Promise<void> {
  const ended = await endSessions(ctx, user, `${ID} = $2`, [id], by);
  if (ended === 0) throw new ProblemError('session_not_found', 'you have no such session; it may have ended already');
}

/** Ends all sessions of a user but the one of the token. Returns how many. */
export async function revokeOtherSessions(ctx: Context, user: string, token: string, by: Author): Promise<number> {
  return endSessions(ctx, user, 'token_hash <> $2', [tokenHash(token)], by);
}

async function endSessions(
  ctx: Context,
  user: string,
  condition: string,
  parameters: readonly unknown[],
  by: Author,
): Promise<number> {
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const workspaces = (await membershipsOf(tx, { id: user })).map(({ id }) => id);
    await lockWorkspaces(tx, workspaces);
    await by.reauthorize?.(tx);
    const { count } = await tx.query(`DELETE FROM sessions WHERE user_id = $1 AND ${condition}`, [user, ...parameters]);
    if (count > 0)
      for (const workspace of workspaces)
        await appendAudit(tx, workspace, [{ at, type: 'session.ended', ...by, details: { user, sessions: count } }]);
    return count;
  });
}

/** Ends all sessions of a user but one, inside a transaction. */
export async function endOtherSessions(tx: Queryable, user: string, token: string): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2', [user, tokenHash(token)]);
}
