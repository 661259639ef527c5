import type { CallName } from '../calls.ts';

const text = { type: 'string' } as const;
/** A UUID is the usual one; any name of visible ASCII does. */
const name = { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' } as const;

/** Headers of requests. */
export const REQUEST_HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the log of the service, which answers with it, or with a name of its own.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  },
  'Idempotency-Key': {
    description: 'Names one wish: the same key with the same body is answered as the first time.',
    schema: name,
  },
  'If-Match': { description: '`ETag` of the ruleset that is to be replaced.', schema: text },
  'If-None-Match': {
    description: '`ETag` of the ruleset that is known: answered with 304 while it is active.',
    schema: text,
  },
} as const;
type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Headers of answers. */
export const ANSWER_HEADERS = {
  'X-Request-Id': { description: 'Names the request in the log of the service.', schema: text },
  'Querygate-Key-Expires': {
    description: 'When the key runs out; missing where it never does, and where no key came.',
    schema: { type: 'string', format: 'date-time' },
  },
  ETag: { description: 'Names the state of the ruleset, for `If-Match` and `If-None-Match`.', schema: text },
  Location: {
    description: 'Where to read the simulation, relative to the address of the call.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': { description: 'Seconds after which to come again.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'What is missing (RFC 6750).', schema: text },
} as const;
type AnswerHeader = keyof typeof ANSWER_HEADERS;

interface OwnHeaders {
  /** `true`: it must be there. */
  readonly request?: Partial<Readonly<Record<RequestHeader, boolean>>>;
  readonly answer?: readonly AnswerHeader[];
}

/** What a call has beside what every call has. */
export const OWN_HEADERS: Partial<Readonly<Record<CallName, OwnHeaders>>> = {
  startSimulation: { request: { 'Idempotency-Key': false }, answer: ['Location', 'Retry-After'] },
  readSimulation: { answer: ['Retry-After'] },
  readRuleset: { request: { 'If-None-Match': false }, answer: ['ETag'] },
  activateRuleset: { request: { 'If-Match': true }, answer: ['ETag'] },
};
