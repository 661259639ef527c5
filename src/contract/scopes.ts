/** The permissions that an API key can have. */
export const SCOPES = {
  'ci_dryrun:execute': 'check SQL files against the active ruleset',
  'rules:simulate': 'simulate rule changes on the production history, and read the results',
  'rules:read': 'read the active ruleset, and what a proxy must know besides it',
  'proxy:evaluate': 'evaluate single queries',
  'telemetry:write': 'report queries that ran',
  'audit:read': 'read the audit trail, the recorded queries (without their texts) and the data policy',
} as const;
export type ApiScope = keyof typeof SCOPES;
export const API_SCOPES = Object.keys(SCOPES) as [ApiScope, ...ApiScope[]];

export function isApiScope(text: string): text is ApiScope {
  return Object.hasOwn(SCOPES, text);
}

/**
 * The minimal scopes of each kind of integration. No preset contains `rules:simulate`: it must be requested explicitly.
 */
export const SCOPE_PRESETS = {
  'ci-pipeline': { summary: 'dry runs of SQL files in CI', scopes: ['ci_dryrun:execute'] },
  'tcp-proxy': { summary: 'a proxy in front of a database', scopes: ['telemetry:write', 'rules:read'] },
  'http-service': { summary: 'an application that checks queries before it runs them', scopes: ['proxy:evaluate'] },
} as const satisfies Record<string, { readonly summary: string; readonly scopes: readonly ApiScope[] }>;

/** The roles of a workspace member. Only owners and admins manage keys, rulesets and the data policy. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
