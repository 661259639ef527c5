import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { urlOf } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ChoiceFilter, FilterBar, SetFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { TimeDialog } from '../../ui/time-dialog.tsx';
import { VERDICT_WORDS, type Verdict } from '../../ui/verdict.tsx';
import { DryRunList } from './dry-run-list.tsx';
import {
  CALL_SORTS,
  CHANNELS,
  type Channel,
  callSortOf,
  callsQuery,
  channelOf,
  DEFAULT_RANGE,
  flowsQuery,
  MODES,
  modeOf,
  outcomesOf,
  type QueriesSearch,
  RANGES,
  type RangeName,
  rangeOf,
  type SetSearch,
  SORTS,
  shapeOf,
  sortOf,
  type TimeRange,
  timesOf,
  verdictsOf,
} from './filters.ts';
import { FlowList } from './flow-list.tsx';
import { ALL_OUTCOMES, ALL_VERDICTS, OUTCOME_WORDS } from './outcomes.ts';
import styles from './queries.module.css';
import { QueryList } from './query-list.tsx';
import { QuerySearch } from './query-search.tsx';
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

function Traffic({ workspace }: { readonly workspace: string }): ReactNode {
  const search: QueriesSearch = useSearch({ from: '/signed-in/w/$workspace/queries' });
  const navigate = useNavigate({ from: '/w/$workspace/queries' });
  // The same function each time: the rows of the lists depend on it, and the focus comes back to them.
  const set: SetSearch = useCallback(
    (changed) =>
      void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const [opened] = useState(Date.now);
  const { range, from, to } = search;
  const times = useMemo(() => timesOf({ range, from, to }, opened), [range, from, to, opened]);
  const verdicts = verdictsOf(search);
  const values = useValues(workspace);
  const view = viewOf(search);
  const dryRuns = view === 'dry-runs';
  const [choosesTime, setChoosesTime] = useState(false);

  return (
    <Page title="Queries" about="What the rules say about each query, and what happened to it.">
      <FilterBar>
        {!dryRuns && <QuerySearch workspace={workspace} search={search} set={set} />}
        <ChoiceFilter
          label="Time"
          needed
          value={search.from === undefined ? rangeOf(search) : undefined}
          none={`${dateTime(times.from)} to ${dateTime(times.to)}`}
          choices={[
            ...Object.entries(RANGES).map(([value, { label }]) => ({ value: value as RangeName | 'choose', label })),
            { value: 'choose', label: 'Choose …' },
          ]}
          onValue={(value) => {
            if (value === 'choose') setChoosesTime(true);
            else set({ range: value === DEFAULT_RANGE ? undefined : value, from: undefined, to: undefined });
          }}
        />
        {!dryRuns && <Filters search={search} set={set} verdicts={verdicts} values={values} />}
      </FilterBar>
      {!dryRuns && <TrafficChart workspace={workspace} search={search} times={times} set={set} />}
      <div className={styles.switch}>
        <Segments
          label="Show"
          value={view}
          tabs={VIEWS}
          onValue={(value) =>
            set({
              view: value === 'flows' ? undefined : value,
              ...{ key: undefined, mode: undefined, shape: undefined, flow: undefined, query: undefined },
            })
          }
        />
        <SortChoice view={view} search={search} set={set} />
        {!dryRuns && <Downloads workspace={workspace} view={view} search={search} times={times} />}
      </div>
      {view === 'flows' && <FlowList workspace={workspace} search={search} times={times} set={set} />}
      {view === 'calls' && <QueryList workspace={workspace} search={search} times={times} set={set} />}
      {dryRuns && <DryRunList workspace={workspace} times={times} />}
      {choosesTime && (
        <TimeDialog
          times={times}
          action="Show queries"
          needed
          onTimes={(chosen) => {
            set({ ...chosen, range: undefined });
            setChoosesTime(false);
          }}
          onClose={() => setChoosesTime(false)}
        />
      )}
    </Page>
  );
}

function SortChoice({
  view,
  search,
  set,
}: {
  readonly view: View;
  readonly search: QueriesSearch;
  readonly set: SetSearch;
}): ReactNode {
  if (view === 'dry-runs') return null;
  const [sorts, value, none]: readonly [object, string, string] =
    view === 'flows' ? [SORTS, sortOf(search), 'verdict'] : [CALL_SORTS, callSortOf(search), 'recent'];
  return (
    <ChoiceFilter
      label="Sort"
      needed
      value={value}
      choices={Object.entries(sorts).map(([each, label]) => ({ value: each, label }))}
      onValue={(chosen) => set({ sort: chosen === none ? undefined : chosen })}
    />
  );
}

/** What is shown, as a file. */
function Downloads({
  workspace,
  view,
  search,
  times,
}: {
  readonly workspace: string;
  readonly view: View;
  readonly search: QueriesSearch;
  readonly times: TimeRange;
}): ReactNode {
  const path = { workspace };
  const urlIn = (format: 'csv' | 'jsonl') =>
    view === 'flows'
      ? urlOf('exportFlows', { path, query: { ...flowsQuery(search, times), format } })
      : urlOf('exportQueries', { path, query: { ...callsQuery(search, times), format } });
  return (
    <span className={styles.downloads}>
      Download
      <a className={buttonClass('plain', true)} href={urlIn('csv')} download>
        CSV
      </a>
      <a className={buttonClass('plain', true)} href={urlIn('jsonl')} download>
        JSON Lines
      </a>
    </span>
  );
}

const VIEWS = [
  { value: 'flows', label: 'Flows' },
  { value: 'calls', label: 'Single calls' },
  { value: 'dry-runs', label: 'Dry runs' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** Filters that flows do not have show single calls. */
function viewOf(search: QueriesSearch): View {
  const { view, key, shape } = search;
  if (view === 'dry-runs') return view;
  const ofCalls = key !== undefined || modeOf(search) !== undefined || shape !== undefined;
  return view === 'calls' || ofCalls ? 'calls' : 'flows';
}

interface FiltersProps {
  readonly search: QueriesSearch;
  readonly set: SetSearch;
  readonly verdicts: readonly Verdict[];
  readonly values: Values;
}

function Filters({ search, set, verdicts, values }: FiltersProps): ReactNode {
  const outcomes = outcomesOf(search);
  return (
    <>
      {verdicts.length < ALL_VERDICTS.length && (
        <SetFilter
          label="Verdict"
          value={verdicts.map((verdict) => VERDICT_WORDS[verdict].toLowerCase()).join(', ')}
          onClear={() => set({ verdict: 'all' })}
        />
      )}
      {outcomes.length < ALL_OUTCOMES.length && (
        <SetFilter
          label="Outcome"
          value={outcomes.map((outcome) => OUTCOME_WORDS[outcome].toLowerCase()).join(', ')}
          onClear={() => set({ outcome: undefined })}
        />
      )}
      <ChoiceFilter
        label="Channel"
        value={channelOf(search)}
        choices={Object.entries(CHANNELS).map(([value, label]) => ({ value: value as Channel, label }))}
        onValue={(value) => set({ channel: value })}
      />
      {(['database', 'application', 'user', 'rule'] as const).map((name) => (
        <ChoiceFilter
          key={name}
          label={FILTER_LABELS[name]}
          value={search[name]}
          choices={values[name].map((value) => ({ value, label: <code>{value}</code> }))}
          note={values.note}
          onValue={(value) => set({ [name]: value })}
        />
      ))}
      <ChoiceFilter
        label="Mode"
        value={modeOf(search)}
        choices={MODES.map((value) => ({ value, label: value }))}
        note="Of the proxy, when the query ran. Shows single calls."
        onValue={(mode) => set(mode === undefined ? { mode } : { mode, view: 'calls', flow: undefined })}
      />
      {search.key !== undefined && (
        <SetFilter label="API key" value={search.key} onClear={() => set({ key: undefined })} />
      )}
      {shapeOf(search) !== undefined && (
        <SetFilter
          label="Shape"
          value={<code>{search.shape}</code>}
          onClear={() => set({ shape: undefined, query: undefined })}
        />
      )}
    </>
  );
}

const FILTER_LABELS = { database: 'Database', application: 'Application', user: 'User', rule: 'Rule' } as const;
type Values = Readonly<Record<keyof typeof FILTER_LABELS, readonly string[]>> & {
  /** What the values leave out. */
  readonly note: string | undefined;
};

/** Flows whose values are offered. */
const LAST_FLOWS = 500;

/** The values of filters to choose from: those of the proxies and of the flows that were last seen. */
function useValues(workspace: string): Values {
  const proxies = useCall('listProxies', { path: { workspace }, query: { limit: 500 } });
  const flows = useCall('listFlows', { path: { workspace }, query: { limit: LAST_FLOWS } });
  return useMemo(() => {
    const items = flows.data?.items ?? [];
    const databases = [...(proxies.data?.items ?? []), ...items].flatMap(({ databaseId }) => databaseId ?? []);
    return {
      database: sorted(databases),
      application: sorted(items.flatMap(({ caller }) => caller.application ?? [])),
      user: sorted(items.flatMap(({ caller }) => caller.user ?? [])),
      rule: sorted(items.flatMap(({ rules = [] }) => rules)),
      note:
        flows.data?.next === undefined
          ? undefined
          : `From the ${integer(items.length)} flows last seen. Earlier flows can have other values.`,
    };
  }, [proxies.data, flows.data]);
}

function sorted(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
