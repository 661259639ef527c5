import type { AuditEvent } from '../../../../src/contract/index.ts';
import { AUDIT_TYPES } from '../../contract/audit-types.ts';
import { VERDICT_WORDS, type Verdict } from '../../ui/verdict.tsx';

/** Short names of the types, in the order of the filter. */
const TITLES: Readonly<Record<string, string>> = {
  'query.evaluated': 'Query evaluated',
  'query.ingested': 'Query reported',
  'queries.exported': 'Queries downloaded',
  dry_run: 'SQL files checked',
  'simulation.started': 'Simulation started',
  'simulation.ended': 'Simulation ended',
  'ruleset.activated': 'Ruleset activated',
  'proxy.changed': 'Proxy changed',
  'proxy_modes.changed': 'Proxy modes changed',
  'key.created': 'API key created',
  'key.rotation_begun': 'Key rotation begun',
  'key.rotated': 'API key rotated',
  'key.revoked': 'API key revoked',
  'trust.created': 'Trust created',
  'trust.removed': 'Trust removed',
  'session.created': 'Signed in',
  'session.confirmed': 'Identity confirmed',
  'session.failed': 'Sign-in failed',
  'session.ended': 'Session ended',
  'invitation.created': 'User invited',
  'invitation.accepted': 'Invitation accepted',
  'invitation.revoked': 'Invitation revoked',
  'member.set': 'Member added or role changed',
  'member.disabled': 'Member disabled',
  'member.enabled': 'Member enabled',
  'member.removed': 'Member removed',
  'user.password_set': 'Password changed',
  'user.renamed': 'Member renamed',
  'user.identity_connected': 'Identity provider connected',
  'user.identity_disconnected': 'Identity provider disconnected',
  'user.disabled': 'Account disabled',
  'user.enabled': 'Account enabled',
  'user.unlocked': 'Sign-in unlocked',
  'workspace.created': 'Workspace created',
  'workspace.renamed': 'Workspace renamed',
  'data_policy.changed': 'Data policy changed',
  'data.deleted': 'Data deleted',
  'store.restored': 'Store restored',
  'traffic.deleted': 'Entries of traffic deleted',
  'history.imported': 'History imported',
  'history.forgotten': 'Imported history removed',
  unknown: 'Unknown entry',
};

/** The types, in the order of the filter. */
export const TYPES = [
  ...Object.keys(TITLES).filter(isType),
  ...Object.keys(AUDIT_TYPES)
    .filter(isType)
    .filter((type) => !(type in TITLES)),
];

export function isType(type: string | undefined): type is keyof typeof AUDIT_TYPES {
  return type !== undefined && Object.hasOwn(AUDIT_TYPES, type);
}

/** `API key created`; the type itself if this dashboard does not know it. */
export function titleOf(type: string): string {
  return (Object.hasOwn(TITLES, type) && TITLES[type]) || type;
}

/** The object of the entry in a few words: a name, an address, a version. */
export function subjectOf({ details }: AuditEvent): string {
  const { name, email, role, version, proxy, ref, simulation, address, canceledRotationOf } = details;
  if (isText(email)) return isText(role) ? `${email}, ${role}` : email;
  if (isText(name)) return isText(canceledRotationOf) ? `${name}, rotation canceled` : name;
  if (typeof version === 'number') return `version ${version}`;
  return [proxy, ref, simulation, address].find(isText) ?? '';
}

/** The verdict that an entry records, if it does. */
export function verdictOf({ details }: AuditEvent): Verdict | undefined {
  const { verdict } = details;
  return typeof verdict === 'string' && Object.hasOwn(VERDICT_WORDS, verdict) ? (verdict as Verdict) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const ACTORS = {
  key: 'API key',
  trust: 'CI job',
  user: 'user',
  admin: 'administrator on the server',
  service: 'the service itself',
  unknown: 'not readable',
};

/** `API key`, `user`, … */
export function actorKind({ actor }: AuditEvent): string {
  return ACTORS[actor.kind];
}

/** `statementsChecked` and `data_policy` as words. */
export function words(key: string): string {
  const text = key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
