import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, ProblemCode } from '../../contract/index.ts';
import { holdsSecret } from '../../contract/index.ts';
import type { Principal } from './principal.ts';
import type { SafeError } from './safe-error.ts';

/** What becomes known of a request on its way; the log line and the metrics are made of it. */
export interface RequestScope {
  /** Template of the path: `/api/v1/workspaces/{workspace}/keys`; nothing that the client chose. */
  route: string | undefined;
  call: CallName | undefined;
  principal: Principal | undefined;
  /** Whether all of its body had come when the store was asked who it is. */
  bodyComplete: boolean;
  /** The workspace that it is about, once it is certain that who asks may know of it. */
  workspace: string | undefined;
  /** Whether rule files came with it. */
  sentRules: boolean;
  /** Of the problem that was answered. */
  code: ProblemCode | undefined;
  error: SafeError | undefined;
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
    bodyComplete: false,
    workspace: undefined,
    sentRules: false,
    code: undefined,
    error: undefined,
  };
}

/** Headers of every answer. */
const HEADERS_OF_ALL = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,100}$/;

/** The id that the client gave the request, where it can be nothing but an id: it is logged, and stored for ever. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) && !holdsSecret(header) ? header : undefined;
}

/** Gives a request its scope, and the answer the headers that every answer has. */
export function beginScope(request: FastifyRequest, reply: FastifyReply): void {
  request.scope = newScope();
  reply.headers({ ...HEADERS_OF_ALL, 'x-request-id': request.id });
}
