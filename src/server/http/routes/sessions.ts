import { signOut } from '../../people/sessions.ts';
import { signIn } from '../../people/sign-in.ts';
import type { Handlers } from '../handler.ts';

export const sessions: Pick<Handlers, 'signIn' | 'readSession' | 'signOut'> = {
  signIn: async ({ ctx }, { body, requestId, address, header }) => ({
    body: await signIn(ctx, body, { requestId, address, agent: header('user-agent') }),
  }),
  readSession: async (_, { principal }) => ({ body: principal.session }),
  signOut: async ({ ctx }, { principal, requestId }) => {
    await signOut(ctx, principal.token, { requestId });
    return { body: undefined };
  },
};
