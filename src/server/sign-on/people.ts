import { domainToASCII } from 'node:url';
import type { Actor } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { joinInvited } from '../people/accept-invitation.ts';
import { checkEmail } from '../people/email.ts';
import { invitationByHash } from '../people/invitations.ts';
import { memberIn } from '../people/members.ts';
import { newToken } from '../people/session-token.ts';
import { auditFailure, insertSession, type NewSession, type Origin } from '../people/sign-in.ts';
import { checkName, findUser, insertUser, membershipsOf, type UserRow } from '../people/users.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { applyGroups, existingOf, rolesOf } from './groups.ts';
import { addIdentity, type IdentifiedUser, userOf } from './identities.ts';
import type { Identity } from './provider.ts';
import { SignOnRefused } from './refused.ts';
import type { GivenRole, SignOnSettings } from './settings.ts';

/**
 * Signs in the user of an identity, with the roles of their groups, and returns the token of the session. A person of
 * an allowed e-mail domain gets an account at their first sign-on. An account is never looked up by its e-mail address:
 * a user who can change addresses at the provider could otherwise take it over. Raises SignOnRefused.
 */
export async function signInIdentity(
  ctx: Context,
  settings: SignOnSettings,
  identity: Identity,
  origin: Origin,
): Promise<string> {
  const token = newToken();
  const known = await userOf(ctx.db, identity);
  if (known?.disabled_at) {
    await auditFailure(ctx, known, 'disabled', origin);
    throw new SignOnRefused('account_disabled');
  }
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const roles = rolesOf(settings.roles, identity.groups);
    const defaultRole = known ? undefined : settings.defaultRole;
    const before = known ? (await membershipsOf(tx, known)).map(({ id }) => id) : [];
    const wanted = [...before, ...roles.keys(), ...(defaultRole ? [defaultRole.workspace] : [])];
    await lockWorkspaces(tx, await existingOf(tx, wanted));
    const user = known ?? (await insertAllowed(tx, settings, identity, at));
    await tx.query('SELECT id FROM users WHERE id = $1 FOR SHARE', [user.id]);
    const current = await userOf(tx, identity);
    if (!current) throw new SignOnRefused('sign_on_refused');
    if (current.disabled_at) throw new SignOnRefused('account_disabled');
    await applyGroups(tx, roles, user, { at, requestId: origin.requestId });
    if (defaultRole) await giveDefault(tx, defaultRole, user, origin.requestId, at);
    const left = await openSession(tx, user, identity, { token, origin, at });
    if (!known && left === 0) throw new SignOnRefused('no_role');
  });
  return token;
}

/**
 * Accepts an invitation with a new account for the identity, signs the user in, and returns the token of the session.
 * An address that already has an account is refused: the author of the invitation could otherwise take the account
 * over. Raises SignOnRefused.
 */
export async function acceptWithIdentity(
  ctx: Context,
  settings: SignOnSettings,
  invitationHash: Uint8Array,
  identity: Identity,
  origin: Origin,
): Promise<string> {
  const token = newToken();
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const roles = rolesOf(settings.roles, identity.groups);
    const { workspace_id } = await invitationByHash(tx, invitationHash, at).catch(refuseInvitation);
    await lockWorkspaces(tx, await existingOf(tx, [workspace_id, ...roles.keys()]));
    const invitation = await invitationByHash(tx, invitationHash, at).catch(refuseInvitation);
    if (!identity.emailVerified || identity.email?.toLowerCase() !== invitation.email.toLowerCase())
      throw new SignOnRefused('invitation_for_another');
    const user = await insertPerson(tx, identity, invitation.email, at);
    const actor: Actor = { kind: 'user', id: user.id, name: user.email };
    await joinInvited(tx, invitation, user.id, { actor, requestId: origin.requestId }, at);
    await applyGroups(tx, roles, user, { at, requestId: origin.requestId });
    await openSession(tx, user, identity, { token, origin, at });
  });
  return token;
}

/** Creates the account of a person whose e-mail domain is allowed. Raises SignOnRefused. */
async function insertAllowed(
  tx: Queryable,
  { domains }: SignOnSettings,
  identity: Identity,
  at: Date,
): Promise<IdentifiedUser> {
  const email = addressOf(identity.email);
  const domain = domainToASCII(email?.slice(email.lastIndexOf('@') + 1) ?? '');
  if (email === undefined || !domains.includes(domain)) throw new SignOnRefused('not_invited');
  if (!identity.emailVerified) throw new SignOnRefused('email_unverified');
  return insertPerson(tx, identity, email, at);
}

/** Creates an account without a password. Raises SignOnRefused `account_exists`. */
async function insertPerson(tx: Queryable, identity: Identity, email: string, at: Date): Promise<UserRow> {
  if ((await userOf(tx, identity)) || (await findUser(tx, email))) throw new SignOnRefused('account_exists');
  const user: UserRow = {
    id: newId('user'),
    email,
    name: nameOf(identity.name) ?? email,
    password: null,
    created_at: at,
    disabled_at: null,
    sign_in_unlocked_at: null,
  };
  await insertUser(tx, user).catch((error: unknown) => {
    // Another sign-on made it meanwhile.
    throw error instanceof ConfigError ? new SignOnRefused('account_exists') : error;
  });
  if (!(await addIdentity(tx, identity, user.id, at))) throw new SignOnRefused('account_exists');
  return user;
}

/** Gives a new account the default role, unless groups gave one there. It stays until people change it. */
async function giveDefault(
  tx: Queryable,
  { workspace, role }: GivenRole,
  { id: user, email }: IdentifiedUser,
  requestId: string | undefined,
  at: Date,
): Promise<void> {
  const [known] = await existingOf(tx, [workspace]);
  if (known === undefined || (await memberIn(tx, workspace, user))) return;
  await tx.query('INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, $3)', [workspace, user, role]);
  const actor = { kind: 'service', id: undefined, name: 'querygate' } as const;
  const details = { user, email, role, from: 'domain' };
  await appendAudit(tx, workspace, [{ at, type: 'member.set', actor, requestId, details }]);
}

/** Opens a session, and returns the number of workspaces that the user is a member of. */
async function openSession(
  tx: Queryable,
  { id, email }: IdentifiedUser,
  { issuer, subject, signedInAt }: Identity,
  { token, origin, at }: Pick<NewSession, 'token' | 'origin' | 'at'>,
): Promise<number> {
  // The time of the sign-in at the provider: one of this morning does not allow changes now.
  const confirmedAt = signedInAt && signedInAt < at ? signedInAt : at;
  await insertSession(tx, { user: id, token, at, origin, signOn: { confirmedAt } });
  await tx.query('UPDATE identities SET last_used_at = $3 WHERE issuer = $1 AND subject = $2', [issuer, subject, at]);
  const { address, requestId } = origin;
  const actor: Actor = { kind: 'user', id, name: email };
  const workspaces = await membershipsOf(tx, { id });
  for (const workspace of workspaces)
    await appendAudit(tx, workspace.id, [
      { at, type: 'session.created', actor, requestId, details: { address, by: 'sign_on', issuer } },
    ]);
  return workspaces.length;
}

function addressOf(email: string | undefined): string | undefined {
  try {
    return email === undefined ? undefined : checkEmail(email);
  } catch {
    return undefined;
  }
}

/** Undefined for a name that is not valid here. */
function nameOf(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : checkName(name);
  } catch {
    return undefined;
  }
}

function refuseInvitation(error: unknown): never {
  const isInvalid = error instanceof ProblemError && error.code === 'invitation_invalid';
  throw isInvalid ? new SignOnRefused('invitation_invalid', { cause: error }) : error;
}
