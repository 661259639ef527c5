import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';
import type { ApiScope, Role } from './scopes.ts';

/** Headers that only some calls have. */
export type OwnRequestHeader = 'Idempotency-Key' | 'If-Match' | 'If-None-Match';
export type OwnResponseHeader = 'ETag' | 'Location' | 'Retry-After';

/**
 * One API call. `scope`: the scope that an API key needs; `any`: every valid key may make the call. `roles`: the roles of signed-in users who may make the call.
 * A call with neither states in `session` who may make it.
 */
export interface CallEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{…}` is a path parameter; `{workspace}` is always a workspace id. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly scope?: ApiScope | 'any';
  readonly roles?: readonly Role[];
  /** `needed`: any signed-in user. `none`: no authentication. */
  readonly session?: 'needed' | 'none';
  /** Whether a user needs a recent sign-in: the call changes who or what may use the workspace, or what is kept. */
  readonly confirmed?: true;
  readonly query?: z.ZodType;
  /** Schema of the body; `text`: the body is plain text instead of JSON. */
  readonly request?: z.ZodType | 'text';
  /** The body is a form instead of JSON, and errors with status 400 are those of OAuth (OAUTH_ERRORS). */
  readonly form?: true;
  /** HTTP status of a successful response; `response` is the schema of its body; `json lines`: a stream. */
  readonly answers: number;
  readonly response?: z.ZodType | 'json lines' | 'json lines or csv';
  readonly requestHeaders?: Readonly<Partial<Record<OwnRequestHeader, 'required' | 'optional'>>>;
  readonly responseHeaders?: readonly OwnResponseHeader[];
  /** Maximum bytes of the body. Default: `LIMITS.manageBytes`. */
  readonly bodyBytes?: number;
  /**
   * Which rate limit counts the call. Default: `read` for GET, else `manage`. Calls without authentication have limits
   * of their own, by address: `exchange`, else `open` for GET and `signIn`.
   */
  readonly rate?: 'dryRun' | 'simulate' | 'poll' | 'query' | 'events' | 'read' | 'exchange';
  /** Problem codes specific to this call, in addition to those that every call can return. */
  readonly problems?: readonly ProblemCode[];
}

/** The roles that manage a workspace, that read its traffic, and all of them. */
export const MANAGERS = ['owner', 'admin'] as const;
export const MEMBERS = ['owner', 'admin', 'member'] as const;
export const ALL_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
