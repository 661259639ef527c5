import type { CallEntry } from '../calls.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';

/** Problems of every call. */
const COMMON: readonly ProblemCode[] = [
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal',
  'unavailable',
];
/** Problems of every call that needs authentication. */
export const AUTHENTICATION: readonly ProblemCode[] = [
  'key_missing',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'session_unknown',
];

/** The problem codes that a call can return, in the order of PROBLEMS. */
export function problemsOf(call: CallEntry): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...COMMON,
    ...accessProblems(call),
    ...(call.problems ?? []),
    ...bodyProblems(call),
  ]);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code));
}

/** Query parameters and bodies are validated even if a call takes none. */
function bodyProblems({ method, request, form }: CallEntry): readonly ProblemCode[] {
  if (method === 'GET') return ['field_invalid'];
  const common: readonly ProblemCode[] = ['field_invalid', 'body_too_large', 'content_type_wrong'];
  return request === 'text' || form ? common : [...common, 'body_malformed'];
}

function accessProblems({ method, path, scope, roles, session }: CallEntry): readonly ProblemCode[] {
  if (session === 'none') return [];
  if (session === 'needed') return [...AUTHENTICATION, 'session_needed'];
  if (scope === 'any') return [...AUTHENTICATION, 'key_needed'];
  // If the path does not contain the workspace, the body of a POST does.
  const namesWorkspace = path.includes('{workspace}') || method === 'POST';
  return [
    ...AUTHENTICATION,
    scope === undefined ? 'session_needed' : 'scope_missing',
    roles ? 'role_missing' : 'key_needed',
    ...(namesWorkspace ? (['workspace_not_found'] as const) : []),
  ];
}
