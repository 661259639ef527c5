import type { z } from 'zod';
import * as dryRun from './bodies/dry-run.ts';
import * as keys from './bodies/keys.ts';
import * as proxies from './bodies/proxies.ts';
import * as simulate from './bodies/simulate.ts';
import * as traffic from './bodies/traffic.ts';
import * as workspace from './bodies/workspace.ts';
import type { ProblemCode } from './problem.ts';
import type { ApiScope, Role } from './scopes.ts';

// The REST contract, shared by the client, the server and the documentation. How it evolves: responses may gain keys,
// which older clients ignore; a call may gain optional fields, problem codes and headers. Requests are strict: a
// service that ignored an unknown setting would evaluate under other settings than the caller asked for.

/**
 * One API call. `scope`: the scope that an API key needs. `roles`: the roles of signed-in users who may make the call.
 * A call with neither states in `session` who may make it.
 */
export interface CallEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{…}` is a path parameter; `{workspace}` is always a workspace id. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly scope?: ApiScope;
  readonly roles?: readonly Role[];
  /** `needed`: any signed-in user. `none`: no authentication. */
  readonly session?: 'needed' | 'none';
  readonly query?: z.ZodType;
  /** Schema of the body; `text`: the body is plain text instead of JSON. */
  readonly request?: z.ZodType | 'text';
  /** HTTP status of a successful response; `response` is the schema of its body. */
  readonly answers: number;
  readonly response?: z.ZodType;
  /** Problem codes specific to this call, in addition to those that every call can return. */
  readonly problems?: readonly ProblemCode[];
}

const MANAGERS = ['owner', 'admin'] as const;
const MEMBERS = ['owner', 'admin', 'member'] as const;
const ALL_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** All API calls, by name. */
export const CALLS = {
  dryRun: {
    method: 'POST',
    path: '/api/v1/ci/dry-run',
    summary: 'Check SQL files against the active ruleset.',
    scope: 'ci_dryrun:execute',
    request: dryRun.dryRunRequestSchema,
    answers: 200,
    response: dryRun.dryRunSchema,
    problems: ['rules_invalid', 'text_missing'],
  },
  putText: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/texts/{hash}',
    summary: 'Upload one part of a large SQL file (UTF-8), before the dry run that refers to it.',
    scope: 'ci_dryrun:execute',
    request: 'text',
    answers: 204,
    problems: ['text_hash_wrong'],
  },
  startSimulation: {
    method: 'POST',
    path: '/api/v1/ci/rules/simulate',
    summary: 'Start a simulation: replay the history of the workspace under a changed ruleset.',
    scope: 'rules:simulate',
    request: simulate.simulateRequestSchema,
    answers: 202,
    response: simulate.simulationSchema,
    problems: ['rules_invalid', 'flows_invalid', 'idempotency_key_reused'],
  },
  readSimulation: {
    method: 'GET',
    path: '/api/v1/ci/rules/simulations/{id}',
    summary: 'Get the state of a simulation, and its result once it is done.',
    scope: 'rules:simulate',
    answers: 200,
    response: simulate.simulationSchema,
    problems: ['simulation_not_found'],
  },
  query: {
    method: 'POST',
    path: '/api/v1/proxy/query',
    summary: 'Evaluate one query before it runs, and record it.',
    scope: 'proxy:evaluate',
    request: traffic.queryRequestSchema,
    answers: 200,
    response: traffic.queryVerdictSchema,
  },
  ingestEvents: {
    method: 'POST',
    path: '/api/v1/ingest/events',
    summary: 'Report queries that ran.',
    scope: 'telemetry:write',
    request: traffic.eventsRequestSchema,
    answers: 200,
    response: traffic.eventsResponseSchema,
  },
  readRuleset: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/ruleset',
    summary: 'Get the active ruleset, and the settings of proxies. Supports `If-None-Match`.',
    scope: 'rules:read',
    roles: ALL_ROLES,
    answers: 200,
    response: workspace.activeRulesetSchema,
  },
  activateRuleset: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/ruleset',
    summary: 'Activate a new ruleset, or restore an earlier version. Requires `If-Match`.',
    roles: MANAGERS,
    request: workspace.activateRulesetSchema,
    answers: 200,
    response: workspace.activeRulesetSchema,
    problems: ['rules_invalid', 'precondition_missing', 'ruleset_changed', 'version_not_found'],
  },
  listRulesets: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/rulesets',
    summary: 'List the ruleset versions: the active one and the earlier ones.',
    roles: ALL_ROLES,
    query: workspace.pageQuerySchema,
    answers: 200,
    response: workspace.rulesetVersionsSchema,
  },
  readRulesetVersion: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/rulesets/{version}',
    summary: 'Get one version of the ruleset.',
    roles: ALL_ROLES,
    answers: 200,
    response: workspace.rulesetSchema,
    problems: ['version_not_found'],
  },
  readDataPolicy: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/data-policy',
    summary: 'Get the data policy: what is stored, and for how long.',
    scope: 'audit:read',
    roles: ALL_ROLES,
    answers: 200,
    response: workspace.dataPolicySchema,
  },
  changeDataPolicy: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/data-policy',
    summary: 'Change the data policy.',
    roles: MANAGERS,
    request: workspace.changeDataPolicySchema,
    answers: 200,
    response: workspace.dataPolicySchema,
  },
  readProxyModes: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/proxy-modes',
    summary: 'Get the modes of proxies.',
    roles: ALL_ROLES,
    answers: 200,
    response: proxies.proxyModesSchema,
  },
  changeProxyModes: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/proxy-modes',
    summary: 'Set the modes of proxies. The body replaces all modes.',
    roles: MANAGERS,
    request: proxies.changeProxyModesSchema,
    answers: 200,
    response: proxies.proxyModesSchema,
  },
  listAuditEvents: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/audit-events',
    summary: 'List the audit trail, newest first.',
    scope: 'audit:read',
    roles: MEMBERS,
    query: workspace.auditQuerySchema,
    answers: 200,
    response: workspace.auditEventsSchema,
  },
  listQueries: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/queries',
    summary: 'List the recorded queries, newest first.',
    scope: 'audit:read',
    roles: MEMBERS,
    query: workspace.queriesQuerySchema,
    answers: 200,
    response: workspace.queriesSchema,
  },
  listKeys: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/keys',
    summary: 'List the API keys, newest first.',
    roles: MANAGERS,
    query: workspace.pageQuerySchema,
    answers: 200,
    response: keys.keysSchema,
  },
  createKey: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys',
    summary: 'Create an API key.',
    roles: MANAGERS,
    request: keys.createKeySchema,
    answers: 201,
    response: keys.createdKeySchema,
  },
  readKey: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/keys/{key}',
    summary: 'Get an API key, without its secret.',
    roles: MANAGERS,
    answers: 200,
    response: keys.keySchema,
    problems: ['key_not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate',
    summary: 'Create a replacement for a key. The old key stays valid until the rotation is confirmed.',
    roles: MANAGERS,
    request: keys.rotateKeySchema,
    answers: 201,
    response: keys.createdKeySchema,
    problems: ['key_not_found', 'key_not_active', 'rotation_pending'],
  },
  confirmRotation: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate/confirm',
    summary: 'Confirm a rotation: revoke the old key.',
    roles: MANAGERS,
    answers: 200,
    response: keys.keySchema,
    problems: ['key_not_found', 'rotation_not_pending'],
  },
  revokeKey: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/revoke',
    summary: 'Revoke a key immediately and permanently.',
    roles: MANAGERS,
    answers: 200,
    response: keys.keySchema,
    problems: ['key_not_found'],
  },
  signIn: {
    method: 'POST',
    path: '/api/v1/sessions',
    summary: 'Sign in with e-mail address and password.',
    session: 'none',
    request: keys.signInSchema,
    answers: 201,
    response: keys.signedInSchema,
    problems: ['sign_in_failed'],
  },
  readSession: {
    method: 'GET',
    path: '/api/v1/sessions/current',
    summary: 'Get the signed-in user.',
    session: 'needed',
    answers: 200,
    response: keys.sessionSchema,
  },
  signOut: {
    method: 'DELETE',
    path: '/api/v1/sessions/current',
    summary: 'Sign out.',
    session: 'needed',
    answers: 204,
  },
} as const satisfies Record<string, CallEntry>;
export type CallName = keyof typeof CALLS;

/** Custom headers, in lower case as HTTP libraries report them. */
export const HEADERS = {
  /** Identifies a request in the log. Chosen by the client, or by the service if missing; returned in the response. */
  requestId: 'x-request-id',
  /** Makes a retry safe: the same key with the same body returns the original response. Usually a UUID. */
  idempotencyKey: 'idempotency-key',
  /** On authenticated responses: when the API key expires (ISO 8601). Missing if it never expires. */
  keyExpires: 'querygate-key-expires',
} as const;
