import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePages } from '../../api/use-call.ts';
import { type Membership, manages } from '../../session/session.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { Comparison } from './comparison.tsx';
import { RestoreVersion } from './restore.tsx';
import styles from './ruleset.module.css';
import { type Drift, sidesOf } from './sides.ts';
import { Versions } from './versions.tsx';

interface VersionsViewProps {
  readonly member: Membership;
  readonly active: number;
  readonly drift: Drift | undefined;
  /** The simulation of the default branch, if the user can read it. */
  readonly simulation: string | undefined;
}

/** The versions of the ruleset, and what differs between them. */
export function VersionsView({ member, active, drift, simulation }: VersionsViewProps): ReactNode {
  const { id: workspace } = member;
  const search = useSearch({ from: '/signed-in/w/$workspace/ruleset' });
  const navigate = useNavigate({ from: '/w/$workspace/ruleset' });
  const versions = usePages('listRulesets', { path: { workspace } });
  const [restores, setRestores] = useState(false);
  const { selected, other } = sidesOf(search, active, simulation !== undefined);
  const { items, error, refetch } = versions;
  if (!items && error) return <Failure what="Could not load the versions." error={error} retry={refetch} />;
  if (!items) return <Loading />;
  return (
    <div className={styles.columns}>
      <Versions
        workspace={workspace}
        pages={versions}
        active={active}
        drift={drift}
        readsBranch={simulation !== undefined}
        selected={selected}
      />
      {selected !== undefined && (
        <Comparison
          workspace={workspace}
          selected={selected}
          other={other}
          drift={drift}
          simulation={simulation}
          versions={items}
          onOther={(side) =>
            void navigate({ search: { version: String(selected), with: side }, replace: true, resetScroll: false })
          }
          onRestore={
            manages(member) && selected !== 'branch' && selected !== active ? () => setRestores(true) : undefined
          }
        />
      )}
      {restores && typeof selected === 'number' && (
        <RestoreVersion workspace={workspace} version={selected} active={active} onClose={() => setRestores(false)} />
      )}
    </div>
  );
}
