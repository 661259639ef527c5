import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DataPolicy as Policy, PolicyPreview, QUERY_TEXTS } from '../../../../src/contract/index.ts';
import type { CallError } from '../../api/call.ts';
import { call } from '../../api/call.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { date, relative } from '../../format/time.ts';
import { type Membership, manages, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import styles from './policy.module.css';

type QueryText = (typeof QUERY_TEXTS)[number];

const TEXTS: Readonly<Record<QueryText, { readonly label: string; readonly about: string }>> = {
  none: { label: 'No text', about: 'Only verdicts, rules and callers. Queries cannot be read here.' },
  shape: { label: 'Query shape', about: 'The statement with its literals replaced.' },
  full: { label: 'Full text', about: 'With literals, which can hold personal data.' },
};

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
          {TEXTS[policy.queryText].label}. {TEXTS[policy.queryText].about}
        </dd>
      </dl>
    </Card>
  );
}

const NAMES: Readonly<Record<PolicyPreview['deletes'][number]['what'], readonly [string, string]>> = {
  queries: ['recorded query', 'recorded queries'],
  queryTexts: ['text of a query', 'texts of queries'],
  flows: ['flow', 'flows'],
  flowShapes: ['shape of a flow', 'shapes of flows'],
  historyDays: ['day of a flow in the history', 'days of flows in the history'],
  dryRuns: ['dry run', 'dry runs'],
  simulations: ['simulation', 'simulations'],
  proxies: ['report of a proxy', 'reports of proxies'],
  auditEntries: ['entry of traffic in the audit trail', 'entries of traffic in the audit trail'],
};

function ChangePolicy({ me, policy }: { readonly me: Membership; readonly policy: Policy }): ReactNode {
  const change = useChange('changeDataPolicy');
  const [retention, setRetention] = useState(String(policy.retentionDays));
  const [grace, setGrace] = useState(String(policy.graceDays));
  const [queryText, setQueryText] = useState<QueryText>(policy.queryText);
  const [preview, setPreview] = useState<PolicyPreview>();
  const [failure, setFailure] = useState<CallError>();
  // Only what changes: a retention that is sent, even the same one, cancels a pending shorter one.
  const body = {
    ...(Number(retention) !== policy.retentionDays && { retentionDays: Number(retention) }),
    ...(Number(grace) !== policy.graceDays && { graceDays: Number(grace) }),
    ...(queryText !== policy.queryText && { queryText }),
  };
  const retentionIsWrong = !isWhole(retention, 1, 3650);
  const graceIsWrong = !isWhole(grace, 0, 365);
  const isChanged = Object.keys(body).length > 0;

  const submit = async () => {
    setFailure(undefined);
    try {
      setPreview(await call('previewDataPolicy', { path: { workspace: me.id }, body }));
    } catch (error) {
      setFailure(error as CallError);
    }
  };
  const save = () => change.mutate({ path: { workspace: me.id }, body }, { onSettled: () => setPreview(undefined) });
  const deletes = preview?.deletes ?? [];

  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {(failure ?? change.error) && (
          <Failure what="The data policy was not changed." error={(failure ?? change.error) as CallError} />
        )}
        <div className={styles.days}>
          <TextField
            label="Retention, days"
            inputMode="numeric"
            value={retention}
            onText={setRetention}
            error={retentionIsWrong ? 'Enter 1 to 3650.' : undefined}
          />
        </div>
        <div className={styles.days}>
          <TextField
            label="Grace, days"
            inputMode="numeric"
            value={grace}
            onText={setGrace}
            error={graceIsWrong ? 'Enter 0 to 365.' : undefined}
          />
        </div>
        <p className="quiet">
          A shorter retention deletes only after the grace. Administrative entries of the audit trail are kept.
        </p>
        <fieldset>
          <legend>Text of queries</legend>
          {(Object.keys(TEXTS) as QueryText[]).map((value) => (
            <label key={value} className={styles.choice}>
              <input type="radio" name="text" checked={queryText === value} onChange={() => setQueryText(value)} />
              <span>
                {TEXTS[value].label}
                <small>{TEXTS[value].about}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div>
          <Button
            look="primary"
            type="submit"
            disabled={!isChanged || retentionIsWrong || graceIsWrong || change.isPending}
          >
            Review change
          </Button>
        </div>
      </form>
      <Dialog
        open={preview !== undefined}
        onClose={() => setPreview(undefined)}
        onSubmit={save}
        title="Change the data policy"
        about={
          deletes.length === 0
            ? 'This change deletes nothing that is stored now.'
            : `${preview?.deletedOn === undefined ? 'Within an hour' : `On ${date(preview.deletedOn)}`}, this change deletes what is listed here. It cannot be undone.`
        }
        actions={
          <>
            <Button onClick={() => setPreview(undefined)}>Cancel</Button>
            <Button look={deletes.length === 0 ? 'primary' : 'danger'} type="submit" disabled={change.isPending}>
              {deletes.length === 0 ? 'Change policy' : 'Change policy and delete'}
            </Button>
          </>
        }
      >
        <ul className={styles.deletes}>
          {deletes.map(({ what, count, calls, oldest }) => (
            <li key={what}>
              {counted(count, ...NAMES[what])}
              {calls !== undefined && ` (${integer(calls)} calls)`}
              {oldest !== undefined && `, from ${date(oldest)} on`}
            </li>
          ))}
        </ul>
      </Dialog>
    </Card>
  );
}

function isWhole(text: string, from: number, to: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to;
}
