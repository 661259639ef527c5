import type { CallEntry } from '../calls.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';

/** Any call may end so. */
const ANY: readonly ProblemCode[] = [
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal',
  'unavailable',
];
/** Whoever asks is identified before anything else. */
const WHO: readonly ProblemCode[] = [
  'key_missing',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'session_unknown',
];

/** The codes that a call may answer with, in the order of the table of problems. */
export function problemsOf(call: CallEntry): readonly ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...ANY,
    ...accessProblems(call),
    ...(call.problems ?? []),
    ...bodyProblems(call),
  ]);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code));
}

/** Parameters of a query are checked where a call takes none, too; so is a body. */
function bodyProblems({ method, request }: CallEntry): readonly ProblemCode[] {
  if (method === 'GET') return ['field_invalid'];
  const any: readonly ProblemCode[] = ['field_invalid', 'body_too_large', 'content_type_wrong'];
  return request === 'text' ? any : [...any, 'body_malformed'];
}

function accessProblems({ method, path, scope, roles, session }: CallEntry): readonly ProblemCode[] {
  if (session === 'none') return [];
  if (session === 'needed') return [...WHO, 'session_needed'];
  // The body of a POST names the workspace where the path does not.
  const named = path.includes('{workspace}') || method === 'POST';
  return [
    ...WHO,
    scope === undefined ? 'session_needed' : 'scope_missing',
    roles ? 'role_missing' : 'key_needed',
    ...(named ? (['workspace_not_found'] as const) : []),
  ];
}
