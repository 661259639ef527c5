import type { LinkProps } from '@tanstack/react-router';
import { CalendarClock, GitBranch, type LucideIcon, RotateCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '../../../../src/contract/index.ts';
import type { CallError } from '../../api/call.ts';
import { type Item, useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { dateTime, relative } from '../../format/time.ts';
import { type Membership, manages } from '../../session/session.ts';

/** Minutes without a report after which a proxy counts as silent; it reports itself every minute. */
const SILENT_MINUTES = 5;
/** Entries of one kind that are listed. */
const LISTED = 3;

/** One thing that needs attention, with the page that deals with it. */
interface Entry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly what: ReactNode;
  readonly detail: string;
  readonly link: LinkProps;
}

interface Params {
  readonly workspace: string;
}

interface Entries {
  /** The first ones of each kind. */
  readonly entries: readonly Entry[];
  /** Number of all entries. */
  readonly total: number;
  readonly isRead: boolean;
  readonly error: CallError | null;
}

/** Reads what needs attention. Keys are listed for users who manage them. */
export function useEntries(member: Membership, drift: Workspace['drift']): Entries {
  const path = { workspace: member.id };
  const seesKeys = manages(member);
  const rotations = useCall('listRotations', { path, query: { limit: 100 } }, { enabled: seesKeys });
  const expiring = useCall('listKeys', { path, query: { limit: 100, state: 'expiring' } }, { enabled: seesKeys });
  const proxies = useCall('listProxies', { path, query: { limit: 500 } });

  const silent = (proxies.data?.items ?? []).filter(
    ({ receivedAt }) => Date.now() - Date.parse(receivedAt) > SILENT_MINUTES * 60_000,
  );
  const waiting = rotations.data?.items ?? [];
  // A key that is being rotated is listed once.
  const rotated = new Set(waiting.flatMap(({ oldKey, newKey }) => [oldKey.id, newKey.id]));
  const ending = (expiring.data?.items ?? [])
    .filter(({ id }) => !rotated.has(id))
    .toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''));
  return {
    entries: [
      ...(drift ? [driftEntry(drift, path)] : []),
      ...waiting.slice(0, LISTED).map((rotation) => rotationEntry(rotation, path)),
      ...ending.slice(0, LISTED).map((key) => expiryEntry(key, path)),
      ...silent.slice(0, LISTED).map((proxy) => silenceEntry(proxy, path)),
    ],
    total: (drift ? 1 : 0) + waiting.length + ending.length + silent.length,
    isRead: [proxies, ...(seesKeys ? [rotations, expiring] : [])].every(({ data }) => data !== undefined),
    error: rotations.error ?? expiring.error ?? proxies.error,
  };
}

function driftEntry(drift: NonNullable<Workspace['drift']>, params: Params): Entry {
  const branch = drift.ref === undefined ? (drift.repository ?? 'the default branch') : refName(drift.ref);
  return {
    id: 'drift',
    icon: GitBranch,
    what: (
      <>
        The active ruleset differs from <code>{branch}</code>
      </>
    ),
    detail: `Since ${dateTime(drift.since)}, ${relative(drift.since)}`,
    link: { to: '/w/$workspace/ruleset', params, search: { view: 'versions' } },
  };
}

function rotationEntry({ oldKey, newKey, begunAt }: Item<'listRotations'>, params: Params): Entry {
  return {
    id: `rotation ${oldKey.id}`,
    icon: RotateCw,
    what: <>The rotation of {oldKey.name} is pending</>,
    detail:
      newKey.lastUsedAt === undefined
        ? `Started ${dateTime(begunAt)}. The new key was not used yet.`
        : `The new key was used ${dateTime(newKey.lastUsedAt)}. The old key still works.`,
    link: { to: '/w/$workspace/keys', params, search: { key: oldKey.id } },
  };
}

function expiryEntry({ id, name, expiresAt = '' }: Item<'listKeys'>, params: Params): Entry {
  return {
    id: `key ${id}`,
    icon: CalendarClock,
    what: <>{name} expires</>,
    detail: `${dateTime(expiresAt)}, ${relative(expiresAt)}`,
    link: { to: '/w/$workspace/keys', params, search: { key: id } },
  };
}

function silenceEntry({ id, databaseId, receivedAt }: Item<'listProxies'>, params: Params): Entry {
  return {
    id: `proxy ${id} ${databaseId ?? ''}`,
    icon: Server,
    what: <>Proxy {id} is silent</>,
    detail: `Last report ${dateTime(receivedAt)}, ${relative(receivedAt)}`,
    link: { to: '/w/$workspace/proxies', params },
  };
}
