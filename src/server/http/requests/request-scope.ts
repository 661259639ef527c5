import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, ProblemCode } from '../../../contract/index.ts';
import { containsSecret, FORMATS } from '../../../contract/index.ts';
import type { Principal } from '../principal.ts';
import type { SafeError } from '../safe-error.ts';

/** Data about a request for its log line and the metrics. */
export interface RequestScope {
  /** Path template, such as `/api/v1/workspaces/{workspace}/keys`; contains nothing chosen by the client. */
  route: string | undefined;
  call: CallName | undefined;
  principal: Principal | undefined;
  /** Whether the principal is a key that was looked up earlier: recording checks it again. */
  remembered: boolean;
  /** Whether the whole body had arrived when the request was authenticated. */
  bodyComplete: boolean;
  /** The workspace of the request, once the caller is known to have access to it. */
  workspace: string | undefined;
  /** Whether the request contained rule files. */
  sentRules: boolean;
  /** Code of the problem response. */
  code: ProblemCode | undefined;
  error: SafeError | undefined;
  /** Whether the request failed because the store did not answer. */
  storeFailed: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
  }
}

function newScope(): RequestScope {
  return {
    route: undefined,
    call: undefined,
    principal: undefined,
    remembered: false,
    bodyComplete: false,
    workspace: undefined,
    sentRules: false,
    code: undefined,
    error: undefined,
    storeFailed: false,
  };
}

/** Headers of every response. */
const HEADERS_OF_ALL = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The client's request id, if its format is safe: it is logged, and stored permanently. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && FORMATS.requestId.test(header) && !containsSecret(header) ? header : undefined;
}

/** Creates the scope of a request, and sets the headers of every response. */
export function beginScope(request: FastifyRequest, reply: FastifyReply): void {
  request.scope = newScope();
  reply.headers({ ...HEADERS_OF_ALL, 'x-request-id': request.id });
}
