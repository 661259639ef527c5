import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Failure } from '../../ui/states.tsx';
import { VerdictIcon } from '../../ui/verdict.tsx';
import styles from './ruleset.module.css';
import { useReplaced } from './use-etag.ts';

interface RestoreProps {
  readonly workspace: string;
  readonly version: number;
  readonly active: number;
  readonly onClose: () => void;
}

/** Makes an earlier version active again, as a new version. */
export function RestoreVersion({ workspace, version, active, onClose }: RestoreProps): ReactNode {
  const replaced = useReplaced(workspace);
  const restore = useChange('activateRuleset');
  const [reason, setReason] = useState('');
  const next = (replaced.data?.version ?? active) + 1;
  const isReady = replaced.data !== undefined && reason.trim() !== '';
  const submit = () => {
    if (!replaced.data || !isReady) return;
    restore.mutate(
      {
        path: { workspace },
        body: { restore: version, reason: reason.trim() },
        headers: { 'if-match': replaced.data.etag },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Restore version ${version}?`}
      about={`Its rules become version ${next} at once, for every proxy, pipeline and service.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!isReady || restore.isPending}>
            Restore version {version}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {replaced.error && <Failure what="Could not load the active ruleset." error={replaced.error} />}
        {restore.error && <Failure what="The version was not restored." error={restore.error} />}
        <Effects workspace={workspace} version={version} active={replaced.data?.version ?? active} />
        <TextAreaField
          label="Reason"
          value={reason}
          onText={setReason}
          maxLength={1000}
          placeholder="Shown in the version list and the audit trail"
        />
      </div>
    </Dialog>
  );
}

/** What changes against the active version. */
function Effects({
  workspace,
  version,
  active,
}: {
  readonly workspace: string;
  readonly version: number;
  readonly active: number;
}): ReactNode {
  const { data } = useCall('readRulesetDifference', {
    path: { workspace, version: String(version) },
    query: { from: active },
  });
  if (!data) return null;
  if (data.equal) return <p>It gives the same verdicts as version {active}.</p>;
  const count = (kinds: readonly string[]) => data.rules.filter(({ effect }) => kinds.includes(effect)).length;
  const [stricter, looser] = [count(['stricter', 'either']), count(['looser', 'either'])];
  const broken = data.rules.reduce((sum, { replayed }) => sum + (replayed?.newlyBlocked.flows ?? 0), 0);
  const parts = [
    ...(stricter > 0 ? [`${counted(stricter, 'rule')} can block more`] : []),
    ...(looser > 0 ? [`${counted(looser, 'rule')} can block less`] : []),
  ];
  const text = `Against version ${active}, ${parts.join(' and ')}.`;
  if (data.simulation && broken === 0)
    return (
      <p>
        {text} The simulation of {date(data.simulation.finishedAt)} found no flow that would break.
      </p>
    );
  return (
    <Notice
      look={data.simulation ? 'block' : 'warn'}
      icon={<VerdictIcon verdict={data.simulation ? 'block' : 'warn'} />}
    >
      <p>
        {text}{' '}
        {data.simulation
          ? `In a simulation, its rules broke recorded flows ${counted(broken, 'time')}.`
          : 'No simulation has replayed recorded queries for this change.'}
      </p>
    </Notice>
  );
}
