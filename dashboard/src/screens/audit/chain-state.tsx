import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditChain } from '../../../../src/contract/bodies/workspace.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { type Membership, manages } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Failure } from '../../ui/states.tsx';
import styles from './audit.module.css';

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Whether the trail was verified, and what retention has deleted from it. */
export function ChainState({ me }: { readonly me: Membership }): ReactNode {
  const chain = useCall('readAuditChain', { path: { workspace: me.id } }, { every: 5_000 });
  const verify = useChange('verifyAudit');
  if (chain.error)
    return <Failure what="Could not read the state of the chain." error={chain.error} retry={chain.refetch} />;
  if (!chain.data) return null;
  const { verification, deleted } = chain.data;
  const state = verification?.state;
  return (
    <>
      <div className={classes(styles.chain, state === 'broken' ? styles.bad : state === 'intact' && styles.good)}>
        {state === 'broken' ? (
          <ShieldAlert {...ICON} />
        ) : state === 'intact' ? (
          <ShieldCheck {...ICON} />
        ) : (
          <Link2 {...ICON} />
        )}
        <p>
          <Verification chain={chain.data} />{' '}
          {deleted.length > 0 && (
            <span className="quiet">
              Retention deleted{' '}
              {counted(
                deleted.reduce((sum, { from, to }) => sum + to - from + 1, 0),
                'entry',
                'entries',
              )}{' '}
              of traffic; the chain is verified across them.
            </span>
          )}
        </p>
        {manages(me) && (
          <Button
            small
            disabled={state === 'running' || verify.isPending}
            onClick={() => verify.mutate({ path: { workspace: me.id } })}
          >
            Verify chain
          </Button>
        )}
      </div>
      {verify.error && <Failure what="The chain was not verified." error={verify.error} />}
    </>
  );
}

function Verification({ chain: { verification, entries } }: { readonly chain: AuditChain }): ReactNode {
  const all = counted(entries, 'entry', 'entries');
  if (!verification) return `${all}. The chain was not verified yet.`;
  const { state, finishedAt, upTo, broken } = verification;
  if (state === 'running') return `Verifying: ${integer(verification.entries)} of ${all}.`;
  if (state === 'interrupted') return `${all}. The last verification did not finish.`;
  if (state === 'broken')
    return (
      <strong>
        The chain is broken at entry {broken?.sequence}: {broken?.reason}.
      </strong>
    );
  return (
    <>
      <strong>The chain is intact</strong> up to entry {integer(upTo)}, verified{' '}
      {finishedAt && `${dateTime(finishedAt)} UTC`}.
    </>
  );
}
