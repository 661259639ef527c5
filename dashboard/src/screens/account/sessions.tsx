import { type ReactNode, useState } from 'react';
import type { OwnSession } from '../../../../src/contract/index.ts';
import { usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/more.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './account.module.css';
import { browserName } from './browser-name.ts';
import { EndSession, SignOutElsewhere, SignOutEverywhere } from './end-sessions.tsx';

/** The user's sessions, and ways to end them. */
export function Sessions(): ReactNode {
  const pages = usePages('listSessions', {});
  const { items, error } = pages;
  const [asked, setAsked] = useState<OwnSession | 'others' | 'all'>();
  const close = () => setAsked(undefined);
  return (
    <Card
      flush
      title="Sessions"
      aside={
        <span className={styles.buttons}>
          <Button small onClick={() => setAsked('others')} disabled={(items ?? []).every(({ current }) => current)}>
            Sign out everywhere else
          </Button>
          <Button small onClick={() => setAsked('all')}>
            Sign out everywhere
          </Button>
        </span>
      }
      footer={
        <>
          <span>
            {items && counted(items.length, 'session')}. <More pages={pages} />
          </span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load sessions." error={error} retry={pages.refetch} />}
      {!items && !error && <Loading rows={2} />}
      {items && <DataTable label="Sessions" columns={columnsOf(setAsked)} items={items} idOf={({ id }) => id} />}
      {asked === 'all' && <SignOutEverywhere onClose={close} />}
      {asked === 'others' && <SignOutElsewhere onClose={close} />}
      {typeof asked === 'object' && <EndSession session={asked} onClose={close} />}
    </Card>
  );
}

function columnsOf(onEnd: (session: OwnSession) => void): readonly Column<OwnSession>[] {
  return [
    {
      id: 'agent',
      header: 'Browser',
      className: styles.agent,
      narrow: 'first',
      cell: ({ agent, address, current }) => (
        <TwoLines under={address ?? 'address not known'}>
          {agent === undefined ? 'not known' : browserName(agent)} {current && <Tag look="accent">This session</Tag>}
        </TwoLines>
      ),
    },
    {
      id: 'created',
      header: 'Signed in',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    {
      id: 'used',
      header: 'Last used',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ lastUsedAt }) => <TwoLines under={relative(lastUsedAt)}>{dateTime(lastUsedAt)}</TwoLines>,
    },
    {
      id: 'expires',
      header: 'Ends',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ expiresAt }) => <TwoLines under={relative(expiresAt)}>{dateTime(expiresAt)}</TwoLines>,
    },
    {
      id: 'end',
      header: '',
      className: styles.action,
      narrow: 'menu',
      cell: (session) =>
        !session.current && (
          <Button small onClick={() => onEnd(session)}>
            End session
          </Button>
        ),
    },
  ];
}
