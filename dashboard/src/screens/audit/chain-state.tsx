import { CircleDashed, LoaderCircle, OctagonMinus, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AuditChain } from '../../../../src/contract/index.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './audit.module.css';

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
/** Milliseconds between two looks at a running verification. */
const RUNNING = 1_500;
const IDLE = 60_000;

/** Whether the trail is intact, as the newest verification found it, and what the data policy deleted from it. */
export function ChainState(): ReactNode {
  const member = useWorkspace();
  const path = { workspace: member.id };
  const verify = useChange('verifyAudit');
  const [every, setEvery] = useState(IDLE);
  const { data: chain, error, refetch } = useCall('readAuditChain', { path }, { every });
  const state = chain?.verification?.state;
  useEffect(() => setEvery(state === 'running' ? RUNNING : IDLE), [state]);
  if (error) return <Failure what="Could not load the state of the chain." error={error} retry={refetch} />;
  if (!chain) return null;
  return (
    <>
      {verify.error && <Failure what="The verification did not start." error={verify.error} />}
      <Notice
        look={state === 'broken' ? 'block' : state === 'interrupted' ? 'warn' : 'quiet'}
        icon={<StateIcon state={state} />}
        actions={
          <>
            <CopyButton text={chain.hash}>Copy newest hash</CopyButton>
            {manages(member) && (
              <Button
                small
                disabled={state === 'running' || verify.isPending || chain.entries === 0}
                onClick={() => verify.mutate({ path })}
              >
                Verify chain
              </Button>
            )}
          </>
        }
      >
        <p role="status">
          <Verification chain={chain} />
        </p>
        {chain.deleted.map(({ from, to, at }) => (
          <p key={from} className="quiet">
            {from === to ? `Entry ${integer(from)} was` : `Entries ${integer(from)} to ${integer(to)} were`} deleted as
            the data policy says{at === undefined ? '' : ` on ${dateTime(at)}`}. The chain is verified across the gap.
          </p>
        ))}
      </Notice>
    </>
  );
}

type State = NonNullable<AuditChain['verification']>['state'];

function StateIcon({ state }: { readonly state: State | undefined }): ReactNode {
  if (state === 'intact') return <ShieldCheck {...ICON} className={styles.intact} />;
  if (state === 'broken') return <OctagonMinus {...ICON} />;
  if (state === 'interrupted') return <TriangleAlert {...ICON} />;
  return state === 'running' ? <LoaderCircle {...ICON} /> : <CircleDashed {...ICON} />;
}

function Verification({ chain }: { readonly chain: AuditChain }): ReactNode {
  const { verification, entries, sequence } = chain;
  if (!verification)
    return (
      <>
        <strong>Not verified yet.</strong> Each of the {counted(entries, 'entry', 'entries')} names the hash of the one
        before it.
      </>
    );
  const { state, startedAt, finishedAt = startedAt, startedBy, upTo, broken } = verification;
  const newer = sequence - upTo;
  const when = `Verified on ${dateTime(finishedAt)}, ${relative(finishedAt)}, by ${startedBy.name}.`;
  if (state === 'running')
    return (
      <>
        <strong>Verifying the chain.</strong> {integer(verification.entries)} of {counted(entries, 'entry', 'entries')}{' '}
        so far.
      </>
    );
  if (state === 'interrupted')
    return (
      <>
        <strong>The verification was interrupted</strong> after {counted(verification.entries, 'entry', 'entries')}.
        Start it again.
      </>
    );
  if (state === 'broken')
    return (
      <>
        <strong>
          {broken ? `The chain is broken at entry ${integer(broken.sequence)}` : 'The chain is broken'}
          {broken && broken.reason !== '' ? `: ${broken.reason}` : ''}.
        </strong>{' '}
        {when}
      </>
    );
  return (
    <>
      <strong>The chain is intact up to entry {integer(upTo)}.</strong> {when}
      {newer > 0 && ` ${counted(newer, 'newer entry is', 'newer entries are')} not verified.`}
    </>
  );
}
