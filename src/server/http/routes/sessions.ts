import { confirmSession } from '../../people/account.ts';
import { invitationOf } from '../../people/invitations.ts';
import { signOut } from '../../people/sessions.ts';
import { signIn } from '../../people/sign-in.ts';
import { ProblemError } from '../../problems/error.ts';
import { SignOnRefused } from '../../sign-on/refused.ts';
import type { Purpose, StartedSignOn } from '../../sign-on/sign-on.ts';
import type { CallRequest, CallResponse, HandlerDeps, Handlers } from '../handler.ts';
import { checkSameOrigin, noSessionCookie, sessionCookie, signOnCookie } from '../session-cookie.ts';

export const sessions = {
  signIn: async (deps, call) => {
    refuseForeignCookie(deps, call);
    return opened(await signIn(deps.ctx, call.body, originOf(call), deps.passwords), call.body);
  },
  readSession: async (_, { principal }) => ({ body: principal.session }),
  confirmSession: async ({ ctx, passwords }, call) => {
    const { session, token } = call.principal;
    const { password } = call.body;
    const { email } = session.user;
    await confirmSession(ctx, { email, token, password, origin: originOf(call), policy: passwords });
    return { body: undefined };
  },
  signOut: async ({ ctx }, { principal, requestId }) => {
    await signOut(ctx, principal.token, { requestId });
    return { body: undefined, headers: { 'set-cookie': noSessionCookie() } };
  },
  readSignInMethods: async ({ signOn, passwords }) => ({
    body: { password: passwords.on, signOn: signOn && { label: signOn.label } },
  }),
  readSetUp: async ({ ctx, setUp }) => ({ body: { needed: await setUp.needed(ctx) } }),
  setUp: async (deps, call) => {
    refuseForeignCookie(deps, call);
    return opened(await deps.setUp.run(deps.ctx, deps.engine, call.body, originOf(call)), call.body);
  },
  beginSignOn: async (deps, call) => {
    // It sets a cookie: another site must not begin a sign-on in a browser.
    refuseForeignCookie(deps, { ...call, body: { cookie: true } });
    const { return: to, invitation } = call.body;
    return signOnStarted(await begin(deps, { to, invitation }));
  },
} satisfies Partial<Handlers>;

/** Begins a sign-on. Raises ProblemError `sign_on_off`, `sign_on_unavailable`, `invitation_invalid`. */
export async function begin({ ctx, signOn }: HandlerDeps, purpose: Purpose): Promise<StartedSignOn> {
  if (!signOn) throw new ProblemError('sign_on_off', 'the service has no identity provider; sign in with a password');
  if (purpose.invitation !== undefined) await invitationOf(ctx.db, purpose.invitation, ctx.now());
  try {
    return await signOn.begin(purpose);
  } catch (error) {
    if (!(error instanceof SignOnRefused)) throw error;
    throw new ProblemError('sign_on_unavailable', 'the identity provider does not answer; try again later', {}, 10);
  }
}

/** Answers with the page of the provider, and with the cookie that the browser needs when it comes back. */
export function signOnStarted({ url, cookie }: StartedSignOn) {
  return { body: { url: url.href }, headers: { 'set-cookie': signOnCookie(cookie) } };
}

type OpenCall = CallRequest<'signIn' | 'setUp' | 'acceptInvitation'>;

/** Origin of a request, for the record of its session. */
export function originOf({
  requestId,
  address,
  header,
}: Pick<CallRequest<'signIn'>, 'requestId' | 'address' | 'header'>) {
  return { requestId, address, agent: header('user-agent') };
}

/** Another site must not sign a browser in: the user's actions would be recorded under that site's account. */
export function refuseForeignCookie(
  { publicOrigin }: HandlerDeps,
  { body, header }: Pick<OpenCall, 'header'> & { readonly body: { readonly cookie?: boolean | undefined } },
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
