import type { z } from 'zod';
import type { Actor, acceptInvitationSchema, shownInvitationSchema, signedInSchema } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import type { Queryable } from '../store/database.ts';
import { closeInvitation, detailsOf, type InvitationRow, invitationOf } from './invitations.ts';
import { memberIn } from './members.ts';
import { checkPassword } from './password.ts';
import { ALL_PASSWORDS, mayUsePassword, type PasswordPolicy, passwordsOff } from './password-policy.ts';
import { newToken } from './session-token.ts';
import { readSession, type SignedIn } from './sessions.ts';
import { insertSession, type Origin } from './sign-in.ts';
import { checkName, findUser, insertUser, newUser } from './users.ts';

/** The invitation of a token. Raises ProblemError `invitation_invalid`. */
export async function readInvitation(ctx: Context, token: string): Promise<z.output<typeof shownInvitationSchema>> {
  const row = await invitationOf(ctx.db, token, ctx.now());
  return {
    workspace: { id: row.workspace_id, name: row.workspace_name },
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at.toISOString(),
    hasAccount: (await findUser(ctx.db, row.email)) !== undefined,
  };
}

/**
 * Accepts an invitation with a new account, and signs the user in.
 * Raises ProblemError `invitation_invalid`, `passwords_off`, `account_exists`, `field_invalid`.
 */
export async function acceptInvitation(
  ctx: Context,
  { token, name, password }: z.output<typeof acceptInvitationSchema>,
  origin: Origin,
  policy: PasswordPolicy = ALL_PASSWORDS,
): Promise<z.output<typeof signedInSchema> & { readonly token: string }> {
  const { email } = await invitationOf(ctx.db, token, ctx.now());
  if (!mayUsePassword(policy, email)) throw passwordsOff();
  if (await findUser(ctx.db, email)) throw accountExists();
  if (name !== undefined) checkField('/name', () => checkName(name));
  checkField('/password', () => checkPassword(password));
  const user = await newUser(ctx, { email, name, password }).catch(refuseTaken);
  const session = newToken();
  const { requestId } = origin;
  const actor: Actor = { kind: 'user', id: user.id, name: user.email };
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const invitation = await lockedInvitation(tx, token, at);
    await insertUser(tx, user).catch(refuseTaken);
    await joinInvited(tx, invitation, user.id, { actor, requestId }, at);
    await insertSession(tx, { user: user.id, token: session, at, origin });
    await appendAudit(tx, invitation.workspace_id, [
      { at, type: 'session.created', actor, requestId, details: { address: origin.address } },
    ]);
  });
  return { ...(await sessionOf(ctx, session)), token: session };
}

/**
 * Accepts an invitation with the account that is signed in, which must have the address of the invitation.
 * Raises ProblemError `invitation_invalid`, `invitation_for_another`, `member_exists`.
 */
export async function joinWorkspace(
  ctx: Context,
  { user }: Pick<SignedIn, 'user'>,
  token: string,
  session: string,
  by: Author,
): Promise<SignedIn> {
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const invitation = await lockedInvitation(tx, token, at);
    await by.reauthorize?.(tx);
    if ((await findUser(tx, invitation.email))?.id !== user.id)
      throw new ProblemError(
        'invitation_for_another',
        `the invitation is for \`${invitation.email}\`; sign in with that address`,
      );
    // While the user is locked, they cannot be disabled.
    await tx.query('SELECT id FROM users WHERE id = $1 FOR SHARE', [user.id]);
    await joinInvited(tx, invitation, user.id, by, at);
  });
  return sessionOf(ctx, session);
}

/** Locks the workspace of the invitation, and reads the invitation again: another request may have used it. */
async function lockedInvitation(tx: Queryable, token: string, now: Date): Promise<InvitationRow> {
  const { workspace_id } = await invitationOf(tx, token, now);
  await lockWorkspaces(tx, [workspace_id]);
  return invitationOf(tx, token, now);
}

/** Makes a user a member by an invitation. The workspace must be locked. */
export async function joinInvited(
  tx: Queryable,
  invitation: InvitationRow,
  user: string,
  by: Author,
  at: Date,
): Promise<void> {
  const { id, workspace_id: workspace, email, role } = invitation;
  if (await memberIn(tx, workspace, user))
    throw new ProblemError('member_exists', 'you are already a member of the workspace');
  await tx.query('INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, $3)', [workspace, user, role]);
  await closeInvitation(tx, id, at);
  await appendAudit(tx, workspace, [
    { at, type: 'invitation.accepted', ...by, details: { ...detailsOf(invitation), invitedBy: invitation.created_by } },
    { at, type: 'member.set', ...by, details: { user, email, role } },
  ]);
}

async function sessionOf(ctx: Context, token: string): Promise<SignedIn> {
  const session = await readSession(ctx, token);
  if (!session) throw new ProblemError('session_unknown', 'the session has ended; sign in again');
  return session;
}

/** A user with this address was created at the same time. */
function refuseTaken(error: unknown): never {
  throw error instanceof ConfigError ? accountExists() : error;
}

function accountExists(): ProblemError {
  return new ProblemError('account_exists', 'the e-mail address already has an account; sign in, then join');
}
