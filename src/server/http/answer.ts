import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_ERRORS, PROBLEMS } from '../../contract/index.ts';
import { problemBody } from '../problems/body.ts';
import type { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import { failureOf } from './failure.ts';
import { safeError } from './safe-error.ts';

const REALM = 'Bearer realm="querygate"';

/** Sends a problem response (RFC 9457). Errors that the operator must see go into the request scope, for the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, logged } = failureOf(error, request.scope.sentRules);
  const { status } = PROBLEMS[problem.code];
  const { scope } = request;
  scope.code = problem.code;
  if (logged) scope.error = safeError(error);
  scope.storeFailed = error instanceof StoreError;
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(problem.retryAfter)));
  if (status === 401 || status === 403) reply.header('www-authenticate', challenge(problem, status));
  // Fastify would close the connection while the client is still sending. That resets it, and the client would never
  // read this response. The rest of the body is read and discarded within limits (unread-body-limit.ts).
  reply.removeHeader('connection');
  const body = problemBody(problem, request.id);
  const oauth = OAUTH_ERRORS[problem.code];
  if (oauth !== undefined)
    return sendJson(reply, status, { ...body, error: oauth, error_description: quotable(problem.message) });
  return reply.code(status).header('content-type', 'application/problem+json').send(JSON.stringify(body));
}

/** Text in the characters that OAuth allows in descriptions. */
function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, "'");
}

/** `WWW-Authenticate` (RFC 6750, section 3). A request without credentials gets no error code. */
function challenge({ code, message, more }: ProblemError, status: 401 | 403): string {
  if (code === 'key_missing' || code === 'sign_in_failed') return REALM;
  const error = status === 401 ? 'invalid_token' : 'insufficient_scope';
  const description = quotable(message);
  const scope = more.scope === undefined ? '' : `, scope="${more.scope}"`;
  return `${REALM}, error="${error}", error_description="${description}"${scope}`;
}

/** Sends a value as JSON. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(body));
}

export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(text);
}

/**
 * Sends JSON Lines or CSV as a download, by the file name. The first lines are read before the response starts, so that an error at the start
 * still becomes an error response.
 */
export async function sendLines(
  reply: FastifyReply,
  status: number,
  { lines, filename }: { readonly lines: AsyncIterable<string>; readonly filename: string },
): Promise<FastifyReply> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    for (let next = first; !next.done; ) {
      next = await iterator.next();
      if (!next.done) yield next.value;
    }
  };
  return reply
    .code(status)
    .header('content-type', filename.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/jsonl')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(all(), { objectMode: false }));
}
