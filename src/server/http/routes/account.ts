import { changePassword, renameAccount } from '../../people/account.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../../people/own-sessions.ts';
import { tokenHash } from '../../people/session-token.ts';
import { disconnectIdentity, listIdentities } from '../../sign-on/identities.ts';
import { authorOf, type Handlers } from '../handler.ts';
import { begin, signOnStarted } from './sessions.ts';

export const account = {
  renameAccount: async ({ ctx }, call) => ({
    body: await renameAccount(ctx, call.principal.session.user.email, call.body.name, authorOf(call)),
  }),
  changePassword: async ({ ctx, passwords }, call) => {
    const { requestId, address } = call;
    const { session, token } = call.principal;
    await changePassword(ctx, {
      ...call.body,
      email: session.user.email,
      token,
      by: authorOf(call),
      origin: { requestId, address },
      policy: passwords,
    });
    return { body: undefined };
  },
  listIdentities: async ({ ctx, passwords }, { principal }) => ({
    body: await listIdentities(ctx, principal.session.user.email, passwords),
  }),
  connectIdentity: async (deps, call) => {
    const session = tokenHash(call.principal.token);
    return signOnStarted(await begin(deps, { to: call.body.return, session, connects: true }));
  },
  disconnectIdentity: async ({ ctx, passwords }, call) => {
    const { session, token } = call.principal;
    await disconnectIdentity(ctx, {
      email: session.user.email,
      session: tokenHash(token),
      id: call.parameters.identity,
      policy: passwords,
      by: authorOf(call),
    });
    return { body: undefined };
  },
  listSessions: async ({ ctx }, { principal, query }) => ({
    body: await listSessions(ctx, principal.session.user.id, principal.token, query),
  }),
  revokeSession: async ({ ctx }, call) => {
    await revokeSession(ctx, call.principal.session.user.id, call.parameters.session, authorOf(call));
    return { body: undefined };
  },
  revokeOtherSessions: async ({ ctx }, call) => ({
    body: {
      revoked: await revokeOtherSessions(ctx, call.principal.session.user.id, call.principal.token, authorOf(call)),
    },
  }),
} satisfies Partial<Handlers>;
