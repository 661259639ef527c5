import { type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api/call.ts';
import { usePages } from '../../api/use-call.ts';
import { counted, duration, integer } from '../../format/number.ts';
import { dateTimeSeconds, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { CallerCell, DatabaseCell, OutcomeCell, StatementCell } from './cells.tsx';
import {
  type CallSort,
  CHANNELS,
  callSortOf,
  callsQuery,
  filterNames,
  NO_FILTERS,
  type QueriesSearch,
  type SetSearch,
  type TimeRange,
  verdictsOf,
} from './filters.ts';
import { ALL_VERDICTS } from './outcomes.ts';
import styles from './queries.module.css';
import { QueryDrawer } from './query-drawer.tsx';

type RecordedQuery = Answer<'listQueries'>['items'][number];

/** At 1,280 pixels, the list is a table. */
const COLUMN_WIDTH = 108;

function idOf({ id }: RecordedQuery): string {
  return id;
}

/** Single queries, by time or duration. */
export function QueryList({
  workspace,
  search,
  times,
  set,
}: {
  readonly workspace: string;
  readonly search: QueriesSearch;
  readonly times: TimeRange;
  readonly set: SetSearch;
}): ReactNode {
  const pages = usePages('listQueries', { path: { workspace }, query: callsQuery(search, times) }, 200);
  const { items, first, error } = pages;
  const sort = callSortOf(search);
  const columns = useMemo(() => columnsOf((query) => set({ query: query.id }), { sort, set }), [set, sort]);
  const at = search.query === undefined ? -1 : (items?.findIndex(({ id }) => id === search.query) ?? -1);
  const open = (query: RecordedQuery | undefined) => (query ? () => set({ query: query.id }) : undefined);
  const sorted = first?.sortedNewest;
  const isEmpty = items?.length === 0 && !pages.hasNextPage && sorted !== 0;
  const hides = verdictsOf(search).length < ALL_VERDICTS.length;
  return (
    <>
      <Card
        flush
        footer={
          <>
            <span>
              {items && `${counted(items.length, 'query', 'queries')}${pages.hasNextPage ? ' so far' : ''}.`}{' '}
              {hides && (
                <>
                  Other verdicts are hidden.{' '}
                  <button type="button" onClick={() => set({ verdict: 'all' })}>
                    Show all
                  </button>{' '}
                </>
              )}
              <More pages={pages} />
            </span>
            <span className="faint">Times are UTC</span>
          </>
        }
      >
        {error && <Failure what="Could not load queries." error={error} retry={pages.refetch} read={pages.readAt} />}
        {!items && !error && <Loading />}
        {sorted !== undefined && sorted > 0 && (
          <p className={styles.sorted}>The slowest of the newest {integer(sorted)} calls.</p>
        )}
        {items && items.length > 0 && (
          <DataTable
            label="Queries"
            columns={columns}
            items={items}
            idOf={idOf}
            dense
            columnWidth={COLUMN_WIDTH}
            selected={search.query}
            onOpen={({ id }) => set({ query: id })}
            stale={pages.isPlaceholderData}
          />
        )}
        {sorted === 0 && (
          <Empty title="None of the newest calls match">
            <p>Sort by time to find older calls.</p>
          </Empty>
        )}
        {isEmpty && filterNames(search).length === 0 && <Empty title="No queries in this time" />}
        {isEmpty && filterNames(search).length > 0 && (
          <NoMatch what="query" filters={filterNames(search)} onClear={() => set(NO_FILTERS)} />
        )}
      </Card>
      {search.query !== undefined && (
        <QueryDrawer
          workspace={workspace}
          id={search.query}
          onClose={() => set({ query: undefined })}
          onPrevious={at > 0 ? open(items?.[at - 1]) : undefined}
          onNext={at >= 0 ? open(items?.[at + 1]) : undefined}
        />
      )}
    </>
  );
}

const AT_SORTED = { recent: 'descending', oldest: 'ascending', slowest: undefined } as const;

function columnsOf(
  onOpen: (query: RecordedQuery) => void,
  { sort, set }: { readonly sort: CallSort; readonly set: SetSearch },
): readonly Column<RecordedQuery>[] {
  return [
    {
      id: 'verdict',
      header: 'Verdict',
      className: styles.verdict,
      narrow: 'lead',
      cell: ({ verdict }) => <VerdictMark verdict={verdict} plain={verdict === 'allow'} />,
    },
    {
      id: 'query',
      header: 'Query',
      narrow: 'wide',
      cell: (query) => <StatementCell text={query.text} onOpen={() => onOpen(query)} />,
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
      id: 'channel',
      header: 'Channel',
      className: styles.calls,
      narrow: 'labelled',
      cell: ({ channel }) => channel && CHANNELS[channel],
    },
    {
      id: 'outcome',
      header: 'Outcome',
      className: styles.outcome,
      narrow: 'labelled',
      cell: ({ outcome, mode }) => <OutcomeCell outcome={outcome} mode={mode} />,
    },
    {
      id: 'calls',
      header: 'Calls',
      className: styles.count,
      numeric: true,
      narrow: 'labelled',
      cell: ({ calls }) => integer(calls),
    },
    {
      id: 'duration',
      header: 'Duration',
      onSort: () => set({ sort: 'slowest' }),
      sorted: sort === 'slowest' ? 'descending' : undefined,
      className: styles.duration,
      numeric: true,
      narrow: 'labelled',
      cell: ({ durationMs }) => durationMs !== undefined && duration(durationMs),
    },
    {
      id: 'at',
      header: 'At',
      className: styles.at,
      onSort: () => set({ sort: sort === 'recent' ? 'oldest' : undefined }),
      sorted: AT_SORTED[sort],
      narrow: 'end',
      cell: ({ at }) => (
        <time className={styles.nowrap} dateTime={at} title={relative(at)}>
          {dateTimeSeconds(at)}
        </time>
      ),
    },
  ];
}
