import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { tokenHash } from '../people/session-token.ts';
import { readSession } from '../people/sessions.ts';
import { ProblemError } from '../problems/error.ts';
import { ATTEMPT_MINUTES, storeAttempt, takeAttempt } from '../sign-on/attempts.ts';
import { acceptWithIdentity, confirmByIdentity, signInIdentity } from '../sign-on/people.ts';
import { createProvider, newChallenge } from '../sign-on/provider.ts';
import { SignOnRefused } from '../sign-on/refused.ts';
import type { SignOnSettings } from '../sign-on/settings.ts';
import type { RateLimits } from './rates.ts';
import { checkSameOrigin, cookieToken, sessionCookie } from './session-cookie.ts';

const START = '/auth/oidc/start';
const CALLBACK = '/auth/oidc/callback';
/** Binds a sign-on to the browser that began it. `Lax`: the provider's redirect comes from another site. */
const NAME = '__Host-querygate-sign-on';
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

interface SignOnDeps {
  readonly ctx: Context;
  readonly limits: RateLimits;
  readonly publicOrigin: string | undefined;
}

/** Routes of single sign-on by OpenID Connect. A browser opens them, so that refusals lead to the sign-in page. */
export function registerSignOn(app: FastifyInstance, settings: SignOnSettings, deps: SignOnDeps): void {
  const { ctx, limits, publicOrigin } = deps;
  const provider = createProvider(settings);
  const page = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    app.get(path, {
      onRequest: async (request) => {
        request.scope.route = path;
        await limits.signIn(request);
      },
      handler: async (request, reply) => {
        try {
          return await answer(request, reply);
        } catch (error) {
          const problem = problemOf(error);
          if (problem === undefined) throw error;
          return reply.redirect(`/sign-in?problem=${problem}`);
        }
      },
    });

  page(START, async (request, reply) => {
    const { return: to, confirm, invitation } = queryOf(request);
    const session = confirm === '1' ? await sessionToConfirm(request) : undefined;
    const challenge = newChallenge();
    const url = await provider.begin(challenge, session !== undefined).catch(() => {
      throw new SignOnRefused('sign_on_unavailable');
    });
    const cookie = await storeAttempt(ctx, {
      ...challenge,
      returnTo: pageOf(to),
      session,
      invitation: invitation === undefined ? undefined : createHash('sha256').update(invitation).digest(),
    });
    reply.header('set-cookie', signOnCookie(cookie, ATTEMPT_MINUTES * 60));
    return reply.redirect(url.href);
  });

  page(CALLBACK, async (request, reply) => {
    const cookie = parseCookie(request.headers.cookie ?? '')[NAME];
    const { state } = queryOf(request);
    const attempt = cookie && state ? await takeAttempt(ctx, cookie, state) : undefined;
    if (!attempt) throw new SignOnRefused('sign_on_expired');
    const identity = await provider.finish(request.url.slice(request.url.indexOf('?')), attempt).catch(() => {
      throw new SignOnRefused('sign_on_refused');
    });
    const cookies = [signOnCookie('', 0)];
    if (attempt.session) await confirmByIdentity(ctx, attempt.session, identity, attempt.createdAt);
    else {
      const origin = { requestId: request.id, address: request.ip, agent: request.headers['user-agent'] };
      const token = attempt.invitation
        ? await acceptWithIdentity(ctx, attempt.invitation, identity, origin)
        : await signInIdentity(ctx, identity, origin);
      const expires = new Date(ctx.now().getTime() + LIMITS.sessionHours * 60 * 60 * 1000);
      cookies.push(sessionCookie(token, expires.toISOString()));
    }
    return reply.header('set-cookie', cookies).redirect(attempt.returnTo);
  });

  async function sessionToConfirm({ headers, method }: FastifyRequest): Promise<Uint8Array> {
    const header = (name: string) => [headers[name]].flat()[0];
    checkSameOrigin({ method, header }, publicOrigin);
    const token = cookieToken(headers.cookie);
    if (token === undefined || !(await readSession(ctx, token))) throw new SignOnRefused('sign_on_expired');
    return tokenHash(token);
  }
}

function signOnCookie(value: string, maxAge: number): string {
  return stringifySetCookie({ name: NAME, value, ...ATTRIBUTES, maxAge });
}

/** A page of this service; anything else could lead to another site. */
function pageOf(to: string | undefined): string {
  return to !== undefined && to.length <= 2000 && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) ? to : '/';
}

function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(query as object).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts);
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof SignOnRefused) return error.problem;
  return error instanceof ProblemError && error.code === 'invitation_invalid' ? error.code : undefined;
}
