import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { VERDICT_WORDS, type Verdict, VerdictIcon } from '../../ui/verdict.tsx';
import { type Bar, barsOf, totalsOf } from './bars.ts';
import {
  ALL_VERDICTS,
  channelOf,
  INTERVAL_MS,
  type QueriesSearch,
  RANGES,
  rangeOf,
  type TimeRange,
} from './filters.ts';
import styles from './queries.module.css';

const Plots = lazy(() => import('./plots.tsx'));

interface TrafficChartProps {
  readonly workspace: string;
  readonly search: QueriesSearch;
  readonly times: TimeRange;
  readonly verdicts: readonly Verdict[];
  readonly onVerdicts: (verdicts: readonly Verdict[]) => void;
  readonly onTable: (table: boolean) => void;
}

/** How many calls there were, by verdict and time. Its legend filters the list below. */
export function TrafficChart(props: TrafficChartProps): ReactNode {
  const { workspace, search, times, verdicts, onVerdicts, onTable } = props;
  const { interval, perBar, bar } = RANGES[rangeOf(search)];
  const counts = useCall('countQueries', {
    path: { workspace },
    query: { interval, ...times, channel: channelOf(search), databaseId: search.database },
  });
  const versions = useCall('listRulesets', { path: { workspace }, query: { ...times, limit: 100 } });
  const bars = useMemo(
    () =>
      counts.data &&
      barsOf(counts.data.items, Date.parse(times.from), Date.parse(times.to), INTERVAL_MS[interval] * perBar),
    [counts.data, times, interval, perBar],
  );
  const activations = useMemo(
    () => (versions.data?.items ?? []).map(({ activatedAt, version }) => ({ at: Date.parse(activatedAt), version })),
    [versions.data],
  );
  const totals = bars && totalsOf(bars);
  const table = search.chart === 'table';

  return (
    <div className={styles.chart}>
      <Card flush>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser */}
        <div className={styles.legend} role="group" aria-label="Calls by verdict">
          {ALL_VERDICTS.map((verdict) => (
            <button
              key={verdict}
              type="button"
              className={styles.entry}
              aria-pressed={verdicts.includes(verdict)}
              onClick={() => onVerdicts(ALL_VERDICTS.filter((each) => verdicts.includes(each) !== (each === verdict)))}
            >
              <VerdictIcon verdict={verdict} />
              {VERDICT_WORDS[verdict]} <strong>{totals ? integer(totals[verdict]) : '…'}</strong>
            </button>
          ))}
          <span className={styles.space} />
          <Button look="ghost" small onClick={() => onTable(!table)}>
            <span className={styles.wideOnly}>Show as {table ? 'chart' : 'table'}</span>
            <span className={styles.narrowOnly}>{table ? 'Chart' : 'Table'}</span>
          </Button>
        </div>
        {narrows(search) && (
          <p className={styles.note}>
            Filters by application, user, rule, API key and shape do not change these numbers.
          </p>
        )}
        {counts.error && <Failure what="Could not count queries." error={counts.error} retry={counts.refetch} />}
        {!bars && !counts.error && <Loading rows={4} />}
        {bars && table && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className={styles.numbers} aria-label="Calls by time and verdict" tabIndex={0}>
            <DataTable
              label="Calls by time and verdict"
              columns={COLUMNS}
              items={bars}
              idOf={({ at }) => String(at)}
              columnWidth={64}
              dense
            />
          </section>
        )}
        {bars && !table && (
          <div className={styles.plots}>
            <Suspense fallback={<Loading rows={4} />}>
              <Plots bars={bars} bar={bar} activations={activations} />
            </Suspense>
          </div>
        )}
      </Card>
    </div>
  );
}

/** Whether the list below is narrower than what is counted here. */
function narrows({ application, user, rule, key, shape }: QueriesSearch): boolean {
  return [application, user, rule, key, shape].some((value) => value !== undefined);
}

const COLUMNS: readonly Column<Bar>[] = [
  {
    id: 'at',
    header: 'From',
    className: styles.from,
    narrow: 'first',
    cell: ({ at }) => {
      const [day, time] = dateTime(new Date(at).toISOString()).split(', ');
      return (
        <time dateTime={new Date(at).toISOString()}>
          <span className={styles.nowrap}>{day}</span> <span className="faint">{time}</span>
        </time>
      );
    },
  },
  ...ALL_VERDICTS.map(
    (verdict): Column<Bar> => ({
      id: verdict,
      header: VERDICT_WORDS[verdict],
      numeric: true,
      narrow: 'labelled',
      cell: (bar) => integer(bar[verdict]),
    }),
  ),
];
