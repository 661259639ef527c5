import type { ProblemCode } from '../../contract/index.ts';
import { EngineBusy, EngineLimit, EngineRefusal } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { refusalProblem } from '../problems/refusal.ts';
import { ReadOnlyStore, StoreError } from '../store/database.ts';

/** The problem for the client, and whether the error goes into the log for the operator. */
export interface Failure {
  readonly problem: ProblemError;
  readonly logged: boolean;
}

/** `Retry-After` in seconds when the store or the engine is overloaded. */
const SOON = 2;

/** Errors of Fastify and of Node's HTTP parser. */
const FRAMEWORK: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body is larger than this call accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['content_type_wrong', 'this call does not accept the content type of the body'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request_malformed', 'the length of the body does not match `Content-Length`'],
  FST_ERR_BAD_URL: ['not_found', 'the path cannot be decoded'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'a segment of the path is too long'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers are larger than the limit'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request was not complete in time'],
  ECONNRESET: ['request_malformed', 'the connection closed before the request was complete'],
};

/**
 * Maps any error to a problem. Unexpected errors become `internal`, without any detail.
 * `sentRules`: the request contained rule files, which may have exceeded a limit; the active ones have loaded before.
 */
export function failureOf(error: unknown, sentRules = false): Failure {
  if (error instanceof ProblemError) return { problem: error, logged: false };
  if (error instanceof EngineRefusal) return { problem: refusalProblem(error), logged: false };
  if (error instanceof EngineBusy) return failure('unavailable', 'the service is overloaded; try again', false, SOON);
  if (error instanceof ReadOnlyStore)
    return failure('unavailable', 'the database is read-only; try again later', true, SOON);
  if (error instanceof StoreError) return failure('unavailable', 'the store does not answer; try again', true, SOON);
  if (error instanceof EngineLimit)
    return sentRules
      ? failure('rules_invalid', `${error.message}; make the rule files simpler`, true)
      : failure('unavailable', `${error.message}; try again later`, true, SOON);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FRAMEWORK[code];
  if (known) return failure(...known);
  if (code.startsWith('HPE_')) return failure('request_malformed', 'the request is malformed HTTP');
  return failure('internal', 'internal error of the service; its log has the details under the request id', true);
}

function failure(code: ProblemCode, detail: string, logged = false, retryAfter?: number): Failure {
  return { problem: new ProblemError(code, detail, {}, retryAfter), logged };
}
