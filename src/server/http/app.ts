import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { LIMITS } from '../../contract/index.ts';
import { InternalError } from '../../model/index.ts';
import { newId } from '../context/ids.ts';
import { Pages } from '../context/pages.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { emergencyProblem, endPasswordSessions } from '../people/password-policy.ts';
import { createSetUp } from '../people/set-up.ts';
import { ProblemError } from '../problems/error.ts';
import type { Recorder } from '../queries/recorder.ts';
import { unknownWorkspaces } from '../sign-on/groups.ts';
import { createSignOn } from '../sign-on/sign-on.ts';
import { createIssuerKeys } from '../trusts/issuer-keys.ts';
import { sendProblem } from './answer.ts';
import { createAuthenticator } from './authentication.ts';
import { registerCalls } from './calls.ts';
import { answerClientError, OpenRequests } from './client-error.ts';
import { registerDashboard } from './dashboard.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { DEFAULT_HTTP, type HttpOptions } from './options.ts';
import { PROBES, registerProbes } from './probes.ts';
import { rateLimits } from './rates.ts';
import { observeRequests } from './requests/observe-requests.ts';
import { PendingBodies } from './requests/pending-bodies.ts';
import { type RequestScope, requestIdOf } from './requests/request-scope.ts';
import { safeError } from './safe-error.ts';
import { registerSignOn } from './sign-on.ts';
import { unknownPaths } from './unknown-path.ts';

export interface AppDeps {
  readonly ctx: Context;
  readonly engine: Engine;
  readonly recorder: Recorder;
  /** Called after a simulation was queued. */
  readonly wake: () => void;
  /** Why the service is not ready; undefined if it is. Default: always ready. */
  readonly notReady?: () => string | undefined;
  /** The list of revocations, if one is kept. */
  readonly revocations?: { readonly writtenAt: Date } | undefined;
  readonly options?: Partial<HttpOptions>;
}

export interface App {
  readonly fastify: FastifyInstance;
  readonly metrics: Metrics;
  /** One-time code for the first workspace; undefined if there is one. */
  readonly setUpCode: string | undefined;
  /** Starts draining: every response closes its connection, and `/readyz` reports not ready. */
  drain(): void;
}

/** `Retry-After` in seconds when the service is overloaded. */
const BUSY = 1;

/** Creates the HTTP server of the service, according to the contract. It does not listen yet. */
export async function createApp(given: AppDeps): Promise<App> {
  const { ctx, engine, recorder, wake, notReady, revocations } = given;
  const options: HttpOptions = { ...DEFAULT_HTTP, ...given.options };
  const open = new OpenRequests();
  const metrics = createMetrics({ ctx, engine, open, recorder, revocations, process: options.metrics.process });
  let draining = false;
  const fastify: FastifyInstance = Fastify({ ...settingsOf(options), ...handlersOf(() => fastify, open, metrics) });
  fastify.server.maxConnections = options.connections;
  // Node would answer an unknown `Expect` with a bare 417; ignoring it is allowed too (RFC 9110, 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  fastify.decorateRequest('scope');
  addHooks(fastify, { open, metrics, options, isDraining: () => draining });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    ['application/json', 'text/plain', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  );
  fastify.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  fastify.setNotFoundHandler(unknownPaths(PROBES.filter((path) => path !== '/metrics' || options.metrics.served)));

  const publicOrigin = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).origin;
  const { passwords } = options;
  const setUp = await createSetUp(ctx, passwords);
  const signOn = options.signOn && createSignOn(ctx, options.signOn);
  const limits = await rateLimits(fastify, options.rates, principalIdOf);
  const pages = new Pages(options.publicUrl);
  const onError = (error: unknown) => fastify.log.error({ error: safeError(error) }, 'a background task failed');
  const deps = {
    ctx,
    engine,
    recorder,
    wake,
    setUp,
    publicOrigin,
    signOn,
    passwords,
    pages,
    demo: options.demo,
    onError,
    exchange: {
      ctx,
      keys: createIssuerKeys(options.env, ctx.now),
      issuers: options.identityIssuers,
      log: (message: string, details: object) => fastify.log.info(details, message),
    },
  };
  registerCalls(fastify, createAuthenticator(ctx, limits, publicOrigin), deps);
  if (signOn) registerSignOn(fastify, signOn, { ctx, limits, publicOrigin });
  registerProbes(fastify, {
    ctx,
    metrics,
    notReady: () => (draining ? 'the service is stopping' : notReady?.()),
    metricsServed: options.metrics.served,
    metricsToken: options.metrics.token,
  });
  await checkSignOn(ctx, { signOn: options.signOn, passwords }, fastify.log);
  if (options.dashboard !== undefined) await registerDashboard(fastify, options.dashboard);
  return {
    fastify,
    setUpCode: setUp.code,
    metrics,
    drain: () => {
      draining = true;
    },
  };
}

function settingsOf(options: HttpOptions) {
  return {
    logger: {
      level: options.log.level,
      ...(options.log.to && { stream: options.log.to }),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
    },
    // Fastify's own log lines contain URLs with query strings, and error messages.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(options.trustProxy),
    requestIdHeader: false as const,
    bodyLimit: LIMITS.requestBytes,
    requestTimeout: options.requestTimeout,
    keepAliveTimeout: options.keepAliveTimeout,
    http: {
      headersTimeout: options.headersTimeout,
      maxHeaderSize: options.headerBytes,
      // Checked in `onRequest`: Node's own response is not a problem document.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.max(100, Math.min(options.headersTimeout / 4, 1000)),
    },
    // Requests on open connections are still answered while the service stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100, querystringParser: parseQuery },
  };
}

function handlersOf(app: () => FastifyInstance, open: OpenRequests, metrics: Metrics) {
  return {
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? newId('req'),
    frameworkErrors: (error, request, reply) => {
      observeRequests(request, reply, { open, metrics, log: app().log });
      void sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, open, (code) => {
        metrics.unreadable(code);
        app().log.info({ code }, 'malformed HTTP request');
      }),
  } satisfies FastifyServerOptions;
}

/** Observes requests, and limits how many are open and how many of their bodies arrive at the same time. */
function addHooks(
  fastify: FastifyInstance,
  given: {
    readonly open: OpenRequests;
    readonly metrics: Metrics;
    readonly options: HttpOptions;
    readonly isDraining: () => boolean;
  },
): void {
  const { open, metrics, options, isDraining } = given;
  const bodies = new PendingBodies();
  const warnUntrusted = warnOnceOfUntrustedProxy(fastify.log);
  const refuseTooMany = () => {
    if (open.working > options.openRequests)
      throw new ProblemError('unavailable', 'the service is overloaded; try again', {}, BUSY);
  };
  fastify.addHook('onRequest', async (request, reply) => {
    observeRequests(request, reply, { open, metrics, log: fastify.log });
    warnUntrusted(request);
    if (isDraining()) reply.header('connection', 'close');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ProblemError('request_malformed', 'the request has no `Host` header; send one');
    if (!isProbe(request.url)) refuseTooMany();
  });
  fastify.addHook('preParsing', async (request, reply, payload) => {
    const { raw, scope } = request;
    // A client that disconnected during its authentication: `close` has been emitted, and would never end its body.
    if (raw.complete || scope.call === undefined || reply.raw.destroyed) return payload;
    bodies.begin(raw, scope.principal ? principalIdOf(request) : `address ${request.ip}`, bodyBytesOf(request));
    open.pause(raw);
    reply.raw.once('close', () => bodies.end(raw));
    return payload;
  });
  fastify.addHook('preValidation', async ({ raw }) => {
    if (!bodies.end(raw)) return;
    open.resume(raw);
    refuseTooMany();
  });
  fastify.addHook('onSend', async (_, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
}

/**
 * Logs the first `X-Forwarded-For` of an address that is not trusted: behind a proxy that is not named, all clients have
 * the proxy's address.
 */
function warnOnceOfUntrustedProxy(log: FastifyInstance['log']): (request: FastifyRequest) => void {
  let warned = false;
  return ({ headers, ip, socket }) => {
    if (warned || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    warned = true;
    log.warn(
      { address: ip },
      'ignored `X-Forwarded-For`: its sender is not trusted; if it is your proxy, name it by `--trust-proxy` or QUERYGATE_TRUST_PROXY, otherwise all its clients count as one address',
    );
  };
}

/** Ends what the settings no longer allow, and logs what is wrong with them. */
async function checkSignOn(
  ctx: Context,
  { signOn, passwords }: Pick<HttpOptions, 'signOn' | 'passwords'>,
  log: FastifyInstance['log'],
): Promise<void> {
  const ended = await endPasswordSessions(ctx, passwords);
  if (ended > 0) log.info({ sessions: ended }, 'passwords are switched off: ended the sessions that they opened');
  const problem = await emergencyProblem(ctx, passwords);
  if (problem !== undefined) log.warn({ problem }, 'the emergency owner cannot sign in');
  const unknown = signOn ? await unknownWorkspaces(ctx.db, signOn) : [];
  if (unknown.length > 0) log.warn({ unknown }, 'the settings of single sign-on name workspaces that do not exist');
}

/** Upper bound of the body's bytes: its `Content-Length`, or the limit of the call. */
function bodyBytesOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions;
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? Math.min(length, bodyLimit) : bodyLimit;
}

function principalIdOf({ scope }: { readonly scope: RequestScope }): string {
  const { principal } = scope;
  if (!principal) throw new InternalError('calls without a principal are counted by address');
  return principal.kind === 'key' ? principal.key.id : principal.session.user.id;
}

function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz' || url === '/metrics';
}

/**
 * `true` trusts only the proxy directly in front of the service: addresses further away can be forged in the header.
 */
function trustedProxies(
  proxies: HttpOptions['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  return proxies === true ? (_, hop) => hop === 0 : [...proxies];
}

/** Repeated names become lists, which no parameter of the contract accepts. */
function parseQuery(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) values[name] = name in values ? [values[name], value] : value;
  return values;
}
