import { changePassword, renameAccount } from '../../people/account.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../../people/own-sessions.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const account: Pick<
  Handlers,
  'renameAccount' | 'changePassword' | 'listSessions' | 'revokeSession' | 'revokeOtherSessions'
> = {
  renameAccount: async ({ ctx }, call) => ({
    body: await renameAccount(ctx, call.principal.session.user.email, call.body.name, authorOf(call)),
  }),
  changePassword: async ({ ctx }, call) => {
    const { principal, requestId, address } = call;
    const { email } = principal.session.user;
    await changePassword(ctx, email, principal.token, call.body, authorOf(call), { requestId, address });
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
};
