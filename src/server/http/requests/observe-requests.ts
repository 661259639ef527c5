import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenRequests } from '../client-error.ts';
import type { Metrics } from '../metrics.ts';
import { beginScope } from './request-scope.ts';
import { limitUnreadBody } from './unread-body-limit.ts';

/**
 * Starts the scope of a request; at its end, counts the request and writes its log line. A request ends with its
 * response, or when the client disconnects, which Fastify's own hooks do not report.
 */
export function observeRequests(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, metrics, log }: { readonly open: OpenRequests; readonly metrics: Metrics; readonly log: FastifyBaseLogger },
): void {
  const startedAt = performance.now();
  beginScope(request, reply);
  open.begin(request.raw);
  reply.raw.once('close', () => {
    open.end(request.raw);
    limitUnreadBody(request.raw);
    const milliseconds = performance.now() - startedAt;
    const { route, code, error, storeFailed } = request.scope;
    const answered = reply.raw.writableFinished;
    const { method } = request;
    if (answered) metrics.answered({ route, method, status: reply.statusCode, seconds: milliseconds / 1000, code });
    else metrics.aborted(route);
    if (storeFailed) metrics.storeFailed();
    const line = logLine(request, reply, milliseconds, answered);
    if (error === undefined) log.info(line, 'request');
    else log.error(line, 'request failed');
  });
}

/**
 * The log line of a request. Fields are chosen one by one, so that it cannot contain a body, query string, header, key
 * or SQL. Ids of keys, users and workspaces appear only for authenticated requests.
 */
function logLine(request: FastifyRequest, reply: FastifyReply, milliseconds: number, answered: boolean) {
  const { route, principal, workspace, code, error, call } = request.scope;
  return {
    requestId: request.id,
    method: request.method,
    route: route ?? 'other',
    ...(call !== undefined && { call }),
    ...(answered ? { status: reply.statusCode } : { aborted: true }),
    ...(code !== undefined && { code }),
    ms: Math.round(milliseconds * 10) / 10,
    address: request.ip,
    ...(principal?.kind === 'key' && { key: principal.key.id }),
    ...(principal?.kind === 'person' && { user: principal.session.user.id }),
    ...(workspace !== undefined && { workspace }),
    ...(error !== undefined && { error }),
  };
}
