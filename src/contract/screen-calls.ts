import * as keys from './bodies/keys.ts';
import * as records from './bodies/records.ts';
import * as simulate from './bodies/simulate.ts';
import * as tries from './bodies/try.ts';
import * as workspace from './bodies/workspace.ts';
import { type CallEntry, MANAGERS, MEMBERS } from './call-entry.ts';
import { LIMITS } from './limits.ts';

/** The calls that the dashboard's screens need besides those of programs. */
export const SCREEN_CALLS = {
  tryQuery: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/try',
    summary: 'Judge a query under the active ruleset, and show its facts. Nothing is recorded.',
    roles: MEMBERS,
    request: tries.tryQuerySchema,
    bodyBytes: LIMITS.queryBytes,
    rate: 'read',
    answers: 200,
    response: tries.triedQuerySchema,
  },
  readQuery: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/queries/{query}',
    summary: 'Get one recorded query, with the rules that it breaks.',
    roles: MEMBERS,
    answers: 200,
    response: records.queryDetailsSchema,
    problems: ['query_not_found'],
  },
  readFlow: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/queries/flows/{flow}',
    summary: 'Get one flow, with its rules, its calls by value, and an exception that lets it through.',
    roles: MEMBERS,
    answers: 200,
    response: records.flowDetailsSchema,
    problems: ['flow_not_found'],
  },
  listDryRuns: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/dry-runs',
    summary: 'List the dry runs, newest first.',
    roles: MEMBERS,
    query: records.dryRunsQuerySchema,
    answers: 200,
    response: records.dryRunsSchema,
  },
  readDryRun: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/dry-runs/{run}',
    summary: 'Get one dry run, with its findings and without its SQL.',
    roles: MEMBERS,
    answers: 200,
    response: records.dryRunRecordSchema,
    problems: ['dry_run_not_found'],
  },
  exportAudit: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/audit-events/export',
    summary: 'Download the audit trail as JSON Lines, newest first: all entries that match.',
    scope: 'audit:read',
    roles: MEMBERS,
    query: workspace.auditExportQuerySchema,
    answers: 200,
    response: 'json lines',
  },
  readAuditChain: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/audit-chain',
    summary: 'Get the state of the audit trail: its newest entry, and its newest verification.',
    scope: 'audit:read',
    roles: MEMBERS,
    answers: 200,
    response: workspace.auditChainSchema,
  },
  verifyAudit: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/audit-chain/verify',
    summary: 'Start to verify the audit trail. Get its state to see the result.',
    roles: MANAGERS,
    answers: 202,
    response: workspace.auditChainSchema,
  },
  previewDataPolicy: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/data-policy/preview',
    summary: 'Show what a change of the data policy would delete. Nothing is changed.',
    roles: MANAGERS,
    request: workspace.changeDataPolicySchema,
    rate: 'read',
    answers: 200,
    response: workspace.policyPreviewSchema,
  },
  rotateKeys: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/keys/rotate-all',
    summary: 'Rotate all active keys with a scope or of an actor, for example when a person leaves.',
    roles: MANAGERS,
    confirmed: true,
    request: keys.rotateKeysSchema,
    answers: 200,
    response: keys.rotatedKeysSchema,
  },
  readSimulatedRuleset: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/simulations/{id}/ruleset',
    summary: 'Get the files of the ruleset that a simulation proposed.',
    roles: MEMBERS,
    answers: 200,
    response: simulate.simulatedRulesetSchema,
    problems: ['simulation_not_found'],
  },
} as const satisfies Record<string, CallEntry>;
