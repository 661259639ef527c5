import { GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { dateTime, relative } from '../../format/time.ts';
import { type Membership, manages, readsTraffic } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { changeCounts } from '../simulations/words.ts';
import styles from './ruleset.module.css';
import { branchName, commitName, type Drift } from './sides.ts';

interface DriftNoticeProps {
  readonly member: Membership;
  readonly drift: Drift;
  readonly active: number;
  readonly onActivate: () => void;
}

/** Says that the rules of the default branch are not in force, and leads to their activation. */
export function DriftNotice({ member, drift, active, onActivate }: DriftNoticeProps): ReactNode {
  const workspace = member.id;
  const id = readsTraffic(member) ? drift.simulation : undefined;
  const simulation = useCall(
    'readWorkspaceSimulation',
    { path: { workspace, id: id ?? '' } },
    { enabled: id !== undefined },
  ).data;
  const isActivatable = useIsActivatable(workspace, id);
  const commit = commitName(drift);
  const changes = simulation?.status === 'done' && simulation.outcome === 'simulated' ? simulation.result : undefined;
  return (
    <div className={styles.notice}>
      <Notice
        look="warn"
        icon={<GitBranch size={16} strokeWidth={1.5} aria-hidden="true" />}
        actions={
          id !== undefined && (
            <>
              <ButtonLink to="/w/$workspace/simulations/$id" params={{ workspace, id }}>
                Read simulation
              </ButtonLink>
              {manages(member) && isActivatable && (
                <Button look="primary" onClick={onActivate}>
                  Activate as version {active + 1}
                </Button>
              )}
            </>
          )
        }
      >
        <p>
          <strong>
            The active ruleset differs from <code>{branchName(drift)}</code>.
          </strong>
        </p>
        <p className="quiet">
          <code>{branchName(drift)}</code>
          {commit !== undefined && (
            <>
              {' '}
              at <code>{commit}</code>
            </>
          )}{' '}
          {changes ? changeCounts(changes.ruleChanges) : 'has other rules'}. It is not in force until it is activated.{' '}
          {manages(member) && isActivatable === false && 'Simulate it on this branch again, to activate it here. '}
          <span title={relative(drift.since)}>They differ since {dateTime(drift.since)} UTC.</span>
        </p>
      </Notice>
    </div>
  );
}

/** Whether the simulation's ruleset can be activated as it is; undefined until that is known. */
function useIsActivatable(workspace: string, id: string | undefined): boolean | undefined {
  const { data } = useCall(
    'listSimulations',
    { path: { workspace }, query: { limit: 100 } },
    { enabled: id !== undefined },
  );
  if (id === undefined) return false;
  return data && (data.items.find((item) => item.id === id)?.activatable ?? false);
}
