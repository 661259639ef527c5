import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { ItemResult } from '../simulations/item-result.tsx';
import styles from './start.module.css';

const SHOWN = 5;

/** The newest simulations. */
export function RecentSimulations({ workspace }: { readonly workspace: string }): ReactNode {
  const { data, error, refetch } = useCall('listSimulations', { path: { workspace }, query: { limit: SHOWN } });
  return (
    <Card
      flush
      title="Last simulations"
      footer={
        <>
          <Link to="/w/$workspace/simulations" params={{ workspace }}>
            All simulations
          </Link>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load simulations." error={error} retry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.items.length === 0 && (
        <Empty title="No simulations yet">
          <p>
            A pull request that edits rules starts one, if its pipeline has a key with <code>rules:simulate</code>.
          </p>
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.entries}>
          {data.items.map((item) => (
            <li key={item.id}>
              <Link to="/w/$workspace/simulations/$id" params={{ workspace, id: item.id }} className={styles.entry}>
                <span>
                  <ItemResult item={item} />
                  <small>
                    {item.ref === undefined ? item.startedBy.name : refName(item.ref)}, {dateTime(item.createdAt)},{' '}
                    {relative(item.createdAt)}
                  </small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
