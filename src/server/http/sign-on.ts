import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { tokenHash } from '../people/session-token.ts';
import { readSession } from '../people/sessions.ts';
import { type Attempt, takeAttempt } from '../sign-on/attempts.ts';
import { auditRefusal, confirmByIdentity } from '../sign-on/confirm.ts';
import { connectIdentity } from '../sign-on/identities.ts';
import { acceptWithIdentity, signInIdentity } from '../sign-on/people.ts';
import { SignOnRefused } from '../sign-on/refused.ts';
import { pageOf, type SignOn } from '../sign-on/sign-on.ts';
import { headerOf } from './authentication.ts';
import type { RateLimits } from './rates.ts';
import { safeError } from './safe-error.ts';
import {
  checkSameOrigin,
  cookieToken,
  noSignOnCookie,
  sessionCookie,
  signOnCookie,
  signOnOf,
} from './session-cookie.ts';

const START = '/auth/oidc/start';
const CALLBACK = '/auth/oidc/callback';

interface SignOnDeps {
  readonly ctx: Context;
  readonly limits: RateLimits;
  readonly publicOrigin: string | undefined;
}

/** Pages that show why a sign-on was refused, by the purpose of the sign-on. */
interface Refusals {
  readonly to: string;
  /** Name of the parameter with the problem. */
  readonly as: 'problem' | 'sign-on-problem';
}

/**
 * The pages of single sign-on by OpenID Connect. A browser opens them, so that refusals lead to pages of the dashboard:
 * the refusal of a confirmation to the page where the user was.
 */
export function registerSignOn(app: FastifyInstance, signOn: SignOn, deps: SignOnDeps): void {
  const { ctx, limits, publicOrigin } = deps;
  const page = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    app.get(path, {
      onRequest: async (request) => {
        request.scope.route = path;
        await limits.signIn(request);
      },
      handler: answer,
    });

  page(START, async (request, reply) => {
    const { return: to, confirm } = queryOf(request);
    const page = pageOf(to);
    const confirms = confirm === '1';
    try {
      const session = confirms ? await sessionToConfirm(request) : undefined;
      const { url, cookie } = await signOn.begin({ to: page, session });
      return reply.header('set-cookie', signOnCookie(cookie)).redirect(url.href);
    } catch (error) {
      return refuse(error, confirms ? { to: page, as: 'sign-on-problem' } : SIGN_IN, request, reply);
    }
  });

  page(CALLBACK, async (request, reply) => {
    const cookie = signOnOf(request.headers.cookie);
    const { state } = queryOf(request);
    const attempt = cookie && state ? await takeAttempt(ctx, cookie, state) : undefined;
    if (!attempt) return refuse(new SignOnRefused('sign_on_expired'), SIGN_IN, request, reply);
    reply.header('set-cookie', noSignOnCookie());
    try {
      const token = await finish(request, attempt);
      if (token !== undefined) {
        const expires = new Date(ctx.now().getTime() + LIMITS.sessionHours * 60 * 60 * 1000);
        reply.header('set-cookie', sessionCookie(token, expires.toISOString()));
      }
      return reply.redirect(attempt.returnTo);
    } catch (error) {
      if (attempt.session && error instanceof SignOnRefused)
        await auditRefusal(ctx, attempt, error.problem, originOf(request));
      return refuse(error, refusalsOf(attempt), request, reply);
    }
  });

  /** Returns the token of a new session; undefined if there is none. Raises SignOnRefused. */
  async function finish(request: FastifyRequest, attempt: Attempt): Promise<string | undefined> {
    const identity = await signOn.finish(request.url.slice(request.url.indexOf('?')), attempt);
    const { settings } = signOn;
    const origin = originOf(request);
    if (attempt.session && attempt.connects) await connectIdentity(ctx, attempt.session, identity, origin);
    else if (attempt.session) await confirmByIdentity(ctx, settings, attempt, identity, origin);
    else if (attempt.invitation) return acceptWithIdentity(ctx, settings, attempt.invitation, identity, origin);
    else return signInIdentity(ctx, settings, identity, origin);
    return undefined;
  }

  async function sessionToConfirm({ headers, method }: FastifyRequest): Promise<Uint8Array> {
    checkSameOrigin({ method, header: (name) => headerOf(headers, name) }, publicOrigin);
    const token = cookieToken(headers.cookie);
    if (token === undefined || !(await readSession(ctx, token))) throw new SignOnRefused('sign_on_expired');
    return tokenHash(token);
  }
}

const SIGN_IN: Refusals = { to: '/sign-in', as: 'problem' };

function refusalsOf({ session, invitation, returnTo }: Attempt): Refusals {
  if (session) return { to: returnTo, as: 'sign-on-problem' };
  return invitation ? { to: '/invitation', as: 'problem' } : SIGN_IN;
}

/** Leads to a page with the reason. The reason and its cause are logged, without anything that the provider said. */
function refuse(error: unknown, { to, as }: Refusals, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof SignOnRefused)) throw error;
  const { problem, cause } = error;
  request.log.warn(
    { requestId: request.id, problem, ...(cause !== undefined && { error: safeError(cause) }) },
    'a sign-on was refused',
  );
  const page = new URL(to, 'http://localhost');
  page.searchParams.set(as, problem);
  return reply.redirect(page.pathname + page.search);
}

function originOf(request: FastifyRequest) {
  return { requestId: request.id, address: request.ip, agent: request.headers['user-agent'] };
}

function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(query as object).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts);
}
