import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Workspace } from '../../../../src/contract/index.ts';
import { counted } from '../../format/number.ts';
import { type Membership, manages } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import styles from './start.module.css';
import { useEntries } from './use-entries.tsx';

/** Drift, pending rotations, expiring keys and silent proxies. */
export function Attention({
  member,
  workspace: { drift },
}: {
  readonly member: Membership;
  readonly workspace: Workspace;
}): ReactNode {
  const { entries, total, isRead, error } = useEntries(member, drift);
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
      {!isRead && !error && entries.length === 0 && <Loading rows={3} />}
      {isRead && entries.length === 0 && (
        <Empty title="Nothing needs attention">
          <p>
            {manages(member)
              ? 'Pending rotations, expiring keys, silent proxies and rules that are not active appear here.'
              : 'Silent proxies and rules that are not active appear here.'}
          </p>
        </Empty>
      )}
    </Card>
  );
}
