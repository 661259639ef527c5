import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { VerdictIcon } from '../../ui/verdict.tsx';
import { groupsOf } from '../simulations/groups.ts';
import { AcceptRisk, type Risk, RiskNotice } from './risk.tsx';
import styles from './ruleset.module.css';
import { branchName, commitName, type Drift } from './sides.ts';
import { useReplaced } from './use-etag.ts';

interface ActivateProps {
  readonly workspace: string;
  readonly drift: Drift;
  readonly simulation: string;
  readonly active: number;
  readonly onClose: () => void;
}

/** Activates the ruleset of a simulation, after the user accepted what it breaks. */
export function ActivateSimulation({ workspace, drift, simulation: id, active, onClose }: ActivateProps): ReactNode {
  const simulation = useCall('readWorkspaceSimulation', { path: { workspace, id } });
  const items = useCall('listSimulations', { path: { workspace }, query: { limit: 100 } });
  const replaced = useReplaced(workspace);
  const activate = useChange('activateSimulation');
  const [reason, setReason] = useState('');
  const [accepted, setAccepted] = useState(false);

  const done = simulation.data?.status === 'done' ? simulation.data : undefined;
  const risk: Risk = done?.outcome === 'simulated' ? groupsOf(done.result) : { broken: [], unknown: [] };
  const hasRisk = risk.broken.length + risk.unknown.length > 0;
  const isReady = done !== undefined && replaced.data !== undefined && reason.trim() !== '' && (accepted || !hasRisk);
  const next = (replaced.data?.version ?? active) + 1;
  const commit = commitName(drift);
  const submit = () => {
    if (!isReady || !replaced.data) return;
    activate.mutate(
      { path: { workspace, id }, body: { reason: reason.trim() }, headers: { 'if-match': replaced.data.etag } },
      { onSuccess: onClose },
    );
  };
  const error = simulation.error ?? replaced.error;
  const accept = useRef<HTMLInputElement>(null);
  const why = useRef<HTMLTextAreaElement>(null);
  // The first decision gets the focus; it may be known only after the simulation was read.
  useEffect(() => {
    if (hasRisk && document.activeElement === why.current && why.current?.value === '') accept.current?.focus();
  }, [hasRisk]);

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      initialFocus={hasRisk ? accept : why}
      title={
        <>
          Activate <code>{branchName(drift)}</code>
          {commit !== undefined && (
            <>
              {' '}
              at <code>{commit}</code>
            </>
          )}
          ?
        </>
      }
      about={`It becomes version ${next} at once, for every proxy, pipeline and service.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!isReady || activate.isPending}>
            Activate version {next}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <Failure what="Could not load the simulation." error={error} retry={simulation.refetch} />}
        {!error && !done && <Loading rows={2} />}
        {activate.error && <Failure what="The ruleset was not activated." error={activate.error} />}
        {done && replaced.data && done.base.hash !== replaced.data.hash && (
          <Notice look="warn" icon={<VerdictIcon verdict="warn" />}>
            It was compared with version {done.ruleset.version}. Version {replaced.data.version} is active now.
          </Notice>
        )}
        <RiskNotice workspace={workspace} simulation={id} {...risk} />
        {hasRisk && <AcceptRisk ref={accept} accepted={accepted} onAccepted={setAccepted} {...risk} />}
        <Origin drift={drift} by={items.data?.items.find((item) => item.id === id)?.startedBy.name} />
        <TextAreaField
          ref={why}
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

/** Where the ruleset comes from, as the pipeline stated it. */
function Origin({ drift, by }: { readonly drift: Drift; readonly by: string | undefined }): ReactNode {
  return (
    <section className={styles.origin}>
      <Facts
        facts={[
          ['Repository', drift.repository ?? 'not stated'],
          ['Branch', <code key="ref">{drift.ref ?? 'not stated'}</code>],
          ['Commit', <code key="commit">{drift.commit ?? 'not stated'}</code>],
          ['Simulated by', by ?? drift.key],
        ]}
      />
      <p className="faint">The pipeline stated these. The service cannot verify them: compare them first.</p>
    </section>
  );
}
