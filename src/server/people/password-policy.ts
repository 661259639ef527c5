import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import { findUser, membershipsOf } from './users.ts';

/** Which users can sign in with a password. */
export interface PasswordPolicy {
  /** False: only the emergency owner. */
  readonly on: boolean;
  /** E-mail address of the user whose password always works. */
  readonly emergencyOwner: string | undefined;
}

export const ALL_PASSWORDS: PasswordPolicy = { on: true, emergencyOwner: undefined };

/** Whether the user with this e-mail address may use a password. */
export function mayUsePassword({ on, emergencyOwner }: PasswordPolicy, email: string | undefined): boolean {
  return on || (email !== undefined && email.toLowerCase() === emergencyOwner?.toLowerCase());
}

/** The refusal of a password, whether it is right or wrong: it must not reveal who the emergency owner is. */
export function passwordsOff(): ProblemError {
  return new ProblemError(
    'passwords_off',
    'passwords are switched off; sign in with the identity provider (only the emergency owner has a password, and this address or password is not theirs)',
  );
}

/**
 * Ends the sessions that were opened with a password that no longer works: they could not be confirmed, and switching
 * passwords off is meant to end them. Returns how many.
 */
export async function endPasswordSessions(ctx: Context, policy: PasswordPolicy): Promise<number> {
  if (policy.on) return 0;
  const at = ctx.now();
  const { rows } = await ctx.db.query<{ id: string; email: string }>(
    `SELECT id, email FROM users u WHERE lower(email) <> lower($1)
       AND EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND NOT s.sign_on) ORDER BY id`,
    [policy.emergencyOwner ?? ''],
  );
  let ended = 0;
  for (const user of rows)
    await ctx.db.transaction(async (tx) => {
      const workspaces = (await membershipsOf(tx, user)).map(({ id }) => id);
      await lockWorkspaces(tx, workspaces);
      const { count } = await tx.query('DELETE FROM sessions WHERE user_id = $1 AND NOT sign_on', [user.id]);
      ended += count;
      if (count === 0) return;
      const actor = { kind: 'service', id: undefined, name: 'querygate' } as const;
      const details = { user: user.id, email: user.email, sessions: count, reason: 'passwords were switched off' };
      for (const workspace of workspaces)
        await appendAudit(tx, workspace, [{ at, type: 'session.ended', actor, requestId: undefined, details }]);
    });
  return ended;
}

/** Why the emergency owner could not sign in or act in an emergency; undefined if they could, or if none is set. */
export async function emergencyProblem(ctx: Context, { on, emergencyOwner }: PasswordPolicy) {
  if (on || emergencyOwner === undefined) return undefined;
  const user = await findUser(ctx.db, emergencyOwner);
  if (!user) return 'there is no such user';
  if (user.password === null) return 'the user has no password';
  if (user.disabled_at) return 'the user is disabled';
  const owns = (await membershipsOf(ctx.db, user)).some(({ role }) => role === 'owner');
  return owns ? undefined : 'the user is not an owner of a workspace';
}
