import { z } from 'zod';

interface ProblemEntry {
  readonly status: number;
  readonly summary: string;
}

function problem(status: number, summary: string): ProblemEntry {
  return { status, summary };
}

/**
 * The `code` of each error (`application/problem+json`, RFC 9457) with its HTTP status. Codes are permanent, because
 * clients rely on them. A client that does not know a code uses the status instead.
 */
export const PROBLEMS = {
  request_malformed: problem(400, 'the request is not valid HTTP'),
  body_malformed: problem(400, 'the body is not valid JSON'),
  exchange_malformed: problem(400, 'the form lacks a field of RFC 8693, repeats one, or has one with a wrong value'),
  grant_unsupported: problem(400, '`grant_type` is not that of a token exchange'),
  target_invalid: problem(400, '`audience` is not that of the identity token, or `resource` is given'),
  identity_invalid: problem(
    400,
    'the identity token is malformed, expired, not valid yet, or not signed by its issuer',
  ),
  identity_untrusted: problem(400, 'no trust of the workspace accepts this identity token'),
  identity_used: problem(400, 'the identity token was already exchanged; each can be exchanged once'),
  scope_refused: problem(400, 'the trust does not give a scope that is named in `scope`'),
  key_missing: problem(401, 'the request has no `Authorization: Bearer` header'),
  key_malformed: problem(401, 'the token is not a valid API key'),
  key_unknown: problem(401, 'the key does not exist, or belongs to another service'),
  key_revoked: problem(401, 'the key was revoked'),
  key_expired: problem(401, 'the key has expired'),
  token_unknown: problem(401, 'the token of a CI job does not exist or has expired, or its trust was removed'),
  session_unknown: problem(401, 'the session does not exist or has ended; sign in again'),
  sign_in_failed: problem(401, 'wrong e-mail address or password'),
  passwords_off: problem(
    403,
    'passwords are switched off, or the account has none; sign in with the identity provider',
  ),
  scope_missing: problem(403, 'the key lacks the scope that is named in `scope`'),
  role_missing: problem(403, 'the role of the signed-in user does not allow this'),
  owner_needed: problem(403, 'only an owner can do this'),
  invitation_for_another: problem(403, 'the invitation is for another e-mail address'),
  cross_site: problem(403, 'the request with a session cookie does not come from the dashboard'),
  confirmation_needed: problem(403, 'the sign-in is too old for this change; confirm it as `confirmBy` says'),
  session_needed: problem(403, 'this call needs a signed-in user; API keys cannot make it'),
  key_needed: problem(403, 'this call needs an API key'),
  workspace_not_found: problem(404, 'the workspace does not exist, or the caller has no access to it'),
  simulation_not_found: problem(404, 'the simulation does not exist, or belongs to another workspace'),
  query_not_found: problem(404, 'the workspace has no such query, or it was deleted'),
  flow_not_found: problem(404, 'the workspace has no such flow, or it was deleted'),
  dry_run_not_found: problem(404, 'the workspace has no such dry run, or it was deleted'),
  member_not_found: problem(404, 'the workspace has no such member'),
  invitation_not_found: problem(404, 'the workspace has no such pending invitation'),
  invitation_invalid: problem(404, 'the invitation does not exist, has expired, or was used or revoked'),
  session_not_found: problem(404, 'you have no such session'),
  identity_not_found: problem(404, 'your account is not connected to this identity'),
  key_not_found: problem(404, 'the workspace has no such API key'),
  trust_not_found: problem(404, 'the workspace has no such trust'),
  version_not_found: problem(404, 'the workspace has no ruleset of this version'),
  not_found: problem(404, 'the path does not exist'),
  method_not_allowed: problem(405, 'the path exists, but does not support this method'),
  request_timeout: problem(408, 'the request was not complete in time'),
  idempotency_key_reused: problem(409, 'the `Idempotency-Key` was already used with a different body'),
  idempotency_key_used: problem(
    409,
    'the `Idempotency-Key` already created an API key, whose secret can no longer be shown',
  ),
  key_not_active: problem(409, 'the key was revoked permanently'),
  set_up_already: problem(409, 'the service has users; it can be set up only once'),
  last_owner: problem(409, 'the workspace would be left without an owner'),
  last_sign_in: problem(409, 'this is your only way to sign in'),
  sign_on_off: problem(409, 'the service has no identity provider'),
  member_exists: problem(409, 'the user is already a member of the workspace'),
  account_exists: problem(409, 'the e-mail address already has an account; sign in, then join'),
  workspace_exists: problem(409, 'a workspace with this id already exists'),
  simulation_not_activatable: problem(409, 'the ruleset of this simulation cannot be activated as it is'),
  rotation_pending: problem(409, 'a rotation of this key is waiting for confirmation'),
  rotation_not_pending: problem(409, 'no rotation of this key is in progress'),
  ruleset_changed: problem(412, 'another ruleset was activated since the one named in `If-Match`'),
  precondition_missing: problem(428, '`If-Match` is missing; send the `ETag` of the ruleset to replace'),
  body_too_large: problem(413, 'the body is larger than the limit'),
  content_type_wrong: problem(415, 'the body is not `application/json`'),
  field_invalid: problem(422, 'a field or parameter is invalid; `errors[].pointer` names it'),
  set_up_code_wrong: problem(422, 'the one-time code is wrong; the service prints it when it starts'),
  password_wrong: problem(422, 'the current password is wrong'),
  text_missing: problem(422, 'a part of a file was never uploaded, or has expired'),
  text_hash_wrong: problem(422, 'the uploaded part does not match the hash in the URL'),
  rules_invalid: problem(422, 'a rule file has an error; `errors[].place` gives file and line'),
  flows_invalid: problem(422, 'a file of declared flows has an error; `errors[].place` gives file and line'),
  headers_too_large: problem(431, 'the request headers are larger than the limit'),
  rate_limited: problem(429, 'too many requests; retry after the time in `Retry-After`'),
  internal: problem(500, 'an internal error of the service'),
  simulation_too_large: problem(500, 'the simulation exceeded the time or memory limit of the service'),
  simulation_failed: problem(500, 'the simulation was started several times and never finished'),
  sign_on_unavailable: problem(503, 'the identity provider does not answer'),
  issuer_unavailable: problem(503, 'the keys of the issuer of the identity token cannot be read'),
  unavailable: problem(503, 'the service is starting, stopping or overloaded'),
} as const satisfies Record<string, ProblemEntry>;
export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/**
 * The `error` of OAuth (RFC 6749, 5.2; RFC 8693, 2.2.2) for each problem of a token exchange with status 400. Such a
 * response is `application/json`, with `error` and `error_description` beside the keys of a problem. All other errors of
 * that call are problems like those of every call.
 */
export const OAUTH_ERRORS: Readonly<Partial<Record<ProblemCode, string>>> = {
  exchange_malformed: 'invalid_request',
  grant_unsupported: 'unsupported_grant_type',
  target_invalid: 'invalid_target',
  identity_invalid: 'invalid_request',
  identity_untrusted: 'invalid_request',
  identity_used: 'invalid_request',
  scope_refused: 'invalid_scope',
};

/** How a user confirms a sign-in: with the password, or at the identity provider. */
export const CONFIRM_BY = ['password', 'sign_on'] as const;

/** The body of an error response. Keys that a newer service adds are ignored. */
export const problemSchema = z.object({
  type: z.string().optional().describe('`about:blank`, or the URL of a page about the code.'),
  title: z.string().describe('The code as words.'),
  status: z.int().min(400).max(599).describe('The HTTP status.'),
  code: z.string().describe('Stable identifier of the error.'),
  detail: z.string().optional().describe('What happened and what to do, in one line.'),
  requestId: z.string().optional().describe('Identifies the request in the log of the service.'),
  scope: z.string().optional().describe('With `scope_missing`: the required scope.'),
  confirmBy: z
    .enum(CONFIRM_BY)
    .optional()
    .describe('With `confirmation_needed`: send the password again, or sign on again.'),
  error: z
    .string()
    .optional()
    .describe('With a refused token exchange: the error of OAuth, such as `invalid_request`.'),
  error_description: z.string().optional().describe('With `error`: `detail` in ASCII.'),
  errors: z
    .array(
      z.object({
        detail: z.string().describe('What is wrong and what to do, in one line.'),
        pointer: z.string().optional().describe('The field of the body, as a JSON Pointer (RFC 6901).'),
        place: z
          .object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() })
          .optional()
          .describe('The place in a file of the request; lines and columns count from 1.'),
      }),
    )
    .optional(),
});
export type Problem = z.output<typeof problemSchema>;
