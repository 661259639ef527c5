import { z } from 'zod';
import { chosenNameSchema } from '../bodies/common.ts';
import type { OwnRequestHeader, OwnResponseHeader } from '../call-entry.ts';
import { FORMATS } from '../formats.ts';
import { schemaOf } from './schemas.ts';

const text = { type: 'string' } as const;

/** Request headers. */
export const REQUEST_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the service. If it is missing, the service generates one.',
    schema: schemaOf(z.string().regex(FORMATS.requestId)),
  },
  'Idempotency-Key': {
    description: 'Makes a retry safe: the same key with the same body returns the original response.',
    schema: schemaOf(chosenNameSchema),
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
