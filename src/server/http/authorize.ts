import { type CallEntry, LIMITS } from '../../contract/index.ts';
import type { KnownKey } from '../keys/find-key.ts';
import { scopeMissing } from '../keys/key-refusal.ts';
import { isConfirmed, type SignedIn } from '../people/sessions.ts';
import { ProblemError } from '../problems/error.ts';
import type { Principal } from './principal.ts';
import { workspaceNotFound } from './requests/read-body.ts';

/** What decides who may make a call, before its body is read. */
export interface AuthorizedCall {
  readonly entry: Pick<CallEntry, 'scope' | 'roles' | 'session' | 'confirmed'>;
  /** The workspace in the path. */
  readonly workspace: string | undefined;
  readonly now: Date;
}

/**
 * Why the caller is not allowed to make the call; undefined if they are. The refusals are `session_needed`,
 * `key_needed`, `scope_missing`, `workspace_not_found`, `role_missing` and `confirmation_needed`, in this order: checks
 * that do not depend on a workspace come first. Calls without authentication (`session: 'none'`) have no caller to ask
 * about.
 */
export function authorize(call: AuthorizedCall, principal: Principal): ProblemError | undefined {
  if (principal.kind === 'key') return keyRefusal(call.entry.scope, principal.key, call.workspace);
  return userRefusal(call, principal.session) ?? confirmationRefusal(call, principal.session);
}

function keyRefusal(
  scope: AuthorizedCall['entry']['scope'],
  key: KnownKey,
  workspace: string | undefined,
): ProblemError | undefined {
  if (scope === undefined)
    return new ProblemError('session_needed', 'an API key cannot make this call; sign in, and send the session token');
  if (scope !== 'any' && !key.scopes.has(scope)) return scopeMissing(scope);
  return workspace === undefined || workspace === key.workspace ? undefined : workspaceNotFound();
}

function userRefusal({ entry, workspace }: AuthorizedCall, { workspaces }: SignedIn): ProblemError | undefined {
  if (entry.session === 'needed') return undefined;
  if (entry.roles === undefined)
    return new ProblemError('key_needed', 'only an API key can make this call; send one instead of the session token');
  const role = workspaces.find(({ id }) => id === workspace)?.role;
  if (role === undefined) return workspaceNotFound();
  if (entry.roles.includes(role)) return undefined;
  const needed = entry.roles.map((each) => `\`${each}\``).join(', ');
  return new ProblemError(
    'role_missing',
    `your role in the workspace is \`${role}\`; this call needs one of ${needed}`,
  );
}

function confirmationRefusal({ entry, now }: AuthorizedCall, session: SignedIn): ProblemError | undefined {
  if (!entry.confirmed || isConfirmed(session, now)) return undefined;
  return new ProblemError(
    'confirmation_needed',
    `this change needs a sign-in that is at most ${LIMITS.confirmMinutes} minutes old; confirm it and try again`,
    { confirmBy: session.confirmBy },
  );
}
