import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import type { Recorder } from '../queries/recorder.ts';
import { sendProblem } from './answer.ts';
import { createAuthenticator } from './authentication.ts';
import { registerCalls } from './calls.ts';
import { answerClientError, OpenRequests } from './client-error.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { observeRequests } from './observe-requests.ts';
import { DEFAULT_HTTP, type HttpOptions } from './options.ts';
import { PendingBodies } from './pending-bodies.ts';
import { PROBES, registerProbes } from './probes.ts';
import { rateLimits } from './rates.ts';
import { type RequestScope, requestIdOf } from './request-scope.ts';
import { unknownPaths } from './unknown-path.ts';

export interface AppDeps {
  readonly ctx: Context;
  readonly engine: Engine;
  readonly recorder: Recorder;
  /** Called when a simulation was queued. */
  readonly wake: () => void;
  /** Why no new request should come here; undefined where they may. Default: they may. */
  readonly notReady?: () => string | undefined;
  readonly options?: Partial<HttpOptions>;
}

export interface App {
  readonly fastify: FastifyInstance;
  readonly metrics: Metrics;
  /** From now on each answer closes its connection, and `/readyz` says that no new ones should come. */
  drain(): void;
}

/** Seconds after which a client may come again that came when too many others were there. */
const BUSY = 1;

/** The HTTP side of the service, over what the contract says. It does not listen yet. */
export async function createApp({ ctx, engine, recorder, wake, notReady, options: given }: AppDeps): Promise<App> {
  const options: HttpOptions = { ...DEFAULT_HTTP, ...given };
  const open = new OpenRequests();
  const bodies = new PendingBodies();
  const metrics = createMetrics({ ctx, engine, open, recorder, process: options.metrics.process });
  let draining = false;
  const refuseTooMany = () => {
    if (open.working > options.openRequests)
      throw new ProblemError('unavailable', 'the service has more requests than it can answer; come again', {}, BUSY);
  };

  const fastify = Fastify({
    logger: {
      level: options.log.level,
      ...(options.log.to && { stream: options.log.to }),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Fastify's own lines hold addresses with their query strings, and messages of errors.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies(options.trustProxy),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? newId('req'),
    bodyLimit: options.bodyBytes,
    requestTimeout: options.requestTimeout,
    keepAliveTimeout: options.keepAliveTimeout,
    http: {
      headersTimeout: options.headersTimeout,
      maxHeaderSize: options.headerBytes,
      // Node would answer in words of its own.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.max(100, Math.min(options.headersTimeout / 4, 1000)),
    },
    // What comes on a connection that is open while the service stops is answered: it is not lost by being late.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      observeRequests(request, reply, { open, metrics, log: fastify.log });
      void sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, open, (code) => {
        metrics.unreadable(code);
        fastify.log.info({ code }, 'a request was no HTTP');
      }),
  });
  fastify.server.maxConnections = options.connections;
  // Node would answer what nobody can expect of us with a bare 417; to pass over it is as right (RFC 9110, 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  fastify.decorateRequest('scope');

  fastify.addHook('onRequest', async (request, reply) => {
    observeRequests(request, reply, { open, metrics, log: fastify.log });
    if (draining) reply.header('connection', 'close');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ProblemError('request_malformed', 'the request names no host; send the header `Host`');
    if (!isProbe(request.url)) refuseTooMany();
  });
  fastify.addHook('preParsing', async (request, reply, payload) => {
    const { raw, scope } = request;
    if (raw.complete || scope.call === undefined) return payload;
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
    if (draining) reply.header('connection', 'close');
  });

  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  fastify.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  fastify.setNotFoundHandler(unknownPaths(PROBES.filter((path) => path !== '/metrics' || options.metrics.served)));

  const limits = await rateLimits(fastify, options.rates, principalIdOf);
  registerCalls(fastify, createAuthenticator(ctx, limits), { ctx, engine, recorder, wake }, options.bodyBytes);
  registerProbes(fastify, {
    ctx,
    metrics,
    notReady: () => (draining ? 'the service is stopping' : notReady?.()),
    metricsServed: options.metrics.served,
    metricsToken: options.metrics.token,
  });
  return {
    fastify,
    metrics,
    drain: () => {
      draining = true;
    },
  };
}

/** As many bytes as a body may have: what it says of itself, or what the call takes. */
function bodyBytesOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions;
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? Math.min(length, bodyLimit) : bodyLimit;
}

function principalIdOf({ scope }: { readonly scope: RequestScope }): string {
  const { principal } = scope;
  if (!principal) throw new Error('the calls of nobody are counted by address');
  return principal.kind === 'key' ? principal.key.id : principal.session.user.id;
}

function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz' || url === '/metrics';
}

/** The one before the service where no addresses are given; what is further away may be whoever wrote the header. */
function trustedProxies(
  proxies: HttpOptions['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  return proxies === true ? (_, hop) => hop === 0 : [...proxies];
}

/** Names that come twice are lists, which no parameter of the contract is. */
function parseQuery(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) values[name] = name in values ? [values[name], value] : value;
  return values;
}
