import type { ApiKey } from '../../../../src/contract/index.ts';
import { daysSince, daysUntil } from '../../format/time.ts';

export const TABS = ['all', 'expiring', 'old', 'unused', 'expired'] as const;
export type Tab = (typeof TABS)[number];
export const SORTS = { attention: 'needs attention', name: 'name', expires: 'expiry', used: 'last used' } as const;
export type Sort = keyof typeof SORTS;

/** Days before its expiry from which a key is marked. */
export const EXPIRING_DAYS = 14;
/** Days without a request after which a key counts as unused. */
export const UNUSED_DAYS = 30;

/** The search parameters of the page. */
export interface KeySearch {
  readonly tab?: string | undefined;
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
  readonly database?: string | undefined;
  readonly by?: string | undefined;
  readonly sort?: string | undefined;
  readonly revoked?: string | undefined;
  /** `yes`: the form of a new key is open. */
  readonly new?: string | undefined;
  /** Id of the key whose details are shown. */
  readonly key?: string | undefined;
}

/** Changes search parameters; what is undefined is cleared. */
export type SetSearch = (changed: KeySearch) => void;

export interface KeyFilters {
  readonly tab: Tab;
  readonly name: string;
  readonly scope: string | undefined;
  readonly database: string | undefined;
  readonly by: string | undefined;
  readonly revoked: boolean;
}

export function filtersOf({ tab, name = '', scope, database, by, revoked }: KeySearch): KeyFilters {
  return { tab: TABS.find((each) => each === tab) ?? 'all', name, scope, database, by, revoked: revoked === 'yes' };
}

export function sortOf({ sort }: KeySearch): Sort {
  return sort !== undefined && Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'attention';
}

const TAB_TESTS: Readonly<Record<Tab, (key: ApiKey) => boolean>> = {
  all: () => true,
  expiring: isExpiring,
  old: ({ old }) => old,
  unused: isUnused,
  expired: ({ state }) => state === 'expired',
};

export function isExpiring({ state, expiresAt }: ApiKey): boolean {
  return state === 'active' && expiresAt !== undefined && daysUntil(expiresAt) < EXPIRING_DAYS;
}

export function isUnused({ state, createdAt, lastUsedAt }: ApiKey): boolean {
  return state === 'active' && daysSince(lastUsedAt ?? createdAt) >= UNUSED_DAYS;
}

/** Whether the key is shown under the key that it is to replace. */
export function isPendingReplacement(key: ApiKey, keys: readonly ApiKey[]): boolean {
  return keys.some(({ rotation, state }) => rotation?.newKey === key.id && state === 'active');
}

/** The keys that match all filters but the tab. */
export function filtered(keys: readonly ApiKey[], filters: KeyFilters): readonly ApiKey[] {
  const name = filters.name.trim().toLowerCase();
  // A whole SHA-256 finds its key too.
  const hash = /^[0-9a-f]{1,64}$/.exec(name)?.[0].slice(0, 8);
  return keys.filter(
    (key) =>
      (filters.revoked || key.state !== 'revoked') &&
      !isPendingReplacement(key, keys) &&
      (key.name.toLowerCase().includes(name) || (hash !== undefined && key.hashPrefix.startsWith(hash))) &&
      (filters.scope === undefined || key.scopes.some((scope) => scope === filters.scope)) &&
      (filters.database === undefined || key.databaseId === filters.database) &&
      (filters.by === undefined || key.createdBy.name === filters.by),
  );
}

export function inTab(keys: readonly ApiKey[], tab: Tab): readonly ApiKey[] {
  return keys.filter(TAB_TESTS[tab]);
}

/** Keys that need attention come first: pending rotations, then what expires soonest, then what is old or unused. */
function attention(key: ApiKey): number {
  if (key.state !== 'active') return 5;
  if (key.rotation) return 0;
  if (isExpiring(key)) return 1;
  if (key.old || isUnused(key)) return 2;
  return 3;
}

const BY: Readonly<Record<Sort, (a: ApiKey, b: ApiKey) => number>> = {
  attention: (a, b) => attention(a) - attention(b) || BY.expires(a, b),
  name: (a, b) => a.name.localeCompare(b.name),
  expires: (a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9') || BY.name(a, b),
  used: (a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') || BY.name(a, b),
};

export function sorted(keys: readonly ApiKey[], sort: Sort): readonly ApiKey[] {
  return keys.toSorted(BY[sort]);
}

/** The different values of a column, for its filter. */
export function valuesOf(keys: readonly ApiKey[], value: (key: ApiKey) => string | undefined): readonly string[] {
  return [...new Set(keys.flatMap((key) => value(key) ?? []))].sort();
}
