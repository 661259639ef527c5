import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataPolicy as Policy } from '../../../../src/contract/index.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { date, relative } from '../../format/time.ts';
import { type Membership, manages, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { ChangePolicy } from './change-policy.tsx';
import styles from './policy.module.css';
import { QUERY_TEXT_WORDS } from './words.ts';

/** What is stored, and for how long. */
export function DataPolicy(): ReactNode {
  const me = useWorkspace();
  const policy = useCall('readDataPolicy', { path: { workspace: me.id } });
  return (
    <Page title="Data policy" about="What this workspace stores about queries, and for how long.">
      {policy.error && <Failure what="Could not load the data policy." error={policy.error} retry={policy.refetch} />}
      {!policy.data && !policy.error && <Loading rows={3} />}
      {policy.data && (
        <div className={styles.stack}>
          <Pending me={me} policy={policy.data} />
          {manages(me) ? (
            <ChangePolicy key={JSON.stringify(policy.data)} me={me} policy={policy.data} />
          ) : (
            <ShownPolicy policy={policy.data} />
          )}
        </div>
      )}
    </Page>
  );
}

/** What the data policy will delete, or deletes now. */
function Pending({ me, policy }: { readonly me: Membership; readonly policy: Policy }): ReactNode {
  const keep = useChange('changeDataPolicy');
  const { lowered, textsDue, retentionDays } = policy;
  return (
    <>
      {keep.error && <Failure what="The shorter retention was not cancelled." error={keep.error} />}
      {lowered && (
        <Notice
          look="warn"
          icon={<TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" />}
          actions={
            manages(me) && (
              <Button
                small
                disabled={keep.isPending}
                onClick={() => keep.mutate({ path: { workspace: me.id }, body: { retentionDays } })}
              >
                Keep {counted(retentionDays, 'day')}
              </Button>
            )
          }
        >
          <p>
            <strong>
              On {date(lowered.from)}, {relative(lowered.from)}, the retention becomes {counted(lowered.to, 'day')}.
            </strong>{' '}
            Older data is deleted then.
          </p>
        </Notice>
      )}
      {textsDue && (
        <Notice look="quiet" icon={<LoaderCircle size={16} strokeWidth={1.5} aria-hidden="true" />}>
          <p role="status">
            Stored texts that the data policy no longer allows are being deleted. This takes up to an hour.
          </p>
        </Notice>
      )}
    </>
  );
}

function ShownPolicy({ policy }: { readonly policy: Policy }): ReactNode {
  return (
    <Card>
      <dl className={styles.facts}>
        <dt>Retention</dt>
        <dd>{counted(policy.retentionDays, 'day')}</dd>
        <dt>Grace</dt>
        <dd>{counted(policy.graceDays, 'day')} before a shorter retention deletes</dd>
        <dt>Text of queries</dt>
        <dd>
          {QUERY_TEXT_WORDS[policy.queryText].label}. {QUERY_TEXT_WORDS[policy.queryText].about}
        </dd>
      </dl>
    </Card>
  );
}
