// Generated from src/contract by `npm run generate`. Do not edit.

/** What an API key with each scope may do. */
export const SCOPES = {
  'ci_dryrun:execute': 'check SQL files against the active ruleset',
  'rules:simulate': 'simulate rule changes on the production history, and read the results',
  'rules:read': 'read the active ruleset, and what a proxy must know besides it',
  'proxy:evaluate': 'evaluate single queries',
  'telemetry:write': 'report queries that ran',
  'audit:read': 'read the audit trail, the recorded queries (without their texts) and the data policy',
} as const;

export const API_SCOPES = Object.keys(SCOPES) as (keyof typeof SCOPES)[];

/** The minimal scopes of each kind of integration. */
export const SCOPE_PRESETS = {
  'ci-pipeline': ['ci_dryrun:execute'],
  'tcp-proxy': ['telemetry:write', 'rules:read'],
  'http-service': ['proxy:evaluate'],
} as const;

/** The roles of a workspace member. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
