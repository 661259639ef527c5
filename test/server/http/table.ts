import type { ApiScope, CallName, Role } from '../../../src/contract/index.ts';

// Who can make which call, written from the documentation (docs/service.md, docs/service-api.md) and not from the
// contract's own table: authorize.test.ts compares the two in every cell, and cells.test.ts some of them over HTTP.

/** Result for a role: the call, or a refusal. */
export type OfRole = 'answer' | 'role_missing' | 'key_needed' | 'owner_needed';

export interface CellRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `W` stands for the workspace, the other letters for objects that the test creates. */
  readonly path: string;
  readonly status: number;
  /** Scope that a key needs for the call; `any`: none; undefined: no key can make it. */
  readonly scope: ApiScope | 'any' | undefined;
  /** Result for a valid key with the scope, but of another workspace. */
  readonly foreignKey: 'workspace_not_found' | 'simulation_not_found' | 'session_needed';
  readonly roles: Readonly<Record<Role, OfRole>>;
  /** Result for a signed-in user who is not a member of the workspace. */
  readonly stranger: 'workspace_not_found' | 'key_needed' | 'answer' | 'owner_needed';
  /** Result for an owner of another workspace, if it is not that of every stranger. */
  readonly foreignOwner?: 'answer';
}

const NO_PERSON = { owner: 'key_needed', admin: 'key_needed', member: 'key_needed', viewer: 'key_needed' } as const;
const MANAGERS = { owner: 'answer', admin: 'answer', member: 'role_missing', viewer: 'role_missing' } as const;
const MEMBERS = { owner: 'answer', admin: 'answer', member: 'answer', viewer: 'role_missing' } as const;
const OWNER = {
  owner: 'answer',
  admin: 'role_missing',
  member: 'role_missing',
  viewer: 'role_missing',
} as const;
const EVERYBODY = { owner: 'answer', admin: 'answer', member: 'answer', viewer: 'answer' } as const;

/** For a key with the scope, and not for signed-in users. */
function keyCall(
  method: CellRow['method'],
  path: string,
  scope: ApiScope,
  status: number,
  foreignKey: CellRow['foreignKey'] = 'workspace_not_found',
): CellRow {
  return { method, path, status, scope, foreignKey, roles: NO_PERSON, stranger: 'key_needed' };
}

/** For users with a role in the workspace, and not for keys. */
function personCall(method: CellRow['method'], path: string, roles: CellRow['roles'], status = 200): CellRow {
  return {
    method,
    path,
    status,
    scope: undefined,
    foreignKey: 'session_needed',
    roles,
    stranger: 'workspace_not_found',
  };
}

/** For every signed-in user, about themselves. */
function ownCall(method: CellRow['method'], path: string, status = 200): CellRow {
  return { ...personCall(method, path, EVERYBODY, status), stranger: 'answer' };
}

/** For both. */
function bothCall(path: string, scope: ApiScope, roles: CellRow['roles']): CellRow {
  return {
    method: 'GET',
    path,
    status: 200,
    scope,
    foreignKey: 'workspace_not_found',
    roles,
    stranger: 'workspace_not_found',
  };
}

/** Calls that need no authentication. */
export const OPEN_CALLS = [
  'signIn',
  'beginSignOn',
  'readInvitation',
  'acceptInvitation',
  'readSignInMethods',
  'readSetUp',
  'setUp',
  'exchangeToken',
] as const;
export type TableCall = Exclude<CallName, (typeof OPEN_CALLS)[number]>;

export const TABLE: Readonly<Record<TableCall, CellRow>> = {
  dryRun: keyCall('POST', '/api/v1/ci/dry-run', 'ci_dryrun:execute', 200),
  putText: keyCall('PUT', '/api/v1/workspaces/W/texts/HASH', 'ci_dryrun:execute', 204),
  startSimulation: keyCall('POST', '/api/v1/ci/rules/simulate', 'rules:simulate', 202),
  readSimulation: keyCall(
    'GET',
    '/api/v1/ci/rules/simulations/SIMULATION',
    'rules:simulate',
    200,
    'simulation_not_found',
  ),
  query: keyCall('POST', '/api/v1/proxy/query', 'proxy:evaluate', 200),
  ingestEvents: keyCall('POST', '/api/v1/ingest/events', 'telemetry:write', 200),
  readRuleset: bothCall('/api/v1/workspaces/W/ruleset', 'rules:read', EVERYBODY),
  activateRuleset: personCall('PUT', '/api/v1/workspaces/W/ruleset', MANAGERS),
  listRulesets: personCall('GET', '/api/v1/workspaces/W/rulesets', EVERYBODY),
  readRulesetVersion: personCall('GET', '/api/v1/workspaces/W/rulesets/1', EVERYBODY),
  readDataPolicy: bothCall('/api/v1/workspaces/W/data-policy', 'audit:read', EVERYBODY),
  changeDataPolicy: personCall('PUT', '/api/v1/workspaces/W/data-policy', MANAGERS),
  listProxies: personCall('GET', '/api/v1/workspaces/W/proxies', MEMBERS),
  readProxyModes: personCall('GET', '/api/v1/workspaces/W/proxy-modes', EVERYBODY),
  changeProxyModes: personCall('PUT', '/api/v1/workspaces/W/proxy-modes', MANAGERS),
  listAuditEvents: bothCall('/api/v1/workspaces/W/audit-events', 'audit:read', MEMBERS),
  listQueries: bothCall('/api/v1/workspaces/W/queries', 'audit:read', MEMBERS),
  countQueries: bothCall(
    '/api/v1/workspaces/W/queries/counts?interval=hour&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z',
    'audit:read',
    MEMBERS,
  ),
  listFlows: bothCall('/api/v1/workspaces/W/queries/flows', 'audit:read', MEMBERS),
  listRules: personCall('GET', '/api/v1/workspaces/W/ruleset/rules', EVERYBODY),
  checkRuleset: personCall('POST', '/api/v1/workspaces/W/ruleset/check', MEMBERS),
  startWorkspaceSimulation: personCall('POST', '/api/v1/workspaces/W/simulations', MEMBERS, 202),
  tryQuery: personCall('POST', '/api/v1/workspaces/W/try', MEMBERS),
  exportQueries: personCall('GET', '/api/v1/workspaces/W/queries/export', MEMBERS),
  exportFlows: personCall('GET', '/api/v1/workspaces/W/queries/flows/export', MEMBERS),
  readQuery: personCall('GET', '/api/v1/workspaces/W/queries/QUERY', MEMBERS),
  readFlow: personCall('GET', '/api/v1/workspaces/W/queries/flows/FLOW', MEMBERS),
  listDryRuns: personCall('GET', '/api/v1/workspaces/W/dry-runs', MEMBERS),
  readDryRun: personCall('GET', '/api/v1/workspaces/W/dry-runs/DRYRUN', MEMBERS),
  listSchemaUse: personCall('GET', '/api/v1/workspaces/W/schema-use', MEMBERS),
  readTableUse: personCall('GET', '/api/v1/workspaces/W/schema-use/table?table=orders', MEMBERS),
  exportAudit: bothCall('/api/v1/workspaces/W/audit-events/export', 'audit:read', MEMBERS),
  readAuditChain: bothCall('/api/v1/workspaces/W/audit-chain', 'audit:read', MEMBERS),
  verifyAudit: personCall('POST', '/api/v1/workspaces/W/audit-chain/verify', MANAGERS, 202),
  previewDataPolicy: personCall('POST', '/api/v1/workspaces/W/data-policy/preview', MANAGERS),
  rotateKeys: personCall('POST', '/api/v1/workspaces/W/keys/rotate-all', MANAGERS),
  readSimulatedRuleset: personCall('GET', '/api/v1/workspaces/W/simulations/SIMULATION/ruleset', MEMBERS),
  listKeys: personCall('GET', '/api/v1/workspaces/W/keys', MANAGERS),
  createKey: personCall('POST', '/api/v1/workspaces/W/keys', MANAGERS, 201),
  readKey: personCall('GET', '/api/v1/workspaces/W/keys/KEY', MANAGERS),
  readOwnKey: {
    method: 'GET',
    path: '/api/v1/key',
    status: 200,
    scope: 'any',
    foreignKey: 'session_needed',
    roles: NO_PERSON,
    stranger: 'key_needed',
  },
  rotateKey: personCall('POST', '/api/v1/workspaces/W/keys/KEY/rotate', MANAGERS, 201),
  confirmRotation: personCall('POST', '/api/v1/workspaces/W/keys/ROTATING/rotate/confirm', MANAGERS),
  revokeKey: personCall('POST', '/api/v1/workspaces/W/keys/KEY/revoke', MANAGERS),
  listTrusts: personCall('GET', '/api/v1/workspaces/W/trusts', MANAGERS),
  createTrust: personCall('POST', '/api/v1/workspaces/W/trusts', MANAGERS, 201),
  removeTrust: personCall('DELETE', '/api/v1/workspaces/W/trusts/TRUST', MANAGERS, 204),
  readSession: {
    ...personCall('GET', '/api/v1/sessions/current', EVERYBODY),
    stranger: 'answer',
  },
  signOut: {
    ...personCall('DELETE', '/api/v1/sessions/current', EVERYBODY, 204),
    stranger: 'answer',
  },
  listMembers: personCall('GET', '/api/v1/workspaces/W/members', MEMBERS),
  changeMember: personCall('PUT', '/api/v1/workspaces/W/members/USER', MANAGERS),
  removeMember: personCall('DELETE', '/api/v1/workspaces/W/members/USER', MANAGERS, 204),
  revokeMemberSessions: personCall('POST', '/api/v1/workspaces/W/members/USER/revoke-sessions', OWNER),
  createInvitation: personCall('POST', '/api/v1/workspaces/W/invitations', MANAGERS, 201),
  listInvitations: personCall('GET', '/api/v1/workspaces/W/invitations', MANAGERS),
  revokeInvitation: personCall('DELETE', '/api/v1/workspaces/W/invitations/INVITATION', MANAGERS, 204),
  joinWorkspace: ownCall('POST', '/api/v1/invitations/join'),
  confirmSession: ownCall('POST', '/api/v1/sessions/current/confirm', 204),
  listWorkspaces: ownCall('GET', '/api/v1/workspaces'),
  createWorkspace: {
    ...ownCall('POST', '/api/v1/workspaces', 201),
    roles: { owner: 'answer', admin: 'owner_needed', member: 'owner_needed', viewer: 'owner_needed' },
    stranger: 'owner_needed',
    foreignOwner: 'answer',
  },
  readWorkspace: personCall('GET', '/api/v1/workspaces/W', EVERYBODY),
  renameWorkspace: personCall('PUT', '/api/v1/workspaces/W', MANAGERS),
  readRulesetDifference: personCall('GET', '/api/v1/workspaces/W/rulesets/1/difference', EVERYBODY),
  listRotations: personCall('GET', '/api/v1/workspaces/W/rotations', MANAGERS),
  listSimulations: personCall('GET', '/api/v1/workspaces/W/simulations', MEMBERS),
  readWorkspaceSimulation: personCall('GET', '/api/v1/workspaces/W/simulations/SIMULATION', MEMBERS),
  activateSimulation: personCall('POST', '/api/v1/workspaces/W/simulations/SIMULATION/activate', MANAGERS),
  renameAccount: ownCall('PUT', '/api/v1/account'),
  changePassword: ownCall('PUT', '/api/v1/account/password', 204),
  listIdentities: ownCall('GET', '/api/v1/account/identities'),
  connectIdentity: ownCall('POST', '/api/v1/account/identities'),
  disconnectIdentity: ownCall('DELETE', '/api/v1/account/identities/IDENTITY', 204),
  listSessions: ownCall('GET', '/api/v1/sessions'),
  revokeSession: ownCall('DELETE', '/api/v1/sessions/SESSION', 204),
  revokeOtherSessions: ownCall('POST', '/api/v1/sessions/revoke-others'),
};

/** Changes that need a recent sign-in. */
export const CONFIRMED: ReadonlySet<TableCall> = new Set<TableCall>([
  'activateRuleset',
  'activateSimulation',
  'changeDataPolicy',
  'changeProxyModes',
  'createKey',
  'rotateKey',
  'rotateKeys',
  'confirmRotation',
  'revokeKey',
  'createTrust',
  'removeTrust',
  'changeMember',
  'removeMember',
  'revokeMemberSessions',
  'createInvitation',
  'revokeInvitation',
  'connectIdentity',
  'disconnectIdentity',
]);

/** Refusals that depend on more than the caller and the path: on the body, or on other workspaces in the store. */
export const DECIDED_LATER: Readonly<Partial<Record<TableCall, string>>> = {
  dryRun: 'workspace_not_found',
  startSimulation: 'workspace_not_found',
  readSimulation: 'simulation_not_found',
  query: 'workspace_not_found',
  ingestEvents: 'workspace_not_found',
  createWorkspace: 'owner_needed',
};

/** The result of a row for a kind of caller: the code of a refusal, or `answer`. */
export type Expected = (row: CellRow) => string;

/** Expected results for a valid key of the workspace, or of another one. */
export function byScope(scopes: readonly ApiScope[], place: 'own' | 'foreign' = 'own'): Expected {
  return ({ scope, foreignKey }) => {
    if (scope === undefined) return 'session_needed';
    if (scope === 'any') return 'answer';
    if (!scopes.includes(scope)) return 'scope_missing';
    return place === 'own' ? 'answer' : foreignKey;
  };
}

/** Expected results for a signed-in user with a role in the workspace, or only in another one. */
export function byRole(role: Role | undefined, elsewhere?: Role): Expected {
  return (row) => {
    if (role !== undefined) return row.roles[role];
    return (elsewhere === 'owner' ? row.foreignOwner : undefined) ?? row.stranger;
  };
}
