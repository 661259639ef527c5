import { z } from 'zod';

interface ProblemEntry {
  readonly status: number;
  readonly summary: string;
}

function problem(status: number, summary: string): ProblemEntry {
  return { status, summary };
}

/**
 * The `code` of an error (`application/problem+json`, RFC 9457), and its HTTP status. A code is permanent: clients go by it.
 * A client that does not know a code goes by the status.
 */
export const PROBLEMS = {
  request_malformed: problem(400, 'the request is no HTTP that the service reads'),
  body_malformed: problem(400, 'the body is no JSON'),
  key_missing: problem(401, 'no `Authorization: Bearer` came with the request'),
  key_malformed: problem(401, 'what came is no API key'),
  key_unknown: problem(401, 'no such key, or of another service'),
  key_revoked: problem(401, 'the key was revoked'),
  key_expired: problem(401, 'the key has run out'),
  session_unknown: problem(401, 'nobody is signed in with this token, or not any more'),
  sign_in_failed: problem(401, 'no such e-mail address, or another password'),
  scope_missing: problem(403, 'the key lacks the scope that `scope` names'),
  role_missing: problem(403, 'who is signed in may not do this in the workspace'),
  session_needed: problem(403, 'this call is for people who are signed in, and no key may make it'),
  key_needed: problem(403, 'this call is for API keys'),
  workspace_not_found: problem(404, 'no such workspace, or the key belongs to another'),
  simulation_not_found: problem(404, 'no such simulation, or of another workspace'),
  key_not_found: problem(404, 'no such API key in the workspace'),
  version_not_found: problem(404, 'no ruleset of the workspace has this version'),
  not_found: problem(404, 'no such path'),
  method_not_allowed: problem(405, 'the path is right and the method is not'),
  request_timeout: problem(408, 'the request did not come to its end in time'),
  idempotency_key_reused: problem(409, 'the `Idempotency-Key` came before with another body'),
  key_not_active: problem(409, 'the key was revoked, which is for ever'),
  rotation_pending: problem(409, 'a rotation of the key has begun and is not confirmed'),
  rotation_not_pending: problem(409, 'no rotation of the key has begun'),
  ruleset_changed: problem(412, 'another ruleset became active since the one that `If-Match` names'),
  precondition_missing: problem(428, '`If-Match` is missing; it names the ruleset that is to be replaced'),
  body_too_large: problem(413, 'the body is larger than the limit'),
  content_type_wrong: problem(415, 'the body is not `application/json`'),
  field_invalid: problem(422, 'a field of the body is wrong; `errors[].pointer` names it'),
  text_missing: problem(422, 'a part of a text was never sent, or so long ago that it was deleted'),
  text_hash_wrong: problem(422, 'the text does not have the hash that the address names'),
  rules_invalid: problem(422, 'a rule file that was sent does not load; `errors[].place` says where'),
  flows_invalid: problem(422, 'a file of declared flows does not load; `errors[].place` says where'),
  headers_too_large: problem(431, 'the headers of the request are larger than the limit'),
  rate_limited: problem(429, 'too many requests; `Retry-After` says when to come again'),
  internal: problem(500, 'a defect of the service'),
  simulation_too_large: problem(500, 'the simulation hit a limit of time or memory of the service'),
  simulation_failed: problem(500, 'the simulation was begun several times and never came to an end'),
  unavailable: problem(503, 'the service is starting, stopping or overloaded'),
} as const satisfies Record<string, ProblemEntry>;
export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** The error that any call may answer with. Keys that a newer service adds are passed over. */
export const problemSchema = z.object({
  type: z.string().optional().describe('`about:blank`, or an address of a page about the code.'),
  title: z.string().describe('The code in words.'),
  status: z.int().min(400).max(599).describe('The HTTP status, again.'),
  code: z.string().describe('Stable name of the problem.'),
  detail: z.string().optional().describe('What happened this time; one line, lower case, says what to do.'),
  requestId: z.string().optional().describe('Names the request in the log of the service.'),
  scope: z.string().optional().describe('With `scope_missing`: the scope that is needed.'),
  errors: z
    .array(
      z.object({
        detail: z.string().describe('One line, lower case, says what to do.'),
        pointer: z.string().optional().describe('Where in the body, as a JSON Pointer (RFC 6901).'),
        place: z
          .object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() })
          .optional()
          .describe('Where in a file that was sent; lines and columns count from 1.'),
      }),
    )
    .optional(),
});
export type Problem = z.output<typeof problemSchema>;
