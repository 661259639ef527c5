import { type Actor, CALLS, isCiToken } from '../../contract/index.ts';
import type { ReadContext } from '../context/types.ts';
import { findKey, type KnownKey } from '../keys/find-key.ts';
import { stateRefusal } from '../keys/key-refusal.ts';
import { actorOf as personOf, readSession, type SignedIn } from '../people/sessions.ts';
import { ProblemError } from '../problems/error.ts';
import { findToken } from '../trusts/find-token.ts';
import { type Bearer, sessionUnknown } from './bearer.ts';

/** A valid API key, or the token of a CI job. */
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
 * Identifies the caller. Raises ProblemError `key_unknown`, `key_revoked`, `key_expired`, `token_unknown` or
 * `session_unknown`.
 */
export async function identify(ctx: ReadContext, bearer: Bearer): Promise<Principal> {
  if (bearer.kind === 'session') {
    const session = await readSession(ctx, bearer.token);
    if (!session) throw sessionUnknown();
    return { kind: 'person', token: bearer.token, session };
  }
  if (isCiToken(bearer.secret)) {
    const token = await findToken(ctx, bearer.secret);
    if (token) return { kind: 'key', key: token };
    throw new ProblemError(
      'token_unknown',
      'the token of the CI job is unknown or has expired, or its trust was removed; exchange the identity token of the job again',
    );
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

/** The principal as an actor, for the audit trail. */
export function actorOf(known: Principal): Actor {
  return known.kind === 'key'
    ? { kind: known.key.kind, id: known.key.id, name: known.key.name }
    : personOf(known.session);
}

/** `databaseId` of the key. */
export function databaseIdOf(known: Principal): string | undefined {
  return known.kind === 'key' ? known.key.databaseId : undefined;
}

/** Whether a signed-in user can read the recorded queries of a workspace. */
export function readsTraffic({ session }: UserPrincipal, workspace: string): boolean {
  const role = session.workspaces.find(({ id }) => id === workspace)?.role;
  return role !== undefined && CALLS.listQueries.roles.some((each) => each === role);
}
