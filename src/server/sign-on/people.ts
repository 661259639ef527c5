import type { Actor } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId, randomText } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { joinInvited } from '../people/accept-invitation.ts';
import { invitationByHash } from '../people/invitations.ts';
import { hashPassword } from '../people/password.ts';
import { newToken } from '../people/session-token.ts';
import { insertSession, type Origin } from '../people/sign-in.ts';
import { checkName, findUser, insertUser, membershipsOf, type UserRow } from '../people/users.ts';
import type { Queryable } from '../store/database.ts';
import type { Identity } from './provider.ts';
import { SignOnRefused } from './refused.ts';

/** Signs in the user of an identity, and returns the token of the session. Raises SignOnRefused. */
export async function signInIdentity(ctx: Context, identity: Identity, origin: Origin): Promise<string> {
  const at = ctx.now();
  const token = newToken();
  const { requestId, address } = origin;
  await ctx.db.transaction(async (tx) => {
    const id = await userOf(tx, identity);
    if (id === undefined) throw new SignOnRefused('not_invited');
    const workspaces = (await membershipsOf(tx, { id })).map((each) => each.id);
    await lockWorkspaces(tx, workspaces);
    const { rows } = await tx.query<{ email: string }>(
      'SELECT email FROM users WHERE id = $1 AND disabled_at IS NULL FOR SHARE',
      [id],
    );
    const [user] = rows;
    if (!user) throw new SignOnRefused('sign_on_refused');
    await insertSession(tx, id, token, at, origin, true);
    const actor: Actor = { kind: 'user', id, name: user.email };
    for (const workspace of workspaces)
      await appendAudit(tx, workspace, [
        { at, type: 'session.created', actor, requestId, details: { address, by: 'sign_on' } },
      ]);
  });
  return token;
}

/**
 * Accepts an invitation with a new account for the identity, signs the user in, and returns the token of the session. An
 * address that has an account already is refused: whoever made the invitation could otherwise take the account over.
 * Raises SignOnRefused, and ProblemError `invitation_invalid`.
 */
export async function acceptWithIdentity(
  ctx: Context,
  invitationHash: Uint8Array,
  identity: Identity,
  origin: Origin,
): Promise<string> {
  const { email, workspace_id } = await invitationByHash(ctx.db, invitationHash, ctx.now());
  if (!identity.emailVerified || identity.email?.toLowerCase() !== email.toLowerCase())
    throw new SignOnRefused('invitation_for_another');
  const user: UserRow = {
    id: newId('user'),
    email,
    name: nameOf(identity.name) ?? email,
    // Nobody knows it: the user signs in at the provider.
    password: await hashPassword(randomText(43)),
    created_at: ctx.now(),
    disabled_at: null,
  };
  const actor: Actor = { kind: 'user', id: user.id, name: email };
  const { requestId, address } = origin;
  const token = newToken();
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    await lockWorkspaces(tx, [workspace_id]);
    const invitation = await invitationByHash(tx, invitationHash, at);
    if ((await userOf(tx, identity)) !== undefined || (await findUser(tx, email)))
      throw new SignOnRefused('account_exists');
    await insertUser(tx, user);
    const { count } = await tx.query(
      `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (issuer, subject) DO NOTHING`,
      [identity.issuer, identity.subject, user.id, at],
    );
    if (count === 0) throw new SignOnRefused('account_exists');
    await joinInvited(tx, invitation, user.id, { actor, requestId }, at);
    await insertSession(tx, user.id, token, at, origin, true);
    await appendAudit(tx, workspace_id, [
      { at, type: 'session.created', actor, requestId, details: { address, by: 'sign_on' } },
    ]);
  });
  return token;
}

/** Confirms a session of the user of an identity. Raises SignOnRefused. */
export async function confirmByIdentity(
  { db, now }: Context,
  session: Uint8Array,
  identity: Identity,
  since: Date,
): Promise<void> {
  const { signedInAt } = identity;
  if (!signedInAt || signedInAt.getTime() < since.getTime() - CLOCK_SKEW) throw new SignOnRefused('sign_on_refused');
  const { count } = await db.query(
    `UPDATE sessions SET confirmed_at = $4 WHERE token_hash = $1 AND expires_at > $4 AND user_id =
       (SELECT user_id FROM identities WHERE issuer = $2 AND subject = $3)`,
    [session, identity.issuer, identity.subject, now()],
  );
  if (count === 0) throw new SignOnRefused('sign_on_refused');
}

/** Milliseconds that the clock of the provider may be behind. */
const CLOCK_SKEW = 30_000;

async function userOf(tx: Queryable, { issuer, subject }: Identity): Promise<string | undefined> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2',
    [issuer, subject],
  );
  return rows[0]?.user_id;
}

function nameOf(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : checkName(name);
  } catch {
    return undefined;
  }
}
