import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { urlOf } from '../../api/call.ts';
import { usePages } from '../../api/use-call.ts';
import { manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { TimeDialog } from '../../ui/time-dialog.tsx';
import styles from './audit.module.css';
import { ChainState } from './chain-state.tsx';
import { Entries } from './entries.tsx';
import { ActorFilters, TimeFilter } from './filter-fields.tsx';
import { type AuditSearch, auditQuery, type SetSearch } from './filters.ts';
import { isType, TYPES, titleOf } from './words.ts';

/** Who did what, in a chain that shows changes. */
export function AuditTrail(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? (
    <Trail workspace={member.id} isManager={manages(member)} />
  ) : (
    <NoPermission title="Audit trail" who="owners, admins and members" />
  );
}

function Trail({ workspace, isManager }: { readonly workspace: string; readonly isManager: boolean }): ReactNode {
  const search: AuditSearch = useSearch({ from: '/signed-in/w/$workspace/audit' });
  const navigate = useNavigate({ from: '/w/$workspace/audit' });
  // The same function each time: the rows of the list depend on it.
  const set: SetSearch = useCallback(
    (changed) =>
      void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const [opened] = useState(Date.now);
  const [choosesTime, setChoosesTime] = useState(false);
  const path = { workspace };
  const query = auditQuery(search, opened);
  const pages = usePages('listAuditEvents', { path, query }, 200);
  // A part of the URL that is not a valid filter, such as an unknown type, hides nothing.
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <Page
      title="Audit trail"
      about="Who did what in this workspace, and when. Entries contain no SQL."
      actions={
        <a className={buttonClass()} href={urlOf('exportAudit', { path, query })} download>
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          {isFiltered ? 'Export matching entries' : 'Export all entries'}
        </a>
      }
    >
      <div className={styles.chain}>
        <ChainState />
      </div>
      <FilterBar>
        <TimeFilter search={search} set={set} onChoose={() => setChoosesTime(true)} />
        <ChoiceFilter
          label="Type"
          value={isType(search.type) ? search.type : undefined}
          choices={TYPES.map((value) => ({ value, label: titleOf(value) }))}
          onValue={(value) => set({ type: value, entry: undefined })}
        />
        <ActorFilters workspace={workspace} isManager={isManager} search={search} items={pages.items} set={set} />
      </FilterBar>
      <Entries pages={pages} search={search} set={set} isFiltered={isFiltered} />
      {choosesTime && (
        <TimeDialog
          times={{ from: search.from, to: search.to }}
          action="Show entries"
          onTimes={(times) => {
            set({ ...times, range: undefined, entry: undefined });
            setChoosesTime(false);
          }}
          onClose={() => setChoosesTime(false)}
        />
      )}
    </Page>
  );
}
