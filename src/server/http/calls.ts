import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLS, type CallEntry, type CallName, LIMITS } from '../../contract/index.ts';
import { type Queryable, StoreError } from '../store/database.ts';
import { sendJson, sendJsonText, sendLines } from './answer.ts';
import { type Authenticator, headerOf } from './authentication.ts';
import type { CallRequest, CallResponse, Handler, HandlerDeps } from './handler.ts';
import { checkContentType, rawBody, readBody, readQuery } from './requests/read-body.ts';
import { HANDLERS } from './routes/index.ts';

/** Registers each call of the contract. */
export function registerCalls(app: FastifyInstance, authenticator: Authenticator, deps: HandlerDeps): void {
  for (const name of Object.keys(CALLS) as CallName[]) register(name, app, authenticator, deps);
}

function register<N extends CallName>(
  name: N,
  app: FastifyInstance,
  authenticator: Authenticator,
  deps: HandlerDeps,
): void {
  const entry: CallEntry = CALLS[name];
  const handler: Handler<N> = HANDLERS[name];
  app.route({
    method: entry.method,
    url: entry.path.replaceAll(/\{([a-z]+)\}/g, ':$1'),
    bodyLimit: entry.bodyBytes ?? LIMITS.manageBytes,
    // Before the body is read, so that unauthorised clients cannot make the service read anything.
    onRequest: (request, reply) => authenticator.authenticate(name, entry, request, reply),
    handler: async (request, reply) => {
      await authenticator.reauthenticate(entry, request);
      try {
        return await send(reply, entry, await handler(deps, readCall<N>(entry, request, authenticator)));
      } catch (error) {
        if (!(error instanceof StoreError)) await authenticator.checkRemembered(entry, request);
        throw error;
      }
    },
  });
}

/** Validates a request against the contract, for its handler. Raises ProblemError. */
function readCall<N extends CallName>(
  entry: CallEntry,
  request: FastifyRequest,
  authenticator: Authenticator,
): CallRequest<N> {
  const { principal } = request.scope;
  const raw = rawBody(request);
  const query = readQuery(entry, request.query);
  checkContentType(request, entry);
  const body = readBody(entry, raw, principal?.kind === 'key' ? principal.key.workspace : undefined);
  request.scope.sentRules = typeof body === 'object' && body !== null && ('head' in body || 'ruleset' in body);
  const call = {
    principal,
    body,
    query,
    parameters: request.params,
    rawBody: raw,
    requestId: request.id,
    reauthorize: (tx: Queryable) => authenticator.reauthenticateIn(entry, request, tx),
    address: request.ip,
    header: (name: string) => headerOf(request.headers, name),
  };
  // Everything was validated against the contract entry, so it has the types of this call.
  return call as unknown as CallRequest<N>;
}

async function send<N extends CallName>(
  reply: FastifyReply,
  entry: CallEntry,
  answer: CallResponse<N>,
): Promise<FastifyReply> {
  if (answer.headers) reply.headers(answer.headers);
  if ('notModified' in answer) return reply.code(304).send();
  if ('lines' in answer) return sendLines(reply, entry.answers, answer);
  if ('json' in answer) return sendJsonText(reply, entry.answers, answer.json);
  return entry.response === undefined ? reply.code(entry.answers).send() : sendJson(reply, entry.answers, answer.body);
}
