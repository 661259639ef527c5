import { type ReactNode, useState } from 'react';
import type { DataPolicy, PolicyPreview } from '../../../../src/contract/index.ts';
import { type CallError, call } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import type { Membership } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './policy.module.css';
import { ReviewDialog } from './review-dialog.tsx';
import { QUERY_TEXT_WORDS, type QueryText } from './words.ts';

/** The form for owners and admins. A change is shown before it is made. */
export function ChangePolicy({ me, policy }: { readonly me: Membership; readonly policy: DataPolicy }): ReactNode {
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
          {(Object.keys(QUERY_TEXT_WORDS) as QueryText[]).map((value) => (
            <label key={value} className={styles.choice}>
              <input type="radio" name="text" checked={queryText === value} onChange={() => setQueryText(value)} />
              <span>
                {QUERY_TEXT_WORDS[value].label}
                <small>{QUERY_TEXT_WORDS[value].about}</small>
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
      <ReviewDialog
        preview={preview}
        isPending={change.isPending}
        onSave={save}
        onClose={() => setPreview(undefined)}
      />
    </Card>
  );
}

function isWhole(text: string, from: number, to: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to;
}
