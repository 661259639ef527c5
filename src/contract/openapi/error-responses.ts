import type { CallEntry } from '../calls.ts';
import { OAUTH_ERRORS, PROBLEMS, type ProblemCode } from '../problem.ts';
import { AUTHENTICATION, problemsOf } from './call-problems.ts';
import { headersOf } from './headers.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request or its body is malformed.',
  401: 'Authentication failed.',
  403: 'Not allowed.',
  404: 'Not found, or not accessible to the caller.',
  408: 'The request was not complete in time.',
  409: 'The request conflicts with the current state.',
  412: 'Another ruleset was activated meanwhile.',
  413: 'The body is too large.',
  415: 'The body has the wrong content type.',
  422: 'The request is invalid.',
  428: '`If-Match` is missing.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'The service failed.',
  503: 'Temporarily unavailable.',
};

/** The error responses of a call by status, as references. */
export function errorsOf(call: CallEntry): Readonly<Record<number, object>> {
  return Object.fromEntries(
    [...codesByStatus(call)].map(([status, codes]) => [status, { $ref: `#/components/responses/${nameOf(codes)}` }]),
  );
}

/** All different error responses of the calls, by name. Each lists its problem codes in its description. */
export function errorResponses(calls: readonly CallEntry[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    calls.flatMap((call) =>
      [...codesByStatus(call)].map(([status, codes]) => [nameOf(codes), responseOf(status, codes)]),
    ),
  );
}

function codesByStatus(call: CallEntry): ReadonlyMap<number, readonly ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(call)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** Such as `WorkspaceNotFoundOrKeyNotFound`. */
function nameOf(codes: readonly ProblemCode[]): string {
  if (codes.length === AUTHENTICATION.length && codes.every((code) => AUTHENTICATION.includes(code)))
    return 'NotAuthenticated';
  return codes
    .map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}

function responseOf(status: number, codes: readonly ProblemCode[]): object {
  return {
    description: [DESCRIPTIONS[status], '', ...codes.map((code) => `- \`${code}\`: ${PROBLEMS[code].summary}`)].join(
      '\n',
    ),
    headers: headersOf([
      'X-Request-Id',
      ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
      ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ]),
    content: Object.fromEntries(
      ['application/problem+json', ...(codes.some((code) => OAUTH_ERRORS[code]) ? ['application/json'] : [])].map(
        (type) => [type, { schema: { $ref: '#/components/schemas/Problem' } }],
      ),
    ),
    // Not an enum in the schema, because a newer service may return other codes.
    'x-codes': codes,
  };
}
