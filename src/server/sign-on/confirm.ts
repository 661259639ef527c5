import type { Actor } from '../../contract/index.ts';
import { appendAudit, type NewEntry } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { membershipsOf } from '../people/users.ts';
import type { Queryable } from '../store/database.ts';
import type { Attempt } from './attempts.ts';
import { applyGroups, existingOf, rolesOf } from './groups.ts';
import { type IdentifiedUser, userOf, userOfSession } from './identities.ts';
import type { Identity } from './provider.ts';
import { type SignOnProblem, SignOnRefused } from './refused.ts';
import type { SignOnSettings } from './settings.ts';

/** Milliseconds that the clock of the provider may be behind. */
const CLOCK_SKEW = 30_000;

/** Where a user confirms a session from. */
interface Origin {
  readonly requestId?: string | undefined;
  readonly address: string;
}

/**
 * Confirms a session by a new sign-in of its user at the provider, and applies their groups. Raises SignOnRefused
 * `sign_on_expired`, `sign_on_other`, `sign_on_old`.
 */
export async function confirmByIdentity(
  ctx: Context,
  settings: SignOnSettings,
  { session, createdAt }: Pick<Attempt, 'session' | 'createdAt'>,
  identity: Identity,
  origin: Origin,
): Promise<void> {
  const { signedInAt } = identity;
  const isOld = signedInAt ? signedInAt.getTime() < createdAt.getTime() - CLOCK_SKEW : settings.needsAuthTime;
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const user = await userOfSession(tx, session, at);
    if (!user) throw new SignOnRefused('sign_on_expired');
    if ((await userOf(tx, identity))?.id !== user.id) throw new SignOnRefused('sign_on_other');
    if (isOld) throw new SignOnRefused('sign_on_old');
    const roles = rolesOf(settings.roles, identity.groups);
    const before = (await membershipsOf(tx, user)).map(({ id }) => id);
    await lockWorkspaces(tx, await existingOf(tx, [...before, ...roles.keys()]));
    await tx.query('UPDATE sessions SET confirmed_at = $2 WHERE token_hash = $1', [session, at]);
    await applyGroups(tx, roles, user, { at, requestId: origin.requestId });
    await appendAll(tx, user, origin, { at, type: 'session.confirmed', details: { by: 'sign_on' } });
  });
}

/** Records a refused confirmation or connection in the workspaces of the session's user. */
export async function auditRefusal(
  ctx: Context,
  { session }: Pick<Attempt, 'session'>,
  problem: SignOnProblem,
  origin: Origin,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const user = await userOfSession(tx, session, at);
    if (!user) return;
    const workspaces = (await membershipsOf(tx, user)).map(({ id }) => id);
    await lockWorkspaces(tx, workspaces);
    await appendAll(tx, user, origin, { at, type: 'session.failed', details: { reason: problem, by: 'sign_on' } });
  });
}

/** Appends an entry to the audit trail of each workspace of the user. They must be locked. */
async function appendAll(
  tx: Queryable,
  user: IdentifiedUser,
  { requestId, address }: Origin,
  { at, type, details }: Pick<NewEntry, 'at' | 'type' | 'details'>,
): Promise<void> {
  const actor: Actor = { kind: 'user', id: user.id, name: user.email };
  for (const { id } of await membershipsOf(tx, user))
    await appendAudit(tx, id, [{ at, type, actor, requestId, details: { ...details, address } }]);
}
