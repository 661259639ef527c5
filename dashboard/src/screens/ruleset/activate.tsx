import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Checkbox, TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { VerdictIcon } from '../../ui/verdict.tsx';
import { callerName } from '../simulations/caller.ts';
import { groupsOf } from '../simulations/groups.ts';
import type { Flow } from '../simulations/words.ts';
import styles from './ruleset.module.css';
import { branchName, commitName, type Drift } from './sides.ts';
import { useReplaced } from './use-etag.ts';

/** Callers that are named before the rest is counted. */
const NAMED = 5;

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
  const groups = done?.outcome === 'simulated' ? groupsOf(done.result) : undefined;
  const broken = groups?.broken ?? [];
  const unknown = groups?.unknown ?? [];
  const hasRisk = broken.length + unknown.length > 0;
  const isReady = done !== undefined && replaced.data !== undefined && reason.trim() !== '' && (accepted || !hasRisk);
  const next = (replaced.data?.version ?? active) + 1;
  const commit = commitName(drift);
  const by = items.data?.items.find((item) => item.id === id)?.key.name;
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
        {broken.length > 0 && (
          <Notice look="block" icon={<VerdictIcon verdict="block" />}>
            <p>
              <strong>
                {counted(broken.length, 'flow')} that {broken.length === 1 ? 'works' : 'work'} today would break.
              </strong>{' '}
              <Link to="/w/$workspace/simulations/$id" params={{ workspace, id }}>
                Read the simulation
              </Link>
            </p>
          </Notice>
        )}
        {broken.length === 0 && unknown.length > 0 && (
          <Notice look="unknown" icon={<VerdictIcon verdict="unknown" />}>
            <p>
              <strong>{counted(unknown.length, 'flow')} might break.</strong>{' '}
              <Link to="/w/$workspace/simulations/$id" params={{ workspace, id }}>
                Read the simulation
              </Link>
            </p>
          </Notice>
        )}
        {hasRisk && (
          <Checkbox ref={accept} checked={accepted} onChecked={setAccepted}>
            {broken.length > 0 && (
              <>
                I accept that these flows break: <Callers flows={broken} />
              </>
            )}
            {broken.length > 0 && unknown.length > 0 && ', and '}
            {unknown.length > 0 && (
              <>
                {broken.length > 0 ? 'that these might' : 'I accept that these flows might break'}:{' '}
                <Callers flows={unknown} />
              </>
            )}
          </Checkbox>
        )}
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

function Callers({ flows }: { readonly flows: readonly Flow[] }): ReactNode {
  const more = flows.length - NAMED;
  return (
    <>
      {flows.slice(0, NAMED).map((flow, index) => (
        <span key={flow.id}>
          {index > 0 && ', '}
          <code>{callerName(flow.caller)}</code> ({counted(flow.affectedCalls, 'call')})
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'more flow')}`}
    </>
  );
}
