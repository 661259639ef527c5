import type { ProblemCode } from '../../contract/index.ts';
import { EngineBusy, EngineLimit, EngineRefusal } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { refusalProblem } from '../problems/refusal.ts';
import { StoreError } from '../store/database.ts';

/** What a client is told of an error, and whether the operator must know of it: then it goes into the log. */
export interface Failure {
  readonly problem: ProblemError;
  readonly logged: boolean;
}

/** Seconds after which a client may come again where the store or the engine had no room for it. */
const SOON = 2;

/** Errors of Fastify and of Node's parser of HTTP. */
const FRAMEWORK: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the body is larger than the call takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['content_type_wrong', 'the body has no type that the call takes'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request_malformed', 'the body is not as long as `Content-Length` says'],
  FST_ERR_BAD_URL: ['not_found', 'the path cannot be decoded'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'a part of the path is longer than anything here'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers are larger than the limit'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not come to its end in time'],
  ECONNRESET: ['request_malformed', 'the request broke off'],
};

/**
 * What a client is told of any error. What nobody foresaw is `internal`, and nothing of it leaves.
 * `sentRules`: the request had rule files of its own, which may be what hit a limit; the active ones had loaded once.
 */
export function failureOf(error: unknown, sentRules = false): Failure {
  if (error instanceof ProblemError) return { problem: error, logged: false };
  if (error instanceof EngineRefusal) return { problem: refusalProblem(error), logged: false };
  if (error instanceof EngineBusy)
    return failure('unavailable', 'the service has more to judge than it can; come again', false, SOON);
  if (error instanceof StoreError) return failure('unavailable', 'the store does not answer; come again', true, SOON);
  if (error instanceof EngineLimit)
    return sentRules
      ? failure('rules_invalid', `${error.message}; make the rule files simpler`, true)
      : failure('unavailable', `${error.message}, which the service has no room for now; come again`, true, SOON);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FRAMEWORK[code];
  if (known) return failure(...known);
  if (code.startsWith('HPE_')) return failure('request_malformed', 'the request is no HTTP that the service reads');
  return failure('internal', 'this is a defect of the service; its log has more under the id of the request', true);
}

function failure(code: ProblemCode, detail: string, logged = false, retryAfter?: number): Failure {
  return { problem: new ProblemError(code, detail, {}, retryAfter), logged };
}
