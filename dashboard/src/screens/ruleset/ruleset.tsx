import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall, usePages } from '../../api/use-call.ts';
import { manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { ActivateSimulation } from './activate.tsx';
import { Comparison } from './comparison.tsx';
import { DownloadRuleset } from './download.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { RestoreVersion } from './restore.tsx';
import styles from './ruleset.module.css';
import { branchName, sidesOf, useFiles } from './sides.ts';
import { Versions } from './versions.tsx';

/** The versions of the ruleset, what differs between them, and which one is active. */
export function Ruleset(): ReactNode {
  const member = useWorkspace();
  const { id: workspace } = member;
  const search = useSearch({ from: '/signed-in/w/$workspace/ruleset' });
  const navigate = useNavigate({ from: '/w/$workspace/ruleset' });
  const details = useCall('readWorkspace', { path: { workspace } });
  const versions = usePages('listRulesets', { path: { workspace } });
  const [step, setStep] = useState<'activate' | 'restore'>();

  const active = details.data?.ruleset.version;
  const drift = details.data?.drift;
  const simulation = readsTraffic(member) ? drift?.simulation : undefined;
  const { selected, other } = sidesOf(search, active, simulation !== undefined);
  const files = useFiles(workspace, selected, simulation);
  const error = details.error ?? versions.error;
  const close = () => setStep(undefined);
  const name = `${workspace}-${selected === 'branch' && drift ? branchName(drift) : `v${selected}`}`;

  return (
    <Page
      title="Ruleset"
      about={active !== undefined && `Version ${active} is active. It judges dry runs, proxies and the HTTP service.`}
      actions={files.ruleset && <DownloadRuleset name={name} ruleset={files.ruleset} />}
    >
      {error && <Failure what="Could not load the ruleset." error={error} retry={details.refetch} />}
      {!error && (active === undefined || !versions.items) && <Loading />}
      {active !== undefined && versions.items && (
        <>
          {drift && (
            <DriftNotice member={member} drift={drift} active={active} onActivate={() => setStep('activate')} />
          )}
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
                versions={versions.items}
                onOther={(side) =>
                  void navigate({
                    search: { version: String(selected), with: side },
                    replace: true,
                    resetScroll: false,
                  })
                }
                onRestore={
                  manages(member) && selected !== 'branch' && selected !== active ? () => setStep('restore') : undefined
                }
              />
            )}
          </div>
          {step === 'activate' && drift && simulation !== undefined && (
            <ActivateSimulation
              workspace={workspace}
              drift={drift}
              simulation={simulation}
              active={active}
              onClose={close}
            />
          )}
          {step === 'restore' && typeof selected === 'number' && (
            <RestoreVersion workspace={workspace} version={selected} active={active} onClose={close} />
          )}
        </>
      )}
    </Page>
  );
}
