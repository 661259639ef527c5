import { confirmSession } from '../../people/account.ts';
import { signOut } from '../../people/sessions.ts';
import { signIn } from '../../people/sign-in.ts';
import type { CallRequest, CallResponse, HandlerDeps, Handlers } from '../handler.ts';
import { checkSameOrigin, noSessionCookie, sessionCookie } from '../session-cookie.ts';

export const sessions: Pick<
  Handlers,
  'signIn' | 'readSession' | 'confirmSession' | 'signOut' | 'readSignInMethods' | 'readSetUp' | 'setUp'
> = {
  signIn: async (deps, call) => {
    refuseForeignCookie(deps, call);
    return opened(await signIn(deps.ctx, call.body, originOf(call)), call.body);
  },
  readSession: async (_, { principal }) => ({ body: principal.session }),
  confirmSession: async ({ ctx }, call) => {
    const { session, token } = call.principal;
    await confirmSession(ctx, session.user.email, token, call.body.password, originOf(call));
    return { body: undefined };
  },
  signOut: async ({ ctx }, { principal, requestId }) => {
    await signOut(ctx, principal.token, { requestId });
    return { body: undefined, headers: { 'set-cookie': noSessionCookie() } };
  },
  readSignInMethods: async ({ signOn }) => ({
    body: { password: true, signOn: signOn && { label: signOn.label } },
  }),
  readSetUp: async ({ ctx, setUp }) => ({ body: { needed: await setUp.needed(ctx) } }),
  setUp: async (deps, call) => {
    refuseForeignCookie(deps, call);
    return opened(await deps.setUp.run(deps.ctx, deps.engine, call.body, originOf(call)), call.body);
  },
};

type OpenCall = CallRequest<'signIn' | 'setUp' | 'acceptInvitation'>;

/** Where the user of a request is. */
export function originOf({
  requestId,
  address,
  header,
}: Pick<CallRequest<'signIn'>, 'requestId' | 'address' | 'header'>) {
  return { requestId, address, agent: header('user-agent') };
}

/** Another site must not sign a browser in: what is done there would be recorded for that site's user. */
export function refuseForeignCookie(
  { publicOrigin }: HandlerDeps,
  { body, header }: Pick<OpenCall, 'body' | 'header'>,
): void {
  if (body.cookie) checkSameOrigin({ method: 'POST', header }, publicOrigin);
}

/** Answers with a new session: its token in the body, or as a cookie. */
export function opened<S extends { readonly token: string; readonly expiresAt: string }>(
  session: S,
  { cookie }: { readonly cookie?: boolean | undefined },
): { readonly body: S | Omit<S, 'token'>; readonly headers?: CallResponse<'signIn'>['headers'] } {
  if (!cookie) return { body: session };
  const { token, ...rest } = session;
  return { body: rest, headers: { 'set-cookie': sessionCookie(token, session.expiresAt) } };
}
