import type { z } from 'zod';
import * as dryRun from './bodies/dry-run.ts';
import * as keys from './bodies/keys.ts';
import * as simulate from './bodies/simulate.ts';
import * as traffic from './bodies/traffic.ts';
import * as workspace from './bodies/workspace.ts';
import type { ProblemCode } from './problem.ts';
import type { ApiScope, Role } from './scopes.ts';

// The REST contract, once, for the client, the server and the pages about them. How it grows: an answer may gain keys (who
// reads it passes over what it does not know), a call may gain optional fields, codes and headers. A request is strict: a
// service that passed over a setting which it does not know would judge by other settings than it was asked to.

/** One call. `scope`: a key needs it. `roles`: a signed-in person needs one of them. Neither: `session` says who may. */
export interface CallEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{…}` is a parameter; `{workspace}` is always the id of the workspace. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly scope?: ApiScope;
  readonly roles?: readonly Role[];
  /** `needed`: anybody who is signed in. `none`: nobody needs to be. */
  readonly session?: 'needed' | 'none';
  readonly query?: z.ZodType;
  /** Of the body; `text`: it is text and no JSON. */
  readonly request?: z.ZodType | 'text';
  /** Status of success, and its body. */
  readonly answers: number;
  readonly response?: z.ZodType;
  /** Codes beside those that any call may answer with. */
  readonly problems?: readonly ProblemCode[];
}

const MANAGERS = ['owner', 'admin'] as const;
const MEMBERS = ['owner', 'admin', 'member'] as const;
const ANYBODY = ['owner', 'admin', 'member', 'viewer'] as const;

/** The calls. */
export const CALLS = {
  dryRun: {
    method: 'POST',
    path: '/api/v1/ci/dry-run',
    summary: 'Judge SQL files under the active ruleset.',
    scope: 'ci_dryrun:execute',
    request: dryRun.dryRunRequestSchema,
    answers: 200,
    response: dryRun.dryRunSchema,
    problems: ['rules_invalid', 'text_missing'],
  },
  putText: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/texts/{hash}',
    summary: 'Send a part of a text that is too large for one request, as UTF-8, before the dry run that names it.',
    scope: 'ci_dryrun:execute',
    request: 'text',
    answers: 204,
    problems: ['text_hash_wrong'],
  },
  startSimulation: {
    method: 'POST',
    path: '/api/v1/ci/rules/simulate',
    summary: 'Start to replay the history of the workspace under other rules.',
    scope: 'rules:simulate',
    request: simulate.simulateRequestSchema,
    answers: 202,
    response: simulate.simulationSchema,
    problems: ['rules_invalid', 'flows_invalid', 'idempotency_key_reused'],
  },
  readSimulation: {
    method: 'GET',
    path: '/api/v1/ci/rules/simulations/{id}',
    summary: 'Read a simulation as it stands.',
    scope: 'rules:simulate',
    answers: 200,
    response: simulate.simulationSchema,
    problems: ['simulation_not_found'],
  },
  query: {
    method: 'POST',
    path: '/api/v1/proxy/query',
    summary: 'Judge one query, and record it as HTTP traffic.',
    scope: 'proxy:evaluate',
    request: traffic.queryRequestSchema,
    answers: 200,
    response: traffic.queryVerdictSchema,
  },
  ingestEvents: {
    method: 'POST',
    path: '/api/v1/ingest/events',
    summary: 'Tell of queries that ran.',
    scope: 'telemetry:write',
    request: traffic.eventsRequestSchema,
    answers: 200,
    response: traffic.eventsAnswerSchema,
  },
  readRuleset: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/ruleset',
    summary: 'Read the active ruleset. Heeds `If-None-Match`.',
    scope: 'rules:read',
    roles: ANYBODY,
    answers: 200,
    response: workspace.rulesetSchema,
  },
  activateRuleset: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/ruleset',
    summary: 'Make a ruleset active, or an earlier one again. Needs `If-Match`.',
    roles: MANAGERS,
    request: workspace.activateRulesetSchema,
    answers: 200,
    response: workspace.rulesetSchema,
    problems: ['rules_invalid', 'precondition_missing', 'ruleset_changed', 'version_not_found'],
  },
  listRulesets: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/rulesets',
    summary: 'List the rulesets that are or were active.',
    roles: ANYBODY,
    query: workspace.pageQuerySchema,
    answers: 200,
    response: workspace.rulesetVersionsSchema,
  },
  readRulesetVersion: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/rulesets/{version}',
    summary: 'Read one of them.',
    roles: ANYBODY,
    answers: 200,
    response: workspace.rulesetSchema,
    problems: ['version_not_found'],
  },
  readDataPolicy: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/data-policy',
    summary: 'Read how long data is kept, and which.',
    scope: 'audit:read',
    roles: ANYBODY,
    answers: 200,
    response: workspace.dataPolicySchema,
  },
  changeDataPolicy: {
    method: 'PUT',
    path: '/api/v1/workspaces/{workspace}/data-policy',
    summary: 'Change it.',
    roles: MANAGERS,
    request: workspace.changeDataPolicySchema,
    answers: 200,
    response: workspace.dataPolicySchema,
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
    summary: 'Make an API key.',
    roles: MANAGERS,
    request: keys.createKeySchema,
    answers: 201,
    response: keys.createdKeySchema,
  },
  readKey: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/keys/{key}',
    summary: 'Read what is known of an API key.',
    roles: MANAGERS,
    answers: 200,
    response: keys.keySchema,
    problems: ['key_not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate',
    summary: 'Make a new key in the place of this one; it holds until the rotation is confirmed.',
    roles: MANAGERS,
    request: keys.rotateKeySchema,
    answers: 201,
    response: keys.createdKeySchema,
    problems: ['key_not_found', 'key_not_active', 'rotation_pending'],
  },
  confirmRotation: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/rotate/confirm',
    summary: 'Revoke this key: its new one is in use.',
    roles: MANAGERS,
    answers: 200,
    response: keys.keySchema,
    problems: ['key_not_found', 'rotation_not_pending'],
  },
  revokeKey: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/{key}/revoke',
    summary: 'Revoke a key, at once and for ever.',
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
    summary: 'Read who is signed in.',
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

/** Headers beside those that HTTP defines; in lower case, as HTTP libraries give them. */
export const HEADERS = {
  /** A UUID of the client's; the service answers with it, or with one of its own, and logs it. */
  requestId: 'x-request-id',
  /** Names one wish of the client (a UUID): the same key with the same body is answered as the first time. */
  idempotencyKey: 'idempotency-key',
  /** On authenticated answers: when the key runs out, ISO 8601; missing where it never does. */
  keyExpires: 'querygate-key-expires',
} as const;
