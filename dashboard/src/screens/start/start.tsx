import type { ReactNode } from 'react';
import { type Membership, readsTraffic, useWorkspace } from '../../session/session.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Attention } from './attention.tsx';
import { ForViewers } from './for-viewers.tsx';
import { LastDay } from './last-day.tsx';
import { RecentDryRuns } from './recent-dry-runs.tsx';
import { RecentSimulations } from './recent-simulations.tsx';
import styles from './start.module.css';
import { Steps } from './steps.tsx';
import { useProgress } from './use-progress.ts';

/** The steps to the first verdict; once there is traffic, recent events and what needs attention. */
export function Start(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? <Overview member={member} /> : <ForViewers workspace={member.id} />;
}

function Overview({ member }: { readonly member: Membership }): ReactNode {
  const { progress, error, retry } = useProgress(member);
  const hasTraffic = progress?.request === 'done';
  const about = hasTraffic
    ? 'What happened in this workspace, and what needs attention.'
    : 'Connect a pipeline, a proxy or an application.';
  return (
    <Page title="Start here" about={about}>
      {error && <Failure what="Could not load the state of this workspace." error={error} retry={retry} />}
      {!progress && !error && <Loading />}
      {progress && (
        <div className={styles.stack}>
          {hasTraffic && progress.rules === 'done' ? null : <Steps member={member} progress={progress} />}
          {hasTraffic && (
            <>
              <LastDay workspace={member.id} />
              <div className={styles.pair}>
                <Attention member={member} workspace={progress.workspace} />
                <div className={styles.stack}>
                  <RecentSimulations workspace={member.id} />
                  <RecentDryRuns workspace={member.id} />
                </div>
              </div>
            </>
          )}
          {hasTraffic && progress.rules === 'done' && <Steps member={member} progress={progress} />}
        </div>
      )}
    </Page>
  );
}
