import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallEntry, type CallName, HEADERS, isApiKey, PROBLEMS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { touchKey } from '../keys/find-key.ts';
import { forgetKey, rememberedKey, rememberKey } from '../keys/remembered-keys.ts';
import { touchSession } from '../people/sessions.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { authorize } from './authorize.ts';
import { type Bearer, readBearer, readSessionToken } from './bearer.ts';
import { identify, type Principal } from './principal.ts';
import type { RateLimits } from './rates.ts';
import { checkParameters } from './requests/parameters.ts';
import { safeError } from './safe-error.ts';
import { checkSameOrigin, cookieToken } from './session-cookie.ts';

/**
 * Keys and sessions that are remembered as valid, so that a flood of invalid ones from the same address does not block
 * them.
 */
const MAX_REMEMBERED = 10_000;

/** Calls whose record is written only if the key is still valid, so that it need not be looked up each time. */
const CHECKED_AGAIN: ReadonlySet<CallName> = new Set(['query', 'ingestEvents']);

/** Authenticates and authorises requests. */
export interface Authenticator {
  /** Authenticates a request before its body is read. Raises ProblemError. */
  authenticate(name: CallName, entry: CallEntry, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Authenticates again if the body was incomplete the first time: a client can take a minute to send it, and a key
   * that was revoked in the meantime must be refused. Raises ProblemError.
   */
  reauthenticate(entry: CallEntry, request: FastifyRequest): Promise<void>;
  /**
   * Authenticates again if the key was only remembered, for requests that fail before recording checks it: a revoked
   * key must be refused. Raises ProblemError.
   */
  checkRemembered(entry: CallEntry, request: FastifyRequest): Promise<void>;
  /** The same inside a transaction. */
  reauthenticateIn(entry: CallEntry, request: FastifyRequest, tx: Queryable): Promise<void>;
}

/** Creates the authenticator for all calls. */
export function createAuthenticator(ctx: Context, limits: RateLimits, publicOrigin: string | undefined): Authenticator {
  const valid = new Set<string>();

  const credentials = (request: FastifyRequest) => credentialsOf(request, publicOrigin);

  async function known(name: CallName, request: FastifyRequest): Promise<Principal> {
    const bearer = credentials(request);
    const mark = bearerHash(bearer);
    // A bearer that was valid before skips the limit of refusals of its address; it is still verified each time.
    if (!valid.has(mark)) await limits.refusedBefore(request);
    // A body that arrives together with its headers is complete one turn later.
    await setImmediate();
    request.scope.bodyComplete = request.raw.complete;
    const recalled = CHECKED_AGAIN.has(name) && bearer.kind === 'key' ? rememberedKey(ctx, bearer.secret) : undefined;
    request.scope.remembered = recalled !== undefined;
    const found: Principal = recalled ? { kind: 'key', key: recalled } : await identify(ctx, bearer);
    if (CHECKED_AGAIN.has(name) && !recalled && bearer.kind === 'key' && found.kind === 'key')
      rememberKey(ctx, bearer.secret, found.key);
    remember(valid, mark);
    return found;
  }

  async function ask(db: Queryable, entry: CallEntry, request: FastifyRequest): Promise<Principal> {
    const found = await identify({ db, now: ctx.now }, credentials(request));
    requireAccess(entry, request, found, ctx.now());
    return found;
  }

  async function checkRemembered(entry: CallEntry, request: FastifyRequest): Promise<void> {
    const { scope } = request;
    if (!scope.remembered) return;
    scope.remembered = false;
    const bearer = credentials(request);
    if (bearer.kind === 'key') forgetKey(ctx, bearer.secret);
    scope.principal = await ask(ctx.db, entry, request);
  }

  async function authenticate(
    ...[name, entry, request, reply]: Parameters<Authenticator['authenticate']>
  ): Promise<void> {
    const { scope } = request;
    scope.call = name;
    scope.route = entry.path;
    if (entry.session === 'none') {
      await limits.anonymous(request, entry);
      return rejectApiKey(request.headers.authorization);
    }
    try {
      scope.principal = await known(name, request);
    } catch (error) {
      if (error instanceof ProblemError && PROBLEMS[error.code].status === 401) await limits.refused(request);
      throw error;
    }
    if (scope.principal.kind === 'key') {
      const { kind, expiresAt } = scope.principal.key;
      // Clients warn of a key that expires soon.
      if (expiresAt && kind === 'key') reply.header(HEADERS.keyExpires, expiresAt.toISOString());
    }
    await limits.call(request, entry);
    const { workspace, ...parameters } = request.params as Readonly<Record<string, string>>;
    try {
      requireAccess(entry, request, scope.principal, ctx.now());
    } catch (error) {
      await checkRemembered(entry, request);
      throw error;
    }
    scope.workspace = scope.principal.kind === 'key' ? scope.principal.key.workspace : workspace;
    checkParameters(parameters);
    await touch(ctx, scope.principal, request);
  }

  return {
    authenticate,
    reauthenticate: async (entry, request) => {
      const { scope } = request;
      if (!scope.principal || scope.bodyComplete) return;
      scope.principal = await ask(ctx.db, entry, request);
      scope.remembered = false;
    },
    checkRemembered,
    reauthenticateIn: async (entry, request, tx) => void (await ask(tx, entry, request)),
  };
}

/** Raises the ProblemError of `authorize`. */
function requireAccess(entry: CallEntry, request: FastifyRequest, principal: Principal, now: Date): void {
  const { workspace } = request.params as Readonly<Record<string, string>>;
  const refusal = authorize({ entry, workspace, now }, principal);
  if (refusal) throw refusal;
}

/** The credentials of a request: its header, else the cookie of a browser session. Raises ProblemError. */
function credentialsOf({ headers, method }: FastifyRequest, publicOrigin: string | undefined): Bearer {
  const token = headers.authorization === undefined ? cookieToken(headers.cookie) : undefined;
  if (token === undefined) return readBearer(headers.authorization);
  checkSameOrigin({ method, header: (name) => headerOf(headers, name) }, publicOrigin);
  return readSessionToken(token);
}

/** A header that browsers send once. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Refuses an API key in a sign-in request, valid or not: the client has mixed up the two. */
function rejectApiKey(header: string | undefined): void {
  if (isApiKey(header?.replace(/^bearer +/i, '').trim() ?? ''))
    throw new ProblemError(
      'session_needed',
      'an API key cannot sign in; send an e-mail address and a password, without the key',
    );
}

/** Records the last use of a key or session. A failure is logged and does not refuse the request. */
async function touch(ctx: Context, known: Principal, request: FastifyRequest): Promise<void> {
  try {
    if (known.kind === 'person') await touchSession(ctx, known.token);
    else if (known.key.kind === 'key') await touchKey(ctx, known.key);
  } catch (error) {
    request.log.warn({ error: safeError(error) }, 'cannot record the last use of a key or session');
  }
}

/** Evicts the least recently used. */
function remember(valid: Set<string>, mark: string): void {
  valid.delete(mark);
  valid.add(mark);
  if (valid.size <= MAX_REMEMBERED) return;
  const [oldest] = valid;
  if (oldest !== undefined) valid.delete(oldest);
}

function bearerHash(bearer: Bearer): string {
  return createHash('sha256')
    .update(bearer.kind === 'key' ? bearer.secret : bearer.token)
    .digest('base64');
}
