import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { ActivateSimulation } from './activate.tsx';
import { DownloadRuleset } from './download.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { EditRules } from './edit-rules.tsx';
import { RuleList } from './rule-list.tsx';
import styles from './ruleset.module.css';
import { branchName, sidesOf, useFiles } from './sides.ts';
import { VersionsView } from './versions-view.tsx';

const VIEWS = [
  { value: 'rules', label: 'Rules in force' },
  { value: 'versions', label: 'Versions' },
  { value: 'edit', label: 'Edit' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** A link to a version opens the versions. */
function viewOf(search: { readonly [key in 'view' | 'version' | 'with']?: string | undefined }): View {
  if (search.version !== undefined || search.with !== undefined) return 'versions';
  return VIEWS.find(({ value }) => value === search.view)?.value ?? 'rules';
}

/** The rules in force; the versions of the ruleset, what differs between them, and which one is active. */
export function Ruleset(): ReactNode {
  const member = useWorkspace();
  const { id: workspace } = member;
  const search = useSearch({ from: '/signed-in/w/$workspace/ruleset' });
  const navigate = useNavigate({ from: '/w/$workspace/ruleset' });
  const details = useCall('readWorkspace', { path: { workspace } });
  const [activates, setActivates] = useState(false);

  const view = viewOf(search);
  const active = details.data?.ruleset.version;
  const drift = details.data?.drift;
  const simulation = readsTraffic(member) ? drift?.simulation : undefined;
  const selected = view === 'versions' ? sidesOf(search, active, simulation !== undefined).selected : active;
  const files = useFiles(workspace, selected, simulation);
  const { error } = details;
  const name = `${workspace}-${selected === 'branch' && drift ? branchName(drift) : `v${selected}`}`;

  return (
    <Page
      title="Ruleset"
      about={active !== undefined && `Version ${active} is active. It judges dry runs, proxies and the HTTP service.`}
      actions={view !== 'edit' && files.ruleset && <DownloadRuleset name={name} ruleset={files.ruleset} />}
    >
      {error && <Failure what="Could not load the ruleset." error={error} retry={details.refetch} />}
      {!error && active === undefined && <Loading />}
      {active !== undefined && (
        <>
          {drift && <DriftNotice member={member} drift={drift} active={active} onActivate={() => setActivates(true)} />}
          <div className={styles.views}>
            <Segments
              label="Show"
              value={view}
              tabs={VIEWS.filter(({ value }) => value !== 'edit' || readsTraffic(member))}
              onValue={(next) => void navigate({ search: next === 'rules' ? {} : { view: next } })}
            />
          </div>
          {view === 'rules' && <RuleList workspace={workspace} reads={readsTraffic(member)} />}
          {view === 'versions' && (
            <VersionsView member={member} active={active} drift={drift} simulation={simulation} />
          )}
          {view === 'edit' && readsTraffic(member) && <EditRules workspace={workspace} />}
          {activates && drift && simulation !== undefined && (
            <ActivateSimulation
              workspace={workspace}
              drift={drift}
              simulation={simulation}
              active={active}
              onClose={() => setActivates(false)}
            />
          )}
        </>
      )}
    </Page>
  );
}
