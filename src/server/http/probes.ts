import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '../../contract/openapi/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import { sendJson, sendJsonText } from './answer.ts';
import type { Metrics } from './metrics.ts';
import { isToken } from './metrics-token.ts';

const OPENAPI = '/api/v1/openapi.json';
/** Paths that are no calls of the contract; nobody needs a key for them. */
export const PROBES = ['/healthz', '/readyz', '/metrics', OPENAPI] as const;

/** Milliseconds that the store may take to answer. */
const STORE_MS = 1000;

export interface ProbeDeps {
  readonly ctx: Context;
  readonly metrics: Metrics;
  /** Why no new request should come here; undefined where they may. */
  readonly notReady: () => string | undefined;
  readonly metricsServed: boolean;
  readonly metricsToken: string | undefined;
}

/** `/healthz`: the process lives. `/readyz`: requests may come. `/metrics`; the OpenAPI document. */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  // Made once, when somebody asks.
  let document: string | undefined;
  const probe = (
    path: (typeof PROBES)[number],
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.get(path, {
      onRequest: async (request) => {
        request.scope.route = path;
      },
      handler: answer,
    });

  probe('/healthz', async (_, reply) => sendJson(reply, 200, { status: 'ok' }));
  probe('/readyz', async (_, reply) => {
    const why = deps.notReady() ?? (await storeFault(deps));
    if (why !== undefined) throw new ProblemError('unavailable', why, {}, 1);
    return sendJson(reply, 200, { status: 'ready' });
  });
  probe(OPENAPI, async (_, reply) => {
    document ??= JSON.stringify(openApi());
    return sendJsonText(reply, 200, document);
  });
  if (deps.metricsServed)
    probe('/metrics', async (request, reply) => {
      checkToken(request, deps.metricsToken);
      const { text, type } = await deps.metrics.read();
      return reply.header('content-type', type).send(text);
    });
}

async function storeFault({ ctx, metrics }: ProbeDeps): Promise<string | undefined> {
  try {
    await ctx.db.ping(STORE_MS);
    return undefined;
  } catch (error) {
    metrics.storeFailed();
    if (!(error instanceof StoreError)) throw error;
    return `the store did not answer within ${STORE_MS} ms`;
  }
}

/** Raises ProblemError. */
function checkToken(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) return;
  const { authorization } = request.headers;
  if (authorization === undefined)
    throw new ProblemError('key_missing', 'send the token of the metrics as `Authorization: Bearer`');
  if (!isToken(authorization, token)) throw new ProblemError('key_unknown', 'this is not the token of the metrics');
}
