import { type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api/call.ts';
import { usePages } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { CallerCell, DatabaseCell, StatementCell } from './cells.tsx';
import {
  filterNames,
  flowsQuery,
  NO_FILTERS,
  type QueriesSearch,
  type SetSearch,
  type Sort,
  sortOf,
  type TimeRange,
  verdictsOf,
} from './filters.ts';
import { FlowDrawer } from './flow-drawer.tsx';
import { ALL_VERDICTS, outcomesOfVerdicts, outcomesText, type Verdict } from './outcomes.ts';
import styles from './queries.module.css';

type Flow = Answer<'listFlows'>['items'][number];

/** Several databases can have flows with the same id. */
function keyOf({ id, databaseId }: Flow): string {
  return databaseId === undefined ? id : `${id}@${databaseId}`;
}

interface ListProps {
  readonly workspace: string;
  readonly search: QueriesSearch;
  readonly times: TimeRange;
  readonly set: SetSearch;
}

/** The queries by shape, caller and database; those that need attention first, unless they are sorted by time. */
export function FlowList({ workspace, search, times, set }: ListProps): ReactNode {
  const pages = usePages('listFlows', { path: { workspace }, query: flowsQuery(search, times) });
  const { items, first, error } = pages;
  const sort = sortOf(search);
  const verdicts = useMemo(() => verdictsOf({ verdict: search.verdict }), [search.verdict]);
  const columns = useMemo(
    () => columnsOf((flow) => set({ flow: keyOf(flow) }), { sort, set, verdicts }),
    [set, sort, verdicts],
  );
  const at =
    search.flow === undefined
      ? -1
      : (items?.findIndex((flow) => keyOf(flow) === search.flow || flow.id === search.flow) ?? -1);
  const open = (flow: Flow | undefined) => (flow ? () => set({ flow: keyOf(flow) }) : undefined);
  return (
    <>
      <Card
        flush
        footer={
          <>
            <span>
              {items && first && (
                <Shown
                  shown={items.length}
                  totals={first.totals}
                  matching={first.matching}
                  complete={first.complete}
                  search={search}
                  onShowAll={() => set({ verdict: 'all' })}
                />
              )}{' '}
              <More pages={pages} />
            </span>
            <span className="faint">{ORDERS[sort]} Times are UTC</span>
          </>
        }
      >
        {error && <Failure what="Could not load flows." error={error} retry={pages.refetch} read={pages.readAt} />}
        {!items && !error && <Loading />}
        {items && items.length > 0 && (
          <DataTable
            label="Flows"
            columns={columns}
            items={items}
            idOf={keyOf}
            dense
            selected={search.flow}
            onOpen={(flow) => set({ flow: keyOf(flow) })}
            stale={pages.isPlaceholderData}
          />
        )}
        {items?.length === 0 && !pages.hasNextPage && <NoFlows search={search} set={set} totals={first?.totals} />}
      </Card>
      {search.flow !== undefined && (
        <FlowDrawer
          workspace={workspace}
          id={search.flow.split('@')[0] ?? ''}
          onClose={() => set({ flow: undefined })}
          onPrevious={at > 0 ? open(items?.[at - 1]) : undefined}
          onNext={at >= 0 ? open(items?.[at + 1]) : undefined}
        />
      )}
    </>
  );
}

const ORDERS: Readonly<Record<Sort, string>> = {
  verdict: 'Blocked first, then warned and unknown.',
  recent: 'Last seen first.',
  calls: 'Most calls first.',
};

type Totals = NonNullable<Answer<'listFlows'>['totals']>;

/** How many flows are shown of how many, and what the verdict filter hides. */
function Shown({
  shown,
  totals,
  matching,
  complete = true,
  search,
  onShowAll,
}: {
  readonly shown: number;
  readonly totals: Totals | undefined;
  readonly matching: number | undefined;
  readonly complete: boolean | undefined;
  readonly search: QueriesSearch;
  readonly onShowAll: () => void;
}): ReactNode {
  if (!totals) return `${counted(shown, 'flow')}.`;
  const verdicts = verdictsOf(search);
  const all = ALL_VERDICTS.reduce((sum, verdict) => sum + totals[verdict], 0);
  const hidden = ALL_VERDICTS.filter((verdict) => !verdicts.includes(verdict));
  const count = all - (matching ?? all);
  const more = complete ? '' : ' Only the flows that were last seen are counted.';
  if (count === 0) return `${integer(shown)} of ${counted(all, 'flow')}.${more}`;
  const what = hidden.join() === 'allow' ? ' with only allowed calls' : '';
  return (
    <>
      {`${integer(shown)} of ${counted(all, 'flow')}. ${counted(count, 'flow')}${what} ${count === 1 ? 'is' : 'are'} hidden by the verdict filter.${more} `}
      <button type="button" onClick={onShowAll}>
        Show all
      </button>
    </>
  );
}

function NoFlows({
  search,
  set,
  totals,
}: {
  readonly search: QueriesSearch;
  readonly set: SetSearch;
  readonly totals: Totals | undefined;
}): ReactNode {
  const narrowed = [
    search.search,
    search.outcome,
    search.channel,
    search.database,
    search.rule,
    search.user,
    search.application,
  ].some(Boolean);
  const hidden = totals ? ALL_VERDICTS.reduce((sum, verdict) => sum + totals[verdict], 0) : 0;
  if (narrowed || hidden > 0)
    return (
      <NoMatch what="flow" filters={filterNames(search)} onClear={() => set(NO_FILTERS)}>
        {hidden > 0 && <p>{counted(hidden, 'flow')} had other verdicts.</p>}
      </NoMatch>
    );
  return (
    <Empty title="No queries in this time">
      <p>Queries appear here when a proxy reports them, or when an application asks before it runs them.</p>
    </Empty>
  );
}

/** The calls with the verdicts of the filter. Flows from before these were counted have none. */
function CallsCell({ some, all }: { readonly some: number; readonly all: number }): ReactNode {
  if (some === all || some === 0) return integer(all);
  return <TwoLines under={`of ${integer(all)}`}>{integer(some)}</TwoLines>;
}

function columnsOf(
  onOpen: (flow: Flow) => void,
  { sort, set, verdicts }: { readonly sort: Sort; readonly set: SetSearch; readonly verdicts: readonly Verdict[] },
): readonly Column<Flow>[] {
  const sortable = (by: Sort) => ({
    onSort: () => set({ sort: by === 'verdict' ? undefined : by }),
    sorted: sort === by ? ('descending' as const) : undefined,
  });
  return [
    {
      id: 'verdict',
      header: 'Verdict',
      ...sortable('verdict'),
      className: styles.verdict,
      narrow: 'lead',
      cell: ({ verdict }) => <VerdictMark verdict={verdict} plain={verdict === 'allow'} />,
    },
    {
      id: 'shape',
      header: 'Query shape',
      narrow: 'wide',
      cell: (flow) => <StatementCell text={flow.shape} onOpen={() => onOpen(flow)} />,
    },
    {
      id: 'caller',
      header: 'Caller',
      className: styles.caller,
      narrow: 'labelled',
      cell: ({ caller }) => <CallerCell caller={caller} />,
    },
    {
      id: 'database',
      header: 'Database',
      className: styles.database,
      narrow: 'labelled',
      cell: ({ databaseId, caller }) => <DatabaseCell name={databaseId ?? caller.database} />,
    },
    {
      id: 'rule',
      header: 'Rule',
      className: styles.rule,
      narrow: 'labelled',
      cell: ({ rules = [] }) =>
        rules.length > 0 && (
          <div className="one-line" title={rules.join(', ')}>
            <code>{rules[0]}</code>
            {rules.length > 1 && <span className="faint"> and {rules.length - 1} more</span>}
          </div>
        ),
    },
    {
      id: 'outcome',
      header: 'Outcome',
      className: styles.outcome,
      narrow: 'labelled',
      cell: ({ outcomes }) => (
        <span className={verdicts.includes('block') && outcomes.block.ran > 0 ? styles.strong : undefined}>
          {outcomesText(outcomesOfVerdicts(outcomes, verdicts))}
        </span>
      ),
    },
    {
      id: 'calls',
      header: 'Calls',
      ...sortable('calls'),
      className: styles.calls,
      numeric: true,
      narrow: 'labelled',
      cell: (flow) => (
        <CallsCell some={verdicts.reduce((sum, each) => sum + flow.verdicts[each], 0)} all={flow.calls} />
      ),
    },
    {
      id: 'seen',
      header: 'Last seen',
      ...sortable('recent'),
      className: styles.seen,
      narrow: 'end',
      cell: ({ lastAt }) => (
        <time className={styles.nowrap} dateTime={lastAt} title={relative(lastAt)}>
          {dateTime(lastAt)}
        </time>
      ),
    },
  ];
}
