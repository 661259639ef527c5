import type { OwnRequestHeader, OwnResponseHeader } from '../call-entry.ts';

const text = { type: 'string' } as const;
/** Usually a UUID; any visible ASCII text is allowed. */
const name = { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' } as const;

/** Request headers. */
export const REQUEST_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the service. If it is missing, the service generates one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  },
  'Idempotency-Key': {
    description: 'Makes a retry safe: the same key with the same body returns the original response.',
    schema: name,
  },
  'If-Match': { description: '`ETag` of the ruleset to replace.', schema: text },
  'If-None-Match': {
    description: '`ETag` of the ruleset that the client has. The response is 304 while it is still active.',
    schema: text,
  },
} as const satisfies Readonly<Record<OwnRequestHeader | 'X-Request-Id', object>>;

/** Response headers. */
export const ANSWER_HEADERS = {
  'X-Request-Id': { description: 'Identifies the request in the log of the service.', schema: text },
  'Querygate-Key-Expires': {
    description: 'When the API key expires. Missing if it never expires, or if the request had no key.',
    schema: { type: 'string', format: 'date-time' },
  },
  ETag: { description: 'Identifies the current ruleset; use it in `If-Match` and `If-None-Match`.', schema: text },
  Location: {
    description: 'URL of the simulation, relative to the URL of the request.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'Which credentials are missing (RFC 6750).', schema: text },
} as const satisfies Readonly<
  Record<OwnResponseHeader | 'X-Request-Id' | 'Querygate-Key-Expires' | 'WWW-Authenticate', object>
>;

/** References to response headers, by name. */
export function headersOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
