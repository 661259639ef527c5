import { type Actor, CI_HOSTS, type CiHostName, TRUST_SCOPES, type Trust } from '../../contract/index.ts';

/** A row of `trusts`. */
export interface TrustRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly host: CiHostName;
  readonly issuer: string;
  readonly audience: string;
  readonly claims: Readonly<Record<string, readonly string[]>>;
  readonly scopes: readonly string[];
  readonly ttl_minutes: number;
  readonly created_at: Date;
  readonly created_by: Actor;
  readonly last_used_at: Date | null;
  readonly last_used_by: string | null;
}

export const TRUST_COLUMNS =
  'id, workspace_id, name, host, issuer, audience, claims, scopes, ttl_minutes, created_at, created_by, last_used_at, last_used_by';

/** Scopes that this version does not know are ignored. */
export function trustScopesOf({ scopes }: Pick<TrustRow, 'scopes'>): Trust['scopes'] {
  return TRUST_SCOPES.filter((scope) => scopes.includes(scope));
}

export function toTrust(row: TrustRow): Trust {
  return {
    id: row.id,
    workspace: row.workspace_id,
    name: row.name,
    host: row.host,
    issuer: row.issuer,
    audience: row.audience,
    claims: Object.fromEntries(Object.entries(row.claims).map(([name, values]) => [name, [...values]])),
    scopes: trustScopesOf(row),
    ttlMinutes: row.ttl_minutes,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString(),
    lastUsedBy: row.last_used_by ?? undefined,
  };
}

/** Longest part of the name of a job, in characters. */
const PART_CHARACTERS = 200;

/** The subject, repository and ref of a job, on one line: of its claims, which a branch name can be a part of. */
export function jobOf(host: CiHostName, claims: Readonly<Record<string, unknown>>): string {
  const { repository, ref } = CI_HOSTS[host];
  const parts = ['sub', repository, ref].map((claim) => claims[claim]);
  return parts
    .filter((part) => typeof part === 'string')
    .map((part) => [...part.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')].slice(0, PART_CHARACTERS).join(''))
    .join(', ');
}
