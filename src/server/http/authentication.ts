import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallEntry, type CallName, HEADERS, isApiKey, PROBLEMS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { touchKey } from '../keys/find-key.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { type Bearer, readBearer } from './bearer.ts';
import { checkParameters } from './parameters.ts';
import { authorize, identify, type Principal } from './principal.ts';
import type { RateLimits } from './rates.ts';
import { safeError } from './safe-error.ts';

/** Keys and sessions that are remembered as good, so that a flood of bad ones from the same address does not shut them out. */
const REMEMBERED = 10_000;

/** Where requests come in. */
export interface Authenticator {
  /** Lets a request in, or raises ProblemError; the body is not read yet. */
  authenticate(name: CallName, entry: CallEntry, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Asks the store again who it is, and whether they may, where the body was still to come when it was asked before: a client
   * may take a minute to send it, and a key that was revoked meanwhile does nothing any more. Raises ProblemError.
   */
  reauthenticate(entry: CallEntry, request: FastifyRequest): Promise<void>;
  /** The same question in a transaction. */
  reauthenticateIn(entry: CallEntry, request: FastifyRequest, tx: Queryable): Promise<void>;
}

/** Who may come in is found out here, for every call. */
export function createAuthenticator(ctx: Context, limits: RateLimits): Authenticator {
  const good = new Set<string>();

  async function known(request: FastifyRequest): Promise<Principal> {
    const bearer = readBearer(request.headers.authorization);
    const mark = bearerHash(bearer);
    // Whoever was good a moment ago is looked up whatever else comes from there; that they are still good is asked each time.
    if (!good.has(mark)) await limits.refusedBefore(request);
    // A body that comes in one piece with its headers is there one turn later.
    await setImmediate();
    request.scope.bodyComplete = request.raw.complete;
    const found = await identify(ctx, bearer);
    remember(good, mark);
    return found;
  }

  async function ask(db: Queryable, entry: CallEntry, request: FastifyRequest): Promise<Principal> {
    const found = await identify({ db, now: ctx.now }, readBearer(request.headers.authorization));
    authorize(entry, found, (request.params as Readonly<Record<string, string>>)['workspace']);
    return found;
  }

  async function authenticate(
    ...[name, entry, request, reply]: Parameters<Authenticator['authenticate']>
  ): Promise<void> {
    const { scope } = request;
    scope.call = name;
    scope.route = entry.path;
    if (name === 'signIn') {
      await limits.signIn(request);
      return rejectApiKey(request.headers.authorization);
    }
    try {
      scope.principal = await known(request);
    } catch (error) {
      if (error instanceof ProblemError && PROBLEMS[error.code].status === 401) await limits.refused(request);
      throw error;
    }
    if (scope.principal.kind === 'key') {
      const { expiresAt } = scope.principal.key;
      if (expiresAt) reply.header(HEADERS.keyExpires, expiresAt.toISOString());
    }
    await limits.call(request, name);
    const { workspace, ...parameters } = request.params as Readonly<Record<string, string>>;
    authorize(entry, scope.principal, workspace);
    scope.workspace = scope.principal.kind === 'key' ? scope.principal.key.workspace : workspace;
    checkParameters(parameters);
    await touch(ctx, scope.principal, request);
  }

  return {
    authenticate,
    reauthenticate: async (entry, request) => {
      const { scope } = request;
      if (scope.principal && !scope.bodyComplete) scope.principal = await ask(ctx.db, entry, request);
    },
    reauthenticateIn: async (entry, request, tx) => void (await ask(tx, entry, request)),
  };
}

/** Whoever shows a key where people sign in takes one for the other; whose it is makes no difference. */
function rejectApiKey(header: string | undefined): void {
  if (isApiKey(header?.replace(/^bearer +/i, '').trim() ?? ''))
    throw new ProblemError('session_needed', 'no API key can sign in; send e-mail address and password, and no key');
}

/** That the date of the last use cannot be written is no reason to refuse anybody. */
async function touch(ctx: Context, known: Principal, request: FastifyRequest): Promise<void> {
  if (known.kind !== 'key') return;
  try {
    await touchKey(ctx, known.key);
  } catch (error) {
    request.log.warn({ error: safeError(error) }, 'the last use of a key was not written down');
  }
}

/** The one that was longest away is forgotten. */
function remember(good: Set<string>, mark: string): void {
  good.delete(mark);
  good.add(mark);
  if (good.size <= REMEMBERED) return;
  const [oldest] = good;
  if (oldest !== undefined) good.delete(oldest);
}

function bearerHash(bearer: Bearer): string {
  return createHash('sha256')
    .update(bearer.kind === 'key' ? bearer.secret : bearer.token)
    .digest('base64');
}
