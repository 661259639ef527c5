import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The log line of a request. Fields are chosen one by one, so that it cannot contain a body, query string, header, key
 * or SQL. Ids of keys, users and workspaces appear only for authenticated requests.
 */
export function logLine(request: FastifyRequest, reply: FastifyReply, milliseconds: number, answered: boolean) {
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
