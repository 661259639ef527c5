import type { z } from 'zod';
import type { Actor, identitiesSchema } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { mayUsePassword, type PasswordPolicy } from '../people/password-policy.ts';
import { changeUser, findUser, membershipsOf, type UserRow } from '../people/users.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import type { Identity } from './provider.ts';
import { SignOnRefused } from './refused.ts';

/** The public id of an identity. It does not reveal the account at the provider. */
const ID = `'idn_' || encode(substring(sha256(convert_to(issuer || ' ' || subject, 'UTF8')) FROM 1 FOR 16), 'hex')`;

export type IdentifiedUser = Pick<UserRow, 'id' | 'email' | 'disabled_at'>;

/** The user of an identity. */
export async function userOf(
  tx: Queryable,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<IdentifiedUser | undefined> {
  const { rows } = await tx.query<IdentifiedUser>(
    `SELECT u.id, u.email, u.disabled_at FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject],
  );
  return rows[0];
}

/** The user of a session that has not expired. */
export async function userOfSession(
  tx: Queryable,
  session: Uint8Array | undefined,
  now: Date,
): Promise<IdentifiedUser | undefined> {
  const { rows } = await tx.query<IdentifiedUser>(
    `SELECT u.id, u.email, u.disabled_at FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.token_hash = $1 AND s.expires_at > $2 AND u.disabled_at IS NULL`,
    [session ?? null, now],
  );
  return rows[0];
}

/** Connects an identity to a user. False if it is already connected to any user. */
export async function addIdentity(
  tx: Queryable,
  { issuer, subject }: Identity,
  user: string,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.query(
    `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (issuer, subject) DO NOTHING`,
    [issuer, subject, user, at],
  );
  return count > 0;
}

/** Connects an identity to the account of a session. Raises SignOnRefused `sign_on_expired`, `identity_taken`. */
export async function connectIdentity(
  { db, now }: Context,
  session: Uint8Array,
  identity: Identity,
  { address, requestId }: { readonly address: string; readonly requestId?: string | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now();
    const user = await userOfSession(tx, session, at);
    if (!user) throw new SignOnRefused('sign_on_expired');
    const workspaces = (await membershipsOf(tx, user)).map(({ id }) => id);
    await lockWorkspaces(tx, workspaces);
    if (!(await addIdentity(tx, identity, user.id, at))) {
      if ((await userOf(tx, identity))?.id !== user.id) throw new SignOnRefused('identity_taken');
      return;
    }
    const actor: Actor = { kind: 'user', id: user.id, name: user.email };
    const details = { user: user.id, email: user.email, issuer: identity.issuer, address };
    for (const workspace of workspaces)
      await appendAudit(tx, workspace, [{ at, type: 'user.identity_connected', actor, requestId, details }]);
  });
}

/** How a user can sign in: with a password, and with which identities. */
export async function listIdentities(
  { db }: Context,
  email: string,
  policy: PasswordPolicy,
): Promise<z.input<typeof identitiesSchema>> {
  const user = await findUser(db, email);
  const { rows } = await db.query<{ id: string; issuer: string; created_at: Date; last_used_at: Date | null }>(
    `SELECT ${ID} AS id, issuer, created_at, last_used_at FROM identities WHERE user_id = $1 ORDER BY created_at, id`,
    [user?.id],
  );
  return {
    password: user?.password != null && mayUsePassword(policy, user.email),
    items: rows.map((row) => ({
      id: row.id,
      issuer: row.issuer,
      connectedAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString(),
    })),
  };
}

/**
 * Disconnects an identity from the account of the signed-in user, and ends their other sessions that the provider
 * opened. The current one remains, and is confirmed with the password. Raises ProblemError `identity_not_found`, and
 * `last_sign_in` if it is the only way for the user to sign in.
 */
export async function disconnectIdentity(
  ctx: Context,
  {
    email,
    session,
    id,
    policy,
    by,
  }: {
    readonly email: string;
    /** Hash of the token of the current session. */
    readonly session: Uint8Array;
    readonly id: string;
    readonly policy: PasswordPolicy;
    readonly by: Author;
  },
): Promise<void> {
  await changeUser(ctx, email, 'user.identity_disconnected', by, async (tx, user) => {
    await by.reauthorize?.(tx);
    const { count } = await tx.query(`DELETE FROM identities WHERE user_id = $1 AND ${ID} = $2`, [user.id, id]);
    if (count === 0)
      throw new ProblemError('identity_not_found', 'your account is not connected to this identity; reload the page');
    const { rows: left } = await tx.query('SELECT 1 FROM identities WHERE user_id = $1 LIMIT 1', [user.id]);
    const byPassword = user.password !== null && mayUsePassword(policy, user.email);
    if (left.length === 0 && !byPassword)
      throw new ProblemError('last_sign_in', 'this is your only way to sign in; connect another identity first');
    await tx.query('DELETE FROM sessions WHERE user_id = $1 AND sign_on AND token_hash <> $2', [user.id, session]);
    if (byPassword) await tx.query('UPDATE sessions SET sign_on = false WHERE token_hash = $1', [session]);
    return user;
  });
}
