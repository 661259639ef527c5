import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '../../contract/openapi/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { ReadOnlyStore, StoreError } from '../store/database.ts';
import { sendJson, sendJsonText } from './answer.ts';
import type { Metrics } from './metrics.ts';
import { isToken } from './metrics-token.ts';

const OPENAPI = '/api/v1/openapi.json';
/** Paths outside the contract; they need no API key. */
export const PROBES = ['/healthz', '/readyz', '/metrics', OPENAPI] as const;

/** Milliseconds that the store has to answer. */
const STORE_MS = 1000;

export interface ProbeDeps {
  readonly ctx: Context;
  readonly metrics: Metrics;
  /** Why the service is not ready; undefined if it is. */
  readonly notReady: () => string | undefined;
  readonly metricsServed: boolean;
  readonly metricsToken: string | undefined;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve requests. `/metrics`; the OpenAPI document. */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  // Created on first request.
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
    return error instanceof ReadOnlyStore ? error.message : `the store did not answer within ${STORE_MS} ms`;
  }
}

/** Raises ProblemError. */
function checkToken(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) return;
  const { authorization } = request.headers;
  if (authorization === undefined)
    throw new ProblemError('key_missing', 'send the metrics token as `Authorization: Bearer <token>`');
  if (!isToken(authorization, token)) throw new ProblemError('key_unknown', 'wrong metrics token');
}
