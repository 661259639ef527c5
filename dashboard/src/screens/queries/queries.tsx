import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { ChoiceFilter, FilterBar, SetFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { VERDICT_WORDS } from '../../ui/verdict.tsx';
import {
  ALL_VERDICTS,
  CHANNELS,
  type Channel,
  channelOf,
  DEFAULT_RANGE,
  type QueriesSearch,
  RANGES,
  type RangeName,
  rangeOf,
  SORTS,
  type Sort,
  sortOf,
  timesOf,
  verdictParameter,
  verdictsOf,
} from './filters.ts';
import { FlowList } from './flow-list.tsx';
import styles from './queries.module.css';
import { QueryList } from './query-list.tsx';
import { TrafficChart } from './traffic-chart.tsx';

/** What ran in production, as flows and as single calls. */
export function Queries(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? (
    <Traffic workspace={member.id} />
  ) : (
    <NoPermission title="Queries" who="owners, admins and members" />
  );
}

/** Changes filters; what is undefined is cleared. */
export type SetSearch = (changed: QueriesSearch) => void;

function Traffic({ workspace }: { readonly workspace: string }): ReactNode {
  const search: QueriesSearch = useSearch({ from: '/signed-in/w/$workspace/queries' });
  const navigate = useNavigate({ from: '/w/$workspace/queries' });
  const set: SetSearch = (changed) =>
    void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false });
  const [opened] = useState(Date.now);
  const { range, from, to } = search;
  const times = useMemo(() => timesOf({ range, from, to }, opened), [range, from, to, opened]);
  const verdicts = verdictsOf(search);
  const databases = useDatabases(workspace);
  const view = search.view === 'calls' || search.key !== undefined ? 'calls' : 'flows';

  return (
    <Page
      title="Queries"
      about="What ran in production, and the verdict of the ruleset that was active at that moment."
    >
      <FilterBar>
        <ChoiceFilter
          label="Time"
          needed
          value={search.from === undefined ? rangeOf(search) : undefined}
          none="chosen"
          choices={Object.entries(RANGES).map(([value, { label }]) => ({ value: value as RangeName, label }))}
          onValue={(value) =>
            set({ range: value === DEFAULT_RANGE ? undefined : value, from: undefined, to: undefined })
          }
        />
        {verdicts.length < ALL_VERDICTS.length && (
          <SetFilter
            label="Verdict"
            value={verdicts.map((verdict) => VERDICT_WORDS[verdict].toLowerCase()).join(', ')}
            onClear={() => set({ verdict: 'all' })}
          />
        )}
        <ChoiceFilter
          label="Channel"
          value={channelOf(search)}
          choices={Object.entries(CHANNELS).map(([value, label]) => ({ value: value as Channel, label }))}
          onValue={(value) => set({ channel: value })}
        />
        <ChoiceFilter
          label="Database"
          value={search.database}
          choices={databases.map((value) => ({ value, label: <code>{value}</code> }))}
          onValue={(value) => set({ database: value })}
        />
        {(['application', 'user', 'rule', 'key'] as const).map((name) => {
          const value = search[name];
          return (
            value !== undefined && (
              <SetFilter
                key={name}
                label={FILTER_LABELS[name]}
                value={value}
                onClear={() => set({ [name]: undefined })}
              />
            )
          );
        })}
      </FilterBar>
      <TrafficChart
        workspace={workspace}
        search={search}
        times={times}
        verdicts={verdicts}
        onVerdicts={(chosen) => set({ verdict: verdictParameter(chosen) })}
        onTable={(table) => set({ chart: table ? 'table' : undefined })}
      />
      <div className={styles.switch}>
        <Segments
          label="Show"
          value={view}
          tabs={[
            { value: 'flows', label: 'Flows' },
            { value: 'calls', label: 'Single calls' },
          ]}
          onValue={(value) =>
            set({ view: value === 'flows' ? undefined : value, key: undefined, flow: undefined, query: undefined })
          }
        />
        {view === 'flows' && (
          <ChoiceFilter
            label="Sort"
            needed
            value={sortOf(search)}
            choices={Object.entries(SORTS).map(([value, label]) => ({ value: value as Sort, label }))}
            onValue={(value) => set({ sort: value === 'recent' ? value : undefined })}
          />
        )}
      </div>
      {view === 'flows' ? (
        <FlowList workspace={workspace} search={search} times={times} set={set} />
      ) : (
        <QueryList workspace={workspace} search={search} times={times} set={set} />
      )}
    </Page>
  );
}

const FILTER_LABELS = { application: 'Application', user: 'User', rule: 'Rule', key: 'API key' } as const;

/** Names of the databases that keys and proxies of the workspace are for. */
function useDatabases(workspace: string): readonly string[] {
  const proxies = useCall('listProxies', { path: { workspace }, query: { limit: 500 } });
  const flows = useCall('listFlows', { path: { workspace }, query: { limit: 200 } });
  return useMemo(() => {
    const names = [...(proxies.data?.items ?? []), ...(flows.data?.items ?? [])].flatMap(
      ({ databaseId }) => databaseId ?? [],
    );
    return [...new Set(names)].sort();
  }, [proxies.data, flows.data]);
}
