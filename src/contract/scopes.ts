/** What a key may be allowed. */
export const SCOPES = {
  'ci_dryrun:execute': 'check SQL files against the active ruleset',
  'rules:simulate': 'replay the history of production under other rules, and read what came out',
  'rules:read': 'read the active ruleset',
  'proxy:evaluate': 'ask about single queries',
  'telemetry:write': 'send events',
  'audit:read': 'read the audit trail, the recorded queries and the data policy',
} as const;
export type ApiScope = keyof typeof SCOPES;
export const API_SCOPES = Object.keys(SCOPES) as [ApiScope, ...ApiScope[]];

export function isApiScope(text: string): text is ApiScope {
  return Object.hasOwn(SCOPES, text);
}

/** The least that each kind of integration needs. `rules:simulate` is in none of them: whoever wants it says so. */
export const SCOPE_PRESETS = {
  'ci-pipeline': { summary: 'dry runs of SQL files in CI', scopes: ['ci_dryrun:execute'] },
  'tcp-proxy': { summary: 'a proxy in front of a database', scopes: ['proxy:evaluate', 'telemetry:write'] },
  'http-service': { summary: 'an application that asks before it runs a query', scopes: ['proxy:evaluate'] },
} as const satisfies Record<string, { readonly summary: string; readonly scopes: readonly ApiScope[] }>;
export type ScopePreset = keyof typeof SCOPE_PRESETS;

/** What somebody is in a workspace. Only owners and admins manage keys, rulesets and the data policy. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
