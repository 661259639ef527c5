import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall, usePages } from '../../api/use-call.ts';
import { manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { ActivateSimulation } from './activate.tsx';
import { Comparison } from './comparison.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { RestoreVersion } from './restore.tsx';
import styles from './ruleset.module.css';
import { branchName, type RulesetFiles, type Side, sideOf, useFiles } from './sides.ts';
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
  const asked = sideOf(search.version);
  const initial = simulation === undefined ? active : 'branch';
  const selected = asked === undefined || (asked === 'branch' && simulation === undefined) ? initial : asked;
  const other = otherSide(selected, active, sideOf(search.with), simulation !== undefined);
  const files = useFiles(workspace, selected, simulation);
  const error = details.error ?? versions.error;
  const close = () => setStep(undefined);
  const name = selected === 'branch' && drift ? branchName(drift) : `v${selected}`;

  return (
    <Page
      title="Ruleset"
      about={active !== undefined && `Version ${active} is active. It judges dry runs, proxies and the HTTP service.`}
      actions={
        files.ruleset && (
          <Button onClick={() => save(`${workspace}-${name}`, files.ruleset as RulesetFiles)}>
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            Download
          </Button>
        )
      }
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

/** What to compare with: what the URL says, else the active version, else the one before. */
function otherSide(
  selected: Side | undefined,
  active: number | undefined,
  asked: Side | undefined,
  hasBranch: boolean,
): Side | undefined {
  if (asked !== undefined && asked !== selected && (asked !== 'branch' || hasBranch)) return asked;
  if (selected === 'branch') return active;
  return selected !== undefined && selected > 1 ? selected - 1 : undefined;
}

/** Saves a single file as it is, and several as the JSON that activates them. */
function save(name: string, ruleset: RulesetFiles): void {
  const [file, ...others] = ruleset.files;
  if (file && others.length === 0) {
    const base = file.path.split('/').at(-1) ?? 'rules.yml';
    download(`${name}-${base}`, file.text, 'application/yaml');
  } else download(`${name}-ruleset.json`, `${JSON.stringify({ ruleset }, undefined, 2)}\n`, 'application/json');
}
