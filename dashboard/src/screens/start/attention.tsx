import { Link, type LinkProps } from '@tanstack/react-router';
import { CalendarClock, GitBranch, type LucideIcon, RotateCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '../../../../src/contract/index.ts';
import { useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { type Membership, manages } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import styles from './start.module.css';

/** Minutes without a report after which a proxy counts as silent; it reports itself every minute. */
const SILENT_MINUTES = 5;
/** Entries of one kind that are listed. */
const LISTED = 3;

interface Entry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly what: ReactNode;
  readonly detail: string;
  readonly link: LinkProps;
}

/** Drift, pending rotations, expiring keys and silent proxies. */
export function Attention({
  member,
  workspace: { drift },
}: {
  readonly member: Membership;
  readonly workspace: Workspace;
}): ReactNode {
  const path = { workspace: member.id };
  const seesKeys = manages(member);
  const rotations = useCall('listRotations', { path, query: { limit: 100 } }, { enabled: seesKeys });
  const expiring = useCall('listKeys', { path, query: { limit: 100, state: 'expiring' } }, { enabled: seesKeys });
  const proxies = useCall('listProxies', { path, query: { limit: 500 } });
  const error = rotations.error ?? expiring.error ?? proxies.error;
  const params = { workspace: member.id };
  const silent = (proxies.data?.items ?? []).filter(
    ({ receivedAt }) => Date.now() - Date.parse(receivedAt) > SILENT_MINUTES * 60_000,
  );
  const waiting = rotations.data?.items ?? [];
  // A key that is being rotated is listed once.
  const rotated = new Set(waiting.flatMap(({ oldKey, newKey }) => [oldKey.id, newKey.id]));
  const ending = (expiring.data?.items ?? [])
    .filter(({ id }) => !rotated.has(id))
    .toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''));

  const entries: readonly Entry[] = [
    ...(drift ? [driftEntry(drift, params)] : []),
    ...waiting.slice(0, LISTED).map(
      ({ oldKey, newKey, begunAt }): Entry => ({
        id: `rotation ${oldKey.id}`,
        icon: RotateCw,
        what: <>The rotation of {oldKey.name} is pending</>,
        detail:
          newKey.lastUsedAt === undefined
            ? `Started ${dateTime(begunAt)}. The new key was not used yet.`
            : `The new key was used ${dateTime(newKey.lastUsedAt)}. The old key still works.`,
        link: { to: '/w/$workspace/keys', params, search: { key: oldKey.id } },
      }),
    ),
    ...ending.slice(0, LISTED).map(
      ({ id, name, expiresAt = '' }): Entry => ({
        id: `key ${id}`,
        icon: CalendarClock,
        what: <>{name} expires</>,
        detail: `${dateTime(expiresAt)}, ${relative(expiresAt)}`,
        link: { to: '/w/$workspace/keys', params, search: { key: id } },
      }),
    ),
    ...silent.slice(0, LISTED).map(
      ({ id, databaseId, receivedAt }): Entry => ({
        id: `proxy ${id} ${databaseId ?? ''}`,
        icon: Server,
        what: <>Proxy {id} is silent</>,
        detail: `Last report ${dateTime(receivedAt)}, ${relative(receivedAt)}`,
        link: { to: '/w/$workspace/proxies', params },
      }),
    ),
  ];
  const total = (drift ? 1 : 0) + waiting.length + ending.length + silent.length;
  const isRead = proxies.data && (!seesKeys || (rotations.data && expiring.data));
  return (
    <Card
      flush
      title="Needs attention"
      aside={<span className="quiet">{total > 0 && total}</span>}
      footer={
        <>
          <span>
            {total > entries.length && `${counted(total - entries.length, 'more entry', 'more entries')} not shown.`}
          </span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load all of it." error={error} />}
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map(({ id, icon: Icon, what, detail, link }) => (
            <li key={id}>
              <Link {...link} className={styles.entry}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                <span>
                  <span className={styles.what}>{what}</span>
                  <small>{detail}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isRead && entries.length === 0 && (
        <Empty title="Nothing needs attention">
          <p>
            {seesKeys
              ? 'Pending rotations, expiring keys, silent proxies and rules that are not active appear here.'
              : 'Silent proxies and rules that are not active appear here.'}
          </p>
        </Empty>
      )}
    </Card>
  );
}

function driftEntry(drift: NonNullable<Workspace['drift']>, params: { readonly workspace: string }): Entry {
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
    link: { to: '/w/$workspace/ruleset', params },
  };
}
