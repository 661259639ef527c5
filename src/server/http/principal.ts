import { type Actor, type ApiScope, type CallEntry, LIMITS } from '../../contract/index.ts';
import type { ReadContext } from '../context/types.ts';
import { findKey, type KnownKey } from '../keys/find-key.ts';
import { scopeMissing, stateRefusal } from '../keys/key-refusal.ts';
import { isConfirmed, actorOf as personOf, readSession, type SignedIn } from '../people/sessions.ts';
import { ProblemError } from '../problems/error.ts';
import { type Bearer, sessionUnknown } from './bearer.ts';
import { workspaceNotFound } from './requests/read-body.ts';

/** A valid API key. */
export interface KeyPrincipal {
  readonly kind: 'key';
  readonly key: KnownKey;
}

/** A signed-in user. */
export interface UserPrincipal {
  readonly kind: 'person';
  readonly token: string;
  readonly session: SignedIn;
}

export type Principal = KeyPrincipal | UserPrincipal;

/**
 * Identifies the caller. Raises ProblemError `key_unknown`, `key_revoked`, `key_expired` or `session_unknown`.
 */
export async function identify(ctx: ReadContext, bearer: Bearer): Promise<Principal> {
  if (bearer.kind === 'session') {
    const session = await readSession(ctx, bearer.token);
    if (!session) throw sessionUnknown();
    return { kind: 'person', token: bearer.token, session };
  }
  const key = await findKey(ctx, bearer.secret);
  if (!key)
    throw new ProblemError(
      'key_unknown',
      'there is no such API key; check that it was copied completely, or ask an owner or admin of the workspace for a new one',
    );
  const refusal = stateRefusal(key.state);
  if (refusal) throw refusal;
  return { kind: 'key', key };
}

/**
 * Checks that the caller is allowed to make the call, before the body is read. `workspace`: the one in the path.
 * Raises ProblemError `session_needed`, `key_needed`, `scope_missing`, `workspace_not_found`, `role_missing` or
 * `confirmation_needed`, in this order: checks that do not depend on a workspace come first.
 */
export function authorize(entry: CallEntry, known: Principal, workspace: string | undefined, now: Date): void {
  if (known.kind === 'key') return authorizeKey(entry.scope, known.key, workspace);
  authorizePerson(entry, known.session, workspace);
  if (entry.confirmed && !isConfirmed(known.session, now))
    throw new ProblemError(
      'confirmation_needed',
      `this change needs a sign-in that is at most ${LIMITS.confirmMinutes} minutes old; confirm it and try again`,
      { confirmBy: known.session.confirmBy },
    );
}

function authorizeKey(scope: ApiScope | undefined, key: KnownKey, workspace: string | undefined): void {
  if (scope === undefined)
    throw new ProblemError('session_needed', 'an API key cannot make this call; sign in, and send the session token');
  if (!key.scopes.has(scope)) throw scopeMissing(scope);
  if (workspace !== undefined && workspace !== key.workspace) throw workspaceNotFound();
}

function authorizePerson(entry: CallEntry, { workspaces }: SignedIn, workspace: string | undefined): void {
  if (entry.session === 'needed') return;
  if (entry.roles === undefined)
    throw new ProblemError('key_needed', 'only an API key can make this call; send one instead of the session token');
  const role = workspaces.find(({ id }) => id === workspace)?.role;
  if (role === undefined) throw workspaceNotFound();
  if (!entry.roles.includes(role)) {
    const needed = entry.roles.map((each) => `\`${each}\``).join(', ');
    throw new ProblemError(
      'role_missing',
      `your role in the workspace is \`${role}\`; this call needs one of ${needed}`,
    );
  }
}

/** The principal as an actor, for the audit trail. */
export function actorOf(known: Principal): Actor {
  return known.kind === 'key' ? { kind: 'key', id: known.key.id, name: known.key.name } : personOf(known.session);
}

/** `databaseId` of the key. */
export function databaseIdOf(known: Principal): string | undefined {
  return known.kind === 'key' ? known.key.databaseId : undefined;
}
